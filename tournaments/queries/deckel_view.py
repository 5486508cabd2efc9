"""What is seen of a live Deckel protocol: at the table that writes it, in the hall, at the desk."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.acts import Leave
from scoring.errors import RuleViolation
from scoring.game import GameState
from tournaments.messages import deckel as words
from tournaments.models import Outcome, RoundState, Stage, Station, Table, Tournament
from tournaments.queries.answers import HALVES, Answer
from tournaments.queries.beside import open_conflicts
from tournaments.queries.deckel import (
    Replay,
    StepFact,
    Told,
    found_result,
    half_after,
    load_games,
    load_steps,
    offered,
    replay_of,
    schock_aus_of,
)
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.moment import one_moment
from tournaments.queries.one_table import find, load_one


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody of the game. `state`: plays · safe (R4.2) · gone (C2.5) · aside (not in the Endkampf)."""

    player: int
    name: str
    seat: int
    deckel: int
    state: str
    begins: bool

    @property
    def plays(self) -> bool:
        return self.state == "plays"


@dataclass(frozen=True, slots=True)
class Line:
    """The last step. `kind`: stock · best · both (pass_on_early) · all (R4.4) · repeat (R2) · leave.

    `round`: which throwing round of its half; `stock`, `given`: Deckel that moved; `part`: the half that
    `lost` has lost with it, "" when it goes on.
    """

    kind: str
    round: int
    laden: bool
    name: str
    best: str = ""
    stock: int = 0
    given: int = 0
    part: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Says:
    """What a result means, as at the three questions (views.referee._says). `kind`: three · same · scharf ·
    mark · last; names."""

    kind: str
    loser: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Protocol:
    """The game that runs, as its steps tell it. `number`: of the next step; `part`: half1 · half2 ·
    endkampf · over; `round`: the throwing round that comes; `order`: who throws in it, in turn; `givers`: who
    would give own Deckel with the best throw; `losers`: part → name; `result`: what may be
    sent as it is, `says` what that means; `schock`: who may have thrown the Schock aus of the last step;
    `before`: who lost the game before; `broken`: the steps do not fit the table any more."""

    game: int
    number: int
    undo: bool
    part: str
    scharf: bool
    total: int
    stock: int
    phase: int
    laden: bool
    round: int
    holders: tuple[Holder, ...]
    order: tuple[int, ...]
    givers: tuple[int, ...]
    ask_best: bool
    worths: tuple[tuple[str, str], ...]
    losers: dict[str, str]
    result: Answer | None
    last: Line | None
    broken: bool
    says: Says | None = None
    schock: tuple[int, ...] = ()
    before: str = ""

    @property
    def over(self) -> bool:
        return self.part == "over"

    @property
    def begins(self) -> str:
        return next((holder.name for holder in self.holders if holder.begins), "")

    def holder(self, player: int) -> Holder | None:
        return next((holder for holder in self.holders if holder.player == player), None)


@dataclass(frozen=True, slots=True)
class DeckelView:
    """The page at a table. `protocol`: None when there is nothing to write down now; `off`: the switch of
    the format says so; `done`: the table has played all its games, and `winner` has won the final. `token`
    changes whenever the page must look different."""

    station: Station
    tournament: Tournament
    off: bool = False
    table_id: int = 0
    draw_no: int = 0
    version: int = 0
    protocol: Protocol | None = None
    token: str = ""
    done: bool = False
    winner: str = ""


def deckel_view(station: Station) -> DeckelView:
    """The protocol of the game that runs at a station; at most 12 queries, whatever the field.

    The station has just been read, and with it the tournament.
    """
    with one_moment():
        view = _now(station, station.tournament)
    # The names of the throws are in the language of the reader, the token is the same for all.
    protocol = replace(view.protocol, worths=()) if view.protocol else None
    shown = (view.off, view.table_id, view.draw_no, view.version, protocol, station.code_no, view.done)
    return replace(view, token=hashlib.sha256(repr(shown).encode()).hexdigest()[:16])


def disputed(station: Station) -> bool:
    """Are there two answers for a game here that the desk has not decided on?"""
    return open_conflicts(station.tournament_id).filter(table__station=station.pk).exists()


def _now(station: Station, t: Tournament) -> DeckelView:
    if not offered(t.plan, station.stage):
        return DeckelView(station, t, off=True)
    # Of each stage one round at most is open (the database refuses two).
    running = Table.objects.filter(station=station, round__state=RoundState.PUBLISHED)
    table_id = running.values_list("id", flat=True).first()
    facts = load_one(t, table_id) if table_id else None
    found = find(facts, table_id) if facts and table_id else None
    if facts is None or found is None:
        return DeckelView(station, t)
    round_, table = found
    protocol = running_protocol(facts, round_, table)
    view = DeckelView(station, t, False, table.id, round_.draw_no, table.version, protocol)
    if table.outcome != Outcome.PLAYED or not facts.complete(round_, table):
        return view
    return replace(view, done=True, winner=_winner(facts, round_, table))


def _winner(facts: Facts, round_: RoundFact, table: TableFact) -> str:
    last = facts.fold(round_, table).survivors if round_.stage == Stage.FINAL else ()
    return facts.players[last[0]].name if len(last) == 1 else ""


