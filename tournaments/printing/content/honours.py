"""The papers of the prize-giving: certificates, the speaker's list, all places. Only when it is over."""

from collections.abc import Sequence

from tournaments.messages import awards as words
from tournaments.models import Status
from tournaments.printing import certificates, places, prizes
from tournaments.printing.certificates import Certificate
from tournaments.printing.content.kinds import HONOURS, WHOLE, NothingToPrint, Paper, Params
from tournaments.queries import ceremony
from tournaments.queries.ceremony import Honour, Way
from tournaments.queries.facts import Facts, PlayerFact
from tournaments.queries.places import PlaceLine

FEW = 4
"""What more people share is called out in one breath, and nobody gets a certificate for it."""
_SIGNS = {
    ceremony.LANTERN: certificates.LANTERN,
    ceremony.KINGS: certificates.KING,
    ceremony.LADIES: certificates.LADY,
}


def called_certificates(facts: Facts, params: Params) -> tuple[Certificate, ...]:
    """For whoever is called out, in that order: honours, prizes of the Vorrunde, the final to its winner."""
    lines = _lines(facts)
    beside = [
        _honoured(facts, lines, one, player)
        for one in ceremony.called_out(facts, lines)
        if one.kind != ceremony.SHOTS and not _shared_by_many(one)
        for player in one.players
        if _stayed(player)
    ]
    final = [line for line in ceremony.the_final(lines) if _stayed(line.player)]
    return (*beside, *(_placed(facts, lines, line) for line in final))


def all_certificates(facts: Facts, params: Params) -> tuple[Certificate, ...]:
    """For everybody who played, from the last place to the first; nobody takes one home who was sent home."""
    lines = _lines(facts)
    return tuple(_placed(facts, lines, line) for line in reversed(lines) if _stayed(line.player))


def one_certificate(facts: Facts, params: Params) -> tuple[Certificate, ...]:
    """The place of the one with this start number."""
    lines = _lines(facts)
    found = [line for line in lines if line.player.number == int(params["round"]) and _stayed(line.player)]
    if not found:
        raise NothingToPrint
    return (_placed(facts, lines, found[0]),)


def prize_list(facts: Facts, params: Params) -> prizes.PrizesData:
    """Honours, then everybody who reached a K.O. table or the final, up to the champion."""
    lines, t = _lines(facts), facts.tournament
    ways = ceremony.ways(facts, lines)
    return prizes.PrizesData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        honours=tuple(
            prizes.Honoured(
                *words.honour(one.kind, one.count, one.first, one.last),
                people=tuple(prizes.Person(p.name, p.number, p.club) for p in one.players),
                short=_shared_by_many(one),
            )
            for one in ceremony.called_out(facts, lines)
        ),
        places=tuple(_told(line, ways[line.player.number]) for line in reversed(ceremony.stage(lines))),
    )


def _told(line: PlaceLine, way: Way) -> prizes.Person:
    end = words.story(way.stage, way.table, way.game, way.left, gone=way.gone)
    before = words.vorrunde(way.rank, way.points, thrown=way.thrown)
    p = line.player
    said = tuple(text for text in (end, before) if text)
    return prizes.Person(p.name, p.number, p.club, line.place, line.shared, said)


def place_list(facts: Facts, params: Params) -> places.PlacesData:
    """Everybody, for the wall: shared places as C6.3 has them."""
    lines, t = _lines(facts), facts.tournament
    return places.PlacesData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        rows=tuple(
            places.Row(
                line.place or 0, line.shared, line.player.name, line.player.number, line.points, line.stage
            )
            for line in lines
        ),
    )


def with_certificate(facts: Facts) -> tuple[int, ...]:
    """Start numbers of those who can have a certificate of their place."""
    if not ceremony.over(facts) or facts.cut is None:
        return ()
    return tuple(place.player for place in facts.cut.places if _stayed(facts.players[place.player]))


def _lines(facts: Facts) -> tuple[PlaceLine, ...]:
    lines = ceremony.finished_places(facts)
    if not lines:
        raise NothingToPrint
    return lines


def _stayed(player: PlayerFact) -> bool:
    return player.status != Status.EXCLUDED


def _shared_by_many(one: Honour) -> bool:
    return one.kind != ceremony.PRIZE and len(one.players) > FEW


def _placed(facts: Facts, lines: tuple[PlaceLine, ...], line: PlaceLine) -> Certificate:
    assert line.place is not None
    said = words.of_place(line.place, line.shared, len(lines))
    return _certificate(facts, line.player, said, place=line.place)


def _honoured(facts: Facts, lines: tuple[PlaceLine, ...], one: Honour, player: PlayerFact) -> Certificate:
    people = len(lines)
    if one.kind == ceremony.PRIZE:
        place, shared = _rank(facts, player.number)
        return _certificate(facts, player, words.of_prize(place, shared, people), place=place)
    said = {
        ceremony.LANTERN: words.of_lantern(people),
        ceremony.KINGS: words.of_king(one.count),
        ceremony.LADIES: words.of_lady(people),
    }[one.kind]
    return _certificate(facts, player, said, honour=_SIGNS[one.kind])


def _rank(facts: Facts, player: int) -> tuple[int, bool]:
    """(place of the Vorrunde, shared) as the cut took it."""
    assert facts.cut is not None
    ranks = {place.player: place.rank for place in facts.cut.places}
    return ranks[player], list(ranks.values()).count(ranks[player]) > 1


def _certificate(
    facts: Facts, player: PlayerFact, said: words.Three, *, place: int | None = None, honour: str = ""
) -> Certificate:
    t = facts.tournament
    return Certificate(t.name, t.date, t.place, player.name, player.club, *said, place=place, honour=honour)


def _over(facts: Facts, drafts: bool) -> Sequence[int]:
    return [WHOLE] if ceremony.over(facts) else []


def _led(facts: Facts, drafts: bool) -> Sequence[int]:
    """The beste Dame stands on it: the Leitung alone knows her (model.md)."""
    return _over(facts, drafts) if drafts else []


def _people(facts: Facts, drafts: bool) -> Sequence[int]:
    return with_certificate(facts)


PRIZE_GIVING = (
    Paper("prizes", HONOURS, prize_list, prizes.document, _led),
    Paper("certificates", HONOURS, called_certificates, certificates.document, _led),
    Paper("places", HONOURS, place_list, places.document, _over),
    Paper("certificates_all", HONOURS, all_certificates, certificates.document, _over),
    Paper("certificate", HONOURS, one_certificate, certificates.document, _people, listed=False),
)
