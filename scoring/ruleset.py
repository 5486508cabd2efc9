"""The rules of one tournament as values (R1–R6): every switch, and the five published presets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final

from scoring import _fields
from scoring.errors import RuleViolation

HOLDABLE: Final = ("any", "ones")
SCHOCK_TWO_RANKS: Final = ("above_general", "below_general")
JULES: Final = ("none", "top", "seven")
SCHOCK_AUS: Final = ("ends_half", "thirteen")
EQUAL_THROWS: Final = ("fewer_throws", "earlier", "repeat")
LADEN: Final = ("none", "game", "half")
SPEEDS: Final = ("normal", "scharf")

CONTESTED_SWITCHES: Final = (
    "schock_two_rank",
    "straight_from_hand",
    "general_from_hand",
    "two_sixes",
    "three_sixes",
    "sixes_need_throw_left",
    "equal_throws",
    "laden",
    "schock_aus",
)
"""What guests quarrel about: asked in the set-up and printed on every table sheet."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One full set of the rules. The defaults are those of R5, where a text is silent."""

    deckel_total: int = 13
    """R4: Deckel in the game, 1…99."""
    max_throws: int = 3
    """R3.1: throws of the starter of a throwing round, 1…9."""
    starter_limits: bool = True
    """R3.1: nobody may use more throws than the starter did."""
    holdable: str = "any"
    """R3.2: which dice may lie between throws: any · ones."""
    take_back: bool = False
    """R3.2: held dice may go back into the cup."""
    straight_from_hand: bool = False
    """R1.1: a Straße counts only out of one throw."""
    general_from_hand: bool = False
    """R1.1: a General counts only out of one throw."""
    two_sixes: bool = True
    """R3.3: of two sixes one may become a 1."""
    three_sixes: bool = True
    """R3.3: of three sixes two may become ones."""
    sixes_need_throw_left: bool = True
    """R3.3: sixes may be turned only while a throw is left."""
    schock_two_rank: str = "above_general"
    """R1.2: 2-1-1 beats every General, or stands directly under 2-2-2: below_general."""
    jule: str = "none"
    """R1.3: 4-2-1 is nothing · top (beats Schock aus) · seven (under Schock aus, 7 Deckel)."""
    jule_from_hand: bool = False
    """R1.3: a Jule counts only out of one throw."""
    schock_aus: str = "ends_half"
    """R4.4: ends_half, or thirteen (a throw worth 13 Deckel)."""
    equal_throws: tuple[str, ...] = ("fewer_throws", "earlier")
    """R2: criteria in order, the last one is earlier or repeat."""
    pass_on_early: bool = False
    """R4.5: the best thrower gives his own Deckel first."""
    laden: str = "none"
    """R5.5: an opening throw at the start of each game · half · none."""
    speed: str = "normal"
    """R5.6: two halves and Endkampf, or scharf (one half)."""

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise problem

    def to_dict(self) -> dict[str, object]:
        """Every parameter as JSON values."""
        return _fields.to_plain(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, object]) -> "RuleSet":
        """Back from `to_dict`; unknown names and impossible values raise RuleViolation."""
        return cls(**_fields.from_plain(cls, plain))


def difference(first: RuleSet, second: RuleSet) -> tuple[str, ...]:
    """Names of the parameters in which two sets differ, in the order of the fields."""
    return tuple(
        item.name for item in fields(RuleSet) if getattr(first, item.name) != getattr(second, item.name)
    )


def idle(rules: RuleSet) -> frozenset[str]:
    """Names of the parameters whose value changes nothing under the others: no six is ever turned (R3.3),
    or there is no Jule (R1.3)."""
    turned = rules.two_sixes or rules.three_sixes
    return frozenset(
        name
        for name, acts in (("sixes_need_throw_left", turned), ("jule_from_hand", rules.jule != "none"))
        if not acts
    )


