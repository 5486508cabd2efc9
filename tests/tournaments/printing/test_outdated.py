"""What makes a paper "veraltet" is what stands on it: no more and no less, whatever was changed."""

from collections.abc import Callable

import pytest
from django.db import transaction

from scoring.errors import RuleViolation
from tests.builders import add_players, by, fresh, make_tournament
from tests.playing import facts, play_round, started
from tests.tournaments.finish.evenings import (
    TWO_TIES,
    at_cut,
    do,
    in_final,
    in_ko,
    play_all,
    played,
)
from tests.tournaments.printing.changes import changes, offered, printed, read
from tournaments.models import Tournament
from tournaments.printing import content
from tournaments.services.final import finish
from tournaments.services.players import set_paid, withdraw_player

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def registration() -> Tournament:
    t = make_tournament(ko_tables=2, ko_seats=4)
    add_players(t, 11, present=False)
    return t


def second_round() -> Tournament:
    t = started(12, ko_tables=2, ko_seats=4)
    play_round(t)
    do(withdraw_player, t, player=1, reason="Kopfweh")
    return t


def over() -> Tournament:
    t = in_final()
    play_all(t)
    do(finish, t)
    return fresh(t)


MOMENTS: dict[str, Callable[[], Tournament]] = {
    "registration": registration,
    "round 1": lambda: started(12, ko_tables=2, ko_seats=4),
    "round 2": second_round,
    "tied": lambda: played(TWO_TIES),
    "cut": at_cut,
    "ko": in_ko,
    "final": in_final,
    "over": over,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_paper_is_old_exactly_when_it_would_be_printed_otherwise(moment: str) -> None:
    t = MOMENTS[moment]()
    set_paid(tournament_id=t.pk, by=by(), player=3)  # somebody at the desk stands in the log
    now = facts(t)
    before = {
        (kind, number): (content.digest(now, kind, params), read(now, kind, params), printed(t, kind, params))
        for (kind, number), params in offered(now).items()
    }
    wrong, old_ones = [], 0
    for name, change in changes().items():
        with transaction.atomic():
            try:
                change(fresh(t))
            except RuleViolation:
                continue
            then = facts(t)
            for key, params in offered(then).items():
                if key in before:
                    mark, data, text = before[key]
                    old = content.digest(then, key[0], params) != mark
                    other = read(then, key[0], params) != data and printed(t, key[0], params) != text
                    old_ones += old
                    wrong += [(name, key, "called old" if old else "not called old")] if old != other else []
            transaction.set_rollback(True)
    assert wrong == []
    assert old_ones > 20


def test_the_ausschreibung_does_not_get_old_with_every_registration() -> None:
    t = registration()
    params = {"round": 0, "language": "de"}

    def mark() -> str:
        return content.digest(facts(t), "announcement", params)

    first = mark()
    add_players(t, 9, first=12, present=False)
    assert mark() == first
    add_players(t, 1, first=21, present=False)
    assert mark() != first
    assert "Geschätzt bei etwa 30 Leuten" in printed(t, "announcement", params)
