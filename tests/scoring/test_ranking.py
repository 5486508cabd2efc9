import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.format import Format
from scoring.points import Game, game_points
from scoring.ranking import (
    Boundary,
    RoundGames,
    Tally,
    boundaries_for,
    open_groups,
    rank_players,
    tally_rounds,
)
from tests.scoring.case_files import by_number, cases, number, numbers, optional

STANDINGS = cases("standings", "more_standings")


def tallies_of(case):
    rounds = {}
    for result in case["results"]:
        game = Game(
            numbers(result["players"]),
            optional(result["half1"]),
            optional(result["half2"]),
            optional(result["endkampf"]),
        )
        assert game_points(game) == by_number(result["points"])
        rounds.setdefault(result["round"], []).append(game)
    return tally_rounds(
        numbers(case["players"]),
        [RoundGames(tuple(games)) for _, games in sorted(rounds.items())],
        ineligible=frozenset(numbers(case.get("withdrawn", []))),
    )


def lines(standings):
    return [(line.player, line.rank, line.points, line.lost, line.tied) for line in standings]


def expected(rows):
    return [(number(r["player"]), r["rank"], r["points"], r["lost"], r["tied"]) for r in rows]


@pytest.mark.parametrize("case", STANDINGS)
def test_ranks_of_every_case(case):
    tallies = tallies_of(case)
    by_points = rank_players(tallies)
    assert sorted(lines(by_points)) == sorted(expected(case["by_points"]))
    assert [line.rank for line in by_points] == [row["rank"] for row in case["by_points"]]
    chain = rank_players(tallies, decide="chain")
    assert lines(chain) == expected(case["by_points_then_fewer_lost"])
    assert [line.player for line in by_points] == [line.player for line in chain]


@pytest.mark.parametrize("case", STANDINGS)
@pytest.mark.parametrize(
    ("name", "decide", "kind"),
    [
        ("stechen_cut_by_points", "stechen", "cut"),
        ("stechen_bonus_by_points", "stechen", "bonus"),
        ("stechen_cut_by_chain", "chain", "cut"),
    ],
)
def test_who_goes_to_the_stechen_in_every_case(case, name, decide, kind):
    standings = rank_players(tallies_of(case), decide=decide)
    boundary = Boundary(kind, case["cut"] if kind == "cut" else 3)
    groups = open_groups(standings, [boundary])
    found = [(set(group.players), group.places) for group in groups]
    want = case[name]
    assert found == ([(set(numbers(want["players"])), (want["places"],))] if want["players"] else [])


def entry(player, points, **more):
    return Tally(player=player, points=points, games=5, **more)


def test_shared_ranks_are_counted_the_german_way():
    standings = rank_players([entry(1, 10), entry(2, 20), entry(3, 20), entry(4, 25), entry(5, 3)])
    assert [(line.player, line.rank, line.tied) for line in standings] == [
        (4, 1, False),
        (2, 2, True),
        (3, 2, True),
        (1, 4, False),
        (5, 5, False),
    ]


def test_no_players_no_lines():
    assert rank_players([]) == ()
    assert tally_rounds([], []) == ()
    assert open_groups((), [Boundary("cut", 15)]) == ()


@pytest.mark.parametrize(
    ("criterion", "order"),
    [
        ("fewer_lost_games", [2, 3, 1]),
        ("more_wins", [3, 1, 2]),
        ("schock_aus", [1, 3, 2]),
        ("points_per_game", [1, 2, 3]),
    ],
)
def test_each_criterion_of_the_chain(criterion, order):
    tallies = [
        Tally(player=1, points=15, games=4, lost=2, wins=2, schock_aus=5),
        Tally(player=2, points=15, games=5, lost=0, wins=1, schock_aus=0),
        Tally(player=3, points=15, games=6, lost=1, wins=3, schock_aus=3),
    ]
    for decide, ranks in (("stechen", [1, 1, 1]), ("chain", [1, 2, 3])):
        standings = rank_players(tallies, tie_breaks=(criterion,), decide=decide)
        assert [line.player for line in standings] == order
        assert [line.rank for line in standings] == ranks


