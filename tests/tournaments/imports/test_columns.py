"""Headings in other words, in other places, or not at all."""

import pytest

from tests.tournaments.imports.written import names, people, read
from tournaments.imports import swap_names
from tournaments.imports.headings import role_of


def roles(entry_list):
    return [column.role for column in entry_list.columns]


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Vorname", "first"), ("VORNAME:", "first"), ("Vorname *", "first"), ("First name", "first"),
        ("first_name", "first"), ("Rufname", "first"), ("Vorname des Spielers", "first"),
        ("Nachname", "last"), ("Familienname", "last"), ("Zuname", "last"), ("Last Name", "last"),
        ("Surname", "last"), ("Name", "name"), ("Teilnehmer/in", "full"), ("Spieler*in", "full"),
        ("Nachname, Vorname", "full_last"), ("Name, Vorname", "full_last"),
        ("Vor- und Nachname", "full_first"), ("Vorname Nachname", "full_first"),
        ("Verein", "club"), ("Verein / Stammtisch", "club"),
        ("Verein (freiwillig)", "club"), ("Club", "club"), ("Klub", "club"), ("Name des Vereins", "club"),
        ("Name Verein", "club"), ("Mannschaft", "mannschaft"), ("Team", "team"), ("Teamname", "team"),
        ("Bezahlt", "paid"), ("bezahlt?", "paid"), ("Bezahlt (10 €)", "paid"), ("paid", "paid"),
        ("Startgeld bezahlt", "paid"), ("Startgeld", ""), ("Geschlecht", "gender"), ("m/w/d", "gender"),
        ("(m/w)", "gender"), ("Gender", "gender"), ("Anrede", "gender"),
        ("Startnummer", ""), ("Nr.", ""), ("Telefon", ""), ("E-Mail", ""), ("PLZ", ""), ("Ort", ""), ("", ""),
        ("Bemerkung", ""), ("Anmeldung der Vereine zum Turnier am 12. März in Düren", ""),
    ],
)  # fmt: skip
def test_what_a_heading_means(heading, role):
    assert role_of(heading) == role


@pytest.mark.parametrize(
    ("header", "row", "person"),
    [
        ("Vorname;Nachname", "Hans;Müller", ("Hans", "Müller", "")),
        ("Nachname;Vorname", "Müller;Hans", ("Hans", "Müller", "")),
        ("Name;Vorname", "Müller;Hans", ("Hans", "Müller", "")),
        ("Name;Nachname", "Hans;Müller", ("Hans", "Müller", "")),
        ("Name", "Müller, Hans", ("Hans", "Müller", "")),
        ("Name", "Hans Müller", ("Hans", "Müller", "")),
        ("Name", "Hans von der Heydt", ("Hans", "von der Heydt", "")),
        ("Nachname Vorname", "von der Heydt Hans", ("Hans", "von der Heydt", "")),
        ("Nachname Vorname", "Müller Hans", ("Hans", "Müller", "")),
        ("Nachname", "Müller, Hans", ("Hans", "Müller", "")),
        ("Vorname", "Hans Müller", ("Hans", "Müller", "")),
        ("Teilnehmer;Vorname", "Müller;Hans", ("Hans", "Müller", "")),
        ("Vorname;Nachname;Teilnehmer", "Hans;Müller;Hans Müller", ("Hans", "Müller", "")),
        ("Vorname;Nachname", ";Müller, Hans", ("Hans", "Müller", "")),
        ("Startnummer;Name;Verein;Tel.", "7;Müller, Hans;KG;0241", ("Hans", "Müller", "KG")),
        ("First name;Last name;Club", "Hans;Müller;KG", ("Hans", "Müller", "KG")),
        ("Teilnehmer;Mannschaft", "Müller, Hans;KG", ("Hans", "Müller", "KG")),
        ("Verein;Vorname;Nachname", "ohne;Hans;Müller", ("Hans", "Müller", "")),
        ("Verein;Vorname;Nachname", "-;Hans;Müller", ("Hans", "Müller", "")),
    ],
)
def test_columns_are_found_by_their_headings(header, row, person):
    assert [entry[:3] for entry in people(read(f"{header}\n{row}\n"))] == [person]


