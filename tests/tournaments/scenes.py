"""Moments of an evening in which everything that an address can name exists."""

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.builders import HELFER, LEITUNG, add_players, as_user, make_tournament, make_user
from tests.playing import current, facts, make_device, record, start_round, table_of
from tests.tournaments.finish import evenings
from tests.tournaments.registration.lists import read, written
from tournaments.access import hash_token
from tournaments.models import Absence, Conflict, Pairing, Station, Stechen, StechenThrow, Tournament
from tournaments.queries.standings import stechen_groups
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show
from tournaments.services.final import finish
from tournaments.services.rounds import draw_round
from tournaments.services.stations import pair_device
from tournaments.services.stechen import enter_throws, open_stechen

TOKEN, OTHER_TOKEN = "device-of-table-one", "device-of-table-two"

PARAMETERS = (
    "slug", "number", "game", "table_id", "user_id", "import_id", "job_id", "round_id", "station_id", "code",
    "pairing_id", "conflict_id", "absence_id", "stechen_id", "throw_id",
)  # fmt: skip
"""What addresses name; every scene has a value for each."""


@dataclass(frozen=True)
class Scene:
    """values: what the parameters of an address stand for."""

    tournament: Tournament
    values: dict[str, Any]


def running() -> Scene:
    """Round 1 is played: a conflict at table 1, somebody missing at table 2, a list and a print waiting."""
    t = make_tournament()
    add_players(t, 8)
    start_round(t)
    one, two = table_of(t, 1), table_of(t, 2)
    pair(t, one.number, TOKEN)
    pair(t, two.number, OTHER_TOKEN)
    first, second = one.players[:2]
    record(t, one, first, first, by=make_device("eins"))
    record(t, one, second, second, by=make_device("zwei"))
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=two.id, player=two.players[0])
    as_user(Client(), LEITUNG).post(reverse("desk:print", args=[t.slug, "sheets", 1]))
    return scene(t, table_id=one.id)


def pair(t: Tournament, number: int, token: str, stage: str = "vorrunde") -> None:
    station = Station.objects.get(tournament=t, stage=stage, number=number)
    pair_device(tournament_id=t.pk, by=SYSTEM, code=station.code, token_hash=hash_token(token))


def set_up() -> Scene:
    t = make_tournament(open_=False)
    add_players(t, 8, present=False)
    return scene(t)


def registration() -> Scene:
    t = make_tournament()
    add_players(t, 8)
    return scene(t)


def draft() -> Scene:
    """Round 1 is drawn and not published."""
    t = make_tournament()
    add_players(t, 8)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    return scene(t)


def throwing() -> Scene:
    """The Vorrunde is over; a Stechen about the cut is open and one has thrown."""
    t = evenings.played(evenings.CUT_TIED_3)
    group = next(group for group in stechen_groups(facts(t)) if not group.decided)
    thrower, *_ = players = sorted(group.group.players)
    opened = open_stechen(tournament_id=t.pk, by=SYSTEM, players=players)
    throw = [{"player": thrower, "dice": "653"}]
    enter_throws(tournament_id=t.pk, by=SYSTEM, stechen_id=opened["stechen"], throws=throw)
    return scene(t, open_list=False)


def cut() -> Scene:
    return scene(evenings.at_cut(), open_list=False)


def ko() -> Scene:
    t = evenings.in_ko()
    return scene(t, open_list=False, table_id=current(t).tables[0].id)


def final() -> Scene:
    t = evenings.in_final()
    return scene(t, open_list=False, table_id=current(t).tables[0].id)


def finished() -> Scene:
    t = evenings.in_final()
    table_id = current(t).tables[0].id
    evenings.play_all(t)
    finish(tournament_id=t.pk, by=SYSTEM)
    return scene(t, open_list=False, table_id=table_id)


def scene(t: Tournament, *, open_list: bool = True, table_id: int = 0) -> Scene:
    """What exists at this moment; 0 for what does not, because who is not let in never learns that."""
    station = Station.objects.filter(tournament=t).order_by("id").first()
    values = {
        "slug": t.slug,
        "number": 1,
        "game": 1,
        "table_id": table_id,
        "user_id": make_user(HELFER, "noch jemand").pk,
        "import_id": read(t, written("Inge;Jansen")) if open_list else 0,
        "job_id": _first(t.jobs),
        "round_id": _first(t.rounds),
        "station_id": station.pk if station else 0,
        "code": station.code if station else "ABCDEF",
        "pairing_id": _first(Pairing.objects.filter(station__tournament=t)),
        "conflict_id": _first(Conflict.objects.filter(table__round__tournament=t)),
        "stechen_id": _first(Stechen.objects.filter(tournament=t)),
        "throw_id": _first(StechenThrow.objects.filter(entry__stechen__tournament=t)),
        "absence_id": _first(Absence.objects.filter(table__round__tournament=t)),
    }
    assert set(values) == set(PARAMETERS)
    return Scene(t, values)


def _first(rows: Any) -> int:
    row = rows.order_by("id").first()
    return row.pk if row else 0
