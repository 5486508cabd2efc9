"""The Stechen (C3.3, C3.4, C3.4a): open, throw, repeat, take back."""

import pytest

from scoring.errors import RuleViolation
from tests.builders import fresh, last_log
from tests.playing import do, facts, play_round, refused, sent_twice, started
from tests.tournaments.finish.evenings import (
    BONUS_TIED_2,
    BONUS_TIED_3,
    BONUS_TIED_10,
    BOTH_TIED_16,
    CLEAR_16,
    CUT_TIED_2,
    CUT_TIED_3,
    CUT_TIED_10,
    TWO_TIES,
    at_cut,
    played,
    throw_all,
)
from tests.tournaments.finish.seen import seen
from tests.tournaments.finish.tied import groups, opened, throw
from tournaments.models import Phase, StechenThrow
from tournaments.queries.next_step import next_step
from tournaments.queries.standings import standings
from tournaments.services.cut import make_cut
from tournaments.services.stechen import (
    enter_throw,
    enter_throws,
    open_stechen,
    void_stechen,
    void_throw,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("points", "games", "kinds", "people", "places"),
    [
        (CUT_TIED_2, 3, ["cut"], 2, (1,)),
        (CUT_TIED_3, 3, ["cut"], 3, (1,)),
        (CUT_TIED_10, 3, ["cut"], 10, (4,)),
        (BONUS_TIED_2, 3, ["bonus"], 2, (1,)),
        (BONUS_TIED_3, 3, ["bonus"], 3, (1,)),
        (BONUS_TIED_10, 4, ["bonus"], 10, (1,)),
        (BOTH_TIED_16, 4, ["bonus", "cut"], 16, (3, 15)),
    ],
)
def test_exactly_the_tied_across_a_boundary_throw_once(points, games, kinds, people, places):
    t = played(points, games=games)
    (group,) = groups(t)
    assert [b.kind for b in group.group.boundaries] == kinds
    assert (len(group.group.players), group.group.places) == (people, places)
    throw_all(t)
    (group,) = groups(t)
    assert group.decided
    assert next_step(facts(t)).code == "make_cut"
    do(make_cut, t)
    line = [p for p in facts(t).cut.places if p.player in group.group.players]
    # Lower start numbers threw better; what stands on both sides of a boundary has two ranks, not more.
    assert [p.player for p in line] == sorted(group.group.players)
    above, first = 0, group.group.first_place
    for end in (*places, people):
        assert {p.rank for p in line[above:end]} <= {first + above}
        above = end


def test_nobody_throws_where_the_boundaries_are_clear():
    t = played(CLEAR_16)
    assert groups(t) == []
    assert next_step(facts(t)).code == "make_cut"
    with refused("not_tied"):
        do(open_stechen, t, players=[1, 2])


def test_two_groups_throw_each_for_itself():
    t = played(TWO_TIES)
    assert [[b.kind for b in g.group.boundaries] for g in groups(t)] == [["bonus"], ["cut"]]
    for group in groups(t):
        do(open_stechen, t, players=list(group.group.players))
    bonus, cut = groups(t)
    assert bonus.stechen_id != cut.stechen_id
    with refused("not_in_stechen", player=cut.group.players[0]):
        throw(t, bonus.stechen_id, cut.group.players[0], "611")


def test_opening_says_who_was_called_and_may_be_sent_twice():
    t = played(CUT_TIED_3)
    tied = list(groups(t)[0].group.players)
    answer = sent_twice(open_stechen, t, players=tied)
    (group,) = groups(t)
    assert (group.stechen_id, group.newcomers) == (answer["stechen"], ())
    assert last_log(t).data == {"stechen": answer["stechen"], "people": 3}
    with refused("stechen_open"):
        do(open_stechen, t, players=tied)
    with refused("not_tied"):
        do(open_stechen, t, players=tied[:2])


def test_a_stechen_waits_for_the_last_round():
    t = started(8, rounds=2, ko_tables=0, final_size=3)
    play_round(t)
    with refused("rounds_open", closed=1, rounds=2):
        do(open_stechen, t, players=[1, 2])


