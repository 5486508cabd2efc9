"""From the empty tournament to the field of round 1: format, doors, people and who comes late."""

from collections.abc import Sequence

from tournaments.models import Status
from tournaments.rehearsal.people import invent
from tournaments.rehearsal.step import Do, Seen, do
from tournaments.services import players, tournaments


def set_up(seen: Seen) -> Sequence[Do]:
    """The format that suits so many players, the number drawn in public, then the doors."""
    done, facts = seen.done_since(), seen.facts
    wanted = seen.order.plan.to_dict()
    steps = []
    if "change_format" not in done and facts.plan.to_dict() != wanted:
        steps.append(do(tournaments.change_format, changes=wanted))
    if facts.tournament.lot_number is None:
        number = 1 + seen.chance("lot").below(9999)
        steps.append(do(tournaments.set_lot_number, number=number))
    return [*steps, do(tournaments.open_registration)]


def register(seen: Seen) -> Sequence[Do]:
    """All are on the list first. Most are there and have paid; a twelfth comes when the draw is called."""
    people = invent(seen.chance("people"), seen.order.players)
    known = len(seen.facts.players)
    if known < len(people):
        say = f"Anmeldung: {len(people)} Leute"
        return [
            do(
                players.add_player,
                say if index == 0 else "",
                first=person.first,
                last=person.last,
                club=person.club,
                gender=person.gender,
                namesake=True,
            )
            for index, person in enumerate(people[known:], start=known)
        ]
    numbers = sorted(seen.facts.players)[: len(people)]
    late = seen.chance("late").some(numbers, len(people) // 12)
    return [arrive(seen, number) for number in _waiting(seen) if number not in late]


def last_call(seen: Seen) -> Sequence[Do]:
    """Who is still missing comes now; the first of them not before the tables are published."""
    return [arrive(seen, number) for number in _waiting(seen)[1:]]


def latecomer(seen: Seen) -> int | None:
    """Who is on the list and not there when round 1 begins."""
    return next(iter(_waiting(seen)), None)


def arrive(seen: Seen, number: int) -> Do:
    service = players.check_in if seen.chance("pays", number).one_in(8) else players.check_in_paid
    return do(service, player=number)


def _waiting(seen: Seen) -> list[int]:
    return [n for n, player in sorted(seen.facts.players.items()) if player.status == Status.REGISTERED]
