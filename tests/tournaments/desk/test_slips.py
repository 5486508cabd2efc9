"""A slip typed in at the desk: three names, sent once, refused with its ticks, taken back (C2, C5, C8)."""

from uuid import uuid4

import pytest

from tests.builders import HELFER, fresh
from tests.playing import (
    at_ko,
    current,
    facts,
    finish_ko_table,
    lose_ko,
    make_device,
    play_table,
    record,
    started,
    state,
    table_of,
)
from tests.tournaments.desk.asking import address, desk, get, log_size, post, refused, slip, text, unchanged
from tournaments.models import Conflict, Result
from tournaments.queries.standings import standings
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_left, mark_no_show
from tournaments.services.knockout import form_final
from tournaments.services.rounds import close_round, redraw_round

pytestmark = pytest.mark.django_db


def card(t, *, role=HELFER, **query):
    """What our script is given: the card alone."""
    return desk(role).get(address(t, "slip"), query, headers={"X-Requested-With": "fetch"})


def send(t, body, *, role=HELFER, fetch=False):
    headers = {"X-Requested-With": "fetch"} if fetch else {}
    return desk(role).post(address(t, "slip"), body, headers=headers)


def points(t):
    return {line.number: line.standing.points for line in standings(facts(t), running=True)}


def test_a_slip_without_a_script_goes_back_to_the_round():
    t = started(8)
    a, b, c, d = table_of(t).players
    answer = desk(HELFER).post(address(t, "slip"), slip(t, 1, b, d, b), follow=True)
    assert answer.redirect_chain == [(f"/leitung/{t.slug}/runde/1/", 302)]
    assert [points(t)[p] for p in (a, b, c, d)] == [5, 0, 5, 3]
    assert f"Tisch 1: Anna Aalen {b} 0, Anna Aalen {d} 3, die anderen 5." in text(answer)


def test_our_script_is_given_the_card_alone():
    t = started(8)
    p = table_of(t).players
    answer = card(t, tisch="1")
    assert answer.content.decode().startswith("<section")
    assert "<html" not in answer.content.decode()
    for player in p:
        assert f'name="half1" value="{player}"' in answer.content.decode()
    done = send(t, slip(t, 1, p[0], p[0]), fetch=True)
    assert done.status_code == 200
    assert "Tisch 1:" in text(done)
    assert "Zurücknehmen" in text(done)
    assert 'name="half1"' not in done.content.decode()


def meant(t, body):
    """What the page says while somebody ticks."""
    return text(unchanged(t, lambda: send(t, body | {"reckon": "1"})))


def test_while_one_ticks_the_sentence_says_what_would_be_sent():
    t = started(8)
    a, b, c, d = table_of(t).players
    assert meant(t, slip(t, 1, b)) == meant(t, slip(t, 1, b, d)) == meant(t, slip(t, 1, b, b, d)) == ""
    asked = f"Anna Aalen {b} 0, Anna Aalen {d} 3, die anderen 5 – stimmt das?"
    assert meant(t, slip(t, 1, b, d, b)) == asked
    mark_left(tournament_id=t.pk, by=SYSTEM, table_id=table_of(t).id, player=c)
    assert meant(t, slip(t, 1, b, c)) == f"Anna Aalen {c} 0, Anna Aalen {b} 3, die anderen 5 – stimmt das?"
    assert meant(t, slip(t, 1, a, a) | {"table": 10**6}) == meant(t, slip(t, 1, a, a) | {"game": "x"}) == ""


def test_while_one_ticks_a_ko_slip_speaks_of_the_spielmarke():
    t = at_ko()
    loser, other, *_ = table_of(t, 1, "ko").players
    body = slip(t, 1, loser, other, loser, tisch="A")
    assert meant(t, body) == f"Anna Aalen {loser} gibt eine Spielmarke ab – stimmt das?"
    lose_ko(t, 1, loser)
    lose_ko(t, 1, loser)
    last = "gibt die letzte Spielmarke ab und ist raus – stimmt das?"
    assert meant(t, slip(t, 1, loser, loser, tisch="A")) == f"Anna Aalen {loser} {last}"


