"""Who of a list is new: by name, club and how many of them."""

import pytest

from tests.tournaments.imports.written import DATA, read
from tournaments.imports import Known, State, match_entries, read_entries

HEADER = "Vorname;Nachname;Verein\n"


def match(rows, *existing):
    return match_entries(read(HEADER + rows), existing)


def states(rows, *existing):
    return [str(row.state) for row in match(rows, *existing)]


def taken_over(preview, known=()):
    """The tournament after the ticked rows were confirmed."""
    people = list(known)
    for row in preview:
        if row.take:
            people.append(Known(len(people) + 1, row.entry.first, row.entry.last, row.entry.club))
    return people


def test_nobody_there_all_are_new():
    rows = match("Hans;Müller;A\nEva;Lang;B\n")
    assert [(row.state, row.take) for row in rows] == [(State.NEW, True)] * 2


@pytest.mark.parametrize(
    "spelling", ["Hans;Müller;A e. V.", "HANS;MUELLER;a e.V.", " Hans ; Müller;A  e. V."]
)
def test_same_name_and_club_is_there_already_and_not_taken(spelling):
    (row,) = match(f"{spelling}\n", Known(7, "Hans", "Müller", "A e. V."))
    assert (row.state, row.take, row.known, row.doubtful) == (State.ALREADY_THERE, False, (7,), False)


def test_another_club_is_a_warning_and_taken():
    (row,) = match("Hans;Müller;B\n", Known(7, "Hans", "Müller", "A"))
    assert (row.state, row.take, row.known, row.doubtful) == (State.SAME_NAME_OTHER_CLUB, True, (7,), True)


def test_another_club_in_the_file_names_the_line():
    rows = match("Hans;Müller;A\nHans;Müller;B\n")
    assert [row.state for row in rows] == [State.NEW, State.SAME_NAME_OTHER_CLUB]
    assert rows[1].lines == (2,)


def test_a_copied_line_is_not_taken_unless_asked_for():
    rows = match("Hans;Müller;A\nHans;Müller;A\nHans;Müller;A\n")
    assert [(row.state, row.take, row.lines) for row in rows] == [
        (State.NEW, True, ()),
        (State.DUPLICATE_IN_FILE, False, (2,)),
        (State.DUPLICATE_IN_FILE, False, (2, 3)),
    ]


def test_as_many_are_there_as_there_are():
    two = (Known(7, "Hans", "Müller", "A"), Known(9, "Hans", "Müller", "A"))
    assert states("Hans;Müller;A\nHans;Müller;A\n", *two) == ["already_there", "already_there"]
    assert [row.known for row in match("Hans;Müller;A\nHans;Müller;A\n", *two)] == [(7,), (9,)]
    assert states("Hans;Müller;A\nHans;Müller;A\n", two[0]) == ["already_there", "duplicate_in_file"]
    assert states("Hans;Müller;A\n", *two) == ["already_there"]


def test_a_broken_line_is_never_taken_and_hides_nobody():
    rows = match(";Müller;A\nHans;Müller;A\n")
    assert [(row.state, row.take) for row in rows] == [(State.BROKEN, False), (State.NEW, True)]


def test_no_club_is_a_club_of_its_own():
    assert states("Hans;Müller;\n", Known(7, "Hans", "Müller", "A")) == ["same_name_other_club"]
    assert states("Hans;Müller;\n", (7, "Hans", "Müller", "")) == ["already_there"]


def test_equal_first_names_and_clubs_do_not_matter():
    assert states("Hans;Lang;A\nEva;Müller;A\n", Known(7, "Hans", "Müller", "A")) == ["new", "new"]


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.iterdir()))
def test_a_second_import_of_a_list_adds_nobody(file):
    entry_list = read_entries(file, (DATA / file).read_bytes())
    people = taken_over(match_entries(entry_list, []))
    again = match_entries(entry_list, people)
    assert not any(row.take for row in again)
    assert sum(row.state == State.ALREADY_THERE for row in again) == len(people)


def test_an_extended_list_adds_the_new_ones_only():
    first = read(HEADER + "Hans;Müller;A\nEva;Lang;B\n")
    people = taken_over(match_entries(first, []))
    longer = read(HEADER + "Eva;Lang;B\nUwe;Koch;A\nHans;Müller;A\n")
    preview = match_entries(longer, people)
    assert [row.entry.name for row in preview if row.take] == ["Uwe Koch"]


def test_the_copied_line_of_the_shared_file_is_found():
    file = DATA / "anmeldung_doppelte_leere_zeilen.csv"
    preview = match_entries(read_entries(file.name, file.read_bytes()), [])
    assert [(row.entry.line, row.lines) for row in preview if row.state == State.DUPLICATE_IN_FILE] == [
        (7, (4,))
    ]
    assert sum(row.state == State.NEW for row in preview) == 24
