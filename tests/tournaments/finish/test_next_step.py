"""The next step (model.md): one evening for each code, right from its reason to its link."""

from typing import Any

import pytest
from django.urls import reverse

from tests.builders import add_players, make_tournament
from tests.playing import (
    do,
    facts,
    make_device,
    play_round,
    play_table,
    record,
    start_round,
    started,
    table_of,
)
from tests.tournaments.finish.evenings import CUT_TIED_3, TWO_TIES, at_cut, in_final, in_ko, lose, played
from tests.tournaments.finish.step_evenings import (
    EVENINGS,
    disputed,
    eight_here,
    next_place_shared,
    nobody_here,
    one_at_a_table,
    without_ko,
)
from tournaments.messages.steps import STEPS, step_text
from tournaments.models import Tournament
from tournaments.queries.field import cut_state
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.standings import stechen_groups
from tournaments.services.absences import give_walkover, mark_left, mark_no_show
from tournaments.services.cut import decline_place, undo_check_in, void_cut
from tournaments.services.knockout import draw_ko
from tournaments.services.players import add_player, withdraw_player
from tournaments.services.rounds import draw_round
from tournaments.services.stechen import enter_throws, open_move_up_stechen, open_stechen
from tournaments.services.tournaments import change_rounds

pytestmark = pytest.mark.django_db


def step(t: Tournament) -> Step:
    return next_step(facts(t))


def text(t: Tournament) -> tuple[str, str, str]:
    said = step_text(step(t).code, step(t).params)
    return said.button, said.reason, said.after


def test_every_step_that_has_words_has_an_evening_here():
    assert set(EVENINGS) == set(STEPS)


def test_three_people_are_enough_for_a_round():
    t = nobody_here()
    assert step(t).code == "register_players"
    add_players(t, 1, first=3)
    assert step(t).code == "draw_round"


@pytest.mark.parametrize("code", list(EVENINGS))
def test_the_step_of_its_evening(code):
    build, route, args, post = EVENINGS[code]
    t = build()
    got = step(t)
    assert (got.code, got.route, got.post) == (code, route, post)
    if route == "table":
        assert got.args == (table_of(t, 2).id,)
    elif route == "player":
        assert got.args == (facts(t).cut.places[0].player,)
    else:
        assert got.args == args
    assert reverse(f"desk:{got.route}", args=[t.slug, *got.args])
    said = text(t)
    assert all(said[:2])
    assert not any("%(" in part for part in said)


def test_words_of_the_vorrunde():
    t = started(8)
    assert text(t)[1] == "0 von 2 Tischen fertig."
    play_table(t, 1)
    assert text(t) == (
        "Zettel eingeben",
        "1 von 2 Tischen fertig.",
        "Sind alle da, folgt hier „Runde 1 schließen“.",
    )


def test_those_who_are_not_here_yet_are_named_before_the_draw():
    t = eight_here()
    do(add_player, t, first="Karla", last="Kommtspäter", present=False)
    assert step(t).params["waiting"] == 1
    assert "ist noch nicht da" in text(t)[2]


def test_a_stale_draw_of_too_few_cannot_be_drawn_again():
    t = make_tournament()
    add_players(t, 4)
    do(draw_round, t)
    for number in (1, 2):
        do(withdraw_player, t, player=number)
    assert step(t).code == "too_few_present"


def test_too_few_for_another_round_are_told_how_the_evening_goes_on():
    t = started(3, rounds=3, ko_tables=0, final_size=3, bonus_ranks=0)
    play_round(t)
    play_round(t)
    do(withdraw_player, t, player=1)
    assert step(t).code == "too_few_present"
    assert text(t)[2] == "Kommt niemand dazu: im Format die Zahl der Runden auf 2 senken."
    do(change_rounds, t, rounds=2)
    assert step(t).code in ("open_stechen", "make_cut")


def test_a_draw_of_too_few_is_discarded_before_the_vorrunde_ends():
    t = started(3, rounds=3, ko_tables=0, final_size=3, bonus_ranks=0)
    play_round(t)
    do(draw_round, t)
    do(withdraw_player, t, player=1)
    said = "Kommt niemand dazu: die Auslosung verwerfen und im Format die Zahl der Runden auf 1 senken."
    assert text(t)[2] == said


def test_a_conflict_comes_before_a_table_that_needs_a_decision():
    t = disputed()
    table = table_of(t, 1)
    for player in table.players[:3]:
        do(mark_no_show, t, table_id=table.id, player=player)
    assert step(t).code == "decide_conflict"
    assert text(t)[0] == "Widerspruch an Tisch 2 klären"
    assert step(t).params["missing"] == 1


def test_nobody_or_one_left_at_a_table():
    t = one_at_a_table()
    assert text(t)[1] == "Dort ist nur noch eine Person."
    table = table_of(t, 2)
    do(mark_left, t, table_id=table.id, player=table.players[3])
    assert text(t)[1] == "Dort ist niemand mehr."


def test_a_decided_table_is_done():
    t = one_at_a_table()
    do(give_walkover, t, table_id=table_of(t, 2).id, reason="drei sind gegangen")
    assert step(t).code == "collect_results"
    play_table(t, 1)
    assert step(t).code == "close_round"


def test_rounds_follow_each_other_until_all_are_closed():
    t = started(8, rounds=2, ko_tables=0, final_size=3, bonus_ranks=0)
    play_round(t)
    assert (step(t).code, step(t).params["number"]) == ("draw_round", 2)
    start_round(t)
    assert (step(t).code, step(t).args) == ("collect_results", (2,))
    play_round(t)
    assert step(t).code in ("make_cut", "open_stechen")
    do(change_rounds, t, rounds=3)
    assert (step(t).code, step(t).params["number"]) == ("draw_round", 3)


