"""Files that are no entry list: a refusal that says what to do, never an exception of another kind."""

import io
import random
import zipfile

import pytest

from tests.tournaments.imports.written import DATA, read, refusal, workbook, written
from tournaments.imports import BYTES_LIMIT, ENTRIES_LIMIT, sheets

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 504
BOMB = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst>&b;</sst>'


def archive(**parts):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in parts.items():
            zipped.writestr(name, content)
    return target.getvalue()


def with_part(name, content):
    """A good workbook with one part replaced."""
    source, target = io.BytesIO(workbook([("Vorname", "Nachname"), ("Eva", "Lang")])), io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
        if name not in old.namelist():
            new.writestr(name, content)
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file_empty"),
        (b"\r\n \r\n\t", "file_empty"),
        (b"\xef\xbb\xbf", "file_empty"),
        (b"\xff\xfe", "file_empty"),
        (b"\x00" * 300, "file_empty"),
        (b";;;;\r\n;;;;\r\n", "no_name_column"),
        (b"Vorname;Nachname;Verein\r\n", "no_rows"),
        (b"Vorname;Nachname;Verein\r\n;;\r\n", "no_rows"),
        (b"Telefon;Verein\r\n0241;KG\r\n", "no_name_column"),
        (b"1;2;3\r\n4;5;6\r\n", "no_name_column"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "file_not_a_table"),
        (PNG, "file_not_a_table"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "file_not_a_table"),
        (bytes(range(256)) * 8, "file_not_a_table"),
        (b"Vorname;Nachname\nAn\x00na;Lang\x00\x00\x01\n", "file_not_a_table"),
        (b"<!DOCTYPE html><table><tr><td>Hans", "file_not_a_table"),
        (b"<?xml version='1.0'?><Workbook>", "file_not_a_table"),
        (b'{"players": [{"first": "Hans"}]}', "file_not_a_table"),
        (b"{\\rtf1\\ansi Hans}", "file_not_a_table"),
        (OLE, "xls_not_supported"),
        (b"\x09\x08\x10\x00\x00\x06\x05\x00", "xls_not_supported"),
        (b"\xff\xfe\x00\xd8\x41\x00", "file_unreadable"),
        (b"PK\x03\x04", "file_unreadable"),
        (b"PK\x05\x06" + b"\x00" * 18, "file_not_a_table"),
        (archive(**{"word/document.xml": "<w/>"}), "file_not_a_table"),
        (archive(**{"xl/workbook.bin": "x"}), "xls_not_supported"),
        (archive(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "ods_not_supported"),
        (archive(**{"xl/workbook.xml": "<x/>"}), "file_unreadable"),
        (archive(**{"xl/workbook.xml": "no xml"}), "file_unreadable"),
        (with_part("xl/worksheets/sheet1.xml", "<worksheet><sheetData><row"), "file_unreadable"),
        (with_part("xl/workbook.xml", BOMB), "file_unreadable"),
        (with_part("xl/sharedStrings.xml", BOMB.encode("utf-16")), "file_unreadable"),
        (workbook([]), "file_empty"),
        (workbook([("", None, " ")]), "file_empty"),
        (workbook([("Vorname", "Nachname")]), "no_rows"),
        (workbook([(1, 2, 3), (4, 5, 6)]), "no_name_column"),
    ],
)
def test_a_file_that_is_no_list_is_refused(data, code):
    violation = refusal(data)
    assert (violation.code, violation.field) == (code, "file")


@pytest.mark.parametrize(
    "text",
    [
        "Sehr geehrte Damen und Herren,\nhiermit melde ich mich an und freue mich sehr.\nMit Grüßen\n",
        "import os\ndef f(x):\n    return x + 1\n",
        "[global]\nkey = value\nother = 3\n",
    ],
)
def test_letters_and_programs_are_no_lists(text):
    assert refusal(text).code == "no_name_column"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_workbook_is_refused(share):
    data = (DATA / "anmeldung_64.xlsx").read_bytes()
    assert refusal(data[: int(len(data) * share)]).code == "file_unreadable"


def test_a_file_of_two_megabytes_is_the_limit():
    assert refusal(b"x" * (BYTES_LIMIT + 1)).code == "file_too_large"
    assert refusal(b"x" * (BYTES_LIMIT + 1)).params == {"limit": 2}


@pytest.mark.parametrize("part", ["xl/sharedStrings.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize("size", [8_000_000, 60_000_000])
def test_a_zip_bomb_is_not_unpacked(part, size):
    data = with_part(part, b"<sst>" + b" " * size + b"</sst>")
    assert len(data) < 100_000
    assert refusal(data).code == "workbook_too_large"


def sheet(rows):
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'


def padded(name, content):
    """Not packed so well that this alone is suspicious."""
    data = io.BytesIO(with_part(name, content))
    with zipfile.ZipFile(data, "a") as zipped:
        zipped.writestr("xl/media/image1.png", random.Random(1).randbytes(300_000))
    return data.getvalue()


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("xl/worksheets/sheet1.xml", sheet("<row>" + "<c/>" * 200_000 + "</row>")),
        ("xl/worksheets/sheet1.xml", sheet("<row><c/></row>" * 300_000)),
        ("xl/worksheets/sheet1.xml", sheet("<a>" * 200_000 + "</a>" * 200_000)),
        ("xl/worksheets/sheet1.xml", sheet("<row><c/></row>" * 300_000).encode("utf-16")),
        ("xl/styles.xml", "<styleSheet>" + "<xf/>" * 200_000 + "</styleSheet>"),
        ("xl/elsewhere.dat", "<sst>" + "<si/>" * 200_000 + "</sst>"),
    ],
    ids=["cells of a row", "cells", "nested", "wide letters", "styles", "another name"],
)
def test_a_workbook_of_very_many_elements_is_not_built(part, content, monkeypatch):
    monkeypatch.setattr(sheets, "_read", lambda data: pytest.fail("it was built"))
    assert refusal(padded(part, content)).code == "workbook_too_large"


def test_a_long_text_in_every_cell_is_not_read_as_often():
    """A workbook holds a text once, however many cells show it: 40 KB that would be 240 MB of text."""
    rows = [("Vorname", "Nachname"), *[("Eva", *["x" * 30_000] * 40)] * 200]
    data = workbook(rows)
    assert len(data) < BYTES_LIMIT
    assert refusal(data).code == "workbook_too_large"


def test_two_thousand_people_are_the_limit():
    rows = [("Vorname", "Nachname"), *((f"A{n}", "B") for n in range(ENTRIES_LIMIT))]
    assert len(read(written(rows)).entries) == ENTRIES_LIMIT
    assert len(read(workbook(rows)).entries) == ENTRIES_LIMIT
    assert refusal(written([*rows, ("Z", "B")])).code == "too_many_rows"
    assert refusal(workbook([*rows, ("Z", "B")])).code == "too_many_rows"
    assert refusal(b"Vorname;Nachname\n" + b"\n" * 30_000 + b"A;B\n").code == "too_many_rows"


@pytest.mark.parametrize(
    "sign", [b"\n", b";", b'"', b'";"a', b'"\n', b"a,", b"\t\r", b"='", b'""', b'a;"b\n']
)
def test_two_megabytes_of_one_sign_are_read_or_refused(sign):
    assert refusal(sign * (BYTES_LIMIT // len(sign))).code in {
        "file_empty", "too_many_rows", "no_name_column", "file_not_a_table",
    }  # fmt: skip
