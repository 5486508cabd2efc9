"""What is honoured beside the places (C9): Schock-aus-König, prizes of the Vorrunde, beste Dame."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Phase
from tournaments.queries.desk_only import desk_only
from tournaments.queries.facts import Facts, PlayerFact
from tournaments.queries.paging import width
from tournaments.queries.places import PlaceLine

HEAD = 24
"""Letters before the names: „Schock-aus-König:“ and how many."""
FINE, FINER = 75, 150
"""Letters of names above which the projector sets them smaller, and smaller still: nobody is cut off."""


@dataclass(frozen=True, slots=True)
class Prize:
    """Places `first` to `last` of the Vorrunde, after the Stechen, and who has them."""

    first: int
    last: int
    players: tuple[PlayerFact, ...]

    @property
    def size(self) -> str:
        return _size(self.players)


@dataclass(frozen=True, slots=True)
class Honours:
    """`kings`: who threw most Schock aus, `strokes` each; nobody where none was noted. `ladies`: several
    on a shared place; never for the hall (model.md)."""

    strokes: int = 0
    kings: tuple[PlayerFact, ...] = ()
    prizes: tuple[Prize, ...] = ()
    ladies: tuple[PlayerFact, ...] = ()

    @property
    def size(self) -> str:
        """Of the kings' names, as a class."""
        return _size(self.kings)

    @property
    def rows(self) -> int:
        """How many there are to be read out."""
        return len(self._named)

    def lines(self, letters: int) -> int:
        """How many lines of so many letters they fill, each with its own beginning."""
        return sum(-(-(HEAD + sum(len(p.label) + 2 for p in people)) // letters) for people in self._named)

    @property
    def _named(self) -> list[tuple[PlayerFact, ...]]:
        return [people for people in (self.kings, *(p.players for p in self.prizes), self.ladies) if people]

    def short(self, names: int) -> "Honours":
        """What has room on a screen: whole lines as long as they name at most `names` people in all."""
        kings = self.kings if len(self.kings) <= names else ()
        room, prizes = names - len(kings), []
        for prize in self.prizes:
            room -= len(prize.players)
            if room >= 0:
                prizes.append(prize)
        return replace(self, kings=kings, prizes=tuple(prizes))


def _size(people: Sequence[PlayerFact]) -> str:
    letters = sum(width(p.label) + 2 for p in people)
    return "is-finer" if letters > FINER else "is-xlong" if letters > FINE else ""


def honours(facts: Facts, *, ladies: tuple[PlayerFact, ...] = ()) -> Honours:
    """Nothing before the tournament is finished: until then strokes are added and places are played for."""
    if facts.tournament.phase != Phase.FINISHED:
        return Honours()
    count, kings = _kings(facts)
    return Honours(count, kings, _prizes(facts), ladies)


def best_ladies(facts: Facts, lines: Sequence[PlaceLine]) -> tuple[PlayerFact, ...]:
    """Who of the women stands best in `lines` of all places; empty when nobody's gender is entered. For
    the Leitung only."""
    women = desk_only(facts).women
    found = [line for line in lines if line.player.number in women]
    return tuple(line.player for line in found if line.place == found[0].place)


def schock_aus(facts: Facts) -> Counter[int]:
    """Schock aus of everybody at all tables of the evening; none where they are not counted."""
    total: Counter[int] = Counter()
    if facts.plan.schock_aus_counted:
        for round_ in facts.rounds:
            for table in round_.tables:
                total.update(table.schock_aus)
    return total


def _kings(facts: Facts) -> tuple[int, tuple[PlayerFact, ...]]:
    total = schock_aus(facts)
    most = max(total.values(), default=0)
    return most, tuple(facts.players[p] for p in sorted(total) if most and total[p] == most)


def _prizes(facts: Facts) -> tuple[Prize, ...]:
    """Boundaries are counted among those who could qualify (C3.3), in the order of the cut."""
    if facts.cut is None:
        return ()
    able = [place.player for place in facts.cut.places if place.eligible]
    found, before = [], 0
    for border in facts.plan.prize_places:
        players = tuple(facts.players[number] for number in able[before:border])
        if players:
            found.append(Prize(before + 1, before + len(players), players))
        before = border
    return tuple(found)
