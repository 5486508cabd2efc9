"""Nothing is told early, whoever asks: every address of the hall and of its JSON before and after an act that
is no business of the public, and for every role the same as for a stranger."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.builders import add_players, make_tournament
from tests.playing import do, facts, play_round, record, start_round, started, table_of
from tests.tournaments import scenes
from tests.tournaments.addresses import known, path_of
from tests.tournaments.finish.evenings import CUT_TIED_2, played
from tests.tournaments.test_permissions import ROLES, STRANGER, client_of
from tournaments.models import Tournament
from tournaments.services.absences import mark_left, mark_no_show
from tournaments.services.corrections import correct_game
from tournaments.services.cut import check_in_place, make_cut
from tournaments.services.results import add_schock_aus
from tournaments.services.rounds import draw_round
from tournaments.views.hall import PARTS

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
CHANGING = r'data-(?:revision|now)="[^"]*"|\d\d:\d\d(:\d\d)?|\A\d+\Z|csrfmiddlewaretoken" value="\w+"'
"""The revision is no secret, the time of the answer and the key of a form no content."""


@dataclass(frozen=True)
class Secret:
    """An evening, and what happens in it that nobody outside may see."""

    evening: Callable[[], Tournament]
    acts: Callable[[Tournament], None]


def people() -> Tournament:
    t = make_tournament()
    add_players(t, 8)
    return t


def draft(t: Tournament) -> None:
    do(draw_round, t)


def two_games() -> Tournament:
    """The first round is public, the second runs."""
    t = started(8, rounds=2, games_per_round=2)
    play_round(t)
    start_round(t)
    return t


def half_a_table(t: Tournament) -> None:
    """A result, a Schock aus, somebody who never came and somebody who left: no table is done."""
    one, two = table_of(t, 1), table_of(t, 2)
    record(t, one, one.players[0], one.players[1], one.players[0])
    do(add_schock_aus, t, table_id=one.id, player=one.players[2])
    do(mark_left, t, table_id=one.id, player=one.players[3])
    do(mark_no_show, t, table_id=two.id, player=two.players[0])


def frozen() -> Tournament:
    t = started(16, rounds=2, freeze_rounds=1)
    play_round(t)
    play_round(t)
    return t


def another_result(t: Tournament) -> None:
    """In the round that is closed and secret."""
    table = facts(t).vorrunde[1].table(2)
    assert table is not None
    loser = table.players[2]
    do(correct_game, t, table_id=table.id, game=1, half1=loser, half2=loser, endkampf=None, reason="Zettel")
    do(add_schock_aus, t, table_id=table.id, player=table.players[1])


def tied_and_frozen() -> Tournament:
    return played(
        CUT_TIED_2, freeze_rounds=1, decide="chain", tie_breaks=["fewer_lost_games"], bonus_ranks=0,
        ko_tables=2, ko_seats=4,
    )  # fmt: skip


def quiet_cut(t: Tournament) -> None:
    do(make_cut, t)
    do(check_in_place, t, player=facts(t).cut.places[0].player)


SECRETS = {
    "draft": Secret(people, draft),
    "running": Secret(two_games, half_a_table),
    "frozen": Secret(frozen, another_result),
    "cut": Secret(tied_and_frozen, quiet_cut),
}


def seen(t: Tournament, role: str) -> dict[str, tuple[int, str]]:
    """Address → what it answers, for every public one."""
    here, client = scenes.scene(t, open_list=False), client_of(role)
    found = {}
    for name in known():
        if name.startswith(("hall:", "api:")):
            for path in paths(name, here):
                answer = client.get(path)
                found[path] = (answer.status_code, re.sub(CHANGING, "", answer.content.decode()))
    return found


def paths(name: str, here: scenes.Scene) -> list[str]:
    """An address; of the parts all, of the screens and start numbers as many
    as there may be."""
    path = path_of(name, here)
    if name == "hall:part":
        return [path.replace("/stand/", f"/{part}/") for part in sorted(PARTS)]
    if name == "hall:own_part":
        return [path.replace("/1/", f"/{number}/") for number in range(1, 18)]
    if name == "hall:beamer_part":
        return [path.replace("/1/", f"/{number}/") for number in range(6)]
    return [path]


@pytest.mark.parametrize("name", SECRETS)
def test_nothing_of_it_is_seen_by_anybody(name):
    secret = SECRETS[name]
    t = secret.evening()
    before = seen(t, STRANGER)
    assert len(before) > 30
    secret.acts(t)
    for role in ROLES:
        assert seen(t, role) == before, role
