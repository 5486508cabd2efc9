"""Every code has its sentence, and every sentence the values it needs."""

import re

import pytest

from tests.tournaments.imports.written import read, refusal
from tournaments.imports import swap_names
from tournaments.imports.cells import SEPARATORS
from tournaments.imports.encodings import BOMS, OLD_ENCODINGS
from tournaments.imports.entries import LEVELS
from tournaments.messages import entries as messages
from tournaments.messages.refusals import refusal_text

CODES = [
    "name_missing", "name_too_long", "name_unprintable", "file_empty", "file_too_large", "too_many_rows",
    "workbook_too_large", "file_unreadable", "file_not_a_table", "xls_not_supported", "ods_not_supported",
    "no_name_column", "no_rows",
]  # fmt: skip


def test_all_codes_encodings_and_separators_have_words():
    assert set(messages.PROBLEMS) == set(LEVELS) == set(messages.SHORT)
    assert set(messages.ENCODINGS) == {name for _, name in BOMS} | set(OLD_ENCODINGS)
    assert set(messages.SEPARATORS) == set(SEPARATORS)


@pytest.mark.parametrize("table", [messages.PROBLEMS, messages.SHORT])
def test_sentences_keep_the_tone_of_the_house(table):
    for sentence in map(str, table.values()):
        assert "!" not in sentence
        assert not re.search(r"\b(Sie|Ihr|Ihre|Du|Dein)\b", sentence)


def test_every_doubt_of_a_wild_list_can_be_said():
    text = (
        "Titel\nVorname;Nachname;Verein;Bezahlt;Geschlecht;Verein\n;;KG;?!a;rot;\n;B;;;;\nA;;;;;\n"
        f"{'x' * 81};B;;;;\n田;B;;;;\nA;#NV;;;;\nA;MÃ¼ller→;;;;\nA;B;;;;;;x\n;;;;;\n"
        "Vorname;Nachname;Verein;Bezahlt;Geschlecht;Verein\n"
    )
    entry_list = swap_names(read(text))
    found = [*entry_list.ignored, *entry_list.problems, *(p for e in entry_list.entries for p in e.problems)]
    assert {problem.code for problem in found} >= {
        "title_line", "empty_line", "header_again", "column_twice", "names_swapped", "name_missing",
        "first_missing", "last_missing", "name_too_long", "name_unprintable", "formula_error",
        "letters_damaged", "extra_cells", "paid_unclear", "gender_unclear",
    }  # fmt: skip
    for problem in found:
        assert "%(" not in messages.problem_text(problem.code, problem.params)
        assert "%(" not in messages.problem_tag(problem.code, problem.params)


def test_the_part_of_a_name_is_said_in_german():
    problem = read(f"Vorname;Nachname\n{'x' * 81};B\n").entries[0].problems[0]
    assert messages.problem_text(problem.code, problem.params).startswith(
        "Vorname hat 81 Zeichen, höchstens 80"
    )


def test_how_a_file_was_understood_is_said_in_one_line():
    entry_list = read("A\n\nName;Vorname\nMüller;Jürgen\n".encode("cp1252"))
    said = messages.reading_text(
        entry_list.kind, entry_list.encoding, entry_list.separator, entry_list.sheet, entry_list.header_line
    )
    assert said == "Überschrift in Zeile 3, Semikolon, Windows-Zeichen"
    assert messages.reading_text("xlsx", "", "", "Liste", None) == "keine Überschrift, Blatt „Liste“"


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_a_sentence(code):
    from tournaments.messages.refusals_entries import REFUSALS

    assert code in REFUSALS
    assert "!" not in str(REFUSALS[code])


def test_refusals_of_files_are_sentences():
    for data in (b"", b"%PDF", b"x" * 2_000_001, b"\xd0\xcf\x11\xe0", b"1;2\n", b"Name\n", b"PK\x03\x04"):
        said = refusal_text(refusal(data))
        assert "%(" not in said
        assert not said.startswith("Das geht so nicht")
