"""The five entry lists of real evenings, read to the letter."""

import csv
import io
import json
from collections import Counter

import openpyxl
import pytest

from tests.tournaments.imports.written import DATA, HEADINGS, codes, people
from tournaments.imports import EntryList, read_entries

FILES = [
    ("anmeldung_101_excel.csv", "utf-8", ";", 101),
    ("anmeldung_37_komma.csv", "utf-8", ",", 37),
    ("anmeldung_windows1252.csv", "cp1252", ";", 60),
    ("anmeldung_doppelte_leere_zeilen.csv", "utf-8", ";", 25),
]


def load(name):
    return read_entries(name, (DATA / name).read_bytes())


def expected(rows):
    """The rows by the plainest means: no doubt is in these files."""
    return [
        (first.strip(), last.strip(), club, paid.lower() == "ja", gender.lower())
        for first, last, club, paid, gender in rows
        if first or last
    ]


@pytest.mark.parametrize(("name", "encoding", "separator", "count"), FILES)
def test_every_row_is_read_as_it_stands(name, encoding, separator, count):
    entry_list = load(name)
    text = (DATA / name).read_bytes().decode("cp1252" if encoding == "cp1252" else "utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    assert people(entry_list) == expected(rows[1:])
    assert len(entry_list.entries) == count
    assert (entry_list.encoding, entry_list.separator, entry_list.header_line) == (encoding, separator, 1)
    assert [column.title for column in entry_list.columns] == list(HEADINGS)
    assert [column.role for column in entry_list.columns] == ["first", "last", "club", "paid", "gender"]
    assert codes(entry_list) == {}
    assert entry_list.problems == ()


def test_the_workbook_is_read_as_it_stands():
    entry_list = load("anmeldung_64.xlsx")
    rows = list(openpyxl.load_workbook(DATA / "anmeldung_64.xlsx").active.iter_rows(values_only=True))
    assert people(entry_list) == expected([[cell or "" for cell in row] for row in rows[1:]])
    assert (len(entry_list.entries), entry_list.kind, entry_list.sheet) == (64, "xlsx", "Anmeldungen")
    assert (entry_list.entries[0].line, entry_list.entries[-1].line) == (2, 65)
    assert codes(entry_list) == {}
    assert entry_list.ignored == ()


def test_the_umlauts_of_the_hundred_and_one():
    entries = load("anmeldung_101_excel.csv").entries
    assert entries[0].name == "Ümit Classen"
    assert {"Ayşe Çelik", "Øyvind Çelik", "Étienne Meurer", "Änne von der Heydt", "Zoë Nießen"} <= {
        entry.name for entry in entries
    }
    assert Counter(entry.club for entry in entries)["Stammtisch „Zur Post“"] == 10
    assert sum(entry.paid for entry in entries) == 44


def test_the_empty_line_is_said_and_the_padded_one_trimmed():
    entry_list = load("anmeldung_doppelte_leere_zeilen.csv")
    assert [(problem.line, problem.code) for problem in entry_list.ignored] == [(11, "empty_line")]
    last = entry_list.entries[-1]
    assert (last.first, last.last, last.club, last.paid, last.gender) == (
        "Bernd", "Lang", "Schockklub Nord", True, "m",
    )  # fmt: skip
    assert last.line == 27


@pytest.mark.parametrize("name", [name for name, *_ in FILES] + ["anmeldung_64.xlsx"])
def test_a_list_survives_its_json_column(name):
    entry_list = load(name)
    assert EntryList.from_dict(json.loads(json.dumps(entry_list.to_dict()))) == entry_list
