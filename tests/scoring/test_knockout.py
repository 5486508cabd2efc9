import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleViolation
from scoring.format import Format
from scoring.knockout import (
    Departure,
    champion,
    check_ko_game,
    final_marks,
    fold_table,
    issue_marks,
    tournament_places,
)
from tests.scoring.case_files import by_number, cases, number, numbers, order_of


def split_events(events):
    """Games and `withdrawn` entries in order → losers by game, departures."""
    losers, departures = {}, []
    for event in events:
        if "withdrawn" in event:
            departures.append(Departure(len(losers) + 1, number(event["withdrawn"])))
        else:
            losers[len(losers) + 1] = number(event["loser"])
    return losers, departures


def fold_case(marks, events, survivors):
    """Folds game by game, so that the marks after each game are seen too."""
    losers, departures = split_events(events)
    for game, event in enumerate((e for e in events if "loser" in e), start=1):
        so_far = {g: p for g, p in losers.items() if g <= game}
        state = fold_table(marks, so_far, [d for d in departures if d.game <= game], survivors)
        assert state.left[number(event["loser"])] == event["spielmarken_left"]
        assert state.conflict_games == ()
    return fold_table(marks, losers, departures, survivors)


@pytest.mark.parametrize("case", cases("knockout", "more_knockout"))
def test_every_case_from_the_first_spielmarke_to_the_places(case):
    ranking = numbers(case["ranking"])
    issued = by_number(case["spielmarken"])
    assert issue_marks(Format(), ranking) == issued
    tables = []
    for index, names in enumerate(case["tables"], start=1):
        marks = {player: issued[player] for player in numbers(names)}
        tables.append(fold_case(marks, [e for e in case["games"] if e["table"] == index], 2))
    assert all(state.complete for state in tables)
    carried = final_marks(_format_of(case), tables) if tables else issued
    assert carried == by_number(case["final_spielmarken"])
    finalists = [p for state in tables for p in state.survivors] or list(ranking)
    assert finalists == list(numbers(case["finalists"]))
    final = fold_case(carried, case["final_games"], 1)
    assert champion(final) == number(case["champion"])
    order = order_of(ranking, by_number(case.get("preliminary_ranks", {})))
    places = tournament_places(order, tables, final)
    assert {place.player: place.place for place in places} == by_number(case["places"])


def _format_of(case):
    return Format(final_marks=case.get("final_marks", "carry"))


@pytest.mark.parametrize("case", cases("more_corrections"), ids=lambda c: c["why"])
def test_every_correction(case):
    losers = dict(enumerate(numbers(case["losers"]), start=1))
    losers[case["replace"]["game"]] = number(case["replace"]["loser"])
    state = fold_table(by_number(case["spielmarken"]), losers, [], case["survivors"])
    assert state.conflict_games == tuple(case["conflict_games"])
    if "left" in case:
        assert state.left == by_number(case["left"])
        assert state.eliminated == numbers(case["out"])
        assert state.complete == case["finished"]


def table(*marks):
    return dict(enumerate(marks, start=1))


def fold(marks, losers=(), departures=(), survivors=2):
    return fold_table(
        table(*marks),
        dict(enumerate(losers, start=1)),
        [Departure(game, player) for game, player in departures],
        survivors,
    )


def test_extra_marks_go_to_the_first_who_checked_in():
    format = Format(ko_tables=2, ko_seats=4, bonus_ranks=2, bonus_marks=2)
    assert issue_marks(format, [9, 5, 7, 1]) == {9: 5, 5: 5, 7: 3, 1: 3}
    assert issue_marks(format, [9, 5, 7], moved_up={5}) == {9: 5, 5: 3, 7: 3}
    assert issue_marks(format, []) == {}


def test_a_new_table_waits_for_its_first_game():
    state = fold((4, 3, 3))
    assert state.left == {1: 4, 2: 3, 3: 3}
    assert (state.complete, state.next_game, state.absence_game) == (False, 1, 1)
    assert state.survivors == (1, 2, 3)
    assert state.eliminated == state.emptied == state.conflict_games == ()


@pytest.mark.parametrize("seats", [0, 1, 2])
def test_a_table_of_survivors_only_does_not_play(seats):
    state = fold((3,) * seats)
    assert (state.complete, state.next_game) == (True, None)
    assert state.survivors == tuple(range(1, seats + 1))


def test_the_table_stops_as_soon_as_two_are_left():
    state = fold((1, 1, 2, 2), [2, 1])
    assert (state.complete, state.next_game) == (True, None)
    assert (state.survivors, state.eliminated) == ((3, 4), (2, 1))


def test_undo_of_the_last_result_gives_the_player_back():
    assert fold((1, 1, 1), [2]).complete
    state = fold((1, 1, 1), [])
    assert (state.complete, state.left[2], state.next_game) == (False, 1, 1)


def test_a_withdrawal_takes_all_marks_before_the_loser_of_the_game():
    state = fold((4, 3, 1, 1), [3, 4], departures=[(1, 1)])
    assert state.eliminated == (1, 3)
    assert state.complete
    assert state.conflict_games == (2,)


def test_a_withdrawal_that_ends_the_table():
    state = fold((3, 3, 3), [1, 2], departures=[(3, 2)])
    assert state.complete
    assert (state.survivors, state.eliminated) == ((1, 3), (2,))
    assert state.left == {1: 2, 2: 0, 3: 3}
    assert (state.next_game, state.absence_game) == (None, 3)


