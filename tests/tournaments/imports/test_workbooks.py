"""What spreadsheets hold besides text."""

import datetime
import io
import re
import zipfile

import openpyxl
import pytest

from tests.tournaments.imports.written import codes, names, people, read, saved, workbook

HEADER = ("Vorname", "Nachname", "Verein", "Bezahlt", "Geschlecht")


def changed(data, name, pattern, text):
    """The workbook with one part rewritten, as another program would have saved it."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.namelist():
            content = old.read(part).decode()
            new.writestr(part, re.sub(pattern, text, content) if part == name else content)
    return target.getvalue()


def test_values_become_text():
    day = datetime.datetime(2026, 3, 12)
    data = workbook(
        [HEADER, ("Eva", "Lang", 1921, True, "w"), ("Uwe", 4.0, 1.5, 10, None), ("Al", "B", day, False)]
    )
    assert people(read(data)) == [
        ("Eva", "Lang", "1921", True, "w"),
        ("Uwe", "4", "1.5", True, ""),
        ("Al", "B", "12.03.2026", False, ""),
    ]


def test_titles_empty_rows_and_columns_do_not_matter():
    rows = [
        (None, "Anmeldung 2026"),
        (),
        (None, None, *HEADER),
        (None, 1, "Eva", "Lang", "KG"),
        (),
        (None, 2, "Uwe", "Koch"),
    ]
    entry_list = read(workbook(rows))
    assert names(entry_list) == [("Eva", "Lang"), ("Uwe", "Koch")]
    assert [entry.line for entry in entry_list.entries] == [4, 6]
    assert entry_list.header_line == 3
    assert [(problem.line, problem.code) for problem in entry_list.ignored] == [
        (1, "title_line"),
        (5, "empty_line"),
    ]


def test_the_sheet_with_headings_is_read_and_the_others_are_named():
    book = openpyxl.Workbook()
    book.active.title = "Leer"
    book.create_sheet("Info").append(["Bitte bis Freitag melden"])
    for row in (HEADER, ("Eva", "Lang")):
        sheet = book["Liste"] if "Liste" in book.sheetnames else book.create_sheet("Liste")
        sheet.append(row)
    entry_list = read(saved(book))
    assert (entry_list.sheet, names(entry_list)) == ("Liste", [("Eva", "Lang")])
    assert [(p.code, p.params) for p in entry_list.problems] == [
        ("other_sheets", {"sheet": "Liste", "others": "Info"})
    ]


def test_a_visible_sheet_goes_before_a_hidden_one():
    book = openpyxl.Workbook()
    book.active.sheet_state = "hidden"
    for row in (HEADER, ("Alt", "Liste")):
        book.active.append(row)
    sheet = book.create_sheet("Neu")
    for row in (HEADER, ("Eva", "Lang")):
        sheet.append(row)
    assert names(read(saved(book))) == [("Eva", "Lang")]


def test_a_formula_counts_with_its_saved_value():
    data = workbook([("Vorname", "Nachname"), ("Eva", "Lang")])
    data = changed(
        data, "xl/worksheets/sheet1.xml", r'<c r="B2".*?</c>', '<c r="B2" t="str"><f>A1</f><v>Koch</v></c>'
    )
    assert names(read(data)) == [("Eva", "Koch")]


def test_a_formula_without_a_saved_value_is_told():
    entry_list = read(
        workbook([("Vorname", "Nachname", "Verein"), ("Eva", "Lang", "=A1"), ("=A1", "=B1", None)])
    )
    assert codes(entry_list) == {
        2: ["formula_empty"],
        3: ["formula_empty", "formula_empty", "name_missing"],
    }
    assert entry_list.entries[0].problems[0].params == {"part": "club"}


def test_an_error_value_is_told():
    data = workbook([("Vorname", "Nachname"), ("Eva", "Lang")])
    data = changed(
        data, "xl/worksheets/sheet1.xml", r'<c r="B2".*?</c>', '<c r="B2" t="e"><f>X</f><v>#NAME?</v></c>'
    )
    assert "formula_error" in codes(read(data))[2]


def test_a_wrong_size_of_the_sheet_loses_nobody():
    data = workbook([HEADER, ("Eva", "Lang"), ("Uwe", "Koch")])
    data = changed(data, "xl/worksheets/sheet1.xml", r'<dimension ref="[^"]*"', '<dimension ref="A1:A1"')
    assert names(read(data)) == [("Eva", "Lang"), ("Uwe", "Koch")]


@pytest.mark.parametrize("last", [5000, 1_048_576])
def test_a_sheet_formatted_to_its_end_is_read_quickly(last):
    book = openpyxl.Workbook()
    for row in (HEADER, ("Eva", "Lang")):
        book.active.append(row)
    book.active.cell(row=last, column=16_384).number_format = "0.00"
    assert names(read(saved(book))) == [("Eva", "Lang")]


def test_escaped_signs_and_line_breaks_in_cells():
    data = workbook([HEADER, ("Eva_x000D_\nMaria", "Lang", "Zur\nPost")])
    assert people(read(data)) == [("Eva Maria", "Lang", "Zur Post", False, "")]


def test_a_formula_injection_is_only_text():
    book = openpyxl.Workbook()
    book.active.append(["Vorname", "Nachname"])
    book.active.append(["x", "Lang"])
    cell = book.active["A2"]
    cell.value = "=1+1"
    cell.data_type = "s"
    assert names(read(saved(book))) == [("=1+1", "Lang")]
