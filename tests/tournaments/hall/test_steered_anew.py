"""A page that is pinned, and the way back to the evening, begin anew: nothing told before is left."""

from dataclasses import replace

import pytest

from tests.builders import fresh
from tests.playing import do, facts
from tests.tournaments.finish.evenings import at_cut
from tournaments.models import Steering, Tournament
from tournaments.queries.public import hall_view
from tournaments.queries.steering import choices
from tournaments.services import screen as acts

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def told_everything() -> Tournament:
    """One of the best is called out, pages stand still, words are on a page of their own."""
    t = at_cut()
    do(acts.present_best, t)
    do(acts.call_next, t, called=0)
    do(acts.hold_pages, t, on=True)
    do(acts.show_message, t, text="Pause", alone=True)
    return t


def test_who_follows_the_evening_is_told_nothing_more():
    t = told_everything()
    do(acts.follow_evening, t)
    assert fresh(t).steering == Steering()


def test_a_pinned_page_turns_from_its_first_and_the_words_stay():
    t = told_everything()
    page = choices(hall_view(facts(t)))[0].key
    do(acts.pin_page, t, page=page)
    assert fresh(t).steering == replace(Steering(), page=page, message="Pause", alone=True)


def test_words_that_are_taken_away_leave_the_page():
    t = told_everything()
    before = fresh(t).steering
    do(acts.take_message, t)
    assert fresh(t).steering == replace(before, message="", alone=False)
