"""From the tie at the line to the champion: Stechen, cut, K.O., final, each with its way back (C3.4–C6)."""

from collections.abc import Callable

from tests.championships import model, model_ko
from tests.championships.acts_tables import next_game
from tests.championships.rows import Book, Kept, Shoot
from tests.championships.world import Answer, Attempt, World
from tournaments.services import cut, final, knockout, stechen

AFTER_CUT = ("cut", "ko", "final")


def rounds_over(book: Book) -> bool:
    return book.running is None and len(model.closed_turns(book)) >= book.format["rounds"]


def ko_touched(book: Book) -> bool:
    """After the first K.O. result nothing before it is undone."""
    return any(spot.results for turn in book.turns if turn.stage != "vorrunde" for spot in turn.spots)


# Stechen


def open_stechen(world: World) -> Attempt:
    """Exactly the players tied across a line; newcomers to a tie join its Stechen."""
    book = world.book
    tied = model.ties(book) if book.phase == "vorrunde" and model.closed_turns(book) else []
    if tied and world.chance(0.85):
        players = world.rnd.choice(tied).players
    else:
        count = min(len(book.people), world.rnd.randint(2, 4))
        players = world.rnd.sample(sorted(book.people), count)
    group = next((tie.players for tie in tied if set(tie.players) == set(players)), None)
    shoot = model.shoot_for(book, players, "ties") if group else None
    legal = group is not None and rounds_over(book)
    legal = legal and (shoot is None or bool(set(players) - set(shoot.throws)))
    fresh = shoot is None

    def undo(world: World, answer: Answer) -> Attempt | None:
        return Attempt(stechen.void_stechen, {"stechen_id": answer["stechen"]}) if fresh else None

    return Attempt(stechen.open_stechen, {"players": list(players)}, legal, undo=undo)


def settlements(world: World) -> list[tuple[Shoot, model.Settled]]:
    """The Stechen that are thrown now, with what is owed."""
    book = world.book
    found = []
    if book.phase == "vorrunde" and model.closed_turns(book):
        for tie in model.ties(book):
            shoot = model.shoot_for(book, tie.players, "ties")
            if shoot:
                found.append((shoot, model.settle(book, tie.players, tie.above, shoot)))
    if book.cut:
        field = model_ko.field_of(book, world.equals)
        for fill in (field.move_up, field.bonus):
            shoot = model.shoot_for(book, fill.tied, "move_up")
            if shoot and fill.settled:
                found.append((shoot, fill.settled))
    return found


def owed(world: World, shoot: Shoot, player: int) -> model.Wait | None:
    return next(
        (
            wait
            for held, settled in settlements(world)
            if held.id == shoot.id
            for wait in settled.waits
            if player in wait.owing
        ),
        None,
    )


def throw(world: World) -> Attempt | None:
    """Three dice, a place among names, or absent; sometimes by somebody who is not asked."""
    book, rnd = world.book, world.rnd
    asked = [(s, player) for s, settled in settlements(world) for w in settled.waits for player in w.owing]
    asked = [(s, player) for s, player in asked if player in s.throws]
    if asked and world.chance(0.85):
        shoot, player = rnd.choice(asked)
    elif book.shoots:
        shoot, player = rnd.choice(book.shoots), rnd.choice(sorted(book.people))
    else:
        return None
    wait = owed(world, shoot, player)
    body: dict[str, object] = {"stechen_id": shoot.id, "player": player, **some_throw(world)}
    legal = wait is not None and player in shoot.throws and may_throw(book, shoot)
    if legal and wait is not None:
        legal = fits(shoot, wait, body)

    def undo(world: World, answer: Answer) -> Attempt:
        return Attempt(stechen.void_throw, {"throw_id": answer["throw"]})

    return Attempt(stechen.enter_throw, body, legal, undo=undo)


def some_throw(world: World) -> dict[str, object]:
    """Few different values, so that throws are often equal."""
    if world.chance(0.06):
        return {"absent": True}
    if world.chance(0.04):
        return {"place": world.rnd.randint(1, 3)}
    return {"dice": world.rnd.choice(("111", "112", "222", "456", "221", "531", "653", "665", "122"))}


def may_throw(book: Book, shoot: Shoot) -> bool:
    if shoot.cause == "ties":
        return book.phase == "vorrunde"
    return book.phase in AFTER_CUT and not ko_touched(book)


def fits(shoot: Shoot, wait: model.Wait, body: dict[str, object]) -> bool:
    """Places and dice of one attempt cannot be compared with each other."""
    thrown = [shoot.throws.get(player, {}).get(wait.attempt) for player in wait.among]
    if "dice" in body:
        return not any(one and one.place is not None for one in thrown)
    return "place" not in body or not any(one and one.dice for one in thrown)


def void_throw(world: World) -> Attempt | None:
    thrown = [(s, d) for s in world.book.shoots for throws in s.throws.values() for d in throws.values()]
    if not thrown:
        return None
    shoot, dice = world.rnd.choice(thrown)
    return Attempt(stechen.void_throw, {"throw_id": dice.id}, may_throw(world.book, shoot))


