"""Codes and devices: six signs, a hashed cookie, revocable one by one (product.md §4)."""

import pytest

from tests.builders import fresh, last_log
from tests.playing import current, do, refused, sent_twice, started, state
from tournaments.access import hash_token, stations_for
from tournaments.messages.log import log_text
from tournaments.models import Device, LogEntry, Pairing, Receipt, Station
from tournaments.services import stations
from tournaments.services._act import SYSTEM, Actor
from tournaments.services.stations import (
    ALPHABET,
    ensure_stations,
    leave_table,
    new_code,
    note_seen,
    pair_device,
    replace_code,
    tidy_code,
    unpair_device,
)

pytestmark = pytest.mark.django_db
TOKEN = "t" * 22


def station(tournament, number=1):
    return Station.objects.get(tournament=tournament, stage="vorrunde", number=number)


def paired(tournament, number=1, token=TOKEN):
    code = station(tournament, number).code
    return do(pair_device, tournament, code=code, token_hash=hash_token(token), label="iPad")


def test_codes_are_six_signs_that_nobody_confuses():
    assert len(ALPHABET) == len(set(ALPHABET)) == 30
    assert not set("0O1ILU") & set(ALPHABET)
    codes = {new_code() for _ in range(500)}
    assert len(codes) > 490  # of 729 million; chance may give one of them twice
    assert all(len(code) == 6 and set(code) <= set(ALPHABET) for code in codes)


def test_a_code_is_read_as_people_type_it():
    assert tidy_code(" ab-c 2 3d\n") == "ABC23D"


def test_a_code_that_a_table_has_is_given_to_no_other(monkeypatch):
    t = started(8)
    drawn = iter([station(t).code, "NEU222"])
    monkeypatch.setattr(stations, "new_code", lambda: next(drawn))
    assert ensure_stations(t, "ko", 1)[1].code == "NEU222"


def test_stations_keep_their_code_all_day():
    t = started(8)
    before = {s.number: s.code for s in Station.objects.filter(tournament=t)}
    made = ensure_stations(fresh(t), "vorrunde", 4)
    assert list(made) == [1, 2, 3, 4]
    assert {n: made[n].code for n in before} == before
    assert ensure_stations(fresh(t), "vorrunde", 4) == made
    assert ensure_stations(fresh(t), "ko", 1)[1].code not in before.values()


def test_a_code_pairs_once_and_the_cookie_is_known_by_its_hash():
    t = started(8)
    first = paired(t)
    revision = fresh(t).revision
    assert paired(t) == first
    assert fresh(t).revision == revision
    device = Device.objects.get()
    assert stations_for(device) == [station(t)]
    assert (device.token_hash, device.label) == (hash_token(TOKEN), "iPad")
    stored = str([list(m.objects.values()) for m in (Device, Pairing, Receipt, LogEntry)])
    assert TOKEN not in stored
    assert station(t).code not in stored


def test_one_device_holds_several_tables():
    t = started(8)
    paired(t, 1)
    paired(t, 2)
    assert [s.number for s in stations_for(Device.objects.get())] == [1, 2]


def test_tables_of_two_tournaments_keep_their_order():
    older, newer = started(4), started(4)
    paired(newer)
    paired(older)
    assert [s.tournament for s in stations_for(Device.objects.get())] == [older, newer]


@pytest.mark.parametrize("code", ["", "ABC", "ZZZZZZ", "'; drop"])
def test_a_wrong_code_pairs_nothing(code):
    t = started(4)
    with refused("code_unknown"):
        do(pair_device, t, code=code, token_hash=hash_token(TOKEN))
    assert not Device.objects.exists()


def test_the_desk_takes_a_device_off_and_it_can_come_back():
    t = started(4)
    paired(t)
    pairing = Pairing.objects.get()
    sent_twice(unpair_device, t, pairing_id=pairing.pk)
    assert stations_for(Device.objects.get()) == []
    with refused("pairing_gone"):
        do(unpair_device, t, pairing_id=pairing.pk)
    paired(t)
    assert stations_for(Device.objects.get()) == [station(t)]


def test_a_device_takes_itself_off_a_table_and_its_code_brings_it_back():
    t = started(8)
    paired(t, 1)
    paired(t, 2)
    device = Device.objects.get()
    other = do(pair_device, t, code=station(t).code, token_hash=hash_token("x" * 22))["device"]
    me = Actor(device_id=device.pk)
    sent_twice(leave_table, t, by=me, station_id=station(t).pk)
    assert [s.number for s in stations_for(device)] == [2]
    assert [s.number for s in stations_for(Device.objects.get(pk=other))] == [1]
    assert last_log(t).device_id == device.pk
    assert log_text(last_log(t).act, last_log(t).data) == "Gerät hat sich von Tisch 1 getrennt"
    for nobody in (me, SYSTEM):
        with refused("not_paired"):
            leave_table(tournament_id=t.pk, by=nobody, station_id=station(t).pk)
    paired(t, 1)
    assert [s.number for s in stations_for(device)] == [1, 2]


def test_replacing_a_code_is_for_one_table_only():
    t = started(8)
    paired(t, 1)
    paired(t, 2)
    old = station(t).code
    before = state(t)
    answer = sent_twice(replace_code, t, station_id=station(t).pk)
    assert answer["code"] == station(t).code != old
    assert answer["code_no"] == 2
    assert [s.number for s in stations_for(Device.objects.get())] == [2]
    with refused("code_unknown"):
        do(pair_device, t, code=old, token_hash=hash_token(TOKEN))
    assert old not in str(last_log(t).data)
    assert answer["code"] not in str(last_log(t).data)
    assert [x.players for x in current(t).tables] == [x.players for x in before.current.tables]
    paired(t, 1)
    assert len(stations_for(Device.objects.get())) == 2
    with refused("station_gone"):
        do(replace_code, t, station_id=0)


def test_when_a_device_was_seen_is_noted_once_a_minute():
    t = started(4)
    paired(t)
    Device.objects.update(seen_at=None)
    device = Device.objects.get()
    note_seen(device)
    first = Device.objects.get().seen_at
    note_seen(Device.objects.get())
    assert Device.objects.get().seen_at == first is not None
