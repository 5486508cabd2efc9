"""The page at the table: two taps a throwing round, the same without script, only for its own table."""

import json
import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.playing import (
    at_ko,
    do,
    facts,
    finish_ko_table,
    make_device,
    play_table,
    record,
    started,
    table_of,
)
from tests.tournaments.deckel.told import body, game_of, settle
from tests.tournaments.finish.evenings import in_final
from tests.tournaments.referee.device import at, page, pair
from tournaments.models import DeckelStep, Result
from tournaments.queries.deckel_view import deckel_view
from tournaments.services.absences import mark_left, mark_no_show
from tournaments.services.tournaments import change_format, change_rules

pytestmark = pytest.mark.django_db


def looked(client, found):
    answer = client.get(at("deckel", found))
    assert answer.status_code == 200
    return answer.content.decode()


def form(t, loser="", deckel="", best="", number=1, **over):
    """The fields that the page sends."""
    asked = body(t, None, number)
    return {
        "key": str(uuid4()), "table": asked["table_id"], "draw_no": asked["draw_no"], "game": asked["game"],
        "version": table_of(t, number).version, "number": asked["number"], "loser": loser, "deckel": deckel,
        "best": best,
    } | over  # fmt: skip


def sent(client, found, fields, name="step"):
    return client.post(at(name, found), json.dumps(fields), content_type="application/json")


def test_the_questions_lead_here_where_the_switch_says_so(client):
    t = started(8, deckel_protocol="final")
    found = pair(client, t)
    assert "Deckel mitschreiben" not in page(client, found)
    assert "Hier werden keine Deckel mitgeschrieben" in looked(client, found)
    before = client.get(at("stand", found)).content
    do(change_format, t, changes={"deckel_protocol": "all"})
    assert client.get(at("stand", found)).content != before
    assert at("deckel", found) in page(client, found)
    assert "Wurfrunde" in looked(client, found) or "Laden" in looked(client, found)


def test_a_form_and_the_script_do_the_same(client):
    t = started(4, deckel_protocol="all")
    found = pair(client, t)
    a, b, *_ = table_of(t).players
    assert "Laden: Wer hat verloren?" in looked(client, found)
    fields = form(t, a, "4")
    for _ in range(2):
        assert client.post(at("step", found), fields)["Location"] == at("deckel", found)
    told = sent(client, found, form(t, b, "alle"))
    assert told.status_code == 200
    name = facts(t).players[b].name
    assert f'Hälfte 1 verloren: <bdi class="n">{name}</bdi>' in told.json()["html"]
    assert DeckelStep.objects.count() == 2
    undone = sent(client, found, form(t, number=1) | {"number": 2}, "undo_step")
    assert undone.status_code == 200
    assert game_of(t).state.half.stock == 9
    step = {key: form(t)[key] for key in ("key", "table", "draw_no", "game")} | {"number": 1}
    assert client.post(at("undo_step", found), step)["Location"] == at("deckel", found)
    assert game_of(t).number == 1


def test_where_two_play_nobody_is_asked_who_threw_best(client):
    t = started(3, deckel_protocol="all")
    found = pair(client, t)
    a, b, c = table_of(t).players
    settle(t, a, 6)
    settle(t, b, 6)
    settle(t, c, 1)
    assert "Wer hatte den besten Wurf?" in looked(client, found)
    assert sent(client, found, form(t, a, "1")).json()["error"] == "best_missing"
    assert sent(client, found, form(t, a, "1", c)).status_code == 200
    assert "Wer hatte den besten Wurf?" not in looked(client, found)
    assert sent(client, found, form(t, b, "2")).status_code == 200
    assert game_of(t).state.half.deckel == (5, 8, 0)


def test_the_offer_is_sent_like_any_result(client):
    t = in_final()
    found = pair(client, t, stage="final")
    a, b, *_ = table_of(t).players
    for loser in (a, b, a):
        settle(t, loser, None)
    text = looked(client, found)
    name = facts(t).players[a].name
    assert f'<bdi class="n">{name}</bdi> gibt eine Spielmarke ab – stimmt das?' in text
    assert f'action="{at("result", found)}"' in text
    assert client.post(at("step", found), form(t, a, "1")).status_code == 302
    assert "Dieses Spiel ist zu Ende." in looked(client, found)
    fields = form(t) | {"half1": a, "half2": b, "endkampf": a}
    assert client.post(at("result", found), fields)["Location"] == at("table", found)
    assert Result.objects.filter(table__round__stage="final").count() == 1
    assert f'Spiel 1 verlor <bdi class="n">{name}</bdi>' in looked(client, found)


