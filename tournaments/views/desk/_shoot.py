"""What the page of the Stechen shows: the mats of the places, who is sure, rows with dice and strokes."""

from typing import Any

from tournaments.forms import ThrowsForm
from tournaments.forms.throws import PLACES
from tournaments.messages import finish as words
from tournaments.models import StechenCause
from tournaments.queries.decisions import StechenFact
from tournaments.queries.facts import Facts
from tournaments.queries.field import cut_state, sharing
from tournaments.queries.shoot import Cell, Row, Shoot, kind_of
from tournaments.queries.standings import counted_rounds, rank_field, settled, standings, stechen_groups


def hero(facts: Facts, found: tuple[Shoot, ...]) -> dict[str, Any]:
    """Title, what it is about, a mat for each place that goes on."""
    now = next((shoot for shoot in found if not shoot.decided), found[0] if found else None)
    if now is None:
        return {}
    return {
        "eyebrow": words.where(now.first, now.last, now.points),
        "title": words.about(now.about, now.stake),
        "state": words.state(now.decided, now.missing) if now.id else "",
        **_mats(facts, found),
    }


def _mats(facts: Facts, found: tuple[Shoot, ...]) -> dict[str, Any]:
    """The places up to the cut: sure, given by the Stechen, still open."""
    if facts.cut is not None:
        return {"mats": [], "sum": ""}
    total = min(facts.plan.qualifiers, sum(1 for line in _ranked(facts) if line.eligible))
    cut = _about_the_cut(found)
    first = cut.first if cut else total + 1
    sure = first - 1 + len(_through(cut))
    mats = []
    for place in range(1, total + 1):
        if place < first:
            mats.append(("haken", "go full", words.place(place, words.taken())))
        elif place <= sure:
            mats.append(("haken", "go", words.place(place, words.taken_by_stechen())))
        else:
            mats.append(("", "", words.place(place, words.still_open())))
    return {"mats": mats, "sum": words.sure_and_open(sure, total - sure, total)}


def _about_the_cut(found: tuple[Shoot, ...]) -> Shoot | None:
    return next((shoot for shoot in found if "cut" in shoot.kinds), None)


def _through(cut: Shoot | None) -> list[int]:
    """Who goes on by what was thrown so far."""
    return [row.player.number for row in cut.rows if "cut" in row.won] if cut else []


def _ranked(facts: Facts) -> Any:
    return rank_field(facts, counted_rounds(facts))


def sure(facts: Facts, found: tuple[Shoot, ...]) -> list[dict[str, Any]]:
    """Who goes on whatever is thrown, with the ranks that the hall sees; after the cut: who is called."""
    if facts.cut is not None:
        shared = sharing(facts)
        called = cut_state(facts).called
        return [_line(facts, p.player, p.rank, p.player in shared, p.points) for p in called]
    lines = settled(facts, standings(facts), stechen_groups(facts))
    able = [line.standing for line in lines if line.standing.eligible]
    cut = _about_the_cut(found)
    count = cut.first - 1 if cut else min(facts.plan.qualifiers, len(able))
    by_number = {s.player: s for s in able}
    through = [by_number[number] for number in _through(cut)]
    return [_line(facts, s.player, s.rank, s.tied, s.points) for s in (*able[:count], *through)]


def _line(facts: Facts, number: int, rank: int, tied: bool, points: int) -> dict[str, Any]:
    return {"player": facts.players[number], "rank": rank, "tied": tied, "points": points}


def shown(facts: Facts, shoot: Shoot, form: ThrowsForm, *, is_next: bool, has_focus: bool) -> dict[str, Any]:
    """One Stechen as desk/_stechen_bogen.html shows it; `is_next`: the green block opens it; `has_focus`:
    the cursor stands in its first empty field."""
    owed = {form.name_of(row.player.number) for row in shoot.rows if row.asked}
    return {
        "shoot": shoot,
        "key": str(shoot.id or ""),
        "is_next": is_next,
        "form": form,
        "focus": _first_field(shoot, form) if has_focus and not form.errors else "",
        "stray": [text for name, texts in form.errors.items() if name not in owed for text in texts],
        "title": words.about(shoot.about, shoot.stake),
        "state": words.state(shoot.decided, shoot.missing) if shoot.id else "",
        "call": words.call(shoot.newcomers) if shoot.id else words.open_it(),
        "newcomers": words.newcomers(shoot.newcomers) if shoot.newcomers and shoot.id else "",
        "players": sorted(row.player.number for row in shoot.rows if not row.gone),
        "columns": [
            words.place_typed() if form.mode == PLACES else words.attempt(number)
            for number in range(1, shoot.attempts + 1)
        ],
        "rows": [_row(shoot, row, index, form) for index, row in enumerate(shoot.rows, start=1)],
        "can_order": bool(form.asked) and shoot.by_places is None,
    }


def _first_field(shoot: Shoot, form: ThrowsForm) -> str:
    return next((form.name_of(row.player.number) for row in shoot.rows if row.asked), "")


def _row(shoot: Shoot, row: Row, index: int, form: ThrowsForm) -> dict[str, Any]:
    return {
        "player": row.player,
        "out": row.out,
        "gone": row.gone,
        "cells": [_cell(cell, row, form) for cell in row.cells],
        "result": _result(shoot, row),
        "strokes": [words.stroke(s.kind, s.places) for s in shoot.strokes if s.after == index],
    }


def _cell(cell: Cell, row: Row, form: ThrowsForm) -> dict[str, Any]:
    throw = cell.throw
    name = form.name_of(row.player.number)
    field = form[name] if cell.asked and name in form.fields else None
    return {
        "throw": throw,
        "attempt": cell.attempt,
        "label": (words.place_of if form.mode == PLACES else words.throw_of)(cell.attempt, row.player.name),
        "said": words.throw_kind(cell.kind, throw.dice, throw.place) if throw else "",
        "field": field,
    }


def _result(shoot: Shoot, row: Row) -> tuple[str, str, str] | None:
    """State, sign and word of the pill; nothing while it is open."""
    if row.gone:
        return ("soft", "x", words.counts_no_more())
    if row.won:
        return ("go", "check", words.won(shoot.cause, row.won))
    if row.lost:
        return ("soft", "x", words.lost(shoot.cause, row.lost))
    return ("wait", "wait", words.still_open()) if shoot.id and not row.asked else None


def past(facts: Facts, held: tuple[tuple[StechenFact, bool], ...]) -> list[dict[str, Any]]:
    """Stechen that are over for good: those that decided the cut, and the "hinfällig" ones."""
    lines = []
    for one, counted in held:
        throws = sorted(one.throws, key=lambda t: (t.attempt, -t.strength(facts.rules), t.id))
        by_player = {p: [t for t in throws if t.player == p] for p in one.players}
        order = sorted(one.players, key=lambda p: ([-t.strength(facts.rules) for t in by_player[p]], p))
        lines.append(
            {
                "id": one.id,
                "title": words.held(len(one.players), move_up=one.cause == StechenCause.MOVE_UP),
                "counted": counted,
                "rows": [
                    (
                        facts.players[p],
                        [(t, words.throw_kind(kind_of(facts, t), t.dice, t.place)) for t in by_player[p]],
                    )
                    for p in order
                ],
            }
        )
    return lines
