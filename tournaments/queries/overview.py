"""How a round stands at the desk: which tables play, how long, with which device, and how it was drawn."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Max

from tournaments.models import Conflict, Pairing, Stage, Tournament
from tournaments.models._base import NOT_VOID
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.next_step import needs_decision

SLOWEST = 23
"""C7.3: minutes of the slowest of 25 tables, for one game with two halves; the start value of an evening."""
SLOWEST_SCHARF = 9
ENOUGH = 10
"""From so many measured tables on the evening's own times say what is usual."""
UNSEEN = timedelta(minutes=5)
BELIEVED = 6 * 60
"""Minutes that a round or a game may take; more, or less than none, is told by a clock that was put right."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The devices of a table: how many, and when one of them was last seen."""

    count: int
    seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """`state`: waiting (not published) · playing · conflict · decide (too few are left) · done.

    `minutes` since the running game began, None when nothing runs or no clock tells it; `long`: longer than
    usual; `game` the running one; `paired`: None without a device; `unseen`: minutes since its last sign,
    None while it is there.
    """

    table: TableFact
    state: str
    minutes: int | None
    long: bool
    game: int | None
    paired: Paired | None
    unseen: int | None

    @property
    def scharf(self) -> bool:
        return self.table.is_scharf(self.game or 1)


@dataclass(frozen=True, slots=True)
class Overview:
    """A round. `lines` in order of the tables, `playing` those that are not done, the longest first;
    `minutes` since it began, None when no clock tells it, `usual` minutes of a game, `left` of the limit
    (C7.1; below zero: over)."""

    round: RoundFact
    lines: tuple[TableLine, ...]
    playing: tuple[TableLine, ...]
    conflicts: tuple[Conflict, ...]
    begin: datetime | None
    minutes: int | None
    usual: int
    left: int | None

    @property
    def total(self) -> int:
        return len(self.lines)

    @property
    def done(self) -> int:
        """Tables that are complete and undisputed."""
        return sum(1 for line in self.lines if line.state == "done")


def overview(facts: Facts, round_: RoundFact, now: datetime, paired: dict[int, Paired]) -> Overview:
    """The round as it stands at `now`; `paired` as `paired_devices` reads it."""
    disputed = {conflict.table_id for conflict in facts.conflicts}
    usual = usual_minutes(facts, round_)
    begin = round_.begin
    lines = tuple(
        _line(facts, round_, table, now, begin, usual, table.id in disputed, paired.get(table.station_id))
        for table in round_.tables
    )
    open_lines = [line for line in lines if line.game is not None]
    limit = facts.plan.round_minutes
    minutes = _minutes(begin, round_.closed_at or now)
    return Overview(
        round=round_,
        lines=lines,
        playing=tuple(sorted(open_lines, key=lambda line: (-(line.minutes or 0), line.table.number))),
        conflicts=tuple(c for c in facts.conflicts if any(c.table_id == t.id for t in round_.tables)),
        begin=begin,
        minutes=minutes,
        usual=usual,
        left=limit - minutes
        if limit and minutes is not None and round_.started_at and not round_.closed
        else None,
    )


def table_line(facts: Facts, round_: RoundFact, table: TableFact, now: datetime) -> TableLine:
    """One table as `overview` has it, without its devices."""
    disputed = any(conflict.table_id == table.id for conflict in facts.conflicts)
    return _line(facts, round_, table, now, round_.begin, usual_minutes(facts, round_), disputed, None)


def _line(
    facts: Facts,
    round_: RoundFact,
    table: TableFact,
    now: datetime,
    begin: datetime | None,
    usual: int,
    disputed: bool,
    paired: Paired | None,
) -> TableLine:
    game = facts.next_game(round_, table)
    before = table.results.get(game - 1) if game else None
    minutes = _minutes(before.at if before else begin, now) if game and begin else None
    seen = paired.seen_at if paired else None
    return TableLine(
        table=table,
        state=_state(facts, round_, table, game, disputed),
        minutes=minutes,
        long=minutes is not None and minutes > usual,
        game=game,
        paired=paired,
        unseen=int((now - seen).total_seconds()) // 60 if seen and now - seen > UNSEEN else None,
    )


def _state(facts: Facts, round_: RoundFact, table: TableFact, game: int | None, disputed: bool) -> str:
    if not round_.published:
        return "waiting"
    if disputed:
        return "conflict"
    if needs_decision(facts, round_, table):
        return "decide"
    return "done" if game is None else "playing"


def _minutes(since: datetime | None, now: datetime) -> int | None:
    """Whole minutes, none by a clock that is a minute wrong; None where they cannot be believed."""
    minutes = int((now - since).total_seconds()) // 60 if since else 0
    return max(0, minutes) if -1 <= minutes <= BELIEVED else None


def usual_minutes(facts: Facts, round_: RoundFact) -> int:
    """Minutes of a game after which a table counts as slow: the limit of the round (C7.1), else what nine
    of ten tables needed this evening, else the start value of C7.3."""
    games = facts.plan.games_per_round if round_.stage == Stage.VORRUNDE else 1
    if facts.plan.round_minutes and round_.stage == Stage.VORRUNDE and games == 1:
        return facts.plan.round_minutes
    scharf = any(table.is_scharf(1) for table in round_.tables)
    taken = sorted(minutes for r in facts.vorrunde if r.closed for minutes in _taken(r, scharf))
    if len(taken) >= ENOUGH:
        return max(1, taken[len(taken) * 9 // 10])
    return SLOWEST_SCHARF if scharf else SLOWEST


def _taken(round_: RoundFact, scharf: bool) -> list[int]:
    """Minutes that each first game of a round took."""
    begin = round_.begin
    return [
        minutes
        for table in round_.tables
        if begin and 1 in table.results and table.results[1].scharf == scharf
        if (minutes := _minutes(begin, table.results[1].at)) is not None
    ]


def paired_devices(tournament: Tournament, stage: str) -> dict[int, Paired]:
    """Station row id → its devices, those paired with its present code. One query."""
    rows = Pairing.objects.filter(
        NOT_VOID, station__tournament=tournament, station__stage=stage, code_no=F("station__code_no")
    )
    values: Any = rows.order_by("station_id").values("station_id")
    counted = values.annotate(count=Count("id"), seen=Max("device__seen_at"))
    return {row["station_id"]: Paired(row["count"], row["seen"]) for row in counted}
