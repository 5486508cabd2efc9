"""Cards of the K.O. and of the final, filled from a real evening: who, how many Spielmarken, when old."""

import pytest
from django.test import Client

from tests.builders import HELFER, LEITUNG, as_user
from tests.playing import at_ko, facts, finish_ko_table, lose_ko, play_round, started, table_of
from tests.tournaments.printing.evenings import evening_with, params_of
from tests.tournaments.printing.reading import Paper, qr_codes
from tournaments.models import Player, Station, Tournament
from tournaments.printing import content, render
from tournaments.printing.content.kinds import NothingToPrint
from tournaments.printing.content.stages import card_of_final, cards_of_ko
from tournaments.services._act import SYSTEM
from tournaments.services.corrections import correct_game
from tournaments.services.knockout import form_final, void_ko
from tournaments.services.players import exclude_player
from tournaments.services.scharf import set_scharf

pytestmark = pytest.mark.django_db

PARAMS = {"round": 0, "base": "http://192.168.178.120:8000", "language": "de"}


def digest(tournament: Tournament, kind: str) -> str:
    return content.digest(facts(tournament), kind, PARAMS)


def offered(client: Client, tournament: Tournament) -> str:
    return client.get(f"/leitung/{tournament.slug}/drucken/").content.decode()


def test_a_card_for_each_ko_table_with_its_people_and_what_was_issued() -> None:
    t = at_ko(bonus_ranks=8, marks=3, bonus_marks=1)
    found = facts(t)
    cards = cards_of_ko(found, PARAMS)
    assert [(card.number, card.sign) for card in cards] == [(1, "A"), (2, "B")]
    for card, table in zip(cards, found.ko.tables, strict=True):
        assert [(s.number, s.start_number, s.marks) for s in card.seats] == [
            (seat.number, seat.player, seat.marks) for seat in table.seats
        ]
        assert [seat.name for seat in card.seats] == [found.players[p].name for p in table.players]
        assert card.entry_url == f"HTTP://192.168.178.120:8000/T/{table.code}"
        assert (card.survivors, card.carry, card.scharf_from) == (2, True, None)
    assert sum(seat.marks for card in cards for seat in card.seats) == 8 * 4


def test_the_codes_on_paper_are_those_of_the_ko_tables(tmp_path: object) -> None:
    t = at_ko()
    found = qr_codes(render(content.document(t.pk, "ko_cards", PARAMS)[0]), tmp_path)
    codes = Station.objects.filter(tournament=t, stage="ko").order_by("number").values_list("code", flat=True)
    assert [url.rsplit("/", 1)[1] for url in found] == list(codes)


def test_no_game_makes_a_card_old_and_what_it_says_does() -> None:
    t = at_ko()
    before = digest(t, "ko_cards")
    lose_ko(t, 1, table_of(t, 1).players[0])
    assert digest(t, "ko_cards") == before
    set_scharf(tournament_id=t.pk, by=SYSTEM, table_ids=None, on=True)
    scharf = digest(t, "ko_cards")
    assert scharf != before
    Player.objects.filter(tournament=t, start_number=table_of(t, 1).players[1]).update(last="Neu")
    assert digest(t, "ko_cards") != scharf


def test_who_went_before_the_first_game_has_no_spielmarken() -> None:
    t = at_ko()
    before, gone = digest(t, "ko_cards"), table_of(t, 2).players[1]
    exclude_player(tournament_id=t.pk, by=SYSTEM, player=gone, reason="geht")
    seats = {s.start_number: s.marks for s in cards_of_ko(facts(t), PARAMS)[1].seats}
    assert seats.pop(gone) == 0
    assert set(seats.values()) == {3}
    assert digest(t, "ko_cards") != before


def test_the_finalists_sit_down_with_what_the_ko_left() -> None:
    t = evening_with("final_card")
    found = facts(t)
    card = card_of_final(found, PARAMS)
    left = {p: n for table in found.ko.tables for p, n in found.fold(found.ko, table).left.items() if n}
    assert {seat.start_number: seat.marks for seat in card.seats} == left
    assert (card.sign, card.survivors, card.deckel) == ("F", 1, True)
    assert card.most_games == sum(left.values()) - 1


def test_a_correction_of_the_ko_makes_the_card_of_the_final_old() -> None:
    t = at_ko()
    for number in (1, 2):
        one, two, three, four = table_of(t, number).players
        for loser in (one, four, four, four, three, three, three):
            lose_ko(t, number, loser)
    form_final(tournament_id=t.pk, by=SYSTEM)
    before = digest(t, "final_card")
    table = facts(t).ko.tables[0]
    one, two, *_ = table.players
    correct_game(
        tournament_id=t.pk, by=SYSTEM, table_id=table.id, game=1, half1=two, half2=two, endkampf=None,
        reason="verschrieben", confirmed=True,
    )  # fmt: skip
    if facts(t).final is None:
        form_final(tournament_id=t.pk, by=SYSTEM)
    assert digest(t, "final_card") != before


@pytest.mark.parametrize("role", [HELFER, LEITUNG])
def test_cards_are_offered_when_the_tables_are_drawn(client: Client, role: str) -> None:
    t = started(8, rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0, decide="chain")
    play_round(t)
    desk = as_user(client, role)
    assert "ko_cards-0" not in offered(desk, t)
    t = at_ko()
    html = offered(desk, t)
    assert "ko_cards-0" in html
    assert "final_card-0" not in html
    for number in (1, 2):
        finish_ko_table(t, number)
    form_final(tournament_id=t.pk, by=SYSTEM)
    assert "final_card-0" in offered(desk, t)


def test_a_draw_that_was_taken_back_is_not_printed(client: Client) -> None:
    t = at_ko()
    void_ko(tournament_id=t.pk, by=SYSTEM)
    assert "ko_cards-0" not in offered(as_user(client), t)
    with pytest.raises(NothingToPrint):
        cards_of_ko(facts(t), PARAMS)
    with pytest.raises(NothingToPrint):
        card_of_final(facts(t), PARAMS)


@pytest.mark.parametrize("kind", ["ko_cards", "final_card"])
def test_what_is_printed_says_its_people(kind: str) -> None:
    t = evening_with(kind)
    made, _ = content.document(t.pk, kind, params_of(t, kind))
    paper = Paper(render(made))
    found = facts(t)
    tables = found.ko.tables if kind == "ko_cards" else found.final.tables
    assert paper.pages == len(tables)
    for page, table in enumerate(tables):
        for player in table.players:
            assert f"Startnummer {player}," in paper.text(page)
