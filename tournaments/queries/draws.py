"""How good a draw is: this round, and the whole evening as planned or as it was really seated (C1.3)."""

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from tournaments.draw import (
    Certificate,
    DrawInput,
    Entrant,
    Quality,
    Tables,
    bounds,
    measure,
    meetings,
    repeated_pairs,
)
from tournaments.draw.sizes import FULL
from tournaments.messages import draw as words
from tournaments.models import LogEntry
from tournaments.queries.facts import Facts, RoundFact


@dataclass(frozen=True, slots=True)
class DrawQuality:
    """C1.3, and who meets again (start numbers, meetings with this one). `odd`: seats of the odd tables
    of this draw, 0 when there is none."""

    quality: Quality
    again: tuple[tuple[int, int, int], ...]
    odd: int


@dataclass(frozen=True, slots=True)
class Seated:
    """An evening up to its last drawn round, as people really sat: repeats Σ (m − 1) over all pairs, `most`
    meetings of one pair, rounds at an odd table of those who sit now, seats of those tables (0: none)."""

    rounds: int
    repeats: int
    most: int
    odd_most: int
    odd_seats: int


class Line(NamedTuple):
    """A sentence, and whether all is as good as it can be."""

    good: bool
    text: str


@dataclass(frozen=True, slots=True)
class Evening:
    """`plan`: what was promised for all rounds. It does not hold any more once seats were changed by hand,
    somebody came or went, or the number of rounds is another: then it is what was seated. `proof` that no
    plan for this field could do with less, whatever had been drawn before: count (every pair has met, each
    further meeting is a repeat) · bound (of Q) · "", then `plan.reached` holds from this round on only."""

    plan: Certificate | Seated
    proof: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The sentences for desk and hall: as planned, or what was seated when the plan does not hold.
        Of one round there is nothing to say: nobody can have met or sat at a five before."""
        plan = self.plan
        if plan.rounds == 1:
            return ()
        if isinstance(plan, Seated):
            found = (
                Line(not plan.repeats, words.seated_repeats(plan.repeats, plan.rounds)),
                Line(plan.odd_most <= 1, words.seated_odd_tables(plan.odd_most, plan.odd_seats)),
            )
        else:
            best = words.unavoidable(plan, self.proof)
            found = (
                Line(best, words.evening_repeats(plan, proof=self.proof)),
                Line(plan.odd_most - plan.odd_least <= 1, words.evening_odd_tables(plan)),
            )
        return tuple(line for line in found if line.text)

    @property
    def sentences(self) -> str:
        """The same in one line."""
        found = self.lines
        return "; ".join(line.text for line in found) + "." if found else ""

    @property
    def brief(self) -> str:
        """The count alone, for the foot of the projector."""
        return words.seated_repeats(self.plan.repeats, self.plan.rounds)

    @property
    def screen(self) -> str:
        """One line of the projector."""
        if isinstance(self.plan, Seated):
            return self.brief
        return words.screen_repeats(self.plan, proof=self.proof)


def seats(round_: RoundFact) -> Tables:
    return tuple(table.players for table in round_.tables)


def before(facts: Facts, round_: RoundFact) -> tuple[Tables, ...]:
    """The rounds that were seated before this one."""
    return tuple(seats(r) for r in facts.vorrunde if r.number < round_.number)


def asked(facts: Facts, round_: RoundFact, *more: int) -> DrawInput:
    """What the seats of a round are measured against; `more`: who is to sit down."""
    numbers = [p for table in round_.tables for p in table.players]
    players = [facts.players[p] for p in (*numbers, *more)]
    apart = facts.plan.clubs_apart
    return DrawInput(
        entrants=tuple(Entrant(p.number, *((p.club_id, p.team_id) if apart else ())) for p in players),
        history=before(facts, round_),
        round=round_.number,
        rounds=facts.plan.rounds,
        odd_tables=facts.plan.odd_tables,
        clubs_apart=apart,
        seed=0,
    )


def draw_quality(facts: Facts, round_: RoundFact) -> DrawQuality:
    """The quality of the seats as they are now: of the draw, or what swaps made of it."""
    tables = seats(round_)
    question = asked(facts, round_)
    return DrawQuality(
        quality=measure(question, tables),
        again=repeated_pairs(question, tables),
        odd=max((len(table) for table in tables if len(table) != FULL), default=0),
    )


def evening(facts: Facts, round_: RoundFact) -> Evening:
    """The evening up to and with a round of the Vorrunde."""
    tables = seats(round_)
    here = {player for table in tables for player in table}
    earlier = before(facts, round_)
    plan = _certificate(round_.protocol.get("certificate"))
    holds = (
        plan is not None
        and not round_.protocol.get("swaps")
        and plan.rounds == facts.plan.rounds
        and here == {player.number for player in facts.present}
    )
    if plan is None or not holds:
        return Evening(_seated(round_.number, earlier, tables))
    sizes = [len(table) for table in tables]
    same = all(_alike(others, here, sizes) for others in earlier)
    return Evening(plan, _proof(plan, sizes) if same else "")


def _proof(plan: Certificate, sizes: list[int]) -> str:
    """Of a field that has not changed."""
    meetings_in_all = plan.rounds * sum(size * (size - 1) // 2 for size in sizes)
    if plan.repeats and plan.repeats <= meetings_in_all - plan.players * (plan.players - 1) // 2:
        return "count"
    return "bound" if plan.squares <= bounds(sizes, plan.rounds).least else ""


def _certificate(stored: Any) -> Certificate | None:
    """What a protocol promised; None from a protocol that says other things."""
    names = {field.name for field in fields(Certificate)}
    return Certificate(**stored) if isinstance(stored, dict) and stored.keys() == names else None


def _alike(tables: Tables, people: set[int], sizes: list[int]) -> bool:
    """The same people at tables of the same sizes."""
    return {p for table in tables for p in table} == people and sorted(map(len, tables)) == sorted(sizes)


def _seated(rounds: int, earlier: tuple[Tables, ...], tables: Tables) -> Seated:
    met = meetings((*earlier, tables))
    odd = Counter(p for t in (*earlier, tables) for table in t if len(table) != FULL for p in table)
    return Seated(
        rounds=rounds,
        repeats=sum(times - 1 for times in met.values()),
        most=max(met.values(), default=1),
        odd_most=max((odd[player] for table in tables for player in table), default=0),
        odd_seats=max((len(table) for table in tables if len(table) != FULL), default=0),
    )


def quality_before(facts: Facts, round_: RoundFact) -> Quality | None:
    """What the draw that this one replaced was worth, as it was seated then. One query, none without."""
    if round_.draw_no == 1:
        return None
    rows = LogEntry.objects.filter(
        tournament=facts.tournament, act="redraw_round", data__number=round_.number
    )
    entry = rows.order_by("-id").first()
    stored = entry.data.get("quality") if entry else None
    return Quality(**stored) if stored else None
