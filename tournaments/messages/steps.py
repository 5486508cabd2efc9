"""The next step in words: code → button, reason, what follows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.messages.effects import people, tables
from tournaments.messages.finish import about
from tournaments.messages.play import table_sign

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StepText:
    """`button`: what is done. `reason`: why now. `after`: what follows (may be empty)."""

    button: str
    reason: str
    after: str = ""


def _open_registration(p: Params) -> StepText:
    return StepText(
        _("Anmeldung öffnen"),
        _("Format und Regeln stehen."),
        _("Danach: Leute eintragen oder die Anmeldeliste einlesen."),
    )


def _register_players(p: Params) -> StepText:
    reason = _("%(people)s da, für eine Runde braucht es mindestens %(least)s.") % {
        "people": people(p["here"]),
        "least": p["least"],
    }
    if p["waiting"] and not p["here"]:
        reason = _("%(n)s angemeldet, noch niemand da.") % {"n": p["waiting"]}
    button = _("Anwesende abhaken") if p["waiting"] else _("Leute eintragen")
    return StepText(button, reason, _("Danach: Runde 1 auslosen."))


def _too_few_present(p: Params) -> StepText:
    reason = _("Nur noch %(people)s da, für eine Runde braucht es mindestens %(least)s.") % {
        "people": people(p["here"]),
        "least": p["least"],
    }
    after = _("Kommt niemand dazu: im Format die Zahl der Runden auf %(closed)s senken.")
    if p["drawn"]:
        after = _(
            "Kommt niemand dazu: die Auslosung verwerfen und im Format die Zahl der Runden auf %(closed)s senken."
        )
    after %= p
    return StepText(_("Anwesenheit prüfen"), reason, after if p["closed"] else "")


def _draw_round(p: Params) -> StepText:
    reason = _("%(people)s da, das gibt %(tables)s.") % {
        "people": people(p["here"]),
        "tables": tables(p["tables"]),
    }
    after = _("Die Auslosung sieht zuerst nur die Turnierleitung.")
    if p["waiting"]:
        after = ngettext(
            "%(n)s angemeldete Person ist noch nicht da.",
            "%(n)s Angemeldete sind noch nicht da.",
            p["waiting"],
        ) % {"n": p["waiting"]}
    if p["all_go_on"]:
        small = _("Nur %(here)s da, und %(all_go_on)s kommen weiter: Bitte vorher das Format anpassen.") % p
        after = f"{small} {after}"
    return StepText(_("Runde %(number)s auslosen") % p, reason, after)


def _publish_draw(p: Params) -> StepText:
    return StepText(
        _("Auslosung von Runde %(number)s veröffentlichen") % p,
        _("%(people)s an %(tables)s.") % {"people": people(p["here"]), "tables": tables(p["tables"])},
        _("Danach sehen alle, wo sie sitzen, und es kann losgehen."),
    )


def _redraw_round(p: Params) -> StepText:
    return StepText(
        _("Runde %(number)s neu auslosen") % p,
        _("Seit der Auslosung hat sich geändert, wer da ist."),
        _("Die alte Auslosung hat niemand gesehen."),
    )


def _decide_conflict(p: Params) -> StepText:
    if p.get("stage") == "final":
        return StepText(_("Widerspruch im Finale klären"), _("Zwei Geräte haben Verschiedenes gesendet."))
    return StepText(
        _("Widerspruch an Tisch %(table)s klären") % {"table": table_sign(p["stage"], p["table"])},
        _("Zwei Geräte haben Verschiedenes gesendet."),
        ngettext("Danach fehlt noch %(n)s Tisch.", "Danach fehlen noch %(n)s Tische.", p["missing"])
        % {"n": p["missing"]},
    )


def _decide_table(p: Params) -> StepText:
    reason = _("Dort ist nur noch eine Person.") if p["present"] else _("Dort ist niemand mehr.")
    return StepText(_("Tisch %(table)s entscheiden") % p, reason, _("Kampflos oder ohne Wertung."))


def _progress(p: Params) -> str:
    return (
        ngettext(
            "%(done)s von %(tables)s Tisch fertig.", "%(done)s von %(tables)s Tischen fertig.", p["tables"]
        )
        % p
    )


def _collect_results(p: Params) -> StepText:
    return StepText(
        _("Zettel eingeben"),
        _progress(p),
        _("Sind alle da, folgt hier „Runde %(number)s schließen“.") % p,
    )


def _close_round(p: Params) -> StepText:
    return StepText(
        _("Runde %(number)s schließen") % p,
        _("Alle Tische sind fertig."),
        _("Danach steht die neue Tabelle, und eine Sicherung wird abgelegt."),
    )


def _stechen_about(p: Params) -> str:
    """The most that is thrown for."""
    kind = next((kind for kind in ("move_up", "cut", "bonus") if kind in p["kinds"]), "prize")
    return about(kind, p["places"])


def _open_stechen(p: Params) -> StepText:
    reason = _("%(people)s liegen gleichauf an einer Grenze.") % {"people": people(p["people"])}
    after = _("Jede Person wirft einmal offen; wer besser wirft, liegt vorn.")
    if "then" in p:
        counts = {"n": p["stechen"], "people": people(p["everybody"])}
        reason = _("%(n)s Stechen stehen an, zusammen für %(people)s.") % counts
        after = f"{after} {_then(p)}"
    return StepText(_stechen_about(p), reason, after)


def _then(p: Params) -> str:
    return _("Danach: %(stechen)s.") % {"stechen": _stechen_about(p["then"])}


def _enter_throws(p: Params) -> StepText:
    reason = ngettext("Es fehlt noch %(n)s Wurf.", "Es fehlen noch %(n)s Würfe.", p["throwing"]) % {
        "n": p["throwing"]
    }
    after = _after_stechen(p) if p.get("after_cut") else _("Danach: die Besten feststellen.")
    if "then" in p:
        after = " ".join((_("%(n)s Stechen sind noch offen.") % {"n": p["stechen"]}, _then(p)))
    return StepText(_("Würfe eintragen"), f"{_stechen_about(p)}. {reason}", after)


def _after_stechen(p: Params) -> str:
    """What follows a Stechen about the cut as it was made."""
    if "move_up" in p["kinds"]:
        return _("Danach geht das Einchecken weiter.")
    return _("Danach: K.O.-Tische auslosen.")


def _make_cut(p: Params) -> StepText:
    return StepText(
        ngettext("Die beste Person feststellen", "Die besten %(places)s feststellen", p["places"]) % p,
        _("Alle Plätze, auf die es ankommt, sind entschieden."),
        _("Danach: verkünden, einchecken, K.O.-Tische auslosen."),
    )


def _bring_back(p: Params) -> StepText:
    return StepText(
        _("Jemanden zurückholen"),
        _("Niemand ist mehr dabei, der weiterkommen kann."),
        _("Zurück kann, wer in Runde %(number)s noch saß: den Namen antippen, dann „Wieder dabei“.") % p,
    )


def _bring_back_player(p: Params) -> StepText:
    return StepText(
        _("%(name)s zurückholen") % p, _none_left(p), _("Auf der Seite der Person „Wieder dabei“ wählen.")
    )


def _take_back_decline(p: Params) -> StepText:
    return StepText(_("Eine Absage zurücknehmen"), _none_left(p), _("Beim Namen „kommt doch“ wählen."))


def _take_back_absence(p: Params) -> StepText:
    return StepText(
        _("An Tisch %(table)s jemanden zurückholen") % {"table": table_sign(p["stage"], p["table"])},
        _none_left(p),
        _("Beim Namen „doch da“ wählen."),
    )


def _none_left(p: Params) -> str:
    if p.get("stage") == "ko":
        return _("An den K.O.-Tischen ist niemand mehr übrig.")
    return _("Von den Qualifizierten ist niemand mehr dabei.")


def _announce_cut(p: Params) -> StepText:
    reason = _("Bisher zeigt die Leinwand nur die Tabelle. Nach dem Verkünden stehen dort die Namen.")
    if p["frozen"]:
        reason = _("Mit dem Verkünden sieht die Halle die geheimen Runden und wer weiter ist.")
    return StepText(
        ngettext("Die beste Person verkünden", "Die besten %(places)s verkünden", p["places"]) % p,
        reason,
        _("Danach checken die Qualifizierten ein."),
    )


def _move_up_stechen(p: Params) -> StepText:
    reason = _("%(people)s teilen sich den nächsten Platz.")
    if "bonus" in p["kinds"]:
        reason = _("%(people)s teilen sich den letzten Platz mit weiteren Spielmarken.")
    return StepText(_stechen_about(p), reason % {"people": people(p["people"])}, _after_stechen(p))


def _check_in(p: Params) -> StepText:
    return StepText(
        _("Qualifizierte einchecken"),
        ngettext(
            "%(here)s von %(places)s ist eingecheckt.", "%(here)s von %(places)s sind eingecheckt.", p["here"]
        )
        % p,
        _("Wer schon gegangen ist, wird abgesagt; dann rückt der nächste Platz nach."),
    )


def _free_chair(p: Params) -> StepText:
    reason = ngettext(
        "%(people)s Person sitzt am Tisch, ist nach dem Stechen aber nicht mehr dabei.",
        "%(people)s Personen sitzen am Tisch, sind nach dem Stechen aber nicht mehr dabei.",
        p["people"],
    )
    after = _("Auf den freien Platz setzt sich, wer jetzt nachrückt.")
    return StepText(_("Platz freigeben"), reason % p, after)


def _checked_in(p: Params) -> str:
    said = ngettext("Nur %(here)s Person ist eingecheckt.", "%(here)s sind eingecheckt.", p["here"])
    return said % {"here": p["here"]}


def _without_play() -> str:
    return _("Gespielt wird dann nicht mehr: Diese Person gewinnt das Turnier.")


def _draw_ko(p: Params) -> StepText:
    after = _("Danach liegen die Spielmarken aus, und die K.O.-Tische sind für alle zu sehen.")
    return StepText(_("K.O.-Tische auslosen"), _checked_in(p), after if p["here"] > 1 else _without_play())


def _draw_final(p: Params) -> StepText:
    after = _("Danach beginnt das Finale.")
    return StepText(_("Finaltisch setzen"), _checked_in(p), after if p["here"] > 1 else _without_play())


def _collect_ko(p: Params) -> StepText:
    return StepText(
        _("K.O.-Spiele eintragen"), _progress(p), _("Sind alle fertig, folgt hier „Finale bilden“.")
    )


def _form_final(p: Params) -> StepText:
    if p["finalists"] == 1:
        return StepText(
            _("Finale bilden"), _("An den K.O.-Tischen ist nur eine Person übrig."), _without_play()
        )
    return StepText(_("Finale bilden"), _("Alle K.O.-Tische sind fertig."), _("Danach beginnt das Finale."))


def _collect_final(p: Params) -> StepText:
    return StepText(
        _("Finalspiele eintragen"),
        _("Das Finale läuft, bis eine Person übrig ist."),
        _("Danach folgt hier „Turnier abschließen“."),
    )


def _finish(p: Params) -> StepText:
    return StepText(
        _("Turnier abschließen"), _("Das Finale ist entschieden."), _("Danach stehen alle Plätze fest.")
    )


def _celebrate(p: Params) -> StepText:
    return StepText(_("Siegerehrung"), _("Alle Plätze stehen fest."))


STEPS: Mapping[str, Callable[[Params], StepText]] = {
    "open_registration": _open_registration,
    "register_players": _register_players,
    "too_few_present": _too_few_present,
    "draw_round": _draw_round,
    "publish_draw": _publish_draw,
    "redraw_round": _redraw_round,
    "decide_conflict": _decide_conflict,
    "decide_table": _decide_table,
    "collect_results": _collect_results,
    "close_round": _close_round,
    "open_stechen": _open_stechen,
    "enter_throws": _enter_throws,
    "make_cut": _make_cut,
    "bring_back": _bring_back,
    "bring_back_player": _bring_back_player,
    "take_back_decline": _take_back_decline,
    "take_back_absence": _take_back_absence,
    "announce_cut": _announce_cut,
    "move_up_stechen": _move_up_stechen,
    "check_in": _check_in,
    "free_chair": _free_chair,
    "draw_ko": _draw_ko,
    "draw_final": _draw_final,
    "collect_ko": _collect_ko,
    "form_final": _form_final,
    "collect_final": _collect_final,
    "finish": _finish,
    "celebrate": _celebrate,
}


def step_text(code: str, params: Params) -> StepText:
    """Button, reason and what follows, in the language of the request."""
    return STEPS[code](params)
