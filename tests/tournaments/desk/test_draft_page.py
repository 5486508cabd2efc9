"""The draft of a round: shown to the Leitung only, changed, discarded, published (C1.3–C1.5)."""

import pytest

from tests.builders import HELFER, add_players, make_tournament
from tests.playing import current, facts, play_round, state
from tests.tournaments.desk.asking import get, post, pressed_twice, refused, text, unchanged
from tournaments.models import RoundState
from tournaments.services._act import SYSTEM
from tournaments.services.players import check_in
from tournaments.services.rounds import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def drawn(players: int = 9, **format_changes):
    t = make_tournament(**format_changes)
    add_players(t, players)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    return t


def test_two_clicks_draw_one_round():
    t = make_tournament()
    add_players(t, 9)
    answer = pressed_twice(t, "draw")
    assert answer["Location"].endswith("/runde/1/")
    assert len(facts(t).rounds) == 1


def test_a_round_that_cannot_be_drawn_says_why():
    t = make_tournament()
    add_players(t, 2)
    refused(unchanged(t, lambda: post(t, "draw")), "zu wenige")
    assert facts(t).rounds == []


def test_the_draft_shows_everybody_once_with_its_quality():
    t = drawn(9)
    page = text(get(t, "round", 1))
    assert "2 Tische ausgelost" in page
    assert "0 Wiederholungen" in page
    assert "niemand sitzt öfter am Fünfertisch als nötig" in page
    for number in range(1, 10):
        assert page.count(f"Anna Aalen {number} {number}") == 1


def test_a_draft_with_repeats_names_who_meets_again():
    t = drawn(4)
    post(t, "publish", 1)
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    page = text(get(t, "round", 2))
    assert "6 Wiederholungen" in page
    assert "Anna Aalen 1 und Anna Aalen 2 sitzen zum 2. Mal zusammen" in page


def test_a_helfer_does_not_see_it():
    t = drawn()
    page = text(get(t, "round", 1, role=HELFER))
    assert "Noch keine Auslosung" in page
    assert "Anna Aalen" not in page
    assert get(t, "table", current(t).tables[0].id, role=HELFER).status_code == 403
    assert get(t, "table_part", current(t).tables[0].id, "stand", role=HELFER).status_code == 403
    assert get(t, "round_part", 1, "kopf", role=HELFER).status_code == 410


def test_publishing_shows_it_to_the_hall():
    t = drawn()
    pressed_twice(t, "publish", 1)
    assert current(t).state == RoundState.PUBLISHED
    assert "Vierer, spielt" in text(get(t, "slip", role=HELFER, tisch="2"))


def test_publishing_another_round_than_the_page_meant_is_refused():
    t = drawn()
    refused(unchanged(t, lambda: post(t, "publish", 2)), "Diese Runde gibt es nicht mehr")
    assert current(t).state == RoundState.DRAWN


def test_a_stale_draft_says_so_and_has_a_way_on():
    t = drawn(9)
    check_in(tournament_id=t.pk, by=SYSTEM, player=9, present=False)
    answer = get(t, "round", 1)
    page = text(answer)
    assert "Veraltet" in page
    assert "Runde 1 neu auslosen" in page
    assert f'action="/leitung/{t.slug}/runde/1/neu/"' in answer.content.decode()
    refused(unchanged(t, lambda: post(t, "publish", 1)), "gekommen oder gegangen", status=409)
    pressed_twice(t, "redraw", 1)
    assert current(t).draw_no == 2
    assert "Veraltet" not in text(get(t, "round", 1))
    assert len(current(t).tables) == 2


def test_discarding_leaves_the_evening_as_it_was():
    t = make_tournament()
    add_players(t, 9)
    before = state(t)
    post(t, "draw")
    answer = pressed_twice(t, "discard_draw", 1)
    assert answer["Location"].endswith(f"/leitung/{t.slug}/")
    assert state(t).rounds == before.rounds
    assert "Noch keine Auslosung" in text(get(t, "round", 1))


def test_a_published_draw_is_not_discarded():
    t = drawn()
    post(t, "publish", 1)
    refused(unchanged(t, lambda: post(t, "discard_draw", 1)), "schon veröffentlicht")


def test_two_people_change_seats_and_back():
    t = drawn(8)
    first, second = (table.players for table in current(t).tables)
    pressed_twice(t, "swap", 1, first=first[0], second=second[1], reason="Bein in Gips")
    assert current(t).tables[0].players == (second[1], *first[1:])
    assert f"Startnummern {first[0]} und {second[1]} haben getauscht" in text(get(t, "round", 1))
    post(t, "swap", 1, first=first[0], second=second[1])
    assert [table.players for table in current(t).tables] == [first, second]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"first": "1", "second": "1"}, "zwei verschiedene"),
        ({"first": "1", "second": "99"}, "Startnummer 99 ist in dieser Runde nicht ausgelost"),
        ({"first": "eins", "second": "2"}, "unvollständig"),
        ({"first": "", "second": "2"}, "unvollständig"),
        ({"first": "1", "second": "2", "reason": "x" * 201}, "201"),
    ],
)
def test_a_swap_that_is_refused_keeps_what_was_typed(body, words):
    t = drawn(8)
    answer = unchanged(t, lambda: post(t, "swap", 1, **body))
    refused(answer, words)
    for value in body.values():
        assert f'value="{value}"' in answer.content.decode()


def test_a_swap_shows_the_quality_it_has_made():
    t = drawn(8)
    post(t, "publish", 1)
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    one, two = current(t).tables
    met = set(facts(t).vorrunde[0].tables[0].players)
    meets = next(p for p in one.players if p in met)
    stranger = next(p for p in two.players if p in met)
    rest = next(p for p in one.players if p not in met)
    post(t, "swap", 2, first=rest, second=stranger)
    assert meets in current(t).tables[0].players
    assert "0 Wiederholungen" not in text(get(t, "round", 2))


def test_chosen_tables_of_a_draft_are_played_scharf_and_back():
    t = drawn(8)
    pressed_twice(t, "scharf", on="1", tables="2")
    assert [table.scharf_from for table in current(t).tables] == [None, 1]
    assert "Jetzt gilt: scharf an Tisch 2, sonst zwei Hälften." in text(get(t, "round", 1))
    post(t, "scharf", on="0", tables="2")
    assert "Jetzt gilt: zwei Hälften." in text(get(t, "round", 1))
    assert [table.scharf_from for table in current(t).tables] == [None, None]


def test_a_table_that_is_not_there_is_named_at_the_field():
    t = drawn(8)
    answer = unchanged(t, lambda: post(t, "scharf", on="1", tables="1, 7"))
    refused(answer, "„7“ ist kein Tisch dieser Runde, es sind 2")
    assert 'value="1, 7"' in answer.content.decode()


def test_one_round_more_and_one_fewer():
    t = drawn(8, rounds=3)
    back = f"/leitung/{t.slug}/runde/1/"
    assert post(t, "change_rounds", rounds=4, back=back)["Location"] == back
    assert "4 Runden sind geplant" in text(get(t, "round", 1))
    post(t, "change_rounds", rounds=3, back=back)
    assert facts(t).plan.rounds == 3
