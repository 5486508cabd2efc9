"""The projector steered from the desk: what a page may show, what falls back, what nobody sees early."""

import re

import pytest
from django.test import Client

from tests.builders import add_players, fresh, last_log, make_tournament
from tests.playing import at_ko, do, facts, play_round, play_table, refused, sent_twice, start_round, started
from tests.tournaments.desk.asking import get, post, text
from tests.tournaments.finish.evenings import (
    CLEAR_16,
    CUT_TIED_3,
    at_cut,
    in_final,
    play_table_out,
    played,
    throw_all,
)
from tournaments.access import HELFER
from tournaments.models import LogEntry, Phase
from tournaments.queries.places import places
from tournaments.queries.public import hall_view
from tournaments.queries.steering import blocks, choices, shown
from tournaments.services import screen as acts
from tournaments.services.cut import announce_cut, decline_place, hide_cut, make_cut, void_cut
from tournaments.services.final import finish, reopen_finished
from tournaments.services.rounds import draw_round, start_clock
from tournaments.services.stechen import open_stechen

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def beamer(t, number: int = 0) -> str:
    answer = Client().get(f"/{fresh(t).slug}/beamer/{number}/")
    assert answer.status_code == 200
    return answer.content.decode()


def keys(t) -> list[str]:
    return [choice.key for choice in choices(hall_view(facts(t)))]


def kinds(t) -> list[str]:
    return [screen.kind for screen in shown(hall_view(facts(t))).screens]


def series(t) -> str:
    return re.search(r'data-series="([^"]*)"', beamer(t))[1]


def names(t) -> list[str]:
    """Everybody's name, best of the cut first."""
    found = facts(t)
    return [found.players[place.player].name for place in found.cut.places]


# --- what can be shown -----------------------------------------------------------------------------


def test_what_can_be_shown_follows_the_evening():
    t = make_tournament(rounds=2)
    add_players(t, 16)
    assert keys(t) == ["anmeldung", "regeln"]
    do(draw_round, t)
    assert keys(t) == ["anmeldung", "regeln"]
    t = started(16, rounds=2)
    assert keys(t) == ["auslosung.1", "tische.1", "regeln"]
    play_round(t)
    assert keys(t) == ["auslosung.1", "stand", "regeln"]
    start_round(t)
    assert keys(t) == ["auslosung.2", "tische.2", "stand", "regeln"]
    assert "ko" in keys(at_ko())


@pytest.mark.parametrize("page", ["besten", "ko", "tische.2", "vorstellung.0", "auslosung", "", "../../etc"])
def test_what_is_not_there_cannot_be_pinned(page):
    t = started(8)
    with refused("screen_page_gone"):
        do(acts.pin_page, t, page=page)
    assert fresh(t).steering.page == ""


def test_before_the_registration_there_is_no_projector():
    t = make_tournament(open_=False)
    with refused("wrong_phase"):
        do(acts.pin_page, t, page="regeln")
    assert "sobald die Anmeldung geöffnet ist" in text(get(t, "screen"))


def test_another_computer_is_told_what_to_open(settings):
    settings.PUBLIC_URL = "http://192.168.178.20:8000"
    t = make_tournament()
    assert f"dort 192.168.178.20:8000/{t.slug}/beamer/ öffnen" in text(get(t, "screen"))


# --- pinned, turned, held --------------------------------------------------------------------------


def test_a_pinned_page_stays_whatever_is_asked_for():
    t = started(8)
    do(acts.pin_page, t, page="regeln")
    assert kinds(t) == ["regeln"]
    play_table(t, 1)
    for number in (0, 1, 7):
        assert "Regeln in sechs Zeilen" in beamer(t, number)
    do(acts.follow_evening, t)
    assert "Regeln in sechs Zeilen" not in beamer(t)


def test_a_page_that_is_gone_falls_back_and_the_desk_says_so():
    t = started(8, rounds=2)
    do(acts.pin_page, t, page="tische.1")
    assert "von selbst" in text(get(t, "screen"))
    play_round(t)
    assert kinds(t) == ["stand"]
    assert "gibt es nicht mehr" in text(get(t, "screen"))
    start_round(t)
    # The clock of another round is another page: it does not come back by itself.
    assert set(kinds(t)) == {"auslosung"}
    do(acts.follow_evening, t)
    assert "gibt es nicht mehr" not in text(get(t, "screen"))


def test_pages_are_turned_and_held_without_another_series():
    t = started(101)
    before = series(t)
    do(acts.turn_page, t)
    do(acts.hold_pages, t, on=True)
    page = beamer(t)
    assert "Seite 2 von" in page
    assert 'data-held="1"' in page
    assert series(t) == before
    do(acts.hold_pages, t, on=False)
    assert 'data-held=""' in beamer(t)
    do(acts.pin_page, t, page="regeln")
    assert series(t) != before
    with refused("one_page_only"):
        do(acts.turn_page, t)


