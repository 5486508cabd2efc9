"""What comes next: the one step that can be taken now, with its reason and its link (model.md)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.knockout import champion, final_marks
from tournaments.draw import table_sizes
from tournaments.draw.sizes import MINIMUM
from tournaments.models import Outcome, Phase, Stage, Status
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.field import CutState, cut_state, empty_chairs, ko_touched, misplaced
from tournaments.queries.standings import OpenGroup, public_upto, stechen_groups


@dataclass(frozen=True, slots=True)
class Step:
    """The next step. `code` names its sentences (messages/steps.py), `params` fill them.

    `route`/`args`: URL name (namespace desk) and arguments behind the slug. `post`: the button acts
    at once; otherwise it leads to the page where the step is taken; `query`: what it shows there.
    """

    code: str
    route: str
    args: tuple[int, ...] = ()
    post: bool = False
    params: dict[str, Any] = field(default_factory=dict)
    query: str = ""


def next_step(facts: Facts) -> Step:
    """The next step of the evening; there always is one."""
    return _BY_PHASE[Phase(facts.tournament.phase)](facts)


def _setup(facts: Facts) -> Step:
    return Step("open_registration", "open_registration", post=True)


def _registration(facts: Facts) -> Step:
    here = len(facts.present)
    drawn = facts.current
    if drawn is None and here < MINIMUM:
        params = {"here": here, "least": MINIMUM, "waiting": _waiting(facts)}
        return Step("register_players", "registration", params=params)
    return _drawn(facts, drawn) if drawn else _draw(facts, 1)


def _waiting(facts: Facts) -> int:
    return sum(1 for p in facts.players.values() if p.status == Status.REGISTERED)


def _too_few(facts: Facts, here: int) -> Step:
    drawn = facts.current is not None
    params = {"here": here, "least": MINIMUM, "closed": facts.closed_rounds, "drawn": drawn}
    return Step("too_few_present", "registration", params=params)


def _draw(facts: Facts, number: int) -> Step:
    here = len(facts.present)
    if here < MINIMUM:
        return _too_few(facts, here)
    sizes = table_sizes(here, facts.plan.odd_tables)
    params = {"number": number, "here": here, "tables": len(sizes), "waiting": _waiting(facts)}
    # Afterwards the field may shrink as it likes: only now is there time to play another format.
    params["all_go_on"] = facts.plan.qualifiers if number == 1 and here <= facts.plan.qualifiers else 0
    return Step("draw_round", "draw", post=True, params=params)


def _drawn(facts: Facts, round_: RoundFact) -> Step:
    here = len(facts.present)
    params = {"number": round_.number, "tables": len(round_.tables), "here": here}
    if is_stale(facts, round_):
        if here < MINIMUM:
            return _too_few(facts, here)
        return Step("redraw_round", "round", (round_.number,), params=params)
    return Step("publish_draw", "publish", (round_.number,), post=True, params=params)


def is_stale(facts: Facts, round_: RoundFact) -> bool:
    """A presence changed after the draw: "veraltet" (model.md)."""
    seated = {player for table in round_.tables for player in table.players}
    return round_.stage == Stage.VORRUNDE and seated != {p.number for p in facts.present}


def _vorrunde(facts: Facts) -> Step:
    round_ = next((r for r in facts.vorrunde if not r.closed), None)
    if round_ is None:
        if facts.closed_rounds < facts.plan.rounds:
            return _draw(facts, facts.closed_rounds + 1)
        return _before_cut(facts)
    if not round_.published:
        return _drawn(facts, round_)
    return _play(facts, round_, "close_round")


def _play(facts: Facts, round_: RoundFact, done: str) -> Step:
    """A published round: conflicts first, then tables without enough players, then what is missing."""
    for conflict in facts.conflicts:
        table = next((t for t in round_.tables if t.id == conflict.table_id), None)
        if table is not None:
            params = {
                "table": table.number,
                "stage": round_.stage,
                "missing": _missing(facts, round_),
            }
            return Step("decide_conflict", "table", (table.id,), params=params)
    for table in round_.tables:
        if needs_decision(facts, round_, table):
            params = {"table": table.number, "present": len(table.present(_game(facts, round_, table)))}
            return Step("decide_table", "table", (table.id,), params=params)
    missing = _missing(facts, round_)
    params = {
        "number": round_.number,
        "missing": missing,
        "done": len(round_.tables) - missing,
        "tables": len(round_.tables),
    }
    if missing == 0:
        return Step(done, done, (round_.number,) if done == "close_round" else (), post=True, params=params)
    codes = {Stage.VORRUNDE: "collect_results", Stage.KO: "collect_ko", Stage.FINAL: "collect_final"}
    routes = {Stage.VORRUNDE: "round", Stage.KO: "ko", Stage.FINAL: "final"}
    stage = Stage(round_.stage)
    args = (round_.number,) if stage == Stage.VORRUNDE else ()
    return Step(codes[stage], routes[stage], args, params=params)


def _game(facts: Facts, round_: RoundFact, table: TableFact) -> int:
    return facts.next_game(round_, table) or 1


def _missing(facts: Facts, round_: RoundFact) -> int:
    return sum(1 for table in round_.tables if not facts.complete(round_, table))


def needs_decision(facts: Facts, round_: RoundFact, table: TableFact) -> bool:
    """Too few are left to play: kampflos or ohne Wertung has to be said by the desk (C2.5, C2.7)."""
    if round_.stage != Stage.VORRUNDE or table.outcome != Outcome.PLAYED:
        return False
    game = table.next_game(facts.plan.games_per_round)
    return game is not None and len(table.present(game)) < 2


def _before_cut(facts: Facts) -> Step:
    undecided = [(k, group) for k, group in enumerate(stechen_groups(facts), start=1) if not group.decided]
    if undecided:
        (index, group), *later = undecided
        params = {"kinds": _kinds(group)} | _later(group, [other for _, other in later])
        return _stechen(group, "open_stechen", index, params)
    seated = {player for round_ in facts.vorrunde for table in round_.tables for player in table.players}
    if not any(facts.players[player].eligible for player in seated):
        # Who sat in the last round left after its draw, so the way back is open to him (C2.5).
        return Step("bring_back", "registration", params={"number": facts.closed_rounds}, query="zeige=weg")
    params = {"places": facts.plan.qualifiers, "rounds": facts.closed_rounds}
    return Step("make_cut", "make_cut", post=True, params=params)


def _stechen(group: OpenGroup, code: str, index: int, params: dict[str, Any]) -> Step:
    """Open the Stechen of a tied group (again, when somebody joined the tie), or enter what is missing."""
    params |= {"people": len(group.group.players), "places": group.about[1], "group": index}
    if group.stechen_id is None or group.newcomers:
        return Step(code, "stechen", params=params)
    params["throwing"] = sum(len(pending.missing) for pending in group.state.pending)
    return Step("enter_throws", "stechen", params=params)


def _later(group: OpenGroup, others: list[OpenGroup]) -> dict[str, Any]:
    """How many Stechen are undecided, for how many people, and what the next one is about."""
    if not others:
        return {}
    return {
        "stechen": 1 + len(others),
        "everybody": sum(len(one.group.players) for one in (group, *others)),
        "then": {"kinds": _kinds(others[0]), "places": others[0].about[1]},
    }


def _kinds(group: OpenGroup) -> tuple[str, ...]:
    return tuple(boundary.kind for boundary in group.group.boundaries)


def _cut(facts: Facts) -> Step:
    assert facts.cut is not None
    state = cut_state(facts)
    if facts.cut.announced_at is None:
        frozen = public_upto(facts) < facts.closed_rounds
        params = _cut_params(state) | {"frozen": frozen}
        return Step("announce_cut", "announce_cut", post=True, params=params)
    step = _fill_places(state)
    if step is not None:
        return step
    if not state.checked_in:
        return _somebody_back(facts)
    code = "draw_final" if facts.plan.ko_tables == 0 else "draw_ko"
    params = _cut_params(state) | {"tables": facts.plan.ko_tables}
    return Step(code, "draw_ko", post=True, params=params)


def _fill_places(state: CutState) -> Step | None:
    """C4.2: who moves up is known, everybody is there, the extra Spielmarken have their owners."""
    group = state.open_group
    if group is not None:
        kind = "move_up" if group is state.move_up else "bonus"
        return _stechen(
            group, "move_up_stechen", 1, _cut_params(state) | {"kinds": (kind,), "after_cut": True}
        )
    if state.waiting:
        return Step("check_in", "cut", params=_cut_params(state))
    return None


def _fill_chairs(facts: Facts) -> Step | None:
    """Somebody went home between the draw and the first K.O. result: the next one takes the chair. Or a
    Stechen about moving up was changed: who sits there for the wrong result gets up."""
    if ko_touched(facts):
        return None
    wrong = misplaced(facts)
    if not wrong and not empty_chairs(facts):
        return None
    step = _fill_places(cut_state(facts))
    if wrong and (step is None or step.code == "check_in"):
        return Step("free_chair", "cut", params={"people": len(wrong)})
    return step


def _cut_params(state: CutState) -> dict[str, Any]:
    return {"places": state.places, "here": len(state.checked_in), "waiting": len(state.waiting)}


def _ko(facts: Facts) -> Step:
    assert facts.ko is not None
    step = _fill_chairs(facts) or _play(facts, facts.ko, "form_final")
    if step.code != "form_final":
        return step
    states = [facts.fold(facts.ko, table) for table in facts.ko.tables]
    finalists = len(final_marks(facts.plan, states))
    return replace(step, params=step.params | {"finalists": finalists}) if finalists else _nobody_left(facts)


def _nobody_left(facts: Facts) -> Step:
    """All survivors left before the final was formed: the last one to go comes back first (C6.2)."""
    assert facts.ko is not None
    tables = [(table, facts.fold(facts.ko, table).emptied) for table in facts.ko.tables]
    left = [(a.id, a.player, table) for table, gone in tables for a in table.absences if a.player in gone]
    if not left:
        return _somebody_back(facts)
    _, player, table = max(left, key=lambda one: one[0])
    if not facts.players[player].eligible:
        return _back(facts, player)
    return Step("take_back_absence", "table", (table.id,), params={"table": table.number, "stage": Stage.KO})


def _somebody_back(facts: Facts) -> Step:
    """C4.2: nobody of the cut comes any more. The best who only declined, else the best who withdrew."""
    assert facts.cut is not None
    able = [place.player for place in facts.cut.places if place.eligible]
    if any(facts.players[player].eligible for player in able):
        return Step("take_back_decline", "cut")
    return _back(facts, able[0])


def _back(facts: Facts, player: int) -> Step:
    params = {"name": facts.players[player].name, "stage": facts.tournament.phase}
    return Step("bring_back_player", "player", (player,), params=params)


def _final(facts: Facts) -> Step:
    assert facts.final is not None
    chairs = None if facts.plan.ko_tables else _fill_chairs(facts)
    step = chairs or _play(facts, facts.final, "finish")
    won = champion(facts.fold(facts.final, facts.final.tables[0]))
    return _somebody_back(facts) if step.code == "finish" and won is None else step


def _finished(facts: Facts) -> Step:
    return Step("celebrate", "winner")


_BY_PHASE: dict[Phase, Callable[[Facts], Step]] = {
    Phase.SETUP: _setup,
    Phase.REGISTRATION: _registration,
    Phase.VORRUNDE: _vorrunde,
    Phase.CUT: _cut,
    Phase.KO: _ko,
    Phase.FINAL: _final,
    Phase.FINISHED: _finished,
}
