"""Evenings of which the lot protocol has something to tell."""

import json
from typing import Any

from django.test import Client

from tests.builders import add_players, fresh, make_tournament
from tests.playing import current, do, facts, play_round, play_table, table_of
from tests.tournaments.finish import evenings
from tournaments.models import LogEntry, Round, Tournament
from tournaments.services.cut import check_in_place, make_cut
from tournaments.services.knockout import draw_ko, void_ko
from tournaments.services.players import add_player
from tournaments.services.rounds import discard_draw, draw_round, publish_draw, redraw_round
from tournaments.services.seats import seat_late, swap_seats
from tournaments.services.tournaments import set_lot_number

REASON = "Zwei Brüder am selben Tisch"
CHANGES: dict[str, Any] = {
    "rounds": 3, "ko_tables": 2, "ko_seats": 4, "bonus_ranks": 0, "decide": "chain",
    "tie_breaks": ("fewer_lost_games",), "late_entry_until": 1,
}  # fmt: skip


def swapped(t: Tournament) -> None:
    """Somebody of table 1 and somebody of table 2 change seats."""
    one, two = table_of(t, 1).players[0], table_of(t, 2).players[1]
    do(swap_seats, t, round_id=current(t).id, first=one, second=two)


def in_round_two() -> Tournament:
    """13 people, then 14. Round 1: a draft drawn again, somebody late, a swap. Round 2: published, drawn
    again, that draft thrown away, drawn and published."""
    t = make_tournament(**CHANGES)
    add_players(t, 13)
    do(set_lot_number, t, number=4711)
    do(draw_round, t)
    do(redraw_round, t)
    swapped(t)
    do(publish_draw, t)
    late = do(add_player, t, first="Spät", last="Dran", present=True)["player"]
    do(seat_late, t, player=late, table_id=table_of(t, 2).id)
    play_round(t)
    do(draw_round, t)
    do(publish_draw, t)
    swapped(t)
    do(redraw_round, t, reason=REASON)
    do(discard_draw, t)
    do(draw_round, t)
    do(publish_draw, t)
    return t


def before_the_last_draw() -> Tournament:
    """All rounds are played, the cut is made, everybody is there."""
    t = in_round_two()
    play_round(t)
    play_round(t)
    all_here(t)
    return t


def all_here(t: Tournament, count: int = 8) -> None:
    """The Vorrunde is over: whoever has to throws, the cut is made, `count` people check in."""
    evenings.throw_all(t)
    do(make_cut, t)
    for place in facts(t).cut.places[:count]:
        do(check_in_place, t, player=place.player)


def drawn_ko() -> Tournament:
    """The K.O. was drawn, taken back and drawn; no result yet."""
    t = before_the_last_draw()
    do(draw_ko, t)
    do(void_ko, t, reason="verklickt")
    do(draw_ko, t)
    return t


def over() -> Tournament:
    """The first K.O. game has a result: no draw comes any more."""
    t = drawn_ko()
    play_table(t, 1)
    return t


def file_of(t: Tournament) -> dict[str, Any]:
    """The file as a guest gets it."""
    answer = Client().get(f"/{t.slug}/auslosung/protokoll.json")
    assert answer.status_code == 200
    found: dict[str, Any] = json.loads(answer.content)
    return found


def records(t: Tournament) -> list[dict[str, Any]]:
    """All protocols of draws, of rows and of the log, drafts too."""
    kept = [row.protocol for row in Round.objects.filter(tournament=t)]
    for data in LogEntry.objects.filter(tournament=t).values_list("data", flat=True):
        kept += [data["protocol"]] if "protocol" in data else data.get("drawn", [])
    return [record for record in kept if "seed" in record]


def secrets(t: Tournament) -> set[str]:
    """What may stand nowhere before the last draw: salt, seeds, digests, and any table of a plan that was
    not seated in just that order, however its numbers are divided."""
    found = {fresh(t).lot_salt}
    for record in records(t):
        seed = record["seed"]
        found |= {seed, seed.upper(), str(int(seed, 16)), record["digest"]}
        if isinstance(record["inputs"], dict):
            plans = [*record["plan"], *record["inputs"]["plan"]]
            tables = [table for tables in plans for table in tables]
            found |= {sign.join(map(str, table)) for table in tables for sign in SIGNS} - _seated(t)
    return found


SIGNS = (",", ", ", " · ", "-", " ", ";")


def _seated(t: Tournament) -> set[str]:
    seen = [table.players for round_ in facts(t).rounds for table in round_.tables]
    seen += [tuple(table) for record in records(t) for table in record["result"]]
    return {sign.join(map(str, table)) for table in seen for sign in SIGNS}
