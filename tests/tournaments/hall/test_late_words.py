"""What stands on the pages once something is decided, for those who come late: no word outlives its time."""

import re

import pytest
from django.test import Client

from tests.builders import fresh
from tests.playing import do, facts, play_round, started
from tests.tournaments.finish.evenings import (
    CLEAR_16,
    TWO_TIES,
    at_cut,
    in_final,
    in_ko,
    lose,
    play_table_out,
    played,
    throw_all,
)
from tournaments.queries import screens
from tournaments.queries.facts import PlayerFact
from tournaments.queries.hall import Chair, KoTable, ko_tables
from tournaments.queries.paging import height
from tournaments.queries.standings import stechen_groups
from tournaments.services.cut import announce_cut, make_cut
from tournaments.services.final import finish
from tournaments.services.players import add_player, edit_player
from tournaments.services.screen import pin_page
from tournaments.services.seats import seat_late
from tournaments.services.stechen import open_stechen
from tournaments.templatetags.schocken import squeezed, within
from tournaments.views.hall import fragment

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def beamer(t, number=0) -> str:
    return Client().get(f"/{t.slug}/beamer/{number}/").content.decode()


def first_table(t) -> KoTable:
    return ko_tables(facts(t), facts(t).ko)[0]


def test_a_stechen_says_what_it_is_for_and_keeps_its_name_after_the_cut():
    t = played(TWO_TIES)
    for one in stechen_groups(facts(t)):
        do(open_stechen, t, players=list(one.group.players))
    pages = beamer(t, 0) + beamer(t, 1)
    assert "Der beste Wurf mit drei Würfeln bekommt sie" in pages
    assert "Der beste Wurf mit drei Würfeln ist drin" in pages
    throw_all(t)
    do(make_cut, t)
    do(announce_cut, t)
    after = fragment(fresh(t), "stechen")
    assert "4 Leute um 1 zusätzliche Spielmarke" in after
    assert "2 Leute um 1 Platz" in after
    assert "hinfällig" not in after


def test_who_is_in_the_cut_goes_on_and_is_not_only_certain_to():
    t = at_cut(CLEAR_16)
    html = fragment(fresh(t), "stand")
    assert "sicher weiter" not in html
    assert re.search(r"weiter</span>\s*<small>15 Leute", html)


def test_the_last_spielmarke_of_who_is_through_is_not_called_so():
    t = in_ko(CLEAR_16)
    first, second = (chair.player.number for chair in first_table(t).chairs[:2])
    seen = set()
    while not first_table(t).complete:
        left = {chair.player.number: chair.left for chair in first_table(t).chairs}
        rest = [n for n in left if left[n] and n not in (first, second)]
        lose(t, next((n for n in (first, second) if left[n] > 1), rest[0]))
        seen.add("letzte" in fragment(fresh(t), "ko"))
    assert seen == {True, False}
    assert "letzte" not in fragment(fresh(t), "ko")
    assert fragment(fresh(t), "ko").count("im Finale") == 2


def test_the_projector_says_who_wins_the_final():
    t = in_final(CLEAR_16)
    assert "gewinnt" not in beamer(t)
    play_table_out(t)
    page = beamer(t)
    assert page.count("gewinnt") == 1
    assert f"{t.name}: Es gewinnt" not in page
    do(finish, t)
    assert f"{t.name}: Es gewinnt" in beamer(t)
    assert "letzte" not in page


def chair(name: str, *, out: bool = False) -> Chair:
    first, _, last = name.partition(" ")
    player = PlayerFact(1, 1, first, last, None, "", None, "present", "", None)
    return Chair(player, 0 if out else 3, 3, out, False, None)


def is_tight(*chairs: Chair) -> bool:
    return screens._is_tight(KoTable(1, False, 1, chairs))


def test_names_are_only_shortened_where_a_table_has_no_room_for_them():
    """Each who is out leaves the line of the Spielmarken to the others."""
    short, long_, out = chair("Uwe Pütz"), chair("Wolfgang Nießen-Hüpgen"), chair("Uwe Pütz", out=True)
    assert not is_tight(long_, short, short, short, short)
    assert is_tight(long_, long_, short, short, short)
    assert not is_tight(long_, long_, short, short, out)
    assert is_tight(long_, long_, chair("Wolfgang Nießen-Hüpgen", out=True), short, long_)


@pytest.mark.parametrize(
    ("name", "letters", "shown"),
    [
        ("Wolfgang Nießen-Hüpgen", 20, "W.\N{NO-BREAK SPACE}Nießen-Hüpgen"),
        ("Uwe Pütz", 20, "Uwe Pütz"),
        ("Anna-Lena Kaußen", 12, "A.\N{NO-BREAK SPACE}Kaußen"),
        ("Donaudampfschifffahrtsgesellschaft", 20, "Donaudampfschifffahrtsgesellschaft"),
        ("👍👍👍 Der-mit-dem-langen-Namen", 20, "👍👍👍 Der-mit-dem-langen-Namen"),
    ],
)
def test_a_short_name_keeps_what_tells_most(name, letters, shown):
    assert within(chair(name).player, letters) == shown


def test_two_of_the_same_name_are_told_apart_where_no_list_of_numbers_stands():
    """Only once both sit in a published draw: before that nobody knows that there are two."""
    t = started(8, rounds=1, ko_tables=0, final_size=3, bonus_ranks=0, decide="chain")
    do(edit_player, t, player=3, first="Hans", last="Müller")
    do(add_player, t, first="Hans", last="Müller", present=True, namesake=True)
    table = next(table for table in facts(t).current.tables if len(table.players) < 5)
    assert "Hans" in beamer(t)
    assert "(3)" not in beamer(t)
    do(seat_late, t, player=9, table_id=table.id)
    assert "Müller</bdi> <i><bdi>Hans</bdi></i> <i>(3)</i>" in beamer(t)
    assert "<i>(9)</i>" in beamer(t)
    play_round(t)
    do(pin_page, t, page="stand")
    assert "Hans Müller (3)" in beamer(t)
    assert "Hans Müller (9)" in beamer(t)
    assert "Anna Aalen 1<" in beamer(t)


def test_two_of_the_same_name_are_told_apart_while_they_throw_too():
    t = played(TWO_TIES)
    group = stechen_groups(facts(t))[0].group.players
    for player in group[:2]:
        do(edit_player, t, player=player, first="Hans", last="Müller")
    do(open_stechen, t, players=list(group))
    assert {f"Hans Müller ({player})" in beamer(t) for player in group[:2]} == {True}
    assert {f"Hans Müller ({player})" in beamer(t) for player in group[2:]} == {False}


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Uwe Pütz", ""),
        ("Max von der Oberweiden-Ramershoven", "is-fine"),
        ("U " + "ä" * 60, "is-fine is-finer"),
    ],
)
def test_what_is_still_too_long_is_set_smaller_and_nothing_of_it_is_left_out(name, size):
    player = chair(name).player
    html = squeezed("b", player, 20)
    assert html.startswith(f'<b class="{size}">')
    assert player.last in html


def test_wide_letters_take_more_room_on_a_page():
    """An all in capitals, as some lists have it, is not torn at the end of a page."""
    small, wide = (chair(name).player for name in ("hans " + "m" * 4 + "n" * 16, "hans " + "M" * 20))
    assert height(small, 21) < height(wide, 21)
