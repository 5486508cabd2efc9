"""What desk and hall show of a tournament, without ids, versions and times: equal after every undo."""

from typing import Any

from tournaments.queries.decisions import ThrowFact
from tournaments.queries.evening import evening_steps
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.field import cut_state, placed
from tournaments.queries.next_step import next_step
from tournaments.queries.places import places
from tournaments.queries.public import hall_view
from tournaments.queries.standings import OpenGroup, public_upto, standings, stechen_groups


def values(tournament_id: int) -> dict[str, Any]:
    facts = load_facts(tournament_id)
    step = next_step(facts)
    return {
        "phase": facts.tournament.phase,
        "step": (step.code, step.params),
        "evening": [(one.code, one.state, one.number, one.subs) for one in evening_steps(facts)],
        "public": public_upto(facts),
        "standings": [_standings(facts, upto=turn.number) for turn in facts.vorrunde if turn.closed],
        "running": _standings(facts, running=True),
        "stechen": [_group(group) for group in stechen_groups(facts)] if facts.closed_rounds else [],
        "cut": _cut(facts),
        "places": [(one.place, one.shared, one.stage, one.player.number) for one in places(facts)],
        "hall": _hall(facts),
        "people": {number: player.status for number, player in facts.players.items()},
        "tables": _tables(facts),
    }


def _standings(facts: Facts, **about: Any) -> list[tuple[Any, ...]]:
    return [(line.standing, line.each, line.move) for line in standings(facts, **about)]


def _hall(facts: Facts) -> tuple[Any, ...]:
    view = hall_view(facts)
    lines = [(line.standing, line.each, line.move) for line in view.standings()]
    shown = [(s.void, [(p.number, _thrown(t)) for p, t in s.rows]) for s in view.stechen]
    return view.upto, view.frozen, len(view.complete), lines, shown, _tables(view.facts)


def _thrown(throws: list[ThrowFact]) -> list[tuple[Any, ...]]:
    return [(throw.attempt, throw.dice, throw.place, throw.absent) for throw in throws]


def _group(group: OpenGroup) -> tuple[Any, ...]:
    return group.group, group.state, group.newcomers, group.stechen_id is not None


def _cut(facts: Facts) -> object:
    if facts.cut is None:
        return None
    state = cut_state(facts)
    return (
        placed(facts),
        [(p.player, p.checked_in, p.declined) for p in facts.cut.places],
        [p.player for p in state.called],
        [p.player for p in state.checked_in],
        state.moved_up,
        [_group(group) for group in state.groups],
        facts.announced,
    )


def _tables(facts: Facts) -> dict[tuple[str, int, int], Any]:
    return {
        (turn.stage, turn.number, table.number): (
            turn.state,
            table.seats,
            table.outcome,
            table.reason,
            table.scharf_from,
            {g: (r.half1, r.half2, r.endkampf, r.scharf) for g, r in table.results.items()},
            [(a.player, a.kind, a.game) for a in table.absences],
            table.schock_aus,
            [c.game for c in facts.conflicts if c.table_id == table.id],
        )
        for turn in facts.rounds
        for table in turn.tables
    }
