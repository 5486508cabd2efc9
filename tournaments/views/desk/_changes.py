"""What a change of seats by hand would cost, ready for its page (C1.5, C2.6)."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from tournaments.messages import changes as say
from tournaments.queries.changes import Again, Free, Partner, SwapPreview
from tournaments.queries.draws import draw_quality
from tournaments.queries.facts import Facts, RoundFact


def swap_context(facts: Facts, found: SwapPreview) -> dict[str, Any]:
    """`here`, `there`: ids of the tables; `moves`: who goes where; `costs` and `gains`: sentences."""
    same = found.here is found.there
    return {
        "here": found.here.id,
        "there": found.there.id,
        "moves": [
            {"player": facts.players[found.first], "of": found.here.number, "to": found.there.number},
            {"player": facts.players[found.second], "of": found.there.number, "to": found.here.number},
        ],
        "same": say.same_table(found.here.number) if same else "",
        "calm": "" if same or found.again else say.nobody_again(),
        "costs": _costs(facts, found),
        "gains": [
            *(
                say.spared(_name(facts, pair.one), _name(facts, pair.other), pair.places)
                for pair in found.spared
            ),
            *(say.mates_apart(_name(facts, one), _name(facts, other)) for one, other in found.apart),
        ],
    }


def _costs(facts: Facts, found: SwapPreview) -> list[str]:
    return [
        *(again(facts, pair) for pair in found.again),
        *(say.odd_again(_name(facts, player), times, seats) for player, times, seats in found.odd),
        *(say.mates(_name(facts, one), _name(facts, other)) for one, other in found.mates),
        *(say.off_fixed(_name(facts, player), fixed, table) for player, fixed, table in found.off),
    ]


def again(facts: Facts, pair: Again) -> str:
    return say.meets_again(_name(facts, pair.one), _name(facts, pair.other), pair.meetings, pair.places)


def _name(facts: Facts, number: int) -> str:
    return facts.players[number].name


def partner_lines(
    facts: Facts, round_: RoundFact, player: int, found: Iterable[Partner]
) -> list[dict[str, Any]]:
    now = draw_quality(facts, round_).quality.repeats
    page = reverse("desk:swap", args=[facts.tournament.slug, round_.number])
    return [
        {
            "player": facts.players[one.player],
            "table": one.table.number,
            "text": say.price(one.price, now),
            "href": f"{page}?first={player}&second={one.player}",
        }
        for one in found
    ]


def table_lines(facts: Facts, player: int, found: Iterable[Free]) -> list[dict[str, Any]]:
    """C2.6 The tables that take somebody, the cheapest first."""
    return [
        {
            "table": free.table,
            "href": reverse("desk:seat_late", args=[facts.tournament.slug, free.table.id]),
            "becomes": say.becomes(free.seats),
            "sixth": free.seats > 5,
            "text": say.met_before(_name(facts, _other(pair, player)) for pair in free.again)
            if free.again
            else say.nobody_again(),
        }
        for free in found
    ]


def _other(pair: Again, player: int) -> int:
    return pair.other if pair.one == player else pair.one
