"""Turnierrunden: drawn, published, closed, seats changed by hand, each with its way back (C1, C2.6, C2.7)."""

from collections import Counter

from tests.championships import model
from tests.championships.acts_people import enter, late_entry_open
from tests.championships.rows import Book, Spot, Turn
from tests.championships.world import Answer, Attempt, World
from tournaments.services import rounds, scharf, seats, tournaments

SEATING = ("registration", "vorrunde")


def table_sizes(n: int, odd: str) -> Counter[int]:
    """C1.1, C1.2: as many fours as possible; 6, 7 and 11 are split into threes and fours."""
    small = {3: [3], 5: [5], 6: [3, 3], 7: [4, 3], 11: [4, 4, 3]}
    if n in small:
        return Counter(small[n])
    if odd == "threes":
        threes = -n % 4
        return Counter({3: threes, 4: (n - 3 * threes) // 4}) - Counter()
    fives = n % 4
    return Counter({5: fives, 4: (n - 5 * fives) // 4}) - Counter()


def stale(book: Book, turn: Turn) -> bool:
    return sorted(player for spot in turn.spots for player in spot.players) != book.present


def complete(book: Book, turn: Turn) -> bool:
    return all(model.next_game(book, spot) is None for spot in turn.spots)


def check_draw(world: World, answer: Answer) -> None:
    """Everybody present once, tables as large as the text says, no results taken over."""
    turn = world.book.running
    assert turn is not None
    assert turn.state == "drawn"
    assert not stale(world.book, turn)
    sizes = Counter(len(spot.players) for spot in turn.spots)
    assert sizes == table_sizes(len(world.book.present), world.book.format["odd_tables"])
    assert [spot.number for spot in turn.spots] == list(range(1, len(turn.spots) + 1))
    assert all(spot.untouched for spot in turn.spots)
    for player in world.book.present:
        spot, wanted = turn.spot_of(player), world.book.people[player].fixed_station
        assert spot is not None
        assert wanted in (None, spot.number)
    assert turn.protocol["result"] == [spot.players for spot in turn.spots]


def draw(world: World) -> Attempt:
    book = world.book
    legal = (
        book.phase in SEATING
        and book.running is None
        and len(book.vorrunde) < book.format["rounds"]
        and len(book.present) >= 3
    )
    undo = Attempt(rounds.discard_draw, {})
    return Attempt(rounds.draw_round, {}, legal, undo=lambda w, a: undo, then=check_draw)


def discard(world: World) -> Attempt:
    turn = world.book.running
    legal = world.book.phase in SEATING and turn is not None and turn.state == "drawn"
    return Attempt(rounds.discard_draw, {}, legal)


def redraw(world: World) -> Attempt:
    """C1.5: until the first result or absence of the round; a reason once it was published."""
    book, turn = world.book, world.book.running
    legal = book.phase in SEATING and turn is not None and all(spot.untouched for spot in turn.spots)
    legal = legal and len(book.present) >= 3
    reason = world.rnd.choice(("", "zwei vergessen"))
    legal = legal and (bool(reason) or (turn is not None and turn.state == "drawn"))
    number = turn.draw_no if turn else 0

    def drawn_again(world: World, answer: Answer) -> None:
        check_draw(world, answer)
        assert answer["draw_no"] == number + 1

    return Attempt(rounds.redraw_round, {"reason": reason}, legal, then=drawn_again)


def publish(world: World) -> Attempt:
    turn = world.book.running
    legal = world.book.phase in SEATING and turn is not None and turn.state == "drawn"
    return Attempt(rounds.publish_draw, {}, legal and turn is not None and not stale(world.book, turn))


def close(world: World) -> Attempt:
    book, turn = world.book, world.book.running
    legal = book.phase == "vorrunde" and turn is not None and turn.open and complete(book, turn)
    if turn is not None and {quarrel.table for quarrel in book.quarrels} & {spot.id for spot in turn.spots}:
        legal = False
    undo = Attempt(rounds.reopen_round, {})
    return Attempt(rounds.close_round, {}, legal, undo=lambda w, a: undo)


def reopen(world: World) -> Attempt:
    """Until the next round is drawn or the cut is made."""
    turns = world.book.vorrunde
    legal = world.book.phase == "vorrunde" and bool(turns) and turns[-1].state == "closed"
    return Attempt(rounds.reopen_round, {}, legal)


def change_rounds(world: World) -> Attempt:
    """C2.4: not below what is drawn, until the cut."""
    book = world.book
    now, drawn = book.format["rounds"], len(book.vorrunde)
    wanted = now + world.rnd.choice((-1, 1)) if world.chance(0.8) else world.rnd.choice((0, 1, 2, 21))
    legal = book.phase in ("setup", *SEATING) and 1 <= wanted <= 20 and wanted >= drawn
    if legal and wanted > min(now, 4) and world.chance(0.7):
        return Attempt(tournaments.change_rounds, {"rounds": now}, True, False)
    # With frozen rounds more rounds show what nobody can unsee; fewer may lower other fields.
    back = legal and wanted > now and book.format["freeze_rounds"] == 0
    undo = Attempt(tournaments.change_rounds, {"rounds": now})
    return Attempt(
        tournaments.change_rounds,
        {"rounds": wanted},
        legal,
        wanted != now,
        undo=(lambda w, a: undo) if back else None,
    )


FROM_ROUND_ONE = ("games_per_round", "odd_tables", "clubs_apart")


def change_format(world: World) -> Attempt:
    """Each field until it is fixed: round 1 published, cut made, first final result (model.md)."""
    book, rnd = world.book, world.rnd
    choices = {
        "games_per_round": (1, 2),
        "odd_tables": ("fives", "threes"),
        "clubs_apart": (True, False),
        "freeze_rounds": (0, min(1, book.format["rounds"])),
        "prize_places": ([], [2], [4, 9]),
        "decide": ("stechen", "chain") if book.format["tie_breaks"] else ("stechen",),
        "ko_seeding": ("apart", "snake", "lot"),
        "marks": (1, 2, 3),
        "bonus_marks": (0, 1, 2),
        "final_marks": ("carry", 1, 2) if book.format["ko_tables"] else ("carry",),
    }
    field = rnd.choice(sorted(choices))
    value, now = rnd.choice(choices[field]), book.format[field]
    changes = value != now
    if field in FROM_ROUND_ONE:
        legal = book.phase in ("setup", "registration")
    elif field == "final_marks":
        legal = book.final is None or not any(spot.results for spot in book.final.spots)
    else:
        legal = book.phase in ("setup", *SEATING)
    undo = Attempt(tournaments.change_format, {"changes": {field: now}})
    # What a lifted freeze has shown stays seen.
    back = None if field == "freeze_rounds" or not changes else (lambda w, a: undo)
    return Attempt(
        tournaments.change_format, {"changes": {field: value}}, legal or not changes, changes, undo=back
    )


def clock(world: World) -> Attempt | None:
    turn = world.book.turns[-1] if world.book.turns else None
    if turn is None:
        return None
    legal = turn.open and world.book.phase in ("vorrunde", "ko", "final")
    return Attempt(rounds.start_clock, {"round_id": turn.id}, legal)


def switch_scharf(world: World) -> Attempt:
    """C7.2; which tables it reaches is tested elsewhere: here it only has to leave everything in order."""
    body: dict[str, object] = {"on": world.chance(0.5)}
    turn = world.book.turns[-1] if world.book.turns else None
    if turn is not None and world.chance(0.4):
        body["table_ids"] = [world.rnd.choice(turn.spots).id]
    return Attempt(scharf.set_scharf, body, None, None)


# Seats by hand


def free(book: Book, turn: Turn, spot: Spot) -> bool:
    """Seats at this table may still change."""
    changeable = turn.stage == "vorrunde" and turn.state != "closed" and book.phase in SEATING
    return changeable and spot.outcome == "played" and not spot.results


def free_spot(world: World, turn: Turn) -> Spot:
    """Mostly a table where seats may still change."""
    spots = [spot for spot in turn.spots if free(world.book, turn, spot)]
    return world.rnd.choice(spots if spots and world.chance(0.8) else turn.spots)


def somebody_at(world: World, turn: Turn) -> int:
    """Mostly somebody who sits at such a table."""
    players = free_spot(world, turn).players
    return world.rnd.choice(players if players and world.chance(0.85) else sorted(world.book.people))


def seat_late(world: World) -> Attempt | None:
    """C2.6: a four becomes a five, a five a six only when it is confirmed."""
    book = world.book
    turn = book.running or (book.turns[-1] if book.turns else None)
    if turn is None:
        return None
    standing = [player for player in book.present if turn.spot_of(player) is None]
    if not standing and late_entry_open(book) and world.chance(0.7):
        return enter(world)
    pool = standing if standing and world.chance(0.8) else sorted(book.people)
    player, spot = world.rnd.choice(pool), free_spot(world, turn)
    sure, taken = world.chance(0.3), len(spot.chairs)
    legal = free(book, turn, spot) and player in standing and (taken < 5 or (sure and taken < 6))
    body = {"player": player, "table_id": spot.id}
    undo = Attempt(seats.unseat_late, body)

    def sits(world: World, answer: Answer) -> None:
        assert world.book.find(spot.id)[1].players[-1] == player

    return Attempt(seats.seat_late, {**body, "six_confirmed": sure}, legal, undo=lambda w, a: undo, then=sits)


def unseat_late(world: World) -> Attempt | None:
    turn = world.book.vorrunde[-1] if world.book.vorrunde else None
    if turn is None:
        return None
    late = [s for s in turn.protocol.get("swaps", []) if s["kind"] == "late"]
    if late and world.chance(0.8):
        entry = world.rnd.choice(late)
        spot = next((s for s in turn.spots if s.number == entry["table"]), turn.spots[0])
        player = entry["player"]
    else:
        spot = world.rnd.choice(turn.spots)
        player = world.rnd.choice(sorted(world.book.people))
    came = any(s["player"] == player and s["table"] == spot.number for s in late)
    away = any(one.player == player for one in spot.away)
    legal = free(world.book, turn, spot) and came and player in spot.players and not away
    return Attempt(seats.unseat_late, {"player": player, "table_id": spot.id}, legal)


def move_seat(world: World) -> Attempt | None:
    """C2.5: to another table of the round, where fewer sit."""
    book = world.book
    turn = book.vorrunde[-1] if book.vorrunde else None
    if turn is None:
        return None
    spot, player = free_spot(world, turn), somebody_at(world, turn)
    origin = turn.spot_of(player)
    sure, taken = world.chance(0.2), len(spot.chairs)
    legal = (
        origin is not None
        and origin.id != spot.id
        and free(book, turn, spot)
        and free(book, turn, origin)
        and all(one.player != player for one in origin.away)
        and (taken < 5 or (sure and taken < 6))
    )
    body = {"player": player, "table_id": spot.id, "six_confirmed": sure}
    if legal and origin is not None and len(origin.chairs) <= 2:
        return None

    def moved(world: World, answer: Answer) -> None:
        assert origin is not None
        assert player in world.book.find(spot.id)[1].players
        assert player not in world.book.find(origin.id)[1].players

    return Attempt(seats.move_seat, body, legal, then=moved)


def swap_seats(world: World) -> Attempt | None:
    book = world.book
    turn = book.turns[-1] if book.turns else None
    if turn is None or not book.people:
        return None
    first, second = somebody_at(world, turn), somebody_at(world, turn)
    spots = [turn.spot_of(first), turn.spot_of(second)]
    legal = first != second and all(
        spot is not None and free(book, turn, spot) and all(one.player != player for one in spot.away)
        for spot, player in zip(spots, (first, second), strict=True)
    )
    body = {"round_id": turn.id, "first": first, "second": second}
    undo = Attempt(seats.swap_seats, body)
    before = [spot.id for spot in spots if spot is not None]

    def swapped(world: World, answer: Answer) -> None:
        places = [world.book.find(table)[1].players for table in before]
        assert second in places[0]
        assert first in places[1]

    return Attempt(seats.swap_seats, body, legal, undo=lambda w, a: undo, then=swapped)