def void_stechen(world: World) -> Attempt | None:
    if not world.book.shoots:
        return None
    shoot = world.rnd.choice(world.book.shoots)
    return Attempt(stechen.void_stechen, {"stechen_id": shoot.id}, may_throw(world.book, shoot))


def open_move_up(world: World) -> Attempt:
    """C4.2: about the next place, then about the last extra Spielmarke."""
    book, legal, fresh = world.book, False, False
    if book.cut and book.phase in AFTER_CUT and not ko_touched(book):
        field = model_ko.field_of(book, world.equals)
        all_here = set(field.called) == set(field.here)
        group = (
            field.move_up if field.move_up.open else field.bonus if field.bonus.open and all_here else None
        )
        if group is not None:
            shoot = model.shoot_for(book, group.tied, "move_up")
            fresh = shoot is None
            legal = shoot is None or bool(set(group.tied) - set(shoot.throws))

    def undo(world: World, answer: Answer) -> Attempt | None:
        return Attempt(stechen.void_stechen, {"stechen_id": answer["stechen"]}) if fresh else None

    return Attempt(stechen.open_move_up_stechen, {}, legal, undo=undo)


# The cut


def make_cut(world: World) -> Attempt:
    book = world.book
    legal = book.phase == "vorrunde" and rounds_over(book)
    if legal:
        decided = [
            (shoot := model.shoot_for(book, tie.players, "ties")) is not None
            and not model.settle(book, tie.players, tie.above, shoot).waits
            for tie in model.ties(book)
        ]
        able = any(line.able for line in model.table_of_points(book, model.closed_turns(book)))
        legal = all(decided) and able
    order = model_ko.cut_order(book) if legal else []

    def made(world: World, answer: Answer) -> None:
        world.equals = model_ko.equals(order)
        kept = [(line.player, line.rank, line.points, line.able) for line in world.book.cut]
        assert kept == [(line.player, line.rank, line.points, line.able) for line in order]
        assert [line.position for line in world.book.cut] == list(range(1, len(order) + 1))

    return Attempt(cut.make_cut, {}, legal, undo=lambda w, a: Attempt(cut.void_cut, {}), then=made)


def void_cut(world: World) -> Attempt:
    """Until the first K.O. result: the cut, its check-ins and the K.O. draw."""
    legal = world.book.phase in AFTER_CUT and bool(world.book.cut) and not ko_touched(world.book)

    def gone(world: World, answer: Answer) -> None:
        assert not world.book.cut
        assert not world.book.stage("ko")
        assert not world.book.stage("final")
        assert all(shoot.cause == "ties" for shoot in world.book.shoots)

    return Attempt(cut.void_cut, {"reason": "doch nicht"}, legal, then=gone)


def announce(world: World) -> Attempt:
    legal = world.book.phase == "cut" and not world.book.announced
    return Attempt(cut.announce_cut, {}, legal, undo=lambda w, a: Attempt(cut.hide_cut, {}))


def hide(world: World) -> Attempt:
    legal = world.book.phase == "cut" and world.book.announced
    return Attempt(cut.hide_cut, {}, legal, undo=lambda w, a: Attempt(cut.announce_cut, {}))


def place(world: World) -> Attempt | None:
    """One of check in, decline and their undos, for somebody who is likely to be meant."""
    book, act = world.book, world.rnd.choice(list(PLACE_RULES))
    if not book.people:
        return None
    near = [line.player for line in book.cut[: model.qualifiers(book) + 3]]
    pool = near if near and world.chance(0.9) else sorted(book.people)
    return about_place(world, act, world.rnd.choice(pool))


def about_place(world: World, act: Callable[..., Answer], player: int) -> Attempt | None:
    book = world.book
    kept = next((line for line in book.cut if line.player == player), None)
    legal = kept is not None and book.phase in AFTER_CUT and not ko_touched(book)
    # A final that was formed without a game before it keeps its people.
    legal = legal and not (book.ko and book.final)
    if legal and kept is not None:
        legal = PLACE_RULES[act](world, kept)
    if act is cut.decline_place and legal:
        coming = [line for line in book.cut if line.able and model_ko.comes(book, line)]
        if len(coming) <= 4:
            return None
    undo = Attempt(PLACE_UNDO[act], {"player": player})
    return Attempt(act, {"player": player}, legal, undo=lambda w, a: undo)


def _check_in(world: World, kept: Kept) -> bool:
    called = model_ko.field_of(world.book, world.equals).called
    return not kept.declined and not kept.here and kept.player in called and chair_free(world.book)


def _undo_check_in(world: World, kept: Kept) -> bool:
    return kept.here and not kept.declined


def _decline(world: World, kept: Kept) -> bool:
    field = model_ko.field_of(world.book, world.equals)
    return not kept.declined and kept.player in {*field.called, *field.move_up.tied, *field.bonus.tied}


def _undo_decline(world: World, kept: Kept) -> bool:
    """After the draw only while it pushes nobody out."""
    book = world.book
    turn = model_ko.drawn(book)
    if not kept.declined or turn is None:
        return kept.declined
    if kept.here:
        return chair_free(book)
    kept.declined = False
    called = set(model_ko.field_of(book, world.equals).called)
    kept.declined = True
    seated = {player for spot in turn.spots for player in spot.players if book.people[player].able}
    return seated <= called


