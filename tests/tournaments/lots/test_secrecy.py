"""Nothing that tells a later round stands anywhere before the last draw: every address × role × phase.

Salt, seeds, digests and plans, on pages, in files and in answers to what is sent, also for the Leitung.
"""

import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.builders import HELFER, LEITUNG, as_user, fresh
from tests.playing import do, facts, play_round
from tests.tournaments import scenes
from tests.tournaments.addresses import known, path_of
from tests.tournaments.lots import evenings
from tests.tournaments.permissions import DEVICE, RULES
from tournaments import live, tasks
from tournaments.access import DEVICE_COOKIE
from tournaments.models import Tournament
from tournaments.printing import content, render, shelf
from tournaments.services.rounds import draw_round, publish_draw

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
STRANGER = "stranger"


def round_two() -> scenes.Scene:
    """With a table whose device looks too."""
    t = evenings.in_round_two()
    scenes.pair(t, 1, scenes.TOKEN)
    return scenes.scene(t, open_list=False, table_id=facts(t).current.tables[0].id)


def round_three_drawn() -> scenes.Scene:
    t = evenings.in_round_two()
    play_round(t)
    do(draw_round, t)
    return scenes.scene(t, open_list=False, table_id=facts(t).current.tables[0].id)


def cut_made() -> scenes.Scene:
    return scenes.scene(evenings.before_the_last_draw(), open_list=False)


def ko_drawn() -> scenes.Scene:
    t = evenings.drawn_ko()
    return scenes.scene(t, open_list=False, table_id=facts(t).current.tables[0].id)


BEFORE = [scenes.registration, scenes.draft, round_two, round_three_drawn, cut_made, ko_drawn]


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
    cache.clear()
    live.snapshots.clear()
    yield
    cache.clear()


def clients() -> dict[str, Client]:
    device = Client()
    device.cookies[DEVICE_COOKIE] = scenes.TOKEN
    return {
        STRANGER: Client(),
        DEVICE: device,
        HELFER: as_user(Client(), HELFER),
        LEITUNG: as_user(Client(), LEITUNG),
    }


def answers(here: scenes.Scene) -> Iterator[tuple[str, str]]:
    """(who asked for what, everything that came back: head and body) of all addresses, asked and sent to."""
    for role, client in clients().items():
        for name in known():
            for method in ("get", "post"):
                cookies = deepcopy(client.cookies)  # signing out is one of the addresses
                with transaction.atomic():
                    answer = getattr(client, method)(path_of(name, here))
                    transaction.set_rollback(True)
                client.cookies = cookies
                body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                yield f"{name} {method} {role}", f"{dict(answer.headers)}{body.decode(errors='replace')}"


@pytest.mark.parametrize("scene", BEFORE)
def test_before_the_last_draw_no_answer_tells_a_later_round(scene: Callable[[], scenes.Scene]) -> None:
    here = scene()
    hidden = evenings.secrets(here.tournament)
    assert fresh(here.tournament).lot_salt in hidden
    told = [(asked, secret) for asked, text in answers(here) for secret in hidden if secret in text]
    assert told == []


@pytest.mark.parametrize("scene", [round_two, ko_drawn])
def test_no_paper_tells_a_later_round(scene: Callable[[], scenes.Scene], tmp_path: Path) -> None:
    """Every document that anybody can order, as the text of its PDF."""
    t = scene().tournament
    prints = shelf.load_prints(t.pk)
    found = shelf.shelves(facts(t), prints, base="http://10.0.0.1:8000", drafts=True)
    offers = [offer for one in found for offer in one.offers]
    assert "lots" in {offer.kind for offer in offers}
    hidden = evenings.secrets(t)
    for offer in offers:
        document, _ = content.document(t.pk, offer.kind, offer.params)
        path = tmp_path / "blatt.pdf"
        path.write_bytes(render(document))
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True)
        assert [secret for secret in hidden if secret in text.stdout] == [], offer.kind


def test_the_walk_would_find_what_it_looks_for() -> None:
    """After the last draw the same walk meets salt, seeds, digests and plans, for everybody."""
    t = evenings.over()
    here = scenes.scene(t, open_list=False, table_id=facts(t).current.tables[0].id)
    hidden, salt = evenings.secrets(t), fresh(t).lot_salt
    file = next(text for asked, text in answers(here) if asked == f"hall:lots_file get {STRANGER}")
    found = {secret for secret in hidden if secret in file}
    assert salt in found
    assert len(found) > 10
    paper, _ = content.document(t.pk, "lots", {"round": 0, "language": "de"})
    assert paper.sheets[0].context["data"].salt == salt


def test_a_draft_is_in_no_protocol() -> None:
    t: Tournament = evenings.in_round_two()
    before = evenings.file_of(t)
    play_round(t)
    do(draw_round, t)
    assert evenings.file_of(t)["draws"] == before["draws"]
    do(publish_draw, t)
    assert len(evenings.file_of(t)["draws"]) == len(before["draws"]) + 1


def test_every_address_was_walked() -> None:
    assert {"hall:lots", "hall:lots_file", "hall:part", "desk:log", "desk:round", "referee:table"} <= set(
        known()
    )
    assert set(known()) == set(RULES)
