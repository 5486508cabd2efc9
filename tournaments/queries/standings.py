"""The one standings function: screen, paper, cut, draw and projector all ask here (C3)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.cut import cut_order, stechen_of, valid_throws
from scoring.points import Game, game_points
from scoring.ranking import (
    Boundary,
    RoundGames,
    Standing,
    StechenState,
    TiedGroup,
    boundaries_for,
    open_groups,
    rank_players,
    resolve_stechen,
    tally_rounds,
)
from tournaments.models import Outcome, StechenCause
from tournaments.queries.decisions import StechenFact, held_stechen
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line: the standing, the player, the points of each round (None: missed or not yet) and the
    places won (+) or lost (−) since the round before (None: no round before). `thrown`: the rank is the
    one after a decided Stechen."""

    standing: Standing
    player: PlayerFact
    each: tuple[int | None, ...]
    move: int | None
    thrown: bool = False

    @property
    def rank(self) -> int:
        return self.standing.rank

    @property
    def number(self) -> int:
        return self.standing.player


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A tied group across boundaries and how far its Stechen is (C3.4a).

    `stechen_id`: the one whose throws count, None before it is opened; `newcomers`: tied players who
    are not in it yet.
    """

    group: TiedGroup
    state: StechenState
    stechen_id: int | None
    newcomers: tuple[int, ...]

    @property
    def decided(self) -> bool:
        return self.state.decided

    @property
    def about(self) -> tuple[str, int]:
        """What the Stechen is called after, and how many of these there are: places of the cut before extra
        Spielmarken before prizes (C3.4a: one Stechen for all boundaries inside the group)."""
        kinds = (boundary.kind for boundary in self.group.boundaries)
        by_kind = dict(zip(kinds, self.group.places, strict=True))
        return next((kind, by_kind[kind]) for kind in ("cut", "bonus", "prize") if kind in by_kind)


def table_games(facts: Facts, table: TableFact) -> list[Game]:
    """The games of a table that have an outcome."""
    if table.outcome == Outcome.VOID:
        return []
    numbers = range(1, facts.plan.games_per_round + 1)
    return [game for number in numbers if (game := table.game(number)) is not None]


def round_games(facts: Facts, round_: RoundFact) -> RoundGames:
    """A round as the ranking needs it; who sits at a table has not missed it."""
    games = [game for table in round_.tables for game in table_games(facts, table)]
    seated = frozenset(player for table in round_.tables for player in table.players)
    return RoundGames(tuple(games), seated)


def counted_rounds(facts: Facts, upto: int | None = None, *, running: bool = False) -> list[RoundFact]:
    """Closed Vorrunde rounds up to number `upto`; with `running` the published one too (C3.1)."""
    return [
        r
        for r in facts.vorrunde
        if (r.closed or (running and r.published)) and (upto is None or r.number <= upto)
    ]


def rank_field(facts: Facts, rounds: Sequence[RoundFact]) -> tuple[Standing, ...]:
    """Everybody who sat in one of `rounds`, ranked. A later drop-out changes no earlier standings."""
    return _rank(facts, rounds, [round_games(facts, r) for r in rounds])


def _rank(facts: Facts, rounds: Sequence[RoundFact], games: Sequence[RoundGames]) -> tuple[Standing, ...]:
    seated = sorted({p for r in rounds for table in r.tables for p in table.players})
    strokes: dict[int, int] = defaultdict(int)
    for round_ in rounds:
        for table in round_.tables:
            for player, count in table.schock_aus.items():
                strokes[player] += count
    tallies = tally_rounds(
        seated,
        games,
        games_per_round=facts.plan.games_per_round,
        ineligible=frozenset(n for n in seated if not facts.players[n].eligible),
        schock_aus=strokes,
    )
    return rank_players(tallies, tie_breaks=facts.plan.tie_breaks, decide=facts.plan.decide)


def standings(facts: Facts, upto: int | None = None, *, running: bool = False) -> tuple[StandingLine, ...]:
    """The standings in display order after the rounds of `counted_rounds`."""
    rounds = counted_rounds(facts, upto, running=running)
    games = [round_games(facts, r) for r in rounds]
    earlier = _rank(facts, rounds[:-1], games[:-1]) if len(rounds) > 1 else ()
    before = {line.player: line.rank for line in earlier}
    each = [points_in(played) for played in games]
    return tuple(
        StandingLine(
            standing=line,
            player=facts.players[line.player],
            each=tuple([points.get(line.player) for points in each]),
            move=before[line.player] - line.rank if line.player in before else None,
        )
        for line in _rank(facts, rounds, games)
    )


def points_in(played: RoundGames) -> dict[int, int]:
    """C2.1, C2.5, C2.8: player → points in this round; who had no game there is missing."""
    points: dict[int, int] = defaultdict(int)
    for game in played.games:
        for player, got in game_points(game).items():
            points[player] += got
    return dict(points)


def boundaries(facts: Facts, ranked: Sequence[Standing]) -> tuple[Boundary, ...]:
    """The places that matter among those who can still qualify (C3.3)."""
    return boundaries_for(facts.plan, sum(1 for line in ranked if line.eligible))


def stechen_about_ties(facts: Facts) -> list[StechenFact]:
    """The Stechen whose throws can count, oldest first: about the standings as they stand now. Whoever is
    tied again one round later throws again (C3.4a keeps throws over a correction, not over a round)."""
    return [s for s in facts.stechen if s.cause == StechenCause.TIES and s.after_round == facts.closed_rounds]


def stechen_groups(facts: Facts, field: Sequence[Standing] | None = None) -> tuple[OpenGroup, ...]:
    """The ties across boundaries after the last closed round, with their Stechen so far (C3.4a).

    `field`: who is ranked and can qualify, if it is not that of now.
    """
    ranked = rank_field(facts, counted_rounds(facts)) if field is None else tuple(field)
    lines = boundaries(facts, ranked)
    ties = stechen_about_ties(facts)
    held = held_stechen(ties, StechenCause.TIES, facts.rules)
    thrown = valid_throws(ranked, lines, held)
    groups = []
    for group in open_groups(ranked, lines):
        counting = stechen_of(group.players, held)
        where = held.index(counting) if counting else None
        state = resolve_stechen(group.players, group.places, thrown)
        called = counting.players if counting else frozenset()
        groups.append(
            OpenGroup(
                group=group,
                state=state,
                stechen_id=ties[where].id if where is not None else None,
                newcomers=tuple(p for p in group.players if p not in called),
            )
        )
    return tuple(groups)


def settled(
    facts: Facts, lines: Sequence[StandingLine], groups: Sequence[OpenGroup]
) -> tuple[StandingLine, ...]:
    """C3.4: the order and the ranks that hold after the Stechen that are decided, as the cut takes them:
    who threw is above or below a boundary, inside it ranks stay shared. `lines`: after the last round."""
    players = {p for group in groups if group.decided and group.stechen_id for p in group.group.players}
    if not players:
        return tuple(lines)
    ranked = [line.standing for line in lines]
    found = boundaries(facts, ranked)
    held = held_stechen(stechen_about_ties(facts), StechenCause.TIES, facts.rules)
    throws = {p: thrown for p, thrown in valid_throws(ranked, found, held).items() if p in players}
    order = cut_order(ranked, found, throws, tie_breaks=facts.plan.tie_breaks)
    shared = Counter(place.rank for place in order)
    known = {line.number: line for line in lines}
    return tuple(
        replace(
            known[place.player],
            standing=replace(known[place.player].standing, rank=place.rank, tied=shared[place.rank] > 1),
            thrown=place.player in players,
        )
        for place in order
    )


def void_stechen_ids(facts: Facts) -> tuple[int, ...]:
    """Stechen that count for nobody any more because a correction dissolved their tie ("hinfällig")."""
    needed = {group.stechen_id for group in stechen_groups(facts)}
    return tuple(s.id for s in facts.stechen if s.cause == StechenCause.TIES and s.id not in needed)


def public_upto(facts: Facts) -> int:
    """Number of the last round whose standings the hall may see (C3.5); 0 before the first."""
    closed = [r for r in facts.vorrunde if r.closed]
    if facts.announced:
        return max((r.number for r in closed), default=0)
    limit = facts.plan.rounds - facts.plan.freeze_rounds
    shown = [r.number for r in closed if r.number <= limit or r.standings_public_at]
    return max(shown, default=0)
