"""The registration desk: who is there, who paid, what was done last, and finding people by what one hears."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Value
from django.db.models.functions import Coalesce

from scoring.format import Format
from tournaments.draw import table_sizes
from tournaments.draw.sizes import FULL, MINIMUM
from tournaments.models import Club, LogEntry, Player, Status, Tournament
from tournaments.models.names import plain, search_key, search_terms, sort_key, spelled_out
from tournaments.models.player import GONE

RECENT = 5
RECENT_ACTS = (
    "add_player",
    "check_in",
    "set_paid",
    "check_in_paid",
    "undo_check_in_paid",
    "withdraw_player",
    "exclude_player",
    "return_player",
)
FILTERS = ("alle", "fehlen", "offen", "weg")


@dataclass(frozen=True, slots=True)
class Guest:
    """One line at the desk. Money and gender never leave the desk."""

    number: int
    first: str
    last: str
    club: str
    status: str
    reason: str
    fee_cents: int
    paid_at: datetime | None
    sort_key: str
    search_key: str

    @property
    def name(self) -> str:
        """As lists have it: Müller, Hans."""
        return f"{self.last}, {self.first}" if self.last else self.first

    @property
    def present(self) -> bool:
        return self.status == Status.PRESENT

    @property
    def paid(self) -> bool:
        return self.paid_at is not None

    @property
    def gone(self) -> bool:
        return self.status in GONE


@dataclass(frozen=True, slots=True)
class Counts:
    """The live counter: `registered` without those who left, `sizes` seats of the tables they would fill,
    the ordinary ones first."""

    registered: int
    here: int
    missing: int
    gone: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    people: int
    cents: int


@dataclass(frozen=True, slots=True)
class Cash:
    """In whole cents. `paid` everybody who paid, `early` of those not here, `open` here and not paid.
    `fee`: what each of the paid ones paid if it was the same, else None."""

    paid: Sum
    early: Sum
    open: Sum
    fee: int | None


def guests(tournament: Tournament) -> list[Guest]:
    """Everybody, in order of name and start number. One query."""
    rows = Player.objects.filter(tournament=tournament).order_by("sort_key", "start_number")
    values: Any = rows.values_list(
        "start_number", "first", "last", Coalesce("club__name", Value("")), "status", "status_reason",
        "fee_cents", "paid_at", "sort_key", "search_key",
    )  # fmt: skip
    return [Guest(*line) for line in values]


def club_names(known: Iterable[str] | None = None) -> list[str]:
    """Clubs to choose from, in the order of DIN 5007: `known`, or those of all evenings (one query)."""
    names = Club.objects.values_list("name", flat=True) if known is None else set(known)
    return sorted(names, key=lambda name: (sort_key(name), name))


def counts(people: Sequence[Guest], plan: Format) -> Counts:
    here = sum(1 for guest in people if guest.present)
    gone = sum(1 for guest in people if guest.gone)
    sizes = table_sizes(here, plan.odd_tables) if here >= MINIMUM else ()
    sizes = tuple(sorted(sizes, key=lambda size: (size != FULL, size)))
    return Counts(len(people) - gone, here, len(people) - gone - here, gone, sizes)


def takes_money(plan: Format, people: Iterable[Guest]) -> bool:
    """Whether the desk speaks of money at all: there is a fee, or somebody entered while there was one."""
    return plan.entry_fee_cents > 0 or any(guest.fee_cents for guest in people)


def cash(people: Sequence[Guest]) -> Cash:
    paid = [g for g in people if g.paid]
    early = [g for g in paid if not g.present]
    due = [g for g in people if g.present and not g.paid]
    fees = {g.fee_cents for g in paid}
    return Cash(_sum(paid), _sum(early), _sum(due), fees.pop() if len(fees) == 1 else None)


def _sum(people: Sequence[Guest]) -> Sum:
    return Sum(len(people), sum(guest.fee_cents for guest in people))


def shown(people: Sequence[Guest], query: str, filter_: str) -> list[Guest]:
    """Who matches: by words of name and club over umlauts, by start number, else by the filter."""
    if query.strip():
        return found(people, query)
    keep = {
        "fehlen": lambda g: not g.gone and not g.present,
        "offen": lambda g: g.present and not g.paid,
        "weg": lambda g: g.gone,
    }.get(filter_, lambda g: True)
    return [guest for guest in people if keep(guest)]


def found(people: Sequence[Guest], query: str) -> list[Guest]:
    """The start number itself first, then names that hold every word, then clubs: the whole of "KG Rot-Weiß"
    must not stand before Dirk Weiß."""
    terms = search_terms(query)
    number = query.strip().lstrip("0")
    first = [g for g in people if str(g.number) == number]
    rest = [g for g in people if terms and all(term in g.search_key for term in terms) and g not in first]
    return first + sorted(rest, key=lambda g: not all(term in search_key(g.first, g.last) for term in terms))


def marked(text: str, query: str) -> list[tuple[str, bool]]:
    """`text` in pieces, True for what the search words hit: "mue" hits the "Mü" of Müller."""
    hits: set[int] = set()
    for fold in (plain, spelled_out):
        folded, origin = _folded(text, fold)
        for term in search_terms(query):
            at = folded.find(term)
            if at >= 0:
                hits.update(origin[at : at + len(term)])
    pieces: list[tuple[str, bool]] = []
    for index, sign in enumerate(text):
        hit = index in hits
        if pieces and pieces[-1][1] == hit:
            pieces[-1] = (pieces[-1][0] + sign, hit)
        else:
            pieces.append((sign, hit))
    return pieces


def _folded(text: str, fold: Callable[[str], str]) -> tuple[str, list[int]]:
    """Folded letters and, for each of them, which sign of `text` it came from."""
    folded, origin = "", []
    for index, sign in enumerate(text):
        letters = fold(sign) or ("" if sign in "'’" else " ")
        folded += letters
        origin += [index] * len(letters)
    return folded, origin


@dataclass(frozen=True, slots=True)
class Recent:
    """One of the last acts. `undo`: what takes it back now, "" when something else happened since:
    absent · present · unpaid · paid · both · return."""

    entry: int
    at: datetime
    act: str
    number: int
    name: str
    present: bool | None
    paid: bool | None
    undo: str
    was_present: bool


def recent(tournament: Tournament, people: Sequence[Guest]) -> list[Recent]:
    """What was done last at the desk, newest first. One query."""
    rows = LogEntry.objects.filter(tournament=tournament, act__in=RECENT_ACTS).order_by("-id")[:RECENT]
    by_number = {guest.number: guest for guest in people}
    return [_recent(row, guest) for row in rows if (guest := by_number.get(row.data.get("player")))]


def recent_one(tournament: Tournament, entry: int) -> Recent | None:
    """One act of the list, as it stands now."""
    row = LogEntry.objects.filter(tournament=tournament, act__in=RECENT_ACTS, pk=entry).first()
    guest = next((g for g in guests(tournament) if row and g.number == row.data.get("player")), None)
    return _recent(row, guest) if row and guest else None


def _recent(row: LogEntry, guest: Guest) -> Recent:
    present, paid = row.data.get("present"), row.data.get("paid")
    if row.act == "add_player":
        present, paid = present or None, paid or None
    return Recent(
        entry=row.pk,
        at=row.created_at,
        act=row.act,
        number=guest.number,
        name=f"{guest.first} {guest.last}".strip(),
        present=present,
        paid=paid,
        undo=_undo(row, guest, present, paid),
        was_present=row.data.get("was") == Status.PRESENT,
    )


def _undo(row: LogEntry, guest: Guest, present: bool | None, paid: bool | None) -> str:
    """Only while what the act did still stands: two desks must not undo each other."""
    if row.act in ("withdraw_player", "exclude_player"):
        return "return" if guest.gone else ""
    if row.act in ("add_player", "return_player") or guest.gone:
        return ""
    if present not in (None, guest.present) or paid not in (None, guest.paid):
        return ""
    if present is not None and paid is not None:
        return "both" if present else ""
    if present is not None:
        return "absent" if present else "present"
    return "" if paid is None else "unpaid" if paid else "paid"
