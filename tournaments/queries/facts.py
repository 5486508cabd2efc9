"""The evening as values: every row of a tournament, read once in a fixed number of queries.

All other queries derive from this (architecture rule 2). Players appear by start number everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import cached_property

from scoring.format import Format
from scoring.knockout import Departure, TableState, fold_table
from scoring.points import Game, game_loser
from scoring.ruleset import RuleSet
from tournaments.models import (
    AbsenceKind,
    Conflict,
    Outcome,
    Phase,
    Player,
    Result,
    Round,
    RoundState,
    Seat,
    Stage,
    Status,
    Tournament,
)
from tournaments.queries.beside import Codes, load_beside, load_stations, open_conflicts
from tournaments.queries.decisions import CutFact, StechenFact, load_cut, load_stechen
from tournaments.queries.moment import one_moment, read_again

AFTER_CUT = (Phase.CUT, Phase.KO, Phase.FINAL, Phase.FINISHED)


@dataclass(frozen=True, slots=True)
class PlayerFact:
    """One player; `number` is the start number, `id` the row. `double`: somebody else whom the hall sees has
    the same name."""

    id: int
    number: int
    first: str
    last: str
    club_id: int | None
    club: str
    team_id: int | None
    status: str
    sort_key: str
    fixed_station: int | None
    double: bool = False

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    @property
    def label(self) -> str:
        """The name as a list without numbers needs it, where two of the same name are told apart."""
        return f"{self.name} ({self.number})" if self.double else self.name

    @property
    def eligible(self) -> bool:
        """Can still qualify (C2.5, C3.3)."""
        return self.status in (Status.REGISTERED, Status.PRESENT)


class ResultFact(NamedTuple):
    """The version of one game that counts, by start numbers."""

    id: int
    game: int
    version: int
    scharf: bool
    half1: int
    half2: int | None
    endkampf: int | None
    at: datetime
    user_id: int | None
    device_id: int | None

    @property
    def loser(self) -> int:
        return game_loser(self.half1, self.half2, self.endkampf, self.scharf)


class AbsenceFact(NamedTuple):
    id: int
    player: int
    kind: str
    game: int
    reason: str


class SeatFact(NamedTuple):
    player: int
    number: int
    marks: int | None


NOBODY: frozenset[int] = frozenset()


@dataclass
class TableFact:
    """One table of a round with what was played at it."""

    id: int
    round_id: int
    station_id: int
    number: int
    code: str
    version: int
    outcome: str
    reason: str
    scharf_from: int | None
    seats: list[SeatFact] = field(default_factory=list)
    results: dict[int, ResultFact] = field(default_factory=dict)
    absences: list[AbsenceFact] = field(default_factory=list)
    schock_aus: dict[int, int] = field(default_factory=dict)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """Start numbers in seat order (asked for when the seats are read)."""
        return tuple([seat.player for seat in self.seats])

    def missing_before(self, game: int) -> frozenset[int]:
        """Who is not there for `game`: no-shows and those who left in an earlier game."""
        if not self.absences:
            return NOBODY
        return frozenset(a.player for a in self.absences if a.kind == AbsenceKind.NO_SHOW or a.game < game)

    def leaving_in(self, game: int) -> frozenset[int]:
        if not self.absences:
            return NOBODY
        return frozenset(a.player for a in self.absences if a.kind == AbsenceKind.LEFT and a.game == game)

    def present(self, game: int) -> tuple[int, ...]:
        """Who plays `game` to its end, in seat order."""
        gone = self.missing_before(game) | self.leaving_in(game)
        return tuple(player for player in self.players if player not in gone)

    def is_scharf(self, game: int) -> bool:
        return self.scharf_from is not None and game >= self.scharf_from

    def game(self, number: int) -> Game | None:
        """Game `number` as the rules see it, None when it has no result yet."""
        result = self.results.get(number)
        if result is None and self.outcome == Outcome.PLAYED:
            return None
        return Game(
            players=self.players,
            half1=result.half1 if result else None,
            half2=result.half2 if result else None,
            endkampf=result.endkampf if result else None,
            scharf=bool(result and result.scharf),
            no_show=self.missing_before(number),
            left=self.leaving_in(number),
            # "Kampflos" is said of the games that were not played; "ohne Wertung" of all of them.
            outcome=Outcome.PLAYED if result and self.outcome == Outcome.WALKOVER else self.outcome,
        )

    def next_game(self, games_per_round: int) -> int | None:
        """The next game of a Vorrunde table, None when it is complete."""
        if self.outcome != Outcome.PLAYED:
            return None
        return next((g for g in range(1, games_per_round + 1) if g not in self.results), None)


@dataclass(slots=True)
class RoundFact:
    id: int
    stage: str
    number: int
    state: str
    draw_no: int
    protocol: dict[str, Any]
    published_at: datetime | None
    started_at: datetime | None
    closed_at: datetime | None
    standings_public_at: datetime | None
    tables: list[TableFact] = field(default_factory=list)

    @property
    def closed(self) -> bool:
        return self.state == RoundState.CLOSED

    @property
    def published(self) -> bool:
        return self.state != RoundState.DRAWN

    @property
    def begin(self) -> datetime | None:
        """C7.1: when it began: its clock was started, or else its tables were shown."""
        return self.started_at or self.published_at

    @property
    def touched(self) -> bool:
        """Has a result, an absence or a decided outcome: no redraw any more (C1.5)."""
        return any(t.results or t.absences or t.outcome != Outcome.PLAYED for t in self.tables)

    def table(self, number: int) -> TableFact | None:
        return next((t for t in self.tables if t.number == number), None)

    def table_of(self, player: int) -> TableFact | None:
        return next((t for t in self.tables if player in t.players), None)


@dataclass
class Facts:
    """Everything of one tournament; lists are in order of their numbers."""

    tournament: Tournament
    plan: Format
    rules: RuleSet
    players: dict[int, PlayerFact]
    rounds: list[RoundFact]
    conflicts: list[Conflict]
    codes: Codes = field(default_factory=dict, compare=False)  # outlive the draws

    @cached_property
    def stechen(self) -> list[StechenFact]:
        """The Stechen that were not taken back (one query, when first asked for)."""
        return load_stechen(self.tournament.pk, self.by_id)

    @cached_property
    def cut(self) -> CutFact | None:
        """The cut that holds (one query, when first asked for)."""
        return load_cut(self.tournament.pk, self.by_id)

    @cached_property
    def by_id(self) -> dict[int, PlayerFact]:
        return {player.id: player for player in self.players.values()}

    def stage(self, stage: str) -> list[RoundFact]:
        return [r for r in self.rounds if r.stage == stage]

    @property
    def vorrunde(self) -> list[RoundFact]:
        return self.stage(Stage.VORRUNDE)

    @property
    def ko(self) -> RoundFact | None:
        return next(iter(self.stage(Stage.KO)), None)

    @property
    def final(self) -> RoundFact | None:
        return next(iter(self.stage(Stage.FINAL)), None)

    @property
    def closed_rounds(self) -> int:
        return sum(1 for r in self.vorrunde if r.closed)

    @property
    def vorrunde_over(self) -> bool:
        """C2.4, C2.7: every Turnierrunde is played and closed."""
        return self.closed_rounds >= self.plan.rounds and all(r.closed for r in self.vorrunde)

    @property
    def current(self) -> RoundFact | None:
        """The round that is drawn or published and not closed, of the latest stage."""
        return next((r for r in reversed(self.rounds) if not r.closed), None)

    @property
    def announced(self) -> bool:
        """Everybody may know the cut: it was announced, or its tables are drawn for all to see (C3.5)."""
        drawn = self.tournament.phase in (Phase.KO, Phase.FINAL, Phase.FINISHED)
        return self.cut is not None and (drawn or self.cut.announced_at is not None)

    @property
    def present(self) -> list[PlayerFact]:
        """Who is there, by start number: the field of the next draw."""
        return [p for _, p in sorted(self.players.items()) if p.status == Status.PRESENT]

    def fold(self, round_: RoundFact, table: TableFact) -> TableState:
        """The Spielmarken of a K.O. or final table (C5), from its facts."""
        survivors = self.plan.survivors if round_.stage == Stage.KO else 1
        return fold_table(
            self.marks_issued(round_, table),
            {game: result.loser for game, result in table.results.items()},
            [Departure(a.game, a.player) for a in table.absences],
            survivors,
        )

    def marks_issued(self, round_: RoundFact, table: TableFact) -> dict[int, int]:
        """Marks each player sits down with; in a `carry` final those left at the K.O. tables (C6.1)."""
        if round_.stage != Stage.FINAL or any(s.marks is not None for s in table.seats):
            return {seat.player: seat.marks or 0 for seat in table.seats}
        left: dict[int, int] = {}
        if self.ko:
            for ko_table in self.ko.tables:
                left.update(self.fold(self.ko, ko_table).left)
        return {seat.player: left.get(seat.player, 0) for seat in table.seats}

    def complete(self, round_: RoundFact, table: TableFact) -> bool:
        """Nothing more is played at this table."""
        return self.next_game(round_, table) is None

    def next_game(self, round_: RoundFact, table: TableFact) -> int | None:
        """The game whose result is expected next at this table, None when it is complete."""
        if round_.stage == Stage.VORRUNDE:
            return table.next_game(self.plan.games_per_round)
        state = self.fold(round_, table)
        return None if state.complete else state.next_game


def load_facts(tournament: Tournament | int) -> Facts:
    """Read a tournament as it is at one moment: 6 queries, however many players and rounds.

    Outside of an act the row of `tournament` is read again when its revision has risen. Raises Http404
    when it is gone; when only its id was given, Tournament.DoesNotExist.
    """
    with one_moment() as alone:
        if isinstance(tournament, int):
            tournament = Tournament.objects.get(pk=tournament)
        facts = _read(tournament)
        if alone and tournament.phase in AFTER_CUT:
            assert facts.cut  # read now: the phase promises it
    return facts


def _read(tournament: Tournament) -> Facts:
    beside = load_beside(tournament.pk)
    if beside.revision != tournament.revision:
        read_again(tournament)
    players = _players(tournament.pk)
    by_id = {p.id: p.number for p in players.values()}
    tables, codes = _tables(tournament.pk)
    _fill_seats(tournament.pk, tables, by_id)
    _fill_results(tournament.pk, tables, by_id)
    for table_id, pk, player, kind, game, reason in beside.absences:
        tables[table_id].absences.append(AbsenceFact(pk, by_id[player], kind, game, reason))
    for (table_id, player), count in beside.strokes.items():
        tables[table_id].schock_aus[by_id[player]] = count
    return Facts(
        tournament=tournament,
        plan=tournament.plan,
        rules=tournament.rules,
        players=players,
        rounds=_rounds(tournament.pk, tables.values()),
        conflicts=list(open_conflicts(tournament.pk).order_by("id")) if beside.disputed else [],
        codes=codes,
    )


def _players(tournament_id: int) -> dict[int, PlayerFact]:
    rows = Player.objects.filter(tournament=tournament_id).order_by("start_number")
    values: Iterable[Any] = rows.values_list(
        "id", "start_number", "first", "last", "club_id", "club__name", "team_id", "status",
        "sort_key", "fixed_station",
    )  # fmt: skip
    return {
        number: PlayerFact(pk, number, first, last, club_id, club or "", *rest)
        for pk, number, first, last, club_id, club, *rest in values
    }


def _tables(tournament_id: int) -> tuple[dict[int, TableFact], Codes]:
    tables: dict[int, TableFact] = {}
    codes: Codes = {}
    for stage, number, code, station_id, pk, round_id, *rest in load_stations(tournament_id):
        codes[stage, number] = code
        if pk is not None:
            tables[pk] = TableFact(pk, round_id, station_id, number, code, *rest)
    return tables, codes


def _fill_seats(tournament_id: int, tables: dict[int, TableFact], by_id: dict[int, int]) -> None:
    rows = Seat.objects.filter(round__tournament=tournament_id).order_by("table_id", "number")
    values = rows.values_list("table_id", "player_id", "number", "marks")
    for table_id, player_id, number, marks in values:
        tables[table_id].seats.append(SeatFact(by_id[player_id], number, marks))


def _fill_results(tournament_id: int, tables: dict[int, TableFact], by_id: dict[int, int]) -> None:
    rows = Result.objects.filter(table__round__tournament=tournament_id, counts=True)
    values: Iterable[Any] = rows.order_by("table_id", "game").values_list(
        "table_id", "id", "game", "version", "scharf", "half1_id", "half2_id", "endkampf_id",
        "created_at", "user_id", "device_id",
    )  # fmt: skip
    for table_id, pk, game, version, scharf, *rest in values:
        losers: list[Any] = [by_id[p] if p else None for p in rest[:3]]
        tables[table_id].results[game] = ResultFact(pk, game, version, scharf, *losers, *rest[3:])


def _rounds(tournament_id: int, tables: Iterable[TableFact]) -> list[RoundFact]:
    values: Iterable[Any] = Round.objects.filter(tournament=tournament_id).values_list(
        "id", "stage", "number", "state", "draw_no", "protocol", "published_at",
        "started_at", "closed_at", "standings_public_at",
    )  # fmt: skip
    rounds = {v[0]: RoundFact(*v) for v in values}
    for table in tables:
        rounds[table.round_id].tables.append(table)
    return sorted(rounds.values(), key=lambda r: (list(Stage).index(Stage(r.stage)), r.number))
