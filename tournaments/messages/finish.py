"""Stechen, the best, K.O. and final in words."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

DONE: Mapping[str, str | Promise] = {
    "open_stechen": gettext_lazy("Das Stechen ist eröffnet."),
    "void_throw": gettext_lazy("Der Wurf ist zurückgenommen."),
    "void_stechen": gettext_lazy("Das Stechen ist zurückgenommen."),
    "make_cut": gettext_lazy("Die Besten sind festgestellt, aber noch nicht verkündet."),
    "void_cut": gettext_lazy("Die Feststellung ist zurückgenommen."),
    "announce_cut": gettext_lazy("Die Besten sind verkündet."),
    "hide_cut": gettext_lazy("Die Verkündung ist zurückgenommen."),
    "draw_ko": gettext_lazy("Die K.O.-Tische sind ausgelost."),
    "void_ko": gettext_lazy("Die K.O.-Auslosung ist zurückgenommen."),
    "form_final": gettext_lazy("Das Finale ist gebildet."),
    "dissolve_final": gettext_lazy("Das Finale ist aufgelöst, die K.O.-Tische sind wieder offen."),
    "finish": gettext_lazy("Das Turnier ist abgeschlossen."),
    "reopen_finished": gettext_lazy("Das Turnier ist wieder offen."),
    "delete_personal_data": gettext_lazy("Die Namen sind gelöscht."),
}


def done(act: str) -> str:
    """The sentence after a button."""
    return str(DONE[act])


def checked_in(name: str) -> str:
    return _("%(name)s ist eingecheckt.") % {"name": name}


def not_checked_in(name: str) -> str:
    return _("%(name)s ist nicht mehr eingecheckt.") % {"name": name}


def declined(name: str) -> str:
    return _("%(name)s hat abgesagt.") % {"name": name}


def comes_after_all(name: str) -> str:
    return _("%(name)s kommt doch.") % {"name": name}


def throws_entered(count: int) -> str:
    return ngettext("%(n)s Wurf eingetragen.", "%(n)s Würfe eingetragen.", count) % {"n": count}


# Stechen


def about(kind: str, stake: int) -> str:
    """Stechen um 5 Plätze · um 3 zusätzliche Spielmarken · ums Nachrücken · um einen Preis."""
    if kind == "move_up":
        return _("Stechen ums Nachrücken")
    if kind == "prize":
        return _("Stechen um einen Preis")
    if kind == "bonus":
        return ngettext(
            "Stechen um %(n)s zusätzliche Spielmarke", "Stechen um %(n)s zusätzliche Spielmarken", stake
        ) % {"n": stake}
    return ngettext("Stechen um %(n)s Platz", "Stechen um %(n)s Plätze", stake) % {"n": stake}


def where(first: int, last: int, points: int) -> str:
    return ngettext(
        "Platz %(first)s bis %(last)s, Gleichstand mit %(n)s Punkt",
        "Platz %(first)s bis %(last)s, Gleichstand mit %(n)s Punkten",
        points,
    ) % {"first": first, "last": last, "n": points}


def called(people: int) -> str:
    """Who throws, where places and points are still secret (C3.5)."""
    return ngettext("%(n)s Person sticht", "%(n)s Leute stechen", people) % {"n": people}


def state(decided: bool, missing: int) -> str:
    """How far an opened Stechen is."""
    if decided:
        return _("entschieden")
    return ngettext("noch %(n)s Wurf", "noch %(n)s Würfe", missing) % {"n": missing}


def call(people: int) -> str:
    return ngettext("%(n)s Person rufen", "%(n)s Leute rufen", people) % {"n": people}


def newcomers(count: int) -> str:
    return ngettext(
        "%(n)s Person ist zum Gleichstand dazugekommen",
        "%(n)s Leute sind zum Gleichstand dazugekommen",
        count,
    ) % {"n": count}


def stroke(kind: str, places: int) -> str:
    """On the line inside a Stechen: what was given away above it."""
    if kind == "bonus":
        return ngettext(
            "Strich, %(n)s Spielmarke ist vergeben", "Strich, %(n)s Spielmarken sind vergeben", places
        ) % {"n": places}
    if kind == "prize":
        return _("Strich, der Preis ist vergeben")
    return ngettext("Strich, %(n)s Platz ist vergeben", "Strich, %(n)s Plätze sind vergeben", places) % {
        "n": places
    }


_WON: Mapping[tuple[str, str], str | Promise] = {
    ("ties", "cut"): gettext_lazy("weiter"),
    ("ties", "bonus"): gettext_lazy("Spielmarke"),
    ("ties", "prize"): gettext_lazy("Preis"),
    ("move_up", "cut"): gettext_lazy("rückt nach"),
    ("move_up", "bonus"): gettext_lazy("Spielmarke"),
}
_LOST: Mapping[tuple[str, str], str | Promise] = {
    ("ties", "cut"): gettext_lazy("raus"),
    ("ties", "bonus"): gettext_lazy("ohne Spielmarke"),
    ("ties", "prize"): gettext_lazy("ohne Preis"),
    ("move_up", "cut"): gettext_lazy("rückt nicht nach"),
    ("move_up", "bonus"): gettext_lazy("ohne Spielmarke"),
}


def won(cause: str, kinds: Sequence[str]) -> str:
    return ", ".join(str(_WON[cause, kind]) for kind in reversed(kinds))


def lost(cause: str, kinds: Sequence[str]) -> str:
    return str(_LOST[cause, kinds[-1]])


def throw_kind(kind: str, dice: str, place: int | None) -> str:
    """What is said beside the dice; nothing for a plain number."""
    if kind == "schock":
        return _("Schock %(n)s") % {"n": dice[0]}
    if kind == "place":
        return _("Platz %(n)s") % {"n": place}
    return {
        "schock_aus": _("Schock aus"),
        "general": _("General"),
        "strasse": _("Straße"),
        "jule": _("Jule"),
        "absent": _("nicht da"),
    }.get(kind, "")


def counts_no_more() -> str:
    return _("zählt nicht mehr")


def held(people: int, *, move_up: bool) -> str:
    """A Stechen that is over."""
    if move_up:
        return ngettext(
            "Stechen ums Nachrücken, %(n)s Person", "Stechen ums Nachrücken, %(n)s Leute", people
        ) % {"n": people}
    return ngettext("Stechen, %(n)s Person", "Stechen, %(n)s Leute", people) % {"n": people}


def attempt(number: int) -> str:
    return _("%(n)s. Wurf") % {"n": number}


def place_typed() -> str:
    """Head of the column while an order of names is typed."""
    return _("Platz")


def place_of(_attempt: int, name: str) -> str:
    return _("Platz von %(name)s") % {"name": name}


def open_it() -> str:
    return _("Stechen eröffnen")


def throw_of(number: int, name: str) -> str:
    return _("%(n)s. Wurf von %(name)s") % {"n": number, "name": name}


def sure_and_open(sure: int, stake: int, total: int) -> str:
    """Below the mats: 10 sicher + 5 im Stechen = 15."""
    if not stake:
        return _("%(sure)s von %(total)s stehen fest") % {"sure": sure, "total": total}
    return _("%(sure)s sicher + %(stake)s im Stechen = %(total)s") % {
        "sure": sure,
        "stake": stake,
        "total": total,
    }


def place(number: int, what: str = "") -> str:
    text = _("Platz %(n)s") % {"n": number}
    return f"{text}: {what}" if what else text


def taken() -> str:
    return _("vergeben")


def taken_by_stechen() -> str:
    return _("im Stechen vergeben")


def still_open() -> str:
    return _("noch offen")


# Cut


def of_checked_in(here: int, places: int) -> str:
    return _("%(here)s von %(places)s eingecheckt") % {"here": here, "places": places}


def is_here(name: str) -> str:
    return _("%(name)s, eingecheckt") % {"name": name}


def is_awaited(name: str) -> str:
    return _("%(name)s, noch nicht da") % {"name": name}


def smaller_tables(sizes: Sequence[int]) -> str:
    """5, 4 und 4 an den Tischen."""
    listed = [str(size) for size in sizes]
    if len(listed) < 2:
        return _("Dann sitzen %(sizes)s am Tisch.") % {"sizes": "".join(listed)}
    joined = _("%(some)s und %(last)s") % {"some": ", ".join(listed[:-1]), "last": listed[-1]}
    return _("Dann sitzen %(sizes)s an den Tischen.") % {"sizes": joined}


# Standings


def standings_stroke(kind: str, position: int) -> str:
    if kind == "bonus":
        return ngettext(
            "Strich, %(n)s bekommt weitere Spielmarken",
            "Strich, %(n)s bekommen weitere Spielmarken",
            position,
        ) % {"n": position}
    if kind == "prize":
        return _("Strich, Preis bis Platz %(n)s") % {"n": position}
    return ngettext("Strich, %(n)s kommt weiter", "Strich, %(n)s kommen weiter", position) % {"n": position}


def after_round(number: int) -> str:
    return _("nach Runde %(n)s") % {"n": number}


def as_it_runs() -> str:
    return _("mit laufender Runde")


def standings_zone(kind: str, people: int, places: int, decided: bool) -> str:
    """Above people who share a rank across a boundary."""
    about_what = {
        "cut": ngettext("%(n)s Platz", "%(n)s Plätze", places),
        "bonus": ngettext("%(n)s zusätzliche Spielmarke", "%(n)s zusätzliche Spielmarken", places),
    }.get(kind, _("einen Preis")) % {"n": places}
    said = (
        ngettext(
            "gestochen: %(people)s Person um %(what)s", "gestochen: %(people)s Leute um %(what)s", people
        )
        if decided
        else ngettext("offen: %(people)s Person um %(what)s", "offen: %(people)s Leute um %(what)s", people)
    )
    return said % {"people": people, "what": about_what}


# Final


def final_marks_effect(total: int, most: int, fresh: int | None) -> str:
    """C6.1: what the marks mean, before the final begins. `most` games at most, until one is left."""
    if fresh is not None:
        return ngettext(
            "Jede Person bekommt %(fresh)s neue. Zusammen sind es %(total)s, also höchstens %(n)s Spiel.",
            "Jede Person bekommt %(fresh)s neue. Zusammen sind es %(total)s, also höchstens %(n)s Spiele.",
            most,
        ) % {"fresh": fresh, "total": total, "n": most}
    return ngettext(
        "Die Spielmarken vom K.O.-Tisch gehen mit. Zusammen sind es %(total)s, also höchstens %(n)s Spiel.",
        "Die Spielmarken vom K.O.-Tisch gehen mit. Zusammen sind es %(total)s, also höchstens %(n)s Spiele.",
        most,
    ) % {"total": total, "n": most}


def still_in(count: int) -> str:
    return ngettext("Noch %(n)s Person am Tisch", "Noch %(n)s Leute am Tisch", count) % {"n": count}


def has_won(name: str) -> str:
    return _("%(name)s hat gewonnen") % {"name": name}


def begun(stage: str) -> str:
    """Why what was drawn cannot be taken back now."""
    if stage == "ko":
        return _("Die K.O.-Auslosung bleibt, denn an den K.O.-Tischen gibt es schon ein Ergebnis.")
    return _("Das Finale bleibt, denn es gibt schon ein Ergebnis.")
