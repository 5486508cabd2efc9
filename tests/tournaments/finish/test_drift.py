"""Corrections after the cut: the decision stays, what it would mean is told (C8.1)."""

import pytest

from tests.builders import fresh
from tests.playing import do, facts
from tests.tournaments.finish.evenings import at_cut, field, order
from tournaments.models import Tournament
from tournaments.queries.field import cut_drift
from tournaments.services.corrections import correct_game
from tournaments.services.cut import (
    check_in_place,
    decline_place,
    undo_check_in,
)

pytestmark = pytest.mark.django_db


def swap_result(t: Tournament, loser: int, other: int) -> None:
    """A game at the table of both that `loser` had not lost is now lost by him instead of `other`."""
    for table in facts(t).vorrunde[0].tables:
        for game, result in table.results.items():
            if {loser, other} <= set(table.players) and result.loser == other and result.half2 == other:
                do(
                    correct_game,
                    t,
                    table_id=table.id,
                    game=game,
                    half1=loser,
                    half2=loser,
                    reason="vertauscht",
                )
                return
    raise AssertionError


def test_a_correction_after_the_cut_changes_no_decision_but_says_what_it_would_mean():
    t = at_cut()
    cut = facts(t).cut
    assert not cut_drift(facts(t))
    outside = order(t)[15]
    table = next(x for x in facts(t).vorrunde[0].tables if outside in x.players)
    inside = next(p for p in table.players if p != outside)
    for _ in table.results:
        swap_result(t, inside, outside)
    assert facts(t).cut.places == cut.places
    drift = cut_drift(facts(t))
    assert outside in drift.enters
    assert drift.leaves or drift.tied
    # Moving up follows the cut as it was made.
    do(decline_place, t, player=order(t)[0])
    assert field(t).moved_up == {outside}


def test_a_correction_that_moves_nobody_over_the_line_is_no_drift():
    t = at_cut()
    table = facts(t).vorrunde[0].tables[0]
    winners = [p for p in table.players if p in order(t)[:14]]
    for game, result in table.results.items():
        if result.half1 != result.half2 and {result.half1, result.half2} <= set(winners):
            other = result.half2 if result.endkampf == result.half1 else result.half1
            do(correct_game, t, table_id=table.id, game=game, half1=result.half1, half2=result.half2,
               endkampf=other, reason="verhört")  # fmt: skip
            break
    assert cut_drift(facts(t)).enters == ()


def test_the_revision_rises_with_every_act_here():
    t = at_cut()
    revision = fresh(t).revision
    do(check_in_place, t, player=order(t)[0])
    do(undo_check_in, t, player=order(t)[0])
    assert fresh(t).revision == revision + 2
