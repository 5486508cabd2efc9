"""A random legal evening driven by a seed: next steps, and everything else that people do in between."""

import random
from collections.abc import Callable

from tests.championships import (
    acts_finals,
    acts_people,
    acts_rounds,
    acts_stechen,
    acts_tables,
    model,
    model_ko,
)
from tests.championships.invariants import check
from tests.championships.rows import read
from tests.championships.values import values
from tests.championships.world import Attempt, World
from tournaments.messages.steps import step_text
from tournaments.models import Device
from tournaments.queries.facts import Facts
from tournaments.queries.next_step import Step, next_step
from tournaments.services import absences, cut, players, results, stechen, tournaments
from tournaments.services._act import SYSTEM

Proposal = Callable[[World], Attempt | None]

NOISE: tuple[Proposal, ...] = (
    acts_people.enter, acts_people.come_or_go, acts_people.pay, acts_people.leave,
    acts_people.come_back, acts_people.rewrite, acts_rounds.draw, acts_rounds.discard,
    acts_rounds.redraw, acts_rounds.publish, acts_rounds.close, acts_rounds.reopen,
    acts_rounds.change_rounds, acts_rounds.change_format, acts_rounds.clock,
    acts_rounds.switch_scharf, acts_rounds.seat_late,
    acts_rounds.unseat_late, acts_rounds.move_seat, acts_rounds.swap_seats, acts_tables.record,
    acts_tables.undo_last, acts_tables.decide, acts_tables.correct, acts_tables.absent,
    acts_tables.back_again, acts_tables.without_game, acts_tables.play_on, acts_tables.stroke,
    acts_stechen.open_stechen, acts_stechen.throw, acts_stechen.void_throw, acts_stechen.void_stechen,
    acts_stechen.open_move_up, acts_finals.make_cut, acts_finals.void_cut, acts_finals.announce,
    acts_finals.hide, acts_finals.place, acts_finals.draw_ko, acts_finals.void_ko,
    acts_finals.form_final, acts_finals.dissolve, acts_finals.finish, acts_finals.reopen_finished,
)  # fmt: skip
"""Everything at any time: most of it is refused, and leaves nothing."""

BEFORE: dict[Proposal, int] = {
    acts_people.enter: 2, acts_people.come_or_go: 3, acts_people.pay: 1, acts_people.leave: 2,
    acts_people.come_back: 2, acts_people.rewrite: 1, acts_rounds.draw: 3, acts_rounds.discard: 2,
    acts_rounds.redraw: 4, acts_rounds.publish: 2, acts_rounds.swap_seats: 4, acts_rounds.seat_late: 4,
    acts_rounds.unseat_late: 3, acts_rounds.move_seat: 3, acts_rounds.change_rounds: 1,
    acts_rounds.switch_scharf: 1, acts_rounds.change_format: 3,
}  # fmt: skip
FRESH: dict[Proposal, int] = {
    acts_people.leave: 2, acts_people.come_back: 2, acts_rounds.redraw: 5, acts_rounds.swap_seats: 4,
    acts_rounds.seat_late: 5, acts_rounds.unseat_late: 4, acts_rounds.move_seat: 4, acts_rounds.discard: 2,
    acts_rounds.publish: 2, acts_rounds.clock: 1, acts_tables.absent: 1,
}  # fmt: skip
"""Drawn, and nothing said about it yet."""

