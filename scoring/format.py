"""The format of one tournament (C1–C7.2): every field with its range, and what cannot be mixed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

from scoring import _fields
from scoring.errors import RuleViolation

ODD_TABLES: Final = ("fives", "threes")
TIE_BREAKS: Final = ("fewer_lost_games", "more_wins", "schock_aus", "points_per_game")
DECIDES: Final = ("stechen", "chain")
KO_SEEDINGS: Final = ("apart", "snake", "lot")
DECKEL_PROTOCOLS: Final = ("none", "final", "ko", "all")
CARRY: Final = "carry"
SEATS: Final = 6
"""A table has six seats at most, the final too."""

RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "games_per_round": (1, 9),
        "rounds": (1, 20),
        "late_entry_until": (0, 20),
        "freeze_rounds": (0, 20),
        "ko_tables": (0, 6),
        "ko_seats": (3, SEATS),
        "survivors": (1, SEATS - 1),
        "final_size": (3, SEATS),
        "marks": (1, 9),
        "bonus_ranks": (0, 36),
        "bonus_marks": (0, 9),
        "personal_data_days": (0, 3650),
        "entry_fee_cents": (0, 100_000),
    }
)
"""Smallest and largest value of each whole number."""
FINAL_MARKS_RANGE: Final = (1, 9)
ROUND_MINUTES_RANGE: Final = (1, 600)
PRIZE_PLACES_RANGE: Final = (1, 999)


@dataclass(frozen=True, slots=True)
class Format:
    """One format. Raises RuleViolation with the first problem; `format_problems` gives them all."""

    games_per_round: int = 1
    """C2.1, C2.8: games that each table plays in a Turnierrunde."""
    rounds: int = 5
    """C2.4: Turnierrunden of the Vorrunde."""
    odd_tables: str = "fives"
    """C1.2: fields that no four divides get tables of five or of three."""
    clubs_apart: bool = True
    """C1.3: members of one club or team do not meet where it can be avoided."""
    late_entry_until: int = 1
    """C2.6: late entry closes when the round after this one starts; 0: with the first round."""
    tie_breaks: tuple[str, ...] = ("fewer_lost_games",)
    """C3.2: the chain inside equal points."""
    decide: str = "stechen"
    """C3.2: stechen: the chain orders only the display; chain: it separates ranks."""
    freeze_rounds: int = 0
    """C3.5: the last rounds that stay secret until the cut is announced."""
    prize_places: tuple[int, ...] = ()
    """C3.3: places of the Vorrunde below which a prize line runs, ascending."""
    schock_aus_counted: bool = True
    """C9: Schock aus are counted for everybody."""
    ko_tables: int = 3
    """C4.1: K.O. tables; 0: the best `final_size` sit down at the final table (C4.1a)."""
    ko_seats: int = 5
    """C4.1: seats of a K.O. table."""
    survivors: int = 2
    """C5.2: a K.O. table stops as soon as this many are left."""
    final_size: int = 6
    """C4.1a: seats of the final without K.O. tables; otherwise ko_tables × survivors."""
    ko_seeding: str = "apart"
    """C4.3: how the qualified come to the K.O. tables."""
    marks: int = 3
    """C4.4: Spielmarken of everybody."""
    bonus_ranks: int = 3
    """C4.4: how many of the best get extra Spielmarken."""
    bonus_marks: int = 1
    """C4.4: how many extra Spielmarken each of them gets."""
    final_marks: str | int = CARRY
    """C6.1: carry: what the K.O. left; a number: fresh ones for everybody."""
    round_minutes: int | None = None
    """C7.1: limit of a round in minutes; None: no limit."""
    personal_data_days: int = 14
    """Days from the end of the tournament to the deletion of names."""
    entry_fee_cents: int = 0
    """C9: entry fee of one player in cents."""
    deckel_protocol: str = "final"
    """R7: where Deckel may be written down live: nowhere, in the final, ko: there too, all: everywhere."""

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise problem

    @property
    def qualifiers(self) -> int:
        """C4.1: players who pass the cut."""
        return self.ko_tables * self.ko_seats or self.final_size

    @property
    def finalists(self) -> int:
        """C4.1: players of the final."""
        return self.ko_tables * self.survivors or self.final_size

    def to_dict(self) -> dict[str, object]:
        """Every field as JSON values."""
        return _fields.to_plain(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, object]) -> "Format":
        """Back from `to_dict`; unknown names and impossible values raise RuleViolation."""
        return cls(**_fields.from_plain(cls, plain))


def format_problems(values: Mapping[str, object]) -> tuple[RuleViolation, ...]:
    """Everything that speaks against these values (as of `Format.from_dict`), none if they stand."""
    try:
        given = _fields.from_plain(Format, values)
    except RuleViolation as problem:
        return (problem,)
    full = {item.name: given.get(item.name, item.default) for item in fields(Format)}
    return tuple(_problems(SimpleNamespace(**full)))


def suggest_format(players: int, base: Format | None = None) -> Format:
    """C4.1, C4.1a: `base` (the Düren format) with the K.O. that suits this many players.

    Raises too_few_players below three.
    """
    if players < 3:
        raise RuleViolation("too_few_players", present=players)
    start = base or Format()
    if players >= 30:
        tables, seats, direct = 3, 5, 6
    elif players >= 20:
        tables, seats, direct = 2, 5, 4
    elif players >= 12:
        tables, seats, direct = 2, 4, 4
    else:
        # The best six, or five where six would be almost everybody.
        tables, seats, direct = 0, 5, 6 if players >= 8 else min(players, 5)
    return replace(
        start,
        ko_tables=tables,
        ko_seats=seats,
        survivors=2,
        final_size=direct,
        bonus_ranks=min(start.bonus_ranks, tables * seats or direct),
        final_marks=start.final_marks if tables else CARRY,
    )


def _problems(values: Any) -> Iterator[RuleViolation]:
    """Fields first; two of them are weighed against each other only when each is sound."""
    wrong = tuple(_field_problems(values))
    yield from wrong
    bad = {problem.field for problem in wrong}
    yield from _mix_problems(values, bad)


def _field_problems(values: Any) -> Iterator[RuleViolation]:
    for name, (low, high) in RANGES.items():
        yield from _fields.whole(name, getattr(values, name), low, high)
    for name in ("clubs_apart", "schock_aus_counted"):
        yield from _fields.switch(name, getattr(values, name))
    yield from _fields.choice("odd_tables", values.odd_tables, ODD_TABLES)
    yield from _fields.choice("decide", values.decide, DECIDES)
    yield from _fields.choice("ko_seeding", values.ko_seeding, KO_SEEDINGS)
    yield from _fields.choice("deckel_protocol", values.deckel_protocol, DECKEL_PROTOCOLS)
    yield from _fields.choices("tie_breaks", values.tie_breaks, TIE_BREAKS)
    if values.final_marks != CARRY:
        yield from _fields.whole("final_marks", values.final_marks, *FINAL_MARKS_RANGE)
    if values.round_minutes is not None:
        yield from _fields.whole("round_minutes", values.round_minutes, *ROUND_MINUTES_RANGE)
    yield from _prize_problems(values.prize_places)


def _prize_problems(places: Any) -> Iterator[RuleViolation]:
    if not isinstance(places, tuple):
        yield RuleViolation("value_type", "prize_places", expected="list")
        return
    wrong = [p for place in places for p in _fields.whole("prize_places", place, *PRIZE_PLACES_RANGE)]
    yield from wrong[:1]
    if not wrong and any(first >= second for first, second in zip(places, places[1:], strict=False)):
        yield RuleViolation("value_order", "prize_places")


def _mix_problems(values: Any, bad: set[str | None]) -> Iterator[RuleViolation]:
    """Pairs of fields that cannot stand together; pairs with an unsound field are left out."""
    yield from _evening_mixes(values, bad)
    yield from _ko_mixes(values, bad)


def _evening_mixes(values: Any, bad: set[str | None]) -> Iterator[RuleViolation]:
    def sound(*names: str) -> bool:
        return bad.isdisjoint(names)

    if sound("late_entry_until", "rounds") and values.late_entry_until > values.rounds:
        yield _fields.mix("late_entry_beyond_rounds", "late_entry_until", "rounds")
    if sound("freeze_rounds", "rounds") and values.freeze_rounds > values.rounds:
        yield _fields.mix("freeze_beyond_rounds", "freeze_rounds", "rounds")
    if sound("decide", "tie_breaks") and values.decide == "chain" and not values.tie_breaks:
        yield _fields.mix("chain_empty", "decide", "tie_breaks")
    if (
        sound("tie_breaks", "schock_aus_counted")
        and "schock_aus" in values.tie_breaks
        and not values.schock_aus_counted
    ):
        yield _fields.mix("schock_aus_not_counted", "tie_breaks", "schock_aus_counted")


def _ko_mixes(values: Any, bad: set[str | None]) -> Iterator[RuleViolation]:
    if not bad.isdisjoint(("ko_tables", "ko_seats", "survivors", "final_size")):
        return
    direct = values.ko_tables == 0
    qualifiers = values.final_size if direct else values.ko_tables * values.ko_seats
    if not direct:
        final = values.ko_tables * values.survivors
        if values.survivors >= values.ko_seats:
            yield _fields.mix("survivors_not_below_seats", "survivors", "ko_seats")
        if final > SEATS:
            yield _fields.mix("final_too_large", "ko_tables", "survivors", size=final, high=SEATS)
        if final < 2:
            yield _fields.mix("final_too_small", "survivors", "ko_tables", size=final)
    elif "final_marks" not in bad and values.final_marks != CARRY:
        # C4.1a: they sit down with `marks`; there is no K.O. from which to carry or to start afresh.
        yield _fields.mix("final_marks_without_ko", "final_marks", "ko_tables")
    if "bonus_ranks" not in bad and values.bonus_ranks > qualifiers:
        other = "final_size" if direct else "ko_tables"
        yield _fields.mix("bonus_beyond_cut", "bonus_ranks", other, high=qualifiers)


PRESETS_FORMAT: Final[Mapping[str, Format]] = MappingProxyType(
    {
        "dueren": Format(),
        "klein": suggest_format(16, Format(rounds=4)),
        "leer": Format(
            rounds=3,
            clubs_apart=False,
            tie_breaks=(),
            schock_aus_counted=False,
            ko_seeding="lot",
            bonus_ranks=0,
            bonus_marks=0,
        ),
    }
)
"""Where the set-up starts: the text of Düren, a small evening, and nothing beyond the bare minimum."""
