"""What the device at a table sees: its table in the round that runs, ready to be asked (product.md §4)."""

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count

from scoring.knockout import TableState, place_spans, spans_at_table
from tournaments.models import (
    Absence,
    Conflict,
    Cut,
    Outcome,
    Phase,
    Round,
    RoundState,
    SchockAus,
    Seat,
    Stage,
    Station,
    Table,
    Tournament,
)
from tournaments.models._base import NOT_VOID
from tournaments.queries.answers import Answer
from tournaments.queries.facts import Facts, ResultFact, RoundFact, TableFact
from tournaments.queries.moment import one_moment, read_again
from tournaments.queries.one_table import find, load_one

ORDER = list(Phase)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One chair. `absent`: "" · no_show · left (gone before this game, or out of the K.O. by leaving);
    `leaving`: left in the game that runs, so he may still have lost a half of it (C2.5);
    `sent_home`: by the desk, which alone can take it back. `issued`, `left`: Spielmarken, None in the
    Vorrunde; `places`: first and last place of somebody who is out."""

    seat: int
    player: int
    name: str
    absent: str = ""
    absence_id: int | None = None
    leaving: bool = False
    sent_home: bool = False
    issued: int | None = None
    left: int | None = None
    places: tuple[int, int] | None = None
    strokes: int = 0

    @property
    def out(self) -> bool:
        return self.left == 0

    @property
    def can_lose(self) -> bool:
        """May be tapped as the loser of a half."""
        return not self.out and (not self.absent or self.leaving)

    @property
    def can_leave(self) -> bool:
        return not self.out and not self.absent


@dataclass(frozen=True, slots=True)
class ResultView:
    """A game that was played: its answer, when it was stored, whether this is the last one, and whether
    the desk entered it."""

    game: int
    answer: Answer
    scharf: bool
    loser: int
    at: datetime
    last: bool
    by_desk: bool


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Two answers for one game: the one that counts, the other one, when each came and whether from the
    desk."""

    id: int
    game: int
    first: Answer
    first_at: datetime
    second: Answer
    second_at: datetime
    scharf: bool
    first_by_desk: bool
    second_by_desk: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """`state`: waiting (nothing published here yet) · playing · complete · decided (kampflos, ohne Wertung) ·
    closed (the round) · unused (this round does without the table) · over (this stage is past).

    `round`: the published round that is meant, 0 before the first; `coming`: the round that follows,
    0 when none does. `token` changes whenever the page must look different.
    """

    station: Station
    tournament: Tournament
    state: str
    round: int = 0
    coming: int = 0
    table_id: int = 0
    draw_no: int = 0
    version: int = 0
    game: int = 0
    games: int = 1
    scharf: bool = False
    seats: tuple[SeatView, ...] = ()
    results: tuple[ResultView, ...] = ()
    conflicts: tuple[ConflictView, ...] = ()
    outcome: str = Outcome.PLAYED
    counted: bool = False
    survivors: int = 0
    token: str = ""

    @property
    def stage(self) -> str:
        return self.station.stage

    @property
    def open(self) -> bool:
        """Results may still be entered or taken back."""
        return self.state in ("playing", "complete", "decided")

    @property
    def noted(self) -> bool:
        """Some Schock aus is counted here; no undo of a game takes it back."""
        return self.counted and any(seat.strokes for seat in self.seats)

    @property
    def alive(self) -> int:
        """How many still hold Spielmarken."""
        return len(self.through)

    @property
    def through(self) -> list[str]:
        """Who still holds Spielmarken, by name."""
        return [seat.name for seat in self.seats if seat.left]

    @property
    def last(self) -> ResultView | None:
        return self.results[-1] if self.results else None

    def name_of(self, player: int | None) -> str:
        return next((seat.name for seat in self.seats if seat.player == player), "")


def table_view(station: Station) -> TableView:
    """The table of a station as it is now; at most 11 queries, whatever the size of the field.

    Only published rounds are looked at: a draft never shows.
    """
    with one_moment() as alone:
        if alone:
            read_again(station.tournament)
        return _now(station, station.tournament)


def _now(station: Station, t: Tournament) -> TableView:
    rounds = Round.objects.filter(tournament=t, stage=station.stage, published_at__isnull=False)
    last = rounds.order_by("-number").values_list("id", "number", "state").first()
    if _is_past(station.stage, t):
        view = TableView(station, t, "over")
    elif last is None:
        view = TableView(station, t, "waiting", coming=1)
    else:
        view = _in_round(station, t, *last)
    return _with_token(view)


def _is_past(stage: str, t: Tournament) -> bool:
    """The tables of a stage are needed no more. That there is a cut is told with the cut (C3.5)."""
    announced = Cut.objects.filter(NOT_VOID, tournament=t, announced_at__isnull=False)
    if t.phase == Phase.CUT and not announced.exists():
        return False
    return ORDER.index(Phase(t.phase)) > ORDER.index(Phase(stage))


