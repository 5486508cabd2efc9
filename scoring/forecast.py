"""C7.3: how long an evening takes. From the rules, the format and the field; then from its own times.

Everything is a whole number: seconds inside, minutes outside. The start values come from simulated
games (scoring.simulate, 10,000 of each kind): turns of a game times `SECONDS_A_TURN`, which makes the
13 minutes of C7.3 at four seats. What no simulation knows (walking, drawing, eating) is a start value
of its own. An evening that plays slower or faster than that is corrected by `pace_of`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from types import MappingProxyType
from typing import Final

from scoring.format import CARRY, Format
from scoring.ruleset import RuleSet, nearest_preset
from scoring.simulate import SECONDS_A_TURN, TABLES

TURNS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = MappingProxyType(
    {
        "dueren": ((48, 100), (63, 119), (71, 131), (77, 138), (82, 144)),
        "dm": ((48, 100), (62, 119), (71, 131), (77, 139), (82, 144)),
        "typenclub": ((45, 93), (59, 111), (67, 122), (72, 129), (77, 135)),
        "gartengoetter": ((48, 99), (63, 119), (71, 131), (77, 139), (82, 144)),
        "kneipe": ((51, 104), (67, 128), (76, 138), (82, 150), (88, 156)),
    }
)
"""Turns of one game at 2…6 seats: the mean, and the slowest of 25 tables."""
SCHARF_PERCENT: Final = 42
"""R5.6: one half out of two and a frequent Endkampf."""
PAUSE: Final = 8
"""Minutes from the last result of a round to the first throw of the next: close, draw, find the table."""
CUT_MINUTES: Final = 20
"""Minutes from the last round to the first K.O. throw: Stechen, naming the best, who is still here."""
LONGEST_PAUSE: Final = 45
"""A longer one is a meal and says nothing about the next pause."""
SLOWEST_PACE: Final = 4000
FASTEST_PACE: Final = 250
"""Per mille. A round beyond that was not played as usual: it is left out of the measure."""
STEP: Final = 5
"""Minutes to which a plan is rounded: nobody knows it better."""
_WEIGHT: Final = 13 * 60
"""Seconds of play that the start values count for: as much as one table in one round."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How this evening plays. permille: of the start values; pause: minutes between two rounds."""

    permille: int = 1000
    pause: int = PAUSE


START: Final = Pace()


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of the evening.

    code: round · cut · ko · final; number: of the Turnierrunde, otherwise 0. pause: minutes before it
    begins, minutes: how long it takes then.
    """

    code: str
    number: int
    minutes: int
    pause: int


@dataclass(frozen=True, slots=True)
class Playing:
    """A stage that is being played.

    elapsed: seconds since a round or the cut began. tables: (seats, games to come, scharf) of each table of
    a Vorrunde round that is not finished. marks: Spielmarken of those who still play, for each unfinished
    table.
    """

    elapsed: int = 0
    tables: tuple[tuple[int, int, bool], ...] = ()
    marks: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Reached:
    """How far an evening is. stage: vorrunde · cut · ko · final · finished; playing: what runs now."""

    stage: str = "vorrunde"
    closed: int = 0
    playing: Playing | None = None


def plan_parts(rules: RuleSet, plan: Format, players: int, *, pace: Pace = START) -> tuple[Part, ...]:
    """The whole evening in order, for so many players (at least three count)."""
    return remaining_parts(rules, plan, players, Reached(), pace=pace)


def total_minutes(parts: Sequence[Part]) -> int:
    """From now to the end of the last part."""
    return sum(part.pause + part.minutes for part in parts)


def rounded_parts(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Each part and each pause in steps of five minutes, so that what is named adds up to what is summed."""
    return tuple(Part(part.code, part.number, _stepped(part.minutes), _stepped(part.pause)) for part in parts)


def marks_in_final(plan: Format, players: int) -> int:
    """Spielmarken with which a final usually begins: fewer or more make it shorter or longer."""
    return sum(_final_marks(plan, min(max(3, players), plan.qualifiers)))


def remaining_parts(
    rules: RuleSet, plan: Format, players: int, reached: Reached, *, pace: Pace = START
) -> tuple[Part, ...]:
    """What is still to come, the running part first with what is left of it. Never negative."""
    clock, players = _Clock(rules, plan, pace), max(3, players)
    stage, playing = reached.stage, reached.playing
    parts = _rounds(clock, players, reached) if stage == "vorrunde" else []
    if stage == "vorrunde":
        parts.append(Part("cut", 0, CUT_MINUTES, 0))
    elif stage == "cut":
        parts.append(Part("cut", 0, max(1, CUT_MINUTES - _minutes(playing.elapsed if playing else 0)), 0))
    through = min(players, plan.qualifiers)
    if plan.ko_tables and stage in ("vorrunde", "cut", "ko"):
        tables = playing.marks if stage == "ko" and playing else _issued(plan, through)
        parts.append(Part("ko", 0, clock.knockout(tables, plan.survivors), 0))
    if stage != "finished":
        running = playing if stage == "final" else None
        tables = running.marks if running else (_final_marks(plan, through),)
        pause = pace.pause if plan.ko_tables and stage != "final" else 0
        parts.append(Part("final", 0, clock.knockout(tables, 1), pause))
    return tuple(parts)


