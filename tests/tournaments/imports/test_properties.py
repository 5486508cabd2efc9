"""Whatever the bytes: a list or a refusal. Whatever the people: written and read again they are the same."""

import io
import json
import zipfile

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RuleViolation
from tests.tournaments.imports.written import DATA, HEADINGS, csv_cell, people, workbook, written
from tournaments.imports import EntryList, match_entries, read_entries
from tournaments.models.names import clean_name

TABLE_SIGNS = st.text(alphabet="ab äÖß,;\t|\"'=\n\r-@€%<#1🎲\u202e\x00", max_size=120)
LETTERS = st.characters(categories=("L", "N", "P", "S", "Zs"), max_codepoint=0x52F)


def attempt(data):
    """Reads, or is refused by rule; any other exception fails the test."""
    try:
        entry_list = read_entries("liste", data)
    except RuleViolation:
        return
    assert entry_list.entries
    assert EntryList.from_dict(json.loads(json.dumps(entry_list.to_dict()))) == entry_list
    for row in match_entries(entry_list, []):
        assert not (row.take and row.entry.broken)
        if not row.entry.broken:
            assert clean_name(row.entry.first) == row.entry.first
            assert clean_name(row.entry.last, required=False) == row.entry.last


def cleaned(text):
    try:
        return clean_name(text)
    except RuleViolation:
        return None


NAMES = st.text(LETTERS, min_size=1, max_size=20).map(cleaned).filter(bool)
ROWS = st.tuples(NAMES, NAMES, NAMES, st.booleans(), st.sampled_from(["w", "m", "d", ""]))


@given(st.binary(max_size=400))
def test_any_bytes(data):
    attempt(data)


@given(
    st.sampled_from([b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"PK\x03\x04", b"sep=;\r\n"]),
    st.binary(max_size=200),
)
def test_any_bytes_behind_a_promising_start(start, data):
    attempt(start + data)


@given(TABLE_SIGNS, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]))
def test_any_text_of_a_table(text, encoding):
    attempt(text.encode(encoding))


@given(TABLE_SIGNS)
def test_any_text_below_headings(text):
    attempt(("Vorname;Nachname;Verein;Bezahlt\r\n" + text).encode())


@settings(max_examples=40)
@given(st.lists(st.lists(st.one_of(st.none(), st.integers(), st.floats(), st.booleans(), TABLE_SIGNS.map(
    lambda text: "".join(sign for sign in text if sign >= " " or sign == "\n")
), st.datetimes()), max_size=6), max_size=8))  # fmt: skip
def test_any_workbook(rows):
    attempt(workbook(rows))


@settings(max_examples=60)
@given(st.integers(0, 6000), st.binary(min_size=1, max_size=8))
def test_a_workbook_with_damaged_bytes(position, damage):
    data = bytearray((DATA / "anmeldung_64.xlsx").read_bytes())
    data[position : position + len(damage)] = damage
    attempt(bytes(data))


@settings(max_examples=60)
@given(st.integers(0, 17_000), st.binary(min_size=1, max_size=8))
def test_a_sheet_with_damaged_bytes(position, damage):
    target = io.BytesIO()
    with zipfile.ZipFile(DATA / "anmeldung_64.xlsx") as old, zipfile.ZipFile(target, "w") as new:
        for part in old.namelist():
            content = bytearray(old.read(part))
            if part == "xl/worksheets/sheet1.xml":
                content[position : position + len(damage)] = damage
            new.writestr(part, bytes(content))
    attempt(target.getvalue())


@given(
    st.lists(ROWS, min_size=1, max_size=8),
    st.sampled_from([";", ",", "\t"]),
    st.sampled_from(["\r\n", "\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)  # fmt: skip
def test_what_is_written_is_read_again(rows, separator, line_end, encoding):
    table = [
        [csv_cell(first), csv_cell(last), csv_cell(club), "ja" if paid else "nein", gender]
        for first, last, club, paid, gender in rows
    ]
    data = written([HEADINGS, *table], separator=separator, line_end=line_end, encoding=encoding)
    entry_list = read_entries("liste.csv", data)
    assert people(entry_list) == rows
