"""What the hall may know: everything public is computed from facts out of which the rest was taken.

Nothing unpublished can reach a page, a fragment or a stream by mistake, because it is not there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import cached_property

from tournaments.models import Stage
from tournaments.queries.decisions import StechenFact, ThrowFact
from tournaments.queries.draws import Evening, evening
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact
from tournaments.queries.standings import (
    OpenGroup,
    StandingLine,
    public_upto,
    standings,
    stechen_groups,
    void_stechen_ids,
)


@dataclass(frozen=True, slots=True)
class PublicStechen:
    """An opened Stechen: names and throws, no points. `group` is None once nothing hangs on it any more
    ("hinfällig", or the cut is announced) or when it is about moving up; `meant`: the same after the cut
    too, for what it is called."""

    stechen: StechenFact
    group: OpenGroup | None
    void: bool
    players: tuple[PlayerFact, ...]
    meant: OpenGroup | None = None

    @property
    def about(self) -> tuple[str, int]:
        """As `OpenGroup.about`; an empty word when it is about nothing (any more)."""
        return self.meant.about if self.meant else ("", 0)

    @property
    def rows(self) -> list[tuple[PlayerFact, list[ThrowFact]]]:
        """Each player with his throws, the best first."""
        return [(player, self.throws_of(player.number)) for player in self.players]

    def throws_of(self, player: int) -> list[ThrowFact]:
        return sorted((t for t in self.stechen.throws if t.player == player), key=lambda t: t.attempt)


@dataclass(frozen=True)
class HallView:
    """The evening as the hall sees it. `facts`: without drafts, running and frozen results, and without a
    cut that was not announced. `upto`: last round in the standings. `complete`: ids of the tables of the
    running round that are done (that they are done is public, how they ended is not). `evening`: what the
    draw that was published last promises, None before the first."""

    facts: Facts
    upto: int
    frozen: bool
    complete: frozenset[int]
    stechen: tuple[PublicStechen, ...]
    evening: Evening | None = None

    def standings(self) -> tuple[StandingLine, ...]:
        return self._lines

    @cached_property
    def _lines(self) -> tuple[StandingLine, ...]:
        """Several parts of a page ask for them."""
        return standings(self.facts, self.upto) if self.upto else ()


def hall_view(facts: Facts) -> HallView:
    """Take out what is not public (model.md, last table; C3.5)."""
    upto = public_upto(facts)
    shown = [_shown(r, upto) for r in facts.rounds if r.published]
    hidden = replace(facts, rounds=shown, conflicts=[], players=_told_apart(facts.players, shown))
    hidden.__dict__["cut"] = facts.cut if facts.announced else None
    hidden.__dict__["stechen"] = facts.stechen
    running = facts.current
    return HallView(
        facts=hidden,
        upto=upto,
        frozen=upto < facts.closed_rounds,
        complete=frozenset(
            table.id
            for table in (running.tables if running and running.published else [])
            if running and facts.complete(running, table)
        ),
        stechen=_public_stechen(facts, hidden.players),
        evening=_evening(facts),
    )


def _told_apart(players: Mapping[int, PlayerFact], rounds: Sequence[RoundFact]) -> dict[int, PlayerFact]:
    """Among those who sit in a published draw: nobody else has a name in the hall yet."""
    seated = {number for round_ in rounds for table in round_.tables for number in table.players}
    names = Counter(players[number].name.casefold() for number in seated)
    return {
        number: replace(player, double=number in seated and names[player.name.casefold()] > 1)
        for number, player in players.items()
    }


def _evening(facts: Facts) -> Evening | None:
    drawn = [r for r in facts.vorrunde if r.published]
    found = evening(facts, drawn[-1]) if drawn else None
    return found if found and found.lines else None


def _shown(round_: RoundFact, upto: int) -> RoundFact:
    """K.O. and final are public game by game, a Vorrunde round when its standings are."""
    if round_.stage != Stage.VORRUNDE or (round_.closed and round_.number <= upto):
        return replace(round_, protocol={}, tables=[replace(t, code="") for t in round_.tables])
    return replace(round_, protocol={}, tables=[_seats_only(table) for table in round_.tables])


def _seats_only(table: TableFact) -> TableFact:
    return replace(table, results={}, absences=[], schock_aus={}, outcome="played", reason="", code="")


def _public_stechen(facts: Facts, players: Mapping[int, PlayerFact]) -> tuple[PublicStechen, ...]:
    if not facts.stechen:
        return ()
    meant = {group.stechen_id: group for group in stechen_groups(facts)}
    open_ = {} if facts.announced else meant
    void = () if facts.announced else void_stechen_ids(facts)
    return tuple(
        PublicStechen(s, open_.get(s.id), s.id in void, _best_first(facts, s, players), meant.get(s.id))
        for s in facts.stechen
    )


def _best_first(
    facts: Facts, stechen: StechenFact, players: Mapping[int, PlayerFact]
) -> tuple[PlayerFact, ...]:
    """First throw against first throw, then the second ones; who has not thrown yet comes last (C3.4), by
    name as at the desk: people are called up from both lists."""
    thrown: dict[int, list[int]] = {player: [] for player in stechen.players}
    for throw in sorted(stechen.throws, key=lambda throw: throw.attempt):
        thrown[throw.player].append(-throw.strength(facts.rules))
    order = sorted(thrown, key=lambda p: (not thrown[p], thrown[p], facts.players[p].sort_key, p))
    return tuple(players[player] for player in order)