def test_after_the_result_the_next_game_is_written_down_here(client):
    t = in_final()
    found = pair(client, t, stage="final")
    a, *_ = table_of(t).players
    settle(t, a, None)
    settle(t, a, None)
    fields = form(t) | {"half1": a, "half2": a, "weiter": 1}
    went = client.post(at("result", found), fields)["Location"]
    assert went == f"{at('deckel', found)}?weiter=1"
    assert "Spiel 2" in client.get(went).content.decode()
    record(t, table_of(t), a, a, by=make_device("zwei"))
    assert client.get(went).status_code == 200
    record(t, table_of(t), table_of(t).players[1], a, a, by=make_device("drei"), game=2)
    assert client.get(went)["Location"] == at("table", found)


def test_where_no_game_follows_the_table_says_how_it_goes_on(client):
    t = started(4, deckel_protocol="all")
    found = pair(client, t)
    play_table(t, 1)
    assert client.get(f"{at('deckel', found)}?weiter=1")["Location"] == at("table", found)
    assert "Tisch fertig" in looked(client, found)


def test_after_the_last_game_of_the_final_the_page_names_the_winner(client):
    t = in_final()
    found = pair(client, t, stage="final")
    seen = looked(client, found)
    before = client.get(at("stand", found)).content
    assert " gewinnt" not in seen
    finish_ko_table(t, 1)
    winner = table_of(t).players[0]
    assert f'<bdi class="n">{facts(t).players[winner].name}</bdi> gewinnt' in looked(client, found)
    assert client.get(at("stand", found)).content != before


def test_the_result_says_what_it_means(client):
    t = started(4, deckel_protocol="all")
    found = pair(client, t)
    a, b, *_ = table_of(t).players
    for loser in (a, b, a):
        settle(t, loser, None)
    names = facts(t).players
    text = re.sub("<[^>]+>", "", looked(client, found))
    assert f"{names[a].name} 0," in text
    assert f"{names[b].name} 3," in text
    assert "stimmt das?" in text


def test_a_schock_aus_is_asked_for_once_and_counted(client):
    t = in_final()
    found = pair(client, t, stage="final")
    a, b, c, *_ = table_of(t).players
    question = "Wer hat den Schock aus geworfen?"
    assert question not in sent(client, found, form(t, a, "3")).json()["html"]
    told = sent(client, found, form(t, a, "alle")).json()["html"]
    assert question in told
    assert f'name="player" value="{a}"' not in told
    assert f'name="player" value="{b}"' in told
    assert question not in looked(client, found)
    went = client.post(at("step", found), form(t, a, "alle"))["Location"]
    assert question in client.get(went).content.decode()
    fields = {"key": str(uuid4()), "table": table_of(t).id, "player": c, "weiter": "1"}
    assert client.post(at("stroke", found), fields)["Location"] == f"{at('deckel', found)}?weiter=1"
    assert table_of(t).schock_aus == {c: 1}
    text = looked(client, found)
    assert "Ein Schock aus, der dabei gezählt wurde, bleibt stehen." in text
    undo = form(t) | {"number": re.search(r'zurueck/".*?name="number" value="(\d+)"', text, re.S)[1]}
    assert sent(client, found, undo, "undo_step").status_code == 200
    assert table_of(t).schock_aus == {c: 1}


def test_who_threw_it_is_known_where_the_throws_are(client):
    t = in_final()
    found = pair(client, t, stage="final")
    players = game_of(t).state.half.order
    dice = ["111", *["653"] * (len(players) - 1)]
    throws = ";".join(f"{p}:{d}:1:1" for p, d in zip(players, dice, strict=True))
    told = sent(client, found, form(t) | {"throws": throws}).json()["html"]
    assert told.count('name="player"') == 1
    assert f'name="player" value="{players[0]}"' in told


def test_where_strokes_are_not_counted_nobody_is_asked(client):
    t = in_final(schock_aus_counted=False)
    found = pair(client, t, stage="final")
    a, *_ = table_of(t).players
    assert "Schock aus geworfen" not in sent(client, found, form(t, a, "alle")).json()["html"]


