"""A running evening in a few words: rounds, results and refusals over the services."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest

from scoring.errors import RuleViolation
from tests.builders import add_players, fresh, make_tournament
from tournaments.models import Device, LogEntry, Tournament
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.services._act import SYSTEM, Actor
from tournaments.services.cut import check_in_place, make_cut
from tournaments.services.knockout import draw_ko, form_final
from tournaments.services.results import record_game
from tournaments.services.rounds import close_round, draw_round, publish_draw


def do(service: Any, tournament: Tournament, **body: Any) -> dict[str, Any]:
    """The act, done by nobody in particular and never sent twice."""
    return service(tournament_id=tournament.pk, by=SYSTEM, **body)


def facts(tournament: Tournament) -> Facts:
    return load_facts(fresh(tournament))


def state(tournament: Tournament) -> Facts:
    """What every page is made of, without revision and times: equal states make equal pages."""
    found = facts(tournament)
    found.tournament.revision = 0
    return found


@contextmanager
def refused(code: str, **params: Any) -> Iterator[None]:
    """The act is refused by this code (with these params among others)."""
    with pytest.raises(RuleViolation) as caught:
        yield
    assert caught.value.code == code
    assert params.items() <= caught.value.params.items()


def refusal(code: str, work: Any, **values: Any) -> RuleViolation:
    """With what this work is refused, which must be by this code."""
    with pytest.raises(RuleViolation) as caught:
        work(by=SYSTEM, **values)
    assert caught.value.code == code
    return caught.value


def make_device(name: str = "eins") -> Actor:
    device, _ = Device.objects.get_or_create(token_hash=name * 3, defaults={"label": name})
    return Actor(device_id=device.pk)


def started(players: int = 8, **format_changes: Any) -> Tournament:
    """A tournament whose first round is published."""
    tournament = make_tournament(**format_changes)
    add_players(tournament, players)
    start_round(tournament)
    return tournament


def start_round(tournament: Tournament) -> RoundFact:
    draw_round(tournament_id=tournament.pk, by=SYSTEM)
    publish_draw(tournament_id=tournament.pk, by=SYSTEM)
    return current(tournament)


def current(tournament: Tournament) -> RoundFact:
    found = facts(tournament).current
    assert found is not None
    return found


def table_of(tournament: Tournament, number: int = 1, stage: str | None = None) -> TableFact:
    """A table of the open round (of `stage`: of its last round), as it is now."""
    rounds = facts(tournament).stage(stage) if stage else [current(tournament)]
    table = rounds[-1].table(number)
    assert table is not None
    return table


def record(
    tournament: Tournament, table: TableFact, *losers: int | None, by: Actor = SYSTEM, **over: Any
) -> dict[str, Any]:
    """Send a result the way a device does that saw `table`; losers: half 1, half 2, Endkampf."""
    found = facts(tournament)
    round_ = next(r for r in found.rounds for t in r.tables if t.id == table.id)
    body: dict[str, Any] = {
        "table_id": table.id,
        "draw_no": round_.draw_no,
        "game": found.next_game(round_, table) or max(table.results, default=0) + 1,
        "version": table.version,
        **dict(zip(("half1", "half2", "endkampf"), losers, strict=False)),
    }
    return record_game(tournament_id=tournament.pk, by=by, **(body | over))


def play_table(tournament: Tournament, number: int, *, by: Actor = SYSTEM) -> dict[str, Any]:
    """The next game of a table: its first player who is there loses both halves."""
    table = table_of(tournament, number)
    game = facts(tournament).next_game(current(tournament), table)
    loser = table.present(game or 1)[0]
    return record(tournament, table, loser, None if table.is_scharf(game or 1) else loser, by=by)


def play_round(tournament: Tournament) -> None:
    """Play and close the open round, drawing it first when there is none."""
    if facts(tournament).current is None:
        start_round(tournament)
    for table in current(tournament).tables:
        while facts(tournament).next_game(current(tournament), table_of(tournament, table.number)):
            play_table(tournament, table.number)
    close_round(tournament_id=tournament.pk, by=SYSTEM)


def at_ko(players: int = 8, **format_changes: Any) -> Tournament:
    """A tournament whose K.O. tables are drawn: by default two tables of four, everybody goes on."""
    changes = {"rounds": 1, "ko_tables": 2, "ko_seats": 4, "bonus_ranks": 0, "decide": "chain",
               "tie_breaks": ("fewer_lost_games",), "late_entry_until": 1} | format_changes  # fmt: skip
    tournament = started(players, **changes)
    play_round(tournament)
    make_cut(tournament_id=tournament.pk, by=SYSTEM)
    for place in facts(tournament).cut.places[: facts(tournament).plan.qualifiers]:
        check_in_place(tournament_id=tournament.pk, by=SYSTEM, player=place.player)
    draw_ko(tournament_id=tournament.pk, by=SYSTEM)
    return tournament


def lose_ko(tournament: Tournament, number: int, player: int, **over: Any) -> dict[str, Any]:
    """`player` loses the next game of a K.O. table (or of the final)."""
    return record(tournament, table_of(tournament, number), player, player, **over)


def finish_ko_table(tournament: Tournament, number: int) -> None:
    """The players in the highest seats lose until the table stops."""
    found = facts(tournament)
    table = table_of(tournament, number)
    while found.next_game(found.current, table) is not None:
        alive = [p for p, marks in found.fold(found.current, table).left.items() if marks > 0]
        lose_ko(tournament, number, alive[-1])
        found = facts(tournament)
        table = table_of(tournament, number)


def at_final(**format_changes: Any) -> Tournament:
    """As `at_ko`, with both tables played and the final formed."""
    tournament = at_ko(**format_changes)
    for number in (1, 2):
        finish_ko_table(tournament, number)
    form_final(tournament_id=tournament.pk, by=SYSTEM)
    return tournament


def sent_twice(service: Any, tournament: Tournament, *, by: Actor = SYSTEM, **body: Any) -> dict[str, Any]:
    """Do it with a key, again with the same key: the same answer and nothing more happened."""
    key = uuid4()
    first = service(tournament_id=tournament.pk, by=by, key=key, **body)
    revision, entries = fresh(tournament).revision, LogEntry.objects.count()
    again = service(tournament_id=tournament.pk, by=by, key=key, **body)
    assert again == first
    assert (fresh(tournament).revision, LogEntry.objects.count()) == (revision, entries)
    return first
