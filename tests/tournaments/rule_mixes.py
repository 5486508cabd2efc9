"""Rules as somebody might put them together: any legal mix, the same for the same seed."""

from random import Random

from scoring.errors import RuleViolation
from scoring.ruleset import HOLDABLE, JULES, LADEN, SCHOCK_AUS, SCHOCK_TWO_RANKS, SPEEDS, RuleSet

SWITCHES = (
    "starter_limits", "take_back", "straight_from_hand", "general_from_hand", "two_sixes", "three_sixes",
    "sixes_need_throw_left", "jule_from_hand", "pass_on_early",
)  # fmt: skip
EQUAL = (("earlier",), ("repeat",), ("fewer_throws", "earlier"), ("fewer_throws", "repeat"))


def mixes(count: int, seed: int = 1) -> list[RuleSet]:
    rnd, found = Random(seed), list[RuleSet]()
    while len(found) < count:
        try:
            found.append(_mix(rnd))
        except RuleViolation:
            continue
    return found


def _mix(rnd: Random) -> RuleSet:
    return RuleSet(
        deckel_total=rnd.choice((13, 13, 1, 20, 99)),
        max_throws=rnd.choice((3, 3, 1, 9)),
        holdable=rnd.choice(HOLDABLE),
        schock_two_rank=rnd.choice(SCHOCK_TWO_RANKS),
        jule=rnd.choice(JULES),
        schock_aus=rnd.choice(SCHOCK_AUS),
        equal_throws=rnd.choice(EQUAL),
        laden=rnd.choice(LADEN),
        speed=rnd.choice(SPEEDS),
        **{name: rnd.random() < 0.5 for name in SWITCHES},
    )
