"""What a change of seats by hand would cost, before it is made (C1.5, C2.6)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.errors import RuleViolation
from tournaments.draw import DrawInput, Price, Prices, exchanged, mate_pairs, repeated_pairs
from tournaments.draw.sizes import FULL
from tournaments.models import Outcome, Stage
from tournaments.queries.draws import asked, seats
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.meetings import Place, places_of

BEST = 3
"""So many partners or tables are offered."""
FIVE, SIX = 5, 6


@dataclass(frozen=True, slots=True)
class Again:
    """A pair (start numbers) that meets for the `meetings`-th time, and where it met before."""

    one: int
    other: int
    meetings: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SwapPreview:
    """Two people change seats. `here`, `there`: their tables before. `again`: pairs that meet again only
    through it, `spared`: only without it; `odd`: (player, how often with this round, seats) who would come to
    an odd table not for the first time; `mates`, `apart`: pairs of one club or team that it puts together or
    apart; `off`: (player, fixed table, new table)."""

    first: int
    second: int
    here: TableFact
    there: TableFact
    again: tuple[Again, ...]
    spared: tuple[Again, ...]
    odd: tuple[tuple[int, int, int], ...]
    mates: tuple[tuple[int, int], ...]
    apart: tuple[tuple[int, int], ...]
    off: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody to change seats with, where he sits, and what it costs."""

    player: int
    table: TableFact
    price: Price


@dataclass(frozen=True, slots=True)
class Free:
    """A table that could take somebody who came late: what it costs, whom he met before, its seats then."""

    table: TableFact
    price: Price
    again: tuple[Again, ...]
    seats: int


def swappable(round_: RoundFact, first: int, second: int) -> tuple[TableFact, TableFact]:
    """The tables of two people who may change seats. Refuses, at the field `first` or `second`: same_player ·
    only_vorrunde · round_closed · player_not_drawn · table_decided · table_has_results · player_absent."""
    if first == second:
        raise RuleViolation("same_player", field="second")
    return movable(round_, first, "first"), movable(round_, second, "second")


def movable(round_: RoundFact, player: int, field: str | None = None) -> TableFact:
    """The table that somebody may leave. Refuses as `swappable`."""
    require_changeable(round_)
    table = round_.table_of(player)
    if table is None:
        raise RuleViolation("player_not_drawn", field, player=player)
    require_free(table, field)
    if any(a.player == player for a in table.absences):
        raise RuleViolation("player_absent", field, player=player)
    return table


def require_changeable(round_: RoundFact) -> None:
    """Refuses only_vorrunde · round_closed."""
    if round_.stage != Stage.VORRUNDE:
        raise RuleViolation("only_vorrunde")
    if round_.closed:
        raise RuleViolation("round_closed", round=round_.number)


def require_free(table: TableFact, field: str | None = None) -> None:
    """Nothing was entered at this table. Refuses table_decided · table_has_results."""
    if table.outcome != Outcome.PLAYED:
        raise RuleViolation("table_decided", field, table=table.number)
    if table.results:
        raise RuleViolation("table_has_results", field, table=table.number)


def preview_swap(facts: Facts, round_: RoundFact, first: int, second: int) -> SwapPreview:
    """Before and after, compared. Refuses as `swappable`."""
    here, there = swappable(round_, first, second)
    question, before = asked(facts, round_), seats(round_)
    after = exchanged(before, first, second)
    met = places_of(r for r in facts.vorrunde if r.number < round_.number)
    old, new = (set(repeated_pairs(question, tables)) for tables in (before, after))
    mates_old, mates_new = (set(mate_pairs(question.entrants, tables)) for tables in (before, after))
    moved = () if here is there else ((first, here, there), (second, there, here))
    fixed = {p: facts.players[p].fixed_station for p in (first, second)}
    return SwapPreview(
        first=first,
        second=second,
        here=here,
        there=there,
        again=tuple(Again(*pair, met[pair[:2]]) for pair in sorted(new - old)),
        spared=tuple(Again(*pair, met[pair[:2]]) for pair in sorted(old - new)),
        odd=tuple(
            (player, times + 1, len(to.seats))
            for player, origin, to in moved
            if len(to.seats) != FULL and len(origin.seats) != len(to.seats)
            if (times := _times(question, player, len(to.seats)))
        ),
        mates=tuple(sorted(mates_new - mates_old)),
        apart=tuple(sorted(mates_old - mates_new)),
        off=tuple((p, fixed[p] or 0, to.number) for p, o, to in moved if fixed[p] and fixed[p] == o.number),
    )


def _times(question: DrawInput, player: int, size: int) -> int:
    """How often somebody sat at a table of so many seats."""
    return sum(1 for tables in question.history for t in tables if len(t) == size and player in t)


def best_partners(facts: Facts, round_: RoundFact, player: int) -> tuple[Partner, ...]:
    """The cheapest people at other tables to change seats with. Refuses as `swappable`."""
    mine = movable(round_, player, "first")
    prices = Prices(asked(facts, round_), seats(round_))
    found = [
        Partner(other, table, prices.swap(player, other))
        for table in _free(round_.tables)
        if table is not mine
        for other in table.present(1)
        if facts.players[other].fixed_station is None
    ]
    found.sort(key=lambda partner: (partner.price, partner.player))
    return tuple(found[:BEST])


def best_tables(facts: Facts, round_: RoundFact, player: int) -> tuple[Free, ...]:
    """C2.6: where somebody without a seat costs least: a three before a four, no sixth where it can be
    helped, then the fewest repeats."""
    require_changeable(round_)
    question = asked(facts, round_, player)
    prices = Prices(question, seats(round_))
    places = {table.id: index for index, table in enumerate(round_.tables)}
    met = places_of(r for r in facts.vorrunde if r.number < round_.number)
    found = []
    for table in _free(round_.tables):
        if len(table.seats) >= SIX:
            continue
        pairs = [((min(player, p), max(player, p)), p) for p in table.players]
        again = tuple(Again(*pair, len(met[pair]) + 1, met[pair]) for pair, _ in pairs if pair in met)
        found.append(Free(table, prices.join(player, places[table.id]), again, len(table.seats) + 1))
    found.sort(key=lambda free: (_size(free.seats), free.price, free.table.number))
    return tuple(found[:BEST])


def _size(count: int) -> int:
    """The order of tables that take one more: 3 → 4, then 4 → 5, a sixth last."""
    return 2 if count > FIVE else 0 if count <= FULL else 1


def _free(tables: Iterable[TableFact]) -> Iterable[TableFact]:
    return (t for t in tables if t.outcome == Outcome.PLAYED and not t.results)
