"""What is said of tables: results, absences, kampflos, ohne Wertung, corrections, strokes (C2, C5, C8)."""

from copy import deepcopy

from tests.championships import model, model_ko
from tests.championships.acts_rounds import close
from tests.championships.rows import Book, Spot, Turn
from tests.championships.world import Answer, Attempt, World
from tournaments.services import absences, corrections, results

PLAYING = ("vorrunde", "ko", "final")
Names = tuple[int | None, int | None, int | None]


def is_open(book: Book, turn: Turn) -> bool:
    """Something may still be said about its tables."""
    return turn.open and book.phase in PLAYING and (turn.stage != "ko" or book.phase == "ko")


def next_game(book: Book, turn: Turn, spot: Spot) -> int | None:
    if turn.stage == "vorrunde":
        return model.next_game(book, spot)
    state = model_ko.state_of(book, turn, spot)
    return None if state.end is not None else state.games + 1


def possible(book: Book, turn: Turn, spot: Spot, game: int, names: Names, scharf: bool) -> bool:
    if turn.stage == "vorrunde":
        return model.is_game(spot, game, names, scharf)
    return model_ko.is_ko_game(model_ko.before_game(book, turn, spot, game), names, scharf)


def playing(book: Book, turn: Turn, spot: Spot, game: int) -> list[int]:
    if turn.stage == "vorrunde":
        return model.staying(spot, game)
    return model_ko.before_game(book, turn, spot, game).alive


def names_of(names: Names) -> dict[str, int | None]:
    return dict(zip(("half1", "half2", "endkampf"), names, strict=True))


def is_scharf(spot: Spot, game: int) -> bool:
    return spot.scharf_from is not None and game >= spot.scharf_from


def some_names(world: World, turn: Turn, spot: Spot, game: int, scharf: bool, wrong: float = 0.15) -> Names:
    """Three names that can be, or (`wrong`) any three."""
    rnd = world.rnd
    pool = playing(world.book, turn, spot, game)
    gone = sorted(model.leaving(spot, game)) if turn.stage == "vorrunde" else []
    if not pool or world.chance(wrong):
        everybody = [*spot.players, rnd.choice(sorted(world.book.people)), None]
        return rnd.choice(everybody), rnd.choice(everybody), rnd.choice(everybody)
    # Who leaves has often lost a half before.
    first = rnd.choice(gone if gone and world.chance(0.5) else pool)
    if scharf:
        return first, None, None
    second = rnd.choice(gone if gone and world.chance(0.5) else pool)
    if first == second:
        return first, second, None
    if (first in gone) != (second in gone):
        return first, second, rnd.choice((None, first if first in gone else second))
    return first, second, rnd.choice((first, second))


def any_spot(world: World) -> tuple[Turn, Spot] | None:
    """Mostly a table of the running round."""
    turns = world.book.turns
    if not turns:
        return None
    turn = turns[-1] if world.chance(0.85) else world.rnd.choice(turns)
    return turn, world.rnd.choice(turn.spots)


def record(world: World, wrong: float = 0.15) -> Attempt | None:
    found = any_spot(world)
    return record_at(world, *found, wrong=wrong) if found else None


def record_at(world: World, turn: Turn, spot: Spot, wrong: float = 0.15) -> Attempt:
    """The next game of this table; sometimes stale, out of turn, impossible, or of a game that is known."""
    book, rnd = world.book, world.rnd
    game = next_game(book, turn, spot) or 1
    if wrong and spot.results and world.chance(0.3):
        game = rnd.choice(sorted(spot.results))
    known = spot.results.get(game)
    names = some_names(world, turn, spot, game, known.scharf if known else is_scharf(spot, game), wrong)
    if known and world.chance(0.4):
        names = known.names
    body: dict[str, object] = {"table_id": spot.id, "draw_no": turn.draw_no, "game": game}
    body |= {"version": spot.version, **names_of(names)}
    if wrong and world.chance(0.1):
        field = rnd.choice(("draw_no", "game", "version"))
        body[field] = int(str(body[field])) + rnd.choice((-1, 1))
    legal, changes = may_record(book, turn, spot, body)

    def undo(world: World, answer: Answer) -> Attempt | None:
        if answer["state"] != "recorded":
            return None
        return Attempt(results.undo_game, {"table_id": spot.id, "version": answer["version"]})

    game = int(str(body["game"]))
    known = spot.results.get(game)
    kept = completed_names(turn, spot, game, names)

    def stored(world: World, answer: Answer) -> None:
        now = world.book.find(spot.id)[1].results[game]
        assert now.names == (known.names if known else kept)
        assert now.scharf == (known.scharf if known else is_scharf(spot, game))

    device = world.chance(0.7)
    return Attempt(results.record_game, body, legal, changes, undo=undo, then=stored, device=device)


