"""The reference model of cut, K.O. and final, written from the rules' text (C3.4a, C4–C6, model.md)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tests.championships.model import (
    NOT_THERE,
    Settled,
    chain_of,
    closed_turns,
    qualifiers,
    settle,
    shoot_for,
    table_of_points,
    ties,
)
from tests.championships.rows import Away, Book, Kept, Spot, Turn

# The order of the cut


@dataclass(slots=True)
class Ranked:
    """One line of the cut. `block`: the same for those whom nothing but the chain separates."""

    player: int
    rank: int
    points: int
    able: bool
    block: tuple[int, int, int]


def cut_order(book: Book) -> list[Ranked]:
    """Everybody by points, then by Stechen; who cannot qualify keeps the rank of his points, behind it."""
    lines = table_of_points(book, closed_turns(book))
    chain = chain_of(book, lines)
    spots = _stechen_spots(book)
    order = []
    for line in lines:
        side, block = spots.get(line.player, (0, 0)) if line.able else (0, -NOT_THERE)
        order.append(Ranked(line.player, line.rank, line.points, line.able, (line.rank, side, block)))
    for one in order:
        tied = [other for other in order if other.block[0] == one.block[0]]
        one.rank += sum(other.block[1] < one.block[1] for other in tied)
    return sorted(order, key=lambda one: (one.block, chain[one.player], one.player))


def _stechen_spots(book: Book) -> dict[int, tuple[int, int]]:
    """Player → (lines above him in his group, number of his block)."""
    spots = {}
    for tie in ties(book):
        settled = settle(book, tie.players, tie.above, shoot_for(book, tie.players, "ties"))
        passed = 0
        for number, block in enumerate(settled.blocks):
            side = sum(above <= passed for above in set(tie.above))
            spots.update(dict.fromkeys(block, (side, number)))
            passed += len(block)
    return spots


def equals(order: Iterable[Ranked]) -> list[list[int]]:
    """Those who can qualify, best first; in one list whom neither points nor Stechen separated."""
    groups: dict[tuple[int, int, int], list[int]] = {}
    for line in order:
        if line.able:
            groups.setdefault(line.block, []).append(line.player)
    return [groups[block] for block in sorted(groups)]


# Who takes the places (C4.2, C4.4)


@dataclass(slots=True)
class Fill:
    """Who has a place for sure, and the tie for the rest of them."""

    taken: list[int]
    tied: list[int] = field(default_factory=list)
    free: int = 0
    settled: Settled | None = None

    @property
    def open(self) -> bool:
        return self.settled is not None and bool(self.settled.waits)


def fill(book: Book, groups: Sequence[Sequence[int]], available: Collection[int], places: int) -> Fill:
    """The first of those available; a tie for the last places goes to a Stechen about moving up."""
    taken: list[int] = []
    for group in groups:
        members = [player for player in group if player in available]
        free = places - len(taken)
        if len(members) <= free:
            taken += members
            continue
        if free <= 0:
            break
        settled = settle(book, members, [free], shoot_for(book, members, "move_up"))
        for block in settled.blocks:
            if len(taken) + len(block) > places:
                break
            taken += block
        return Fill(taken, members, free, settled)
    return Fill(taken)


@dataclass(slots=True)
class Field:
    """The field of the K.O.: who is called, who of them is here, and the ties that are thrown for."""

    called: list[int]
    here: list[int]
    move_up: Fill
    bonus: Fill


def field_of(book: Book, groups: Sequence[Sequence[int]]) -> Field:
    """`groups`: of `equals`, as they were when the cut was made."""
    able = [line.player for line in book.cut if line.able]
    coming = {line.player for line in book.cut if line.able and comes(book, line)}
    called = fill(book, groups, coming, min(qualifiers(book), len(able)))
    here = [line.player for line in book.cut if line.player in called.taken and line.here]
    bonus = Fill([])
    if drawn(book) is None and book.format["bonus_marks"] and book.format["bonus_ranks"]:
        bonus = fill(book, groups, here, book.format["bonus_ranks"])
    return Field(called.taken, here, called, bonus)


def comes(book: Book, line: Kept) -> bool:
    return not line.declined and book.people[line.player].able


def drawn(book: Book) -> Turn | None:
    """Where the qualified sit: the K.O., or the final of a format without K.O. tables."""
    return book.ko if book.format["ko_tables"] else book.final


# Spielmarken (C5, C6)


@dataclass(slots=True)
class Fold:
    """A table of the K.O. or the final. `end`: who was left when it was complete; `emptied`: of those,
    who went afterwards; `paid`: marks that were lost in games, `gone`: that left with their owners."""

    left: dict[int, int]
    out: list[int] = field(default_factory=list)
    end: list[int] | None = None
    emptied: list[int] = field(default_factory=list)
    paid: int = 0
    gone: int = 0
    impossible: list[int] = field(default_factory=list)
    games: int = 0

    @property
    def alive(self) -> list[int]:
        return [player for player, marks in self.left.items() if marks]


def fold(marks: dict[int, int], losers: dict[int, int], away: Sequence[Away], quota: int) -> Fold:
    """Game after game: first who is away from it on, then its loser gives one mark."""
    state = Fold(dict(marks), games=max(losers, default=0))
    _look(state, quota)
    for game in range(1, max([0, *losers, *(one.game for one in away)]) + 1):
        for one in away:
            if one.game == game and state.left.get(one.player):
                state.gone += state.left[one.player]
                state.left[one.player] = 0
                (state.out if state.end is None else state.emptied).append(one.player)
                _look(state, quota)
        if game not in losers:
            continue
        loser = losers[game]
        if state.end is not None or not state.left.get(loser):
            state.impossible.append(game)
            continue
        state.left[loser] -= 1
        state.paid += 1
        if not state.left[loser]:
            state.out.append(loser)
        _look(state, quota)
    return state


def _look(state: Fold, quota: int) -> None:
    if state.end is None and len(state.alive) <= quota:
        state.end = state.alive


def quota(book: Book, turn: Turn) -> int:
    return book.format["survivors"] if turn.stage == "ko" else 1


def issued(book: Book, turn: Turn, spot: Spot) -> dict[int, int]:
    """Marks everybody sat down with; in a final that carries them, what the K.O. left."""
    if turn.stage == "ko" or any(marks is not None for _, _, marks in spot.chairs):
        return {player: marks or 0 for _, player, marks in spot.chairs}
    left: dict[int, int] = {}
    for table in book.ko.spots if book.ko else []:
        left.update(state_of(book, book.ko, table).left)
    return {player: left.get(player, 0) for player in spot.players}


def state_of(book: Book, turn: Turn, spot: Spot) -> Fold:
    losers = {game: result.loser for game, result in spot.results.items()}
    return fold(issued(book, turn, spot), losers, spot.away, quota(book, turn))


def before_game(book: Book, turn: Turn, spot: Spot, game: int) -> Fold:
    """The table as it stood when this game began."""
    losers = {g: result.loser for g, result in spot.results.items() if g < game}
    away = [one for one in spot.away if one.game <= game]
    return fold(issued(book, turn, spot), losers, away, quota(book, turn))


def is_ko_game(state: Fold, names: Sequence[int | None], scharf: bool) -> bool:
    """Whether three names can be the next game of this table: only who holds marks plays."""
    half1, half2, endkampf = names
    if state.end is not None or half1 not in state.alive or len(state.alive) < 2:
        return False
    if scharf:
        return half2 is None and endkampf is None
    if half2 not in state.alive:
        return False
    return endkampf is None if half1 == half2 else endkampf in (half1, half2)


def holds(book: Book, turn: Turn, spot: Spot) -> bool:
    """C5.6: every game of the table can have been played as it stands."""
    return all(
        is_ko_game(before_game(book, turn, spot, game), result.names, result.scharf)
        for game, result in spot.results.items()
    )


def champion(book: Book) -> int | None:
    if book.final is None:
        return None
    end = state_of(book, book.final, book.final.spots[0]).end
    return end[0] if end is not None and len(end) == 1 else None


# Places (C5.4, C6.2, C6.3)


def places(book: Book) -> dict[int, int | None]:
    """Player → place, None while it is open."""
    ranks = {line.player: line.rank for line in book.cut}
    tables = [state_of(book, book.ko, spot) for spot in book.ko.spots] if book.ko else []
    found = _final_places(book, tables)
    size = book.format["survivors"]
    first = 1 + (sum(min(len(t.left), size) for t in tables) if tables else len(found))
    for step in range(1, 7):
        group = [table for table in tables if len(table.left) - size >= step]
        known = [t.out[len(t.left) - size - step] for t in group if len(t.out) > len(t.left) - size - step]
        for player in known:
            better = sum(ranks[other] < ranks[player] for other in known)
            found[player] = first + better if len(known) == len(group) else None
        first += len(group)
    seated = {player for table in tables for player in table.left} | set(found)
    found.update({player: None for player in seated if player not in found})
    rest = [player for player in ranks if player not in seated]
    for player in rest:
        found[player] = len(seated) + 1 + sum(ranks[other] < ranks[player] for other in rest)
    return found


def _final_places(book: Book, tables: Sequence[Fold]) -> dict[int, int | None]:
    """The last out of a final of six is second; an empty chair takes the last place."""
    chairs = {player for table in tables for player in table.emptied}
    away = [one for spot in (book.ko.spots if book.ko else []) for one in spot.away]
    gone = [one.player for one in sorted(away, key=lambda one: one.id) if one.player in chairs]
    found: dict[int, int | None] = {p: None for table in tables if table.end is not None for p in table.end}
    if book.final is not None:
        state = state_of(book, book.final, book.final.spots[0])
        found.update(dict.fromkeys(state.left))
        gone += [player for player in state.out if player not in gone]
        winner = champion(book)
        if winner is not None:
            found[winner] = 1
    seats = sum(min(len(table.left), book.format["survivors"]) for table in tables) if tables else len(found)
    found.update({player: seats - index for index, player in enumerate(gone)})
    return found