def deviations(rules: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """The `difference` that can be felt at a table: without what is idle in both."""
    asleep = idle(rules) & idle(other)
    return tuple(name for name in difference(rules, other) if name not in asleep)


def nearest_preset(rules: RuleSet) -> str:
    """R6: name of the preset with the fewest deviations, the first of them in the order of PRESETS."""
    return min(PRESETS, key=lambda name: len(deviations(rules, PRESETS[name])))


def _problems(rules: RuleSet) -> Iterator[RuleViolation]:
    yield from _fields.whole("deckel_total", rules.deckel_total, 1, 99)
    yield from _fields.whole("max_throws", rules.max_throws, 1, 9)
    for name in (
        "starter_limits",
        "take_back",
        "straight_from_hand",
        "general_from_hand",
        "two_sixes",
        "three_sixes",
        "sixes_need_throw_left",
        "jule_from_hand",
        "pass_on_early",
    ):
        yield from _fields.switch(name, getattr(rules, name))
    yield from _fields.choice("holdable", rules.holdable, HOLDABLE)
    yield from _fields.choice("schock_two_rank", rules.schock_two_rank, SCHOCK_TWO_RANKS)
    yield from _fields.choice("jule", rules.jule, JULES)
    yield from _fields.choice("schock_aus", rules.schock_aus, SCHOCK_AUS)
    yield from _fields.choice("laden", rules.laden, LADEN)
    yield from _fields.choice("speed", rules.speed, SPEEDS)
    yield from _equal_throws_problems(rules.equal_throws)
    if rules.jule_from_hand and rules.jule == "none":
        yield _fields.mix("jule_from_hand_without_jule", "jule_from_hand", "jule")


def _equal_throws_problems(criteria: Any) -> Iterator[RuleViolation]:
    """R2: `earlier` or `repeat` ends the sequence and nothing follows it."""
    wrong = tuple(_fields.choices("equal_throws", criteria, EQUAL_THROWS))
    yield from wrong
    if wrong:
        return
    if not criteria or criteria[-1] == "fewer_throws":
        yield RuleViolation("equal_throws_open", "equal_throws")
    elif any(word != "fewer_throws" for word in criteria[:-1]):
        yield RuleViolation("equal_throws_order", "equal_throws")


_DUEREN: Final = RuleSet(straight_from_hand=True, general_from_hand=True, laden="game")

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        "dueren": _DUEREN,
        "dm": replace(_DUEREN, schock_two_rank="below_general"),
        "typenclub": RuleSet(take_back=True, sixes_need_throw_left=False, equal_throws=("earlier",)),
        "gartengoetter": RuleSet(laden="game"),
        "kneipe": RuleSet(two_sixes=False, three_sixes=False, equal_throws=("fewer_throws", "repeat")),
    }
)
"""R6: the published rule sets. They are starting points; a tournament stores its own full set.

dueren follows seed 003, typenclub 000, gartengoetter 001 with the club's own line above it, kneipe
002; dm is 003 with the Schock 2 of those who play by the "Deutsche Meisterschaft".
"""

# Its text says how many Deckel are dealt out, but neither how many there are nor who gives them.
_SILENT_003: Final = (
    "deckel_total",
    "max_throws",
    "starter_limits",
    "holdable",
    "take_back",
    "pass_on_early",
)

SILENT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "dueren": _SILENT_003,
        "dm": _SILENT_003,
        "typenclub": ("straight_from_hand", "general_from_hand", "laden"),
        "gartengoetter": (
            "max_throws",
            "starter_limits",
            "take_back",
            "two_sixes",
            "sixes_need_throw_left",
        ),
        "kneipe": ("straight_from_hand", "general_from_hand", "laden"),
    }
)
"""R5, defaults: what the text of a preset leaves open, so that the rule sheet marks it "ergänzt"."""

ALWAYS: Final = (
    "worst_takes",
    "what_is_left",
    "safe",
    "half_lost",
    "endkampf",
    "begins",
    "begins_half",
    "begins_endkampf",
    "tower",
)
"""R3.4, R3.5, R4.1–R4.3, R5.2–R5.4: rules that no switch changes."""

SILENT_ALWAYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "dueren": ("what_is_left", "safe", "half_lost", "begins_half"),
        "dm": ("what_is_left", "safe", "half_lost", "begins_half"),
        "typenclub": ("begins_half", "begins_endkampf", "tower"),
        "gartengoetter": ("what_is_left", "safe", "begins", "begins_half", "begins_endkampf", "tower"),
        "kneipe": ("what_is_left", "begins_half", "begins_endkampf", "tower"),
    }
)
"""The same for the rules without a switch."""