def test_points_per_game_are_compared_exactly():
    third, tenth = Tally(player=1, points=10, games=3), Tally(player=2, points=10, games=3)
    standings = rank_players([third, tenth], tie_breaks=("points_per_game",), decide="chain")
    assert [line.rank for line in standings] == [1, 1]
    nobody = rank_players([Tally(player=1)], tie_breaks=("points_per_game",))
    assert nobody[0].rank == 1


def test_the_chain_goes_on_where_its_first_link_is_equal():
    tallies = [entry(1, 15, lost=1, wins=2), entry(2, 15, lost=1, wins=3)]
    standings = rank_players(tallies, tie_breaks=("fewer_lost_games", "more_wins"), decide="chain")
    assert [line.player for line in standings] == [2, 1]


ROUND = RoundGames((Game((1, 2, 3), 1, 2, 2), Game((4, 5, 6), 4, 4, None)))


def by_player(tallies):
    return {line.player: (line.points, line.games, line.lost, line.wins) for line in tallies}


def test_a_missed_round_is_a_lost_game_without_a_point():
    late = by_player(tally_rounds(range(1, 8), [ROUND, ROUND]))
    assert late[7] == (0, 2, 2, 0)
    assert late[1] == (6, 2, 0, 0)
    assert late[2] == (0, 2, 2, 0)
    assert late[3] == (10, 2, 0, 2)


def test_who_sits_at_a_table_still_playing_has_missed_nothing():
    running = RoundGames(ROUND.games, seated=frozenset({7}))
    assert by_player(tally_rounds(range(1, 8), [running]))[7] == (0, 0, 0, 0)


def test_a_no_show_and_a_leaver_have_lost_a_game_and_a_void_one_is_none():
    absent = Game((1, 2, 3, 4), 1, 1, None, no_show=frozenset({3}), left=frozenset({4}))
    void = Game((5, 6, 7), None, None, None, outcome="void")
    walkover = Game((8, 9), None, None, None, no_show=frozenset({9}), outcome="walkover")
    result = by_player(tally_rounds(range(1, 10), [RoundGames((absent, void, walkover))]))
    assert result[3] == result[4] == result[9] == (0, 1, 1, 0)
    assert result[5] == result[7] == (0, 0, 0, 0)
    assert result[8] == (5, 1, 0, 1)


def test_several_games_a_round():
    gone = Game((1, 2, 3), 1, 1, None, left=frozenset({2}))
    rest = Game((1, 2, 3), 3, 3, None, no_show=frozenset({2}))
    played = RoundGames((gone, rest, rest))
    result = by_player(tally_rounds(range(1, 5), [played], games_per_round=3))
    assert result[2] == (0, 3, 3, 0)
    assert result[1] == (10, 3, 1, 2)
    assert result[4] == (0, 3, 3, 0)


def test_schock_aus_and_withdrawals_are_taken_over():
    tallies = tally_rounds([1, 2], [], ineligible={2}, schock_aus={1: 4})
    assert [(line.schock_aus, line.eligible) for line in tallies] == [(4, True), (0, False)]


def test_boundaries_of_a_format():
    full = Format(prize_places=(1, 20))
    assert boundaries_for(full, 101) == (
        Boundary("prize", 1),
        Boundary("bonus", 3),
        Boundary("cut", 15),
        Boundary("prize", 20),
    )
    assert boundaries_for(full, 20) == boundaries_for(full, 101)[:3]
    assert boundaries_for(full, 15) == boundaries_for(full, 101)[:2]
    assert boundaries_for(full, 0) == ()
    assert boundaries_for(Format(bonus_ranks=0), 101) == (Boundary("cut", 15),)
    assert boundaries_for(Format(bonus_marks=0), 101) == (Boundary("cut", 15),)
    direct = Format(ko_tables=0, final_size=5)
    assert boundaries_for(direct, 8) == (Boundary("bonus", 3), Boundary("cut", 5))