def test_sent_twice_it_counts_once():
    t = started(8)
    body = slip(t, 1, *[table_of(t).players[0]] * 2)
    send(t, body)
    once = log_size(t)
    again = send(t, body)
    assert again.status_code == 302
    assert log_size(t) == once
    assert Result.objects.count() == 1


def test_the_same_result_of_a_device_is_no_fuss():
    t = started(8)
    body = slip(t, 1, *[table_of(t).players[0]] * 2)
    record(t, table_of(t), table_of(t).players[0], table_of(t).players[0], by=make_device())
    answer = unchanged(t, lambda: send(t, body, fetch=True))
    assert answer.status_code == 200
    assert "war schon da" in text(answer)


def test_another_result_of_a_device_is_a_conflict_for_the_leitung():
    t = started(8)
    p = table_of(t).players
    body = slip(t, 1, p[1], p[1])
    record(t, table_of(t), p[0], p[0], by=make_device())
    answer = send(t, body, fetch=True)
    assert answer.status_code == 409
    assert "schon etwas anderes gesendet" in text(answer)
    assert Conflict.objects.count() == 1
    plain = send(t, body | {"key": str(uuid4())})
    assert plain["Location"].endswith(f"/tisch/{table_of(t).id}/")


@pytest.mark.parametrize(
    ("losers", "words"),
    [
        ((), "wer Hälfte 1 verloren hat"),
        ((0,), "wer Hälfte 2 verloren hat"),
        ((0, 1), "wer den Endkampf verloren hat"),
        ((0, 1, 2), "nur die beiden"),
        ((0, 0, 1), "einen Endkampf gibt es dann nicht"),
    ],
)
def test_what_breaks_the_rules_is_refused_and_the_ticks_stay(losers, words):
    t = started(8)
    p = table_of(t).players
    answer = unchanged(t, lambda: send(t, slip(t, 1, *(p[i] for i in losers))))
    refused(answer, words)
    html = answer.content.decode()
    assert html.count(" checked") == len(losers)
    assert 'role="alert"' in html
    assert Result.objects.count() == 0


def test_three_crosses_for_one_name_are_two_lost_halves():
    t = started(8)
    player = table_of(t).players[2]
    assert send(t, slip(t, 1, player, player, player)).status_code == 302
    assert points(t)[player] == 0


@pytest.mark.parametrize(
    "over",
    [
        {"half1": "nobody"},
        {"half1": "-1"},
        {"half1": str(2**40)},
        {"version": ""},
        {"table": "x"},
        {"game": "1.5"},
        {"draw_no": "9" * 30},
    ],
)
def test_nonsense_is_refused_with_a_sentence(over):
    t = started(8)
    p = table_of(t).players
    answer = unchanged(t, lambda: send(t, slip(t, 1, p[0], p[0]) | over))
    refused(answer, "unvollständig")


def test_somebody_from_another_table_cannot_have_lost_here():
    t = started(8)
    stranger = table_of(t, 2).players[0]
    answer = unchanged(t, lambda: send(t, slip(t, 1, stranger, stranger)))
    refused(answer, f"Startnummer {stranger} sitzt nicht an diesem Tisch")


def test_a_stale_slip_is_shown_anew_and_goes_through_then():
    t = started(8)
    p = table_of(t).players
    body = slip(t, 1, p[0], p[1], p[0])
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table_of(t).id, player=p[3])
    answer = unchanged(t, lambda: send(t, body, fetch=True))
    refused(answer, "inzwischen etwas geändert", status=409)
    html = answer.content.decode()
    assert html.count(" checked") == 3
    assert f'name="version" value="{table_of(t).version}"' in html
    assert send(t, body | {"version": table_of(t).version, "key": str(uuid4())}).status_code == 302


def test_a_slip_of_a_round_that_was_drawn_again_is_refused():
    t = started(8)
    p = table_of(t).players
    body = slip(t, 1, p[0], p[0])
    redraw_round(tournament_id=t.pk, by=SYSTEM, reason="Versehen")
    post(t, "publish", 1)
    refused(unchanged(t, lambda: send(t, body)), "neu ausgelost", status=409)


