"""Blank table sheets, read from the PDF itself."""

import pytest

from scoring.ruleset import PRESETS
from tests.builders import add_players, make_tournament
from tests.playing import facts
from tests.tournaments.printing.examples import EVERY_HOUSE_RULE, WIDEST, sheet
from tests.tournaments.printing.reading import Paper
from tournaments.messages.rules import sheet_rules
from tournaments.models import Tournament
from tournaments.printing import content, render, sheets
from tournaments.services._act import SYSTEM
from tournaments.services.tournaments import change_format, change_rules

PARAMS = {"round": 0, "language": "de"}


def blank(seats: int, **changes: object) -> sheets.SheetData:
    lines = tuple(sheets.Seat(number, "", 0) for number in range(1, seats + 1))
    return sheet(0, (), **({"round": 0, "code": "", "entry_url": "", "seats": lines} | changes))


def printed(*data: sheets.SheetData) -> Paper:
    return Paper(render(sheets.blank_document(data)))


def sizes(t: Tournament) -> list[int]:
    return [len(one.seats) for one in content.PAPERS["blank_sheets"].read(facts(t), PARAMS)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everything_to_write_and_nothing_to_scan(seats: int) -> None:
    data = blank(seats, tournament="Abend", place="")
    paper = printed(data)
    text = paper.text(0)
    assert paper.pages == 1
    assert text.startswith("Tisch Runde von 5,")
    assert text.count("Startnummer") == seats
    for words in ("Wer hat verloren?", "H1 H2 EK", "im Endkampf gewonnen: 3", "So gilt es heute",
                  "Unterschrift: hat verloren", "Zettel gleich zur Turnierleitung bringen."):  # fmt: skip
        assert words in text
    for words in ("QR", "Eintragen", "Tisch 0", "Runde 0", "Startnummer 0"):
        assert words not in text
    figures = [alt for tag, alt in paper.tags(0) if tag == "Figure"]
    assert figures == ["Bierdeckel für die Tischnummer"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_name_has_room_for_a_pen(seats: int) -> None:
    paper = printed(blank(seats))
    lines = [y for y in paper.rules(0, 15, 40) if y > 60][: seats + 1]
    assert len(lines) == seats + 1
    assert min(below - above for above, below in zip(lines, lines[1:], strict=False)) > 16


@pytest.mark.parametrize("games", [1, 3, 9])
@pytest.mark.parametrize("rules", [PRESETS["dueren"], EVERY_HOUSE_RULE])
def test_whatever_is_played_it_is_one_page(games: int, rules: object) -> None:
    plan: dict[str, object] = {"games": (False,) * games, "rules": sheet_rules(rules)}
    plan |= {"tournament": WIDEST[:120], "place": WIDEST[:120]}
    paper = printed(*(blank(seats, **plan) for seats in (4, 5, 6)))
    assert paper.pages == 3
    for page in range(3):
        words = paper.words(page)
        assert max(word.right for word in words) <= 195.2
        assert max(word.bottom for word in words) <= 285


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("people", "odd", "expected"),
    [(40, "fives", [4, 5]), (7, "fives", [3, 4, 5]), (40, "threes", [3, 4, 5]), (0, "fives", [4, 5])],
)
def test_one_for_each_size_of_table(people: int, odd: str, expected: list[int]) -> None:
    t = make_tournament(odd_tables=odd)
    add_players(t, people, present=False)
    assert sizes(t) == expected
    document, _ = content.document(t.pk, "blank_sheets", PARAMS)
    assert Paper(render(document)).title == "Leere Tischzettel: Probe"
    assert len(document.sheets) == len(expected)


@pytest.mark.django_db
def test_it_follows_format_and_rules() -> None:
    t = make_tournament()
    before = content.digest(facts(t), "blank_sheets", PARAMS)
    add_players(t, 40)
    assert content.digest(facts(t), "blank_sheets", PARAMS) == before
    change_format(tournament_id=t.pk, by=SYSTEM, changes={"games_per_round": 2})
    two = content.PAPERS["blank_sheets"].read(facts(t), PARAMS)
    assert {one.games for one in two} == {(False, False)}
    change_rules(tournament_id=t.pk, by=SYSTEM, changes={"speed": "scharf"})
    assert {one.games for one in content.PAPERS["blank_sheets"].read(facts(t), PARAMS)} == {(True, True)}
    assert content.digest(facts(t), "blank_sheets", PARAMS) != before