PLAY: dict[Proposal, int] = {
    acts_people.enter: 2, acts_people.come_or_go: 2, acts_people.leave: 5, acts_people.come_back: 5,
    acts_rounds.redraw: 1, acts_rounds.seat_late: 5, acts_rounds.unseat_late: 3, acts_rounds.move_seat: 4,
    acts_rounds.swap_seats: 4, acts_rounds.switch_scharf: 2, acts_rounds.reopen: 2, acts_rounds.discard: 2,
    acts_rounds.change_rounds: 1, acts_rounds.change_format: 2, acts_rounds.close: 1,
    acts_tables.record: 8, acts_tables.undo_last: 4,
    acts_tables.decide: 4, acts_tables.correct: 5, acts_tables.absent: 20, acts_tables.back_again: 4,
    acts_tables.without_game: 6, acts_tables.play_on: 4, acts_tables.stroke: 3,
}  # fmt: skip
TIES: dict[Proposal, int] = {
    acts_stechen.open_stechen: 5, acts_stechen.throw: 8, acts_stechen.void_throw: 6,
    acts_stechen.void_stechen: 1, acts_finals.make_cut: 1, acts_tables.correct: 4, acts_people.leave: 2,
    acts_people.come_back: 2, acts_rounds.reopen: 1, acts_rounds.change_rounds: 1,
    acts_rounds.change_format: 2,
}  # fmt: skip
CUT: dict[Proposal, int] = {
    acts_finals.place: 16, acts_finals.announce: 1, acts_finals.hide: 1, acts_stechen.open_move_up: 5,
    acts_stechen.throw: 8, acts_stechen.void_throw: 3, acts_stechen.void_stechen: 2, acts_finals.draw_ko: 4,
    acts_finals.void_cut: 1, acts_tables.correct: 2, acts_people.leave: 4, acts_people.come_back: 4,
}  # fmt: skip
DRAWN: dict[Proposal, int] = {
    acts_finals.place: 14, acts_stechen.open_move_up: 3, acts_stechen.throw: 5, acts_stechen.void_throw: 1,
    acts_stechen.void_stechen: 1, acts_finals.void_ko: 3, acts_finals.void_cut: 1, acts_people.leave: 3,
    acts_people.come_back: 3, acts_tables.absent: 2, acts_tables.back_again: 2, acts_tables.correct: 1,
    acts_rounds.switch_scharf: 2,
}  # fmt: skip
"""The K.O. is drawn and nothing played: who is not there can still be replaced."""

KO: dict[Proposal, int] = {
    acts_finals.place: 8, acts_stechen.open_move_up: 2, acts_stechen.throw: 3, acts_finals.void_ko: 2,
    acts_finals.void_cut: 1, acts_finals.form_final: 2, acts_finals.dissolve: 3, acts_finals.finish: 1,
    acts_tables.record: 8, acts_tables.undo_last: 5, acts_tables.decide: 3, acts_tables.correct: 8,
    acts_tables.absent: 3, acts_tables.back_again: 3, acts_tables.stroke: 1, acts_people.leave: 3,
    acts_people.come_back: 4, acts_rounds.switch_scharf: 2, acts_rounds.clock: 1,
    acts_rounds.change_format: 2,
}  # fmt: skip
FITTING = {"before": BEFORE, "fresh": FRESH, "play": PLAY, "ties": TIES, "cut": CUT, "drawn": DRAWN, "ko": KO}
SHARES = {"before": 0.08, "fresh": 0.12, "play": 0.3, "ties": 0.16, "cut": 0.11, "drawn": 0.08, "ko": 0.15}
"""How much of the chaos falls into which part of the evening."""
PACE = {"before": 0.5, "fresh": 0.6, "play": 0.5, "ties": 0.25, "cut": 0.4, "drawn": 0.6, "ko": 0.35}
"""How often, so that some of it is left for the end of that part."""


def play(seed: int, size: int, *, chaos: int) -> World:
    """One evening to its end with at most `chaos` acts that no next step asked for."""
    world = start(seed, size)
    try:
        _play(world, chaos)
    except Exception as error:
        error.add_note(f"seed {seed}, size {size}, {world.book.format}")
        error.add_note("\n".join(f"{number}: {act}" for number, act in enumerate(world.story))[-6000:])
        raise
    return world


def _play(world: World, chaos: int) -> None:
    facts = check(world)
    left = {phase: round(chaos * share) for phase, share in SHARES.items()}
    limit = 400 + 40 * world.size + 20 * chaos
    while limit:
        limit -= 1
        step = next_step(facts)
        assert step_text(step.code, step.params).button, step.code
        hour = _hour(world)
        if left[hour] and world.chance(PACE[hour]):
            left[hour] -= 1
            attempt = random_act(world)
        elif step.code == "celebrate":
            break
        else:
            attempt = next_act(world, facts, step)
        if attempt is None:
            continue
        perform(world, attempt)
        facts = check(world)
    assert limit, "the evening never ends"


def start(seed: int, size: int) -> World:
    """The tournament in its set-up with a random format that suits so many."""
    rnd = random.Random(1000 * size + seed)
    made = tournaments.create_tournament(
        by=SYSTEM, name=f"Abend {seed}", date="2026-11-29", rules=rnd.choice(("dueren", "dueren", "dm"))
    )
    changes = some_format(rnd, size)
    tournaments.change_format(tournament_id=made["tournament"], by=SYSTEM, changes=changes)
    devices = [Device.objects.create(token_hash=f"{seed}-{size}-{name}").pk for name in "ab"]
    return World(made["tournament"], rnd, size, read(made["tournament"]), devices)


