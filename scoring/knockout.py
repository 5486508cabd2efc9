"""Spielmarken (C4.4, C5, C6): folded out of events, never stored. Places of the K.O. and the final."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.cut import Placed
from scoring.errors import RuleViolation
from scoring.format import Format
from scoring.points import Game, check_game


@dataclass(frozen=True, slots=True)
class Departure:
    """C5.3: somebody withdrew or was excluded before or in this game. Kept in order of their id."""

    game: int
    player: int


@dataclass(frozen=True, slots=True)
class TableState:
    """A K.O. table or the final, folded (C5.1–C5.3).

    `left`: Spielmarken of everybody seated. `eliminated`: in the order in which they went out.
    `survivors`: who held Spielmarken when the table was complete (until then: who holds some now);
    `emptied`: those of them who withdrew afterwards, so that a chair of the final stays empty.
    `next_game`: None when complete; `absence_game`: number for an absence entered now. `quota`: the table
    is complete when so many hold Spielmarken.
    `conflict_games`: games whose loser was already out, or that were played after the end.
    """

    left: dict[int, int]
    eliminated: tuple[int, ...]
    complete: bool
    next_game: int | None
    conflict_games: tuple[int, ...]
    survivors: tuple[int, ...] = ()
    emptied: tuple[int, ...] = ()
    quota: int = 1
    absence_game: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the tournament. `place`: None while it is open; `shared`: with somebody else.

    `stage`: where it was decided: final · ko · vorrunde.
    """

    player: int
    place: int | None
    shared: bool
    stage: str


def issue_marks(
    format: Format, checked_in: Sequence[int], *, moved_up: Collection[int] = ()
) -> dict[int, int]:
    """C4.2, C4.4: Spielmarken of those who checked in, given in the order of the cut.

    The first `bonus_ranks` of them get the extra ones; who moved up after the draw does not.
    """
    marks: dict[int, int] = {}
    for index, player in enumerate(checked_in):
        extra = index < format.bonus_ranks and player not in moved_up
        marks[player] = format.marks + (format.bonus_marks if extra else 0)
    return marks


def fold_table(
    marks: Mapping[int, int],
    losers: Mapping[int, int],
    departures: Sequence[Departure],
    survivors: int,
) -> TableState:
    """C5.1–C5.3, model.md: for game 1, 2, …: first its absences, then its loser gives one mark.

    `marks`: issued, in seat order. `losers`: game → who lost it (results that count). `departures`:
    in order of id. `survivors`: the table is complete when at most so many hold marks.
    """
    table = _Table(dict(marks), survivors)
    conflicts: list[int] = []
    last = max((*losers, *(absence.game for absence in departures), 0))
    for game in range(1, last + 1):
        for absence in departures:
            if absence.game == game:
                table.withdraw(absence.player)
        if game in losers and not table.take_mark(losers[game]):
            conflicts.append(game)
    following = max((*losers, 0)) + 1
    complete = table.end is not None
    return TableState(
        left=table.left,
        eliminated=tuple(table.out),
        complete=complete,
        next_game=None if complete else following,
        conflict_games=tuple(conflicts),
        survivors=table.alive() if table.end is None else table.end,
        emptied=tuple(table.emptied),
        quota=survivors,
        absence_game=following,
    )


class _Table:
    """One table while it is folded: `end` is who was left when it was complete."""

    def __init__(self, left: dict[int, int], survivors: int) -> None:
        self.left = left
        self.survivors = survivors
        self.out: list[int] = []
        self.emptied: list[int] = []
        self.end: tuple[int, ...] | None = None
        self._look_for_the_end()

    def alive(self) -> tuple[int, ...]:
        return tuple(player for player, marks in self.left.items() if marks > 0)

    def withdraw(self, player: int) -> None:
        """C5.3; after the end it empties a chair of the final. Without marks nothing happens."""
        if self.left.get(player, 0) == 0:
            return
        self.left[player] = 0
        (self.out if self.end is None else self.emptied).append(player)
        self._look_for_the_end()

    def take_mark(self, loser: int) -> bool:
        """C5.1; False if there is no such game: the table was complete or the loser out."""
        if self.end is not None or self.left.get(loser, 0) == 0:
            return False
        self.left[loser] -= 1
        if self.left[loser] == 0:
            self.out.append(loser)
            self._look_for_the_end()
        return True

    def _look_for_the_end(self) -> None:
        alive = self.alive()
        if self.end is None and len(alive) <= self.survivors:
            self.end = alive


def check_ko_game(
    state: TableState,
    half1: int | None,
    half2: int | None,
    endkampf: int | None,
    scharf: bool = False,
) -> None:
    """C5.1: raises RuleViolation unless this can be the next game of the table.

    Codes: table_complete, loser_not_seated, loser_without_marks and those of `check_game`. Whoever
    leaves in mid-game is out and cannot lose it as well: the rest play it to its end (C5.3).
    """
    if state.complete:
        raise RuleViolation("table_complete")
    for field, player in (("half1", half1), ("half2", half2), ("endkampf", endkampf)):
        if player is None:
            continue
        if player not in state.left:
            raise RuleViolation("loser_not_seated", field, player=player)
        if state.left[player] == 0:
            raise RuleViolation("loser_without_marks", field, player=player)
    playing = tuple(player for player, marks in state.left.items() if marks > 0)
    check_game(Game(playing, half1, half2, endkampf, scharf))