def completed_names(turn: Turn, spot: Spot, game: int, names: Names) -> Names:
    if turn.stage != "vorrunde":
        return names
    return model.completed(spot, game, names)


def may_record(book: Book, turn: Turn, spot: Spot, body: dict[str, object]) -> tuple[bool, bool | None]:
    """(allowed, changes something); another answer to a known game is a conflict, told once."""
    game = int(str(body["game"]))
    names: Names = tuple(body[name] for name in ("half1", "half2", "endkampf"))
    if body["draw_no"] != turn.draw_no or book.phase not in PLAYING:
        return False, None
    names = completed_names(turn, spot, game, names)
    known = spot.results.get(game)
    if known is not None and names == known.names:
        return True, False
    scharf = known.scharf if known else is_scharf(spot, game)
    if not is_open(book, turn) or spot.outcome != "played":
        return False, None
    if not possible(book, turn, spot, game, names, scharf):
        return False, None
    if known is not None:
        return True, None
    return game == next_game(book, turn, spot) and body["version"] == spot.version, True


def undo_last(world: World) -> Attempt | None:
    """The last result of a table; in the K.O. a final that was formed is dissolved for it once confirmed."""
    found = any_spot(world)
    if found is None:
        return None
    (turn, spot), book = found, world.book
    sure = world.chance(0.4)
    dissolves = sure and turn.stage == "ko" and book.phase == "final"
    allowed = is_open(book, turn) or (dissolves and not any(s.results for s in book.final.spots))
    version = spot.version + (world.rnd.choice((-1, 1)) if world.chance(0.1) else 0)
    if dissolves and spot.version != version:
        return None
    legal = allowed and spot.outcome == "played" and bool(spot.results) and version == spot.version
    body = {"table_id": spot.id, "version": version, "confirmed": sure}
    rest = {game: result.names for game, result in spot.results.items() if game < max(spot.results)}

    def taken_back(world: World, answer: Answer) -> None:
        now = world.book.find(spot.id)[1].results
        assert {game: result.names for game, result in now.items()} == rest
        assert not (dissolves and world.book.final)

    return Attempt(results.undo_game, body, legal, then=taken_back)


def decide(world: World) -> Attempt | None:
    """The desk says which of two answers is right; until then the round stays open."""
    if not world.book.quarrels:
        return None
    if world.book.phase == "vorrunde" and world.chance(0.3):
        return close(world)
    quarrel = world.rnd.choice(world.book.quarrels)
    turn, spot = world.book.find(quarrel.table)
    which = world.rnd.choice(("first", "second"))
    names: Names = tuple(quarrel.other[name] for name in ("half1", "half2", "endkampf"))
    legal = is_open(world.book, turn)
    if which == "second":
        legal = legal and may_replace(world.book, turn, spot, quarrel.game, names, sure=False)
    right = spot.results[quarrel.game].names if which == "first" else names

    def decided(world: World, answer: Answer) -> None:
        assert all(other.id != quarrel.id for other in world.book.quarrels)
        now = world.book.find(spot.id)[1].results[quarrel.game]
        assert now.names == completed_names(turn, spot, quarrel.game, right)

    body = {"conflict_id": quarrel.id, "decision": which}
    return Attempt(results.decide_conflict, body, legal, then=decided)


def may_replace(book: Book, turn: Turn, spot: Spot, game: int, names: Names, *, sure: bool) -> bool:
    """C5.6, C8.1: another answer to a known game, everything after it replayed."""
    known = spot.results.get(game)
    if known is None or spot.outcome != "played":
        return False
    if turn.stage == "vorrunde":
        names = completed_names(turn, spot, game, names)
        return names != known.names and model.is_game(spot, game, names, known.scharf)
    if names == known.names or not possible(book, turn, spot, game, names, known.scharf):
        return False
    after = deepcopy(book)
    turn_after, spot_after = after.find(spot.id)
    result = spot_after.results[game]
    result.half1, result.half2, result.endkampf = names
    if not model_ko.holds(after, turn_after, spot_after):
        return False
    return final_stands(book, after, turn, spot, sure=sure)


