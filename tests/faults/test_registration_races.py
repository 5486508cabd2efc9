"""Two desks at once: start numbers, names of tournaments and taps, against the real database."""

from uuid import uuid4

import pytest

from tests.builders import add_players, fresh, make_tournament, player
from tests.faults.test_races import at_once
from tournaments.models import LogEntry, Player, Tournament
from tournaments.services._act import SYSTEM
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
