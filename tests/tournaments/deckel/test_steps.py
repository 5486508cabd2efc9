"""The live Deckel protocol: told, refused, sent again, taken back; never a result (R7)."""

import random

import pytest

from scoring.acts import Leave, Settled, Thrown, to_plain
from scoring.game import apply, as_result, begin_game
from scoring.half import throwing_round
from tests.builders import add_players, fresh, last_log, make_tournament
from tests.playing import (
    at_ko,
    do,
    facts,
    finish_ko_table,
    make_device,
    play_table,
    record,
    refused,
    sent_twice,
    start_round,
    started,
    table_of,
)
from tests.scoring.table_play import chance_act
from tests.tournaments.deckel.told import body, everywhere, game_of, place, settle, take_back, tell
from tests.tournaments.finish.evenings import in_final
from tournaments.models import DeckelStep, LogEntry, Result
from tournaments.queries.deckel import found_result
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_left, void_table
from tournaments.services.corrections import correct_game
from tournaments.services.deckel import add_step, undo_step
from tournaments.services.knockout import form_final
from tournaments.services.results import undo_game
from tournaments.services.rounds import close_round, draw_round, redraw_round
from tournaments.services.tournaments import change_format, change_rules

pytestmark = pytest.mark.django_db


def test_a_throwing_round_moves_deckel_and_the_revision_and_no_version():
    t = in_final()
    _, table, game = place(t)
    a, b, *_ = table.players
    before = fresh(t).revision
    answer = settle(t, b, 4, by=make_device())
    assert answer["revision"] == fresh(t).revision == before + 1
    assert (answer["state"], answer["number"], answer["stage"]) == ("recorded", 1, "half1")
    half = game_of(t).state.half
    assert (half.stock, half.owns(b), half.starter, half.phase) == (9, 4, b, 1)
    assert table_of(t).version == table.version
    assert Result.objects.filter(table=table.id).count() == 0
    assert last_log(t).data["step"] == {"act": "settled", "loser": b, "deckel": 4, "best": None}
    assert DeckelStep.objects.get().device_id == make_device().device_id


def test_a_key_counts_once_and_so_does_the_same_round_of_two_devices():
    t = in_final()
    a, b, *_ = table_of(t).players
    sent = body(t, to_plain(Settled(b, 2)))
    sent_twice(add_step, t, **sent)
    again = add_step(tournament_id=t.pk, by=make_device("zwei"), **sent)
    assert (again["state"], DeckelStep.objects.count()) == ("same", 1)
    with refused("step_taken", number=2):
        add_step(tournament_id=t.pk, by=SYSTEM, **sent | {"data": to_plain(Settled(a, 2))})
    assert game_of(t).state.half.stock == 11


def test_undo_takes_the_last_round_back_and_no_more():
    t = in_final()
    a, b, *_ = table_of(t).players
    with refused("no_step"):
        take_back(t)
    settle(t, a, 3)
    settle(t, b, 1)
    sent = {name: body(t, None)[name] for name in ("table_id", "draw_no", "game")} | {"number": 2}
    answer = sent_twice(undo_step, t, **sent)
    assert (answer["state"], answer["number"]) == ("undone", 2)
    assert game_of(t).state.half.deckel == tuple(3 if p == a else 0 for p in table_of(t).players)
    with refused("step_taken"):
        undo_step(tournament_id=t.pk, by=SYSTEM, **sent)
    settle(t, b, 6)
    assert game_of(t).state.half.owns(b) == 6
    assert DeckelStep.objects.filter(voided_at__isnull=False).count() == 1


WHERE = {"none": (), "final": ("final",), "ko": ("ko", "final"), "all": ("vorrunde", "ko", "final")}


@pytest.mark.parametrize("where", WHERE)
def test_the_switch_says_where(where):
    vorrunde, ko = started(4, name="Eins", deckel_protocol=where), at_ko(name="Zwei", deckel_protocol=where)
    final = in_final(deckel_protocol=where)
    for t, stage in ((vorrunde, "vorrunde"), (ko, "ko"), (final, "final")):
        loser = table_of(t).players[0]
        if (
            stage
            in {"none": (), "final": ("final",), "ko": ("ko", "final"), "all": ("vorrunde", "ko", "final")}[
                where
            ]
        ):
            settle(t, loser, 1)
        else:
            with refused("protocol_off"):
                settle(t, loser, 1)


