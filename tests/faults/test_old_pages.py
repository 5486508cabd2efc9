"""Two desks look at one page and one is faster: the other's button means what its page showed, or nothing."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from tests.builders import add_players, fresh, make_tournament, player
from tests.playing import current, record, started, table_of
from tests.tournaments.desk.asking import address, desk, get, post, text
from tests.tournaments.finish import evenings
from tests.tournaments.finish.evenings import do
from tournaments.models import Cut, PaperStyle, Phase, StechenThrow, Tournament
from tournaments.services import _act, jobs
from tournaments.services._act import SYSTEM
from tournaments.services.cut import check_in_place, make_cut, undo_check_in, void_cut
from tournaments.services.players import withdraw_player
from tournaments.services.rounds import draw_round, publish_draw
from tournaments.services.tournaments import create_tournament, open_registration

pytestmark = pytest.mark.django_db
REDRAWN = "inzwischen neu ausgelost"
CHANGED = "hat sich inzwischen geändert"


def hidden(page: HttpResponse, name: str) -> list[str]:
    """What the page sends along by this name."""
    found = re.findall(rf'name="{name}" value="([^"]*)"', page.content.decode())
    return [unescape(value) for value in dict.fromkeys(found)]


def refused(answer: HttpResponse, words: str) -> None:
    assert answer.status_code == 409
    assert words in text(answer)


def draft():
    t = make_tournament()
    add_players(t, 12)
    do(draw_round, t)
    return t


@pytest.mark.parametrize("name", ["publish", "discard_draw", "redraw"])
def test_nobody_acts_on_a_draw_that_another_desk_has_drawn(name):
    t = draft()
    seen = hidden(get(t, "round", 1), "draw_no")
    assert seen == ["1"]
    assert post(t, "redraw", 1, draw_no=seen[0]).status_code == 302
    before = current(t)
    refused(post(t, name, 1, draw_no=seen[0]), REDRAWN)
    assert current(t) == before
    assert fresh(t).phase == Phase.REGISTRATION
    assert post(t, name, 1, draw_no=hidden(get(t, "round", 1), "draw_no")[0]).status_code == 302


def test_why_a_draft_is_not_drawn_again_is_said():
    t = draft()
    for number in range(3, 13):
        do(withdraw_player, t, player=number)
    answer = post(t, "redraw", 1)
    assert answer.status_code == 400
    assert "Das ging nicht" in text(answer)


def test_a_published_draw_is_drawn_again_once_by_two_desks():
    t = started(8)
    (seen,) = hidden(get(t, "round", 1), "draw_no")
    assert post(t, "redraw", 1, reason="zwei vergessen", draw_no=seen).status_code == 302
    do(publish_draw, t)
    refused(post(t, "redraw", 1, reason="zwei vergessen", draw_no=seen), REDRAWN)
    assert current(t).draw_no == 2


def test_the_same_two_are_swapped_once_by_two_desks():
    t = draft()
    one, two = (table.players[0] for table in current(t).tables[:2])
    page = get(t, "swap", 1, first=one, second=two)
    body = {"first": one, "second": two, **{name: hidden(page, name)[0] for name in ("here", "there")}}
    assert post(t, "swap", 1, **body).status_code == 302
    refused(post(t, "swap", 1, **body), CHANGED)
    assert one in current(t).tables[1].players
    assert two in current(t).tables[0].players


def test_the_clock_is_started_once_by_two_desks():
    t = started(8)
    (seen,) = {int(number) for number in re.findall(r"/uhr/(\d+)/", get(t, "round", 1).content.decode())}
    assert hidden(get(t, "round", 1), "again") == []
    assert post(t, "start_clock", seen).status_code == 302
    begun = current(t).started_at
    refused(post(t, "start_clock", seen), "Die Uhr läuft schon.")
    assert current(t).started_at == begun
    assert hidden(get(t, "round", 1), "again") == ["1"]
    assert post(t, "start_clock", seen, again="1").status_code == 302
    assert current(t).started_at != begun


def test_a_throw_that_two_desks_type_is_no_second_throw():
    t = evenings.played(evenings.CUT_TIED_3)
    post(t, "open_stechen")
    page = get(t, "stechen")
    (stechen,) = {int(number) for number in re.findall(r"/stechen/(\d+)/wurf/", page.content.decode())}
    asked = {
        name: hidden(page, name)[0] for name in re.findall(r'name="(attempt-\d+)"', page.content.decode())
    }
    assert list(asked.values()) == ["1", "1", "1"]
    body = {"mode": "dice", **asked} | {name.replace("attempt", "throw"): "653" for name in asked}
    assert post(t, "enter_throw", stechen, **body).status_code == 302
    refused(post(t, "enter_throw", stechen, **body), "hat schon jemand eingetragen")
    absent = {"absent": next(iter(asked)).removeprefix("attempt-")}
    refused(post(t, "enter_throw", stechen, mode="dice", **asked, **absent), "hat schon jemand eingetragen")
    assert [throw.attempt for throw in StechenThrow.objects.all()] == [1, 1, 1]
    again = body | dict.fromkeys(asked, "2")
    assert post(t, "enter_throw", stechen, **again).status_code == 302


def test_a_result_that_another_desk_has_corrected_is_not_replaced_unseen():
    t = started(8)
    table = table_of(t)
    record(t, table, table.players[0], table.players[0])
    page = post(t, "correct", table.id, 1, half1=table.players[1], half2=table.players[1])
    (seen,) = hidden(page, "seen")
    body = {"reason": "verhört", "save": "1", "seen": seen}
    first = {"half1": table.players[1], "half2": table.players[1]}
    second = {"half1": table.players[2], "half2": table.players[2]}
    assert post(t, "correct", table.id, 1, **first, **body).status_code == 302
    refused(post(t, "correct", table.id, 1, **second, **body), CHANGED)
    assert table_of(t).results[1].loser == table.players[1]


def test_a_cut_that_was_made_anew_is_not_announced_or_taken_back_by_an_old_page():
    t = evenings.at_cut(announced=False)
    (seen,) = hidden(get(t, "cut"), "cut")
    do(void_cut, t)
    do(make_cut, t)
    refused(post(t, "announce_cut", cut=seen), CHANGED)
    refused(post(t, "void_cut", cut=seen), CHANGED)
    assert Cut.objects.get(voided_at=None).announced_at is None
    (now,) = hidden(get(t, "cut"), "cut")
    assert post(t, "announce_cut", cut=now).status_code == 302
    assert post(t, "void_cut", cut=now).status_code == 302


def test_smaller_tables_are_confirmed_for_those_who_were_missing_on_the_page():
    t = evenings.at_cut()
    *others, last = evenings.field(t).waiting
    for place in others:
        do(check_in_place, t, player=place.player)
    without = hidden(get(t, "cut"), "without")
    assert without == [str(last.player)]
    do(undo_check_in, t, player=others[0].player)
    answer = post(t, "draw_ko", smaller="1", without=without)
    assert answer.status_code == 400
    assert fresh(t).phase == Phase.CUT
    do(check_in_place, t, player=others[0].player)
    assert post(t, "draw_ko", smaller="1", without=without).status_code == 302


def pages(t: Any, name: str, *args: int) -> dict[str, Any]:
    """What the page sends when nothing was typed."""
    (seen,) = hidden(get(t, name, *args), "seen")
    shown = {key: "" if value is None else value for key, value in json.loads(seen).items()}
    return {**shown, "seen": seen}


def test_two_desks_that_change_different_things_of_one_person_change_both():
    t = make_tournament()
    add_players(t, 1)
    page = pages(t, "player", 1)
    assert post(t, "player", 1, **page | {"last": "Richtig"}).status_code == 302
    assert post(t, "player", 1, **page | {"club": "Winden"}).status_code == 302
    assert (player(t, 1).last, player(t, 1).club.name) == ("Richtig", "Winden")
    assert post(t, "player", 1, **pages(t, "player", 1) | {"club": ""}).status_code == 302
    assert (player(t, 1).last, player(t, 1).club) == ("Richtig", None)


def test_two_desks_that_change_different_rules_change_both():
    t = make_tournament(open_=False)
    page = pages(t, "rules")
    assert post(t, "rules", **page | {"max_throws": 2}).status_code == 302
    assert post(t, "rules", **page | {"deckel_total": 11}).status_code == 302
    assert (fresh(t).rules.max_throws, fresh(t).rules.deckel_total) == (2, 11)


def test_two_desks_that_change_name_and_place_change_both():
    t = make_tournament()
    page = pages(t, "describe")
    for changed in ({"name": "Neu"}, {"place": "Merken"}):
        assert desk().post(address(t, "describe"), page | changed).status_code == 302
    assert (fresh(t).name, fresh(t).place, fresh(t).date) == ("Neu", "Merken", t.date)


def test_two_desks_that_change_different_words_on_paper_change_both():
    t = make_tournament()
    page = pages(t, "paper_style")
    assert post(t, "paper_style", **page | {"footer": "Danke"}).status_code == 302
    assert post(t, "paper_style", **page | {"logo_text": "Sparkasse"}).status_code == 302
    row = PaperStyle.objects.get()
    assert (row.footer, row.logo_text) == ("Danke", "Sparkasse")


def deleted_before(t: Any, work: Any) -> Any:
    """`work`, for which the Probelauf is deleted at the last moment."""

    @contextmanager
    def late(*args: Any) -> Iterator[None]:
        Tournament.objects.filter(pk=t.pk).delete()
        with work(*args):
            yield

    return late


def probelauf() -> Tournament:
    made = create_tournament(by=SYSTEM, name="Übung", date="2026-11-29", rehearsal=True)
    t = Tournament.objects.get(pk=made["tournament"])
    do(open_registration, t)
    add_players(t, 8)
    return t


@pytest.mark.parametrize(
    ("name", "args", "body"),
    [
        ("tap", [1], {"set": "paid"}), ("add_player", [], {"first": "Inge"}), ("draw", [], {}),
        ("withdraw", [1], {}), ("exclude", [1], {"reason": "laut"}), ("lot_number", [], {"number": "5"}),
        ("rules_preset", [], {"preset": "dueren"}), ("show_message", [], {"text": "Gleich"}),
        ("player", [1], {"first": "Inge"}), ("print", ["rules", 0], {}),
    ],
)  # fmt: skip
def test_what_is_sent_to_a_probelauf_that_is_deleted_in_this_moment(monkeypatch, name, args, body):
    t = probelauf()
    monkeypatch.setattr(_act, "saving", deleted_before(t, _act.saving))
    monkeypatch.setattr(jobs, "load_facts", deleting(t, jobs.load_facts))
    client = desk()
    client.raise_request_exception = False
    answer = client.post(address(t, name, *args), body)
    assert answer.status_code == 404
    assert "schon gelöscht" in text(answer)


def deleting(t: Any, work: Any) -> Any:
    def late(*args: Any) -> Any:
        Tournament.objects.filter(pk=t.pk).delete()
        return work(*args)

    return late


@pytest.mark.django_db(transaction=True)
def test_a_print_of_a_probelauf_that_is_deleted_in_this_moment_is_refused(monkeypatch):
    t = probelauf()
    monkeypatch.setattr(jobs, "in_turn", deleted_before(t, jobs.in_turn))
    assert post(t, "print", "rules", 0).status_code == 404
