"""Builders for draws: fields of entrants and whole evenings, round by round."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.draw import Draw, DrawInput, Entrant, draw_round, make_seed

Tables = tuple[tuple[int, ...], ...]


def field_of(n: int, clubs: Sequence[int] = ()) -> tuple[Entrant, ...]:
    """Start numbers 1…n; `clubs` are sizes, filled in order of the numbers."""
    labels = [club for club, size in enumerate(clubs) for _ in range(size)]
    return tuple(Entrant(i + 1, club=labels[i] if i < len(labels) else None) for i in range(n))


def next_input(
    entrants: Sequence[Entrant],
    history: tuple[Tables, ...] = (),
    *,
    rounds: int = 9,
    odd_tables: str = "fives",
    clubs_apart: bool = True,
    lot: int = 1,
    plan: tuple[Tables, ...] = (),
) -> DrawInput:
    """The input of the round after `history`, with the seed that a drawn number `lot` gives."""
    turn = len(history) + 1
    bare = DrawInput(tuple(entrants), history, turn, rounds, odd_tables, clubs_apart, 0, plan)
    return replace(bare, seed=make_seed("salz", lot, turn, bare.digest()))


def play(
    entrants: Sequence[Entrant],
    rounds: int,
    *,
    odd_tables: str = "fives",
    lot: int = 1,
    look: Callable[[DrawInput, Draw], None] | None = None,
) -> tuple[Tables, ...]:
    """Draw `rounds` rounds for an unchanged field; `look` sees every draw."""
    history: tuple[Tables, ...] = ()
    plan: tuple[Tables, ...] = ()
    for _ in range(rounds):
        draw_input = next_input(entrants, history, rounds=rounds, odd_tables=odd_tables, lot=lot, plan=plan)
        draw = draw_round(draw_input)
        plan = draw.plan
        if look is not None:
            look(draw_input, draw)
        history += (draw.tables,)
    return history
