"""The best, K.O., final and prize-giving at the desk: every button and its way back."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import HELFER, fresh
from tests.playing import current, do, facts, make_device, record, table_of
from tests.tournaments.desk.asking import (
    address,
    desk,
    get,
    post,
    pressed_twice,
    refused,
    slip,
    text,
    unchanged,
)
from tests.tournaments.finish.evenings import (
    CLEAR_16,
    CUT_TIED_10,
    all_here,
    at_cut,
    check_everybody_in,
    in_final,
    in_ko,
    ko_played,
    lose,
    order,
    phase,
    play_all,
    played,
    throw_all,
    throw_for_places,
)
from tests.tournaments.finish.seen import seen
from tests.tournaments.finish.step_evenings import final_played
from tournaments.models import Phase, Tournament
from tournaments.services.corrections import correct_game
from tournaments.services.cut import check_in_place, decline_place, make_cut, undo_check_in
from tournaments.services.final import finish
from tournaments.services.knockout import draw_ko, form_final
from tournaments.services.tournaments import change_format

pytestmark = pytest.mark.django_db


TWELVE = [15] * 3 + [13] * 3 + [10] * 3 + [5] * 3
HUNDRED_AND_ONE = [15] * 3 + [13] * 40 + [10] * 41 + [5] * 17


def name(t: Tournament, number: int) -> str:
    return facts(t).players[number].name


def main(t: Tournament, page: str) -> str:
    """The words of a page without what only says what was done last."""
    return re.sub(r"\d\d:\d\d(:\d\d)?", "", text(get(t, page)))


# The best


def test_the_evening_from_the_cut_to_the_ko_tables_by_buttons():
    t = played(CLEAR_16)
    assert "Noch nicht festgestellt" in text(get(t, "cut"))
    pressed_twice(t, "make_cut")
    assert "noch nicht verkündet" in text(get(t, "cut"))
    pressed_twice(t, "announce_cut")
    assert "0 von 15 eingecheckt" in text(get(t, "cut"))
    for number in order(t)[:15]:
        pressed_twice(t, "check_in_place", player=number)
    assert "15 von 15 eingecheckt" in text(get(t, "cut"))
    answer = pressed_twice(t, "draw_ko")
    assert answer["Location"] == address(t, "ko")
    assert phase(t) == Phase.KO


def test_who_gets_extra_marks_is_told_as_they_come():
    t = at_cut()
    assert "Wer das ist, zeigt sich beim Einchecken." in text(get(t, "cut"))
    do(check_in_place, t, player=order(t)[1])
    page = text(get(t, "cut"))
    assert "Die besten 3 der Eingecheckten bekommen 4." in page
    assert page.count(f"{name(t, order(t)[1])} hat 4 von 4 Spielmarken") == 1


def test_a_decline_shows_who_moves_up_and_can_be_taken_back():
    t = at_cut()
    before, page = seen(t), main(t, "cut")
    gone, up = order(t)[4], order(t)[15]
    pressed_twice(t, "decline_place", player=gone)
    found = text(get(t, "cut"))
    assert "nachgerückt" in found
    assert "kommen nicht" in found
    assert name(t, up) in found
    pressed_twice(t, "undo_decline", player=gone)
    assert seen(t) == before
    assert (
        main(t, "cut")
        .replace(f"{name(t, gone)} kommt doch. ", "")
        .replace(f"{name(t, gone)} hat abgesagt. ", "")
        .replace("Die Besten sind verkündet. ", "")
        == page
    )


def test_the_next_in_line_are_named():
    t = at_cut(CUT_TIED_10)
    page = text(get(t, "cut"))
    assert "rücken als Nächstes nach" in page
    assert name(t, order(t)[15]) in page


def test_smaller_tables_are_asked_about_first():
    t = at_cut()
    for number in order(t)[:13]:
        do(check_in_place, t, player=number)
    page = text(get(t, "cut"))
    assert "Dann sitzen 5, 4 und 4 an den Tischen." in page
    assert "2 Leute sind noch nicht eingecheckt" in page
    refused(unchanged(t, lambda: post(t, "draw_ko")), "Noch nicht eingecheckt: 2 von denen, die weiter sind.")
    pressed_twice(t, "draw_ko", smaller="1")
    assert [len(table.seats) for table in facts(t).ko.tables] == [5, 4, 4]


@pytest.mark.parametrize(
    ("build", "button", "undo", "page"),
    [
        (lambda: _before_cut(), "make_cut", "void_cut", "cut"),
        (lambda: at_cut(announced=False), "announce_cut", "hide_cut", "cut"),
        (lambda: all_here(), "draw_ko", "void_ko", "cut"),
        (lambda: ko_played(), "form_final", "dissolve_final", "ko"),
        (final_played, "finish", "reopen", "final"),
    ],
)
def test_every_button_has_its_way_back_and_all_pages_are_as_before(
    build: Callable[[], Tournament], button: str, undo: str, page: str
):
    t = build()
    names = ("standings", "stechen", "cut", "winner", page)
    before = [main(t, one) for one in names]
    state, public = seen(t), hall(t)
    pressed_twice(t, button)
    assert seen(t) != state
    get(t, page)  # what was said is read
    pressed_twice(t, undo, reason="vertan")
    get(t, page)
    assert seen(t) == state
    assert [main(t, one) for one in names] == before
    assert hall(t) == public


def hall(t: Tournament) -> list[tuple[int, str]]:
    """What everybody can ask for, without the times and the revision."""
    pages = ("", "stand/", "auslosung/", "stechen/", "ko/", "finale/", "plaetze/", "beamer/")
    answers = [Client().get(f"/{t.slug}/{page}") for page in pages]
    return [(answer.status_code, re.sub(r"\d\d:\d\d(:\d\d)?", "", text(answer))) for answer in answers]


def _before_cut() -> Tournament:
    t = played(CLEAR_16)
    throw_all(t)
    return t


def test_a_correction_after_the_cut_raises_a_banner():
    t = at_cut()
    assert "Eine Berichtigung" not in text(get(t, "cut"))
    outside = order(t)[15]
    table = next(x for x in facts(t).vorrunde[0].tables if outside in x.players)
    inside = next(p for p in table.players if p != outside)
    for game, result in table.results.items():
        if result.half1 == result.half2 == outside:
            losers = {"half1": inside, "half2": inside, "reason": "vertauscht"}
            do(correct_game, t, table_id=table.id, game=game, **losers)
    page = text(get(t, "cut"))
    assert "Eine Berichtigung hat die Tabelle nach der Feststellung verändert." in page
    assert name(t, outside) in page
    assert "muss sie zuerst zurückgenommen werden" in page


def test_an_empty_chair_is_told_on_both_pages():
    t = in_ko()
    do(undo_check_in, t, player=order(t)[0])
    assert "ist 1 Platz frei" in text(get(t, "cut"))
    assert "Ein Platz ist frei." in text(get(t, "ko"))


def test_after_the_first_ko_result_the_list_has_no_buttons():
    t = in_ko()
    lose(t, facts(t).ko.tables[0].players[-1])
    page = get(t, "cut").content.decode()
    assert "formaction" not in page
    assert address(t, "void_cut") not in page
    refused(
        unchanged(t, lambda: post(t, "check_in_place", player=order(t)[0])),
        "An den K.O.-Tischen gibt es schon ein Ergebnis.",
    )


@pytest.mark.parametrize("button", ["check_in_place", "undo_check_in", "decline_place", "undo_decline"])
def test_a_person_that_is_none(button: str):
    t = at_cut()
    for player in ("", "x", "-1", "99999999999"):
        refused(unchanged(t, lambda player=player: post(t, button, player=player)), "unvollständig")
    refused(unchanged(t, lambda: post(t, button, player=99)), "steht nicht in der Tabelle")


def test_a_helfer_looks_and_touches_nothing_here():
    t = at_cut()
    page = get(t, "cut", role=HELFER).content.decode()
    assert "formaction" not in page
    assert address(t, "draw_ko") not in page
    for button in (
        "make_cut",
        "void_cut",
        "announce_cut",
        "hide_cut",
        "draw_ko",
        "void_ko",
        "form_final",
        "finish",
    ):
        assert post(t, button, role=HELFER).status_code == 403
    assert post(t, "check_in_place", role=HELFER, player=order(t)[0]).status_code == 403


# K.O. and final


def test_ko_games_are_entered_by_slip_and_the_coins_follow():
    t = in_ko()
    table = table_of(t, 2)
    loser = table.players[0]
    answer = post(t, "slip", role=HELFER, **slip(t, 2, loser, loser))
    assert answer.status_code == 302
    assert answer["Location"] == address(t, "ko")
    page = text(get(t, "ko"))
    marks = {s.player: s.marks for s in table.seats}[loser]
    assert f"{name(t, loser)} hat {marks - 1} von {marks} Spielmarken" in page
    assert "0 von 3 Tischen fertig" in page
    assert "Tisch B" in page


def test_who_is_out_is_struck_and_has_a_place_and_who_is_through_is_named():
    t = in_ko()
    play_all(t)
    page = text(get(t, "ko"))
    assert page.count("im Finale") >= 6
    assert "Alle 3 Tische fertig" in page
    assert "Finale bilden" in page


def test_the_ko_page_before_the_draw_leads_to_the_best():
    assert get(at_cut(), "ko")["Location"] == address(fresh(Tournament.objects.get()), "cut")


def test_a_conflict_is_decided_on_the_page():
    t = in_ko()
    table = table_of(t, 1)
    record(t, table, table.players[0], table.players[0], by=make_device("eins"))
    record(t, table, table.players[1], table.players[1], by=make_device("zwei"), game=1)
    page = text(get(t, "ko"))
    assert "Widerspruch an Tisch A klären" in page
    assert "zwei verschiedene Ergebnisse" in page


def test_the_next_step_leads_to_the_page_on_which_it_is_taken():
    t = in_ko()
    for page in ("standings", "cut", "winner"):
        assert f'href="{address(t, "ko")}">K.O.-Spiele eintragen' in get(t, page).content.decode()
    assert 'href="#zettel">K.O.-Spiele eintragen' in get(t, "ko").content.decode()
    table = table_of(t, 1)
    record(t, table, table.players[0], table.players[0], by=make_device("eins"))
    record(t, table, table.players[1], table.players[1], by=make_device("zwei"), game=1)
    assert "data-dialog" not in get(t, "standings").content.decode()
    assert "data-dialog" in get(t, "ko").content.decode()


def test_the_effect_of_the_carried_marks_stands_there_before_the_final():
    t = ko_played()
    page = text(get(t, "final"))
    total = sum(facts(t).fold(facts(t).ko, x).left[p] for x in facts(t).ko.tables for p in x.players)
    assert f"Zusammen sind es {total}, also höchstens {total - 1} Spiele." in page
    do(change_format, t, changes={"final_marks": 2})
    assert "Jede Person bekommt 2 neue. Zusammen sind es 12, also höchstens 11 Spiele." in text(
        get(t, "final")
    )
    pressed_twice(t, "form_final")
    assert "Jede Person bekommt 2 neue." in text(get(t, "final"))
    lose(t, current(t).tables[0].players[0])
    assert "Jede Person bekommt 2 neue." not in text(get(t, "final"))


def test_the_final_page_before_its_time():
    assert "Noch nicht so weit" in text(get(in_ko(), "final"))
    assert "Noch nicht so weit" in text(get(played(CLEAR_16), "final"))


def test_the_final_is_finished_by_its_button_and_opened_again():
    t = in_final()
    refused(unchanged(t, lambda: post(t, "finish")), "noch mehrere Leute Spielmarken")
    assert "Leute am Tisch" in text(get(t, "final"))
    play_all(t)
    assert "hat gewonnen" in text(get(t, "final"))
    answer = pressed_twice(t, "finish")
    assert answer["Location"] == address(t, "winner")
    page = text(get(t, "winner"))
    assert "gewinnt" in page
    assert page.count("Finale") >= 6
    pressed_twice(t, "reopen", reason="noch ein Spiel")
    assert phase(t) == Phase.FINAL


def test_a_final_without_ko_is_drawn_and_taken_back():
    t = all_here(TWELVE, ko_tables=0, final_size=6)
    answer = pressed_twice(t, "draw_ko")
    assert answer["Location"] == address(t, "final")
    assert "Finaltisch zurücknehmen" in text(get(t, "final"))
    assert get(t, "ko")["Location"] == address(t, "final")
    pressed_twice(t, "void_ko", reason="zu früh")
    assert phase(t) == Phase.CUT


def test_before_the_end_the_places_are_open():
    t = in_ko()
    page = text(get(t, "winner"))
    assert "Noch nicht so weit" in page
    assert "gewinnt" not in page


@pytest.mark.parametrize("page", ["standings", "cut", "ko", "final", "winner"])
def test_an_open_page_fetches_its_parts(page: str):
    t = in_final()
    urls = re.findall(r'data-part="([^"]+)"', get(t, page).content.decode())
    assert urls
    for url in urls:
        part = desk().get(url.replace("&amp;", "&"))
        assert part.status_code == 200
        assert "<html" not in part.content.decode()
        assert "X-Page-Changed" not in part
    play_all(t)
    do(finish, t)
    changed = [desk().get(url.replace("&amp;", "&")) for url in urls]
    assert all("X-Page-Changed" in part for part in changed)


# Queries


def queries(t: Tournament, page: str) -> int:
    client = desk()
    client.get(address(t, page))
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address(t, page)).status_code == 200
    return len(caught)


def test_few_queries_and_as_many_for_a_hundred_and_one_players():
    evenings = [played(TWELVE), played(HUNDRED_AND_ONE)]
    for t in evenings:
        throw_all(t)
    assert_few(evenings, "standings", "stechen")
    for t in evenings:
        do(make_cut, t)
        do(decline_place, t, player=order(t)[4])
        throw_for_places(t)
        check_everybody_in(t)
        throw_for_places(t)
    assert_few(evenings, "cut", "stechen")
    for t in evenings:
        do(draw_ko, t)
        lose(t, facts(t).ko.tables[0].players[0])
    assert_few(evenings, "ko", "cut", "final")
    for t in evenings:
        play_all(t)
        do(form_final, t)
        lose(t, facts(t).final.tables[0].players[0])
    assert_few(evenings, "final", "ko", "winner")


def assert_few(evenings: list[Tournament], *pages: str) -> None:
    for page in pages:
        small, large = (queries(t, page) for t in evenings)
        assert small == large <= 15, page
