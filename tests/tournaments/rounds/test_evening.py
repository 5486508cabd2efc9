"""What may be said about the whole evening: promised while the plan holds, afterwards only counted (C1.3)."""

import pytest

from tests.builders import add_players, make_tournament
from tests.playing import current, facts, play_round, start_round, started
from tournaments.draw import Certificate
from tournaments.queries.draws import Seated, draw_quality, evening, quality_before
from tournaments.services._act import SYSTEM
from tournaments.services.players import withdraw_player
from tournaments.services.rounds import draw_round, redraw_round
from tournaments.services.seats import seat_late, swap_seats
from tournaments.services.tournaments import change_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def said(t, number: int = 0) -> str:
    found = facts(t)
    return evening(found, found.vorrunde[number - 1]).sentences


def met_again(t) -> tuple[int, int]:
    """Two people at different tables now: the first meets somebody again at the table of the second."""
    found = facts(t)
    last, now = found.vorrunde[-2:]
    for table in now.tables:
        for other in now.tables:
            if other is table:
                continue
            for first in table.players:
                for second in other.players:
                    if set(last.table_of(first).players) & (set(other.players) - {second}):
                        return first, second
    raise AssertionError("nobody ever met")


def swap(t, first: int, second: int) -> None:
    swap_seats(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id, first=first, second=second)


def test_a_draw_promises_the_evening():
    t = started(16)
    assert said(t) == "0 Wiederholungen bis Runde 5 – besser geht es nicht."
    assert evening(facts(t), current(t)).proof == "bound"


def test_fives_are_part_of_the_promise():
    t = started(29, rounds=3)
    assert said(t) == (
        "0 Wiederholungen bis Runde 3 – besser geht es nicht; "
        "bis Runde 3 sitzt niemand zweimal am Fünfertisch."
    )


def test_what_fairness_forces_is_called_unavoidable():
    t = started(26, rounds=3)
    assert "4 Wiederholungen bis Runde 3; bei 26 Leuten und gerechten Fünfertischen unvermeidbar" in said(t)


def test_when_every_pair_has_met_each_further_meeting_is_unavoidable():
    t = started(8)
    assert "32 Wiederholungen bis Runde 5; bei 8 Leuten unvermeidbar" in said(t)
    assert evening(facts(t), current(t)).screen == "32 Wiederholungen bis Runde 5, unvermeidbar"


@pytest.mark.parametrize("change", ["swap", "late", "waiting", "left", "rounds"])
def test_nothing_is_promised_any_more_once_the_plan_does_not_hold(change):
    t = started(16)
    table = current(t).tables[0]
    if change == "swap":
        swap(t, table.players[0], current(t).tables[1].players[0])
    elif change == "rounds":
        change_rounds(tournament_id=t.pk, by=SYSTEM, rounds=6)
    elif change == "left":
        withdraw_player(tournament_id=t.pk, by=SYSTEM, player=3)
    else:
        late = add_players(t, 1, first=17)[0]
        if change == "late":
            seat_late(tournament_id=t.pk, by=SYSTEM, player=late, table_id=table.id)
    assert said(t) == ""
    assert isinstance(evening(facts(t), current(t)).plan, Seated)


def test_what_was_really_seated_is_counted_with_its_swaps():
    t = started(16, rounds=3)
    play_round(t)
    start_round(t)
    assert said(t).startswith("0 Wiederholungen bis Runde 3")
    swap(t, *met_again(t))
    found = facts(t)
    repeats = draw_quality(found, found.vorrunde[1]).quality.repeats
    assert repeats > 0
    assert f"{repeats} Wiederholung" in said(t)
    assert "bis Runde 2" in said(t)


def test_repeats_made_by_hand_are_never_called_unavoidable():
    t = started(16, rounds=3)
    play_round(t)
    start_round(t)
    swap(t, *met_again(t))
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    found = evening(facts(t), current(t))
    assert isinstance(found.plan, Certificate)
    assert found.plan.reached, "the rest of the evening costs nothing more"
    assert found.proof == ""
    assert "von jetzt an geht es nicht besser" in said(t)
    assert "unvermeidbar" not in said(t) + found.screen


def test_a_protocol_that_says_other_things_is_counted_instead():
    t = started(16)
    round_ = current(t)
    round_.protocol["certificate"] = {"repeats": 0}
    assert isinstance(evening(facts(t), round_).plan, Seated)
    round_.protocol.pop("certificate")
    play_round(t)
    start_round(t)
    round_ = current(t)
    round_.protocol["certificate"] = {"repeats": 0}
    assert evening(facts(t), round_).sentences == "0 Wiederholungen bis Runde 2."


def test_nobody_has_met_again_in_the_only_round():
    t = started(21, rounds=1)
    assert said(t) == ""
    play_round(t)
    assert said(t) == ""


def test_the_quality_that_a_redraw_replaced_is_kept_as_it_was_seated():
    t = started(8, rounds=2)
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    swap(t, current(t).tables[0].players[0], current(t).tables[1].players[0])
    before = draw_quality(facts(t), current(t)).quality
    assert quality_before(facts(t), current(t)) is None
    redraw_round(tournament_id=t.pk, by=SYSTEM)
    assert quality_before(facts(t), current(t)) == before


def test_an_older_round_is_counted_up_to_itself():
    t = make_tournament(rounds=3)
    add_players(t, 16)
    for _ in range(2):
        play_round(t)
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=3)
    assert [evening(facts(t), r).plan.rounds for r in facts(t).vorrunde] == [1, 2]
