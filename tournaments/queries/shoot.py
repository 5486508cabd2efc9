"""A Stechen as the desk sees it: who threw what, the best first, where the strokes run (C3.4, C3.4a)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.ranking import StechenState
from scoring.throws import classify_throw
from tournaments.models import Phase, StechenCause
from tournaments.queries.decisions import StechenFact, ThrowFact
from tournaments.queries.facts import Facts, PlayerFact
from tournaments.queries.field import at_the_cut, cut_state
from tournaments.queries.standings import OpenGroup, counted_rounds, rank_field, stechen_groups


@dataclass(frozen=True, slots=True)
class Cell:
    """One attempt of one player; `kind`: zahl · strasse · general · schock · schock_aus · jule · place ·
    absent, "" while it is not there. `asked`: it is missing now."""

    attempt: int
    throw: ThrowFact | None
    kind: str
    asked: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One player. `won`: kinds of the boundaries he is above, `lost`: below; neither: still open. `gone`:
    not tied here any more (withdrawn, declined)."""

    player: PlayerFact
    cells: tuple[Cell, ...]
    won: tuple[str, ...]
    lost: tuple[str, ...]
    gone: bool = False

    @property
    def asked(self) -> bool:
        return any(cell.asked for cell in self.cells)

    @property
    def out(self) -> bool:
        """Below every boundary."""
        return self.gone or (bool(self.lost) and not self.won)


@dataclass(frozen=True, slots=True)
class ShootStroke:
    """A decided boundary behind row `after` (from 1): `places` were given away."""

    kind: str
    after: int
    places: int


@dataclass(frozen=True, slots=True)
class Shoot:
    """A tied group with its Stechen so far; `id` None before it is opened.

    `cause`: ties · move_up; `kinds` of its boundaries; `about`: what it is called after: move_up · cut ·
    bonus · prize, with `stake` places (or Spielmarken) to be thrown for; `first`/`last` place of the group;
    `newcomers`: tied, not called yet; `missing`: throws that are owed; `by_places`: the running attempt is
    entered as an order of names, None while nothing of it is there; `latest`: the last throw.
    """

    id: int | None
    cause: str
    kinds: tuple[str, ...]
    about: str
    stake: int
    first: int
    last: int
    points: int
    rows: tuple[Row, ...]
    strokes: tuple[ShootStroke, ...]
    attempts: int
    newcomers: int
    missing: int
    by_places: bool | None
    latest: ThrowFact | None

    @property
    def decided(self) -> bool:
        return not self.missing and self.id is not None and not self.newcomers

    @property
    def people(self) -> int:
        return sum(1 for row in self.rows if not row.gone)


def shoots(facts: Facts) -> tuple[Shoot, ...]:
    """Every Stechen that is needed or held now: about the ties, after the cut about moving up."""
    if facts.tournament.phase == Phase.VORRUNDE:
        groups = stechen_groups(facts) if facts.vorrunde_over else ()
        return tuple(_shoot(facts, group, StechenCause.TIES) for group in groups)
    if facts.cut is None:
        return ()
    return tuple(_shoot(facts, group, StechenCause.MOVE_UP) for group in cut_state(facts).groups)


def every_shoot(facts: Facts) -> tuple[Shoot, ...]:
    """Every Stechen of the evening that counts, also those that decided the cut, as it was made."""
    if facts.cut is None:
        return shoots(facts)
    then, able = at_the_cut(facts), {place.player for place in facts.cut.places if place.eligible}
    field = [replace(line, eligible=line.player in able) for line in rank_field(then, counted_rounds(then))]
    held = [group for group in stechen_groups(then, field) if group.stechen_id is not None]
    return (*(_shoot(then, group, StechenCause.TIES) for group in held), *shoots(facts))


def past_shoots(facts: Facts) -> tuple[tuple[StechenFact, bool], ...]:
    """Stechen that are no tie of now: (Stechen, whether it counted for the cut). "Hinfällig": it did not."""
    running = {shoot.id for shoot in shoots(facts)}
    made = facts.cut is not None
    return tuple(
        (s, made and s.cause == StechenCause.TIES and s.after_round == facts.closed_rounds)
        for s in facts.stechen
        if s.id not in running
    )


