"""Where the two answers of a conflict came from, in words of the hall (C8)."""

import pytest

from tests.builders import by
from tests.playing import at_final, facts, make_device, record, started, table_of
from tests.tournaments.desk.asking import get, text
from tournaments.models import Device
from tournaments.queries.log import whole_log
from tournaments.services._act import Actor

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def page(t, number: int = 1) -> str:
    return text(get(t, "table", table_of(t, number).id))


def test_a_conflict_with_the_desk_names_who_typed_it():
    t = started(8)
    table = table_of(t)
    a, b, *_ = table.players
    record(t, table, a, a, by=by("Helfer"))
    record(t, table, b, b, by=make_device("Android"))
    found = page(t)
    assert "Turnierleitung (helfer)" in found
    assert "Tablet an Tisch 1" in found
    other = table_of(t, 2)
    c, d, *_ = other.players
    record(t, other, c, c, by=make_device("Linux"))
    record(t, other, d, d, by=by())
    found = page(t, 2)
    assert "Laptop an Tisch 2" in found
    assert "Turnierleitung (leitung)" in found


def test_two_of_the_same_kind_are_told_apart():
    t = started(8)
    table = table_of(t)
    a, b, *_ = table.players
    one, two = Device.objects.create(token_hash="1"), Device.objects.create(token_hash="2")
    record(t, table, a, a, by=Actor(device_id=one.pk))
    record(t, table, b, b, by=Actor(device_id=two.pk))
    assert "Gerät an Tisch 1" in page(t)
    assert "noch ein Gerät: Gerät an Tisch 1" in page(t)


def test_the_log_names_the_table_from_which_a_device_sent_the_final_too():
    t = started(8)
    record(t, table_of(t, 2), *table_of(t, 2).players[:1] * 2, by=make_device("Android"))
    assert [*whole_log(facts(t))][-1].who == "Tablet an Tisch 2"
    t = at_final()
    record(t, table_of(t), *table_of(t).players[:1] * 2, by=make_device("Android"))
    assert [*whole_log(facts(t))][-1].who == "Tablet am Finaltisch"