def test_the_best_throw_stands_first_and_only_equals_across_the_boundary_repeat():
    t, stechen, tied = opened(CUT_TIED_10)
    # Four places: Schock aus, Schock 2, then three times 631 for two of them; equal ones below stay equal.
    dice = ["111", "121", "631", "136", "316", "521", "521", "431", "331", "221"]
    for player, thrown in zip(tied, dice, strict=True):
        throw(t, stechen, player, thrown)
    (group,) = groups(t)
    (pending,) = group.state.pending
    assert group.state.blocks[0] == (tied[0],)
    assert group.state.blocks[1] == (tied[1],)
    assert pending.players == tuple(sorted(tied[2:5]))
    assert (pending.places, pending.attempt) == (2, 2)
    assert group.state.blocks[3:] == (tied[5:7], (tied[7],), (tied[8],), (tied[9],))
    with refused("not_asked", player=tied[0]):
        throw(t, stechen, tied[0], "654")
    throw(t, stechen, tied[2], "221")
    throw(t, stechen, tied[3], "654")
    throw(t, stechen, tied[4], "222")
    assert groups(t)[0].decided
    do(make_cut, t)
    above = [p.player for p in facts(t).cut.places[:15]]
    assert set(above) & set(tied) == {tied[0], tied[1], tied[3], tied[4]}


def test_dice_are_stored_from_high_to_low_whatever_the_order_typed():
    t, stechen, tied = opened()
    throw(t, stechen, tied[0], "3 5 6")
    assert facts(t).stechen[0].throws[0].dice == "653"


def test_who_does_not_come_is_last():
    t, stechen, tied = opened()
    throw(t, stechen, tied[0], absent=True)
    throw(t, stechen, tied[1], "221")
    throw(t, stechen, tied[2], "221")
    (pending,) = groups(t)[0].state.pending
    assert pending.players == tuple(sorted(tied[1:]))


def test_an_order_of_names_may_be_entered_instead_and_may_share_places():
    t, stechen, tied = opened(CUT_TIED_10)
    places = [1, 2, 3, 4, 4, 6, 7, 8, 9, 9]
    order = [{"player": player, "place": place} for player, place in zip(tied, places, strict=True)]
    answer = sent_twice(enter_throws, t, stechen_id=stechen, throws=order)
    assert len(answer["throws"]) == 10
    assert last_log(t).data["count"] == 10
    (pending,) = groups(t)[0].state.pending
    assert pending.players == tuple(sorted(tied[3:5]))
    assert pending.places == 1


def test_several_throws_are_entered_together_or_not_at_all():
    t, stechen, tied = opened()
    before = seen(t)
    with refused("dice_invalid"):
        do(enter_throws, t, stechen_id=stechen, throws=[
            {"player": tied[0], "dice": "653"}, {"player": tied[1], "dice": "657"},
        ])  # fmt: skip
    with refused("not_asked", player=tied[0]):
        do(enter_throws, t, stechen_id=stechen, throws=[{"player": tied[0], "dice": "653"}] * 2)
    with refused("throw_mixed"):
        do(enter_throws, t, stechen_id=stechen, throws=[
            {"player": tied[0], "dice": "653"}, {"player": tied[1], "place": 2},
        ])  # fmt: skip
    with refused("throw_missing"):
        do(enter_throws, t, stechen_id=stechen, throws=[])
    assert seen(t) == before


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({}, "throw_missing"),
        ({"dice": "653", "place": 1}, "throw_missing"),
        ({"dice": "653", "absent": True}, "throw_missing"),
        ({"dice": "65"}, "dice_invalid"),
        ({"dice": "6530"}, "dice_invalid"),
        ({"dice": "657"}, "dice_invalid"),
        ({"dice": "65²"}, "dice_invalid"),
        ({"dice": "abc"}, "dice_invalid"),
        ({"place": 0}, "place_range"),
        ({"place": 1000}, "place_range"),
    ],
)
def test_what_is_no_throw_is_refused_at_its_field(how, code):
    t, stechen, tied = opened()
    with pytest.raises(RuleViolation) as caught:
        throw(t, stechen, tied[0], **how)
    assert (caught.value.code, caught.value.field) == (code, f"throw-{tied[0]}")
    assert StechenThrow.objects.count() == 0