def test_the_switch_may_change_at_any_time_and_keeps_what_is_there():
    t = in_final()
    a, *_ = table_of(t).players
    settle(t, a, 5)
    do(change_format, t, changes={"deckel_protocol": "none"})
    with refused("protocol_off"):
        take_back(t)
    do(change_format, t, changes={"deckel_protocol": "all"})
    assert game_of(t).state.half.owns(a) == 5
    record(t, table_of(t), a, a)
    do(change_format, t, changes={"deckel_protocol": "final"})


def test_a_game_with_a_result_is_closed_until_the_result_is_taken_back():
    t = everywhere(games_per_round=2)
    a, b, *_ = table_of(t).players
    settle(t, a, 3)
    sent = body(t, to_plain(Settled(b, 1)))
    result = play_table(t, 1)
    for service, asked in ((add_step, sent), (undo_step, {k: sent[k] for k in sent if k != "data"})):
        with refused("game_has_result", game=1):
            do(service, t, **asked)
    assert (place(t)[2], game_of(t).number) == (2, 1)
    assert game_of(t).state.half.starter == a, "R5.4: the loser of the last game begins"
    with refused("game_out_of_turn", next=2):
        settle(t, a, 1, game=3)
    do(undo_game, t, table_id=table_of(t).id, version=result["version"])
    assert game_of(t).state.half.owns(a) == 3
    settle(t, b, 1)


def test_what_is_not_open_is_refused():
    t = everywhere(8)
    table, other = table_of(t, 1), table_of(t, 2)
    a, b, *_ = table.players
    with refused("round_redrawn"):
        settle(t, a, 1, draw_no=2)
    with refused("round_redrawn"):
        settle(t, a, 1, table_id=10**6)
    with refused("stale_version"):
        settle(t, a, 1, version=table.version + 1)
    settle(t, a, 1, version=table.version)
    do(void_table, t, table_id=other.id, reason="Streit")
    with refused("table_decided"):
        settle(t, other.players[0], 1, number=2, game=1)
    play_table(t, 1)
    with refused("table_complete"):
        settle(t, a, 1, game=2)
    sent = body(t, to_plain(Settled(a, 1))) | {"game": 2}
    do(close_round, t)
    with refused("round_closed"):
        do(add_step, t, **sent)
    do(draw_round, t)
    draft = table_of(t, 1)
    with refused("round_not_published"):
        settle(t, draft.players[0], 1)


def test_a_complete_ko_table_and_a_formed_final_are_closed():
    t = at_ko(deckel_protocol="ko")
    finish_ko_table(t, 1)
    sent = body(t, to_plain(Settled(1, 1))) | {"game": 99}
    with refused("table_complete"):
        do(add_step, t, **sent)
    finish_ko_table(t, 2)
    do(form_final, t)
    with refused("final_formed"):
        do(add_step, t, **sent)


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"act": "settled", "loser": 1, "deckel": 1, "best": 1}, "best_is_loser"),
        ({"act": "settled", "loser": 99, "deckel": 1}, "not_playing"),
        ({"act": "settled", "loser": 1, "deckel": 7}, "not_a_worth"),
        ({"act": "settled", "loser": 1}, "act_malformed"),
        ({"act": "leave", "player": 1}, "act_not_here"),
        ({"act": "jump"}, "act_unknown"),
        ([], "act_unknown"),
        (None, "act_unknown"),
        ({"acts": []}, "act_malformed"),
        ({"acts": [{"act": "stand"}] * 129}, "act_malformed"),
        ({"acts": "stand"}, "act_malformed"),
        ({"act": "stand"}, "nothing_thrown"),
        ({"act": "cast", "dice": [6, 5, 4], "kept": []}, "throws_missing"),
        ({"acts": [{"act": "settled", "loser": 1, "deckel": 1}] * 2}, "throws_missing"),
    ],
)
def test_what_the_rules_do_not_know_is_refused(step, code):
    t = everywhere()
    with refused(code):
        do(add_step, t, **body(t, step))
    assert not DeckelStep.objects.exists()


