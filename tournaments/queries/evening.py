"""The steps of the evening with their state, for the list at the desk."""

from dataclasses import dataclass, field
from datetime import datetime

from tournaments.models import Phase
from tournaments.queries.facts import Facts, RoundFact
from tournaments.queries.standings import stechen_groups

_ORDER = list(Phase)


@dataclass(frozen=True, slots=True)
class SubStep:
    """A part of the running step. `state`: done · now · next."""

    code: str
    state: str


@dataclass(frozen=True, slots=True)
class EveningStep:
    """One line. `code`: set_up · registration · round · cut · ko · final · winner; `state`: done · now ·
    next; `number` for a round; `begin`/`end` when it happened."""

    code: str
    state: str
    number: int = 0
    begin: datetime | None = None
    end: datetime | None = None
    subs: tuple[SubStep, ...] = field(default=())


def evening_steps(facts: Facts) -> tuple[EveningStep, ...]:
    """All steps from the registration to the prize-giving, exactly one of them `now`."""
    phase = Phase(facts.tournament.phase)
    first = facts.vorrunde[0] if facts.vorrunde else None
    steps = [EveningStep("set_up", _state(phase, Phase.SETUP))] if phase == Phase.SETUP else []
    in_round_one = phase == Phase.REGISTRATION and first is not None
    state = "done" if in_round_one else _state(phase, Phase.REGISTRATION)
    steps.append(EveningStep("registration", state))
    steps.extend(_round_steps(facts, phase))
    has_cut = phase not in (Phase.SETUP, Phase.REGISTRATION, Phase.VORRUNDE)
    rounds_done = phase == Phase.VORRUNDE and facts.closed_rounds >= facts.plan.rounds
    cut = "now" if rounds_done or phase == Phase.CUT else "done" if has_cut else "next"
    steps.append(EveningStep("cut", cut, subs=_cut_subs(facts, phase) if cut == "now" else ()))
    if facts.plan.ko_tables:
        steps.append(EveningStep("ko", _state(phase, Phase.KO)))
    steps.append(EveningStep("final", _state(phase, Phase.FINAL)))
    steps.append(EveningStep("winner", "now" if phase == Phase.FINISHED else "next"))
    return tuple(steps)


def _state(phase: Phase, mine: Phase) -> str:
    here, there = _ORDER.index(phase), _ORDER.index(mine)
    return "now" if here == there else "done" if here > there else "next"


def _round_steps(facts: Facts, phase: Phase) -> list[EveningStep]:
    by_number = {r.number: r for r in facts.vorrunde}
    now = facts.closed_rounds + 1
    playing = phase == Phase.VORRUNDE or (phase == Phase.REGISTRATION and now in by_number)
    steps = []
    for number in range(1, max(facts.plan.rounds, len(by_number)) + 1):
        round_ = by_number.get(number)
        if round_ is not None and round_.closed:
            steps.append(EveningStep("round", "done", number, round_.begin, round_.closed_at))
        elif playing and number == now:
            subs = _round_subs(facts, round_)
            steps.append(EveningStep("round", "now", number, subs=subs))
        else:
            steps.append(EveningStep("round", "next", number))
    return steps


def _round_subs(facts: Facts, round_: RoundFact | None) -> tuple[SubStep, ...]:
    drawn = round_ is not None
    published = round_ is not None and round_.published
    complete = round_ is not None and published and all(facts.complete(round_, t) for t in round_.tables)
    return _in_order(("drawn", drawn), ("published", published), ("collect", complete), ("close", False))


def _cut_subs(facts: Facts, phase: Phase) -> tuple[SubStep, ...]:
    made = phase == Phase.CUT
    decided = made or all(group.decided for group in stechen_groups(facts))
    announced = made and facts.cut is not None and facts.cut.announced_at is not None
    return _in_order(
        ("stechen", decided),
        ("made", made),
        ("announced", announced),
        ("check_in", False),
        ("draw_tables", False),
    )


def _in_order(*parts: tuple[str, bool]) -> tuple[SubStep, ...]:
    """Done up to the first open one, which is `now`; the rest comes next."""
    subs: list[SubStep] = []
    for code, done in parts:
        open_before = any(sub.state != "done" for sub in subs)
        subs.append(SubStep(code, "next" if open_before else "done" if done else "now"))
    return tuple(subs)
