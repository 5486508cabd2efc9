"""The stream's address as anybody may ask for it: who gets what, in which language, under which headers."""

import pytest
from django.test import Client

from tests.builders import fresh, make_tournament
from tests.playing import started
from tests.tournaments.live.asking import ask, local, page_of
from tournaments.live.kept import Snapshots
from tournaments.views.hall import PARTS
from tournaments.views.stream import Streams

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def streams() -> Streams:
    return local()


def test_every_part_comes_as_its_view_shows_it(streams: Streams) -> None:
    t = fresh(started(8))
    for tail in [*(f"teil/{part}/" for part in sorted(PARTS)), "beamer/0/", "beamer/7/"]:
        path = f"/live/{t.slug}/{tail}"
        found = ask(streams, path)
        assert found.status == 200
        assert found.state == page_of(path)
        assert found.events[-1].startswith(f"id: {t.revision}-")


def test_the_language_is_chosen_as_for_pages(streams: Streams) -> None:
    path = f"/live/{started(8).slug}/teil/regeln/"
    for headers in ({"accept_language": "en"}, {"accept_language": "de", "cookie": "django_language=en"}):
        assert ask(streams, path, **headers).state == page_of(path, accept_language="en")
    assert ask(streams, path).state == page_of(path, accept_language="de")


def test_what_no_guest_may_see_has_no_stream(streams: Streams) -> None:
    t, hidden = started(8), make_tournament(name="Versteckt", open_=False)
    wrong = [
        f"{hidden.slug}/teil/stand/", "gibt-es-nicht/teil/stand/", f"{t.slug}/teil/geheim/",
        f"{t.slug}/beamer/100/", f"{t.slug}/stand/", f"{t.slug}/revision/", "leitung/", "", "t/",
    ]  # fmt: skip
    for tail in wrong:
        found = ask(streams, f"/live/{tail}")
        assert (found.status, found.texts) == (404, [""]), tail
    assert streams.hub.count == 0


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_it_only_answers(streams: Streams, method: str) -> None:
    found = ask(streams, f"/live/{started(8).slug}/teil/stand/", method=method)
    assert (found.status, found.headers["allow"], found.texts) == (405, "GET, HEAD", [""])


def test_head_opens_nothing(streams: Streams) -> None:
    found = ask(streams, f"/live/{started(8).slug}/teil/stand/", method="HEAD")
    assert (found.status, found.texts, found.ended) == (200, [""], True)
    assert found.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert ask(streams, "/live/nein/teil/stand/", method="HEAD").status == 404
    assert streams.hub.count == 0


def test_its_headers_are_those_of_a_page_and_no_proxy_keeps_it(streams: Streams) -> None:
    t = started(8)
    page = Client().get(f"/{t.slug}/teil/stand/")
    for path in (f"/live/{t.slug}/teil/stand/", "/live/nein/teil/stand/"):
        found = ask(streams, path).headers
        for name in (
            "content-security-policy", "x-frame-options", "x-content-type-options", "referrer-policy"
        ):  # fmt: skip
            assert found[name] == page.headers[name]
        assert (found["cache-control"], found["x-accel-buffering"]) == ("no-store", "no")
        assert "set-cookie" not in found


def test_a_host_of_somebody_else_is_refused(streams: Streams) -> None:
    assert ask(streams, f"/live/{started(8).slug}/teil/stand/", host="evil.example").status == 400


def test_whoever_has_the_state_gets_a_sign_of_life_only(streams: Streams) -> None:
    path = f"/live/{started(8).slug}/teil/stand/"
    id_ = ask(streams, path).events[-1].split("\n")[0].removeprefix("id: ")
    for again in (ask(streams, path, query=f"id={id_}"), ask(streams, path, last_event_id=id_)):
        assert [text.split("\n")[0] for text in again.events[1:]] == ["event: beat"]
    # What the browser says itself is newer than what the page said when it opened the stream.
    assert ask(streams, path, query=f"id={id_}", last_event_id="1-alt").state
    assert ask(streams, path, query="id=" + "x" * 5000).state


def test_a_full_house_says_when_to_come_again() -> None:
    found = ask(local(limit=0), f"/live/{started(8).slug}/teil/stand/")
    assert (found.status, found.headers["retry-after"]) == (503, "30")


def test_a_part_that_cannot_be_rendered_is_no_stream(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(key: object) -> None:
        raise OSError

    monkeypatch.setattr(streams.hub, "_render", fail)
    path = f"/live/{started(8).slug}/teil/stand/"
    assert ask(streams, path).status == 503
    assert streams.hub.count == 0


def test_only_pages_of_a_server_with_streams_are_told_to_listen() -> None:
    t = fresh(started(8))
    for address in (f"/{t.slug}/stand/", f"/{t.slug}/beamer/"):
        assert "data-stream" not in Client().get(address).content.decode()
        routed = Client().get(address, **{"asgi.scope": {}}).content.decode()
        assert f'data-stream="{t.revision}-' in routed


def test_a_database_that_came_back_older_shows_nothing_of_what_it_forgot() -> None:
    """It counts the same revisions again, for other results."""
    kept: Snapshots[str] = Snapshots()
    forgotten, another = (1, 57, "stand", "de"), (2, 57, "stand", "de")
    for key in (forgotten, another):
        kept.get(key, lambda: "vorher")
    assert kept.known(forgotten) == "vorher"
    assert kept.get((1, 50, "jetzt", "de"), lambda: "älter") == "älter"
    assert kept.known(forgotten) is None
    assert kept.get(forgotten, lambda: "nachher") == "nachher"
    assert kept.known(another) == "vorher"
