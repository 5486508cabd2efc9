"""The projector in every moment of an evening, for few and for many, and steered from the desk."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from tests.browser.hall import assert_whole
from tests.browser.looking import assert_quiet, listen, picture
from tests.builders import fresh
from tests.playing import facts
from tournaments.models import Tournament
from tournaments.queries.public import hall_view
from tournaments.queries.steering import choices
from tournaments.rehearsal.evening import Evening, create
from tournaments.rehearsal.order import Order
from tournaments.services._act import SYSTEM
from tournaments.services.players import edit_player
from tournaments.services.rounds import start_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1920, 1080), (1280, 720), (1024, 768))
EVERY = 4
LONG = (
    ("Maximiliane", "Gräfin von Strachwitz-Überlingen-Hohenlohe"),
    ("Wolfgang-Amadeus", "Tüttenberg-Hohenstein"),
    ("Donaudampfschifffahrts", "Gesellschaftskapitänsmützenträgerin"),
)


def moments(players: int) -> Iterator[tuple[str, Tournament]]:
    """One evening, stopped wherever the projector shows something else; every fourth name is a long one."""
    order = Order(players, 2, 7, "registration", f"leinwand-{players}")
    made = create(order, SYSTEM)
    for until in ("registration", "round:1", "round:2", "stechen", "cut", "ko", "final", ""):
        Evening(made["tournament"], replace(order, until=until), lambda text: None).play()
        t = Tournament.objects.get(pk=made["tournament"])
        if until == "registration":
            for number in range(1, players + 1, EVERY):
                first, last = LONG[number % len(LONG)]
                edit_player(tournament_id=t.pk, by=SYSTEM, player=number, first=first, last=f"{last} {number}")
        running = facts(t).current
        if until.startswith("round") and running and not running.started_at:
            start_clock(tournament_id=t.pk, by=SYSTEM, round_id=running.id)
        yield until or "ende", fresh(t)


def look_at(page: Page, address: str, name: str) -> None:
    """One screen at every size: all of it is to be seen."""
    page.evaluate(
        "async (url) => { document.querySelector('.screen').innerHTML = await (await fetch(url)).text(); }",
        address,
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"{name}-{width}")
        assert_whole(page)


@pytest.mark.parametrize("players", [12, 101, 300])
def test_every_page_fits_at_every_moment(context, live_server, players):
    page = listen(context.new_page())
    for moment, t in moments(players):
        base = f"{live_server.url}/{t.slug}/beamer/"
        page.goto(base)
        for choice in choices(hall_view(facts(t))):
            t.screen = {"page": choice.key}
            t.revision += 1
            t.save()
            for number, _ in enumerate(choice.screens):
                look_at(page, f"{base}{number}/", f"{players}-{moment.replace(':', '')}-{choice.name}-{number}")
        t.screen = {}
        t.revision += 1
        t.save()
        assert_quiet(page)