def final_marks(format: Format, tables: Sequence[TableState]) -> dict[int, int]:
    """C6.1, C6.2: Spielmarken in the final of everybody who sits down there, table by table."""
    fresh = format.final_marks
    return {
        player: fresh if isinstance(fresh, int) else state.left[player]
        for state in tables
        for player in state.survivors
        if player not in state.emptied
    }


def champion(final: TableState | None) -> int | None:
    """C6.2: the last one who holds Spielmarken in the final, as soon as it is decided."""
    if final is None or not final.complete or len(final.survivors) != 1:
        return None
    return final.survivors[0]


def place_spans(seats: Sequence[int], quota: int) -> tuple[tuple[int, int], ...]:
    """C5.4: first and last place of those who go out last at their tables, of those before them, …

    `seats`: how many sat down at each table; `quota` of each go on and take the places before. Counted from
    the end, so that a larger table alone has the last groups.
    """
    outs = [max(0, count - quota) for count in seats]
    first = 1 + sum(min(count, quota) for count in seats)
    spans: list[tuple[int, int]] = []
    for level in range(1, max(outs, default=0) + 1):
        size = sum(level <= out for out in outs)
        spans.append((first, first + size - 1))
        first += size
    return tuple(spans)


def spans_at_table(state: TableState, groups: Sequence[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """C5.4: first and last place of everybody who went out at this table; `groups` of `place_spans`."""
    last_out = len(state.left) - state.quota - 1
    return {
        player: groups[last_out - index]
        for index, player in enumerate(state.eliminated)
        if 0 <= last_out - index < len(groups)
    }


def ko_spans(tables: Sequence[TableState]) -> dict[int, tuple[int, int]]:
    """C5.4: first and last place of everybody who went out in the K.O., before the places are settled."""
    groups = place_spans([len(state.left) for state in tables], tables[0].quota) if tables else ()
    return {player: span for state in tables for player, span in spans_at_table(state, groups).items()}


def ko_places(tables: Sequence[TableState], ranks: Mapping[int, int]) -> dict[int, int | None]:
    """C5.4: places of those who went out at the K.O. tables, behind all finalists.

    Inside a group by `ranks` (rank of the cut), equal ranks share a place. None while others who will
    share the group are still in.
    """
    spans = ko_spans(tables)
    places: dict[int, int | None] = {}
    for player, (first, last) in sorted(spans.items(), key=lambda one: (one[1], ranks[one[0]], one[0])):
        group = [other for other, span in spans.items() if span == (first, last)]
        better = sum(ranks[other] < ranks[player] for other in group)
        places[player] = first + better if len(group) == last - first + 1 else None
    return places


def final_places(
    final: TableState | None, finalists: int, empty_chairs: Sequence[int] = ()
) -> dict[int, int | None]:
    """C6.2: places of the finalists by elimination; whoever is still in has None.

    `finalists`: how many places the final decides. `empty_chairs`: finalists who withdrew before
    the final was formed, in the order in which they did: they take the last places.
    """
    seated = final.left if final else {}
    gone = [player for player in empty_chairs if player not in seated]
    gone.extend(final.eliminated if final else ())
    places: dict[int, int | None] = {}
    winner = champion(final)
    if winner is not None:
        places[winner] = 1
    places.update((player, None) for player in seated if player not in gone and player != winner)
    places.update((player, finalists - index) for index, player in enumerate(gone))
    return places


def tournament_places(
    order: Sequence[Placed],
    tables: Sequence[TableState],
    final: TableState | None,
    empty_chairs: Sequence[int] | None = None,
) -> tuple[Place, ...]:
    """C5.4, C6.2, C6.3: everybody, best first; shared places in German counting.

    `order` of `cut_order`; `tables`: the K.O. tables, none with `ko_tables` = 0. `empty_chairs`: see
    `final_places`; by default in the order of the tables. Behind final and K.O. everybody else
    follows in the order of the cut, shared ranks kept.
    """
    ranks = {line.player: line.rank for line in order}
    survivors = [player for state in tables for player in state.survivors if state.complete]
    chairs = [player for state in tables for player in state.emptied]
    finalists = sum(min(len(state.left), state.quota) for state in tables)
    if not tables and final:
        finalists = len(final.left)
    decided: dict[int, int | None] = dict.fromkeys(survivors)
    decided.update(final_places(final, finalists, chairs if empty_chairs is None else empty_chairs))
    stages = dict.fromkeys(decided, "final")
    out = ko_places(tables, ranks)
    stages |= dict.fromkeys(out, "ko")
    decided |= out
    for player in (player for state in tables for player in state.left):
        stages.setdefault(player, "ko")
        decided.setdefault(player, None)
    rest = [line for line in order if line.player not in decided]
    for line in rest:
        better = sum(other.rank < line.rank for other in rest)
        decided[line.player] = len(stages) + 1 + better
    return _listed(order, decided, stages)


def _listed(
    order: Sequence[Placed], decided: Mapping[int, int | None], stages: Mapping[int, str]
) -> tuple[Place, ...]:
    """Best first; whoever is still in stands before everybody of a worse stage."""
    rows = {"final": 0, "ko": 1, "vorrunde": 2}
    position = {line.player: line.position for line in order}
    held = list(decided.values())
    lines = sorted(
        (rows[stages.get(player, "vorrunde")], place or 0, position[player], player)
        for player, place in decided.items()
    )
    return tuple(
        Place(
            player=player,
            place=place or None,
            shared=bool(place) and held.count(place) > 1,
            stage=stages.get(player, "vorrunde"),
        )
        for _, place, _, player in lines
    )
