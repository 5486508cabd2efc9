"""Rules in six lines, for the projector: what guests quarrel about, then what is unlike most evenings."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ruleset import RuleSet
from tournaments.messages.rules import part, sheet_codes, switch_sentence

LARGE, SMALL = (55, 10), (58, 12)
"""(letters that surely stand in one line, lines of writing on the page) of the two sizes of type."""

_TOPICS: Mapping[str, tuple[str, ...]] = {
    "hand": ("hand", "jule_from_hand"),
    "schock_two": ("schock_two", "jule"),
    "sixes": ("sixes", "max_throws", "no_limit", "ones", "take_back"),
    "equal": ("equal",),
    "schock_aus": ("schock_aus", "deckel_total", "pass_on_early"),
    "laden": ("laden", "scharf"),
}
"""The six lines: what each begins with, and which house rules join it."""

_FIRST = ("jule", "scharf", "deckel_total", "pass_on_early", "no_limit", "max_throws", "ones", "take_back")
_SIGNS = {"hand": "654", "schock_two": "211", "sixes": "66", "schock_aus": "111"}

Sentence = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """One of the six: three dice to know it by (or none), and its sentences as (heading, rest)."""

    topic: str
    dice: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class SixLines:
    """`large`: there is room for large type; `left_out`: house rules that found no room here."""

    lines: tuple[Line, ...]
    large: bool
    left_out: bool


def six_lines(rules: RuleSet) -> SixLines:
    """At most six lines that fit on the projector, whatever the mix: house rules join as room allows."""
    said = _sentences(rules)
    for size in (LARGE, SMALL):
        shown = set(said)
        if _height(_fill(said, shown), *size) <= size[1]:
            return SixLines(_fill(said, shown), size == LARGE, left_out=False)
    shown = set(_TOPICS)
    for house in (*_FIRST, "jule_from_hand"):
        if house in said and _height(_fill(said, shown | {house}), *SMALL) <= SMALL[1]:
            shown.add(house)
    return SixLines(_fill(said, shown), large=False, left_out=True)


def _fill(said: Mapping[str, Sentence], shown: set[str]) -> tuple[Line, ...]:
    return tuple(
        Line(
            topic,
            _SIGNS.get(topic, ""),
            tuple(said[code] for code in codes if code in said and code in shown),
        )
        for topic, codes in _TOPICS.items()
    )


def _height(lines: tuple[Line, ...], letters: int, _most: int) -> int:
    """Lines of writing."""
    lengths = [sum(len(head) + len(rest) + 2 for head, rest in line.sentences) for line in lines]
    return sum(-(-length // letters) for length in lengths)


def _sentences(rules: RuleSet) -> dict[str, Sentence]:
    """Topic or house rule → its sentence, if these rules have it."""
    codes = sheet_codes(rules)
    topics = {topic: code for topic in _TOPICS for code in codes if code.startswith(topic)}
    said = {topic: part(code) for topic, code in topics.items()}
    said["equal"] = (_("Gleiche Würfe:"), switch_sentence("equal_throws", rules.equal_throws))
    said |= {
        code: part(code)
        for code in ("jule_from_hand", "take_back", "ones", "pass_on_early", "no_limit")
        if code in codes
    }
    if rules.jule != "none":
        said["jule"] = part(f"jule_{rules.jule}")
    if rules.deckel_total != 13:
        said["deckel_total"] = (_("Deckel:"), switch_sentence("deckel_total", rules.deckel_total))
    if rules.max_throws != 3:
        said["max_throws"] = (_("Würfe:"), switch_sentence("max_throws", rules.max_throws))
    if rules.speed == "scharf":
        said["scharf"] = ("", switch_sentence("speed", "scharf"))
    return said
