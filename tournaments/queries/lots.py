"""C1.4 The lot protocol: what may be known of every draw, and from when on.

Until the last draw of the evening its salt, seeds, digests, inputs and plans are secret: one plan tells
where everybody will sit in the rounds to come. They are not in the values made here before that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournaments.draw import FORMAT, Tables, make_seal, moved
from tournaments.models import LogEntry, Phase, Stage, Tournament
from tournaments.queries.facts import Facts, RoundFact
from tournaments.queries.field import ko_touched

_ACTS = ("publish_draw", "redraw_round", "draw_ko", "void_ko", "void_cut")
_SECRET = ("seed", "digest", "inputs", "plan")
_KO_RULES = ("tables", "seats", "seeding")


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """A draw that was published. round: 0 for the K.O. · counts: it was not replaced later; `replaced_at` and
    `reason` tell of one that was · seal: binds what is still secret (`make_seal`) · result: as drawn, in
    seat order; `numbers`: of these tables · swaps: changes by hand · seated: after them · opened: seed,
    digest, inputs and plan as the file has them, None while they are secret."""

    stage: str
    round: int
    draw_no: int
    counts: bool
    published_at: datetime | None
    replaced_at: datetime | None
    reason: str
    version: str
    seal: str
    result: Tables
    numbers: tuple[int, ...]
    swaps: tuple[Mapping[str, Any], ...]
    seated: Tables
    opened: Mapping[str, Any] | None = None

    @property
    def tables(self) -> list[tuple[int, tuple[int, ...]]]:
        """(number, start numbers in seat order) as everybody sat down in the end."""
        return list(zip(self.numbers, self.seated, strict=True))


@dataclass(frozen=True, slots=True)
class Lots:
    """The protocol as everybody may read it now. `salt`: None before the last draw; `draws`: oldest first."""

    commitment: str
    number: int | None
    salt: str | None
    draws: tuple[PublicDraw, ...]


def is_last_draw_over(facts: Facts) -> bool:
    """No draw can come any more: the K.O. (or the final without one) is drawn and can no longer be taken
    back. Before its first result it could, and whoever knew the salt would know the next one."""
    return ko_touched(facts) or facts.tournament.phase == Phase.FINISHED


def public_lots(facts: Facts) -> Lots:
    """One query, the log; none before the first draw."""
    t, opened = facts.tournament, is_last_draw_over(facts)
    drawn = [r for r in facts.rounds if r.published and "seed" in r.protocol]
    entries = _entries(t) if drawn or t.phase not in (Phase.SETUP, Phase.REGISTRATION) else []
    replaced = [*_replaced(t, facts, entries)]
    standing = [_standing(t, facts, round_) for round_ in drawn]
    draws = sorted([*replaced, *standing], key=_order)
    if not opened:
        draws = [replace(draw, opened=None) for draw in draws]
    return Lots(t.lot_mark, t.lot_number, t.lot_salt if opened else None, tuple(draws))


def lot_file(facts: Facts, lots: Lots) -> dict[str, Any]:
    """The protocol for `manage.py verify_draw`: start numbers only, no names and no reasons."""
    t = facts.tournament
    secret = {} if lots.salt is None else {"salt": lots.salt}
    return {
        "format": FORMAT,
        "tournament": t.name,
        "date": t.date.isoformat(),
        "complete": lots.salt is not None,
        "commitment": lots.commitment,
        "number": lots.number,
        **secret,
        "draws": [_filed(draw) for draw in lots.draws],
    }


def _filed(draw: PublicDraw) -> dict[str, Any]:
    own = {"swaps": list(draw.swaps), "seated": draw.seated} if draw.stage == Stage.VORRUNDE else {}
    return {
        "stage": draw.stage,
        "round": draw.round,
        "draw_no": draw.draw_no,
        "counts": draw.counts,
        "published_at": draw.published_at,
        "replaced_at": draw.replaced_at,
        "version": draw.version,
        "seal": draw.seal,
        "result": draw.result,
        **({} if draw.stage == Stage.VORRUNDE else {"numbers": draw.numbers}),
        **own,
        **(draw.opened or {}),
    }


def _entries(t: Tournament) -> list[LogEntry]:
    """Of the moment of the facts: what came in since would stand there twice."""
    entries = LogEntry.objects.filter(tournament=t, act__in=_ACTS, revision__lte=t.revision)
    return list(entries.order_by("id"))


def _standing(t: Tournament, facts: Facts, round_: RoundFact) -> PublicDraw:
    draw = _draw(t, facts, round_.stage, round_.number, round_.draw_no, round_.protocol)
    seated = tuple(table.players for table in round_.tables)
    return replace(
        draw,
        counts=True,
        published_at=round_.published_at,
        seated=seated if round_.stage == Stage.VORRUNDE else draw.result,
    )


def _replaced(t: Tournament, facts: Facts, entries: Iterable[LogEntry]) -> Iterable[PublicDraw]:
    """Published draws that were drawn again or taken back, as the log kept them (C1.5)."""
    published: dict[tuple[int, int], datetime] = {}
    for entry in entries:
        if entry.act == "publish_draw":
            published[entry.data["number"], entry.data["draw_no"]] = entry.created_at
        elif entry.act == "draw_ko":
            published[0, 1] = entry.created_at
        else:
            for stage, round_, draw_no, protocol in _gone(entry):
                draw = _draw(t, facts, stage, round_, draw_no, protocol)
                key = (round_, draw_no) if stage == Stage.VORRUNDE else (0, 1)
                yield replace(
                    draw, published_at=published.get(key), replaced_at=entry.created_at, reason=entry.reason
                )


def _gone(entry: LogEntry) -> list[tuple[str, int, int, Mapping[str, Any]]]:
    """(stage, round, draw, protocol) of what an act took away from the hall; a draft was never there."""
    data = entry.data
    if entry.act == "redraw_round":
        gone = [(Stage.VORRUNDE, data["number"], data["draw_no"] - 1, data["protocol"])]
        return [one for one in gone if data.get("published")]
    drawn = [protocol for protocol in data.get("drawn", []) if "seed" in protocol]
    return [(Stage.KO, 1, 1, protocol) for protocol in drawn]


def _draw(
    t: Tournament, facts: Facts, stage: str, number: int, draw_no: int, protocol: Mapping[str, Any]
) -> PublicDraw:
    of_vorrunde = stage == Stage.VORRUNDE
    round_ = number if of_vorrunde else protocol.get("round", facts.plan.rounds + 1)
    result = _tables(protocol["result"])
    swaps = tuple(protocol.get("swaps", ()))
    keys = _SECRET if of_vorrunde else (*_SECRET, *_KO_RULES)
    return PublicDraw(
        stage=stage,
        round=round_,
        draw_no=draw_no,
        counts=False,
        published_at=None,
        replaced_at=None,
        reason="",
        version=protocol["version"],
        seal=make_seal(
            t.lot_salt,
            t.lot_number,
            round_,
            protocol["digest"],
            draw_no=draw_no,
            version=protocol["version"],
        ),
        result=result,
        numbers=tuple(protocol.get("numbers", range(1, len(result) + 1))),
        swaps=swaps,
        seated=moved(result, swaps),
        opened={key: protocol[key] for key in keys if key in protocol},
    )


def _tables(listed: Sequence[Sequence[int]]) -> Tables:
    return tuple(tuple(table) for table in listed)


def _order(draw: PublicDraw) -> tuple[int, bool, bool, Any]:
    """Round by round, within one in the order of publication; what counts comes last."""
    return (draw.round, draw.stage != Stage.VORRUNDE, draw.counts, draw.published_at or draw.replaced_at)