PLACE_RULES = {
    cut.check_in_place: _check_in,
    cut.undo_check_in: _undo_check_in,
    cut.decline_place: _decline,
    cut.undo_decline: _undo_decline,
}
PLACE_UNDO = {
    cut.check_in_place: cut.undo_check_in,
    cut.undo_check_in: cut.check_in_place,
    cut.decline_place: cut.undo_decline,
    cut.undo_decline: cut.decline_place,
}


def chair_free(book: Book) -> bool:
    """Before the draw there is room; after it a chair must have been left."""
    turn = model_ko.drawn(book)
    if turn is None:
        return True
    return sum(len(players) for players in turn.protocol["result"]) > sum(len(s.chairs) for s in turn.spots)


# K.O. and final


def draw_ko(world: World, sure: bool | None = None) -> Attempt:
    """All checked in, or the desk confirms smaller tables; nothing left to throw for."""
    book = world.book
    sure = world.chance(0.3) if sure is None else sure
    legal = book.phase == "cut" and bool(book.cut)
    bonus: set[int] = set()
    here: set[int] = set()
    if legal:
        field = model_ko.field_of(book, world.equals)
        waiting = set(field.called) - set(field.here)
        legal = not field.move_up.open and not field.bonus.open and len(field.here) >= 2
        legal = legal and (sure or not waiting)
        bonus, here = set(field.bonus.taken), set(field.here)

    def drawn(world: World, answer: Answer) -> None:
        check_ko_draw(world.book, here, bonus)

    return Attempt(
        knockout.draw_ko,
        {"smaller_confirmed": sure},
        legal,
        undo=lambda w, a: Attempt(knockout.void_ko, {}),
        then=drawn,
    )


def check_ko_draw(book: Book, here: set[int], bonus: set[int]) -> None:
    """C4.3, C4.4: everybody who is here once, tables even, the best apart, Spielmarken as issued."""
    turn = model_ko.drawn(book)
    assert turn is not None
    chairs = {player: marks for spot in turn.spots for _, player, marks in spot.chairs}
    assert set(chairs) == here
    extra = book.format["bonus_marks"]
    assert chairs == {p: book.format["marks"] + (extra if p in bonus else 0) for p in here}
    sizes = [len(spot.chairs) for spot in turn.spots]
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) <= max(1, book.format["ko_tables"])
    rank = {line.player: line.rank for line in book.cut}
    best = sorted(rank[player] for player in here)[: len(sizes)]
    tops = [p for p in here if rank[p] <= best[-1]]
    if book.format["ko_seeding"] != "lot" and len(tops) == len(sizes):
        assert all(len(set(spot.players) & set(tops)) == 1 for spot in turn.spots)


def void_ko(world: World) -> Attempt:
    legal = world.book.phase in ("ko", "final") and not ko_touched(world.book)
    return Attempt(knockout.void_ko, {}, legal)


def form_final(world: World) -> Attempt | None:
    book, turn = world.book, world.book.ko
    sitting: list[int] = []
    legal = book.phase == "ko" and turn is not None
    if legal and turn is not None:
        states = [model_ko.state_of(book, turn, spot) for spot in turn.spots]
        quarrels = {quarrel.table for quarrel in book.quarrels} & {spot.id for spot in turn.spots}
        sitting = [p for state in states for p in state.end or [] if p not in state.emptied]
        legal = all(state.end is not None for state in states) and not quarrels and bool(sitting)

    def formed(world: World, answer: Answer) -> None:
        turn = world.book.final
        assert turn is not None
        assert [player for spot in turn.spots for player in spot.players] == sitting

    undo = Attempt(knockout.dissolve_final, {})
    return Attempt(knockout.form_final, {}, legal, undo=lambda w, a: undo, then=formed)


def dissolve(world: World) -> Attempt:
    book = world.book
    legal = book.phase == "final" and book.ko is not None and book.final is not None
    legal = legal and not any(spot.results for spot in book.final.spots)  # type: ignore[union-attr]
    return Attempt(knockout.dissolve_final, {}, legal)


def finish(world: World) -> Attempt:
    book = world.book
    legal = book.phase == "final" and model_ko.champion(book) is not None
    if book.final is not None:
        legal = legal and all(quarrel.table != book.final.spots[0].id for quarrel in book.quarrels)
    return Attempt(final.finish, {}, legal, undo=lambda w, a: Attempt(final.reopen_finished, {}))


def reopen_finished(world: World) -> Attempt:
    return Attempt(final.reopen_finished, {}, world.book.phase == "finished")


def missing_games(world: World) -> list[tuple[int, int]]:
    """Tables of the running round that still play: (table, next game)."""
    turn = world.book.turns[-1] if world.book.turns else None
    if turn is None:
        return []
    found = [(spot.id, next_game(world.book, turn, spot)) for spot in turn.spots]
    return [(table, game) for table, game in found if game is not None]
