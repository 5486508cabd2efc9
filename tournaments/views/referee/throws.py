"""The throws of a throwing round instead of its end: tapped die by die, judged, then written down.

Like „Wer hat verloren?“ the whole entry stands in the address, so that it can be reloaded.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.acts import Thrown, to_plain
from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet
from scoring.verdict import Verdict, hand_throws, who_lost
from tournaments.messages import verdict as words
from tournaments.messages.refusals import refusal_text
from tournaments.models import Station
from tournaments.queries.deckel_view import Protocol, deckel_view
from tournaments.views._throws import Entered, entered, read, shown
from tournaments.views.referee._page import mat_of, title_of
from tournaments.views.referee._station import station_page

_SENT = re.compile(r"\d{1,9}:[1-6]{3}:[1-9]:[01](;\d{1,9}:[1-6]{3}:[1-9]:[01]){1,5}")
"""Throws in their order as a form sends them: start number, dice, throws used, from the hand."""


def throws_of(text: str) -> dict[str, Any]:
    """The step that these throws make. Refuses bad_input."""
    if not _SENT.fullmatch(text):
        raise RuleViolation("bad_input", field="throws")
    parts = [throw.split(":") for throw in text.split(";")]
    acts = [Thrown(int(p), tuple(map(int, dice)), int(used), hand == "1") for p, dice, used, hand in parts]
    return {"acts": [to_plain(act) for act in acts]}


@station_page
def page(request: HttpRequest, station: Station) -> HttpResponse:
    """Everybody's dice in the order of throwing; once they are there, who has lost, and the button."""
    view = deckel_view(station)
    told = view.protocol
    if told is None or told.over or told.broken:
        return redirect("referee:deckel", station.pk)
    given, _malformed = read({name: value for name, value in request.GET.dict().items() if name != "beginn"})
    rules = view.tournament.rules
    seats = {holder.player: holder.seat for holder in told.holders}
    entry = entered(given, [seats[player] for player in told.order], rules)
    people = {holder.seat: holder.name for holder in told.holders}
    verdict, errors = _judge(entry, told, rules)
    context = {
        "view": view,
        "told": told,
        "station": station,
        "tournament": view.tournament,
        "table_name": mat_of(station),
        "title": title_of(station),
        "entry": entry,
        "rows": [
            shown(row, people[row.key], entry, verdict, errors.get(row.key, ""), rules) for row in entry.rows
        ],
        "throws": range(1, 2 if told.laden else rules.max_throws + 1),
        "hand": bool(hand_throws(rules)) and not told.laden,
        "throwers": True,
        "said": _said(verdict, people, rules) if verdict else None,
        "refused": bool(errors),
        "sent": _sent(entry, seats) if verdict else "",
    }
    part = "_deckel_wuerfe" if given.get("teil") else "deckel_wuerfe"
    return render(request, f"referee/{part}.html", context, status=400 if errors else 200)


def _judge(entry: Entered, told: Protocol, rules: RuleSet) -> tuple[Verdict | None, dict[int, str]]:
    """The verdict, or what is wrong, by row. Everybody who plays throws."""
    if not entry.asked:
        return None, {}
    missing = {row.key: "dice_missing" for row in entry.rows if not row.full}
    missing |= {row.key: "hand_missing" for row in entry.rows if row.asks_hand(rules) and not told.laden}
    if missing:
        return None, {key: refusal_text(RuleViolation(code)) for key, code in missing.items()}
    acts = [Thrown(row.key, row.values, row.throws, row.hand is not False) for row in entry.rows]
    givers = [holder.seat for holder in told.holders if holder.player in told.givers]
    try:
        return who_lost(acts, rules, givers=givers, laden=told.laden), {}
    except RuleViolation as problem:
        at = problem.params.get("player", entry.rows[0].key)
        return None, {int(str(at)): refusal_text(problem)}


def _said(verdict: Verdict, people: Mapping[int, str], rules: RuleSet) -> dict[str, str]:
    return {
        "lost": people[verdict.loser] if verdict.loser is not None else "",
        "why": words.why(verdict.why_loser, verdict, people, rules),
    }


def _sent(entry: Entered, seats: Mapping[int, int]) -> str:
    """The throws as throws_of reads them."""
    players = {seat: player for player, seat in seats.items()}
    return ";".join(
        f"{players[row.key]}:{row.dice}:{row.throws}:{int(row.hand is not False)}" for row in entry.rows
    )
