"""Lists put right by the desk: names the other way round, parts typed again."""

import json

import pytest

from tests.tournaments.imports.written import codes, people, read
from tournaments.imports import asked_parts, repair_entry, swap_names

HEADER = "Vorname;Nachname;Verein;Bezahlt;Geschlecht\n"


def entry(line, header=HEADER):
    return read(header + line + "\nEva;Lang;KG;;\nUdo;Klein;KG;;\n").entries[0]


def test_swapping_twice_gives_the_list_back():
    entry_list = read(HEADER + "Schmidt;Eva;KG;ja;w\n;Klein;KG;;\nUdo;;KG;;\n")
    swapped = swap_names(entry_list)
    assert swap_names(swapped) == entry_list
    assert swap_names(swapped) != swapped
    assert people(swapped)[0][:2] == ("Eva", "Schmidt")
    assert [problem.code for problem in swapped.problems] == ["names_swapped"]
    assert [column.role for column in swapped.columns][:2] == ["last", "first"]


def test_what_is_missing_swaps_too():
    swapped = swap_names(read(HEADER + ";Klein;KG;;\nUdo;;KG;;\n田;Bach;;;\n"))
    assert codes(swapped) == {2: ["last_missing"], 3: ["first_missing"], 4: ["name_unprintable"]}
    assert swapped.entries[2].problems[0].params["part"] == "last"


def test_an_only_name_stays_the_first_name():
    swapped = swap_names(read("Name;Verein\nMadonna;KG\nEva Lang;KG\nUdo Klein;KG\n"))
    assert (swapped.entries[0].first, swapped.entries[0].last) == ("Madonna", "")


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Eva;Lang;KG;ja;w", ()),
        (";;KG;;", ("first", "last")),
        (";Lang;KG;;", ("first",)),
        ("Eva;;KG;;", ("last",)),
        ("#NV;Lang;KG;;", ("first",)),
        ("Eva;Lang;#NV;;", ("club",)),
        (f"Eva;{'x' * 81};KG;;", ("last",)),
        ("田;Lang;田;;", ("first", "club")),
        ("Eva;Lang;K\ufffdln;;", ("club",)),
        ("Eva;Lang;KG;vielleicht;", ()),
    ],
)
def test_the_desk_is_asked_for_what_is_missing_refused_or_damaged(line, parts):
    assert asked_parts(entry(line)) == parts


def test_a_guessed_name_may_be_typed_again():
    guessed = read("Name;Verein\nHans Peter Müller;KG\nEva Lang;KG\nUdo Klein;KG\n").entries[0]
    assert asked_parts(guessed) == ("first", "last")
    assert repair_entry(guessed, first="Hans", last="Peter Müller").problems == ()


def test_a_club_is_repaired_only_when_it_is_typed():
    broken = entry("Eva;Lang;田;;")
    assert repair_entry(broken, first="Eva", last="Lang").broken
    repaired = repair_entry(broken, first="Eva", last="Lang", club=" Feld ")
    assert (repaired.club, repaired.broken) == ("Feld", False)
    assert repair_entry(broken, first="Eva", last="Lang", club="").club == ""


def test_damaged_letters_are_settled_when_all_are_gone():
    damaged = read(HEADER + "JÃ¶rg;MÃ¼ller;KG;;\nÄnne;Lang;KG;;\n").entries[0]
    assert asked_parts(damaged) == ("first", "last")
    half = repair_entry(damaged, first="Jörg", last="MÃ¼ller")
    assert [problem.code for problem in half.problems] == ["letters_damaged"]
    assert repair_entry(damaged, first="Jörg", last="Müller").problems == ()


def test_a_formula_error_in_the_payment_is_a_doubt_not_a_broken_line():
    unclear = entry("Eva;Lang;KG;#NV;")
    assert ([p.code for p in unclear.problems], unclear.paid) == (["paid_unclear"], False)


def test_headings_keep_nothing_that_a_database_refuses():
    entry_list = read("Vorname;Nach\x00name;Ver\x07ein\n" + "Eva;Lang;KG\n" * 50)
    assert "\\u0000" not in json.dumps(entry_list.to_dict())
    assert "\\u0007" not in json.dumps(entry_list.to_dict())
