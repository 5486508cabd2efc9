"""Sure and out before the last game (C3.3): never against any outcome of the games that are left."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from scoring.chances import OPEN, OUT, SURE, Contender, chances
from scoring.points import Game, game_points

Gains = tuple[int, ...]
"""Points of everybody, by place in the field."""


@cache
def played(size: int) -> frozenset[Gains]:
    """C2.1, C2.2: what a game can give at a table, out of the rules of a game: one 0, at most one 3."""
    seats = tuple(range(size))
    found = set()
    for first, second in product(seats, seats):
        for endkampf in {first, second} if first != second else {None}:
            found.add(tuple(game_points(Game(seats, first, second, endkampf)).values()))
    assert all(gains.count(0) == 1 and gains.count(3) <= 1 for gains in found)
    return frozenset(found)


@cache
def anyhow(size: int) -> frozenset[Gains]:
    """The same with everybody absent who may be absent, kampflos and ohne Wertung (C2.5, C2.7)."""
    seats, found = tuple(range(size)), set(played(size)) | {(0,) * size}
    for count in range(1, size - 1):
        for gone in combinations(seats, count):
            left = [seat for seat in seats if seat not in gone]
            for gains in played(len(left)):
                found.add(tuple(gains[left.index(s)] if s in left else 0 for s in seats))
    return frozenset(found | {tuple(5 * (s == seat) for s in seats) for seat in seats})


def tables(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to seat these players at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(p for p in players if p not in table)
        for others in tables(rest, sizes[1:]):
            yield (table, *others)


@cache
def rounds(sizes: tuple[int, ...], games: int, absences: bool) -> frozenset[Gains]:
    """What everybody can get in `games` games, each at tables drawn anew."""
    if not games:
        return frozenset({(0,) * sum(sizes)})
    outcomes = anyhow if absences else played
    one = set()
    for drawn in tables(tuple(range(sum(sizes))), sizes):
        for results in product(*(outcomes(len(table)) for table in drawn)):
            gains = {p: got for table, given in zip(drawn, results) for p, got in zip(table, given)}  # noqa: B905
            one.add(tuple(gains[p] for p in sorted(gains)))
    before = rounds(sizes, games - 1, absences)
    return frozenset(tuple(map(sum, zip(a, b, strict=True))) for a in one for b in before)


def true_chances(
    points: Gains, able: Iterable[bool], places: int, outcomes: Iterable[Gains]
) -> dict[int, str]:
    """By counting: above (below) the line in every outcome, with nobody level at it."""
    can = [player for player, may in enumerate(able) if may]
    sure, out = set(can), set(can)
    for gains in outcomes:
        end = [have + got for have, got in zip(points, gains, strict=True)]
        for player in can:
            others = [end[other] for other in can if other != player]
            if sum(other >= end[player] for other in others) >= places:
                sure.discard(player)
            if sum(other > end[player] for other in others) < places:
                out.discard(player)
    return {player: SURE if player in sure else OUT if player in out else OPEN for player in can}


FIELDS = [((3,), 2), ((4,), 1), ((4,), 2), ((5,), 1), ((5,), 2), ((3, 3), 1), ((4, 3), 1), ((4, 4), 1)]


def starts(sizes: tuple[int, ...], games: int, count: int) -> Iterator[tuple[Gains, int]]:
    """Standings that can be there before, with a number of places."""
    dice = Random(f"{sizes}{games}")
    for _ in range(count):
        gained = [dice.choices((0, 3, 5, 5), k=dice.randint(1, 5)) for _ in range(sum(sizes))]
        points = tuple(map(sum, gained))
        yield points, dice.randint(1, sum(sizes) - 1)


def told(points: Gains, games: int, places: int, able: Iterable[bool] | None = None) -> dict[int, str]:
    may = list(able) if able is not None else [True] * len(points)
    return chances([Contender(p, have, games, may[p]) for p, have in enumerate(points)], places)


def wrong(said: dict[int, str], true: dict[int, str]) -> list[int]:
    return [player for player, word in said.items() if word not in (OPEN, true[player])]


@pytest.mark.parametrize(("sizes", "games"), FIELDS)
def test_never_wrong_and_how_exact(sizes, games):
    """Everything that is told holds in every outcome; with absences, `out` leaves nothing untold."""
    certain = named = 0
    for points, places in starts(sizes, games, 60 if sum(sizes) < 7 else 12):
        said = told(points, games, places)
        true = true_chances(points, [True] * len(points), places, rounds(sizes, games, False))
        assert wrong(said, true) == [], (points, places)
        certain += sum(word != OPEN for word in true.values())
        named += sum(word != OPEN for word in said.values())
    assert named <= certain
    assert named >= 0.6 * certain, f"{named} of {certain}"


@pytest.mark.parametrize(("sizes", "games"), [((3,), 2), ((4,), 1), ((5,), 1), ((3, 3), 1)])
def test_with_absences_nothing_that_is_certain_is_left_untold(sizes, games):
    """Any game may also be kampflos, ohne Wertung or without some of its players."""
    for points, places in starts(sizes, games, 60):
        said = told(points, games, places)
        true = true_chances(points, [True] * len(points), places, rounds(sizes, games, True))
        assert said == true, (points, places)


@pytest.mark.parametrize("back", [False, True])
def test_who_withdrew_never_makes_it_wrong_whether_he_comes_back_or_not(back):
    dice = Random(4)
    for points, places in starts((4,), 1, 60):
        gone = dice.randrange(4)
        able = [player != gone for player in range(4)]
        said = told(points, 1, places, able)
        assert gone not in said
        true = true_chances(points, [True] * 4 if back else able, places, rounds((4,), 1, True))
        sure = {player: word for player, word in said.items() if word == SURE or not back}
        assert wrong(sure, true) == [], (points, places, gone)


def test_a_tie_at_the_line_is_open():
    field = [Contender(1, 10, 1), Contender(2, 5, 1), Contender(3, 0, 1)]
    assert chances(field, 1) == {1: OPEN, 2: OPEN, 3: OUT}
    assert chances([Contender(1, 11, 1), *field[1:]], 1) == {1: SURE, 2: OUT, 3: OUT}


def test_every_table_has_a_loser():
    """Three can have as much as the first, but not all three: they sit together and one of them loses."""
    field = [Contender(1, 10, 1), *(Contender(p, 5, 1) for p in (2, 3, 4, 5, 6, 7))]
    assert chances(field, 6)[1] == SURE
    assert chances(field, 5)[1] == OPEN


def test_somebody_may_still_come():
    field = [Contender(1, 15, 2), Contender(2, 4, 2), Contender(3, 0, 2)]
    assert chances(field, 1)[1] == SURE
    assert chances(field, 1, newcomer=15)[1] == OPEN
    assert chances(field, 1, newcomer=14)[1] == SURE


def test_at_the_end_only_ties_are_open():
    field = [Contender(1, 10, 0), Contender(2, 8, 0), Contender(3, 8, 0), Contender(4, 8, 0, able=False)]
    assert chances(field, 2) == {1: SURE, 2: OPEN, 3: OPEN}


def test_higher_is_never_less_certain():
    """The page cuts the standings at these words, so they come in one piece each."""
    dice = Random(9)
    worth = {SURE: 2, OPEN: 1, OUT: 0}
    for _ in range(200):
        field = [Contender(p, dice.randrange(26), 1) for p in range(30)]
        said = chances(field, dice.randint(1, 20))
        order = [worth[said[one.player]] for one in sorted(field, key=lambda one: -one.points)]
        assert order == sorted(order, reverse=True)
