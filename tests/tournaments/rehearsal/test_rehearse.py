"""`manage.py rehearse`: a whole evening, the same for the same seed, and nothing left of it."""

import io
import json
from collections import Counter
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from scoring.format import Format
from tournaments.models import Absence, LogEntry, Phase, Player, Result, Round, Table, Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.next_step import next_step
from tournaments.rehearsal import Order, order, rehearse

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    """What the command says: (stdout, stderr)."""
    out, err = io.StringIO(), io.StringIO()
    call_command("rehearse", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def rows() -> dict[str, int]:
    models = apps.get_app_config("tournaments").get_models()
    return {model.__name__: model.objects.count() for model in models}


def played(*arguments: str) -> dict[str, Any]:
    return json.loads(run("--json", *arguments)[0])


def assert_german_counting(ranks: list[int]) -> None:
    """1, 2, 2, 4: a rank is one more than the number of those before it."""
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]


@pytest.mark.parametrize(("players", "rounds"), [(12, 2), (13, 5), (16, 3), (37, 4), (101, 5)])
def test_everybody_has_a_place_and_nothing_is_left(players: int, rounds: int) -> None:
    before = rows()
    answer = played("--players", str(players), "--rounds", str(rounds), "--seed", "7")
    places = answer["places"]
    assert sorted(place["start_number"] for place in places) == list(range(1, players + 1))
    assert_german_counting([place["rank"] for place in places])
    assert sum(place["rank"] == 1 for place in places) == 1
    assert all(set(place) == {"rank", "start_number", "name"} and place["name"] for place in places)
    assert answer["phase"] == Phase.FINISHED
    assert rows() == before


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 11])
def test_a_handful_of_people_play_an_evening_too(players: int) -> None:
    places = played("--players", str(players), "--rounds", "2", "--seed", "3")["places"]
    assert sorted(place["start_number"] for place in places) == list(range(1, players + 1))
    assert_german_counting([place["rank"] for place in places])


def test_the_same_seed_plays_the_same_evening() -> None:
    order = ("--players", "37", "--rounds", "3", "--seed")
    first, told = run("--json", *order, "11")
    assert run("--json", *order, "11") == (first, told)
    assert run("--json", *order, "12")[0] != first


def test_a_kept_rehearsal_does_not_change_the_next_one() -> None:
    order = ("--players", "13", "--rounds", "2", "--seed", "5")
    first, second = played("--keep", *order), played(*order)
    assert first.pop("tournament") != second.pop("tournament")
    assert first == second
    assert Tournament.objects.get().rehearsal


def test_json_is_one_object_and_nothing_else_on_stdout() -> None:
    out, err = run("--json", "--players", "12", "--rounds", "1", "--seed", "1")
    assert len(out.splitlines()) == 1
    assert {"places", "tournament"} <= set(json.loads(out))
    assert "Runde 1" in err


def test_places_are_printed_in_columns() -> None:
    out, _ = run("--players", "24", "--rounds", "2", "--seed", "2")
    head, *lines = out.splitlines()
    assert head.split() == ["Platz", "Nr.", "Name", "Verein", "Punkte", "entschieden"]
    assert len(lines) == 24
    column = head.index("entschieden")
    assert all(line[column - 1] == " " and line[column] != " " for line in lines)
    assert lines[0].rstrip().endswith("Finale")


def test_the_evening_has_what_evenings_have() -> None:
    """No-shows, leavers, withdrawals, corrections, a late arrival, a Stechen, a decline: over a few seeds."""
    missing = {
        "mark_no_show", "withdraw_player", "return_player", "seat_late", "correct_game", "undo_game",
        "open_stechen", "enter_throw", "decline_place", "check_in_place", "redraw_round", "swap_seats",
    }  # fmt: skip
    seed = 0
    while (missing or not Table.objects.exclude(outcome="played").exists()) and seed < 12:
        seed += 1
        rehearse(Order(40, 3, seed, until="ko"))
        missing -= set(LogEntry.objects.values_list("act", flat=True))
    assert missing == set()
    assert Absence.objects.filter(kind="left").exists()
    assert Table.objects.exclude(outcome="played").exists()


