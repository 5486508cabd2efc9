"""What happens to people: entered, here, paid, gone, shut out, back (C2.5, C2.6)."""

from tests.championships import model, model_ko
from tests.championships.rows import Book, Spot, Turn
from tests.championships.world import FIRST, LAST, Answer, Attempt, World
from tournaments.services import players

BEFORE_CUT = ("setup", "registration", "vorrunde")
BEFORE_END = (*BEFORE_CUT, "cut", "ko", "final")


def late_entry_open(book: Book) -> bool:
    """C2.6: until the round after `late_entry_until` is published."""
    if book.phase in ("setup", "registration"):
        return True
    until = book.format["late_entry_until"]
    return book.phase == "vorrunde" and not any(
        turn.number > until and turn.state != "drawn" for turn in book.vorrunde
    )


def enter(world: World) -> Attempt:
    """A new person; sometimes one who is there already and is not said to be another."""
    twin = world.named and world.chance(0.1)
    number = world.rnd.randint(1, world.named) if twin else world.named + 1
    body: dict[str, object] = {"first": f"{FIRST} {number}", "last": LAST}
    body |= {"present": world.chance(0.8), "paid": world.chance(0.5)}
    if world.chance(0.4):
        body["club"] = world.rnd.choice(("Winden", "Merken", "Düren", "Birkesdorf"))
    if twin:
        # With or without a club: who is written the same way is taken for the same.
        body.pop("club", None)
        body["namesake"] = world.chance(0.5)
    legal = late_entry_open(world.book) and (not twin or bool(body["namesake"]))

    def entered(world: World, answer: Answer) -> None:
        world.named = max(world.named, number)
        assert answer["player"] == max(world.book.people), "start numbers rise"

    return Attempt(players.add_player, body, legal, then=entered)


def come_or_go(world: World) -> Attempt | None:
    """Checked in, or not here after all."""
    number = anybody(world)
    if number is None:
        return None
    person, present = world.book.people[number], world.chance(0.6)
    body = {"player": number, "present": present}
    here = person.status == "present"
    legal = person.able and world.book.phase in BEFORE_CUT
    if present and not here:
        legal = legal and late_entry_open(world.book)
    if not present and here:
        seated = any(turn.state != "drawn" and turn.spot_of(number) for turn in world.book.turns)
        if not seated and spare(world) <= 0:
            return None
        legal = legal and not seated
    back = Attempt(players.check_in, {"player": number, "present": here})
    possible = not (here and not late_entry_open(world.book))
    return Attempt(
        players.check_in, body, legal, here != present, undo=(lambda w, a: back) if possible else None
    )


def pay(world: World) -> Attempt | None:
    number = anybody(world)
    if number is None:
        return None
    paid, was = world.chance(0.5), world.book.people[number].paid
    back = Attempt(players.set_paid, {"player": number, "paid": was})
    return Attempt(
        players.set_paid, {"player": number, "paid": paid}, True, paid != was, undo=lambda w, a: back
    )


def leave(world: World) -> Attempt | None:
    """Withdrawn or shut out; at a table that plays he is away from the running game on."""
    number = anybody(world)
    if number is None or spare(world) <= 0 or too_few_marks(world, number):
        return None
    book, person = world.book, world.book.people[number]
    shut = world.chance(0.3)
    service = players.exclude_player if shut else players.withdraw_player
    wanted = "excluded" if shut else "withdrawn"
    body: dict[str, object] = {"player": number, "reason": world.rnd.choice(("müde", "Streit", "Bus"))}
    if not shut:
        body["no_show"] = world.chance(0.2)
    legal = book.phase in BEFORE_END and not (person.status == "excluded" and not shut)
    where = open_seat(book, number) if person.able else None

    def gone(world: World, answer: Answer) -> None:
        assert world.book.people[number].status == wanted
        if where is None or not person.able:
            return
        spot = world.book.find(where[1].id)[1]
        away = next(one for one in spot.away if one.player == number)
        assert away.game == where[2]
        assert away.kind == ("no_show" if body.get("no_show") and where[2] == 1 else "left")

    back = {"player": number, "present": person.status == "present"}
    undo = Attempt(players.return_player, back)
    return Attempt(
        service,
        body,
        legal,
        person.status != wanted,
        undo=(lambda w, a: undo) if person.able else None,
        then=gone,
    )


def open_seat(book: Book, number: int) -> tuple[Turn, Spot, int] | None:
    """Where he sits at a table that still needs him, and the game he will miss."""
    turn = next((turn for turn in reversed(book.turns) if turn.state != "closed"), None)
    spot = turn.spot_of(number) if turn and turn.open else None
    if turn is None or spot is None or any(one.player == number for one in spot.away):
        return None
    if turn.stage == "vorrunde":
        game = model.next_game(book, spot)
        return (turn, spot, game) if game else None
    state = model_ko.state_of(book, turn, spot)
    if not state.left.get(number) or (state.end is not None and turn.stage == "final"):
        return None
    return turn, spot, state.games + 1


def come_back(world: World) -> Attempt | None:
    """C2.5: back before the next draw; what was noted at his table goes while nothing was played since."""
    gone = [n for n, person in world.book.people.items() if not person.able]
    if not gone:
        return None
    number = world.rnd.choice(gone)
    return Attempt(players.return_player, {"player": number}, may_come_back(world.book, number))


def may_come_back(book: Book, number: int) -> bool:
    person = book.people[number]
    assert person.status_at is not None
    draws = [at for at in (book.cut_at, *(turn.published_at for turn in book.turns)) if at is not None]
    if book.phase not in BEFORE_END or person.able or any(at > person.status_at for at in draws):
        return False
    for turn in book.turns:
        for spot in turn.spots if turn.open and turn.stage != "vorrunde" else []:
            for one in spot.away:
                if one.player == number and one.at >= person.status_at:
                    return all(game < one.game for game in spot.results)
    return True


def rewrite(world: World) -> Attempt | None:
    number = anybody(world)
    if number is None:
        return None
    body: dict[str, object] = {"player": number, "first": world.book.people[number].first, "last": LAST}
    body["club"] = world.rnd.choice(("", "Merken"))
    if not any(person.fixed_station for person in world.book.people.values()):
        body["fixed_station"] = world.rnd.choice((None, 1))  # cannot move: always the first table
    return Attempt(players.edit_player, body, True, None)


def anybody(world: World) -> int | None:
    """Mostly somebody who is here."""
    here = world.book.present
    pool = here if here and world.chance(0.7) else sorted(world.book.people)
    return world.rnd.choice(pool) if pool else None


def spare(world: World) -> int:
    """How many more may go without the evening falling apart."""
    return len(world.book.present) - max(7, world.size * 2 // 3)


def too_few_marks(world: World, number: int) -> bool:
    """Somebody has to be left for the final."""
    book = world.book
    turn = book.final or book.ko
    if turn is None or book.phase not in ("ko", "final"):
        coming = [line for line in book.cut if line.able and model_ko.comes(book, line)]
        return bool(book.cut) and len(coming) <= 4
    states = [model_ko.state_of(book, turn, spot) for spot in turn.spots]
    return sum(len(state.alive) for state in states if number not in state.left) < 2 and any(
        number in state.left and len(state.alive) <= 2 for state in states
    )