def test_phase_two_asks_who_gives_and_knows_who_is_safe():
    t = everywhere()
    a, b, c, d = table_of(t).players
    for loser, deckel in ((a, 6), (b, 6), (c, 3)):
        settle(t, loser, deckel)
    half = game_of(t).state.half
    assert (half.phase, half.deckel, half.safe) == (2, (6, 6, 1, 0), {d})
    with refused("best_missing"):
        settle(t, a, 2)
    with refused("not_playing"):
        settle(t, d, 2, a)
    settle(t, a, 2, c)
    assert game_of(t).state.half.safe == {c, d}


def test_losers_are_found_and_offered_and_the_result_is_the_usual_act():
    t = everywhere()
    round_, table, game = place(t)
    a, b, *_ = table.players
    assert settle(t, a, None)["stage"] == "half2"
    assert game_of(t).state.half.starter == a
    assert settle(t, b, None)["stage"] == "endkampf"
    assert settle(t, a, None)["stage"] == "over"
    answer = found_result(facts(t), round_, table, game, game_of(t).state)
    assert answer.to_dict() == {"half1": a, "half2": b, "endkampf": a}
    with refused("game_over"):
        settle(t, a, 1)
    take_back(t)
    assert game_of(t).state.stage == "endkampf"
    settle(t, b, None)
    assert record(t, table_of(t), a, b, b)["state"] == "recorded"


def test_scharf_is_one_half_and_laden_one_throw():
    t = make_tournament(deckel_protocol="all")
    add_players(t, 4)
    do(change_rules, t, changes={"speed": "scharf"})
    start_round(t)
    table = table_of(t)
    a, b, *_ = table.players
    assert game_of(t).state.rules.speed == "scharf"
    assert game_of(t).state.half.laden
    throws = [Thrown(p, (6, 5, 3 - (p == b)), 1, True) for p in throwing_round(game_of(t).state.half).order]
    with refused("laden_one_throw"):
        tell(t, Thrown(a, (1, 1, 1), 2, False), *throws[1:])
    with refused("throws_missing"):
        tell(t, *throws[:2])
    tell(t, *throws)
    half = game_of(t).state.half
    assert (half.laden, half.starter, half.owns(b), half.last.laden) == (False, b, 1, True)
    assert settle(t, b, None)["stage"] == "over"


def test_a_corrected_game_before_changes_who_begins():
    t = everywhere(games_per_round=2)
    table = table_of(t)
    a, b, *_ = table.players
    record(t, table, a, a)
    settle(t, a, 1)
    do(correct_game, t, table_id=table.id, game=1, half1=b, half2=b, endkampf=None, reason="Vertippt")
    take_back(t)
    assert game_of(t).state.half.starter == b


def test_a_redraw_takes_the_steps_along():
    t = everywhere()
    settle(t, table_of(t).players[0], 1)
    do(redraw_round, t, reason="Falsche Liste")
    assert not DeckelStep.objects.exists()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", ["dueren", "kneipe", "typenclub"])
def test_a_game_told_step_by_step_is_the_game_of_the_rules(seed, rules):
    """Any grain: dice, throws or ends of rounds; somebody goes home now and then (C2.5)."""
    t = everywhere(5, name=f"{rules} {seed}", rules=rules)
    table, rng = table_of(t), random.Random(seed)
    wanted = begin_game(fresh(t).rules, table.players)
    while wanted.loser is None:
        acts = [chance_act(rng, wanted.half)]
        if isinstance(acts[0], Leave):
            if acts[0].player in table.players and len(wanted.left) < 3:
                wanted = apply(wanted, acts[0])
                do(mark_left, t, table_id=table.id, player=acts[0].player)
            continue
        wanted = apply(wanted, acts[0])
        while wanted.half.running is not None:
            act = chance_act(rng, wanted.half)
            if not isinstance(act, Leave):
                acts.append(act)
                wanted = apply(wanted, act)
        tell(t, *acts)
        assert game_of(t).state == wanted
    told = game_of(t)
    assert as_result(told.state) == as_result(wanted)
    assert told.state.half.stock + sum(told.state.half.deckel) == 13
    found = as_result(told.state)
    answer = record(t, table_of(t), found.half1, found.half2, found.endkampf)
    assert answer["state"] == "recorded"


def test_the_log_holds_numbers_only():
    t = in_final()
    settle(t, table_of(t).players[0], 1)
    take_back(t)
    for entry in LogEntry.objects.filter(act__in=("add_step", "undo_step")):
        assert "Aalen" not in str(entry.data)
