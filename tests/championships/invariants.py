"""What holds after every act: the product's queries say what the reference model says."""

from tests.championships import model, model_ko
from tests.championships.rows import Book, Spot, Turn
from tests.championships.world import World
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.field import cut_state, drawn_round, placed
from tournaments.queries.places import places
from tournaments.queries.standings import (
    StandingLine,
    points_in,
    public_upto,
    round_games,
    standings,
    stechen_groups,
)


def check(world: World) -> Facts:
    """Every invariant; answers the facts, so that nobody has to read them again."""
    facts = load_facts(world.id)
    for turn in world.book.turns:
        check_seats(turn)
    check_standings(world.book, facts)
    check_public(world, facts)
    if world.book.phase == "vorrunde":
        check_ties(world.book, facts)
    if world.book.cut:
        check_cut(world, facts)
        check_places(world.book, facts)
    for turn in [*world.book.stage("ko"), *world.book.stage("final")]:
        for spot in turn.spots:
            check_marks(world.book, facts, turn, spot)
    return facts


def check_seats(turn: Turn) -> None:
    """One seat a player and round; chairs counted without gaps, in the K.O. one may stay empty."""
    seated = [player for spot in turn.spots for player in spot.players]
    assert len(seated) == len(set(seated))
    for spot in turn.spots:
        chairs = [number for number, _, _ in spot.chairs]
        assert chairs == sorted(set(chairs))
        assert len(chairs) <= 6
        if turn.stage == "vorrunde":
            assert chairs == list(range(1, len(chairs) + 1))
        assert {one.player for one in spot.away} <= set(spot.players)


# Points and standings


def check_standings(book: Book, facts: Facts) -> None:
    """C3: the same people in the same order with the same ranks, after closed rounds and in a running one."""
    closed = model.closed_turns(book)
    _same_lines(model.table_of_points(book, closed), standings(facts))
    running = closed + [turn for turn in book.vorrunde if turn.open]
    if running != closed:
        _same_lines(model.table_of_points(book, running), standings(facts, running=True))
    if closed:
        check_points(book, facts, closed[-1])
    if book.running and book.running.open:
        check_points(book, facts, book.running)


def _same_lines(expected: list[model.Line], shown: tuple[StandingLine, ...]) -> None:
    assert [(e.player, e.rank, e.points, e.games, e.lost, e.wins, e.strokes, e.able) for e in expected] == [
        (s.player, s.rank, s.points, s.games, s.lost, s.wins, s.schock_aus, s.eligible)
        for s in (line.standing for line in shown)
    ]
    ranks = [line.rank for line in shown]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    tied = {rank for rank in ranks if ranks.count(rank) > 1}
    assert all(line.standing.tied == (line.rank in tied) for line in shown)


def check_points(book: Book, facts: Facts, turn: Turn) -> None:
    """C2.3: the points of each game, and their sum over the round."""
    total: dict[int, int] = {}
    for spot in turn.spots:
        for game in range(1, book.format["games_per_round"] + 1):
            points = model.score(spot, game)
            if points is None:
                continue
            for player, got in points.items():
                total[player] = total.get(player, 0) + got
            if game in spot.results:
                _plausible(spot, game, points)
    round_ = next(r for r in facts.rounds if r.id == turn.id)
    assert points_in(round_games(facts, round_)) == total


def _plausible(spot: Spot, game: int, points: dict[int, int]) -> None:
    """Among those who play to the end: one 0 (none if who has left lost), at most one 3, 5 for the others."""
    stayed = [points[player] for player in model.staying(spot, game)]
    lost_by_leaver = spot.results[game].loser in model.leaving(spot, game)
    assert stayed.count(0) == (0 if lost_by_leaver else 1)
    assert stayed.count(3) <= 1
    assert stayed.count(0) + stayed.count(3) + stayed.count(5) == len(stayed)
    assert all(points[player] == 0 for player in spot.players if player not in model.staying(spot, game))