def test_names_are_those_of_an_entry_list() -> None:
    rehearse(Order(101, 1, 7, until="registration"))
    names = [player.name for player in Player.objects.all()]
    assert Counter(Counter(names).values()) == {1: 99, 2: 1}
    assert max(len(name) for name in names) > 40
    assert any("ü" in name for name in names)
    assert any("-" in name for name in names)
    assert Player.objects.exclude(club=None).values("club").distinct().count() > 5


def test_who_comes_after_the_last_door_is_not_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """12 players: one of them comes after the tables of round 1 are published."""
    monkeypatch.setattr(order, "PRESETS_FORMAT", {"dueren": Format(late_entry_until=0)})
    facts = load_facts(rehearse(Order(12, 1, 5)).tournament)
    assert facts.tournament.phase == Phase.FINISHED
    assert [p.status for p in facts.players.values()].count("registered") == 1


@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_round_is_not_over_where_it_stops_however_few_tables(players: int) -> None:
    facts = stopped("round:2", players)
    assert [round_.closed for round_ in facts.vorrunde] == [True, False]
    done = [facts.complete(facts.vorrunde[1], table) for table in facts.vorrunde[1].tables]
    assert sum(done) == (len(done) + 1) // 2 if len(done) > 1 else not any(done)


def stopped(until: str, players: int = 40) -> Facts:
    return load_facts(rehearse(Order(players, 3, 7, until=until)).tournament)


def test_stops_in_the_registration() -> None:
    facts = stopped("registration")
    assert facts.tournament.phase == Phase.REGISTRATION
    assert facts.rounds == []
    assert 0 < len(facts.present) < 40


@pytest.mark.parametrize("number", [1, 2, 3])
def test_stops_in_the_middle_of_a_round(number: int) -> None:
    facts = stopped(f"round:{number}")
    round_ = facts.vorrunde[-1]
    assert (round_.number, round_.state) == (number, "published")
    complete = [table for table in round_.tables if facts.complete(round_, table)]
    assert len(complete) == (len(round_.tables) + 1) // 2
    assert facts.closed_rounds == number - 1


def test_stops_in_the_stechen() -> None:
    facts = stopped("stechen")
    assert facts.tournament.phase == Phase.VORRUNDE
    assert facts.stechen
    assert next_step(facts).code == "enter_throws"


def test_stops_at_the_check_in() -> None:
    facts = stopped("cut")
    assert facts.tournament.phase == Phase.CUT
    assert next_step(facts).code == "check_in"
    assert any(place.checked_in for place in facts.cut.places)


def test_stops_in_the_ko() -> None:
    facts = stopped("ko")
    assert facts.tournament.phase == Phase.KO
    assert facts.ko is not None
    assert any(table.results for table in facts.ko.tables)
    assert next_step(facts).code == "collect_ko"


def test_stops_in_the_final() -> None:
    facts = stopped("final")
    assert facts.tournament.phase == Phase.FINAL
    assert next_step(facts).code == "collect_final"


def test_without_ko_tables_the_final_stands_for_the_ko() -> None:
    facts = stopped("ko", players=8)
    assert facts.tournament.phase == Phase.FINAL


def test_the_demo_is_a_half_played_third_round() -> None:
    run("--players", "101", "--rounds", "5", "--seed", "7", "--until", "round:3", "--keep", "--slug", "demo")
    tournament = Tournament.objects.get(slug="demo")
    assert tournament.rehearsal
    assert Round.objects.filter(tournament=tournament, state="closed").count() == 2
    assert Result.objects.filter(table__round__number=3).exists()


def test_a_stop_without_keep_leaves_nothing() -> None:
    before = rows()
    run("--players", "13", "--rounds", "2", "--until", "round:2")
    assert rows() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--players", "2"), "3 bis 300"),
        (("--players", "301"), "3 bis 300"),
        (("--players", "12", "--until", "pause"), "pause"),
        (("--players", "12", "--rounds", "3", "--until", "round:4"), "round:4"),
        (("--players", "12", "--rounds", "0"), "Runden"),
        (("--players", "12", "--rounds", "99"), "Runden"),
        (("--players", "12", "--slug", "leitung"), "leitung"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: tuple[str, ...], sentence: str) -> None:
    before = rows()
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    assert sentence in str(refused.value)
    assert rows() == before


def test_an_address_that_is_taken_is_said() -> None:
    run("--players", "3", "--until", "registration", "--keep", "--slug", "demo")
    with pytest.raises(CommandError, match="demo"):
        run("--players", "3", "--slug", "demo")