def test_what_stands_on_a_held_page_stays_true():
    t = started(8)
    do(start_clock, t, round_id=facts(t).current.id)
    do(acts.pin_page, t, page="tische.1")
    do(acts.hold_pages, t, on=True)
    assert "0 von 2 Tischen fertig" in beamer(t)
    assert 'stroke-dasharray="100 100"' in beamer(t)
    play_table(t, 1)
    assert 'stroke-dasharray="50 100"' in beamer(t)


# --- repeatable, logged ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "body"),
    [
        (acts.pin_page, {"page": "regeln"}),
        (acts.turn_page, {}),
        (acts.hold_pages, {"on": True}),
        (acts.show_message, {"text": "Pause bis 21 Uhr", "alone": False}),
        (acts.ring_gong, {}),
    ],
)
def test_every_act_is_done_once_and_every_projector_hears_of_it(work, body):
    t = started(101)
    before = fresh(t).revision
    sent_twice(work, t, **body)
    assert fresh(t).revision == before + 1
    assert last_log(t).act == work.__name__


def test_told_twice_is_no_news():
    t = started(8)
    do(acts.hold_pages, t, on=True)
    revision, entries = fresh(t).revision, LogEntry.objects.count()
    do(acts.hold_pages, t, on=True)
    assert (fresh(t).revision, LogEntry.objects.count()) == (revision, entries)


# --- message and gong ------------------------------------------------------------------------------


def test_a_message_lies_over_the_page_or_is_one():
    t = started(8)
    do(acts.show_message, t, text="  Würste\n sind <b>fertig</b>  ", alone=False)
    page = beamer(t)
    assert "Würste sind &lt;b&gt;fertig&lt;/b&gt;" in page
    assert "Runde 1" in page
    do(acts.show_message, t, text="Pause", alone=True)
    page = beamer(t)
    assert "Pause" in page
    assert "Runde 1" not in page
    do(acts.take_message, t)
    assert "Pause" not in beamer(t)
    with refused("no_message"):
        do(acts.take_message, t)


def test_a_message_is_not_longer_than_can_be_read():
    t = started(8)
    do(acts.show_message, t, text="ä" * 200, alone=False)
    with refused("message_long", letters=201, most=200):
        do(acts.show_message, t, text="ä" * 201, alone=False)
    with refused("message_missing"):
        do(acts.show_message, t, text=" \n ", alone=True)
    assert fresh(t).steering.message == "ä" * 200


def test_the_log_never_holds_the_words():
    t = started(8)
    do(acts.show_message, t, text="Ruth Großekathöfer bitte zur Leitung", alone=True)
    assert last_log(t).data == {"letters": 36}
    assert "Durchsage mit 36 Zeichen" in text(get(t, "log"))


def test_a_refused_message_stays_in_its_field():
    t = started(8)
    answer = post(t, "show_message", text="x" * 201, alone="1")
    assert answer.status_code == 400
    html = answer.content.decode()
    assert "x" * 201 in html
    assert "Die Durchsage hat 201 Zeichen" in html


def test_the_gong_is_a_number_that_rises():
    t = started(8)
    do(acts.ring_gong, t)
    do(acts.ring_gong, t)
    assert 'data-gongs="2"' in beamer(t)


# --- the best, called out --------------------------------------------------------------------------


def test_the_best_are_called_out_from_the_last_place_up():
    t = at_cut(CUT_TIED_3)
    best = names(t)[:15]
    do(acts.present_best, t)
    assert not [name for name in best if f">{name}<" in beamer(t)]
    steps = blocks(hall_view(facts(t)))
    seen: list[str] = []
    for called, block in enumerate(steps):
        do(acts.call_next, t, called=called)
        page, players = beamer(t), facts(t).players
        seen += [players[place.player].name for place in block]
        assert {name for name in best if f">{name}<" in page} == set(seen)
    assert set(seen) == set(best)
    do(acts.call_next, t, called=len(steps))
    assert kinds(t)[0] == "besten"
    assert fresh(t).steering.page == ""


def test_nobody_is_called_out_before_the_announcement():
    t = at_cut(CLEAR_16, announced=False)
    before = beamer(t)
    do(acts.present_best, t)
    assert fresh(t).phase == Phase.CUT
    assert kinds(t)[0] != "vorstellung"
    with refused("not_announced"):
        do(acts.call_next, t, called=0)
    assert "Sobald die Besten verkündet sind" in text(get(t, "screen"))
    assert "Die besten" not in before
    do(announce_cut, t)
    page = beamer(t)
    assert "Aufruf vom letzten Platz an" in page
    assert "Aalen" not in page