def test_a_game_that_ran_when_the_table_ended_is_not_played_on():
    assert fold((3, 3, 3), [1, 2], departures=[(2, 3)]).conflict_games == (2,)


def test_a_withdrawal_after_the_end_empties_a_chair_of_the_final():
    state = fold((1, 2, 2), [1], departures=[(2, 3)])
    assert state.complete
    assert (state.survivors, state.emptied, state.eliminated) == ((2, 3), (3,), (1,))
    assert final_marks(Format(), [state]) == {2: 2}


def test_two_leave_in_one_game_only_one_of_them_below_the_line():
    state = fold((3, 3, 3), departures=[(1, 2), (1, 1)])
    assert (state.eliminated, state.emptied, state.survivors) == ((2,), (1,), (1, 3))


def test_who_is_out_leaves_without_effect():
    state = fold((1, 3, 3, 3), [1], departures=[(2, 1), (2, 1), (2, 9)])
    assert state == fold((1, 3, 3, 3), [1])


def test_a_loser_who_sits_elsewhere_contradicts():
    assert fold((3, 3, 3), [9]).conflict_games == (1,)


def test_a_gap_in_the_games_is_no_game():
    state = fold_table(table(3, 3, 3), {2: 1}, [], 2)
    assert (state.left[1], state.next_game) == (2, 3)


def refusal(state, *losers, scharf=False):
    with pytest.raises(RuleViolation) as refused:
        check_ko_game(state, *losers, scharf)
    return refused.value.code, refused.value.field


def test_only_who_holds_marks_can_lose():
    state = fold((1, 3, 3, 3), [1])
    check_ko_game(state, 2, 3, 3)
    check_ko_game(state, 2, 2, None)
    check_ko_game(state, 4, None, None, True)
    assert refusal(state, 1, 2, 2) == ("loser_without_marks", "half1")
    assert refusal(state, 2, 1, 2) == ("loser_without_marks", "half2")
    assert refusal(state, 9, 2, 2) == ("loser_not_seated", "half1")
    assert refusal(state, 2, 3, None) == ("endkampf_missing", "endkampf")
    assert refusal(state, 2, 3, 4) == ("endkampf_not_in_halves", "endkampf")
    assert refusal(state, None, None, None) == ("half1_missing", "half1")
    assert refusal(state, 2, 2, None, scharf=True) == ("scharf_one_half", "half2")
    assert refusal(fold((1, 1, 1), [1]), 2, 2, None) == ("table_complete", None)


def test_a_fresh_number_in_the_final():
    states = [fold((1, 2, 3), [1]), fold_table({4: 3, 5: 1}, {}, [], 2)]
    assert final_marks(Format(), states) == {2: 2, 3: 3, 4: 3, 5: 1}
    assert final_marks(Format(final_marks=4), states) == {2: 4, 3: 4, 4: 4, 5: 4}


def test_no_champion_before_one_is_left():
    assert champion(None) is None
    assert champion(fold((1, 1), survivors=1)) is None
    assert champion(fold((1, 1), [2], survivors=1)) == 1
    assert champion(fold((), survivors=1)) is None


def test_the_champion_stays_champion_when_he_leaves_with_the_last_one():
    assert champion(fold((1, 1), departures=[(1, 2), (1, 1)], survivors=1)) == 1


@st.composite
def histories(draw):
    """Legal play at one table with withdrawals: marks, losers, departures, survivors."""
    seats = draw(st.integers(1, 6))
    survivors = draw(st.integers(1, 3))
    marks = {player: draw(st.integers(1, 4)) for player in range(1, seats + 1)}
    left, losers, departures = dict(marks), {}, []
    for _ in range(draw(st.integers(0, 25))):
        alive = [player for player, held in left.items() if held]
        if len(alive) <= survivors:
            break
        player = draw(st.sampled_from(alive))
        if draw(st.integers(0, 5)) == 0:
            left[player] = 0
            departures.append(Departure(len(losers) + 1, player))
        else:
            left[player] -= 1
            losers[len(losers) + 1] = player
    return marks, losers, departures, survivors, left


@given(histories())
def test_marks_on_the_table_are_issued_less_games_less_withdrawn(history):
    """C5.5, with nobody below nothing and nobody out twice."""
    marks, losers, departures, survivors, left = history
    state = fold_table(marks, losers, departures, survivors)
    assert state.left == left
    assert state.conflict_games == ()
    assert min(state.left.values()) >= 0
    taken = {absence.player: 0 for absence in departures}
    for absence in departures:
        lost = [game for game, loser in losers.items() if loser == absence.player]
        assert all(game < absence.game for game in lost)
        taken[absence.player] = marks[absence.player] - len(lost)
    assert sum(state.left.values()) == sum(marks.values()) - len(losers) - sum(taken.values())
    assert len(set(state.eliminated)) == len(state.eliminated)
    assert set(state.eliminated) == {player for player, held in left.items() if not held}
    assert state.complete == (sum(held > 0 for held in left.values()) <= survivors)
    assert (state.next_game is None) == state.complete


@given(histories(), st.data())
def test_marks_never_go_below_nothing_whatever_is_corrected(history, data):
    marks, losers, departures, survivors, _ = history
    wild = {game: data.draw(st.sampled_from(sorted(marks))) for game in losers}
    state = fold_table(marks, wild, departures, survivors)
    assert min(state.left.values()) >= 0
    counted = len(wild) - len(state.conflict_games)
    assert sum(state.left.values()) <= sum(marks.values()) - counted
    if len(marks) >= survivors:
        assert len(state.survivors) >= survivors
