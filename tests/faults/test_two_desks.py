"""Two desks change the same at the same time: the second is told what the first has saved, and decides."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.errors import RuleViolation
from tests.builders import add_players, as_user, fresh, make_tournament, player
from tests.playing import started
from tests.tournaments.desk.asking import address, desk, get, post, refused, text
from tournaments.models import PaperStyle, Station
from tournaments.services.accounts import add_helper, password_mark, renew_password

pytestmark = pytest.mark.django_db


def hidden_of(page: HttpResponse, name: str) -> list[str]:
    """What the page sends along by this name."""
    found = re.findall(rf'name="{name}" value="([^"]*)"', page.content.decode())
    return [unescape(value) for value in dict.fromkeys(found)]


TOLD = "Inzwischen hat jemand anders hier gespeichert: "


def shown(t: Any, name: str, *args: int) -> dict[str, Any]:
    """What the page sends when nothing was typed."""
    (seen,) = hidden_of(get(t, name, *args), "seen")
    values = {key: "" if value is None else value for key, value in json.loads(seen).items()}
    return {**values, "seen": seen}


CASES = {
    "player": ((1,), {"last": "Erste"}, {"last": "Zweite"}, "Erste"),
    "describe": ((), {"name": "Eins"}, {"name": "Zwei"}, "Eins"),
    "rules": ((), {"max_throws": 2}, {"max_throws": 1}, "2"),
    "paper_style": ((), {"footer": "Danke"}, {"footer": "Prost"}, "Danke"),
}


def stored(t: Any, name: str) -> Any:
    return {
        "player": lambda: player(t, 1).last,
        "describe": lambda: fresh(t).name,
        "rules": lambda: fresh(t).rules.max_throws,
        "paper_style": lambda: PaperStyle.objects.get().footer,
    }[name]()


@pytest.mark.parametrize("name", CASES)
def test_the_second_is_told_and_may_save_again(name):
    args, first, second, words = CASES[name]
    t = make_tournament(open_=False)
    add_players(t, 1, present=False)
    page = shown(t, name, *args)
    place = address(t, name, *args)
    assert desk().post(place, page | first).status_code == 302
    told = desk().post(place, page | second)
    assert told.status_code in (200, 400)
    assert f"{TOLD}{words}." in text(told)
    (value,) = first.values()
    assert stored(t, name) == value
    (seen,) = hidden_of(told, "seen")
    assert desk().post(place, page | second | {"seen": seen}).status_code == 302
    assert [stored(t, name)] == list(second.values())


def test_what_only_the_first_has_changed_stays_when_the_second_saves_again():
    t = make_tournament()
    add_players(t, 1)
    page = shown(t, "player", 1)
    assert post(t, "player", 1, **page | {"last": "Erste", "club": "Winden"}).status_code == 302
    told = post(t, "player", 1, **page | {"last": "Zweite"})
    (seen,) = hidden_of(told, "seen")
    assert post(t, "player", 1, **page | {"last": "Zweite", "seen": seen}).status_code == 302
    assert (player(t, 1).last, player(t, 1).club.name) == ("Zweite", "Winden")


def test_the_same_typed_twice_needs_no_question():
    t = make_tournament()
    add_players(t, 1)
    page = shown(t, "player", 1) | {"last": "Richtig"}
    assert [post(t, "player", 1, **page).status_code for _ in range(2)] == [302, 302]


def format_page(t: Any) -> dict[str, Any]:
    (seen,) = hidden_of(get(t, "format"), "seen")
    plan = {key: "" if value is None else value for key, value in json.loads(seen).items()}
    yes_no = {True: "yes", False: "no"}
    plan = {key: yes_no[value] if isinstance(value, bool) else value for key, value in plan.items()}
    chain = {f"tie_breaks_{index}": word for index, word in enumerate(plan.pop("tie_breaks"))}
    places = {"prize_places": ", ".join(str(place) for place in plan["prize_places"])}
    return plan | chain | places | {"entry_fee_cents": str(plan["entry_fee_cents"] / 100), "seen": seen}


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({"rounds": 3}, {"rounds": 4}, "3."),
        ({"ko_seeding": "snake"}, {"ko_seeding": "lot"}, "reihum hin und zurück."),
        ({"tie_breaks_0": "more_wins"}, {"tie_breaks_0": "points_per_game"}, "mehr gewonnene Spiele."),
        ({"entry_fee_cents": "7,50"}, {"entry_fee_cents": "9"}, "7,50."),
        ({"prize_places": "1, 2"}, {"prize_places": "4"}, "1, 2."),
        ({"round_minutes": "33"}, {"round_minutes": "20"}, "33."),
    ],
)
def test_of_the_format_too_and_reckoning_asks_nothing(first, second, words):
    t = make_tournament(open_=False)
    page = format_page(t)
    if post(t, "format", **page | first).status_code != 302:
        pytest.fail(text(post(t, "format", **page | first)))
    saved = fresh(t).plan
    told = post(t, "format", **page | second)
    assert f"{TOLD}{words}" in text(told)
    assert "Jemand anders hat inzwischen dasselbe geändert." in text(told)
    assert fresh(t).plan == saved
    assert TOLD not in text(post(t, "format", reckon="1", **page | second))


def test_a_password_is_renewed_once_by_two_desks():
    user, _ = add_helper(name="anna")
    leads = as_user(Client())
    page = leads.get(reverse("desk:accounts"))
    assert hidden_of(page, "seen") == [password_mark(user)]
    place, body = reverse("desk:account_renew", args=[user.pk]), {"seen": password_mark(user)}
    assert leads.post(place, body).status_code == 200
    first = User.objects.get(pk=user.pk).password
    again = leads.post(place, body)
    assert again.status_code == 409
    assert "inzwischen ein anderes Kennwort" in again.content.decode()
    assert User.objects.get(pk=user.pk).password == first
    with pytest.raises(RuleViolation, match="password_renewed"):
        renew_password(user_id=user.pk, seen=password_mark(user))


def test_an_account_that_another_desk_has_closed_stays_closed():
    user, _ = add_helper(name="anna")
    leads, seen = as_user(Client()), password_mark(user)
    assert leads.post(reverse("desk:account_close", args=[user.pk])).status_code == 302
    place = reverse("desk:account_renew", args=[user.pk])
    told = leads.post(place, {"seen": seen})
    assert told.status_code == 409
    assert "inzwischen geschlossen" in text(told)
    assert not User.objects.get(pk=user.pk).is_active
    (seen,) = hidden_of(leads.get(reverse("desk:accounts")), "seen")
    assert leads.post(place, {"seen": seen}).status_code == 200
    assert User.objects.get(pk=user.pk).is_active


@pytest.mark.parametrize("name", ["devices", "table"])
def test_a_code_is_replaced_once_by_two_desks(name):
    t = started(4)
    station = Station.objects.get(tournament=t, number=1)
    args = [] if name == "devices" else [station.tables.get().pk]
    assert station.code in hidden_of(get(t, name, *args), "seen")
    assert post(t, "replace_code", station.pk, seen=station.code).status_code == 302
    new = Station.objects.get(pk=station.pk).code
    again = post(t, "replace_code", station.pk, seen=station.code)
    assert again.status_code == 409
    assert "schon einen neuen Code" in text(again)
    assert Station.objects.get(pk=station.pk).code == new != station.code


def test_of_two_lot_numbers_the_second_desk_is_asked_to_look():
    """C1.4: the number drawn in public is not replaced without a word."""
    t = make_tournament()
    first = post(t, "lot_number", number="17", shown="", back="/leitung/")
    assert first.status_code == 302
    refused(post(t, "lot_number", number="71", shown="", back="/leitung/"), "geändert", status=409)
    assert fresh(t).lot_number == 17
    assert hidden_of(get(t, "format"), "shown") == ["17"]
    assert post(t, "lot_number", number="71", shown="17", back="/leitung/").status_code == 302
    assert fresh(t).lot_number == 71