def test_one_group_for_all_boundaries_inside_it():
    standings = rank_players([entry(1, 25)] + [entry(p, 20) for p in range(2, 22)])
    (group,) = open_groups(standings, boundaries_for(Format(prize_places=(1,)), 21))
    assert group.players == tuple(range(2, 22))
    assert group.first_place == 2
    assert [line.kind for line in group.boundaries] == ["bonus", "cut"]
    assert group.places == (2, 14)


@pytest.mark.parametrize("size", [2, 3, 10])
@pytest.mark.parametrize("above", [0, 1, 2, 12, 13, 14, 15, 16])
def test_ties_of_any_size_around_the_lines(size, above):
    """failures.md: ties of 2, 3, 10 around 15 and 3."""
    tallies = [entry(p, 1000 - p) for p in range(1, above + 1)]
    tallies += [entry(p, 500) for p in range(above + 1, above + size + 1)]
    tallies += [entry(p, 400 - p) for p in range(above + size + 1, 40)]
    groups = open_groups(rank_players(tallies), boundaries_for(Format(), 39))
    crossed = tuple(line - above for line in (3, 15) if above < line < above + size)
    assert [group.places for group in groups] == ([crossed] if crossed else [])


def test_withdrawn_players_are_not_counted_at_the_boundary():
    tallies = [entry(1, 25, eligible=False), entry(2, 25), entry(3, 20), entry(4, 20, eligible=False)]
    tallies += [entry(5, 20), entry(6, 10)]
    standings = rank_players(tallies)
    assert [line.rank for line in standings] == [1, 1, 3, 3, 3, 6]
    (group,) = open_groups(standings, [Boundary("cut", 2)])
    assert (group.players, group.first_place, group.places) == ((3, 5), 2, (1,))
    assert open_groups(standings, [Boundary("cut", 1), Boundary("cut", 3)]) == ()


TALLIES = st.lists(
    st.builds(
        Tally,
        player=st.integers(1, 400),
        points=st.integers(0, 8),
        games=st.integers(1, 5),
        lost=st.integers(0, 2),
        wins=st.integers(0, 2),
        schock_aus=st.integers(0, 2),
        eligible=st.booleans(),
    ),
    unique_by=lambda line: line.player,
    max_size=40,
)
CHAINS = st.lists(
    st.sampled_from(["fewer_lost_games", "more_wins", "schock_aus", "points_per_game"]), unique=True
).map(tuple)


@given(TALLIES, CHAINS, st.sampled_from(["stechen", "chain"]), st.randoms(use_true_random=False))
def test_order_of_the_input_changes_nothing(tallies, chain, decide, lot: random.Random):
    before = rank_players(tallies, tie_breaks=chain, decide=decide)
    lot.shuffle(tallies)
    assert rank_players(tallies, tie_breaks=chain, decide=decide) == before


@given(TALLIES)
def test_rank_is_one_more_than_the_number_of_better_players(tallies):
    standings = rank_players(tallies)
    assert sorted(line.player for line in standings) == sorted(line.player for line in tallies)
    for line in standings:
        assert line.rank == 1 + sum(other.points > line.points for other in standings)
        equal = sum(other.points == line.points for other in standings)
        assert line.tied == (equal > 1)


@given(TALLIES, st.lists(st.integers(1, 40), max_size=4))
def test_groups_are_exactly_the_ranks_that_a_line_runs_through(tallies, positions):
    standings = rank_players(tallies)
    able = [line for line in standings if line.eligible]
    boundaries = [Boundary("prize", position) for position in positions]
    crossed = {able[p - 1].rank for p in positions if p < len(able) and able[p - 1].rank == able[p].rank}
    groups = open_groups(standings, boundaries)
    assert len(groups) == len(crossed)
    for group in groups:
        ranks = {line.rank for line in able if line.player in group.players}
        assert ranks <= crossed
        assert len(ranks) == 1
        assert able[group.first_place - 1].player == group.players[0]
        assert all(0 < places < len(group.players) for places in group.places)