def test_a_slip_after_closing_goes_to_the_leitung():
    t = started(4)
    p = table_of(t).players
    body = slip(t, 1, p[0], p[0])
    play_table(t, 1)
    close_round(tournament_id=t.pk, by=SYSTEM)
    answer = unchanged(t, lambda: send(t, body | {"half1": p[1], "half2": p[1]}))
    refused(answer, "Runde 1 ist geschlossen", status=409)
    fetched = send(t, body | {"half1": p[1], "half2": p[1]}, fetch=True)
    assert "Runde 1 ist geschlossen" in text(fetched)


@pytest.mark.parametrize(
    ("typed", "words"), [("7", "„7“ ist kein Tisch dieser Runde"), ("abc", "„abc“"), ("0", "„0“")]
)
def test_a_table_that_is_not_there(typed, words):
    t = started(8)
    assert words in text(card(t, tisch=typed))
    assert words in text(get(t, "slip", tisch=typed, role=HELFER))


def test_a_table_that_is_done_says_so_and_leads_to_its_page():
    t = started(8)
    play_table(t, 1)
    found = card(t, tisch="1")
    assert "ist fertig" in text(found)
    assert f"/tisch/{table_of(t).id}/" in found.content.decode()


def test_no_slip_while_nothing_runs():
    t = started(4)
    play_table(t, 1)
    close_round(tournament_id=t.pk, by=SYSTEM)
    assert "Gerade läuft keine Runde" in text(get(t, "slip", role=HELFER, tisch="1"))


def test_who_is_not_there_cannot_be_ticked_and_who_left_may_have_lost():
    t = started(8)
    table = table_of(t)
    absent, leaving, other = table.players[:3]
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=absent)
    mark_left(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=leaving)
    html = card(t, tisch="1").content.decode()
    assert f'name="half1" value="{absent}"' not in html
    assert f'name="half1" value="{leaving}"' in html
    assert "nicht gekommen" in html
    assert "data-left" in html
    assert send(t, slip(t, 1, leaving, other)).status_code == 302
    assert (points(t)[leaving], points(t)[other]) == (0, 3)


def test_scharf_asks_for_one_half():
    t = started(8)
    play_table(t, 1)
    play_table(t, 2)
    close_round(tournament_id=t.pk, by=SYSTEM)
    post(t, "scharf", on="1")
    post(t, "draw")
    post(t, "publish", 2)
    html = card(t, tisch="1").content.decode()
    assert 'name="half2"' not in html
    player = table_of(t).players[0]
    assert send(t, slip(t, 1, player)).status_code == 302


def test_schock_aus_on_the_slip_is_the_number_that_stands_there():
    t = started(8)
    a, b, *_ = table_of(t).players
    post(t, "schock_aus", table_of(t).id, player=b, more="1")
    send(t, slip(t, 1, a, a, **{f"sa{a}": "2", f"sa{b}": "", "sa999": "4"}))
    assert table_of(t).schock_aus == {a: 2}


@pytest.mark.parametrize("count", ["-1", "zwei", "41", "1.5"])
def test_a_number_of_schock_aus_that_is_none_keeps_the_slip(count):
    t = started(8)
    a = table_of(t).players[0]
    answer = unchanged(t, lambda: send(t, slip(t, 1, a, a, **{f"sa{a}": count})))
    refused(answer, "Zahl von 0 bis 40")


def test_the_last_entry_is_taken_back_and_comes_back_to_be_put_right():
    t = started(8)
    p = table_of(t).players
    before = state(t)
    send(t, slip(t, 1, p[0], p[1], p[0]))
    html = card(t).content.decode()
    assert f"/tisch/{table_of(t).id}/zuruecknehmen/" in html
    back = desk(HELFER).post(
        address(t, "undo_game", table_of(t).id),
        {"version": table_of(t).version, "key": str(uuid4())},
        headers={"X-Requested-With": "fetch"},
    )
    assert back.status_code == 200
    assert back.content.decode().count(" checked") == 3
    assert "zurückgenommen" in text(back)
    after = state(t)
    after.rounds[0].tables[0].version = before.rounds[0].tables[0].version
    assert after.rounds == before.rounds