def final_stands(book: Book, after: Book, turn: Turn, spot: Spot, *, sure: bool) -> bool:
    """What a changed K.O. table leaves of the final."""
    final = after.final
    if final is None:
        return True
    if turn.stage == "ko" and sitters(book, turn, spot) != sitters(after, *after.find(spot.id)):
        return sure and not any(table.results for table in final.spots)
    if not all(model_ko.holds(after, final, table) for table in final.spots):
        return False
    return book.phase != "finished" or model_ko.champion(after) is not None


def sitters(book: Book, turn: Turn, spot: Spot) -> set[int] | None:
    """Who goes from this table to the final."""
    state = model_ko.state_of(book, turn, spot)
    return set(state.end) - set(state.emptied) if state.end is not None else None


def correct(world: World) -> Attempt | None:
    """C8.1: at any time, with a reason."""
    played = [(t, s, g) for t in world.book.turns for s in t.spots for g in s.results]
    if not played:
        return None
    recent = [one for one in played if one[0].stage == world.book.turns[-1].stage]
    turn, spot, game = world.rnd.choice(recent if recent and world.chance(0.6) else played)
    known = spot.results[game]
    names = some_names(world, turn, spot, game, known.scharf, 0.1)
    sure, reason = world.chance(0.4), world.rnd.choice(("Zettel falsch gelesen", "verhört", "")) or ""
    body = {"table_id": spot.id, "game": game, **names_of(names), "reason": reason, "confirmed": sure}
    legal = bool(reason) and may_replace(world.book, turn, spot, game, names, sure=sure)
    phase = world.book.phase
    disputed = any((quarrel.table, quarrel.game) == (spot.id, game) for quarrel in world.book.quarrels)

    def undo(world: World, answer: Answer) -> Attempt | None:
        # Whoever corrects has decided what was disputed; putting it back does not start the quarrel again.
        if answer["dissolved"] or disputed:
            return None
        back = {**body, **names_of(known.names), "reason": "doch richtig"}
        return Attempt(corrections.correct_game, back, phase == world.book.phase)

    def corrected(world: World, answer: Answer) -> None:
        now = world.book.find(spot.id)[1].results[game]
        assert now.names == completed_names(turn, spot, game, names)
        assert all((other.table, other.game) != (spot.id, game) for other in world.book.quarrels)

    return Attempt(corrections.correct_game, body, legal, undo=undo, then=corrected)


# Who is not there, and tables that are decided without a game


def absent(world: World) -> Attempt | None:
    """Never sat down, or leaves in the running game."""
    found = any_spot(world)
    if found is None or not found[1].players:
        return None
    (turn, spot), book = found, world.book
    thinned = [one for one in turn.spots if one.away and not one.results]
    if thinned and world.chance(0.7):
        spot = world.rnd.choice(thinned)  # so that now and then one is left alone
    player = world.rnd.choice(spot.players)
    service = absences.mark_no_show if world.chance(0.35) else absences.mark_left
    legal = is_open(book, turn) and spot.outcome == "played"
    legal = legal and all(one.player != player for one in spot.away)
    if turn.stage != "vorrunde":
        state = model_ko.state_of(book, turn, spot)
        legal = legal and state.left[player] > 0
        if sum(len(model_ko.state_of(book, turn, s).alive) for s in turn.spots) <= 3:
            return None
    if service is absences.mark_no_show:
        legal = legal and not spot.results
    elif next_game(book, turn, spot) is None:
        legal = legal and turn.stage == "ko"
    body = {"table_id": spot.id, "player": player, "reason": world.rnd.choice(("", "krank"))}
    game = (
        1
        if service is absences.mark_no_show
        else next_game(book, turn, spot) or max(spot.results, default=0) + 1
    )

    def noted(world: World, answer: Answer) -> None:
        one = world.book.find(spot.id)[1].away[-1]
        assert (one.id, one.player, one.game) == (answer["absence"], player, game)
        assert service.__name__ == f"mark_{one.kind}"

    def undo(world: World, answer: Answer) -> Attempt:
        return Attempt(absences.void_absence, {"absence_id": answer["absence"]})

    return Attempt(service, body, legal, undo=undo, then=noted)


