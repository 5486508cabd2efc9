"""What a throw is worth (R1): class, place among all throws, Deckel. Also the throws of a Stechen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final

from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet

ABSENT: Final = -1
"""C3.4a: strength of somebody who did not come to the Stechen: below every throw."""

_PLACES: Final = 1_000_000

# One step of a thousand per class: inside it the number (Zahl, Straße, General) or n (Schock n).
_ZAHL, _STRASSE, _LOW_SCHOCK, _GENERAL, _SCHOCK, _SEVEN, _AUS, _TOP = range(0, 8000, 1000)


@dataclass(frozen=True, slots=True)
class Throw:
    """A classified throw.

    `kind`: zahl · strasse · general · schock · schock_aus · jule. `deckel`: how many it moves,
    None = all of them (the half ends). `strength`: higher is better, equal is a tie (R2).
    """

    kind: str
    number: int
    deckel: int | None
    strength: int


def check_dice(dice: Sequence[int]) -> None:
    """R1.4: three dice, each 1…6. Raises dice_count, dice_range."""
    if len(dice) != 3:
        raise RuleViolation("dice_count", "dice", count=len(dice))
    for die in dice:
        if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
            raise RuleViolation("dice_range", "dice", value=die)


def check_throw(
    dice: Sequence[int],
    *,
    throws: int,
    hand: bool,
    ruleset: RuleSet,
    starter_throws: int | None = None,
) -> None:
    """R1.4, R3.1: dice, and the throws used by one player of a throwing round.

    Raises dice_count, dice_range, throws_range, throws_beyond_starter, single_throw_built.
    """
    check_dice(dice)
    if not 1 <= throws <= ruleset.max_throws:
        raise RuleViolation("throws_range", "throws", value=throws, high=ruleset.max_throws)
    if ruleset.starter_limits and starter_throws is not None and throws > starter_throws:
        raise RuleViolation("throws_beyond_starter", "throws", value=throws, high=starter_throws)
    if throws == 1 and not hand:
        raise RuleViolation("single_throw_built", "hand")


def classify_throw(dice: Sequence[int], *, hand: bool, ruleset: RuleSet) -> Throw:
    """R1, R1.1–R1.3: class, Deckel and strength. `hand`: all three dice out of one throw.

    Looked up in the table of the rule set. Raises dice_count, dice_range.
    """
    check_dice(dice)
    return throw_table(ruleset)[bool(hand)][tuple(dice)]


ThrowTable = tuple[Mapping[tuple[int, ...], Throw], Mapping[tuple[int, ...], Throw]]


@lru_cache(maxsize=64)
def throw_table(ruleset: RuleSet) -> ThrowTable:
    """R1: all 216 throws in any order of the dice, (built, from the hand): `table[hand][dice]`.

    Worked out once for each rule set. A key must be a tuple of three dice; nothing is checked here.
    """
    built, hand = (
        MappingProxyType({dice: _classify(dice, hand, ruleset) for dice in product(range(1, 7), repeat=3)})
        for hand in (False, True)
    )
    return built, hand


def _classify(dice: Sequence[int], hand: bool, ruleset: RuleSet) -> Throw:
    """R1.1 follows the seeds 001 and 003, R1.3 the house rules of 002."""
    high, middle, low = sorted(dice, reverse=True)
    number = 100 * high + 10 * middle + low
    if middle == low == 1:
        return _schock(high, number, ruleset)
    if number == 421 and ruleset.jule != "none" and (hand or not ruleset.jule_from_hand):
        top = ruleset.jule == "top"
        return Throw("jule", number, None if top else 7, _TOP if top else _SEVEN)
    if high == low and (hand or not ruleset.general_from_hand):
        return Throw("general", number, 3, _GENERAL + number)
    straight = high - middle == middle - low == 1
    if straight and (hand or not ruleset.straight_from_hand):
        return Throw("strasse", number, 2, _STRASSE + number)
    return Throw("zahl", number, 1, _ZAHL + number)


def _schock(n: int, number: int, ruleset: RuleSet) -> Throw:
    """R1.2, R4.4: n = 1 is Schock aus; Schocks count whether built or not."""
    if n == 1:
        deckel = None if ruleset.schock_aus == "ends_half" else 13
        return Throw("schock_aus", number, deckel, _AUS)
    low = n == 2 and ruleset.schock_two_rank == "below_general"
    return Throw("schock", number, n, (_LOW_SCHOCK if low else _SCHOCK) + n)


def stechen_strength(dice: Sequence[int], ruleset: RuleSet) -> int:
    """C3.4: one open throw out of the hand; nothing but the dice counts. Higher is better."""
    return classify_throw(dice, hand=True, ruleset=ruleset).strength


def place_strength(place: int) -> int:
    """C3.4: a Stechen entered as an order of names: place 1 is the best, equal places are tied.

    Places and dice of one attempt cannot be compared with each other: whoever stores them
    refuses the mix. Raises place_range below 1.
    """
    if not 1 <= place < _PLACES // 2:
        raise RuleViolation("place_range", "place", value=place)
    return _PLACES - place
