"""Shared by the tests of throwing round, half and game: throws in short, chance play by the rules."""

from dataclasses import replace
from functools import reduce

from hypothesis import strategies as st

from scoring import game as games
from scoring.acts import Cast, Leave, Settled, Stand, Thrown, TurnSixes
from scoring.half import throwing_round, worths
from scoring.ruleset import PRESETS
from scoring.throwing import sixes_to_turn
from tests.scoring.case_files import number


def replay(start, acts):
    """The game `start` after all these acts; an undo leaves out the last one."""
    return reduce(games.apply, acts, start)


def ruleset_of(case):
    return replace(PRESETS[case["preset"]], **case["changes"])


def thrown(player, text, throws=1, hand=None):
    """thrown(1, "653") from the hand in one throw; thrown(1, "611", 2) built in two."""
    dice = tuple(int(sign) for sign in text)
    return Thrown(player, dice, throws, throws == 1 if hand is None else hand)


def throws_of(case):
    return [Thrown(number(t["player"]), tuple(t["dice"]), t["throws"], t["hand"]) for t in case["throws"]]


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "deckel_total": st.sampled_from([1, 2, 5, 11, 13, 15]),
        "max_throws": st.integers(1, 4),
        "starter_limits": st.booleans(),
        "holdable": st.sampled_from(["any", "ones"]),
        "take_back": st.booleans(),
        "straight_from_hand": st.booleans(),
        "general_from_hand": st.booleans(),
        "two_sixes": st.booleans(),
        "three_sixes": st.booleans(),
        "sixes_need_throw_left": st.booleans(),
        "schock_two_rank": st.sampled_from(["above_general", "below_general"]),
        "jule": st.sampled_from(["none", "top", "seven"]),
        "schock_aus": st.sampled_from(["ends_half", "thirteen"]),
        "equal_throws": st.sampled_from(
            [("earlier",), ("repeat",), ("fewer_throws", "earlier"), ("fewer_throws", "repeat")]
        ),
        "pass_on_early": st.booleans(),
        "laden": st.sampled_from(["none", "game", "half"]),
        "speed": st.sampled_from(["normal", "scharf"]),
    },
)
RULES = st.builds(
    lambda name, changes: replace(PRESETS[name], **changes), st.sampled_from(sorted(PRESETS)), CHANGES
)


def chance_cast(rng, current, rules):
    """One legal cast of who is on turn."""
    turn = current.turn
    if turn is None:
        return Cast(tuple(rng.randint(1, 6) for _ in range(3)))
    kept = () if rules.take_back else turn.lying
    free = list(turn.dice if rules.take_back else turn.fresh)
    rng.shuffle(free)
    for die in free:
        if len(kept) < 2 and rng.random() < 0.4 and (rules.holdable == "any" or die == 1):
            kept += (die,)
    if len(kept) == 3:
        kept = kept[:2]
    return Cast(tuple(rng.randint(1, 6) for _ in range(3 - len(kept))), kept)


def chance_dice_act(rng, half):
    """One legal act of the finest grain."""
    current, rules = throwing_round(half), half.rules
    turn = current.turn
    if turn is None:
        return chance_cast(rng, current, rules)
    sixes = sixes_to_turn(current)
    if sixes and rng.random() < 0.6:
        return TurnSixes(rng.choice(sixes))
    must_throw_on = turn.turned and rules.sixes_need_throw_left
    if current.throws_left and (must_throw_on or rng.random() < 0.5):
        return chance_cast(rng, current, rules)
    return Stand()


def chance_thrown(rng, half):
    """One legal throw, told as a whole."""
    current = throwing_round(half)
    throws = rng.randint(1, current.limit)
    hand = throws == 1 or rng.random() < 0.5
    dice = [rng.randint(1, 6) for _ in range(3)]
    if not hand and half.rules.holdable == "ones":
        dice[0] = 1
    return Thrown(current.on_turn, tuple(dice), throws, hand)


def chance_act(rng, half):
    """Any legal act: of all grains, now and then somebody goes home."""
    kind = rng.random()
    running = half.running
    if kind < 0.01:
        return Leave(rng.choice([p for p in half.seats if p not in half.left]))
    if running is None and kind < 0.2:
        best, loser = rng.sample(half.active, 2)
        return Settled(loser, rng.choice(worths(half.rules)), best)
    if kind < 0.6 and (running is None or running.turn is None):
        return chance_thrown(rng, half)
    return chance_dice_act(rng, half)
