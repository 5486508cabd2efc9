"""Encodings × separators × line ends × quoted line breaks: one list, one result."""

import pytest

from tests.tournaments.imports.written import HEADINGS, names, people, read, written

ROWS = [
    ("Jürgen", "Müller", "Stammtisch Zur Post", "ja", "m"),
    ("Zoë", "von der Heydt", 'Die "11" Typen', "nein", "w"),
    ("Étienne", "Groß", "TuS Waldesruh,\nAbteilung Knobeln; seit 1921", "", ""),
    ("Änne", "Öztürk", "KG Rot-Weiß\n1\n2", "ja", "d"),
]
RESULT = [
    ("Jürgen", "Müller", "Stammtisch Zur Post", True, "m"),
    ("Zoë", "von der Heydt", 'Die "11" Typen', False, "w"),
    ("Étienne", "Groß", "TuS Waldesruh, Abteilung Knobeln; seit 1921", False, ""),
    ("Änne", "Öztürk", "KG Rot-Weiß 1 2", True, "d"),
]


@pytest.mark.parametrize("title", [False, True])
@pytest.mark.parametrize("line_end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_one_list_has_one_reading(encoding, separator, line_end, title):
    above = [("Anmeldung zum Turnier", "", "", "", ""), ("", "", "", "", "")] if title else []
    entry_list = read(
        written([*above, HEADINGS, *ROWS], separator=separator, line_end=line_end, encoding=encoding)
    )
    assert people(entry_list) == RESULT
    assert not any(entry.broken for entry in entry_list.entries)
    start = 4 if title else 2
    assert [entry.line for entry in entry_list.entries] == [start, start + 1, start + 2, start + 4]
    assert entry_list.header_line == start - 1


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("mark", ["sep={}", "SEP={}", '"sep={}"', " sep={} "])
def test_a_sep_line_is_obeyed(mark, separator):
    text = mark.format(separator) + "\r\n" + written([HEADINGS, *ROWS[:2]], separator=separator).decode()
    entry_list = read(text)
    assert people(entry_list) == RESULT[:2]
    assert entry_list.separator == separator
    assert entry_list.entries[0].line == 3


def test_a_separator_inside_names_does_not_win():
    text = "Name;Verein\r\nMüller, Hans;A, B und C\r\nLang, Eva;A, B und C\r\n"
    assert names(read(text)) == [("Hans", "Müller"), ("Eva", "Lang")]
    assert read("Name\tVerein\nMüller, Hans\tA;B\n").separator == "\t"


@pytest.mark.parametrize("encoding", ["cp850", "mac-roman"])
def test_csv_for_dos_and_macintosh(encoding):
    entry_list = read("Vorname;Nachname\r\nJürgen;Müller\r\nÄnne;Groß\r\nÖmer;Löhr".encode(encoding))
    assert names(entry_list) == [("Jürgen", "Müller"), ("Änne", "Groß"), ("Ömer", "Löhr")]
    assert entry_list.encoding == encoding


def test_umlauts_saved_twice_are_read_back():
    twice = "Vorname;Nachname\nJürgen;Groß\nÄnne;Löhr\n".encode().decode("cp1252").encode()
    assert names(read(twice)) == [("Jürgen", "Groß"), ("Änne", "Löhr")]


def test_a_file_cut_inside_a_letter_keeps_its_other_umlauts():
    whole = "Vorname;Nachname\nJürgen;Müller\nÄnne;Lö".encode()
    assert names(read(whole[:-1])) == [("Jürgen", "Müller"), ("Änne", "L")]


def test_line_ends_may_be_mixed_and_zeros_may_follow():
    assert names(read(b"Vorname;Nachname\nA;B\r\nC;D\rE;F\r\n\x1a\x00\x00")) == [
        ("A", "B"),
        ("C", "D"),
        ("E", "F"),
    ]


def test_every_line_quoted_as_a_whole():
    text = '"Vorname,Nachname,Verein"\r\n"Hans,Müller,""Zur Post"""\r\n\r\n"Eva,Lang,KG"\r\n'
    entry_list = read(text)
    assert people(entry_list) == [("Hans", "Müller", "Zur Post", False, ""), ("Eva", "Lang", "KG", False, "")]
    assert [entry.line for entry in entry_list.entries] == [2, 4]
    assert names(read('"Vorname,Nachname"\n"Hans,Müller"\n')) == [("Hans", "Müller")]
    assert names(read('"Name"\n"Müller, Hans"\n"Lang, Eva"\n')) == [("Hans", "Müller"), ("Eva", "Lang")]


def test_cells_that_were_kept_from_being_calculated():
    text = 'Vorname;Nachname;Verein\n="Hans";\'=Müller;="0""8""15"\n\'Hein;O\'Neill;\'-+\n'
    assert people(read(text)) == [
        ("Hans", "=Müller", '0"8"15', False, ""),
        ("'Hein", "O'Neill", "", False, ""),
    ]
