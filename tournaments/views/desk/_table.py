"""What the page of one table shows: seats, every version of its results, its station (C2.5, C8.1)."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from scoring.points import game_points
from tournaments.draw.sizes import FULL, MINIMUM
from tournaments.messages import play as words
from tournaments.messages import tables as say
from tournaments.models import Outcome, Stage
from tournaments.printing.marks import qr
from tournaments.queries.corrections import Moved, Preview
from tournaments.queries.deckel_view import written_protocols
from tournaments.queries.devices import PairedDevice
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.overview import table_line
from tournaments.queries.slips import outcome_said, said
from tournaments.queries.standings import table_games
from tournaments.queries.tables import Possible, Version, came_late, possible, several_games


def table_head(facts: Facts, round_: RoundFact, table: TableFact) -> dict[str, Any]:
    """Name, round, and in one line what happens here."""
    line = table_line(facts, round_, table, timezone.now())
    return {
        "sign": words.table_sign(round_.stage, table.number),
        "name": words.table_name(round_.stage, table.number),
        "round": words.round_name(round_.stage, round_.number, facts.plan.rounds),
        "state": line.state,
        "minutes": line.minutes,
        "game": line.game if several_games(facts, round_) else None,
        "scharf": line.scharf and line.game is not None,
        "outcome": outcome_said(facts, table),
        "told": written_protocols(facts, replace(round_, tables=[table])).get(table.id),
        "reason": table.reason,
        "few": _few(facts, round_, table),
        "size": words.table_size(len(table.seats)),
    }


def _few(facts: Facts, round_: RoundFact, table: TableFact) -> dict[str, Any] | None:
    """C2.5: fewer than three are left before the first result; where five sit, somebody can be spared."""
    here = len(table.present(1))
    if not possible(facts, round_, table).no_show or round_.stage != Stage.VORRUNDE or here >= MINIMUM:
        return None
    spare = [
        t for t in round_.tables if not t.results and t.outcome == Outcome.PLAYED and len(t.present(1)) > FULL
    ]
    return {
        "here": here,
        "tables": len(spare),
        "spare": ", ".join(words.table_sign(round_.stage, t.number) for t in spare),
    }


def table_seats(facts: Facts, round_: RoundFact, table: TableFact, can: Possible) -> list[dict[str, Any]]:
    """One line a chair: points or Spielmarken so far, absence, Schock aus, and what may be done."""
    ko = round_.stage != Stage.VORRUNDE
    left = facts.fold(round_, table).left if ko else {}
    issued = facts.marks_issued(round_, table) if ko else {}
    absences = {a.player: a for a in table.absences}
    points = _points(facts, table) if not ko else {}
    late = came_late(round_, table) if can.seat or not table.results else frozenset()
    lines = []
    for seat in table.seats:
        absence = absences.get(seat.player)
        there = absence is None and (not ko or left.get(seat.player, 0) > 0)
        lines.append(
            {
                "seat": seat.number,
                "player": facts.players[seat.player],
                "points": points.get(seat.player),
                "left": left.get(seat.player) if ko else None,
                "issued": issued.get(seat.player),
                "absence": absence,
                "absence_text": words.absence(absence.kind) if absence else "",
                "strokes": table.schock_aus.get(seat.player, 0),
                "no_show": can.no_show and there,
                "leave": can.leave and there,
                "unseat": can.seat and seat.player in late and there,
            }
        )
    return lines


def _points(facts: Facts, table: TableFact) -> dict[int, int]:
    totals: dict[int, int] = {}
    for game in table_games(facts, table):
        for player, got in game_points(game).items():
            totals[player] = totals.get(player, 0) + got
    return totals


def table_results(
    facts: Facts, round_: RoundFact, table: TableFact, found: Iterable[Version]
) -> list[dict[str, Any]]:
    """The games with all versions, the newest game last, the newest version first."""
    last = max(table.results, default=0)
    return [
        {
            "game": game,
            "correct": reverse("desk:correct", args=[facts.tournament.slug, table.id, game])
            if game in table.results and table.outcome == Outcome.PLAYED
            else "",
            "last": game == last,
            "versions": [_version(facts, round_, table, version) for version in group],
        }
        for game, group in groupby(found, key=lambda version: version.game)
    ]


def _version(facts: Facts, round_: RoundFact, table: TableFact, version: Version) -> dict[str, Any]:
    return {
        "counts": version.counts,
        "text": said(facts, round_, table, version.game, version.answer)
        if version.counts
        else _plain(facts, version),
        "halves": _plain(facts, version),
        "at": version.at,
        "who": say.sender(
            words.table_sign(round_.stage, table.number), version.device_id, version.device, version.user
        ),
        "reason": version.reason,
        "scharf": version.scharf,
    }


def _plain(facts: Facts, version: Version) -> str:
    """Who lost which half: an old version may not fit the absences of today any more."""
    answer = version.answer
    named = answer.to_dict().items()
    return ", ".join(
        f"{words.half(name, scharf=version.scharf)['title']} {facts.players[number].name}"
        for name, number in named
        if number is not None
    )


def station_context(table: TableFact, base: str, devices: Iterable[PairedDevice]) -> dict[str, Any]:
    """Code, QR code and devices of the table's station."""
    url = f"{(base or settings.PUBLIC_URL).rstrip('/')}/t/{table.code}"
    return {
        "id": table.station_id,
        "code": table.code,
        "url": url,
        "qr": qr(url, say.qr_title(table.code)),
        "devices": [{"line": line, "name": say.device_name(line.label)} for line in devices],
    }


def preview_context(
    facts: Facts, round_: RoundFact, table: TableFact, game: int, preview: Preview
) -> dict[str, Any]:
    """What a correction would move, before it is saved (C8.1)."""

    def names(numbers: Iterable[int]) -> list[str]:
        return [facts.players[number].name for number in numbers]

    def moved(line: Moved) -> dict[str, Any]:
        return {"name": facts.players[line.player].name, "number": line.player, "line": line}

    return {
        "before": said(facts, round_, table, game, preview.before),
        "after": said(facts, round_, table, game, preview.after),
        "points": [moved(line) for line in preview.moved if line.points_before != line.points_after],
        "ranks": [moved(line) for line in preview.moved if line.points_before == line.points_after],
        "enters": names(number for number in preview.enters if number not in preview.tied),
        "tied": names(preview.tied),
        "leaves": names(number for number in preview.leaves if number not in preview.untied),
        "untied": names(preview.untied),
        "marks": [{"name": facts.players[line.player].name, "line": line} for line in preview.marks],
        "conflict_games": say.games(preview.conflict_games) if preview.conflict_games else "",
        "final_games": say.games(preview.final_games) if preview.final_games else "",
        "dissolves": preview.dissolves_final,
        "refusal": preview.refusal,
        "halves": preview.after.to_dict(),
    }
