"""Throwing rounds and halves that were worked out elsewhere (R2–R5)."""

import pytest

from scoring import half as halves
from scoring import throwing
from scoring.errors import RuleViolation
from scoring.half import begin_half
from scoring.throwing import begin_round, decide, outcome
from scoring.verdict import who_lost
from tests.scoring.case_files import by_number, cases, number, numbers, optional
from tests.scoring.table_play import ruleset_of, throws_of


def check_outcome(found, expected):
    assert found.repeat is expected["repeat"]
    if found.repeat:
        assert (found.best, found.worst, found.deckel) == (None, None, 0)
        assert len(found.tied) > 1
        return
    assert (found.best, found.worst) == (number(expected["best"]), number(expected["worst"]))
    assert (found.deckel, found.ends_half) == (expected["deckel"], expected["ends_half"])


@pytest.mark.parametrize("case", cases("rounds", "more_rounds"))
def test_throwing_round(case):
    rules, throws, givers = ruleset_of(case), throws_of(case), numbers(case["givers"])
    check_outcome(decide(throws, rules, givers), case["outcome"])
    check_outcome(who_lost(throws, rules, givers=givers).outcome, case["outcome"])
    state = begin_round(rules, [act.player for act in throws], givers=givers)
    for act in throws:
        assert outcome(state) is None
        state = throwing.apply(state, act)
    check_outcome(outcome(state), case["outcome"])


@pytest.mark.parametrize("case", cases("halves", "more_halves"))
def test_half(case):
    rules, players = ruleset_of(case), numbers(case["players"])
    half = begin_half(rules, players)
    for played in case["rounds"]:
        throws, after = throws_of(played), played["after"]
        assert [act.player for act in throws] == list(half.order)
        for act in throws:
            half = halves.apply(half, act)
        check_outcome(half.last.outcome, played["outcome"])
        assert half.stock == after["stock"]
        assert dict(zip(half.seats, half.deckel, strict=True)) == by_number(after["deckel"])
        assert half.loser == optional(after["loser"])
        assert half.active == numbers(after["active"])
    assert half.loser == number(case["loser"])
    settled = sum(not played["outcome"]["repeat"] for played in case["rounds"])
    assert (half.rounds, half.repeats) == (settled, len(case["rounds"]) - settled)


@pytest.mark.parametrize("case", cases("more_errors"), ids=lambda c: c["why"])
def test_refused_throws(case):
    rules, throws = ruleset_of(case), throws_of(case)

    def play():
        state = begin_round(rules, [act.player for act in throws])
        for act in throws:
            state = throwing.apply(state, act)

    with pytest.raises(RuleViolation) as refused:
        play()
    with pytest.raises(RuleViolation) as judged:
        who_lost(throws, rules)
    assert judged.value.code == refused.value.code
    assert "player" in judged.value.params
