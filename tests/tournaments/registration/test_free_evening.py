"""An evening that costs nothing: the desk speaks of money only where there is some."""

import re
from uuid import uuid4

import pytest

from tests.builders import HELFER, add_players, as_user, by, fresh, make_tournament, player
from tests.tournaments.registration.lists import numbers_of, preview, text_of, written
from tournaments.services.players import add_player
from tournaments.services.tournaments import change_format

pytestmark = pytest.mark.django_db

MONEY = re.compile(r"bezahlt|beides|Kasse|Startgeld|offen:|€", re.IGNORECASE)


@pytest.fixture
def desk(client):
    return as_user(client, HELFER)


def page(t, tail=""):
    return f"/leitung/{t.slug}/anmeldung/{tail}"


def pages(t):
    """The registration, its parts, its filters and a person."""
    parts = ("teil/kopf/", "teil/liste/", "teil/seite/")
    tails = ("", "?zeige=fehlen", "?zeige=offen", "?q=aalen", *parts, "1/")
    return [page(t, tail) for tail in tails]


def buttons(html):
    """What the form for a walk-in offers: value and words."""
    return re.findall(r'name="as" value="(\w+)">(.*?)</button>', html)


def test_without_a_fee_nothing_is_said_of_money(desk):
    t = make_tournament()
    add_players(t, 5)
    add_players(t, 1, first=6, present=False)
    for address in pages(t):
        assert not MONEY.findall(text_of(desk.get(address))), address
    html = desk.get(page(t)).content.decode()
    assert buttons(html) == [("present", "Als 7 eintragen, da"), ("registered", "nur eintragen")]
    assert set(re.findall(r'name="set" value="(\w+)"', html)) == {"present", "absent"}


def test_a_filter_of_money_shows_everybody_where_there_is_none(desk):
    t = make_tournament()
    add_players(t, 3)
    add_players(t, 1, first=4, present=False)
    html = desk.get(page(t), {"zeige": "offen"}).content.decode()
    assert html.count("data-player=") == 4


def test_with_a_fee_all_of_it_is_there(desk):
    t = make_tournament(entry_fee_cents=500)
    add_players(t, 5)
    add_players(t, 1, first=6, present=False)
    said = text_of(desk.get(page(t)))
    for words in ("da, nicht bezahlt (5)", "beides", "Kasse", "da, aber offen: 5", "25 €"):
        assert words in said.replace("\xa0", " "), words
    html = desk.get(page(t)).content.decode()
    assert [value for value, _words in buttons(html)] == ["both", "present", "registered"]
    assert "offen" in text_of(desk.get(page(t, "1/")))


def test_who_entered_while_there_was_a_fee_still_owes_it(desk):
    t = make_tournament(entry_fee_cents=500)
    add_players(t, 1)
    change_format(tournament_id=t.pk, by=by(), changes={"entry_fee_cents": 0})
    add_players(t, 1, first=2)
    said = text_of(desk.get(page(fresh(t))))
    assert "da, nicht bezahlt" in said
    assert "Kasse" in said
    assert "offen" in text_of(desk.get(page(t, "1/")))
    assert not MONEY.findall(text_of(desk.get(page(t, "2/"))))


@pytest.mark.parametrize(
    ("mode", "said", "status"),
    [("both", ", da", "present"), ("present", ", da", "present"), ("registered", "", "registered")],
)
def test_another_person_of_the_name_is_entered_as_the_button_says(desk, mode, said, status):
    t = make_tournament()
    add_player(tournament_id=t.pk, by=by(), first="Hans", last="Müller")
    typed = {"first": "Hans", "last": "Müller", "as": mode, "key": uuid4()}
    html = desk.post(page(t, "neu/"), typed).content.decode()
    assert f"Andere Person: als 2 eintragen{said}</button>" in html
    desk.post(page(t, "neu/"), {**typed, "key": uuid4(), "namesake": "1"})
    assert player(t, 2).status == status


@pytest.mark.parametrize(("fee", "numbers"), [(0, [3, 0, 0, 0]), (500, [2, 0, 1, 0])])
def test_a_list_asks_who_paid_only_where_there_is_a_fee(desk, fee, numbers):
    t = make_tournament(entry_fee_cents=fee)
    answer = preview(desk, t, written("Eva;Lang;KG;ja", "Ina;Ohm;KG", "Udo;Klein;KG;vielleicht"))
    assert numbers_of(answer) == numbers
    said = text_of(answer)
    assert ("Startgeld" in said) == ("bezahlt oder nicht?" in said) == bool(fee)