def kind_of(facts: Facts, throw: ThrowFact) -> str:
    """The class of a throw out of the hand (R1), place or absent."""
    if throw.absent:
        return "absent"
    if throw.place is not None:
        return "place"
    return classify_throw([int(die) for die in throw.dice], hand=True, ruleset=facts.rules).kind


def _shoot(facts: Facts, group: OpenGroup, cause: StechenCause) -> Shoot:
    held = next((s for s in facts.stechen if s.id == group.stechen_id), None)
    throws = {(t.player, t.attempt): t for t in held.throws} if held else {}
    state = group.state
    attempts = max([1, *(p.attempt for p in state.pending), *(attempt for _, attempt in throws)])
    rows = _rows(facts, group, throws, attempts)
    called = held.players if held else ()
    gone = [_row(facts, p, throws, attempts, (), gone=True) for p in called if p not in group.group.players]
    tied, (kind, stake) = group.group, group.about
    return Shoot(
        id=group.stechen_id,
        cause=str(cause),
        kinds=tuple(boundary.kind for boundary in tied.boundaries),
        about="move_up" if cause == StechenCause.MOVE_UP and kind == "cut" else kind,
        stake=stake,
        first=tied.first_place,
        last=tied.first_place + len(tied.players) - 1,
        points=_points(facts, tied.players[0]),
        rows=(*rows, *gone),
        strokes=_strokes(group, state),
        attempts=attempts,
        newcomers=len(group.newcomers),
        missing=sum(len(p.missing) for p in state.pending),
        by_places=_by_places(state, throws),
        latest=max(throws.values(), key=lambda throw: throw.id, default=None),
    )


def _points(facts: Facts, player: int) -> int:
    return next(s.points for s in rank_field(facts, counted_rounds(facts)) if s.player == player)


def _rows(
    facts: Facts, group: OpenGroup, throws: Mapping[tuple[int, int], ThrowFact], attempts: int
) -> list[Row]:
    """Block by block, the best first; inside one: the better throw of the running attempt, then the name."""
    rows: list[Row] = []
    above = 0
    lines = tuple(zip(group.group.boundaries, group.group.places, strict=True))
    for block in group.state.blocks:
        pending = next((p for p in group.state.pending if p.players == block), None)
        won = tuple(b.kind for b, places in lines if above + len(block) <= places)
        lost = tuple(b.kind for b, places in lines if places <= above)
        attempt = pending.attempt if pending else 0
        asked = pending.missing if pending and group.stechen_id is not None else ()
        order = sorted(block, key=lambda player: _order(facts, throws.get((player, attempt)), player))
        rows.extend(
            _row(facts, p, throws, attempts, (won, lost), asked=attempt if p in asked else 0) for p in order
        )
        above += len(block)
    return rows


def _order(facts: Facts, throw: ThrowFact | None, player: int) -> tuple[bool, int, str, int]:
    strength = throw.strength(facts.rules) if throw else 0
    return (throw is None, -strength, facts.players[player].sort_key, player)


def _row(
    facts: Facts,
    player: int,
    throws: Mapping[tuple[int, int], ThrowFact],
    attempts: int,
    sides: tuple[()] | tuple[tuple[str, ...], tuple[str, ...]],
    *,
    asked: int = 0,
    gone: bool = False,
) -> Row:
    cells = []
    for attempt in range(1, attempts + 1):
        throw = throws.get((player, attempt))
        cells.append(Cell(attempt, throw, kind_of(facts, throw) if throw else "", attempt == asked))
    won, lost = sides or ((), ())
    return Row(facts.players[player], tuple(cells), won, lost, gone)


def _strokes(group: OpenGroup, state: StechenState) -> tuple[ShootStroke, ...]:
    """Boundaries between two blocks; one that still runs through a block has no stroke."""
    ends = _sums(len(block) for block in state.blocks)
    return tuple(
        ShootStroke(boundary.kind, places, places)
        for boundary, places in zip(group.group.boundaries, group.group.places, strict=True)
        if places in ends
    )


def _sums(sizes: Iterable[int]) -> set[int]:
    sums, total = set(), 0
    for size in sizes:
        total += size
        sums.add(total)
    return sums


def _by_places(state: StechenState, throws: Mapping[tuple[int, int], ThrowFact]) -> bool | None:
    for pending in state.pending:
        for player in pending.players:
            throw = throws.get((player, pending.attempt))
            if throw is not None and not throw.absent:
                return throw.place is not None
    return None
