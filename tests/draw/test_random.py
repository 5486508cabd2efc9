"""Random fields with everything at once: legal, or refused by one of two codes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RuleViolation
from tests.draw import verifier
from tests.draw.evenings import next_input
from tournaments.draw import DrawInput, Entrant, draw_round, protocol, protocol_input


@st.composite
def _fields(draw: st.DrawFn) -> list[Entrant]:
    numbers = draw(st.lists(st.integers(1, 999), min_size=3, max_size=40, unique=True))
    label = st.one_of(st.none(), st.integers(1, 5))
    home = st.one_of(*[st.none()] * 9, st.integers(1, 10))
    return [Entrant(number, draw(label), draw(label), draw(home)) for number in numbers]


@settings(max_examples=60, derandomize=True)
@given(
    entrants=_fields(),
    odd_tables=st.sampled_from(["fives", "threes"]),
    clubs_apart=st.booleans(),
    leavers=st.integers(0, 4),
)
def test_random_fields_are_drawn_legally_or_refused(
    entrants: list[Entrant], odd_tables: str, clubs_apart: bool, leavers: int
) -> None:
    history: tuple[verifier.Tables, ...] = ()
    for _ in range(3):
        draw_input = next_input(entrants, history, odd_tables=odd_tables, clubs_apart=clubs_apart)
        try:
            result = draw_round(draw_input)
        except RuleViolation as refusal:
            _assert_refused_for_a_reason(draw_input, refusal)
            return
        fixed = {e.number: e.fixed_table for e in entrants if e.fixed_table is not None}
        numbers = [entrant.number for entrant in entrants]
        verifier.assert_legal(numbers, odd_tables, history, result.tables, fair=not fixed)
        assert all(number in result.tables[table - 1] for number, table in fixed.items())
        assert draw_round(protocol_input(protocol(draw_input, result))) == result
        history += (result.tables,)
        entrants = entrants[leavers:] if len(entrants) - leavers >= 3 else entrants


def _assert_refused_for_a_reason(draw_input: DrawInput, refusal: RuleViolation) -> None:
    sizes = verifier.expected_sizes(len(draw_input.entrants), draw_input.odd_tables)
    homes = [e.fixed_table for e in draw_input.entrants if e.fixed_table is not None]
    if refusal.code == "fixed_table_missing":
        assert max(homes) > len(sizes)
    else:
        assert refusal.code == "fixed_table_full"
        groups = sorted((homes.count(home) for home in dict.fromkeys(homes)), reverse=True)
        assert any(group > size for group, size in zip(groups, sizes, strict=False))
