"""The lot protocol in words: what it is, how anybody checks it, and what the check found (C1.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import RuleViolation
from tournaments.draw import Difference, Finding, Lot
from tournaments.messages.play import table_name
from tournaments.messages.refusals import refusal_text
from tournaments.messages.refusals_lots import REFUSALS
from tournaments.messages.rounds import seat_change

MOST_TABLES = 12
"""So many differing tables are named one by one."""

HOW: Sequence[str | Promise] = (
    gettext_lazy("Als das Turnier angelegt wurde, hat der Computer ein geheimes Los gezogen; dessen Fingerabdruck steht seither auf jeder Auslosung, und zu keinem anderen Los passt er."),
    gettext_lazy("Vor Runde 1 kann jemand aus der Halle dazu eine Losnummer ziehen, die vorher niemand kennt: So lässt sich kein Los so lange aussuchen, bis es gefällt."),
    gettext_lazy("Aus geheimem Los, Losnummer, Runde und den Startnummern in der Halle entsteht eine Startzahl, und aus der Startzahl folgt jeder Platz an jedem Tisch."),
    gettext_lazy("Das Prüfzeichen hält jede Auslosung sofort fest, verrät aber nichts über die nächsten Runden; geheimes Los und Startzahlen werden nach der letzten Auslosung von selbst veröffentlicht."),
    gettext_lazy("Wer nachprüfen will, fotografiert heute Fingerabdruck und Prüfzeichen, speichert danach die Datei zum Nachrechnen und lässt sie von diesem Programm auf irgendeinem Computer prüfen; dort steht dann zu jeder Runde „stimmt“ oder was nicht stimmt."),
)  # fmt: skip

UNTIL = gettext_lazy("Das geheime Los und die Startzahlen stehen hier, sobald keine Auslosung mehr kommen kann: mit dem ersten Ergebnis nach der letzten Auslosung, also im K.O. oder, wo es keines gibt, im Finale.")  # fmt: skip
OPEN = gettext_lazy("Die letzte Auslosung ist vorbei: Hier steht alles, um jede Runde nachzurechnen.")

_FINDINGS: Mapping[str, str | Promise] = {
    "lot_commitment_wrong": gettext_lazy("Das geheime Los passt nicht zum Fingerabdruck."),
    "lot_round_missing": gettext_lazy("Runde %(round)s fehlt."),
    "lot_round_twice": gettext_lazy("Für Runde %(round)s gelten zwei Auslosungen."),
    "lot_knockout_missing": gettext_lazy("Die Auslosung nach der Vorrunde fehlt, oder es gelten mehrere."),
    "lot_knockout_early": gettext_lazy("Ausgelost wurde nach Runde %(rounds)s, im Protokoll stehen andere Runden."),
    "lot_inputs_wrong": gettext_lazy("Die Angaben, aus denen gelost wurde, sind verändert oder gehören zu einer anderen Runde."),
    "lot_digest_wrong": gettext_lazy("Die Angaben passen nicht zu ihrer Prüfsumme."),
    "lot_seed_wrong": gettext_lazy("Die Startzahl folgt nicht aus geheimem Los, Losnummer und Angaben."),
    "lot_seal_wrong": gettext_lazy("Das Prüfzeichen folgt nicht aus geheimem Los, Losnummer und Angaben."),
    "lot_version_unknown": gettext_lazy("Gelost hat eine andere Fassung des Programms (%(version)s); nur mit ihr lässt sich das nachrechnen."),
    "lot_history_short": gettext_lazy("Gelost wurde nicht mit allen früheren Runden, nur mit %(rounds)s."),
    "lot_history_wrong": gettext_lazy("Gelost wurde mit anderen Tischen von Runde %(round)s, als dort gespielt haben:"),
    "lot_start_wrong": gettext_lazy("Gelost wurde von einem anderen Plan aus, als die Runde davor hinterlassen hat."),
    "lot_not_drawable": gettext_lazy("Aus diesen Angaben lässt sich nicht losen: %(refusal)s"),
    "lot_tables_differ": gettext_lazy("Nachgerechnet sitzen die Leute anders:"),
    "lot_plan_differs": gettext_lazy("Nachgerechnet entsteht ein anderer Plan für die späteren Runden."),
    "lot_moves_wrong": REFUSALS["lot_moves_wrong"],
    "lot_seated_wrong": gettext_lazy("Aus Auslosung und Änderungen von Hand folgt eine andere Sitzordnung:"),
}  # fmt: skip


def said(salt: str | None) -> str:
    """What is open now, or when it will be."""
    return str(UNTIL if salt is None else OPEN)


def heading(stage: str, number: int) -> str:
    """Runde 3, K.O., Finale."""
    if stage == "vorrunde":
        return _("Runde %(number)s") % {"number": number}
    return _("K.O.") if stage == "ko" else _("Finale")


def table_lines(finding: Finding, stage: str) -> list[str]:
    """Each differing table with what the protocol says and what was reckoned."""
    found: Sequence[Difference] = finding.params.get("tables", ())
    lines = [
        _("%(table)s: im Protokoll %(said)s; richtig %(found)s")
        % {"table": table_name(stage, one.table), "said": _people(one.said), "found": _people(one.found)}
        for one in found[:MOST_TABLES]
    ]
    more = len(found) - MOST_TABLES
    if more > 0:
        lines.append(ngettext("und %(n)s weiterer Tisch", "und %(n)s weitere Tische", more) % {"n": more})
    return lines


def finding_text(finding: Finding) -> str:
    values = {
        name: refusal_text(value) if isinstance(value, RuleViolation) else value
        for name, value in finding.params.items()
    }
    return str(_FINDINGS[finding.code]) % values


def draw_heading(lot: Lot, *, fits: bool, unknown: bool) -> str:
    """Runde 2: stimmt; with what a guest noted of it in brackets."""
    said = _("lässt sich hier nicht nachrechnen") if unknown else _("stimmt nicht")
    if fits:
        said = _("stimmt (Prüfzeichen %(seal)s)") % {"seal": lot.seal}
    return f"{_which(lot)}: {said}"


def _which(lot: Lot) -> str:
    name = heading(lot.stage, lot.round)
    if lot.draw_no > 1:
        name = _("%(round)s, Auslosung %(draw)s") % {"round": name, "draw": lot.draw_no}
    return name if lot.counts else _("%(round)s (wurde ersetzt)") % {"round": name}


def file_heading(tournament: str, mark: str, *, fits: bool) -> list[str]:
    fit = _("passt zum geheimen Los") if fits else _("passt nicht zum geheimen Los")
    return [
        _("Losprotokoll: %(tournament)s") % {"tournament": tournament},
        _("Fingerabdruck %(mark)s: %(fit)s") % {"mark": mark, "fit": fit},
    ]


def last_line(draws: int, *, wrong: bool, unknown: bool) -> str:
    if wrong:
        return _("Es stimmt nicht alles: Dieses Protokoll und das Los passen nicht zusammen.")
    if unknown:
        return _("Nicht alles ließ sich nachrechnen; Widersprüche gibt es keine.")
    count = ngettext("%(n)s Auslosung nachgerechnet", "%(n)s Auslosungen nachgerechnet", draws) % {"n": draws}
    return _("Alles stimmt: %(count)s. Jetzt nur noch Fingerabdruck und Prüfzeichen mit dem Foto vergleichen.") % {"count": count}  # fmt: skip


def unreadable(name: str) -> str:
    return _("Die Datei „%(name)s“ lässt sich nicht öffnen. Bitte Namen und Ordner prüfen.") % {"name": name}


def by_hand(values: Mapping[str, Any]) -> str:
    """A change by hand on the protocol."""
    return seat_change(str(values["kind"]), dict(values))


def _people(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) if numbers else _("niemand")
