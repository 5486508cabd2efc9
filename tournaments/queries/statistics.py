"""What an evening looks like in numbers (C9): only of what the hall may know, only of games that count."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from scoring.forecast import expected_seconds, usual_samples
from scoring.points import forced_endkampf, game_points
from tournaments.models import Outcome, Phase, Stage
from tournaments.queries.facts import Facts, PlayerFact, ResultFact, RoundFact, TableFact
from tournaments.queries.hall import ladder
from tournaments.queries.honours import schock_aus
from tournaments.queries.places import places
from tournaments.queries.public import HallView
from tournaments.queries.standings import counted_rounds

SIZES = (4, 5)


@dataclass(frozen=True, slots=True)
class Most:
    """Who has most of something, `count` each; nobody where nobody has any."""

    count: int = 0
    players: tuple[PlayerFact, ...] = ()


@dataclass(frozen=True, slots=True)
class Lantern:
    """The last place among those who played on, shared by `players`; `points` of the Vorrunde. `left`: others
    did not, and may have fewer."""

    points: int
    players: tuple[PlayerFact, ...]
    left: bool


@dataclass(frozen=True, slots=True)
class LongTable:
    """A table of the Vorrunde: whole minutes from the beginning of its round to its last result."""

    round: int
    table: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Endings:
    """How games ended: by an Endkampf, by two halves of one player (R5.2), scharf by one half (R5.6), or
    because one of the two had left (C2.5)."""

    endkampf: int = 0
    blattschuss: int = 0
    scharf: int = 0
    left: int = 0

    @property
    def games(self) -> int:
        return self.endkampf + self.blattschuss + self.scharf + self.left


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """Points at tables of `size` seats, by seat from the first: sums over `games`."""

    size: int
    games: int
    points: tuple[int, ...]

    @property
    def means(self) -> tuple[Decimal, ...]:
        return tuple(hundredths(points, self.games) for points in self.points)

    @property
    def mean(self) -> Decimal:
        return hundredths(sum(self.points), self.games * self.size)


@dataclass(frozen=True, slots=True)
class Statistics:
    """`people`: how many stand in the standings. `strokes`: Schock aus of the evening, `kings` has most of
    them. `points`: (points, how many people have them), the fewest points first."""

    people: int
    endings: Endings
    strokes: int
    kings: Most
    shots: Most
    lantern: Lantern | None
    longest: LongTable | None
    seats: tuple[SeatPoints, ...]
    points: tuple[tuple[int, int], ...]


def hundredths(total: int, count: int) -> Decimal:
    """The mean, rounded half up to two decimals; exact integers up to there."""
    return Decimal((200 * total + count) // (2 * count)).scaleb(-2)


def statistics(view: HallView) -> Statistics:
    """Of the rounds whose standings are public and of K.O. and final so far."""
    facts = view.facts
    counted = counted_rounds(facts, view.upto)
    games = list(_games(counted + [r for r in (facts.ko, facts.final) if r]))
    thrown = schock_aus(facts)
    lines = view.standings()
    return Statistics(
        people=len(lines),
        endings=_endings(games),
        strokes=sum(thrown.values()),
        kings=_most(facts, thrown),
        shots=_most(facts, Counter(result.half1 for _, result in games if _is_shot(result))),
        lantern=_lantern(view),
        longest=_longest(facts, counted),
        seats=_seats(counted),
        points=tuple(sorted(Counter(line.standing.points for line in lines).items())),
    )


def _games(rounds: Iterable[RoundFact]) -> Iterable[tuple[TableFact, ResultFact]]:
    """Everything that was played and counts (C2.7)."""
    for round_ in rounds:
        for table in round_.tables:
            if table.outcome != Outcome.VOID:
                for _, result in sorted(table.results.items()):
                    yield table, result


def _is_shot(result: ResultFact) -> bool:
    return not result.scharf and result.half1 == result.half2


def _endings(games: Iterable[tuple[TableFact, ResultFact]]) -> Endings:
    found: Counter[str] = Counter()
    for table, result in games:
        if result.scharf:
            found["scharf"] += 1
        elif _is_shot(result):
            found["blattschuss"] += 1
        elif forced_endkampf(result.half1, result.half2, table.leaving_in(result.game)):
            found["left"] += 1
        else:
            found["endkampf"] += 1
    return Endings(**found)


def _most(facts: Facts, counts: Mapping[int, int]) -> Most:
    most = max(counts.values(), default=0)
    if not most:
        return Most()
    return Most(most, tuple(facts.players[p] for p in sorted(counts) if counts[p] == most))


def _lantern(view: HallView) -> Lantern | None:
    """Nobody while all stand on one place, or where everybody reached the final: the last there is no last of
    the Vorrunde, whose points are told. Who left before the end carries no lantern home."""
    facts = view.facts
    if facts.tournament.phase == Phase.FINISHED:
        lines = places(facts)
        if all(line.stage == Stage.FINAL for line in lines if line.player.eligible):
            return None
        everybody = [(line.place or 0, line.player, line.points) for line in lines]
    else:
        everybody = [(line.rank, line.player, line.standing.points) for line in ladder(view)[0]]
    ranked = [line for line in everybody if line[1].eligible]
    last = max((place for place, *_ in ranked), default=0)
    found = sorted((player.number, points) for place, player, points in ranked if place == last)
    if not found or len(found) == len(ranked):
        return None
    players = tuple(facts.players[number] for number, _ in found)
    return Lantern(found[0][1], players, len(ranked) < len(everybody))


def _longest(facts: Facts, rounds: Iterable[RoundFact]) -> LongTable | None:
    """The first of the slowest; none where no time can be believed."""
    found = [
        LongTable(round_.number, table.number, seconds // 60)
        for round_ in rounds
        if (begin := _begin(round_)) is not None
        for table in round_.tables
        if (seconds := _seconds(facts, table, begin)) is not None
    ]
    return max(found, key=lambda one: (one.minutes, -one.round, -one.table), default=None)


def _begin(round_: RoundFact) -> datetime | None:
    """When a round began; None when the clock was put right in between: the rows tell the order (their ids),
    and the times contradict it."""
    begin = round_.begin
    first = [r for table in round_.tables for r in table.results.values() if r.version == 1]
    times = [begin, *(r.at for r in sorted(first, key=lambda r: r.id)), round_.closed_at]
    known = [time for time in times if time is not None]
    return begin if known == sorted(known) else None


def _seconds(facts: Facts, table: TableFact, begin: datetime) -> int | None:
    """A result that was entered anew has the time of its correction; a game in a moment or over a meal has
    none to be told, by the measure of the forecast."""
    results = table.results.values()
    if table.outcome != Outcome.PLAYED or not results or any(r.version > 1 for r in results):
        return None
    seconds = int((max(r.at for r in results) - begin).total_seconds())
    expected = sum(
        expected_seconds(facts.rules, len(table.present(r.game)), scharf=r.scharf) for r in results
    )
    return seconds if usual_samples([(expected, seconds)]) else None


def _seats(rounds: Iterable[RoundFact]) -> tuple[SeatPoints, ...]:
    """Only games that all of the table played to the end: a chair that stayed empty says nothing."""
    sums = {size: [0] * size for size in SIZES}
    games = dict.fromkeys(SIZES, 0)
    for table, result in _games(rounds):
        size, game = len(table.players), table.game(result.game)
        if game is None or size not in SIZES or game.no_show or game.left:
            continue
        games[size] += 1
        points = game_points(game)
        for seat, player in enumerate(table.players):
            sums[size][seat] += points[player]
    return tuple(SeatPoints(size, games[size], tuple(sums[size])) for size in SIZES if games[size])
