"""Every refusal of the draw has a German sentence that names whom it concerns."""

import pytest

from scoring.errors import RuleViolation
from tests.draw.evenings import field_of, next_input
from tournaments.draw import DrawInput, Entrant, KoEntrant, draw_round, seat_ko
from tournaments.messages.refusals import refusal_text

FIXED = tuple(Entrant(number, fixed_table=2) for number in range(1, 6))


@pytest.mark.parametrize(
    ("draw_input", "words"),
    [
        (next_input(field_of(2)), ["zu wenige: 2"]),
        (next_input((*field_of(8), Entrant(3), Entrant(7))), ["Startnummer 3, 7 steht doppelt"]),
        (next_input((*field_of(8), Entrant(-3))), ["nicht -3"]),
        (
            next_input((*field_of(8), Entrant(99, fixed_table=7))),
            ["Startnummer 99", "Tische dieser Runde: 2"],
        ),
        (next_input((*FIXED, *field_of(12)[5:])), ["An Tisch 2 passen 4 Leute", "1, 2, 3, 4, 5"]),
        (next_input(field_of(8), odd_tables="sixes"), ["Dreiertische"]),
        (next_input(field_of(8), (((1, 1, 2, 3),),)), ["Runde 1"]),
        (next_input(field_of(8), rounds=0), ["Runde 1 gibt es nicht"]),
    ],
)
def test_a_refused_draw_says_why(draw_input: DrawInput, words: list[str]) -> None:
    with pytest.raises(RuleViolation) as refusal:
        draw_round(draw_input)
    sentence = refusal_text(refusal.value)
    assert all(word in sentence for word in words), sentence


@pytest.mark.parametrize(
    ("people", "tables", "seeding", "words"),
    [
        (16, 3, "apart", "16 Leute passen nicht auf 15"),
        (4, 0, "apart", "einen Tisch"),
        (4, 1, "best", "Arten"),
    ],
)
def test_a_refused_seeding_says_why(people: int, tables: int, seeding: str, words: str) -> None:
    entrants = [KoEntrant(number, number, 0) for number in range(1, people + 1)]
    with pytest.raises(RuleViolation) as refusal:
        seat_ko(entrants, tables, 5, seeding, 1)
    assert words in refusal_text(refusal.value)