def back_again(world: World) -> Attempt | None:
    """An absence taken back: what was played since must still be a game."""
    found = [(turn, spot, one) for turn in world.book.turns for spot in turn.spots for one in spot.away]
    if not found:
        return None
    turn, spot, one = world.rnd.choice(found)
    legal = is_open(world.book, turn) and spot.outcome == "played"
    after = deepcopy(world.book)
    turn_after, spot_after = after.find(spot.id)
    spot_after.away = [other for other in spot_after.away if other.id != one.id]
    if turn.stage == "vorrunde":
        games = spot_after.results.items()
        legal = legal and all(model.is_game(spot_after, g, r.names, r.scharf) for g, r in games)
    else:
        legal = legal and model_ko.holds(after, turn_after, spot_after)

    def back(world: World, answer: Answer) -> None:
        assert [other.id for other in world.book.find(spot.id)[1].away] == [o.id for o in spot_after.away]

    # A tablet does not call back whom the desk has sent home.
    device = world.chance(0.3)
    legal = legal and (not device or world.book.people[one.player].able)
    return Attempt(absences.void_absence, {"absence_id": one.id}, legal, then=back, device=device)


def without_game(world: World) -> Attempt | None:
    """Kampflos or ohne Wertung."""
    found = any_spot(world)
    if found is None:
        return None
    (turn, spot), book = found, world.book
    reason = world.rnd.choice(("alle weg", "Streit", ""))
    legal = book.phase == "vorrunde" and turn.stage == "vorrunde" and turn.open
    legal = legal and spot.outcome == "played" and bool(reason)
    service = absences.void_table
    alone = [s for s in turn.spots if len(model.staying(s, model.next_game(book, s) or 1)) == 1]
    if alone and world.chance(0.8):
        spot = world.rnd.choice(alone)
        legal = legal and spot.outcome == "played"
    game = model.next_game(book, spot)
    if world.chance(0.8 if alone else 0.2):
        service = absences.give_walkover
        legal = legal and game is not None and len(model.staying(spot, game)) == 1
    undo = Attempt(absences.reopen_table, {"table_id": spot.id})
    outcome = "void" if service is absences.void_table else "walkover"

    def decided(world: World, answer: Answer) -> None:
        assert world.book.find(spot.id)[1].outcome == outcome

    body = {"table_id": spot.id, "reason": reason}
    return Attempt(service, body, legal, undo=lambda w, a: undo, then=decided)


def play_on(world: World) -> Attempt | None:
    """A decided table is opened again."""
    decided = [(t, s) for t in world.book.vorrunde for s in t.spots if s.outcome != "played"]
    found = world.rnd.choice(decided) if decided and world.chance(0.8) else any_spot(world)
    if found is None:
        return None
    turn, spot = found
    legal = world.book.phase == "vorrunde" and turn.stage == "vorrunde" and turn.open
    return Attempt(absences.reopen_table, {"table_id": spot.id}, legal and spot.outcome != "played")


def stroke(world: World) -> Attempt | None:
    """One Schock aus more or less."""
    found = any_spot(world)
    if found is None:
        return None
    (turn, spot), book = found, world.book
    player = world.rnd.choice(spot.players or sorted(book.people))
    body = {"table_id": spot.id, "player": player}
    device = world.chance(0.5)
    may = is_open(book, turn) or (not device and tally_open(book, turn))
    legal = may and book.format["schock_aus_counted"] and player in spot.players
    more, less = results.add_schock_aus, results.take_back_schock_aus
    if world.chance(0.7):
        return Attempt(more, body, legal, undo=lambda w, a: Attempt(less, body), device=device)
    legal = legal and spot.strokes[player] > 0
    return Attempt(less, body, legal, undo=lambda w, a: Attempt(more, body), device=device)


def tally_open(book: Book, turn: Turn) -> bool:
    """The desk may still count Schock aus: to the end, but nothing that the cut was ordered by."""
    if turn.state == "drawn" or book.phase not in (*PLAYING, "cut"):
        return False
    orders = turn.stage == "vorrunde" and "schock_aus" in book.format["tie_breaks"]
    return not orders or book.phase == "vorrunde"
