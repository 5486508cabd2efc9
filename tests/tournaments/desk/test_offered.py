"""What a desk page offers at a moment, the desk accepts at that moment."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from scoring.format import RANGES
from tests.builders import HELFER, add_players, make_tournament
from tests.playing import do, play_round, play_table, start_round, started
from tests.tournaments.desk.asking import address, current, desk, facts, get, text
from tests.tournaments.finish.evenings import (
    at_cut,
    in_final,
    in_ko,
    ko_played,
    lose,
)
from tests.tournaments.finish.step_evenings import final_played, finished
from tests.tournaments.scenes import draft, throwing
from tournaments import live
from tournaments.models import Tournament
from tournaments.services.scharf import set_scharf
from tournaments.services.tournaments import change_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

PAGES = ("standings", "stechen", "cut", "ko", "final", "winner")
QUIET = {
    "change_rounds", "discard_draw", "dissolve_final", "hide_cut", "redraw", "reopen", "reopen_round",
    "reopen_table", "scharf", "start_clock", "void_cut", "void_ko", "void_stechen", "void_throw",
}  # fmt: skip
"""Acts that need nothing but a press, or a press and a reason."""


@dataclass
class Form:
    action: str
    dialog: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """The forms of a page, and which dialogs a button opens."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.opened: set[str] = set()
        self.dialog = ""
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {name: value or "" for name, value in attrs}
        if "data-dialog" in got:
            self.opened.add(got["data-dialog"])
        if tag == "dialog":
            self.dialog = got.get("id", "")
        elif tag == "form":
            self.inside = got.get("method") == "post"
            if self.inside:
                self.found.append(Form(got.get("action", ""), self.dialog))
        elif self.inside and tag == "input" and "name" in got:
            self.found[-1].fields[got["name"]] = got.get("value", "")
        elif self.inside and tag == "button" and "formmethod" not in got and got.get("type") != "button":
            self.found[-1].buttons.append(
                (got.get("formaction", ""), got.get("name", ""), got.get("value", ""))
            )

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"
        if tag == "dialog":
            self.dialog = ""


def named(path: str) -> str:
    try:
        return str(resolve(urlsplit(path).path).url_name)
    except Resolver404:
        return ""


def offered(html: str) -> list[tuple[str, str, dict[str, str]]]:
    """(act, address, what is sent) of every quiet button that can be reached."""
    page = Forms(html)
    found = []
    for form in page.found:
        if form.dialog and form.dialog not in page.opened:
            continue
        for action, name, value in form.buttons:
            path = action or form.action
            sent = form.fields | ({name: value} if name else {})
            if "reason" in sent:
                sent["reason"] = "aus Versehen"
            if named(path) in QUIET:
                found.append((named(path), path, sent))
    return found


def pages_of(t: Tournament) -> list[str]:
    known = facts(t)
    rounds = [address(t, "round", number) for number in range(1, known.closed_rounds + 2)]
    every = [*known.vorrunde, *(r for r in (known.ko, known.final) if r)]
    tables = [address(t, "table", table.id) for r in every[-2:] for table in r.tables]
    return [*rounds, *tables, *(address(t, page) for page in PAGES)]


def pressed(client: Client, path: str, sent: dict[str, str]) -> tuple[int, str]:
    """The answer to a press that is forgotten again."""
    with transaction.atomic():
        answer = client.post(path, sent)
        transaction.set_rollback(True)
    live.snapshots.clear()
    live.revisions.clear()
    return answer.status_code, text(answer)


def registration() -> Tournament:
    t = make_tournament()
    add_players(t, 8)
    return t


def half_played() -> Tournament:
    t = started(8, rounds=2)
    play_table(t, 1)
    return t


def last_round() -> Tournament:
    t = started(8, rounds=2)
    play_round(t)
    start_round(t)
    play_table(t, 1)
    return t


def last_round_closed() -> Tournament:
    t = started(8, rounds=1)
    play_round(t)
    return t


def ko_begun() -> Tournament:
    t = in_ko()
    lose(t, current(t).tables[0].players[0])
    return t


def ko_scharf() -> Tournament:
    t = ko_begun()
    do(set_scharf, t)
    for table in current(t).tables:
        lose(t, table.players[0])
    return t


