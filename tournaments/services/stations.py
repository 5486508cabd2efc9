"""Physical tables, their codes, and the devices paired with them (product.md §4)."""

import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from django.db import OperationalError
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import Device, Pairing, Phase, Station, Tournament
from tournaments.models._base import NOT_VOID
from tournaments.queries.facts import load_facts
from tournaments.queries.stations import physical_tables
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._tables import table_label, void

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""30 signs that nobody confuses on paper: no 0 O 1 I L U."""
CODE_LENGTH = 6
LABEL_LENGTH = 80
NOT_OVER = [phase for phase in Phase.values if phase != Phase.FINISHED]
SEEN_EVERY = timedelta(minutes=1)


def new_code() -> str:
    """Six random signs: one of 729 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(text: str) -> str:
    """A code as somebody typed it: case, blanks and dashes do not matter."""
    return "".join(sign for sign in text.upper() if sign.isalnum())[:20]


def ensure_stations(t: Tournament, stage: str, count: int) -> dict[int, Station]:
    """The stations 1…count of a stage by number; missing ones are made. A code lasts all day."""
    stations = {s.number: s for s in Station.objects.filter(tournament=t, stage=stage)}
    missing = [number for number in range(1, count + 1) if number not in stations]
    codes = _free_codes(len(missing))
    for number, code in zip(missing, codes, strict=True):
        stations[number] = Station(tournament=t, stage=stage, number=number, code=code)
    Station.objects.bulk_create(stations[number] for number in missing)
    return {number: stations[number] for number in range(1, count + 1)}


def _free_codes(count: int) -> list[str]:
    """Codes nobody has; the database would refuse a second one in the same moment."""
    codes: dict[str, None] = {}
    while len(codes) < count:
        codes.setdefault(new_code())
    taken: Iterable[str] = Station.objects.filter(code__in=codes).values_list("code", flat=True)
    kept = [code for code in codes if code not in set(taken)]
    return kept if len(kept) == count else kept + _free_codes(count - len(kept))


@act("prepare_stations", *NOT_OVER)
def prepare_stations(t: Tournament, *, by: Actor) -> Outcome:
    """Codes for every table of the evening that has none: they can be printed before anything is drawn.

    Answer: {"made"}: how many.
    """
    facts = load_facts(t)
    for stage, count in physical_tables(facts).items():
        ensure_stations(t, stage, count)
    made = Station.objects.filter(tournament=t).count() - len(facts.codes)
    return Outcome(answer={"made": made}, data={"stations": made}, changed=made > 0)


@act("pair_device")
def pair_device(t: Tournament, *, by: Actor, code: str, token_hash: str, label: str = "") -> Outcome:
    """A device may enter results at the station with this code, until the tournament is finished.

    token_hash: SHA-256 (hex) of the device's cookie; the token itself never comes here, because
    answers and receipts are stored. Paired again changes nothing. Answer: {"station", "device"}.
    Refuses: code_unknown.
    """
    station = Station.objects.filter(tournament=t, code=tidy_code(code)).first()
    if station is None or t.phase == Phase.FINISHED:
        raise RuleViolation("code_unknown", field="code")
    device, _ = Device.objects.get_or_create(
        token_hash=token_hash, defaults={"label": label[:LABEL_LENGTH], "seen_at": timezone.now()}
    )
    known = Pairing.objects.filter(NOT_VOID, device=device, station=station).first()
    answer = {"station": station.pk, "device": device.pk}
    if known is not None and known.code_no == station.code_no:
        return Outcome(answer=answer, changed=False)
    if known is not None:
        void(known, by)
    Pairing.objects.create(device=device, station=station, code_no=station.code_no)
    return Outcome(answer=answer, data={**_log(station), "device": device.pk})


@act("unpair_device")
def unpair_device(t: Tournament, *, by: Actor, pairing_id: int) -> Outcome:
    """The desk takes a device off a table; pairing by the code is possible again.

    Refuses: pairing_gone.
    """
    pairing = Pairing.objects.filter(NOT_VOID, pk=pairing_id, station__tournament=t).first()
    if pairing is None:
        raise RuleViolation("pairing_gone")
    void(pairing, by)
    data = {**_log(pairing.station), "device": pairing.device_id}
    return Outcome(answer={"station": pairing.station_id, "device": pairing.device_id}, data=data)


@act("leave_table")
def leave_table(t: Tournament, *, by: Actor, station_id: int) -> Outcome:
    """A device takes itself off a table where it does not belong; its code brings it back.

    What it has entered stays. Answer: {"station"}. Refuses: not_paired.
    """
    pairing = Pairing.objects.filter(
        NOT_VOID, device=by.device_id, station=station_id, station__tournament=t
    ).first()
    if by.device_id is None or pairing is None:
        raise RuleViolation("not_paired")
    void(pairing, by)
    return Outcome(answer={"station": station_id}, data=_log(pairing.station))


@act("replace_code")
def replace_code(t: Tournament, *, by: Actor, station_id: int, seen: str = "") -> Outcome:
    """Another code for one table; devices paired with the old one are off it, sheets with it are void.
    seen: the code that the page showed.

    Answer: {"station", "code", "code_no"}; the log never holds a code. Refuses: station_gone · code_replaced.
    """
    station = Station.objects.filter(pk=station_id, tournament=t).first()
    if station is None:
        raise RuleViolation("station_gone")
    if seen not in ("", station.code):
        raise RuleViolation("code_replaced")
    (station.code,) = _free_codes(1)
    station.code_no += 1
    station.save(update_fields=["code", "code_no"])
    for pairing in Pairing.objects.filter(NOT_VOID, station=station):
        void(pairing, by)
    return Outcome(
        answer={"station": station.pk, "code": station.code, "code_no": station.code_no},
        data={**_log(station), "code_no": station.code_no},
    )


def note_seen(device: Device) -> None:
    """When a device last asked, to the minute. Outside every lock: it changes no tournament."""
    now = timezone.now()
    # In the future only after the clock was put back: then the note is wrong and is made again.
    if device.seen_at is not None and abs(now - device.seen_at) <= SEEN_EVERY:
        return
    # A busy database is no reason to show no page.
    with suppress(OperationalError):
        Device.objects.filter(pk=device.pk).update(seen_at=now)


def _log(station: Station) -> dict[str, int | str]:
    return {
        "stage": station.stage,
        "table": table_label(station.stage, station.number),
        "station": station.pk,
    }
