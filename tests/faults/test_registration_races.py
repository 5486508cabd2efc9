"""Two desks at once: start numbers, names of tournaments and taps, against the real database."""

from uuid import uuid4

import pytest

from scoring.errors import RuleViolation
from tests.builders import HELFER, add_players, fresh, make_tournament, make_user, player
from tests.faults.test_races import at_once
from tests.tournaments.registration.lists import read, written
from tournaments.models import Club, LogEntry, Player, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.accounts import add_helper
from tournaments.services.entries import confirm_import
from tournaments.services.players import add_player, check_in_paid
from tournaments.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_eight_walk_ins_at_once_get_eight_start_numbers():
    t = make_tournament()
    works = [
        lambda name=name: add_player(tournament_id=t.pk, by=SYSTEM, first=name, club="Winden", team="Vier")
        for name in "ABCDEFGH"
    ]
    answers = at_once(works)
    assert sorted(answer["player"] for answer in answers) == list(range(1, 9))
    assert fresh(t).revision == t.revision + 8
    assert Player.objects.values("club").distinct().count() == 1
    assert Player.objects.values("team").distinct().count() == 1


def test_a_new_club_in_two_tournaments_at_once_is_one_club():
    both = [make_tournament(), make_tournament()]
    works = [
        lambda t=t: add_player(tournament_id=t.pk, by=SYSTEM, first="Inge", club="Neuer Verein")
        for t in both * 3
    ]
    answers = at_once(works)
    assert sum(isinstance(answer, dict) for answer in answers) == 2
    assert Player.objects.values("club").distinct().count() == 1


def test_two_desks_tap_the_same_person_once():
    t = make_tournament()
    add_players(t, 1, present=False)
    before = fresh(t).revision
    answers = at_once([lambda: check_in_paid(tournament_id=t.pk, by=SYSTEM, player=1)] * 6)
    assert all(answer["present"] and answer["paid"] for answer in answers)
    assert fresh(t).revision == before + 1
    assert LogEntry.objects.filter(tournament=t, act="check_in_paid").count() == 1
    assert player(t, 1).status == "present"


def test_the_same_name_at_once_makes_two_addresses_and_the_same_key_one():
    def create(key=None):
        return create_tournament(by=SYSTEM, key=key, name="Abend", date="2026-11-29")

    answers = at_once([create] * 4)
    assert len({answer["slug"] for answer in answers}) == 4
    key = uuid4()
    answers = at_once([lambda: create(key)] * 4)
    assert len({answer["slug"] for answer in answers}) == 1
    assert Tournament.objects.count() == 5


def test_two_desks_that_make_the_same_account_make_one():
    make_user(HELFER)  # with the group
    answers = at_once([lambda: add_helper(name="kasse")] * 6)
    assert sum(isinstance(answer, tuple) for answer in answers) == 1
    assert {a.code for a in answers if isinstance(a, RuleViolation)} == {"account_taken"}


def test_two_lists_with_the_same_new_clubs_in_another_order_are_both_taken():
    both = [make_tournament(), make_tournament()]
    lines = [f"Inge;Jansen {n};Verein {n}" for n in range(200)]
    lists = [read(both[0], written(*lines)), read(both[1], written(*reversed(lines)))]
    take = list(range(2, 202))
    works = [
        lambda t=t, list_=list_: confirm_import(tournament_id=t.pk, by=SYSTEM, import_id=list_, take=take)
        for t, list_ in zip(both, lists, strict=True)
    ]
    assert [answer["added"] for answer in at_once(works)] == [200, 200]
    assert Club.objects.count() == 200
