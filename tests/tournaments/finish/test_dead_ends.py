"""However many go home, and whenever: the next step can be taken, and following it leads to a champion."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from django.http import HttpResponse

from scoring.errors import RuleViolation
from tests.builders import add_players, make_tournament
from tests.playing import current, do, facts, play_table, table_of
from tests.tournaments.desk.asking import address, desk, post, text
from tests.tournaments.finish.evenings import order, phase, play_table_out
from tournaments.messages.steps import step_text
from tournaments.models import Phase, Stage, Status, Tournament
from tournaments.queries.field import cut_state
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.places import places
from tournaments.queries.standings import OpenGroup, stechen_groups
from tournaments.services.absences import give_walkover, mark_left, void_table
from tournaments.services.cut import announce_cut, check_in_place, decline_place, make_cut
from tournaments.services.final import finish
from tournaments.services.knockout import draw_ko, form_final
from tournaments.services.players import add_player, withdraw_player
from tournaments.services.rounds import close_round, discard_draw, draw_round, publish_draw, redraw_round
from tournaments.services.stechen import enter_throws, open_move_up_stechen, open_stechen
from tournaments.services.tournaments import change_rounds
from tournaments.views.desk._evening import step_url

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
PLAYERS, LONGEST = 9, 150
PLAN = {"late_entry_until": 1, "ko_tables": 2, "ko_seats": 3, "survivors": 2, "marks": 1,
        "bonus_ranks": 1, "tie_breaks": (), "decide": "stechen"}  # fmt: skip
DIRECT = PLAN | {"ko_tables": 0, "final_size": 4}


@dataclass
class Walk:
    """An evening that only does what the next step says. `lowers`: where too few are left for another round,
    the Vorrunde ends there instead of waiting for somebody; `back`: whom the pages brought back."""

    t: Tournament
    lowers: bool = False
    back: list[int] = field(default_factory=list)

    @property
    def step(self) -> Step:
        return next_step(facts(self.t))

    def to(self, code: str, times: int = 1) -> None:
        """Take every step up to where it is this one (the how manieth time); each of them does something."""
        revision = -1
        for _ in range(LONGEST):
            found = facts(self.t)
            step = next_step(found)
            assert found.tournament.revision > revision, step.code
            times -= step.code == code
            if not times:
                return
            said = step_text(step.code, step.params)
            assert all((said.button, said.reason)), step.code
            revision = found.tournament.revision
            STEPS[step.code](self, step)
        raise AssertionError(f"the evening never comes to {code}, it goes round at {self.step.code}")

    def page(self, step: Step) -> HttpResponse:
        answer = desk().get(step_url(facts(self.t), step))
        assert answer.status_code == 200, text(answer)
        return answer


# Each step as it is taken at the desk


def _collect(walk: Walk, step: Step) -> None:
    found = facts(walk.t)
    round_ = found.current
    assert round_ is not None
    table = next(table for table in round_.tables if not found.complete(round_, table))
    act = play_table if round_.stage == Stage.VORRUNDE else play_table_out
    act(walk.t, table.number)


def _decide(walk: Walk, step: Step) -> None:
    act = give_walkover if step.params["present"] else void_table
    do(act, walk.t, table_id=step.args[0], reason="niemand mehr da")


def _groups(walk: Walk) -> tuple[OpenGroup, ...]:
    found = facts(walk.t)
    return stechen_groups(found) if found.cut is None else cut_state(found).groups


def _throw(walk: Walk, step: Step) -> None:
    group = next(g for g in _groups(walk) if not g.decided)
    missing = sorted(player for pending in group.state.pending for player in pending.missing)
    throws = [{"player": player, "place": place} for place, player in enumerate(missing, start=1)]
    do(enter_throws, walk.t, stechen_id=group.stechen_id, throws=throws)


def _open(walk: Walk, step: Step) -> None:
    do(open_stechen, walk.t, players=list(_groups(walk)[step.params["group"] - 1].group.players))


def _check_in(walk: Walk, step: Step) -> None:
    do(check_in_place, walk.t, player=cut_state(facts(walk.t)).waiting[0].player)


def _too_few(walk: Walk, step: Step) -> None:
    walk.page(step)
    closed = step.params["closed"]
    if walk.lowers and closed:
        if step.params["drawn"]:
            do(discard_draw, walk.t)
        do(change_rounds, walk.t, rounds=closed)
        return
    gone = [p.number for p in facts(walk.t).players.values() if not p.eligible]
    assert any(_pressed_back(walk, number) for number in gone), "nobody may come back"


def _bring_back(walk: Walk, step: Step) -> None:
    """Whoever sat in the round that the sentence names may come back, and stands in the list."""
    seats = facts(walk.t).vorrunde[step.params["number"] - 1].tables
    player = seats[0].players[0]
    assert address(walk.t, "player", player) in walk.page(step).content.decode()
    assert _pressed_back(walk, player)


def _bring_back_player(walk: Walk, step: Step) -> None:
    walk.page(step)
    assert _pressed_back(walk, step.args[0])


def _pressed_back(walk: Walk, player: int) -> bool:
    """The button "Wieder dabei" on the page of a person."""
    page = desk().get(address(walk.t, "player", player)).content.decode()
    assert address(walk.t, "return", player) in page
    answer = post(walk.t, "return", player, present="1")
    walk.back += [player] if answer.status_code == 302 else []
    return answer.status_code == 302


def _undo_decline(walk: Walk, step: Step) -> None:
    form = re.search(
        rf'action="{address(walk.t, "undo_decline")}".*?name="player" value="(\d+)"',
        walk.page(step).content.decode(),
        re.S,
    )
    assert form, "no button on the page"
    walk.back.append(int(form[1]))
    assert post(walk.t, "undo_decline", player=form[1]).status_code == 302


def _undo_absence(walk: Walk, step: Step) -> None:
    last = max(table_of(walk.t, step.params["table"]).absences, key=lambda absence: absence.id)
    assert address(walk.t, "void_absence", *step.args, last.id) in walk.page(step).content.decode()
    walk.back.append(last.player)
    assert post(walk.t, "void_absence", *step.args, last.id).status_code == 302


STEPS: dict[str, Callable[[Walk, Step], None]] = {
    "register_players": lambda walk, step: do(add_player, walk.t, first="Zora", present=True, namesake=True),
    "too_few_present": _too_few,
    "draw_round": lambda walk, step: do(draw_round, walk.t),
    "redraw_round": lambda walk, step: do(redraw_round, walk.t, reason="jemand ist gegangen"),
    "publish_draw": lambda walk, step: do(publish_draw, walk.t),
    "collect_results": _collect,
    "collect_ko": _collect,
    "collect_final": _collect,
    "decide_table": _decide,
    "close_round": lambda walk, step: do(close_round, walk.t),
    "open_stechen": _open,
    "enter_throws": _throw,
    "move_up_stechen": lambda walk, step: do(open_move_up_stechen, walk.t),
    "make_cut": lambda walk, step: do(make_cut, walk.t),
    "announce_cut": lambda walk, step: do(announce_cut, walk.t),
    "check_in": _check_in,
    "draw_ko": lambda walk, step: do(draw_ko, walk.t),
    "draw_final": lambda walk, step: do(draw_ko, walk.t),
    "form_final": lambda walk, step: do(form_final, walk.t),
    "finish": lambda walk, step: do(finish, walk.t),
    "bring_back": _bring_back,
    "bring_back_player": _bring_back_player,
    "take_back_decline": _undo_decline,
    "take_back_absence": _undo_absence,
}


# Everybody goes home


def withdraw(t: Tournament, players: list[int]) -> None:
    for player in players:
        do(withdraw_player, t, player=player)


def decline(t: Tournament, players: list[int]) -> None:
    """One after the other, as they are called; where nobody declines any more he goes home."""
    for player in players:
        with suppress(RuleViolation):
            do(decline_place, t, player=player)
            continue
        do(withdraw_player, t, player=player)


def leave_the_table(t: Tournament, players: list[int]) -> None:
    """Only the table says so, the registration does not know."""
    for player in players:
        table = current(t).table_of(player)
        state = facts(t).fold(current(t), table) if table else None
        if table and state and state.left[player] and not (state.complete and current(t).stage == "final"):
            do(mark_left, t, table_id=table.id, player=player)


def those_here(t: Tournament) -> list[int]:
    """Best first as far as that is known."""
    found = facts(t)
    able = [p.number for p in found.players.values() if p.status == Status.PRESENT]
    return sorted(able, key=order(t).index) if found.cut else able


def assert_ended(walk: Walk) -> None:
    walk.to("celebrate")
    assert phase(walk.t) == Phase.FINISHED
    first = [line for line in places(facts(walk.t)) if line.place == 1]
    assert len(first) == 1
    assert len(walk.back) == len(set(walk.back)), "somebody was brought back twice"


def walk(plan: dict[str, object], *, rounds: int = 1, lowers: bool = False) -> Walk:
    t = make_tournament(**(plan | {"rounds": rounds}))
    add_players(t, PLAYERS)
    return Walk(t, lowers)


MOMENTS = [
    ("draw_round", 1), ("publish_draw", 1), ("collect_results", 1), ("collect_results", 2),
    ("close_round", 1), ("open_stechen", 1), ("enter_throws", 1), ("make_cut", 1), ("announce_cut", 1),
    ("check_in", 1), ("check_in", 3), ("draw_ko", 1), ("collect_ko", 1), ("collect_ko", 2),
    ("form_final", 1), ("collect_final", 1), ("finish", 1),
]  # fmt: skip


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize(("code", "times"), MOMENTS)
def test_all_go_home_but_a_few(code: str, times: int, left: int) -> None:
    evening = walk(PLAN)
    evening.to(code, times)
    withdraw(evening.t, those_here(evening.t)[left:])
    assert_ended(evening)


@pytest.mark.parametrize("lowers", [True, False])
@pytest.mark.parametrize("left", [0, 2])
@pytest.mark.parametrize("code", ["draw_round", "publish_draw"])
def test_too_few_for_another_round(code: str, left: int, lowers: bool) -> None:
    """The Vorrunde ends there, or somebody comes back."""
    evening = walk(PLAN, rounds=2, lowers=lowers)
    evening.to(code, 2)
    withdraw(evening.t, those_here(evening.t)[left:])
    assert evening.step.code == "too_few_present"
    assert_ended(evening)


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("code", ["check_in", "draw_final", "collect_final", "finish"])
def test_without_ko_tables(code: str, left: int) -> None:
    evening = walk(DIRECT)
    evening.to(code)
    withdraw(evening.t, those_here(evening.t)[left:])
    assert_ended(evening)


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize(
    ("plan", "code", "times"),
    [(PLAN, "check_in", 1), (PLAN, "check_in", 4), (PLAN, "draw_ko", 1), (PLAN, "collect_ko", 1),
     (PLAN, "collect_ko", 2), (DIRECT, "check_in", 2), (DIRECT, "draw_final", 1),
     (DIRECT, "collect_final", 1)],
)  # fmt: skip
def test_all_decline_but_a_few(plan: dict[str, object], code: str, times: int, left: int) -> None:
    evening = walk(plan)
    evening.to(code, times)
    decline(evening.t, those_here(evening.t)[left:])
    assert_ended(evening)


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("code", ["collect_ko", "form_final", "collect_final"])
def test_all_leave_their_tables_but_a_few(code: str, left: int) -> None:
    evening = walk(PLAN)
    evening.to(code)
    leave_the_table(evening.t, those_here(evening.t)[left:])
    assert_ended(evening)


@pytest.mark.parametrize("plan", [PLAN, DIRECT])
def test_one_alone_is_the_champion_without_a_game(plan: dict[str, object]) -> None:
    """C4.1a, C6.2: a table of so few does not play, and one is left."""
    evening = walk(plan)
    evening.to("check_in")
    best, *others = those_here(evening.t)
    withdraw(evening.t, others)
    evening.to("draw_ko" if plan is PLAN else "draw_final")
    said = step_text(evening.step.code, evening.step.params)
    assert said.reason == "Nur 1 Person ist eingecheckt."
    assert said.after == "Gespielt wird dann nicht mehr: Diese Person gewinnt das Turnier."
    assert_ended(evening)
    found = places(facts(evening.t))
    assert [line.player.number for line in found][:1] == [best]
    assert not any(
        table.results for r in facts(evening.t).rounds for table in r.tables if r.stage != "vorrunde"
    )


def test_words_of_an_evening_without_people() -> None:
    evening = walk(PLAN, rounds=2)
    evening.to("make_cut")
    withdraw(evening.t, those_here(evening.t))
    said = step_text(evening.step.code, evening.step.params)
    assert (said.button, said.reason) == (
        "Jemanden zurückholen",
        "Niemand ist mehr dabei, der weiterkommen kann.",
    )
    assert said.after == "Zurück kann, wer in Runde 2 noch saß: den Namen antippen, dann „Wieder dabei“."
    assert step_url(facts(evening.t), evening.step).endswith("/anmeldung/?zeige=weg")


def test_the_last_one_to_leave_the_ko_tables_comes_back() -> None:
    evening = walk(PLAN)
    evening.to("form_final")
    here = those_here(evening.t)
    withdraw(evening.t, here)
    step = evening.step
    assert step.code == "bring_back_player"
    last = facts(evening.t).players[step.args[0]]
    said = step_text(step.code, step.params)
    assert said.button == f"{last.name} zurückholen"
    assert said.reason == "An den K.O.-Tischen ist niemand mehr übrig."
    assert_ended(evening)
    assert places(facts(evening.t))[0].player.number == last.number
