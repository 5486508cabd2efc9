"""The database does not answer: desk, table, hall and JSON are told so in words, and it goes on by itself."""

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from tests.builders import as_user
from tests.playing import started, table_of
from tests.tournaments.referee.device import at, entry, pair, send
from tournaments.models import Result, Station
from tournaments.services._gone import storage_gone

SENTENCE = "Der Speicher mit den Daten des Turniers antwortet gerade nicht."


def unreachable() -> OperationalError:
    """As psycopg and Django say it: nobody listens at port 9."""
    error = OperationalError("text")
    with pytest.raises(psycopg.OperationalError) as away:
        psycopg.connect("postgres://nobody@127.0.0.1:9/none", connect_timeout=5)
    error.__cause__ = away.value
    return error


def told_by_postgresql(kind: type[psycopg.Error], django: type[Exception] = OperationalError) -> Exception:
    error = django("translated by the server")
    error.__cause__ = kind("translated by the server")
    return error


GONE = {
    "unreachable": unreachable,
    "shut down": lambda: told_by_postgresql(psycopg.errors.AdminShutdown),
    "starts": lambda: told_by_postgresql(psycopg.errors.CannotConnectNow),
    "full of others": lambda: told_by_postgresql(psycopg.errors.TooManyConnections),
    "closed": lambda: told_by_postgresql(psycopg.InterfaceError, InterfaceError),
    "locked": lambda: OperationalError("database is locked"),
    "no file": lambda: OperationalError("unable to open database file"),
}


@pytest.fixture(params=GONE)
def away(request):
    """While it is entered no question is answered."""
    error = GONE[request.param]()

    def ask(*args):
        raise error

    return lambda: connection.execute_wrapper(ask)


def quiet() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_everybody_is_told_what_it_is_and_when_to_come_back(away):
    t, desk, guest = started(4), as_user(quiet()), quiet()
    code = Station.objects.first().code
    for client, path in (
        (desk, reverse("desk:standings", args=[t.slug])),
        (guest, reverse("hall:now", args=[t.slug])),
        (guest, reverse("hall:beamer", args=[t.slug])),
        (guest, f"/t/{code}"),
    ):
        with away():
            answer = client.get(path)
        page = answer.content.decode()
        assert (answer.status_code, answer["Retry-After"]) == (503, "10"), path
        assert SENTENCE in page
        assert "Traceback" not in page


@pytest.mark.django_db
def test_scripts_and_english_readers_are_told_in_their_language(away):
    t, desk = started(4), as_user(quiet())
    with away():
        english = desk.get(reverse("hall:now", args=[t.slug]), headers={"accept-language": "en"})
        public = desk.get(reverse("api:tournament", args=[t.slug]))
        page = reverse("desk:standings", args=[t.slug])
        script = desk.get(page, headers={"X-Requested-With": "fetch"})
    assert "The storage with the tournament" in english.content.decode()
    assert (public.status_code, public.json()) == (503, {"error": "not_available"})
    assert (public["Retry-After"], public["Access-Control-Allow-Origin"]) == ("10", "*")
    assert (script.status_code, script.json()["error"]) == (503, "storage_gone")


@pytest.mark.django_db
def test_a_table_is_told_in_json_and_sends_again(away):
    t, client = started(4), quiet()
    found, table = pair(client, t), table_of(t)
    body = entry(t, table, table.players[0], table.players[0])
    with away():
        answer = send(client, found, "result", body)
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert SENTENCE in answer.json()["sentence"]
    assert send(client, found, "result", body).status_code == 200
    assert Result.objects.count() == 1


def test_other_errors_are_no_silence_of_the_database():
    for other in (
        OperationalError("no such table: x"),
        told_by_postgresql(psycopg.errors.DiskFull),
        ConnectionRefusedError("Redis"),
        None,
    ):
        assert not storage_gone(other)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_server_that_ends_our_connection():
    """As when PostgreSQL is started again: told once, then everything goes on."""
    t, client = started(4), quiet()
    found = pair(client, t)
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    answer = client.get(at("table", found))
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (503, True)
    connection.close()
    assert client.get(at("table", found)).status_code == 200
