"""The reference model of the Vorrunde, written from the rules' text (C2, C3): slow, plain, on its own.

It reads `rows.Book` and imports neither `scoring` nor `tournaments.queries`: two programs that agree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.championships.rows import Book, Dice, Shoot, Spot, Turn

# R1, best throw first: Schock aus, Schocks, Generale, Straßen, Zahlen.
BEST_FIRST = (
    "111", "611", "511", "411", "311", "211", "666", "555", "444", "333", "222", "654", "543", "432",
    "321", "665", "664", "663", "662", "661", "655", "653", "652", "651", "644", "643", "642", "641",
    "633", "632", "631", "622", "621", "554", "553", "552", "551", "544", "542", "541", "533", "532",
    "531", "522", "521", "443", "442", "441", "433", "431", "422", "421", "332", "331", "322", "221",
)  # fmt: skip
NOT_THERE = -10_000


# One game (C2.1–C2.8)


def missing(spot: Spot, game: int) -> set[int]:
    """Who is not there when this game begins."""
    return {away.player for away in spot.away if away.kind == "no_show" or away.game < game}


def leaving(spot: Spot, game: int) -> set[int]:
    """Who leaves while it is played."""
    return {away.player for away in spot.away if away.kind == "left" and away.game == game}


def staying(spot: Spot, game: int) -> list[int]:
    gone = missing(spot, game) | leaving(spot, game)
    return [player for player in spot.players if player not in gone]


def score(spot: Spot, game: int) -> dict[int, int] | None:
    """Points of everybody seated in this game; None when it gives none (not played, "ohne Wertung")."""
    result = spot.results.get(game)
    if spot.outcome == "void" or (result is None and spot.outcome != "walkover"):
        return None
    there = staying(spot, game)
    points = {player: 5 if player in there else 0 for player in spot.players}
    if result is None:
        return points
    for half in (result.half1, result.half2):
        if half in there:
            points[half] = 3
    points[result.loser] = 0
    return points


def is_game(spot: Spot, game: int, names: Sequence[int | None], scharf: bool) -> bool:
    """Whether three names can be the result of a Vorrunde game at this table (C2.3, C2.5, R5)."""
    half1, half2, endkampf = names
    playing = [player for player in spot.players if player not in missing(spot, game)]
    gone = leaving(spot, game)
    if len(playing) < 2 or not set(playing) - gone or half1 not in playing:
        return False
    if scharf:
        return half2 is None and endkampf is None
    if half2 not in playing:
        return False
    if half1 == half2:
        return endkampf is None
    if (half1 in gone) != (half2 in gone):
        return endkampf == (half1 if half1 in gone else half2)
    return endkampf in (half1, half2)


def completed(spot: Spot, game: int, names: Sequence[int | None]) -> tuple[int | None, ...]:
    """C2.5: the Endkampf that is not played because one of its two has left."""
    half1, half2, endkampf = names
    gone = leaving(spot, game)
    both = endkampf is None and half1 is not None and half2 is not None and half1 != half2
    if both and (half1 in gone) != (half2 in gone):
        return half1, half2, half1 if half1 in gone else half2
    return half1, half2, endkampf


def next_game(book: Book, spot: Spot) -> int | None:
    """The next game of a Vorrunde table."""
    if spot.outcome != "played":
        return None
    return next((g for g in range(1, book.format["games_per_round"] + 1) if g not in spot.results), None)


# Standings (C3.1–C3.3)


@dataclass(slots=True)
class Line:
    """What one player has gathered, and his rank."""

    player: int
    able: bool
    points: int = 0
    games: int = 0
    lost: int = 0
    wins: int = 0
    strokes: int = 0
    rank: int = 0


def closed_turns(book: Book) -> list[Turn]:
    return [turn for turn in book.vorrunde if turn.state == "closed"]


def table_of_points(book: Book, turns: Sequence[Turn]) -> list[Line]:
    """The standings after these rounds in order of display."""
    numbers = {player for turn in turns for spot in turn.spots for player in spot.players}
    lines = {number: Line(number, book.people[number].able) for number in numbers}
    for turn in turns:
        for number in numbers:
            if turn.spot_of(number) is None:
                lines[number].games += book.format["games_per_round"]
                lines[number].lost += book.format["games_per_round"]
        for spot in turn.spots:
            _add(book, spot, lines)
    chained = book.format["decide"] == "chain"
    keys = {n: (-line.points, *(_chain(book, line) if chained else ())) for n, line in lines.items()}
    for number, line in lines.items():
        line.rank = 1 + sum(other < keys[number] for other in keys.values())
    return sorted(lines.values(), key=lambda line: (-line.points, _chain(book, line), line.player))


def _add(book: Book, spot: Spot, lines: dict[int, Line]) -> None:
    for player, count in spot.strokes.items():
        lines[player].strokes += count
    for game in range(1, book.format["games_per_round"] + 1):
        for player, points in (score(spot, game) or {}).items():
            line = lines[player]
            line.points += points
            line.games += 1
            line.lost += points == 0
            line.wins += points == 5


def _chain(book: Book, line: Line) -> tuple[int | Fraction, ...]:
    """C3.2, smaller is better."""
    values: dict[str, int | Fraction] = {
        "fewer_lost_games": line.lost,
        "more_wins": -line.wins,
        "schock_aus": -line.strokes,
        "points_per_game": -Fraction(line.points, line.games) if line.games else Fraction(0),
    }
    return tuple(values[name] for name in book.format["tie_breaks"])


def chain_of(book: Book, lines: Iterable[Line]) -> dict[int, tuple[int | Fraction, ...]]:
    return {line.player: _chain(book, line) for line in lines}


# Ties across the places that matter, and their Stechen (C3.3, C3.4)


@dataclass(slots=True)
class Tie:
    """Players who share a rank across a line. `above`: how many of them stand above each line."""

    players: list[int]
    kinds: list[str]
    above: list[int]


@dataclass(slots=True)
class Wait:
    """Throws that are owed: by whom, in which attempt, among whom."""

    owing: list[int]
    attempt: int
    among: list[int]


@dataclass(slots=True)
class Settled:
    """A Stechen so far: who threw the same, best first, and what is owed."""

    blocks: list[list[int]]
    waits: list[Wait]


def qualifiers(book: Book) -> int:
    return book.format["ko_tables"] * book.format["ko_seats"] or book.format["final_size"]


def lines_drawn(book: Book, able: int) -> list[tuple[str, int]]:
    """The places that matter: (kind, last place above)."""
    drawn = [("cut", qualifiers(book))]
    if book.format["bonus_ranks"] and book.format["bonus_marks"]:
        drawn.append(("bonus", book.format["bonus_ranks"]))
    drawn += [("prize", place) for place in book.format["prize_places"]]
    return [(kind, place) for kind, place in drawn if 0 < place < able]


def ties(book: Book) -> list[Tie]:
    """The tied groups across a line after the closed rounds, best first; places among the eligible."""
    able = [line for line in table_of_points(book, closed_turns(book)) if line.able]
    found = []
    for rank in sorted({line.rank for line in able}):
        group = [line.player for line in able if line.rank == rank]
        before = sum(line.rank < rank for line in able)
        across = sorted(
            (place - before, kind)
            for kind, place in lines_drawn(book, len(able))
            if before < place < before + len(group)
        )
        if across:
            found.append(Tie(group, [kind for _, kind in across], [above for above, _ in across]))
    return found


def shoot_for(book: Book, players: Iterable[int], cause: str) -> Shoot | None:
    """C3.4a: the Stechen whose throws count among these: with most of them, of equal ones the latest."""
    group = set(players)
    after = len(closed_turns(book))
    held = [s for s in book.shoots if s.cause == cause and (cause == "move_up" or s.after_round == after)]
    shared = [(len(group & set(shoot.throws)), index) for index, shoot in enumerate(held)]
    most = max(shared, default=(0, 0))
    return held[most[1]] if most[0] >= 2 else None


def settle(book: Book, players: Sequence[int], above: Iterable[int], shoot: Shoot | None) -> Settled:
    """C3.4: only who is equal across a line repeats, as often as needed."""
    throws = shoot.throws if shoot else {}

    def part(group: list[int], lines: list[int], attempt: int) -> Settled:
        lines = [line for line in lines if 0 < line < len(group)]
        if not lines:
            return Settled([sorted(group)], [])
        thrown = {p: _worth(book, throws.get(p, {}).get(attempt)) for p in group}
        owing = sorted(p for p, worth in thrown.items() if worth is None)
        if owing:
            return Settled([sorted(group)], [Wait(owing, attempt, sorted(group))])
        whole = Settled([], [])
        passed = 0
        for worth in sorted({w for w in thrown.values() if w is not None}, reverse=True):
            equal = [p for p in group if thrown[p] == worth]
            sub = part(equal, [line - passed for line in lines], attempt + 1)
            whole.blocks += sub.blocks
            whole.waits += sub.waits
            passed += len(equal)
        return whole

    return part(list(players), sorted(set(above)), 1)


def _worth(book: Book, dice: Dice | None) -> int | None:
    """Higher is better; None: not thrown."""
    if dice is None:
        return None
    if dice.absent:
        return NOT_THERE
    return -dice.place if dice.place is not None else -throw_order(book).index(dice.dice)


def throw_order(book: Book) -> list[str]:
    """Best first under the tournament's rules (R1.2): 211 may stand directly under 222."""
    order = list(BEST_FIRST)
    if book.rules["schock_two_rank"] == "below_general":
        order.remove("211")
        order.insert(order.index("222") + 1, "211")
    return order
