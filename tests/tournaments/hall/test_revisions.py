"""What open pages poll for: known at once here, soon from elsewhere, never for what is not public."""

import pytest

from tests.builders import fresh, make_tournament
from tests.playing import current, play_table, started
from tournaments.live import Revisions, revisions
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def asked(client, t):
    return client.get(f"/{t.slug}/revision/").content.decode()


@pytest.fixture(autouse=True)
def _never_old(monkeypatch):
    """What was read once is believed until a hint comes, however slow the machine is."""
    monkeypatch.setattr(revisions, "_seconds", 3600)


def test_a_commit_of_this_process_is_known_at_once(client, django_capture_on_commit_callbacks):
    t = started(8)
    assert asked(client, t) == str(fresh(t).revision)
    with django_capture_on_commit_callbacks(execute=True):
        play_table(t, 1)
    assert asked(client, t) == str(fresh(t).revision)


def test_between_two_reads_nobody_asks_the_database(client, django_assert_num_queries):
    t = started(8)
    asked(client, t)
    with django_assert_num_queries(0):
        asked(client, t)


def test_a_commit_of_another_process_is_read_from_the_database():
    t = started(8)
    known = Revisions(seconds=0)
    assert known.of(t.slug) == fresh(t).revision
    Tournament.objects.filter(pk=t.pk).update(revision=999)
    assert known.of(t.slug) == 999


def test_what_is_not_public_has_no_revision(client):
    t = make_tournament(open_=False)
    for _ in range(2):
        assert client.get(f"/{t.slug}/revision/").status_code == 404
        assert client.get("/gibt-es-nicht/revision/").status_code == 404


def test_a_block_is_never_older_than_what_another_process_has_committed(client):
    """The stream tells a page once that its block is another one; no second word follows."""
    t = started(8)
    table = current(t).tables[0]
    address = f"/{t.slug}/teil/ich/{table.players[0]}/"
    assert "Jetzt an" in client.get(address).content.decode()
    assert revisions.of(t.slug)  # and believed from now on, as in a process that does not commit itself
    play_table(t, table.number)
    assert "ist fertig" in client.get(address).content.decode()