def test_only_what_i_entered_is_offered_to_me():
    t = started(8)
    play_table(t, 1, by=make_device())
    assert "Zuletzt um" not in text(card(t))
    p = table_of(t, 2).players
    send(t, slip(t, 2, p[0], p[0]))
    assert "Zuletzt um" in text(card(t))
    assert "Zuletzt um" not in text(card(t, role="Leitung"))


def test_taking_back_ends_with_the_round():
    t = started(4)
    play_table(t, 1)
    version = table_of(t).version
    close_round(tournament_id=t.pk, by=SYSTEM)
    answer = unchanged(t, lambda: post(t, "undo_game", facts(t).rounds[0].tables[0].id, version=version))
    assert answer.status_code == 409


def test_a_refused_taking_back_is_told_on_the_card():
    t = started(8)
    play_table(t, 1)
    version = table_of(t).version
    answer = desk(HELFER).post(
        address(t, "undo_game", table_of(t).id),
        {"version": version - 1},
        headers={"X-Requested-With": "fetch"},
    )
    assert answer.content.decode().startswith("<section")
    refused(answer, "inzwischen etwas geändert", status=409)


def test_a_ko_table_is_called_by_its_letter_and_marks_are_shown():
    t = at_ko()
    table = table_of(t, 2, "ko")
    found = card(t, tisch="b")
    assert f'name="half1" value="{table.players[0]}"' in found.content.decode()
    assert "3 von 3 Spielmarken" in text(found)
    answer = send(t, slip(t, 2, table.players[0], table.players[0], tisch="B"), fetch=True)
    assert "gibt eine Spielmarke ab" in text(answer)
    assert "Tisch B" in text(answer)
    assert facts(t).fold(current(t), table_of(t, 2, "ko")).left[table.players[0]] == 2


def test_who_is_out_cannot_lose_any_more():
    t = at_ko()
    loser = table_of(t, 1, "ko").players[0]
    for _game in range(2):
        lose_ko(t, 1, loser)
    answer = send(t, slip(t, 1, loser, loser, tisch="A"), fetch=True)
    assert "gibt die letzte Spielmarke ab und ist raus" in text(answer)
    assert f'name="half1" value="{loser}"' not in card(t, tisch="A").content.decode()
    answer = unchanged(t, lambda: send(t, slip(t, 1, loser, loser, tisch="A")))
    refused(answer, f"Startnummer {loser} ist schon raus")


def test_the_final_needs_no_table_to_be_chosen():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    form_final(tournament_id=t.pk, by=SYSTEM)
    html = card(t).content.decode()
    assert 'id="tisch"' not in html
    player = current(t).tables[0].players[0]
    assert f'name="half1" value="{player}"' in html
    assert send(t, slip(t, 1, player, player, tisch="F")).status_code == 302


def test_a_helfer_does_not_dissolve_the_final():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    form_final(tournament_id=t.pk, by=SYSTEM)
    table = facts(t).ko.tables[0]
    body = {"version": table.version, "confirmed": "1"}
    refused(
        unchanged(t, lambda: post(t, "undo_game", table.id, role=HELFER, **body)), "Das Finale sitzt schon"
    )
    assert post(t, "undo_game", table.id, **body).status_code == 302
    assert fresh(t).phase == "ko"


def test_the_sentence_of_an_act_goes_with_the_next_one():
    t = started(8)
    browser, one, two = desk(), table_of(t), table_of(t, 2)
    for table in (one, two):  # the page behind the first one is never opened
        a = table.players[0]
        body = {"table": table.id, "draw_no": 1, "game": 1, "version": table.version, "half1": a, "half2": a}
        assert browser.post(address(t, "slip"), body).status_code == 302
    page = text(browser.get(address(t, "round", 1)))
    assert "Tisch 2: Anna Aalen" in page
    assert "Tisch 1: Anna Aalen" not in page
