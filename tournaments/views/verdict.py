""" "Wer hat verloren?" (R7): throws in, loser, winner, Deckel and why out.

Nothing is stored; the whole question stands in the address, so that it can be reloaded, repeated and shown
to somebody else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.acts import Thrown
from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet
from scoring.verdict import Verdict, hand_throws, who_lost
from tournaments.access import public_tournament
from tournaments.messages import verdict as words
from tournaments.messages.play import table_name
from tournaments.messages.refusals import refusal_text
from tournaments.queries.throwers import Throwing, throwing
from tournaments.views._throws import MOST, Entered, Row, entered, read, shown, whole
from tournaments.views.hall import tagged

KEPT = ("von", "spiel", "half1", "half2", "endkampf")
"""What the table's page wants to have back."""
MATS = 15
"""More Deckel than this are a number, not a row of mats."""


@dataclass(slots=True)
class Judged:
    """The verdict, or why there is none: `errors` by row, `general` for all of them."""

    verdict: Verdict | None = None
    errors: dict[int, str] = field(default_factory=dict)
    general: str = ""

    @property
    def refused(self) -> bool:
        return bool(self.errors or self.general)


@require_safe
@cache_control(private=True, no_cache=True)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The question and its answer; with `teil` only these, for a page that is open. 400 for a refusal."""
    tournament = public_tournament(slug)
    given, malformed = read(request.GET)
    found = throwing(tournament, whole(given, "tisch"))
    rules = tournament.rules
    entry = entered(given, [one.seat for one in found.throwers], rules)
    people = _people(entry, found)
    judged = _judge(entry, rules, stock_empty=bool(given.get("stock")))
    if malformed:
        judged.verdict, judged.general = None, refusal_text(RuleViolation("bad_input"))
    context = {
        "tournament": tournament,
        "kept": {name: given[name] for name in KEPT if given.get(name)},
        "back": _back(given),
        "rows": [
            shown(row, people[row.key], entry, judged.verdict, judged.errors.get(row.key, ""), rules)
            for row in entry.rows
        ],
        "entry": entry,
        "judged": judged,
        "said": _said(judged.verdict, people, rules) if judged.verdict else None,
        "next": _next_round(given, found, judged.verdict),
        "throws": range(1, rules.max_throws + 1),
        "hand": bool(hand_throws(rules)),
        "stock": words.giving(rules),
        "stock_empty": given.get("stock"),
        **_choices(given, found),
        "more": not found.throwers and len(entry.rows) < MOST,
    }
    template = "hall/_verlierer.html" if given.get("teil") else "hall/verlierer.html"
    text = render_to_string(template, context, request)
    if malformed or judged.refused:
        return HttpResponse(text, status=400)
    return tagged(request, text)


def _people(entry: Entered, found: Throwing) -> dict[int, str]:
    """What everybody is called, by row."""
    named = {one.seat: one.name for one in found.throwers}
    return {
        row.key: words.person(place, named.get(row.key, ""), row.number)
        for place, row in enumerate(entry.rows, start=1)
    }


def _judge(entry: Entered, rules: RuleSet, *, stock_empty: bool) -> Judged:
    """Rows without dice have not thrown. The first thing that cannot be is said at its row."""
    if not entry.asked:
        return Judged()
    thrown = [row for row in entry.rows if row.dice]
    errors = {row.key: problem for row in thrown if (problem := _missing(row, thrown, rules))}
    if errors:
        return Judged(errors={key: refusal_text(problem) for key, problem in errors.items()})
    acts = [Thrown(row.key, row.values, row.throws, row.hand is not False) for row in thrown]
    givers = [row.key for row in thrown] if stock_empty else []
    try:
        return Judged(who_lost(acts, rules, givers=givers))
    except RuleViolation as problem:
        key = problem.params.get("player")
        if isinstance(key, int):
            return Judged(errors={key: refusal_text(problem)})
        return Judged(general=refusal_text(problem))


def _missing(row: Row, thrown: list[Row], rules: RuleSet) -> RuleViolation | None:
    if not row.full:
        return RuleViolation("dice_missing", "dice")
    if row.asks_hand(rules):
        return RuleViolation("hand_missing", "hand")
    before = thrown[: thrown.index(row)]
    if row.number is not None and any(one.number == row.number for one in before):
        return RuleViolation("thrown_twice", "player", player=row.number)
    return None


def _said(verdict: Verdict, people: Mapping[int, str], rules: RuleSet) -> dict[str, Any]:
    """The answer in sentences. Of two people the reason of one is that of the other."""
    loser = verdict.loser
    count = verdict.outcome.deckel
    return {
        "lost": people[loser] if loser is not None else "",
        "why": words.why(verdict.why_loser, verdict, people, rules),
        "deckel": words.deckel(verdict, people),
        "mats": range(count if count <= MATS else 0),
        "count": count,
        "from": words.where_from(verdict, people, rules),
        "best": words.best(verdict, people),
        "why_best": words.why(verdict.why_winner, verdict, people, rules) if len(verdict.lines) > 2 else "",
    }


def _choices(given: Mapping[str, str], found: Throwing) -> dict[str, Any]:
    """The tables to choose from, and who may have begun."""
    first = whole(given, "beginn")
    return {
        "tables": [
            {"id": table.id, "name": table_name(table.stage, table.number), "chosen": table == found.table}
            for table in found.tables
        ],
        "gone": _gone(given, found),
        "chosen": found.table.id if found.table else None,
        "throwers": [{"one": one, "first": one.seat == first} for one in found.throwers],
    }


def _gone(given: Mapping[str, str], found: Throwing) -> str:
    """The table that was asked for does not play now: a link of the round before."""
    asked = bool(given.get("tisch"))
    return refusal_text(RuleViolation("table_not_playing")) if asked and not found.table else ""


def _back(given: Mapping[str, str]) -> str:
    """The page of the table that this one was opened from, with the answers that were there."""
    if not given.get("von"):
        return ""
    answers = {name: given[name] for name in KEPT[1:] if given.get(name)}
    query = f"?{urlencode(answers)}" if answers else ""
    return reverse("referee:table", args=[int(given["von"])]) + query


def _next_round(given: Mapping[str, str], found: Throwing, verdict: Verdict | None) -> str:
    """R5.4: the next throwing round, begun by the loser; a repeat by who began this one."""
    kept = {name: given[name] for name in (*KEPT, "tisch", "zahl", "stock", "beginn") if given.get(name)}
    if found.throwers and verdict and verdict.loser is not None:
        kept["beginn"] = str(verdict.loser)
    return f"?{urlencode(kept)}"