def some_format(rnd: random.Random, size: int) -> dict[str, object]:
    """Every field that this issue plays; few Spielmarken, so that many evenings end."""
    rounds = rnd.choice((1, 2, 2, 3)) if size < 60 else rnd.choice((1, 2))
    direct = rnd.random() < 0.15
    tables, seats, survivors = rnd.choice(((3, 5, 2), (2, 5, 2), (2, 4, 2), (1, 6, 3), (3, 4, 1), (2, 6, 3)))
    tie_breaks = rnd.sample(
        ("fewer_lost_games", "more_wins", "schock_aus", "points_per_game"), rnd.randint(0, 3)
    )
    return {
        "rounds": rounds,
        "games_per_round": rnd.choice((1, 1, 1, 2)),
        "odd_tables": rnd.choice(("fives", "threes")),
        "clubs_apart": rnd.random() < 0.7,
        "late_entry_until": rnd.randint(0, min(rounds, 2)),
        "freeze_rounds": rnd.choice((0, 0, 1)),
        "tie_breaks": tie_breaks,
        "decide": "chain" if tie_breaks and rnd.random() < 0.25 else "stechen",
        "prize_places": rnd.choice(([], [], [5], [1, 8])),
        "ko_tables": 0 if direct else tables,
        "ko_seats": seats,
        "survivors": survivors,
        "final_size": rnd.randint(3, 6),
        "ko_seeding": rnd.choice(("apart", "snake", "lot")),
        "marks": rnd.choice((1, 2, 2, 3)),
        "bonus_ranks": rnd.randint(0, 3),
        "bonus_marks": rnd.choice((0, 1, 1, 2)),
        "final_marks": "carry" if direct else rnd.choice(("carry", "carry", 1, 2)),
    }


def perform(world: World, attempt: Attempt) -> None:
    """Do it; where it can be taken back, sometimes do that at once: everything shown is as before."""
    tries_undo = attempt.undo is not None and attempt.legal is not False and world.chance(0.3)
    before = values(world.id) if tries_undo else None
    changed = world.book.revision
    answer = world.perform(attempt)
    if not tries_undo or answer is None or attempt.undo is None or world.book.revision == changed:
        return
    check(world)
    back = attempt.undo(world, answer)
    if back is None:
        return
    assert world.perform(back) is not None
    after = values(world.id)
    assert before is not None
    different = {name: (before[name], after[name]) for name in before if before[name] != after[name]}
    assert different == {}, f"{attempt} and back"


def random_act(world: World) -> Attempt | None:
    """Something that fits to the hour, mostly allowed; now and then anything at all."""
    if world.chance(0.12):
        return world.rnd.choice(NOISE)(world)
    fitting = FITTING[_hour(world)]
    proposal = world.rnd.choices(list(fitting), weights=list(fitting.values()))[0]
    attempt = None
    for _ in range(5):
        attempt = proposal(world)
        if attempt is not None and (attempt.legal is not False or world.chance(0.15)):
            break
    return attempt


def _hour(world: World) -> str:
    """The part of the evening."""
    phase = world.book.phase
    if phase in ("setup", "registration"):
        return "before"
    if phase == "vorrunde":
        turn = world.book.running
        if turn is not None and all(spot.untouched for spot in turn.spots):
            return "fresh"
        return "ties" if acts_stechen.rounds_over(world.book) else "play"
    if phase == "cut":
        return "cut"
    return "ko" if acts_stechen.ko_touched(world.book) or phase == "finished" else "drawn"


# The next step, done


def next_act(world: World, facts: Facts, step: Step) -> Attempt | None:
    """What the next step names. It has to be possible: the model says so, and then it is done."""
    attempt = STEPS[step.code](world, step)
    if attempt is not None:
        assert attempt.legal is True, f"the next step {step.code} is not possible: {attempt}"
    return attempt


def _register(world: World, step: Step) -> Attempt | None:
    book = world.book
    away = [number for number, person in book.people.items() if person.status == "registered"]
    if len(book.people) >= world.size and away:
        return Attempt(acts_people.players.check_in, {"player": world.rnd.choice(away), "present": True})
    attempt = acts_people.enter(world)
    return attempt if attempt.legal else None


def _draw(world: World, step: Step) -> Attempt | None:
    """Round 1 is drawn when the size of this evening is reached."""
    if step.params["number"] == 1 and len(world.book.people) < world.size:
        return _register(world, step)
    return acts_rounds.draw(world)


def _redraw(world: World, step: Step) -> Attempt:
    attempt = acts_rounds.redraw(world)
    attempt.body["reason"] = "wer da ist, hat sich geändert"
    attempt.legal = True
    return attempt


