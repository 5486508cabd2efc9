"""C1.4 A lot protocol drawn again, draw by draw: what in it is as the rules say, and what is not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from scoring.errors import RuleViolation

from .interface import Tables
from .knockout import ko_digest, seat_ko
from .lot import VERSION, commitment, make_seal, make_seed
from .lot_file import KoLot, Lot, LotFile, RoundLot
from .rounds import draw_round
from .seats import moved

UNKNOWN = "lot_version_unknown"
"""The one finding that is no contradiction: another program would have to draw this again."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not fit. `code`: lot_…, its sentence with `params` is in messages/lots.py."""

    code: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """A table of which two things are said; a side is empty where it knows no such table."""

    table: int
    said: tuple[int, ...]
    found: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A draw (None: what concerns the whole file) with everything that does not fit; nothing = confirmed."""

    lot: Lot | None
    findings: tuple[Finding, ...]


def verify(file: LotFile) -> Iterator[Checked]:
    """One answer for the file as a whole and one for each draw, in the order of the file."""
    yield Checked(None, tuple(_whole(file)))
    standing = {one.lot.round: one for one in file.rounds if one.lot.counts}
    for one in file.rounds:
        yield Checked(one.lot, tuple(_round(file, one, standing)))
    for drawn in file.knockout:
        yield Checked(drawn.lot, tuple(_knockout(file, drawn, len(standing))))


def _whole(file: LotFile) -> Iterator[Finding]:
    if commitment(file.salt) != file.commitment:
        yield Finding("lot_commitment_wrong", {})
    counted = sorted(one.lot.round for one in file.rounds if one.lot.counts)
    last = max([1, *counted, *(one.lot.round - 1 for one in file.knockout if one.lot.counts)])
    for number in range(1, last + 1):
        if counted.count(number) != 1:
            yield Finding(
                "lot_round_missing" if number not in counted else "lot_round_twice", {"round": number}
            )
    if sum(one.lot.counts for one in file.knockout) != 1:
        yield Finding("lot_knockout_missing", {})


def _round(file: LotFile, one: RoundLot, standing: dict[int, RoundLot]) -> Iterator[Finding]:
    lot, given = one.lot, one.draw_input
    if given.canonical() != one.given or given.round != lot.round:
        yield Finding("lot_inputs_wrong", {})
    yield from _lot(file, lot, given.digest())
    if lot.counts:
        # A draw that another one replaced may know earlier rounds as they were seated before that.
        yield from _past(one, standing)
    yield from _drawn_again(one)
    yield from _by_hand(one)


def _lot(file: LotFile, lot: Lot, digest: str) -> Iterator[Finding]:
    """Digest, seed and seal follow from inputs, salt and number."""
    if digest != lot.digest:
        yield Finding("lot_digest_wrong", {})
    if lot.version != VERSION:
        yield Finding(UNKNOWN, {"version": lot.version})
    elif make_seed(file.salt, file.number, lot.round, lot.digest, draw_no=lot.draw_no) != lot.seed:
        yield Finding("lot_seed_wrong", {})
    seal = make_seal(file.salt, file.number, lot.round, lot.digest, draw_no=lot.draw_no, version=lot.version)
    if seal != lot.seal:
        yield Finding("lot_seal_wrong", {})


def _past(one: RoundLot, standing: dict[int, RoundLot]) -> Iterator[Finding]:
    """C1.3 The draw knows the earlier rounds as they were played, and began with the plan of the last one."""
    if len(one.draw_input.history) != one.lot.round - 1:
        yield Finding("lot_history_short", {"rounds": len(one.draw_input.history)})
    for number, known in enumerate(one.draw_input.history, start=1):
        earlier = standing.get(number)
        different = differences(known, earlier.seated) if earlier else ()
        if different:
            yield Finding("lot_history_wrong", {"round": number, "tables": different})
    before = standing.get(one.lot.round - 1)
    # A redraw is wanted because of what was planned; it begins without a plan (services/rounds.py).
    begun = before.plan if before and one.lot.draw_no == 1 else ()
    if one.draw_input.plan != begun:
        yield Finding("lot_start_wrong", {})


def _drawn_again(one: RoundLot) -> Iterator[Finding]:
    if one.lot.version != VERSION:
        return
    try:
        draw = draw_round(one.draw_input)
    except RuleViolation as refusal:
        yield Finding("lot_not_drawable", {"refusal": refusal})
        return
    different = differences(one.lot.result, draw.tables)
    if different:
        yield Finding("lot_tables_differ", {"tables": different})
    if draw.plan != one.plan:
        yield Finding("lot_plan_differs", {})


def _by_hand(one: RoundLot) -> Iterator[Finding]:
    """C1.5 Who sat where in the end follows from the draw and the changes by hand."""
    try:
        different = differences(one.seated, moved(one.lot.result, one.swaps))
    except RuleViolation as refusal:
        yield Finding(refusal.code, refusal.params)
        return
    if different:
        yield Finding("lot_seated_wrong", {"tables": different})


def _knockout(file: LotFile, one: KoLot, rounds: int) -> Iterator[Finding]:
    """C4.3. A draw that was taken back may be of an evening that still had fewer or more rounds."""
    lot = one.lot
    if lot.counts and lot.round != rounds + 1:
        yield Finding("lot_knockout_early", {"rounds": lot.round - 1})
    yield from _lot(file, lot, ko_digest(one.entrants))
    if lot.version != VERSION:
        return
    try:
        seated = seat_ko(one.entrants, one.tables, one.seats, one.seeding, lot.seed)
    except RuleViolation as refusal:
        yield Finding("lot_not_drawable", {"refusal": refusal})
        return
    said = dict(zip(one.numbers, lot.result, strict=False))
    last = max(one.tables, *said) if said else one.tables
    different = differences([said.get(number, ()) for number in range(1, last + 1)], seated)
    if different or len(said) != len(lot.result) or len(said) != len(one.numbers):
        yield Finding("lot_tables_differ", {"tables": different})


def differences(said: Sequence[tuple[int, ...]], found: Tables) -> tuple[Difference, ...]:
    """The tables of which the two tell otherwise, in seat order too."""
    pairs = zip_longest(said, found, fillvalue=())
    return tuple(
        Difference(table, one, other) for table, (one, other) in enumerate(pairs, start=1) if one != other
    )
