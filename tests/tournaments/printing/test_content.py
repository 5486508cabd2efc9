"""What documents say, filled from a real evening."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_tournament
from tests.playing import current, facts, play_round, record, start_round, started, table_of
from tests.tournaments.finish.evenings import throw_all
from tests.tournaments.printing.evenings import evening_with, params_of
from tournaments.models import Player, Table, Tournament
from tournaments.models.names import sort_key
from tournaments.printing import content
from tournaments.printing.content import addresses, rounds
from tournaments.printing.content.kinds import NothingToPrint
from tournaments.queries.standings import standings
from tournaments.services._act import SYSTEM
from tournaments.services.corrections import correct_game
from tournaments.services.cut import announce_cut, make_cut
from tournaments.services.players import add_player, withdraw_player

pytestmark = pytest.mark.django_db

PARAMS = {"round": 1, "base": "http://192.168.178.120:8000", "language": "de"}


def with_names(*names: tuple[str, str]) -> Tournament:
    tournament = make_tournament()
    for first, last in names:
        add_player(tournament_id=tournament.pk, by=SYSTEM, first=first, last=last, present=True)
    start_round(tournament)
    return tournament


def test_a_sheet_for_each_table_with_its_people_and_its_code() -> None:
    tournament = started(9)
    sheets = rounds.table_sheets(facts(tournament), PARAMS)
    drawn = current(tournament).tables
    assert [sheet.table for sheet in sheets] == [table.number for table in drawn] == [1, 2]
    for sheet, table in zip(sheets, drawn, strict=True):
        assert [(seat.number, seat.start_number) for seat in sheet.seats] == [
            (seat.number, seat.player) for seat in table.seats
        ]
        assert sheet.code == table.code
        assert sheet.entry_url == f"HTTP://192.168.178.120:8000/T/{table.code}"
        assert sheet.entry_place == "192.168.178.120:8000/t"
        assert (sheet.round, sheet.rounds, sheet.tally) == (1, 5, True)
        assert sheet.games == (False,)
    assert {seat.name for sheet in sheets for seat in sheet.seats} == {
        f"Anna Aalen {n}" for n in range(1, 10)
    }


def test_columns_follow_games_and_scharf() -> None:
    tournament = started(8, games_per_round=3, schock_aus_counted=False, tie_breaks=[])
    Table.objects.filter(station__number=2).update(scharf_from=2)
    first, second = rounds.table_sheets(facts(tournament), PARAMS)
    assert first.games == (False, False, False)
    assert second.games == (False, True, True)
    assert first.tally is False


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://10.0.0.1:8000", "HTTP://10.0.0.1:8000/T/K7P4QX"),
        ("https://schocken.example/", "HTTPS://SCHOCKEN.EXAMPLE/T/K7P4QX"),
        ("https://example.org/schocken", "https://example.org/schocken/t/K7P4QX"),
    ],
)
def test_addresses_are_capitals_where_case_does_not_matter(base: str, url: str) -> None:
    assert addresses.entry_url(base, "K7P4QX") == url


def test_names_stand_in_the_order_of_the_dictionary() -> None:
    family = ("Zöllner", "Österreich", "ßauer", "Ahrens", "Özdemir", "Adler", "Ärmel", "von der Heydt")
    tournament = with_names(*(("Eva", last) for last in family))
    entries = rounds.name_list(facts(tournament), PARAMS).entries
    assert [entry.last for entry in entries] == [
        "Adler", "Ahrens", "Ärmel", "Österreich", "Özdemir", "ßauer", "von der Heydt", "Zöllner",
    ]  # fmt: skip
    assert [entry.letter for entry in entries] == ["A", "A", "A", "O", "O", "S", "V", "Z"]


def test_names_in_other_letters_and_single_names_have_a_heading() -> None:
    tournament = with_names(("محمد", "الفارسي"), ("Cher", ""), ("Дмитрий", "Шостакович"), ("Eva", "9er"))
    entries = {e.last: (e.first, e.letter) for e in rounds.name_list(facts(tournament), PARAMS).entries}
    assert entries["Cher"] == ("", "C")
    assert entries["Шостакович"][1] == "Ш"
    assert entries["الفارسي"][1] == "ا"
    assert entries["9er"][1] == "9"


def test_everybody_who_sits_is_on_the_list_at_the_right_table() -> None:
    tournament = started(13)
    entries = rounds.name_list(facts(tournament), PARAMS).entries
    seated = {player: table.number for table in current(tournament).tables for player in table.players}
    assert {entry.start_number: entry.table for entry in entries} == seated


def test_standings_on_paper_are_the_standings() -> None:
    tournament = started(12)
    play_round(tournament)
    data = rounds.standings_list(facts(tournament), PARAMS)
    lines = standings(facts(tournament))
    assert [(r.start_number, r.rank, r.points, r.lost) for r in data.rows] == [
        (line.number, line.rank, line.standing.points, line.standing.lost) for line in lines
    ]
    assert all(len(row.rounds) == 1 for row in data.rows)
    assert data.round == 1
    assert data.last is False


def test_frozen_standings_are_marked_until_the_best_are_announced() -> None:
    tournament = started(
        12, rounds=2, freeze_rounds=1, ko_tables=2, ko_seats=4, decide="chain", bonus_ranks=0
    )
    play_round(tournament)
    first, second = {**PARAMS, "round": 1}, {**PARAMS, "round": 2}
    assert rounds.standings_list(facts(tournament), first).frozen is False
    play_round(tournament)
    assert rounds.standings_list(facts(tournament), first).frozen is False
    assert rounds.standings_list(facts(tournament), second).frozen is True
    before = content.digest(facts(tournament), "standings", second)
    throw_all(tournament)
    make_cut(tournament_id=tournament.pk, by=SYSTEM)
    assert rounds.standings_list(facts(tournament), second).frozen is True
    announce_cut(tournament_id=tournament.pk, by=SYSTEM)
    assert rounds.standings_list(facts(tournament), second).frozen is False
    assert content.digest(facts(tournament), "standings", second) != before


def test_withdrawn_people_keep_their_line_with_a_note() -> None:
    tournament = started(12)
    play_round(tournament)
    withdraw_player(tournament_id=tournament.pk, by=SYSTEM, player=3, reason="müde")
    rows = {row.start_number: row for row in rounds.standings_list(facts(tournament), PARAMS).rows}
    assert rows[3].note == "zurückgezogen"
    assert len(rows) == 12


def test_ties_across_the_cut_are_open_after_the_last_round() -> None:
    tournament = started(16, rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=3)
    play_round(tournament)
    data = rounds.standings_list(facts(tournament), PARAMS)
    assert data.last is True
    cut = next(stroke for stroke in data.strokes if stroke.kind == "cut")
    assert (cut.places, cut.tied_from, cut.people, cut.decided) == (8, 1, 12, False)
    assert cut.after == 12


def test_standings_of_a_round_that_is_not_closed_are_not_printed() -> None:
    tournament = started(8)
    with pytest.raises(NothingToPrint):
        rounds.standings_list(facts(tournament), PARAMS)


@pytest.mark.parametrize("kind", content.PAPERS)
def test_reading_takes_the_same_queries_for_few_and_many(kind: str) -> None:
    counts = []
    for many in (False, True):
        tournament = evening_with(kind, many=many)
        params = params_of(tournament, kind)
        with CaptureQueriesContext(connection) as queries:
            content.document(tournament.pk, kind, params)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_the_digest_follows_names_results_rules_and_address() -> None:
    tournament = started(8)
    table = table_of(tournament)
    sheets = content.digest(facts(tournament), "sheets", PARAMS)
    record(tournament, table, table.players[0], table.players[0])
    assert content.digest(facts(tournament), "sheets", PARAMS) == sheets
    elsewhere = {**PARAMS, "base": "http://10.0.0.9"}
    assert content.digest(facts(tournament), "sheets", elsewhere) != sheets
    Player.objects.filter(tournament=tournament, start_number=1).update(
        last="Neu", sort_key=sort_key("Neu", "Anna")
    )
    assert content.digest(facts(tournament), "sheets", PARAMS) != sheets


def test_a_correction_makes_printed_standings_old() -> None:
    tournament = started(8)
    play_round(tournament)
    before = content.digest(facts(tournament), "standings", PARAMS)
    assert (
        content.digest(facts(tournament), "standings", PARAMS) == before
    )  # the time of printing is no content
    table = facts(tournament).vorrunde[0].tables[0]
    other = table.players[1]
    correct_game(
        tournament_id=tournament.pk, by=SYSTEM, table_id=table.id, game=1, half1=other, half2=other,
        endkampf=None, reason="verschrieben",
    )  # fmt: skip
    assert content.digest(facts(tournament), "standings", PARAMS) != before