def running_protocol(facts: Facts, round_: RoundFact, table: TableFact) -> Protocol | None:
    """The protocol of the game that runs, also before its first step; None when none is played. One query."""
    game = facts.next_game(round_, table)
    if game is None or table.outcome != Outcome.PLAYED:
        return None
    return _protocol(facts, round_, table, game, load_steps({table.id: game})[table.id])


def written_protocols(facts: Facts, round_: RoundFact | None) -> dict[int, Protocol]:
    """Table id → protocol, of the tables of a round at which somebody writes: this game, or the one before
    and nothing of this one yet. One query.

    For the hall: give it what the hall may know, and no round of the Vorrunde (model.md, last table).
    """
    if round_ is None or not round_.published or round_.closed or not offered(facts.plan, round_.stage):
        return {}
    games = {table.id: facts.next_game(round_, table) for table in round_.tables}
    running = {table: game for table, game in games.items() if game is not None}
    steps = load_games([(table, game - back) for table, game in running.items() for back in (0, 1)])
    found = {
        table.id: _protocol(facts, round_, table, game, steps[table.id, game])
        for table in round_.tables
        if (game := running.get(table.id)) and (steps[table.id, game] or steps[table.id, game - 1])
    }
    return {table: protocol for table, protocol in found.items() if protocol}


def public_protocols(facts: Facts, round_: RoundFact | None) -> Mapping[int, Protocol]:
    """What the hall sees of it: K.O. and final only; running results of the Vorrunde are not public."""
    if round_ is None or round_.stage == Stage.VORRUNDE:
        return {}
    return written_protocols(facts, round_)


def _protocol(
    facts: Facts, round_: RoundFact, table: TableFact, game: int, steps: list[StepFact]
) -> Protocol | None:
    try:
        told = replay_of(facts, round_, table, game, steps)
    except RuleViolation:
        # One alone is left: no game is played that could be written down.
        return None
    state, half = told.state, told.state.half
    names = {player: facts.players[player].name for player in state.seats}
    result = found_result(facts, round_, table, game, state)
    before = table.results.get(game - 1)
    return Protocol(
        game=game,
        number=told.number,
        undo=told.rounds or told.broken is not None,
        part=state.stage,
        scharf=state.rules.speed == "scharf",
        total=state.rules.deckel_total,
        stock=half.stock,
        phase=half.phase,
        laden=half.laden,
        round=half.rounds + 1,
        holders=_holders(state, table, names),
        order=half.order,
        givers=tuple(sorted(half.givers)),
        ask_best=bool(half.givers) and len(half.active) > 2,
        worths=tuple(words.worths(state.rules)),
        losers={part: names[player] for part, player in zip(HALVES, state.losers, strict=False)},
        result=result,
        last=_line(told, names),
        broken=told.broken is not None,
        says=_says(facts, round_, table, result, state) if result else None,
        schock=schock_aus_of(told) if facts.plan.schock_aus_counted else (),
        before=facts.players[before.loser].name if before else "",
    )


def _says(facts: Facts, round_: RoundFact, table: TableFact, result: Answer, state: GameState) -> Says:
    scharf = state.rules.speed == "scharf"
    loser = result.loser(scharf)
    name = facts.players[loser].name
    if round_.stage != Stage.VORRUNDE:
        return Says("last" if facts.fold(round_, table).left[loser] == 1 else "mark", name)
    other = result.half2 if result.half1 == loser else result.half1
    if scharf or other in (None, loser):
        return Says("scharf" if scharf else "same", name)
    return Says("three", name, facts.players[other].name if other else "")


def _holders(state: GameState, table: TableFact, names: Mapping[int, str]) -> tuple[Holder, ...]:
    half, seats = state.half, {seat.player: seat.number for seat in table.seats}
    found = []
    for player in state.seats:
        inside = player in half.seats
        where = "plays" if inside else "aside"
        if player in state.left:
            where = "gone"
        elif inside and player in half.safe:
            where = "safe"
        begins = half.loser is None and half.starter == player
        owns = half.owns(player) if inside else 0
        found.append(Holder(player, names[player], seats[player], owns, where, begins))
    return tuple(found)


def _line(told: Replay, names: Mapping[int, str]) -> Line | None:
    if told.last is None:
        return None
    half, before = half_after(told.last), told.last.before
    part, lost = _ended(told.last, names)
    if isinstance(told.last.act, Leave):
        player = told.last.act.player
        inside = player in before.half.seats and player not in before.half.safe
        back = before.half.owns(player) if inside and half.loser is None else 0
        return Line("leave", half.rounds, False, names[player], stock=back, part=part, lost=lost)
    last = half.last
    assert last is not None
    outcome = last.outcome
    if outcome.best is None or outcome.worst is None:
        return Line("repeat", half.rounds + 1, last.laden, "")
    kind = "all" if outcome.ends_half else "stock" if not last.from_best else "best"
    if last.from_best and last.from_stock:
        kind = "both"
    who, giver = names[outcome.worst], names[outcome.best]
    return Line(
        kind, half.rounds, last.laden, who, giver, last.from_stock, last.from_best, part=part, lost=lost
    )


def _ended(told: Told, names: Mapping[int, str]) -> tuple[str, str]:
    """The part that this step ended, and who lost it."""
    at = len(told.before.losers)
    if len(told.after.losers) == at:
        return "", ""
    return HALVES[at], names[told.after.losers[at]]
