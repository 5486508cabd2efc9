"""Once a Stechen is decided, every list of standings shows the order that holds (C3.4, C3.4a)."""

import pytest

from tests.builders import fresh
from tests.playing import do, facts
from tests.tournaments.desk.asking import get, text
from tests.tournaments.finish.evenings import CUT_TIED_3, TWO_TIES, at_cut, order, played, throw_all
from tournaments.printing.content import standings_list
from tournaments.queries.hall import ladder
from tournaments.queries.public import hall_view
from tournaments.queries.screens import screens
from tournaments.services.cut import make_cut
from tournaments.services.players import withdraw_player
from tournaments.services.stechen import open_stechen
from tournaments.views.hall import fragment

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def ranks(t, players):
    lines, _ = ladder(hall_view(facts(t)))
    by_number = {line.number: line for line in lines}
    return [(by_number[p].rank, by_number[p].standing.tied, by_number[p].thrown) for p in players]


def tied_at_the_cut(t):
    _, zones = ladder(hall_view(facts(t)))
    return sorted(line.number for zone in zones if zone.kind == "open" for line in zone.lines)


def test_the_winner_is_above_the_line_and_the_others_share_the_rank_below():
    t = played(CUT_TIED_3)
    tied = tied_at_the_cut(t)
    assert ranks(t, tied) == [(15, True, False)] * 3
    throw_all(t)
    assert ranks(t, tied) == [(15, False, True), (16, True, True), (16, True, True)]
    lines, zones = ladder(hall_view(facts(t)))
    assert [zone.kind for zone in zones] == ["in", "out"]
    assert len(zones[0].lines) == zones[0].stroke.after == 15
    assert sorted(line.number for line in lines) == sorted(facts(t).players)


def test_an_open_stechen_leaves_the_shared_rank():
    t = played(CUT_TIED_3)
    tied = tied_at_the_cut(t)
    do(open_stechen, t, players=tied)
    assert ranks(t, tied) == [(15, True, False)] * 3


def test_the_hall_shows_the_same_before_and_after_the_cut():
    t = played(TWO_TIES)
    throw_all(t)
    before, _ = ladder(hall_view(facts(t)))
    assert fragment(fresh(t), "stand").count("nach Stechen") == 6 + 1  # and what the sign means
    cut = at_cut(TWO_TIES)
    after, zones = ladder(hall_view(facts(cut)))
    assert [(line.rank, line.thrown) for line in after] == [(line.rank, line.thrown) for line in before]
    stored = {p.player: p.rank for p in facts(cut).cut.places}
    assert {line.number: line.rank for line in after} == stored
    assert [line.number for zone in zones for line in zone.lines] == order(cut)


def test_the_projector_marks_it_on_every_page_of_the_standings():
    t = played(CUT_TIED_3)
    throw_all(t)
    pages = [screen for screen in screens(hall_view(facts(t))) if screen.kind == "stand"]
    assert [screen.content["thrown"] for screen in pages] == [False, True]
    shown = [line.rank for screen in pages for kind, line in screen.content["rows"] if kind == "line"]
    assert shown[-3:] == [15, 16, 16]


def test_desk_and_paper_agree_with_the_hall():
    t = played(CUT_TIED_3)
    tied = tied_at_the_cut(t)
    throw_all(t)
    page = text(get(t, "standings"))
    assert page.count("nach Stechen") == 3
    assert "gestochen: 3 Leute um 1 Platz" in page
    paper = standings_list(facts(t), {"round": 1})
    hall, _ = ladder(hall_view(facts(t)))
    assert [(row.rank, row.start_number) for row in paper.rows] == [(line.rank, line.number) for line in hall]
    cut = next(stroke for stroke in paper.strokes if stroke.kind == "cut")
    assert (cut.after, cut.tied_from, cut.decided) == (15, 15, True)
    assert paper.rows[cut.after - 1].start_number in tied


def test_who_went_home_keeps_a_line_among_the_tied():
    t = played(CUT_TIED_3)
    tied = tied_at_the_cut(t)
    do(withdraw_player, t, player=tied[0])
    throw_all(t)
    do(make_cut, t)
    found = {line.number: line for line in ladder(hall_view(facts(t)))[0]}
    assert sorted(found) == sorted(facts(t).players)
    assert found[tied[0]].rank == next(p.rank for p in facts(t).cut.places if p.player == tied[0])