def _rounds(clock: "_Clock", players: int, reached: Reached) -> list[Part]:
    parts, first = [], reached.closed + 1
    if reached.playing is not None:
        left = clock.rest(reached.playing.tables, reached.playing.elapsed)
        parts.append(Part("round", first, left, 0))
        first += 1
    games = clock.plan.games_per_round
    tables = tuple((seats, games, False) for seats in _sizes(players, clock.plan.odd_tables))
    minutes = clock.round(tables)
    for number in range(first, max(first - 1, clock.plan.rounds) + 1):
        parts.append(Part("round", number, minutes, clock.pace.pause if number > 1 else 0))
    return parts


def expected_seconds(rules: RuleSet, seats: int, games: int = 1, *, scharf: bool = False) -> int:
    """Mean of so many games at a table of so many seats, by the start values."""
    mean, _ = _turns(rules, seats)
    return _scharf(rules, mean * SECONDS_A_TURN * games, scharf)


def pace_of(samples: Sequence[tuple[int, int]], pauses: Sequence[int] = ()) -> Pace:
    """C7.3: the start values, corrected by what was measured this evening.

    samples: (expected, seen) seconds of a mean table in each round. pauses: minutes between two
    rounds. What a clock that was set meanwhile makes of them (negative, absurdly short or long) is
    left out.
    """
    usual = usual_samples(samples)
    seen = _WEIGHT + sum(pair[1] for pair in usual)
    short = [pause for pause in pauses if 0 <= pause <= LONGEST_PAUSE]
    pause = (PAUSE + sum(short) + len(short) // 2) // (1 + len(short))
    return Pace(1000 * seen // (_WEIGHT + sum(pair[0] for pair in usual)), pause)


def usual_samples(samples: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that were played as usual: neither in a moment, as in a Probelauf, nor over a meal."""
    return [
        (expected, seen)
        for expected, seen in samples
        if expected > 0 and FASTEST_PACE * expected <= seen * 1000 <= SLOWEST_PACE * expected
    ]


@dataclass(frozen=True, slots=True)
class _Clock:
    """Minutes of stages under one set of rules at one pace."""

    rules: RuleSet
    plan: Format
    pace: Pace

    def round(self, tables: Sequence[tuple[int, int, bool]]) -> int:
        """C7.1: until the last table has a result, not longer than the limit of the format."""
        minutes = _minutes(self.at_pace(self.slowest(tables)))
        return min(minutes, self.plan.round_minutes) if self.plan.round_minutes else minutes

    def rest(self, tables: Sequence[tuple[int, int, bool]], elapsed: int) -> int:
        """What is left of a running round. A table that is overdue is soon done, nobody knows when."""
        if not tables:
            return 0
        soon = _harmonic(len(tables)) * max(_scale(self.rules, seats) for seats, _, _ in tables) // 1000
        whole = self.at_pace(self.slowest(tables))
        return _minutes(min(whole, max(whole - max(0, elapsed), self.at_pace(soon))))

    def slowest(self, tables: Sequence[tuple[int, int, bool]]) -> int:
        """Seconds until the last of these tables is done: the slowest among those of its kind."""
        found = 0
        for kind in set(tables):
            seats, games, scharf = kind
            wait = _scale(self.rules, seats) * _root(games) * (_harmonic(tables.count(kind)) - 1000)
            mean = expected_seconds(self.rules, seats, games)
            found = max(found, _scharf(self.rules, mean + wait // 1_000_000, scharf))
        return found

    def knockout(self, tables: Sequence[tuple[int, ...]], survivors: int) -> int:
        """C5.1, C5.2: minutes until the last of these tables has only `survivors` left.

        The Spielmarken tell how far a table is, not the time that it has played.
        """
        open_ = [tuple(sorted(marks)) for marks in tables if len(marks) > survivors]
        if not open_:
            return 0
        seconds = max(_games(marks, survivors, _means(self.rules)) for marks in open_) // 1000
        games = max(sum(marks) - survivors for marks in open_)
        # Their number varies as much as their length: 9/5 fits simulated K.O. tables.
        scale = 9 * max(_scale(self.rules, len(marks)) for marks in open_) // 5
        seconds += scale * _root(games) * (_harmonic(len(open_)) - 1000) // 1_000_000
        return max(1, _minutes(self.at_pace(seconds)))

    def at_pace(self, seconds: int) -> int:
        return seconds * self.pace.permille // 1000


def _minutes(seconds: int) -> int:
    return (max(0, seconds) + 30) // 60


def _stepped(minutes: int) -> int:
    """To the nearest step, of a part that takes any time at least one."""
    return max(STEP, (minutes + STEP // 2) // STEP * STEP) if minutes else 0


def _scharf(rules: RuleSet, seconds: int, scharf: bool) -> int:
    """R5.6: of a table that plays scharf. Where all do, `_turns` knows it already."""
    return seconds * SCHARF_PERCENT // 100 if scharf and rules.speed == "normal" else seconds


_nearest = lru_cache(maxsize=64)(nearest_preset)


def _turns(rules: RuleSet, seats: int) -> tuple[int, int]:
    """Mean and slowest of 25 tables. More Deckel to hand out make the game longer in proportion."""
    percent = 100 if rules.speed == "normal" else SCHARF_PERCENT
    found = TURNS[_nearest(rules)][min(6, max(2, seats)) - 2]
    mean, slowest = ((turns * rules.deckel_total * percent + 650) // 1300 for turns in found)
    return mean, max(mean, slowest)


def _scale(rules: RuleSet, seats: int) -> int:
    """Seconds by which the length of a game varies: waiting for one more table costs a part of it."""
    mean, slowest = _turns(rules, seats)
    return (slowest - mean) * SECONDS_A_TURN * 1000 // (_harmonic(TABLES) - 1000)


def _harmonic(count: int) -> int:
    """1 + 1/2 + … + 1/count, in thousandths: the slowest of `count` waits that end by chance."""
    return sum(1000 // step for step in range(1, count + 1))


def _root(number: int) -> int:
    """Square root in thousandths."""
    return isqrt(number * 1_000_000)


def _means(rules: RuleSet) -> tuple[int, ...]:
    """Milliseconds of a mean game at 2…6 seats."""
    return tuple(_turns(rules, seats)[0] * SECONDS_A_TURN * 1000 for seats in range(2, 7))


@lru_cache(maxsize=50_000)
def _games(marks: tuple[int, ...], survivors: int, means: tuple[int, ...]) -> int:
    """Milliseconds until so many are left, when each loses as often as the others.

    marks: sorted. More than ten each are counted in pairs: thousands of steps are enough.
    """
    if len(marks) <= survivors:
        return 0
    if marks[-1] > 10:
        return 2 * _games(tuple(sorted((own + 1) // 2 for own in marks)), survivors, means)
    total = 0
    for seat, own in enumerate(marks):
        if seat and marks[seat - 1] == own:
            continue
        rest = (*marks[:seat], *((own - 1,) if own > 1 else ()), *marks[seat + 1 :])
        total += marks.count(own) * _games(tuple(sorted(rest)), survivors, means)
    return means[min(6, len(marks)) - 2] + total // len(marks)


def _sizes(players: int, odd_tables: str) -> tuple[int, ...]:
    """C1.1, C1.2: how many sit at each table, as far as time is concerned."""
    threes = odd_tables == "threes" or players in (6, 7, 11)
    tables = max(1, -(-players // 4) if threes and players != 5 else players // 4)
    small, more = divmod(players, tables)
    return (small + 1,) * more + (small,) * (tables - more)


def _issued(plan: Format, through: int) -> tuple[tuple[int, ...], ...]:
    """C4.4, C4.1a: the Spielmarken at each K.O. table, the extra ones spread over the tables."""
    tables: list[list[int]] = [[] for _ in range(plan.ko_tables)]
    for rank in range(through):
        extra = plan.bonus_marks if rank < plan.bonus_ranks else 0
        tables[rank % plan.ko_tables].append(plan.marks + extra)
    return tuple(tuple(marks) for marks in tables)


def _final_marks(plan: Format, through: int) -> tuple[int, ...]:
    """C6.1: fresh Spielmarken, or what a K.O. table usually leaves to its survivors."""
    if not plan.ko_tables:
        extra = [plan.bonus_marks if rank < plan.bonus_ranks else 0 for rank in range(through)]
        return tuple(plan.marks + more for more in extra)
    tables = _issued(plan, through)
    finalists = sum(min(plan.survivors, len(marks)) for marks in tables)
    if plan.final_marks != CARRY:
        return (int(plan.final_marks),) * finalists
    games = sum(_games(tuple(sorted(marks)), plan.survivors, (1000,) * 5) for marks in tables)
    left = max(finalists, (sum(map(sum, tables)) * 1000 - games + 500) // 1000)
    small, more = divmod(left, finalists)
    return (small + 1,) * more + (small,) * (finalists - more)
