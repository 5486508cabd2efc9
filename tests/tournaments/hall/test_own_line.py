"""„Mein Name“ in the parts that are one text for everybody: where one finds oneself, when one can choose."""

import pytest
from django.test import Client

from tests.builders import add_players, make_tournament
from tests.playing import at_ko, do, facts
from tests.tournaments.finish.evenings import TWO_TIES, play_all, played
from tournaments.queries.standings import stechen_groups
from tournaments.services.knockout import form_final
from tournaments.services.rounds import draw_round, publish_draw
from tournaments.services.stechen import open_stechen

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def test_the_own_line_is_marked_at_the_ko_table_in_the_final_and_in_every_stechen():
    t = played(TWO_TIES)
    bonus = next(g for g in stechen_groups(facts(t)) if g.group.first_place < 5)
    number = bonus.group.players[0]
    do(open_stechen, t, players=list(bonus.group.players))
    throwing = Client().get(f"/{t.slug}/teil/stechen/").content.decode()
    assert throwing.count(f'<tr class="n{number}">') == 1
    t = at_ko()
    for part, players in (("ko", 8), ("finale", 4)):
        text = Client().get(f"/{t.slug}/teil/{part}/").content.decode()
        marks = [f"n{player}{out}" for player in range(1, 9) for out in ("", " is-out")]
        lines = [text.count(f'<li class="{mark}">') for mark in marks]
        assert sum(lines) == players
        assert max(lines) == 1
        if part == "ko":
            play_all(t)
            do(form_final, t)


def test_a_name_can_be_chosen_as_soon_as_there_is_one():
    """Before the first draw the choice would lead nowhere; a page that is open gets it with its part."""
    t = make_tournament()
    add_players(t, 8)
    asks = f"/{t.slug}/ich/?von=regeln"
    for tail in ("regeln/", "teil/regeln/"):
        assert asks not in Client().get(f"/{t.slug}/{tail}").content.decode()
    do(draw_round, t)
    assert asks not in Client().get(f"/{t.slug}/teil/regeln/").content.decode()
    do(publish_draw, t)
    for tail in ("regeln/", "teil/regeln/"):
        assert asks in Client().get(f"/{t.slug}/{tail}").content.decode()
    assert ".wer {display: none}" in Client().get(f"/{t.slug}/ich/3.css").content.decode()