def test_dice_and_places_do_not_mix_in_one_attempt():
    t, stechen, tied = opened()
    throw(t, stechen, tied[0], absent=True)
    throw(t, stechen, tied[1], "653")
    with refused("throw_mixed"):
        throw(t, stechen, tied[2], place=1)
    throw(t, stechen, tied[2], "653")
    # The repetition is another attempt: there it may be an order of names.
    throw(t, stechen, tied[1], place=2)
    throw(t, stechen, tied[2], place=1)
    assert groups(t)[0].decided


def test_a_throw_sent_twice_is_one_throw():
    t, stechen, tied = opened()
    sent_twice(enter_throw, t, stechen_id=stechen, player=tied[0], dice="653")
    assert StechenThrow.objects.count() == 1


def test_a_throw_goes_back_and_everything_is_as_before():
    t, stechen, tied = opened(CUT_TIED_2)
    before = seen(t)
    answer = throw(t, stechen, tied[0], "653")
    assert seen(t) != before
    sent_twice(void_throw, t, throw_id=answer["throw"])
    assert seen(t) == before
    with refused("throw_gone"):
        do(void_throw, t, throw_id=answer["throw"])
    throw(t, stechen, tied[0], "654")
    assert facts(t).stechen[0].throws[0].dice == "654"


def test_with_a_throw_go_those_the_same_player_threw_after_it():
    t, stechen, tied = opened(CUT_TIED_2)
    first = [throw(t, stechen, player, "653")["throw"] for player in tied]
    between = seen(t)
    throw(t, stechen, tied[0], "222")
    do(void_throw, t, throw_id=first[0])
    assert [x.player for x in facts(t).stechen[0].throws] == [tied[1]]
    throw(t, stechen, tied[0], "653")
    assert seen(t) == between


def test_a_whole_stechen_goes_back():
    t = played(CUT_TIED_3)
    before = seen(t)
    tied = list(groups(t)[0].group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    throw(t, stechen, tied[0], "653")
    sent_twice(void_stechen, t, stechen_id=stechen, reason="falsche Leute gerufen")
    assert seen(t) == before
    assert last_log(t).reason == "falsche Leute gerufen"
    for service, body in (
        (void_stechen, {}),
        (enter_throw, {"player": tied[0], "dice": "653"}),
        (enter_throws, {"throws": [{"player": tied[0], "dice": "653"}]}),
    ):
        with refused("stechen_gone"):
            do(service, t, stechen_id=stechen, **body)
    assert do(open_stechen, t, players=tied)["stechen"] != stechen


def test_once_the_cut_is_made_nothing_of_it_goes_back():
    t = at_cut(CUT_TIED_2)
    before = seen(t)
    (held,) = facts(t).stechen
    with refused("stechen_decided"):
        do(void_throw, t, throw_id=held.throws[0].id)
    with refused("stechen_decided"):
        do(void_stechen, t, stechen_id=held.id)
    with refused("stechen_decided"):
        throw(t, held.id, held.players[0], "653")
    with refused("wrong_phase", phase=Phase.CUT):
        do(open_stechen, t, players=held.players)
    assert seen(t) == before


def test_another_tournament_s_stechen_is_out_of_reach():
    t, stechen, tied = opened(CUT_TIED_2)
    other = started(8)
    with refused("stechen_gone"):
        throw(other, stechen, tied[0], "653")
    with refused("throw_gone"):
        do(void_throw, other, throw_id=throw(t, stechen, tied[0], "653")["throw"])
    assert fresh(other).phase == Phase.VORRUNDE


def test_prize_places_have_a_stechen_of_their_own():
    t = played(CLEAR_16, prize_places=(1,))
    (group,) = groups(t)
    assert ([b.kind for b in group.group.boundaries], group.group.places) == (["prize"], (1,))
    assert next_step(facts(t)).params["kinds"] == ("prize",)


def test_the_chain_separates_ranks_when_it_decides():
    t = played(CUT_TIED_3, decide="chain", tie_breaks=("more_wins",))
    for group in groups(t):
        wins = {line.standing.wins for line in standings(facts(t)) if line.number in group.group.players}
        assert len(wins) == 1
