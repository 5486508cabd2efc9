"""What random evenings found, each as a small evening of its own."""

import pytest

from tests.playing import at_ko, do, facts, refused
from tests.tournaments.finish.evenings import CUT_TIED_3, at_cut, played
from tournaments.models import Tournament
from tournaments.queries.field import placed
from tournaments.queries.standings import stechen_groups
from tournaments.services.corrections import correct_game
from tournaments.services.cut import decline_place, make_cut, undo_check_in
from tournaments.services.knockout import form_final
from tournaments.services.players import withdraw_player
from tournaments.services.stechen import enter_throw, open_stechen, void_throw

pytestmark = pytest.mark.django_db


def equals(t: Tournament) -> list[list[int]]:
    """Who can qualify, best first; in one list whom neither points nor Stechen separated."""
    groups: dict[int, list[int]] = {}
    for line in placed(facts(t)):
        if line.eligible:
            groups.setdefault(line.level, []).append(line.player)
    return list(groups.values())


def test_a_stechen_that_became_void_orders_nobody_after_the_cut() -> None:
    """Two of 17 withdraw: nobody stands below the line any more, and the throws count for nobody."""
    t = played(CUT_TIED_3)
    tied = list(stechen_groups(facts(t))[0].group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    do(enter_throw, t, stechen_id=stechen, player=tied[0], absent=True)
    do(enter_throw, t, stechen_id=stechen, player=tied[1], dice="111")
    for player in [n for n in facts(t).players if n not in tied][:2]:
        do(withdraw_player, t, player=player)
    do(make_cut, t)
    assert sorted(tied) in [sorted(group) for group in equals(t)]


def test_a_correction_after_the_cut_moves_nobody_in_its_order() -> None:
    """With `decide` = chain lost games separate equal points; they count as they were at the cut."""
    t = at_cut(CUT_TIED_3, decide="chain", tie_breaks=["fewer_lost_games"])
    before = equals(t)
    seen = facts(t)
    moved = 0
    for table in seen.vorrunde[0].tables:
        for game, result in table.results.items():
            other = next(p for p in table.players if p != result.loser)
            names = {"half1": other, "half2": other, "endkampf": None}
            do(correct_game, t, table_id=table.id, game=game, reason="Zettel falsch gelesen", **names)
            moved += 1
            assert equals(t) == before
    assert moved


def test_dice_fit_to_the_attempt_that_is_thrown_again() -> None:
    """A place in a later attempt says nothing about the first one."""
    t = played(CUT_TIED_3)
    tied = list(stechen_groups(facts(t))[0].group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    first, *others = tied
    thrown = do(enter_throw, t, stechen_id=stechen, player=first, dice="111")["throw"]
    for player in others:
        do(enter_throw, t, stechen_id=stechen, player=player, dice="111")
    do(enter_throw, t, stechen_id=stechen, player=others[0], place=1)
    do(void_throw, t, throw_id=thrown)
    assert do(enter_throw, t, stechen_id=stechen, player=first, dice="653")["attempt"] == 1


def test_a_final_formed_without_a_game_keeps_its_people() -> None:
    """All but two leave every K.O. table before the first game: nobody can be taken out of the final."""
    t = at_ko()
    for table in facts(t).ko.tables:
        for player in table.players[2:]:
            do(withdraw_player, t, player=player)
    do(form_final, t)
    finalist = facts(t).final.tables[0].players[0]
    for act in (decline_place, undo_check_in):
        with refused("final_formed"):
            do(act, t, player=finalist)
    assert finalist in facts(t).ko.table_of(finalist).players


def test_a_throw_that_is_taken_back_leaves_those_before_it() -> None:
    t = played(CUT_TIED_3)
    tied = list(stechen_groups(facts(t))[0].group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    for player in tied:
        do(enter_throw, t, stechen_id=stechen, player=player, dice="111")
    second = do(enter_throw, t, stechen_id=stechen, player=tied[0], dice="653")
    assert second["attempt"] == 2
    do(void_throw, t, throw_id=second["throw"])
    (held,) = facts(t).stechen
    assert sorted((throw.player, throw.attempt) for throw in held.throws) == [(p, 1) for p in sorted(tied)]
    assert do(enter_throw, t, stechen_id=stechen, player=tied[0], dice="221")["attempt"] == 2
