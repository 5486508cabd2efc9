"""What is doubtful about a line is said at this line, and no other line suffers."""

import pytest

from scoring.errors import RuleViolation
from tests.tournaments.imports.written import codes, names, people, read
from tournaments.imports import repair_entry

HEADER = "Vorname;Nachname;Verein;Bezahlt;Geschlecht\n"


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (";;KG;;", "name_missing"),
        ("-;?;KG;;", "name_missing"),
        (";Jansen;KG;;", "first_missing"),
        ("Eva;;KG;;", "last_missing"),
        (f"{'x' * 81};Lang;KG;;", "name_too_long"),
        (f"Eva;Lang;{'x' * 81};;", "name_too_long"),
        ("田中;Lang;KG;;", "name_unprintable"),
        ("Eva;Lang;KG \ufffd;;", "name_unprintable"),
        ("#NV;Lang;KG;;", "formula_error"),
        ("Eva;#REF!;KG;;", "formula_error"),
    ],
)
def test_a_broken_line_cannot_be_taken_and_leaves_the_others_alone(row, code):
    entry_list = read(f"{HEADER}Hans;Müller;KG;;\n{row}\nUwe;Lang;KG;;\n")
    assert code in codes(entry_list)[3]
    assert [entry.broken for entry in entry_list.entries] == [False, True, False]
    assert [entry.line for entry in entry_list.entries if entry.broken] == [3]


@pytest.mark.parametrize(
    ("row", "code", "person"),
    [
        ("Eva;Lang;KG;vielleicht;w", "paid_unclear", ("Eva", "Lang", "KG", False, "w")),
        ("Eva;Lang;KG;ja;rot", "gender_unclear", ("Eva", "Lang", "KG", True, "")),
        ("Eva;Lang;KG;ja;w;neu", "extra_cells", ("Eva", "Lang", "KG", True, "w")),
    ],
)
def test_a_warning_is_taken_and_told(row, code, person):
    entry_list = read(f"{HEADER}Hans;Müller;KG;;\n{row}\nUwe;Lang;KG;;\n")
    assert codes(entry_list) == {3: [code]}
    assert people(entry_list)[1] == person
    assert not entry_list.entries[1].broken


@pytest.mark.parametrize(
    "cell",
    ["ja", "JA", " j ", "x", "X", "1", "✓", "✅", "bezahlt", "10", "10 €", "10,00 €", "€ 12.50", "10,-",
     "bar", "Überwiesen", "12.03.2026", "TRUE", "wahr", "yes"],
)  # fmt: skip
def test_paid(cell):
    assert read(f"{HEADER}Eva;Lang;KG;{cell};w\n").entries[0].paid


@pytest.mark.parametrize(
    "cell", ["", "nein", "NEIN", "n", "0", "0,00 €", "-", "offen", "noch offen", "FALSE", "❌"]
)
def test_not_paid(cell):
    entry = read(f"{HEADER}Eva;Lang;KG;{cell};w\n").entries[0]
    assert (entry.paid, entry.problems) == (False, ())


@pytest.mark.parametrize(
    ("cell", "gender"),
    [("m", "m"), ("M", "m"), ("männlich", "m"), ("Herr", "m"), ("W", "w"), ("f", "w"), ("weiblich", "w"),
     ("Frau", "w"), ("d", "d"), ("divers", "d"), ("", ""), ("-", "")],
)  # fmt: skip
def test_gender(cell, gender):
    assert read(f"{HEADER}Eva;Lang;KG;ja;{cell}\n").entries[0].gender == gender


def test_one_name_alone_is_what_everybody_calls_this_person():
    entry_list = read("Name;Verein\nJupp;KG\nHans Müller;KG\n")
    assert names(entry_list) == [("Jupp", ""), ("Hans", "Müller")]
    assert codes(entry_list) == {2: ["one_name"]}


def test_a_last_name_alone_in_a_list_with_commas_lacks_its_first_name():
    entry_list = read("Teilnehmer;Verein\nMüller, Hans;KG\nJansen;KG\nLang, Eva;KG\n")
    assert codes(entry_list) == {3: ["first_missing"]}
    assert entry_list.entries[1].last == "Jansen"


def test_three_words_without_a_comma_are_a_guess():
    entry_list = read("Name;Verein\nAnna Lena Fritz;KG\nHans Müller;KG\n")
    assert names(entry_list)[0] == ("Anna Lena", "Fritz")
    assert codes(entry_list) == {2: ["name_split_guessed"]}


@pytest.mark.parametrize(
    "text",
    [
        'Hans;Müller;"Zur Post;ja;m\nEva;Lang;KG;ja;w\nUwe;Koch;KG;;\n',
        'Hans;Müller;"Zur Post;ja;m\nEva;Lang;KG";ja;w\nUwe;Koch;KG;;\n',
        'Hans;Müller;Zur Post";ja;m\nEva;Lang;KG;ja;w\nUwe;Koch;KG;;\n',
    ],
)
def test_a_stray_quote_swallows_nobody(text):
    entry_list = read(HEADER + text)
    assert names(entry_list) == [("Hans", "Müller"), ("Eva", "Lang"), ("Uwe", "Koch")]
    assert entry_list.entries[0].club == "Zur Post"


def test_quotes_inside_quotes_stay():
    text = HEADER + 'Hans;Müller;"Die "wilden" Sechs";ja;m\nEva;Lang;Zur "Post";;\n'
    assert [entry.club for entry in read(text).entries] == ['Die "wilden" Sechs', 'Zur "Post"']


def test_a_cell_that_holds_a_line_break_and_separators_is_looked_at():
    entry_list = read(HEADER + 'Hans;Müller;"Zur Post\nEva;Lang;KG";ja;m\n')
    assert codes(entry_list) == {2: ["quote_open"]}
    assert not entry_list.entries[0].broken


def test_damaged_umlauts_are_seen():
    entry_list = read("Vorname;Nachname\nHans;MÃ¼ller\nEva;Löhr→\n")
    assert codes(entry_list) == {2: ["letters_damaged"]}


def test_the_line_is_kept_as_it_stands():
    entry = read("Vorname;Nachname;Verein\n;Jansen;Schockklub Winden\n").entries[0]
    assert entry.raw == ";Jansen;Schockklub Winden"
    assert len(read(f"Vorname;Nachname\nA;B;{'x' * 500}\n").entries[0].raw) <= 200


def test_a_broken_line_is_completed_by_the_desk():
    entry = read("Vorname;Nachname;Bezahlt\n;Jansen;vielleicht\n").entries[0]
    repaired = repair_entry(entry, first="  Inge ", last="Jansen")
    assert (repaired.first, repaired.last, repaired.broken, repaired.line) == ("Inge", "Jansen", False, 2)
    assert [problem.code for problem in repaired.problems] == ["paid_unclear"]


def test_a_completed_line_is_held_to_the_same_rules():
    entry = read("Vorname;Nachname\n;Jansen\n").entries[0]
    with pytest.raises(RuleViolation) as caught:
        repair_entry(entry, first="田", last="Jansen")
    assert (caught.value.code, caught.value.field) == ("name_unprintable", "first")