def check_public(world: World, facts: Facts) -> None:
    """C3.5: the hall sees closed rounds that are not frozen; what was once public never disappears."""
    book = world.book
    limit = book.format["rounds"] - book.format["freeze_rounds"]
    closed = {turn.number for turn in model.closed_turns(book)}
    world.shown = {n for n in world.shown if n in {turn.number for turn in book.vorrunde}}
    world.shown |= {n for n in closed if n <= limit}
    announced = bool(book.cut) and (book.announced or book.phase in ("ko", "final", "finished"))
    seen = closed if announced else closed & world.shown
    assert public_upto(facts) == max(seen, default=0)


# Ties, cut, places


def check_ties(book: Book, facts: Facts) -> None:
    """C3.3, C3.4a: exactly the players tied across a line, and how far their Stechen is."""
    expected = []
    for tie in model.ties(book):
        shoot = model.shoot_for(book, tie.players, "ties")
        settled = model.settle(book, tie.players, tie.above, shoot)
        owed = [(wait.owing, wait.attempt, wait.among) for wait in settled.waits]
        expected.append((set(tie.players), tie.above, settled.blocks, owed, shoot and shoot.id))
    shown = [
        (
            set(group.group.players),
            list(group.group.places),
            [list(block) for block in group.state.blocks],
            [(list(p.missing), p.attempt, list(p.players)) for p in group.state.pending],
            group.stechen_id,
        )
        for group in stechen_groups(facts)
    ]
    assert expected == shown


def check_cut(world: World, facts: Facts) -> None:
    """C4: the stored order holds whatever is corrected later; who of it goes on follows from it."""
    lines = [line for line in placed(facts) if line.eligible]
    groups: dict[int, list[int]] = {}
    for line in lines:
        groups.setdefault(line.level, []).append(line.player)
    assert [sorted(group) for group in groups.values()] == [sorted(group) for group in world.equals]
    expected = model_ko.field_of(world.book, world.equals)
    state = cut_state(facts)
    assert {p.player for p in state.called} == set(expected.called)
    assert len(state.called) <= state.places
    assert sorted(p.player for p in state.checked_in) == sorted(expected.here)
    assert (state.move_up is not None and not state.move_up.decided) == expected.move_up.open
    if expected.move_up.tied and state.move_up:
        assert set(state.move_up.group.players) == set(expected.move_up.tied)
    if drawn_round(facts) is None:
        assert (state.bonus_tie is not None and not state.bonus_tie.decided) == expected.bonus.open
        assert set(state.bonus) == set(expected.bonus.taken)


def check_places(book: Book, facts: Facts) -> None:
    """C5.4, C6: everybody once, the model's places, shared ones marked, counted in the German way."""
    lines = places(facts)
    shown = {line.player.number: line.place for line in lines}
    assert len(lines) == len(shown) == len(book.cut)
    assert shown == model_ko.places(book)
    known = [place for place in shown.values() if place is not None]
    if len(known) == len(shown):
        assert sorted(known) == sorted(1 + sum(other < place for other in known) for place in known)
    for line in lines:
        assert line.shared == (line.place is not None and known.count(line.place) > 1)


# Spielmarken


def check_marks(book: Book, facts: Facts, turn: Turn, spot: Spot) -> None:
    """C5.5: marks left = issued − games with a result − those that left with their owners; none below 0."""
    state = model_ko.state_of(book, turn, spot)
    assert state.impossible == []
    assert all(marks >= 0 for marks in state.left.values())
    issued = sum(model_ko.issued(book, turn, spot).values())
    assert sum(state.left.values()) == issued - len(spot.results) - state.gone
    round_ = next(r for r in facts.rounds if r.id == turn.id)
    table = next(t for t in round_.tables if t.id == spot.id)
    shown = facts.fold(round_, table)
    assert shown.left == state.left
    assert list(shown.eliminated) == state.out
    assert list(shown.emptied) == state.emptied
    assert shown.complete == (state.end is not None)
    assert list(shown.survivors) == (state.alive if state.end is None else state.end)
    assert shown.next_game == (None if state.end is not None else state.games + 1)
    assert shown.conflict_games == ()
