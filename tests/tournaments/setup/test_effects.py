"""What a format means this evening (C1–C7.2), in the numbers of the specification."""

from datetime import date

import pytest

from scoring.format import PRESETS_FORMAT, Format, suggest_format
from tests.builders import add_players, fresh, make_tournament
from tests.playing import facts, start_round
from tournaments.messages.format import FIELDS, GROUPS
from tournaments.queries.effects import (
    bonus_at_table,
    field_size,
    format_effects,
    snake,
    split_sentence,
    usual_people,
)
from tournaments.queries.forecast import people_in
from tournaments.services import players
from tournaments.services._act import SYSTEM

DAY = date(2026, 11, 29)
NBSP = "\N{NO-BREAK SPACE}"


def effect(field, n=101, **changes):
    return format_effects(Format(**changes), n, DAY)[field]


def test_every_field_has_a_label_a_place_and_an_effect():
    names = set(Format().to_dict())
    assert set(FIELDS) == names
    assert sorted(name for _anchor, _heading, fields in GROUPS for name in fields) == sorted(names)
    for plan in (*PRESETS_FORMAT.values(), suggest_format(5)):
        said = format_effects(plan, 101, DAY)
        assert set(said) == names
        assert all(text and "%" not in text for text in said.values())


@pytest.mark.parametrize("n", [*range(40), 64, 101, 400])
@pytest.mark.parametrize("preset", PRESETS_FORMAT)
def test_any_number_of_people_has_effects(preset, n):
    assert all(format_effects(PRESETS_FORMAT[preset], n, DAY).values())


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (101, "101 Leute: 24 Vierer und 1 Fünfer, 25 Tische."),
        (100, "100 Leute: 25 Vierer, 25 Tische."),
        (11, "11 Leute: 2 Vierer und 1 Dreier, 3 Tische."),
        (7, "7 Leute: 1 Dreier und 1 Vierer, 2 Tische."),
        (5, "5 Leute: 1 Fünfer, 1 Tisch."),
        (2, "2 Leute: für einen Tisch braucht es mindestens 3."),
    ],
)
def test_how_people_sit(n, sentence):
    assert split_sentence(n, "fives") == sentence


def test_the_duerener_evening():
    assert effect("ko_tables") == "15 von 101 kommen weiter: 3 Tische zu 5, Finale mit 6."
    assert effect("marks") == ("16 Spielmarken je Tisch, 48 zusammen; ein Tisch spielt 9 bis 14 Spiele.")
    assert effect("ko_seats", ko_tables=1) == "Am K.O.-Tisch scheiden 3 Leute aus."
    one = {"ko_tables": 1, "ko_seats": 3, "survivors": 2, "marks": 1, "bonus_ranks": 0}
    assert effect("marks", **one) == "3 Spielmarken am K.O.-Tisch, er spielt 1 Spiel."
    assert effect("final_marks", **one).startswith("Das Finale beginnt mit 2 Spielmarken")
    assert effect("final_marks") == (
        "Das Finale beginnt mit 6 bis 21 Spielmarken und dauert höchstens 20 Spiele."
    )
    assert effect("bonus_ranks") == "Platz 1 bis 3 haben 4 Spielmarken, alle anderen 3."
    assert effect("decide") == "Wer um Platz 3 und 15 gleich viele Punkte hat, sticht."
    assert effect("decide", prize_places=(10, 20)) == (
        "Wer um Platz 3, 10, 15 und 20 gleich viele Punkte hat, sticht."
    )
    assert effect("bonus_ranks", marks=1, bonus_ranks=0) == "Alle fangen mit 1 Spielmarke an."
    assert effect("rounds") == "Jede Person spielt 5 Spiele und kann höchstens 25 Punkte holen."
    assert effect("freeze_rounds", freeze_rounds=1).startswith("Nach Runde 4 bleibt der Stand geheim")
    assert effect("entry_fee_cents", entry_fee_cents=1050) == f"101 Leute zu 10,50{NBSP}€: 1.060,50{NBSP}€."
    assert effect("personal_data_days") == "Gelöscht wird ab dem 13. Dezember 2026."


def test_fewer_people_than_places():
    assert effect("ko_tables", n=13) == "13 von 13 kommen weiter: 3 Tische zu 4 und 5, Finale mit 6."


def test_straight_to_the_final_says_what_has_no_effect():
    said = format_effects(suggest_format(9), 9, DAY)
    assert said["ko_tables"] == "Die besten 6 von 9 setzen sich gleich an den Finaltisch."
    assert said["marks"] == "21 Spielmarken am Finaltisch."
    assert said["ko_seats"] == "Ohne K.O.-Tische hat das keine Wirkung."


def test_the_snake_is_that_of_the_rules():
    assert snake(3, 5) == ((1, 6, 7, 12, 13), (2, 5, 8, 11, 14), (3, 4, 9, 10, 15))
    assert "1, 6, 7, 12, 13 / 2, 5, 8, 11, 14 / 3, 4, 9, 10, 15" in effect("ko_seeding", ko_seeding="snake")


@pytest.mark.parametrize(
    ("seeding", "ranks", "span"),
    [
        ("apart", 3, (1, 1)),
        ("snake", 3, (1, 1)),
        ("lot", 3, (0, 3)),
        ("apart", 1, (0, 1)),
        ("apart", 5, (1, 3)),
        ("lot", 15, (5, 5)),
        ("snake", 4, (1, 2)),
    ],
)
def test_extra_marks_at_one_table(seeding, ranks, span):
    assert bonus_at_table(Format(ko_seeding=seeding, bonus_ranks=ranks)) == span


@pytest.mark.parametrize(("preset", "usual"), [("dueren", 100), ("klein", 16), ("leer", 100)])
def test_a_format_says_how_many_usually_come(preset, usual):
    assert usual_people(PRESETS_FORMAT[preset]) == usual


@pytest.mark.parametrize("n", [5, 9, 12, 16, 19, 20, 24, 29, 30, 100])
def test_whoever_usually_comes_gets_the_format_suggested(n):
    plan = suggest_format(n)
    again = suggest_format(usual_people(plan))
    assert (again.ko_tables, again.ko_seats) == (plan.ko_tables, plan.ko_seats)


@pytest.mark.django_db
def test_the_evening_is_about_those_on_the_list_then_about_those_who_are_there():
    t = make_tournament()
    assert field_size(t) == 100
    add_players(t, 2, present=False)
    assert field_size(t) == 100
    add_players(t, 5, present=False, first=3)
    assert field_size(t) == 7
    for number in (1, 2, 3):
        players.check_in(tournament_id=t.pk, by=SYSTEM, player=number)
    players.withdraw_player(tournament_id=t.pk, by=SYSTEM, player=7)
    assert field_size(t) == 6
    start_round(t)
    assert field_size(fresh(t)) == 3
    assert people_in(facts(t)) == 3
