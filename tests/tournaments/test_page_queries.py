"""No page of any face asks the database more than 15 times, in no phase.

Counted as it is in the evening: outside of a transaction of the test, where a page reads in a snapshot of
its own. Beginning and ending a transaction is no question.
"""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import LEITUNG, as_user
from tests.tournaments import scenes
from tests.tournaments.addresses import known, path_of
from tests.tournaments.permissions import DEVICE, RULES
from tournaments import live
from tournaments.access import DEVICE_COOKIE
from tournaments.models import Table, Tournament
from tournaments.rehearsal import Order, rehearse

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_cache")]
MOST = 15
CONTROL = ("BEGIN", "COMMIT", "SET TRANSACTION", "SAVEPOINT", "RELEASE", "ROLLBACK")
SCENES = [
    scenes.set_up,
    scenes.registration,
    scenes.draft,
    scenes.running,
    scenes.throwing,
    scenes.cut,
    scenes.ko,
    scenes.final,
    scenes.finished,
]


def clients() -> dict[str, Client]:
    device = Client()
    device.cookies[DEVICE_COOKIE] = scenes.TOKEN
    return {DEVICE: device, LEITUNG: as_user(Client(), LEITUNG)}


def asked(client: Client, path: str) -> tuple[int, list[str]]:
    """(status, questions) of a page that nobody has asked for since the last change."""
    live.snapshots.clear()
    live.revisions.clear()
    with CaptureQueriesContext(connection) as found:
        status = client.get(path).status_code
    return status, [q["sql"] for q in found.captured_queries if not q["sql"].startswith(CONTROL)]


def counted(here: scenes.Scene) -> tuple[int, dict[str, int]]:
    """(pages seen, those that ask too much)."""
    seen, too_many, by_role = 0, {}, clients()
    for name in known():
        client = by_role[DEVICE if RULES[name].who == DEVICE else LEITUNG]
        status, questions = asked(client, path_of(name, here))
        seen += status == 200
        if len(questions) > MOST:
            too_many[name] = len(questions)
    return seen, too_many


@pytest.mark.parametrize("scene", SCENES)
def test_no_page_asks_much(scene: Callable[[], scenes.Scene]) -> None:
    seen, too_many = counted(scene())
    assert too_many == {}
    assert seen > 15


@pytest.mark.parametrize("until", ["stechen", "cut", "ko", "final"])
def test_nor_in_an_evening_with_corrections_and_people_who_left(until: str) -> None:
    played = rehearse(Order(40, 3, 7, until, ""), lambda text: None)
    t = Tournament.objects.get(slug=played.slug)
    table = Table.objects.filter(round__tournament=t).order_by("-id").first()
    assert table
    assert counted(scenes.scene(t, open_list=False, table_id=table.pk))[1] == {}
