"""One table at the desk: every version of its results, and what may be done with it now (C2.5, C8.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Outcome, Phase, Result, RoundState, Stage
from tournaments.queries.answers import Answer
from tournaments.queries.corrections import has_results
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact

FIVE, SIX = 5, 6


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a game's result. `user`: the name, `device`: its label, each "" where there is none;
    `reason`: of this version."""

    id: int
    game: int
    version: int
    scharf: bool
    answer: Answer
    counts: bool
    at: datetime
    user: str
    device_id: int | None
    device: str
    reason: str


def versions(facts: Facts, table_id: int) -> list[Version]:
    """All versions by game, the newest first. One query."""
    rows = Result.objects.filter(table=table_id).order_by("game", "-version")
    values: Iterable[Any] = rows.values_list(
        "id", "game", "version", "scharf", "half1_id", "half2_id", "endkampf_id", "counts", "created_at",
        "user__username", "device_id", "device__label", "reason",
    )  # fmt: skip
    found = []
    for (
        pk,
        game,
        version,
        scharf,
        half1,
        half2,
        endkampf,
        counts,
        at,
        user,
        device_id,
        label,
        *rest,
    ) in values:
        halves = [None if who is None else facts.by_id[who].number for who in (half1, half2, endkampf)]
        answer = Answer(*halves)
        origin = (user or "", device_id, label or "")
        found.append(Version(pk, game, version, scharf, answer, counts, at, *origin, *rest))
    return found


@dataclass(frozen=True, slots=True)
class Possible:
    """What can be done with a table now, so that no button is dead. Whether a correction holds is told
    by its preview."""

    open: bool
    tally: bool
    no_show: bool
    leave: bool
    undo: bool
    undo_dissolves: bool
    correct: bool
    walkover: bool
    void: bool
    reopen: bool
    seat: bool
    sixth: bool
    scharf_on: bool
    scharf_off: bool


def possible(facts: Facts, round_: RoundFact, table: TableFact) -> Possible:
    phase = facts.tournament.phase
    stage = Stage(round_.stage)
    running = round_.state == RoundState.PUBLISHED and phase == Phase(stage)
    played = table.outcome == Outcome.PLAYED
    vorrunde = stage == Stage.VORRUNDE
    game = facts.next_game(round_, table)
    final = facts.final if stage == Stage.KO and phase == Phase.FINAL else None
    formed = final is not None and not has_results(final)
    free = vorrunde and not round_.closed and played and not table.results
    alone = game is not None and len(table.present(game)) == 1
    on, off = _scharf(facts, round_, table, running)
    return Possible(
        open=running and played,
        tally=tally_open(facts, round_),
        no_show=running and played and not table.results and game is not None,
        leave=running and played and (game is not None or stage == Stage.KO),
        undo=(running or formed) and played and bool(table.results),
        undo_dissolves=formed,
        correct=played and bool(table.results),
        walkover=running and vorrunde and played and alone,
        void=running and vorrunde and played,
        reopen=running and vorrunde and not played,
        seat=free and len(table.seats) < SIX,
        sixth=len(table.seats) >= FIVE,
        scharf_on=on,
        scharf_off=off,
    )


def tally_open(facts: Facts, round_: RoundFact) -> bool:
    """C9: may the desk still put the Schock aus of this round right? Until the tournament is finished; where
    they order the standings (C3.2) only until the cut, which stays as it was made (C8.1)."""
    phase = facts.tournament.phase
    if round_.state == RoundState.DRAWN or phase in (Phase.SETUP, Phase.REGISTRATION, Phase.FINISHED):
        return False
    orders = round_.stage == Stage.VORRUNDE and "schock_aus" in facts.plan.tie_breaks
    return not orders or phase == Phase.VORRUNDE


def _scharf(facts: Facts, round_: RoundFact, table: TableFact, running: bool) -> tuple[bool, bool]:
    """C7.2: a draft can be switched at once, a K.O. table from the game after the running one."""
    if round_.stage == Stage.VORRUNDE:
        draft = round_.state == RoundState.DRAWN
        return draft and table.scharf_from is None, draft and table.scharf_from is not None
    game = facts.next_game(round_, table)
    if not running or game is None:
        return False, False
    return table.scharf_from is None, table.scharf_from is not None and not table.is_scharf(game)


def several_games(facts: Facts, round_: RoundFact) -> bool:
    """A table of this round plays more than one game: which one is meant has to be said (C2.8, C5.1)."""
    return round_.stage != Stage.VORRUNDE or facts.plan.games_per_round > 1


def waiting_players(facts: Facts, round_: RoundFact) -> list[PlayerFact]:
    """Who is there and sits at no table of this round (C2.6)."""
    seated = {player for table in round_.tables for player in table.players}
    return [player for player in facts.present if player.number not in seated]


def nowhere(facts: Facts) -> list[PlayerFact]:
    """Who came after the draw and has no seat in the round of the Vorrunde that is played."""
    round_ = facts.current
    if round_ is None or round_.stage != Stage.VORRUNDE or not round_.published:
        return []
    return waiting_players(facts, round_)


def missed(facts: Facts, round_: RoundFact) -> list[PlayerFact]:
    """Who did not come to the last drawn table or left it, and is in the next draw all the same."""
    if facts.tournament.phase != Phase.VORRUNDE or round_.id != facts.vorrunde[-1].id:
        return []
    away = {absence.player for table in round_.tables for absence in table.absences}
    return [player for player in facts.present if player.number in away]


def came_late(round_: RoundFact, table: TableFact) -> frozenset[int]:
    """Who was put here after the draw and may be taken off again."""
    changes = round_.protocol.get("swaps", [])
    late = {s["player"] for s in changes if s.get("kind") == "late" and s["table"] == table.number}
    return frozenset(late & set(table.players))
