"""Everything that is typed and gets on paper is refused at its field when no font draws it."""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scoring.errors import RuleViolation
from tests.builders import as_user, fresh
from tests.playing import at_ko, current, do, facts, record, started, table_of
from tests.tournaments.finish.evenings import TWO_TIES, at_cut, in_final, play_all, played
from tournaments import services
from tournaments.models import Tournament
from tournaments.queries.standings import stechen_groups
from tournaments.services.absences import give_walkover, mark_left, mark_no_show, void_table
from tournaments.services.accounts import add_helper
from tournaments.services.corrections import correct_game
from tournaments.services.cut import void_cut
from tournaments.services.final import finish, reopen_finished
from tournaments.services.knockout import dissolve_final, void_ko
from tournaments.services.players import exclude_player, withdraw_player
from tournaments.services.rounds import redraw_round
from tournaments.services.seats import swap_seats
from tournaments.services.stechen import open_stechen, void_stechen

pytestmark = pytest.mark.django_db
UNPRINTABLE = "wegen 田中"

Made = tuple[Tournament, dict[str, Any]]


def at_table(player: bool = False) -> Made:
    t = started(8)
    table = table_of(t, 1)
    return t, {"table_id": table.id, **({"player": table.players[0]} if player else {})}


def nearly_alone() -> Made:
    t = started(3)
    table = table_of(t, 1)
    for player in table.players[1:]:
        do(mark_no_show, t, table_id=table.id, player=player)
    return t, {"table_id": table.id}


def with_result() -> Made:
    t = started(8)
    table = table_of(t, 1)
    one = table.players[0]
    record(t, table, one, one)
    answer = {"game": 1, "half1": table.players[1], "half2": table.players[1], "endkampf": None}
    return t, {"table_id": table.id, **answer}


def swapped() -> Made:
    t = started(8)
    one, two = table_of(t, 1), table_of(t, 2)
    return t, {"round_id": current(t).id, "first": one.players[0], "second": two.players[0]}


def throwing() -> Made:
    t = played(TWO_TIES)
    group = stechen_groups(facts(t))[0]
    do(open_stechen, t, players=list(group.group.players))
    return t, {"stechen_id": facts(t).stechen[0].id}


def over() -> Made:
    t = in_final()
    play_all(t)
    do(finish, t)
    return t, {}


WITH_REASON: dict[Callable[..., Any], Callable[[], Made]] = {
    withdraw_player: lambda: (started(8), {"player": 1}),
    exclude_player: lambda: (started(8), {"player": 1}),
    mark_no_show: lambda: at_table(player=True),
    mark_left: lambda: at_table(player=True),
    give_walkover: nearly_alone,
    void_table: at_table,
    correct_game: with_result,
    redraw_round: lambda: (started(8), {}),
    swap_seats: swapped,
    void_stechen: throwing,
    void_cut: lambda: (at_cut(), {}),
    void_ko: lambda: (at_ko(), {}),
    dissolve_final: lambda: (in_final(), {}),
    reopen_finished: over,
}


def acts_with(parameter: str) -> Iterator[Callable[..., Any]]:
    for file in Path(services.__path__[0]).glob("[a-z]*.py"):
        module = import_module(f"tournaments.services.{file.stem}")
        for _name, work in inspect.getmembers(module, inspect.isfunction):
            own = inspect.unwrap(work)
            if own is not work and own.__module__ == module.__name__:
                yield from [work] if parameter in inspect.signature(own).parameters else []


def test_every_act_that_takes_a_reason_is_tried_here() -> None:
    assert set(acts_with("reason")) == set(WITH_REASON)


@pytest.mark.parametrize("act", WITH_REASON, ids=lambda act: act.__name__)
def test_a_reason_that_no_font_draws_is_refused_and_another_one_taken(act: Callable[..., Any]) -> None:
    t, body = WITH_REASON[act]()
    before = fresh(t).revision
    with pytest.raises(RuleViolation) as caught:
        do(act, t, **body, reason=UNPRINTABLE)
    violation = caught.value
    assert (violation.code, violation.field) == ("name_unprintable", "reason")
    assert violation.params["sign"] == "田"
    assert fresh(t).revision == before
    do(act, t, **body, reason="wegen Tanaka 🎲")
    assert fresh(t).revision > before


def test_the_desk_says_it_at_the_field(client: Client) -> None:
    t = started(8)
    answer = as_user(client).post(f"/leitung/{t.slug}/anmeldung/1/zurueckziehen/", {"reason": UNPRINTABLE})
    assert answer.status_code == 400
    assert "Das Zeichen „田“ kann nicht gedruckt werden." in answer.content.decode()


def test_an_account_is_named_with_letters_that_the_log_can_print() -> None:
    with pytest.raises(RuleViolation) as caught:
        add_helper(name="田中田")
    assert (caught.value.code, caught.value.field) == ("name_unprintable", "name")
    assert add_helper(name="jürgen")[0].username == "jürgen"