def test_a_leaver_in_the_ko_leaves_the_answer_to_the_table(client):
    t = in_final()
    found = pair(client, t, stage="final")
    a, b, *_ = table_of(t).players
    settle(t, a, None)
    do(mark_left, t, table_id=table_of(t).id, player=a)
    settle(t, b, None)
    text = looked(client, found)
    assert "Dieses Spiel ist vorbei" in text
    assert "Niemand sonst gibt eine Spielmarke ab" in text
    assert "Nur eintragen, wer verloren hat" in text
    assert "Stimmt, senden" not in text


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({}, ["Schock aus"]),
        ({"jule": "seven"}, ["Jule", "Schock aus"]),
        ({"jule": "top", "schock_aus": "thirteen"}, ["Schock aus", "Jule"]),
    ],
)
def test_the_throws_are_those_of_the_rules(client, changes, names):
    t = started(4, deckel_protocol="all")
    do(change_rules, t, changes=changes)
    view = deckel_view(pair(client, t))
    assert [name for _, name in view.protocol.worths][8:] == names
    a, b, *_ = table_of(t).players
    for worth, _ in view.protocol.worths:
        assert sent(client, pair(client, t), form(t, a, worth, b)).status_code == 200, worth
        sent(client, pair(client, t), form(t) | {"number": game_of(t).number - 1}, "undo_step")


def test_refusals_are_sentences_with_what_is_there_now(client):
    t = started(4, deckel_protocol="all")
    found = pair(client, t)
    a, b, *_ = table_of(t).players
    first = form(t, b, "2")
    settle(t, a, 5)
    late = sent(client, found, first)
    assert (late.status_code, late.json()["error"]) == (409, "step_taken")
    assert "Ein anderes Gerät war schneller" in late.json()["sentence"]
    assert "5 Deckel" in late.json()["html"]
    nobody = sent(client, found, form(t, "", "2"))
    assert (nobody.status_code, nobody.json()["error"]) == (400, "loser_not_told")
    old = form(t, a, "1")
    do(mark_no_show, t, table_id=table_of(t).id, player=b)
    assert sent(client, found, old).json()["error"] == "stale_version"
    for broken in ({}, {"deckel": "viele"}, {"key": 1}, {"number": "x"}, {"loser": [1]}):
        answer = sent(client, found, form(t, a, "1") | broken if broken else {})
        assert answer.status_code == 400
    assert client.post(at("step", found), b"[]", content_type="application/json").status_code == 400
    assert DeckelStep.objects.count() == 1


def test_what_does_not_fit_any_more_can_only_be_taken_back(client):
    t = started(5, deckel_protocol="all")
    found = pair(client, t)
    a, b, *_ = table_of(t).players
    settle(t, b, 1)
    settle(t, a, 1)
    do(mark_no_show, t, table_id=table_of(t).id, player=a)
    text = looked(client, found)
    assert "Die Deckel passen nicht mehr zum Tisch" in text
    assert "Zurücknehmen, was nicht passt" in text
    assert 'name="deckel"' not in text


def test_only_the_own_table_and_only_a_paired_device(client, django_user_model):
    t = started(8, deckel_protocol="all")
    found = pair(client, t)
    other = table_of(t, 2)
    fields = form(t, other.players[0], "1", number=2)
    assert sent(client, found, fields).status_code == 403
    assert client.post(at("step", found), fields).status_code == 403
    client.cookies.clear()
    assert client.get(at("deckel", found)).status_code == 403
    for name in ("deckel_stand", "deckel_part"):
        assert client.get(at(name, found)).status_code == 410
    assert sent(client, found, form(t, table_of(t).players[0], "1")).status_code == 403
    assert not DeckelStep.objects.exists()


def test_an_open_page_notices_steps_results_and_nothing_else(client):
    t = started(8, deckel_protocol="all", games_per_round=2)
    found = pair(client, t)

    def token():
        return client.get(at("deckel_stand", found)).content.decode()

    first = token()
    assert f'data-token="{first}"' in client.get(at("deckel_part", found)).content.decode()
    play_table(t, 2)
    assert token() == first
    settle(t, table_of(t).players[0], 1)
    second = token()
    play_table(t, 1)
    assert len({first, second, token()}) == 3
    english = client.get(at("deckel_part", found), headers={"accept-language": "en"}).content.decode()
    assert f'data-token="{token()}"' in english


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stage", ["vorrunde", "ko", "final"])
def test_few_queries(client, stage):
    makers = {
        "vorrunde": lambda: started(101, deckel_protocol="all"),
        "ko": lambda: at_ko(deckel_protocol="all"),
    }
    t = makers.get(stage, in_final)()
    found = pair(client, t, stage=stage)
    for deckel in (1, 2, 3):
        settle(t, table_of(t).players[0], deckel)
    for name in ("deckel", "deckel_part", "deckel_stand"):
        client.get(at(name, found))
        with CaptureQueriesContext(connection) as asked:
            client.get(at(name, found))
        assert len(asked) <= 15, [query["sql"][:90] for query in asked]
    fields = form(t, table_of(t).players[0], "1")
    with CaptureQueriesContext(connection) as asked:
        assert sent(client, found, fields).status_code == 200
    assert len(asked) <= 40, len(asked)
