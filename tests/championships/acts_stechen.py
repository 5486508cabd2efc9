"""The Stechen about a tie at a line or about moving up, each with its way back (C3.4, C4.2)."""

from tests.championships import model, model_ko
from tests.championships.rows import Book, Dice, Shoot
from tests.championships.world import Answer, Attempt, World
from tournaments.services import stechen

AFTER_CUT = ("cut", "ko", "final")


def rounds_over(book: Book) -> bool:
    return book.running is None and len(model.closed_turns(book)) >= book.format["rounds"]


def ko_touched(book: Book) -> bool:
    """After the first K.O. result nothing before it is undone."""
    return any(spot.results for turn in book.turns if turn.stage != "vorrunde" for spot in turn.spots)


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
    if led_on(world) and world.chance(0.3):
        return void_throw(world)
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
    return {"dice": world.rnd.choice(("111", "112", "222", "456"))}


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


def thrown(world: World) -> list[tuple[Shoot, Dice]]:
    return [(s, d) for s in world.book.shoots for throws in s.throws.values() for d in throws.values()]


def led_on(world: World) -> list[tuple[Shoot, Dice]]:
    """Throws after which the same player had to throw again."""
    return [
        (shoot, dice)
        for shoot, dice in thrown(world)
        if any(dice.attempt < max(t) for t in shoot.throws.values() if dice in t.values())
    ]


def void_throw(world: World) -> Attempt | None:
    choice = led_on(world)
    if not choice or world.chance(0.4):
        choice = thrown(world)
    if not choice:
        return None
    shoot, dice = world.rnd.choice(choice)
    player = next(p for p, throws in shoot.throws.items() if dice in throws.values())
    rest = {p: sorted(t) for p, t in shoot.throws.items() if p != player}
    rest[player] = [attempt for attempt in sorted(shoot.throws[player]) if attempt < dice.attempt]

    def taken_back(world: World, answer: Answer) -> None:
        """With those that he threw after it, because they were asked for by it."""
        now = next(s for s in world.book.shoots if s.id == shoot.id)
        assert {p: sorted(t) for p, t in now.throws.items()} == rest

    body = {"throw_id": dice.id}
    return Attempt(stechen.void_throw, body, may_throw(world.book, shoot), then=taken_back)


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