@pytest.mark.parametrize(
    ("points", "changes", "button"),
    [
        (CUT_TIED_3, {}, "Stechen um 1 Platz"),
        ([15] * 16, {"games": 4}, "Stechen um 15 Plätze"),
        (TWO_TIES, {}, "Stechen um 1 zusätzliche Spielmarke"),
        (CUT_TIED_3, {"bonus_ranks": 0, "ko_seats": 6, "prize_places": (1,)}, "Stechen um einen Preis"),
    ],
)
def test_a_stechen_is_called_after_what_it_is_about(points, changes, button):
    t = played(points, **changes)
    assert text(t)[0] == button


def test_the_second_group_is_asked_when_the_first_is_decided():
    t = played(TWO_TIES)
    first = stechen_groups(facts(t))[0]
    stechen = do(open_stechen, t, players=list(first.group.players))["stechen"]
    assert step(t).params["throwing"] == 4
    throws = [{"player": p, "place": place} for place, p in enumerate(first.group.players, start=1)]
    do(enter_throws, t, stechen_id=stechen, throws=throws)
    assert (step(t).code, step(t).params["group"], step(t).params["places"]) == ("open_stechen", 2, 1)


def test_while_two_stechen_are_open_the_other_one_comes_next():
    t = played(TWO_TIES)
    first, second = stechen_groups(facts(t))
    assert text(t) == (
        "Stechen um 1 zusätzliche Spielmarke",
        "2 Stechen stehen an, zusammen für 6 Leute.",
        "Jede Person wirft einmal offen; wer besser wirft, liegt vorn. Danach: Stechen um 1 Platz.",
    )
    do(open_stechen, t, players=list(first.group.players))
    assert text(t)[2] == "2 Stechen sind noch offen. Danach: Stechen um 1 Platz."
    do(open_stechen, t, players=list(second.group.players))
    assert text(t)[2] == "2 Stechen sind noch offen. Danach: Stechen um 1 Platz."
    throws = [{"player": p, "place": place} for place, p in enumerate(second.group.players, start=1)]
    do(enter_throws, t, stechen_id=facts(t).stechen[-1].id, throws=throws)
    assert text(t)[2] == "Danach: die Besten feststellen."


def shared(kind: str) -> dict[str, Any]:
    return {"kinds": (kind,), "people": 2, "places": 1, "after_cut": True}


def test_words_of_a_stechen_after_the_cut():
    assert step_text("move_up_stechen", shared("move_up")).button == "Stechen ums Nachrücken"
    assert step_text("move_up_stechen", shared("bonus")).button == "Stechen um 1 zusätzliche Spielmarke"
    t = next_place_shared()
    do(open_move_up_stechen, t)
    assert step(t).code == "enter_throws"
    assert text(t)[1:] == (
        "Stechen ums Nachrücken. Es fehlen noch 2 Würfe.",
        "Danach geht das Einchecken weiter.",
    )


def test_an_empty_chair_is_filled_before_the_first_ko_game():
    t = in_ko()
    order = [p.player for p in facts(t).cut.places]
    do(decline_place, t, player=order[0])
    assert (step(t).code, step(t).route) == ("check_in", "cut")
    lose(t, order[1])
    assert step(t).code == "collect_ko"


def test_an_empty_chair_that_nobody_can_take_is_no_reason_to_wait():
    t = in_ko([15] * 3 + [13] * 5 + [10] * 5 + [5] * 2)
    order = [p.player for p in facts(t).cut.places]
    do(decline_place, t, player=order[0])
    assert cut_state(facts(t)).waiting == ()
    assert step(t).code == "collect_ko"


def test_without_ko_an_empty_chair_of_the_final_is_filled_too():
    t = without_ko()
    do(draw_ko, t)
    assert step(t).code == "collect_final"
    first = facts(t).cut.places[0].player
    do(undo_check_in, t, player=first)
    assert (step(t).code, step(t).route) == ("check_in", "cut")


@pytest.mark.parametrize(
    ("build", "button"),
    [(in_ko, "Widerspruch an Tisch A klären"), (in_final, "Widerspruch im Finale klären")],
)
def test_a_conflict_at_a_table_with_a_letter(build, button):
    t = build()
    table = table_of(t, 1)
    record(t, table, table.players[0], table.players[0], by=make_device("eins"))
    record(t, table, table.players[1], table.players[1], by=make_device("zwei"), game=1)
    assert text(t)[0] == button


def test_an_undone_cut_asks_for_the_cut_again():
    t = at_cut()
    do(void_cut, t)
    assert step(t).code == "make_cut"


def test_a_list_that_was_read_is_ticked_off_first():
    t = make_tournament()
    add_players(t, 37, present=False)
    assert text(t)[:2] == ("Anwesende abhaken", "37 angemeldet, noch niemand da.")
    assert text(nobody_here())[0] == "Leute eintragen"


def test_a_field_in_which_everybody_goes_on_asks_for_another_format():
    small = "Nur 13 da, und 15 kommen weiter: Bitte vorher das Format anpassen."
    t = make_tournament()
    add_players(t, 13)
    assert text(t)[2].startswith(small)
    add_players(t, 3, first=14)
    assert "Format" not in text(t)[2]


@pytest.mark.parametrize(("frozen", "says"), [(0, "Leinwand nur die Tabelle"), (1, "die geheimen Runden")])
def test_what_the_announcement_does_is_said_as_it_is(frozen, says):
    t = at_cut(announced=False, freeze_rounds=frozen)
    found = step(t)
    assert found.code == "announce_cut"
    assert says in step_text(found.code, found.params).reason