def test_a_mannschaft_beside_a_verein_is_a_team():
    entry = read("Vorname;Nachname;Verein;Mannschaft\nHans;Müller;KG;Blau\n").entries[0]
    assert (entry.club, entry.team) == ("KG", "Blau")


def test_titles_above_the_headings_are_told_and_skipped():
    titles = "3. Dürener Schockmeisterschaft\n\nTeilnehmer;Stand 12.3.\n\n"
    text = titles + "Nr.;Name;Vorname;Verein\n1;Müller;Hans;KG\n"
    entry_list = read(text)
    assert names(entry_list) == [("Hans", "Müller")]
    assert entry_list.header_line == 5
    assert [(problem.line, problem.code) for problem in entry_list.ignored] == [
        (1, "title_line"), (3, "title_line"),
    ]  # fmt: skip


def test_headings_in_the_middle_are_no_person():
    entry_list = read("Vorname;Nachname\nA;B\n\nvorname;NACHNAME\nC;D\n")
    assert names(entry_list) == [("A", "B"), ("C", "D")]
    assert [(problem.line, problem.code) for problem in entry_list.ignored] == [
        (3, "empty_line"), (4, "header_again"),
    ]  # fmt: skip


def test_a_person_called_spieler_is_no_heading():
    entry_list = read("Hans;Müller;KG\nMax;Spieler;KG\nEva;Lang;KG\n")
    assert names(entry_list) == [("Hans", "Müller"), ("Max", "Spieler"), ("Eva", "Lang")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hans;Müller;KG A\nEva;Lang;KG B\n", ["first", "last", "club"]),
        ("Müller;Hans;KG A\nLang;Eva;KG B\n", ["last", "first", "club"]),
        ("Müller, Hans;KG A\nLang, Eva;KG B\n", ["full", "club"]),
        ("Hans Müller;KG A\nEva Lang;KG B\n", ["full", "club"]),
        ("Hans Müller\nEva Lang\n", ["full"]),
        ("Müller, Hans\nLang, Eva\n", ["last", "first"]),
        ("1;Hans;Müller;KG;ja;m\n2;Eva;Lang;KG;nein;w\n", ["", "first", "last", "club", "paid", "gender"]),
        ("Hans\tMüller\nEva\tLang\n", ["first", "last"]),
    ],
)
def test_a_list_without_headings(text, expected):
    entry_list = read(text)
    assert roles(entry_list) == expected
    assert names(entry_list) == [("Hans", "Müller"), ("Eva", "Lang")]
    assert [problem.code for problem in entry_list.problems] == ["header_missing"]
    assert entry_list.header_line is None


def test_last_names_in_front_are_seen_by_the_first_names():
    entry_list = read("Name;Verein\nMüller Hans;A\nLang Eva;B\nvon der Heydt Anna;C\n")
    assert names(entry_list) == [("Hans", "Müller"), ("Eva", "Lang"), ("Anna", "von der Heydt")]
    assert [problem.code for problem in entry_list.problems] == ["last_name_first"]


def test_names_are_swapped_on_demand():
    entry_list = swap_names(read("Schmidt;Lang\nKlein;Gross\n"))
    assert names(entry_list) == [("Lang", "Schmidt"), ("Gross", "Klein")]
    assert "names_swapped" in [problem.code for problem in entry_list.problems]


def test_a_second_column_of_one_kind_is_told():
    entry_list = read("Name;Vorname;;Name;Vorname\nMüller;Hans;;Lang;Eva\n")
    assert names(entry_list) == [("Hans", "Müller")]
    assert [problem.params["title"] for problem in entry_list.problems] == ["Name", "Vorname"]


def test_a_column_of_remarks_without_heading_is_no_mistake_of_every_line():
    assert not any(entry.problems for entry in read("Vorname;Nachname\nA;B;x\nC;D;y\nE;F\n").entries)