def _in_round(station: Station, t: Tournament, round_id: int, number: int, state: str) -> TableView:
    table_id = Table.objects.filter(round=round_id, station=station).values_list("id", flat=True).first()
    coming = number + 1 if station.stage == Stage.VORRUNDE and number < t.plan.rounds else 0
    if state == RoundState.CLOSED and station.stage == Stage.VORRUNDE:
        return TableView(station, t, "closed", round=number, coming=coming)
    facts = load_one(t, table_id) if table_id else None
    found = find(facts, table_id) if facts and table_id else None
    if facts is None or found is None:
        return TableView(station, t, "unused", round=number, coming=coming)
    return _table(station, facts, *found, coming)


def _table(station: Station, facts: Facts, round_: RoundFact, table: TableFact, coming: int) -> TableView:
    ko = round_.stage != Stage.VORRUNDE
    state = facts.fold(round_, table) if ko else None
    game = facts.next_game(round_, table)
    decided = table.outcome != Outcome.PLAYED
    return TableView(
        station=station,
        tournament=facts.tournament,
        state="decided" if decided else "complete" if game is None else "playing",
        round=round_.number,
        coming=coming,
        table_id=table.id,
        draw_no=round_.draw_no,
        version=table.version,
        game=game or 0,
        games=facts.plan.games_per_round if not ko else 0,
        scharf=table.is_scharf(game) if game else False,
        seats=_seats(facts, round_, table, game, state),
        results=_results(table),
        conflicts=_conflicts(table),
        outcome=table.outcome,
        counted=facts.plan.schock_aus_counted,
        survivors=state.quota if state else 0,
    )


def _seats(
    facts: Facts, round_: RoundFact, table: TableFact, game: int | None, state: TableState | None
) -> tuple[SeatView, ...]:
    now = game or max(table.results, default=0) + 1
    absences = {a.player: a for a in table.absences}
    leaving = table.leaving_in(now) if state is None else frozenset()
    marks = facts.marks_issued(round_, table) if state else {}
    places = _places(round_, state) if state else {}
    strokes = Counter(
        SchockAus.objects.filter(table=table.id, voided_at__isnull=True).values_list(
            "player__start_number", flat=True
        )
    )
    seats = []
    for seat in table.seats:
        absence = absences.get(seat.player)
        seats.append(
            SeatView(
                seat=seat.number,
                player=seat.player,
                name=facts.players[seat.player].name,
                absent=str(absence.kind) if absence else "",
                absence_id=absence.id if absence else None,
                leaving=seat.player in leaving,
                sent_home=not facts.players[seat.player].eligible,
                issued=marks.get(seat.player),
                left=state.left.get(seat.player) if state else None,
                places=places.get(seat.player),
                strokes=strokes[seat.player],
            )
        )
    return tuple(seats)


def _places(round_: RoundFact, state: TableState) -> dict[int, tuple[int, int]]:
    """C5.4, C6.2: first and last place that somebody who is out can have, counted from the end."""
    if round_.stage == Stage.FINAL:
        size = len(state.left)
        return {player: (size - i, size - i) for i, player in enumerate(state.eliminated)}
    seats = Seat.objects.filter(round=round_.id).values("table").annotate(count=Count("id"))
    return spans_at_table(state, place_spans([row["count"] for row in seats], state.quota))


def _results(table: TableFact) -> tuple[ResultView, ...]:
    games = sorted(table.results)
    return tuple(_result(table.results[game], last=game == games[-1]) for game in games)


def _result(result: ResultFact, *, last: bool) -> ResultView:
    desk = _by_desk(result)
    return ResultView(result.game, Answer.of(result), result.scharf, result.loser, result.at, last, desk)


def _by_desk(result: ResultFact) -> bool:
    return result.user_id is not None and result.device_id is None


def _conflicts(table: TableFact) -> tuple[ConflictView, ...]:
    if not table.results:
        return ()
    open_ones = Conflict.objects.filter(table=table.id, decision="", result__counts=True)
    return tuple(
        ConflictView(
            id=conflict.pk,
            game=conflict.game,
            first=Answer.of(table.results[conflict.game]),
            first_at=table.results[conflict.game].at,
            second=Answer.from_dict(conflict.other),
            second_at=conflict.created_at,
            scharf=table.results[conflict.game].scharf,
            first_by_desk=_by_desk(table.results[conflict.game]),
            second_by_desk=conflict.device_id is None,
        )
        for conflict in open_ones.order_by("id")
        if conflict.game in table.results
    )


def _with_token(view: TableView) -> TableView:
    """Everything the page shows, in sixteen letters."""
    shown = (
        view.state, view.round, view.coming, view.table_id, view.draw_no, view.version, view.game,
        view.scharf, view.counted, view.station.code_no, view.station.number,
        view.tournament.phase == Phase.FINISHED, view.tournament.format.get("deckel_protocol"),
        [(s.seat, s.name, s.strokes, s.left, s.places) for s in view.seats],
        [(c.id, c.second) for c in view.conflicts],
    )  # fmt: skip
    return replace(view, token=hashlib.sha256(repr(shown).encode()).hexdigest()[:16])


def owner_of_table(table_id: int) -> int | None:
    """The station at which a table stands, None when the table is gone."""
    return Table.objects.filter(pk=table_id).values_list("station_id", flat=True).first()


def owner_of_absence(absence_id: int) -> int | None:
    """The station at which an absence was noted, None when there is no such entry."""
    return Absence.objects.filter(pk=absence_id).values_list("table__station_id", flat=True).first()