def test_two_who_press_call_out_one():
    t = at_cut()
    with refused("not_presenting"):
        do(acts.call_next, t, called=0)
    do(acts.present_best, t)
    do(acts.call_next, t, called=0)
    with refused("changed_since"):
        do(acts.call_next, t, called=0)
    assert fresh(t).steering.called == 1


def test_a_new_cut_is_not_called_out_by_what_was_pressed_for_the_old_one():
    t = at_cut()
    do(acts.present_best, t)
    for called in range(3):
        do(acts.call_next, t, called=called)
    do(void_cut, t)
    do(make_cut, t)
    do(announce_cut, t)
    assert kinds(t)[0] == "besten"
    do(acts.present_best, t)
    assert "Aalen" not in beamer(t)


def test_hidden_again_nobody_is_shown():
    t = at_cut()
    do(acts.present_best, t)
    do(acts.call_next, t, called=0)
    do(hide_cut, t)
    assert kinds(t)[0] != "vorstellung"
    last = blocks(hall_view(facts(t)))
    assert last == []


# --- the first three, called out -------------------------------------------------------------------


def finished():
    t = in_final()
    play_table_out(t)
    return t


def test_the_first_three_are_called_out_and_the_winner_stays():
    t = finished()
    do(acts.present_best, t)
    assert last_log(t).act == "present_podium"
    assert "Vorbereitet. Sobald das Turnier abgeschlossen ist" in text(get(t, "screen"))
    assert kinds(t) == ["finale"]
    with refused("not_finished"):
        do(acts.call_next, t, called=0)
    do(finish, t)
    third, second, first = (line.player.name for line in reversed(places(facts(t))[:3]))
    for called, (seen, hidden) in enumerate(
        [([], [third, second, first]), ([third], [second, first]), ([third, second], [first])]
    ):
        page = beamer(t)
        assert [name for name in (third, second, first) if f">{name}<" in page] == seen
        assert not [name for name in hidden if f">{name}<" in page]
        assert f"Platz {3 - called} aufrufen" in text(get(t, "screen"))
        do(acts.call_next, t, called=called)
    for number in (0, 1, 5):
        page = beamer(t, number)
        assert kinds(t) == ["sieger"]
        assert all(f">{name}<" in page for name in (third, second, first))
    assert "Die Seite bleibt stehen" in text(get(t, "screen"))
    do(acts.call_next, t, called=3)
    assert "plaetze" in kinds(t)


def test_a_final_that_is_opened_again_shows_no_podium_and_calls_anew():
    t = finished()
    do(finish, t)
    do(acts.present_best, t)
    for called in (0, 1, 2):
        do(acts.call_next, t, called=called)
    assert kinds(t) == ["sieger"]
    do(reopen_finished, t)
    assert kinds(t) == ["finale"]
    do(finish, t)
    assert kinds(t) == ["siegerehrung"]
    assert not [line for line in places(facts(t))[:3] if f">{line.player.name}<" in beamer(t)]


# --- secrecy and roles -----------------------------------------------------------------------------


def test_a_pinned_page_shows_nothing_that_is_not_published():
    t = started(16, rounds=2, freeze_rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0)
    play_round(t)
    do(acts.pin_page, t, page="stand")
    pinned = re.sub(r"Stand.\d\d:\d\d:\d\d", "", beamer(t))
    play_round(t)
    assert re.sub(r"Stand.\d\d:\d\d:\d\d", "", beamer(t)).count("<tr>") == pinned.count("<tr>")
    assert "Stand nach Runde 1" in beamer(t)
    assert "Stand nach Runde 2" not in beamer(t)


def test_a_stechen_says_who_throws_for_what():
    t = played(CUT_TIED_3)
    from tournaments.queries.standings import stechen_groups

    group = next(group for group in stechen_groups(facts(t)) if not group.decided)
    do(open_stechen, t, players=list(group.group.players))
    page = beamer(t)
    assert "Stechen um 1 Platz" in page
    assert "3 Leute werfen" in page
    assert page.count("wirft jetzt") == 3
    throw_all(t)
    do(acts.pin_page, t, page="stechen")
    assert "ist entschieden" in beamer(t)


def test_a_helfer_looks_and_does_not_steer():
    t = started(8)
    html = get(t, "screen", role=HELFER).content.decode()
    assert "Gesteuert wird die Leinwand von der Leitung" in html
    assert "<form" not in html[html.index('id="arbeit"') :]
    assert post(t, "ring_gong", role=HELFER).status_code == 403


def test_who_declines_is_not_called_out():
    t = at_cut()
    first = facts(t).cut.places[2].player
    do(decline_place, t, player=first)
    do(acts.present_best, t)
    called = [place.player for block in blocks(hall_view(facts(t))) for place in block]
    assert first not in called
    assert len(called) == 15
