"""The registration desk in the browser's words: who may, what a tap does, what bad input gets."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import HELFER, LEITUNG, add_players, as_user, by, fresh, make_tournament, player
from tests.playing import facts, play_round
from tournaments.models import LogEntry, Player
from tournaments.queries.standings import standings
from tournaments.services import players as acts

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[LEITUNG, HELFER])
def desk(request, client):
    return as_user(client, request.param)


def page(t, tail=""):
    return f"/leitung/{t.slug}/anmeldung/{tail}"


def test_strangers_are_sent_to_the_login_and_change_nothing(client):
    t = make_tournament()
    add_players(t, 1, present=False)
    for tail in ("", "teil/liste/", "1/"):
        answer = client.get(page(t, tail))
        assert answer.status_code == 302
        assert answer["Location"].startswith("/leitung/anmelden/?next=")
    for tail in ("neu/", "1/haken/", "zuruecknehmen/", "1/zurueckziehen/", "1/ausschliessen/", "1/wieder/"):
        assert client.post(page(t, tail), {"set": "present"}).status_code == 302
    assert player(t, 1).status == "registered"


def test_users_without_a_role_see_nothing(client, django_user_model):
    t = make_tournament()
    client.force_login(django_user_model.objects.create_user("gast"))
    assert client.get(page(t)).status_code == 403
    assert client.post(page(t, "neu/"), {"first": "Inge"}).status_code == 403


def test_the_page_counts_splits_and_lists(desk):
    t = make_tournament(entry_fee_cents=1000)
    add_players(t, 9, paid=True)
    add_players(t, 2, present=False, first=10)
    html = desk.get(page(t)).content.decode()
    assert "11 angemeldet, 2 fehlen noch" in html
    assert "1 Vierer + 1 Fünfer" in html
    assert "= 2 Tische" in html
    assert "9 × 10\xa0€" in html
    assert "90\xa0€" in html
    assert html.count("data-player=") == 11


def test_everybody_stands_on_exactly_one_page(desk):
    t = make_tournament()
    for _ in range(60):
        acts.add_player(tournament_id=t.pk, by=by(), first="Hans", last="Müller", namesake=True)
    seen = []
    for number in (1, 2, 3):
        html = desk.get(page(t), {"page": number}).content.decode()
        seen += [int(n) for n in re.findall(r'data-player="(\d+)"', html)]
    assert seen == list(range(1, 61))


@pytest.mark.parametrize("query", ["mue", "mü", "MUELLER", "Muller", "müller hans", "winden", "2"])
def test_search_finds_over_umlauts_clubs_and_numbers(desk, query):
    t = make_tournament()
    add_players(t, 1)
    acts.add_player(tournament_id=t.pk, by=by(), first="Hans", last="Müller", club="Schockklub Winden")
    html = desk.get(page(t, "teil/liste/"), {"q": query}).content.decode()
    assert re.findall(r'data-player="(\d+)"', html)[0] == "2"
    assert "<html" not in html


def test_names_stand_before_clubs(desk):
    t = make_tournament()
    for last in ("Adler", "Zander"):
        acts.add_player(tournament_id=t.pk, by=by(), first="Eva", last=last, club="KG Rot-Weiß")
    acts.add_player(tournament_id=t.pk, by=by(), first="Dirk", last="Weiß", club="Schockklub Nord")
    acts.add_player(tournament_id=t.pk, by=by(), first="Anna", last="Weiss", club="KG Rot-Weiß")
    html = desk.get(page(t), {"q": "weiss"}).content.decode()
    assert re.findall(r'data-player="(\d+)"', html) == ["4", "3", "1", "2"]


def test_what_was_found_is_marked(desk):
    t = make_tournament()
    acts.add_player(tournament_id=t.pk, by=by(), first="Elfriede", last="Müllejans")
    html = desk.get(page(t), {"q": "mue"}).content.decode()
    assert "<mark>Mü</mark>llejans, Elfriede" in html
    assert "„mue“ findet auch „mü“" in html


def test_nobody_found_says_what_to_do(desk):
    t = make_tournament()
    add_players(t, 1)
    assert "Niemand gefunden" in desk.get(page(t), {"q": "xyz"}).content.decode()


@pytest.mark.parametrize("query", ["%", "'", "\x00", "<script>", "🎲", "q" * 5000])
def test_odd_searches_are_only_searches(desk, query):
    t = make_tournament()
    add_players(t, 1)
    answer = desk.get(page(t), {"q": query})
    assert answer.status_code == 200
    assert b"<script>" not in answer.content


@pytest.mark.parametrize(
    ("tap", "status", "paid"),
    [("present", "present", False), ("paid", "registered", True), ("both", "present", True)],
)
def test_a_tap_does_it_and_comes_back_to_the_same_list(desk, tap, status, paid):
    t = make_tournament()
    add_players(t, 1, present=False)
    answer = desk.post(page(t, "1/haken/"), {"set": tap, "key": uuid4(), "keep": "q=aal"})
    assert answer.status_code == 302
    assert answer["Location"] == page(t) + "?q=aal"
    row = player(t, 1)
    assert (row.status, row.paid_at is not None) == (status, paid)


def test_a_tap_is_taken_back_by_the_other_tap(desk):
    t = make_tournament()
    add_players(t, 1, paid=True)
    desk.post(page(t, "1/haken/"), {"set": "absent"})
    desk.post(page(t, "1/haken/"), {"set": "unpaid"})
    assert (player(t, 1).status, player(t, 1).paid_at) == ("registered", None)


def test_our_script_gets_an_answer_instead_of_a_page(desk):
    t = make_tournament()
    add_players(t, 1, present=False)
    answer = desk.post(page(t, "1/haken/"), {"set": "both"}, headers={"X-Requested-With": "fetch"})
    assert answer.json()["present"] is True
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=1)
    answer = desk.post(page(t, "1/haken/"), {"set": "both"}, headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 400
    assert "nicht mehr dabei" in answer.json()["sentence"]


@pytest.mark.parametrize("tap", ["", "sitzt", "present'"])
def test_a_tap_that_does_not_exist_is_bad_input(desk, tap):
    t = make_tournament()
    add_players(t, 1)
    assert desk.post(page(t, "1/haken/"), {"set": tap}).status_code == 400
    assert desk.post(page(t, "99/haken/"), {"set": "present"}).status_code == 400
    assert fresh(t).revision == t.revision + 1


def test_walk_ins_need_two_fields_and_one_click(desk):
    t = make_tournament()
    answer = desk.post(
        page(t, "neu/"), {"first": "Hans", "last": "Müller", "as": "both", "key": uuid4()}, follow=True
    )
    assert "Hans Müller hat Startnummer 1." in answer.content.decode()
    row = player(t, 1)
    assert (row.name, row.status, row.paid_at is not None) == ("Hans Müller", "present", True)


def test_a_namesake_is_shown_and_entered_with_one_more_click(desk):
    t = make_tournament()
    acts.add_player(tournament_id=t.pk, by=by(), first="Hans", last="Müller", club="Winden")
    typed = {"first": "Hans", "last": "Müller", "team": "Die Vier", "as": "both", "key": uuid4()}
    answer = desk.post(page(t, "neu/"), typed)
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "Hans Müller gibt es schon: 1 (Winden)" in html
    assert 'value="Müller"' in html
    assert 'value="Die Vier"' in html
    assert 'name="namesake"' in html
    assert Player.objects.count() == 1
    assert desk.post(page(t, "neu/"), {**typed, "key": uuid4(), "namesake": "1"}).status_code == 302
    assert (player(t, 2).status, player(t, 2).team.name) == ("present", "Die Vier")


@pytest.mark.parametrize(
    ("mode", "said"), [("both", ", da und bezahlt"), ("present", ", nur da"), ("registered", "")]
)
def test_the_button_for_a_namesake_says_all_that_it_enters(desk, mode, said):
    t = make_tournament(entry_fee_cents=500)
    acts.add_player(tournament_id=t.pk, by=by(), first="Hans", last="Müller")
    html = desk.post(page(t, "neu/"), {"first": "Hans", "last": "Müller", "as": mode}).content.decode()
    assert f"Andere Person: als 2 eintragen{said}</button>" in html


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"last": "Müller"}, "Bitte einen Namen mit Buchstaben eintragen."),
        ({"first": "x" * 81}, "höchstens 80"),
        ({"first": "Inge", "gender": "x"}, "Bitte eine der angebotenen"),
        ({"first": "Inge", "fixed_station": "viele"}, "ganze Zahl"),
        ({"first": "Inge", "fixed_station": "-3"}, "feste"),
    ],
)
def test_bad_walk_ins_get_a_sentence_and_keep_what_was_typed(desk, typed, sentence):
    t = make_tournament()
    answer = desk.post(page(t, "neu/"), {"club": "Mein Verein", **typed})
    html = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in html
    assert 'value="Mein Verein"' in html
    assert 'aria-invalid="true"' in html
    assert not Player.objects.exists()
    assert fresh(t).revision == t.revision


def test_the_last_acts_are_listed_and_taken_back(desk):
    t = make_tournament()
    add_players(t, 1, present=False)
    desk.post(page(t, "1/haken/"), {"set": "both"})
    html = desk.get(page(t)).content.decode()
    assert "da und bezahlt" in html
    entry = LogEntry.objects.filter(act="check_in_paid").get().pk
    desk.post(page(t, "zuruecknehmen/"), {"entry": entry, "key": uuid4()})
    assert (player(t, 1).status, player(t, 1).paid_at) == ("registered", None)
    answer = desk.post(page(t, "zuruecknehmen/"), {"entry": entry})
    assert answer.status_code == 409
    assert "inzwischen geändert" in answer.content.decode()


def test_undo_takes_back_only_what_the_tap_did(desk):
    t = make_tournament()
    add_players(t, 1, present=False, paid=True)
    desk.post(page(t, "1/haken/"), {"set": "both"})
    entry = LogEntry.objects.filter(act="check_in_paid").get().pk
    desk.post(page(t, "zuruecknehmen/"), {"entry": entry})
    assert (player(t, 1).status, player(t, 1).paid_at is not None) == ("registered", True)


def test_withdrawn_by_anybody_excluded_by_the_leitung(desk):
    t = make_tournament()
    add_players(t, 2, present=False)
    desk.post(page(t, "1/zurueckziehen/"), {"reason": "krank", "key": uuid4()})
    assert (player(t, 1).status, player(t, 1).status_reason) == ("withdrawn", "krank")
    entry = LogEntry.objects.filter(act="withdraw_player").get().pk
    desk.post(page(t, "zuruecknehmen/"), {"entry": entry})
    assert player(t, 1).status == "registered"


def test_a_helfer_neither_excludes_nor_takes_an_exclusion_back(client):
    t = make_tournament()
    add_players(t, 2)
    acts.exclude_player(tournament_id=t.pk, by=by(), player=2, reason="gemogelt")
    helfer = as_user(client, HELFER)
    assert helfer.post(page(t, "1/ausschliessen/"), {"reason": "nein"}).status_code == 403
    assert helfer.post(page(t, "2/wieder/")).status_code == 403
    entry = LogEntry.objects.filter(act="exclude_player").get().pk
    assert helfer.post(page(t, "zuruecknehmen/"), {"entry": entry}).status_code == 403
    assert (player(t, 1).status, player(t, 2).status) == ("present", "excluded")
    assert "Ausschließen" not in helfer.get(page(t, "1/")).content.decode()


def test_the_leitung_excludes_with_a_reason_and_takes_it_back(client):
    t = make_tournament()
    add_players(t, 1)
    desk = as_user(client)
    answer = desk.post(page(t, "1/ausschliessen/"), {"reason": " "})
    assert answer.status_code == 400
    assert "Bitte einen Grund angeben." in answer.content.decode()
    desk.post(page(t, "1/ausschliessen/"), {"reason": "gemogelt"})
    assert player(t, 1).status == "excluded"
    desk.post(page(t, "1/wieder/"), {"present": "1"})
    assert player(t, 1).status == "present"


def test_details_are_edited_and_bad_ones_change_nothing(desk):
    t = make_tournament()
    add_players(t, 1)
    assert desk.post(page(t, "1/"), {"first": "Änne", "last": "Aalen", "gender": "w"}).status_code == 302
    assert (player(t, 1).name, player(t, 1).gender) == ("Änne Aalen", "w")
    answer = desk.post(page(t, "1/"), {"first": "", "last": "Neu"})
    assert answer.status_code == 400
    assert 'value="Neu"' in answer.content.decode()
    assert player(t, 1).last == "Aalen"
    assert desk.get(page(t, "99/")).status_code == 404


def test_names_are_text_not_markup(desk):
    t = make_tournament()
    acts.add_player(tournament_id=t.pk, by=by(), first="<img src=x onerror=alert(1)>", club="<b>KG</b>")
    for url in (page(t), page(t, "1/"), page(t) + "?q=img"):
        html = desk.get(url).content.decode()
        assert "<img src=x" not in html
        assert "<b>KG</b>" not in html


def test_late_entry_closed_is_said(desk):
    from tests.tournaments.registration.test_players import publish

    t = make_tournament(late_entry_until=0)
    add_players(t, 4)
    publish(t)
    answer = desk.post(page(t, "neu/"), {"first": "Spät", "as": "both"})
    assert answer.status_code == 400
    assert "Die Nachmeldung ist zu" in answer.content.decode()
    assert Player.objects.count() == 4


def test_the_search_on_top_leads_to_the_person(desk):
    t = make_tournament()
    add_players(t, 3)
    assert desk.get(f"/leitung/{t.slug}/suche/", {"q": "2"})["Location"] == page(t, "2/")
    html = desk.get(f"/leitung/{t.slug}/suche/", {"q": "aalen"}).content.decode()
    assert html.count('class="title"') == 3
    assert html.count("da</span>") == 3
    assert "Niemand gefunden" in desk.get(f"/leitung/{t.slug}/suche/", {"q": "zzz"}).content.decode()


@pytest.mark.parametrize("count", [1, 3, 40])
def test_few_queries_however_many_people(client, count, django_assert_max_num_queries):
    t = make_tournament()
    add_players(t, count)
    desk = as_user(client, HELFER)
    with django_assert_max_num_queries(15):
        desk.get(page(t))
    with django_assert_max_num_queries(15):
        desk.get(page(t, "1/"))
    with django_assert_max_num_queries(6):
        desk.get(page(t, "teil/liste/"))


def test_a_step_that_is_taken_on_this_page_is_no_link(desk):
    t = make_tournament()
    html = desk.get(page(t)).content.decode() + desk.get(page(t, "teil/kopf/")).content.decode()
    assert html.count('<p class="says">Leute eintragen</p>') == 2


def test_who_comes_during_a_round_has_no_seat_and_it_is_said(desk):
    from tests.tournaments.registration.test_players import publish

    t = make_tournament()
    add_players(t, 4)
    publish(t)
    add_players(t, 1, first=5, present=False)
    led = as_user(Client(), LEITUNG)
    assert "nirgends" not in desk.get(page(t)).content.decode()
    desk.post(page(t, "5/haken/"), {"set": "both", "key": uuid4()})
    for shown in (page(t), page(t, "teil/kopf/"), page(t, "5/")):
        html = desk.get(shown).content.decode()
        assert "1 Person ist da und sitzt noch nirgends:" in html
        assert "Sonst ab Runde 2 dabei." in html
        assert f'<a href="/leitung/{t.slug}/runde/1/tauschen/?first=5">' in led.get(shown).content.decode()
    assert "nirgends" not in desk.get(page(t, "4/")).content.decode()
    said = desk.post(page(t, "neu/"), {"first": "Spät", "as": "both"}, follow=True).content.decode()
    assert "2 Leute sind da und sitzen noch nirgends:" in said


def test_a_helfer_is_not_led_to_seats(client):
    from tests.tournaments.registration.test_players import publish

    t = make_tournament()
    add_players(t, 4)
    publish(t)
    add_players(t, 1, first=5)
    html = as_user(client, HELFER).get(page(t)).content.decode()
    assert "Den Platz gibt die Leitung." in html
    assert "tauschen" not in html


def test_closed_late_entry_says_why_and_where(desk):
    from tests.tournaments.registration.test_players import publish

    t = make_tournament(late_entry_until=0)
    add_players(t, 4)
    publish(t)
    assert "seit Runde 1 begonnen hat. Ändern lässt sich das unter „Format und Regeln“" in (
        desk.get(page(t)).content.decode()
    )


def test_who_was_entered_by_mistake_is_told_what_to_do(client):
    """Start numbers are never used again (model.md), so nobody is removed."""
    t = make_tournament()
    mistake, *_ = add_players(t, 9)
    desk = as_user(client)
    page = f"/leitung/{t.slug}/anmeldung/{mistake}/"
    assert "Aus Versehen eingetragen?" in desk.get(page).content.decode()
    desk.post(reverse("desk:withdraw", args=[t.slug, mistake]))
    play_round(t)
    assert mistake not in {line.number for line in standings(facts(t))}
    drawn = f"/leitung/{t.slug}/anmeldung/{mistake + 1}/"
    assert "Aus Versehen eingetragen?" not in desk.get(drawn).content.decode()