def _collect(world: World, step: Step) -> Attempt:
    """A result at a table that still plays."""
    table, _ = world.rnd.choice(acts_finals.missing_games(world))
    return acts_tables.record_at(world, *world.book.find(table), wrong=0)


def _decide_table(world: World, step: Step) -> Attempt:
    turn, spot = world.book.find(step.args[0])
    there = model.staying(spot, model.next_game(world.book, spot) or 1)
    service = absences.give_walkover if len(there) == 1 else absences.void_table
    return Attempt(service, {"table_id": spot.id, "reason": "keiner mehr da"})


def _decide_conflict(world: World, step: Step) -> Attempt | None:
    attempt = acts_tables.decide(world)
    if attempt is not None and attempt.service is not results.decide_conflict:
        world.perform(attempt)  # too early: it has to be refused
        return None
    return attempt if attempt is None or attempt.legal else None


def _bring_back(world: World, step: Step) -> Attempt:
    """Somebody of the round that the step names, or whom it names."""
    number = step.args[0] if step.args else world.rnd.choice(world.book.turns[-1].spots[0].players)
    return Attempt(players.return_player, {"player": number})


def _take_back_decline(world: World, step: Step) -> Attempt | None:
    said_no = [line for line in world.book.cut if line.declined and world.book.people[line.player].able]
    return acts_finals.about_place(world, cut.undo_decline, world.rnd.choice(said_no).player)


def _take_back_absence(world: World, step: Step) -> Attempt:
    absence = max(world.book.find(step.args[0])[1].away, key=lambda one: one.id)
    return Attempt(absences.void_absence, {"absence_id": absence.id})


def _open_stechen(world: World, step: Step) -> Attempt:
    """The group that the step names."""
    tie = model.ties(world.book)[step.params["group"] - 1]
    attempt = acts_stechen.open_stechen(world)
    while set(attempt.body["players"]) != set(tie.players):
        attempt = acts_stechen.open_stechen(world)
    return attempt


def _throw(world: World, step: Step) -> Attempt | None:
    attempt = acts_stechen.throw(world)
    asked_for = attempt is not None and attempt.service is stechen.enter_throw and attempt.legal
    return attempt if asked_for else None


def _check_in(world: World, step: Step) -> Attempt | None:
    field = model_ko.field_of(world.book, world.equals)
    waiting = [player for player in field.called if player not in field.here]
    act = cut.check_in_place if world.chance(0.93) else cut.decline_place
    return acts_finals.about_place(world, act, world.rnd.choice(waiting))


def _free_chair(world: World, step: Step) -> Attempt | None:
    """Who sits there for a Stechen that ended otherwise gets up."""
    called = set(model_ko.field_of(world.book, world.equals).called)
    turn = model_ko.drawn(world.book)
    seated = [p for spot in turn.spots for p in spot.players if world.book.people[p].able] if turn else []
    wrong = [player for player in seated if player not in called]
    assert len(wrong) == step.params["people"]
    return acts_finals.about_place(world, cut.undo_check_in, world.rnd.choice(wrong))


STEPS: dict[str, Callable[[World, Step], Attempt | None]] = {
    "open_registration": lambda w, s: Attempt(
        tournaments.open_registration, {}, undo=lambda w, a: Attempt(tournaments.back_to_setup, {})
    ),
    "register_players": _register,
    "too_few_present": _register,
    "draw_round": _draw,
    "redraw_round": _redraw,
    "publish_draw": lambda w, s: acts_rounds.publish(w),
    "collect_results": _collect,
    "collect_ko": _collect,
    "collect_final": _collect,
    "decide_conflict": _decide_conflict,
    "decide_table": _decide_table,
    "close_round": lambda w, s: acts_rounds.close(w),
    "open_stechen": _open_stechen,
    "enter_throws": _throw,
    "move_up_stechen": lambda w, s: acts_stechen.open_move_up(w),
    "make_cut": lambda w, s: acts_finals.make_cut(w),
    "announce_cut": lambda w, s: acts_finals.announce(w),
    "bring_back": _bring_back,
    "bring_back_player": _bring_back,
    "take_back_decline": _take_back_decline,
    "take_back_absence": _take_back_absence,
    "check_in": _check_in,
    "free_chair": _free_chair,
    "draw_ko": lambda w, s: acts_finals.draw_ko(w, sure=False),
    "draw_final": lambda w, s: acts_finals.draw_ko(w, sure=False),
    "form_final": lambda w, s: acts_finals.form_final(w),
    "finish": lambda w, s: acts_finals.finish(w),
}
