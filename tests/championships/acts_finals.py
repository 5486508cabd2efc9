"""From the cut to the champion: cut, check-in, K.O., final, each with its way back (C4–C6)."""

from collections.abc import Callable

from tests.championships import model, model_ko
from tests.championships.acts_stechen import AFTER_CUT, ko_touched, rounds_over
from tests.championships.acts_tables import next_game
from tests.championships.rows import Book, Kept
from tests.championships.world import Answer, Attempt, World
from tournaments.services import cut, final, knockout

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
    return Attempt(act, {"player": player}, legal, undo=lambda w, a: undo, then=chair_of(player))


def chair_of(player: int) -> Callable[[World, Answer], None]:
    """After the draw: who is here sits, with the marks issued to him; who is not does not."""

    def check(world: World, answer: Answer) -> None:
        turn = model_ko.drawn(world.book)
        if turn is None:
            return
        kept = next(line for line in world.book.cut if line.player == player)
        spot = turn.spot_of(player)
        assert (spot is not None) == (kept.here and not kept.declined)
        if spot is not None:
            marks = next(marks for _, sitter, marks in spot.chairs if sitter == player)
            assert marks == world.issued.get(player, world.book.format["marks"])

    return check


def _check_in(world: World, kept: Kept) -> bool:
    called = model_ko.field_of(world.book, world.equals).called
    return not kept.declined and not kept.here and kept.player in called and chair_free(world.book)


def _undo_check_in(world: World, kept: Kept) -> bool:
    return kept.here and not kept.declined


def _decline(world: World, kept: Kept) -> bool:
    field = model_ko.field_of(world.book, world.equals)
    return not kept.declined and kept.player in {*field.called, *field.move_up.tied, *field.bonus.tied}


def _undo_decline(world: World, kept: Kept) -> bool:
    """After the draw only while it pushes nobody out who sat down since."""
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
    out = [line for line in book.cut if line.player in seated - called]
    assert kept.declined_at is not None
    assert turn.published_at is not None
    if kept.declined_at < turn.published_at:
        return not out
    return not any(line.here_at is not None and line.here_at > kept.declined_at for line in out)


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
        legal = not field.move_up.open and not field.bonus.open and bool(field.here)
        legal = legal and (sure or not waiting)
        bonus, here = set(field.bonus.taken), set(field.here)

    def drawn(world: World, answer: Answer) -> None:
        extra, marks = world.book.format["bonus_marks"], world.book.format["marks"]
        world.issued = {player: marks + (extra if player in bonus else 0) for player in here}
        check_ko_draw(world.book, world.issued)

    return Attempt(
        knockout.draw_ko,
        {"smaller_confirmed": sure},
        legal,
        undo=lambda w, a: Attempt(knockout.void_ko, {}),
        then=drawn,
    )


def check_ko_draw(book: Book, issued: dict[int, int]) -> None:
    """C4.3, C4.4: everybody who is here once, tables even, the best apart, Spielmarken as issued."""
    turn = model_ko.drawn(book)
    assert turn is not None
    chairs = {player: marks for spot in turn.spots for _, player, marks in spot.chairs}
    assert chairs == issued
    sizes = [len(spot.chairs) for spot in turn.spots]
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) <= max(1, book.format["ko_tables"])
    rank = {line.player: line.rank for line in book.cut}
    best = sorted(rank[player] for player in issued)[: len(sizes)]
    tops = [p for p in issued if rank[p] <= best[-1]]
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
    legal = legal and not any(spot.results for spot in book.final.spots)
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
