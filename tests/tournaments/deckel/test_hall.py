"""What the hall sees of a protocol: K.O. and final only, once somebody writes, and never a draft."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import fresh
from tests.playing import at_ko, do, facts, finish_ko_table, play_table, record, started, table_of
from tests.tournaments.deckel.told import settle, take_back
from tests.tournaments.finish.evenings import in_final
from tournaments.live import revisions, snapshots
from tournaments.queries.deckel_view import public_protocols
from tournaments.queries.public import hall_view
from tournaments.services.absences import mark_left
from tournaments.services.knockout import form_final
from tournaments.services.tournaments import change_format

pytestmark = pytest.mark.django_db


def phone(client, t, name="finale"):
    return client.get(f"/{t.slug}/{name}/").content.decode()


def projector(client, t):
    return client.get(f"/{t.slug}/beamer/0/").content.decode()


def test_it_is_seen_from_the_first_throwing_round_on_and_goes_on_with_the_next_game(client):
    t = in_final()
    a, *_ = table_of(t).players
    for page in (phone(client, t), projector(client, t)):
        assert "Stock" not in page
        assert 'class="pile"' not in page
    settle(t, a, 4)
    name = facts(t).players[a].name
    assert "Stock 9" in phone(client, t)
    assert "4 Deckel" in phone(client, t)
    for page in (phone(client, t), projector(client, t)):
        assert "Spiel 1, Hälfte 1" in page
        assert f'<bdi class="n">{name}</bdi> nimmt 4 aus dem Stock' in page
    take_back(t)
    assert "Stock" not in phone(client, t)
    settle(t, a, 4)
    record(t, table_of(t), a, a)
    assert "Stock 13" in phone(client, t)
    assert "Deckel im Stock" in projector(client, t)
    assert not any("Wurfrunde" in page for page in (phone(client, t), projector(client, t)))
    record(t, table_of(t), a, a)
    for page in (phone(client, t), projector(client, t)):
        assert "Stock" not in page


def test_it_says_who_is_safe_and_who_begins_and_what_half_is_lost(client):
    t = in_final()
    a, b, c, *rest = table_of(t).players
    for loser, deckel in ((a, 6), (b, 6), (c, 1)):
        settle(t, loser, deckel)
    for page in (phone(client, t), projector(client, t)):
        assert "Endrunde ohne Stock" in page
        assert page.count("sicher") == len(rest)
        assert "beginnt" in page
    settle(t, b, None, a)
    name = facts(t).players[b].name
    for page in (phone(client, t), projector(client, t)):
        assert f'Wurfrunde 4: <bdi class="n">{name}</bdi> bekommt alle Deckel. <b>Hälfte 1' in page
        assert f'Hälfte 1 verloren: <bdi class="n">{name}</bdi>' in page
        assert "Spiel 1, Hälfte 2" in page
    do(mark_left, t, table_id=table_of(t).id, player=a)
    assert "ist gegangen" in phone(client, t)
    assert f"<s><bdi>{facts(t).players[a].name}</bdi></s>" in phone(client, t)


def test_a_ko_table_has_a_line_on_the_phone_and_nothing_on_the_projector(client):
    t = at_ko(deckel_protocol="ko")
    settle(t, table_of(t, 2).players[0], 3, number=2)
    assert phone(client, t, "ko").count("Hälfte 1, Stock 10") == 1
    assert "Stock" not in projector(client, t)
    finish_ko_table(t, 2)
    assert "Stock 10" not in phone(client, t, "ko")
    finish_ko_table(t, 1)
    do(form_final, t)
    assert "Stock" not in phone(client, t, "ko")


def test_the_vorrunde_is_never_shown(client):
    t = started(8, deckel_protocol="all")
    a, *_ = table_of(t).players
    settle(t, a, 3)
    for name in ("jetzt", "auslosung", "stand", "ko", "finale"):
        text = client.get(f"/{t.slug}/teil/{name}/").content.decode()
        assert "Stock" not in text
        assert "Wurfrunde" not in text
    assert "Wurfrunde" not in projector(client, t)
    assert public_protocols(hall_view(facts(t)).facts, facts(t).current) == {}
    play_table(t, 1)
    assert "Wurfrunde" not in projector(client, t)


def test_a_switch_that_says_no_hides_it(client):
    t = in_final()
    settle(t, table_of(t).players[0], 3)
    do(change_format, t, changes={"deckel_protocol": "none"})
    assert "Stock" not in phone(client, t)
    assert "Stock" not in projector(client, t)


def test_the_hall_follows_by_the_revision(client):
    t = in_final()
    before = int(client.get(f"/{t.slug}/revision/").content)
    settle(t, table_of(t).players[0], 3)
    revisions.clear()
    assert int(client.get(f"/{t.slug}/revision/").content) == before + 1 == fresh(t).revision


@pytest.mark.parametrize("name", ["finale", "beamer"])
def test_one_query_more_at_most(client, name):
    t = in_final()
    counts = []
    for rounds in (0, 1, 9):
        for _ in range(rounds):
            settle(t, table_of(t).players[0], 1)
        snapshots.clear()
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/{t.slug}/{name}/")
        counts.append(len(asked))
    assert counts[0] == counts[1] == counts[2] <= 15