def final_begun() -> Tournament:
    t = in_final()
    lose(t, current(t).tables[0].players[0])
    return t


MOMENTS: list[Callable[[], Tournament]] = [
    registration, lambda: draft().tournament, half_played, last_round, last_round_closed,
    lambda: throwing().tournament, at_cut, in_ko, ko_begun, ko_scharf, ko_played, in_final, final_begun,
    final_played, finished,
]  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_offered_is_accepted(moment: Callable[[], Tournament]) -> None:
    t = moment()
    client = desk()
    seen = []
    for page in pages_of(t):
        answer = client.get(page)
        if answer.status_code != 200:
            continue
        for act, path, sent in offered(answer.content.decode()):
            status, words = pressed(client, path, sent)
            seen.append(act)
            assert status == 302, (page, act, sent, words[-400:])
    assert seen


def acts_of(t: Tournament, page: str, *args: int, **query: str) -> list[str]:
    return [act for act, _, _ in offered(get(t, page, *args, **query).content.decode())]


def part_of(html: str, word: str) -> str:
    """The address of a living part of a page."""
    found = [url for url in re.findall(r'data-part="([^"]+)"', html) if word in url]
    assert len(found) == 1
    return unescape(found[0])


@pytest.mark.parametrize(
    ("made", "page", "act", "why"),
    [
        (in_ko, "ko", "void_ko", "denn an den K.O.-Tischen gibt es schon ein Ergebnis"),
        (in_final, "final", "dissolve_final", "Das Finale bleibt, denn es gibt schon ein Ergebnis"),
    ],
)
def test_an_open_page_stops_offering_an_undo_with_the_first_result(
    made: Callable[[], Tournament], page: str, act: str, why: str
) -> None:
    t = made()
    html = get(t, page).content.decode()
    part = part_of(html, "mehr=1")
    before = desk().get(part)
    assert 'data-dialog="' in before.content.decode()
    assert act in acts_of(t, page)
    lose(t, current(t).tables[0].players[0])
    after = desk().get(part)
    assert "X-Page-Changed" not in after
    assert 'data-dialog="' not in after.content.decode()
    assert why in text(after)
    assert act not in acts_of(t, page)


def test_an_open_page_of_a_round_stops_offering_a_new_draw() -> None:
    t = started(8, rounds=2)
    part = part_of(get(t, "round", 1).content.decode(), "/mehr/")
    assert "Neu auslosen" in text(desk().get(part))
    play_table(t, 1)
    after = desk().get(part)
    assert "X-Page-Changed" not in after
    assert "Neu auslosen" not in text(after)
    assert "Scharf spielen" in text(after)
    assert desk(HELFER).get(part).status_code == 410


def test_there_is_no_round_less_than_drawn_and_none_more_than_possible() -> None:
    t = started(8, rounds=2)
    assert "eine weniger" in text(get(t, "round", 1))
    play_round(t)
    assert "eine weniger" in text(get(t, "round", 2))
    start_round(t)
    page = text(get(t, "round", 2))
    assert "eine weniger" not in page
    assert "weniger geht nicht mehr" in page
    assert "eine mehr" in page
    do(change_rounds, t, rounds=RANGES["rounds"][1])
    page = text(get(t, "round", 2))
    assert "eine weniger" in page
    assert "eine mehr" not in page


def test_in_the_last_round_scharf_speaks_of_what_comes() -> None:
    t = started(8, rounds=2)
    assert "es gilt ab der nächsten Runde" in text(get(t, "round", 1))
    play_round(t)
    start_round(t)
    page = text(get(t, "round", 2))
    assert "ab der nächsten Runde" not in page
    assert "es gilt ab dem K.O." in page
    alone = started(8, rounds=1, ko_tables=0, final_size=5)
    assert "es gilt ab dem Finale." in text(get(alone, "round", 1))


def test_the_table_of_the_final_turns_scharf_on_its_page() -> None:
    t = in_final()
    table = current(t).tables[0]
    back = address(t, "table", table.id)
    answer = desk().post(address(t, "scharf"), {"on": "1", "tables": "F", "back": back, "key": str(uuid4())})
    assert answer["Location"] == back
    assert current(t).tables[0].scharf_from is not None
