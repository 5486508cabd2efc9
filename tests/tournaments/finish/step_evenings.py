"""One evening for each next step, right from its reason (model.md)."""

from collections.abc import Callable

from tests.builders import add_players, make_tournament
from tests.playing import do, facts, make_device, play_round, play_table, record, started, table_of
from tests.tournaments.finish.evenings import (
    CUT_TIED_2,
    CUT_TIED_3,
    all_here,
    at_cut,
    changed_after_the_draw,
    in_final,
    in_ko,
    ko_played,
    play_all,
    played,
    throw_all,
)
from tournaments.models import Tournament
from tournaments.queries.standings import stechen_groups
from tournaments.services.absences import mark_left, mark_no_show
from tournaments.services.cut import announce_cut, decline_place, make_cut
from tournaments.services.final import finish
from tournaments.services.players import add_player, withdraw_player
from tournaments.services.rounds import draw_round
from tournaments.services.stechen import enter_throw, enter_throws, open_stechen


def set_up() -> Tournament:
    return make_tournament(open_=False)


def nobody_here() -> Tournament:
    t = make_tournament()
    add_players(t, 2)
    return t


def eight_here() -> Tournament:
    t = make_tournament()
    add_players(t, 8)
    return t


def two_left_after_a_round() -> Tournament:
    t = started(4)
    play_round(t)
    for number in (1, 2):
        do(withdraw_player, t, player=number)
    return t


def drawn() -> Tournament:
    t = eight_here()
    do(draw_round, t)
    return t


def stale() -> Tournament:
    t = drawn()
    do(add_player, t, first="Zora", last="Zuletzt", present=True)
    return t


def disputed() -> Tournament:
    t = started(8)
    table = table_of(t, 2)
    record(t, table, table.players[0], table.players[0], by=make_device("eins"))
    record(t, table, table.players[1], table.players[1], by=make_device("zwei"), game=1)
    return t


def one_at_a_table() -> Tournament:
    t = started(8)
    table = table_of(t, 2)
    for player in table.players[:3]:
        do(mark_no_show, t, table_id=table.id, player=player)
    return t


def all_played() -> Tournament:
    t = started(8)
    play_table(t, 1)
    play_table(t, 2)
    return t


def thrown_once() -> Tournament:
    t = played(CUT_TIED_3)
    (group,) = stechen_groups(facts(t))
    stechen = do(open_stechen, t, players=list(group.group.players))["stechen"]
    do(enter_throw, t, stechen_id=stechen, player=group.group.players[0], dice="653")
    return t


def all_thrown() -> Tournament:
    t = played(CUT_TIED_2)
    throw_all(t)
    return t


def not_announced() -> Tournament:
    return at_cut(announced=False)


def next_place_shared() -> Tournament:
    t = played(CUT_TIED_3)
    (group,) = stechen_groups(facts(t))
    tied = sorted(group.group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    throws = [{"player": p, "place": 1 if p == tied[0] else 2} for p in tied]
    do(enter_throws, t, stechen_id=stechen, throws=throws)
    do(make_cut, t)

    do(announce_cut, t)
    do(decline_place, t, player=facts(t).cut.places[0].player)
    return t


def final_played() -> Tournament:
    t = in_final()
    play_all(t)
    return t


def finished() -> Tournament:
    t = final_played()
    do(finish, t)
    return t


def without_ko() -> Tournament:
    return all_here([15] * 3 + [13] * 3 + [10] * 3 + [5] * 3, ko_tables=0, final_size=6)


def nobody_can_go_on() -> Tournament:
    t = all_thrown()
    all_gone(t)
    return t


def nobody_of_the_cut_left() -> Tournament:
    t = at_cut()
    all_gone(t)
    return t


def all_declined() -> Tournament:
    t = at_cut()
    for place in facts(t).cut.places:
        do(decline_place, t, player=place.player)
    return t


def nobody_for_the_final() -> Tournament:
    """The tables have said that they left, the registration knows nothing."""
    t = ko_played()
    found = facts(t)
    for table in found.ko.tables[::2] + found.ko.tables[1::2]:
        for player in found.fold(found.ko, table).survivors:
            do(mark_left, t, table_id=table.id, player=player)
    return t


def all_gone(t: Tournament) -> None:
    for player in facts(t).present:
        do(withdraw_player, t, player=player.number)


EVENINGS: dict[str, tuple[Callable[[], Tournament], str, tuple[int, ...], bool]] = {
    "open_registration": (set_up, "open_registration", (), True),
    "register_players": (nobody_here, "registration", (), False),
    "too_few_present": (two_left_after_a_round, "registration", (), False),
    "draw_round": (eight_here, "draw", (), True),
    "publish_draw": (drawn, "publish", (1,), True),
    "redraw_round": (stale, "round", (1,), False),
    "decide_conflict": (disputed, "table", (), False),
    "decide_table": (one_at_a_table, "table", (), False),
    "collect_results": (lambda: started(8), "round", (1,), False),
    "close_round": (all_played, "close_round", (1,), True),
    "open_stechen": (lambda: played(CUT_TIED_3), "stechen", (), False),
    "enter_throws": (thrown_once, "stechen", (), False),
    "make_cut": (all_thrown, "make_cut", (), True),
    "bring_back": (nobody_can_go_on, "registration", (), False),
    "bring_back_player": (nobody_of_the_cut_left, "player", (), False),
    "take_back_decline": (all_declined, "cut", (), False),
    "take_back_absence": (nobody_for_the_final, "table", (), False),
    "announce_cut": (not_announced, "announce_cut", (), True),
    "move_up_stechen": (next_place_shared, "stechen", (), False),
    "check_in": (at_cut, "cut", (), False),
    "free_chair": (lambda: changed_after_the_draw()[0], "cut", (), False),
    "draw_ko": (all_here, "draw_ko", (), True),
    "draw_final": (without_ko, "draw_ko", (), True),
    "collect_ko": (in_ko, "ko", (), False),
    "form_final": (ko_played, "form_final", (), True),
    "collect_final": (in_final, "final", (), False),
    "finish": (final_played, "finish", (), True),
    "celebrate": (finished, "winner", (), False),
}
