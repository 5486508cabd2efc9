"""The registration desk in words: the counter, the cash, what was done last."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.messages.effects import split as split_words

Words = str | Promise

FILTERS: Mapping[str, Words] = {
    "alle": gettext_lazy("alle"),
    "fehlen": gettext_lazy("fehlen noch"),
    "offen": gettext_lazy("da, nicht bezahlt"),
    "weg": gettext_lazy("nicht mehr dabei"),
}
STATUSES: Mapping[str, Words] = {
    "registered": gettext_lazy("angemeldet"),
    "present": gettext_lazy("da"),
    "withdrawn": gettext_lazy("zurückgezogen"),
    "excluded": gettext_lazy("ausgeschlossen"),
}
GENDERS: Mapping[str, Words] = {
    "": gettext_lazy("keine Angabe"),
    "w": gettext_lazy("weiblich"),
    "m": gettext_lazy("männlich"),
    "d": gettext_lazy("divers"),
}
DONE: Mapping[str, Words] = {
    "add_player": gettext_lazy("eingetragen"),
    "withdraw_player": gettext_lazy("zurückgezogen"),
    "exclude_player": gettext_lazy("ausgeschlossen"),
    "return_player": gettext_lazy("wieder dabei"),
}


def waiting(registered: int, missing: int) -> str:
    """108 angemeldet, 7 fehlen noch."""
    if not registered:
        return _("noch niemand angemeldet")
    if not missing:
        return ngettext("%(n)s angemeldet, alle da", "%(n)s angemeldet, alle da", registered) % {
            "n": registered
        }
    return _("%(registered)s angemeldet, %(missing)s") % {
        "registered": registered,
        "missing": ngettext("%(n)s fehlt noch", "%(n)s fehlen noch", missing) % {"n": missing},
    }


def split(sizes: Sequence[int]) -> str:
    """24 Vierer + 1 Fünfer."""
    return split_words(sizes, "+")


def tables(sizes: Sequence[int]) -> str:
    return ngettext("= %(n)s Tisch", "= %(n)s Tische", len(sizes)) % {"n": len(sizes)}


def short_of(here: int, least: int) -> str:
    """Noch 2, dann reicht es für einen Tisch."""
    return ngettext(
        "Noch %(n)s Person, dann reicht es für einen Tisch.",
        "Noch %(n)s Leute, dann reicht es für einen Tisch.",
        least - here,
    ) % {"n": least - here}


def matches(count: int, query: str, term: str) -> str:
    """5 gefunden, „mue“ findet auch „mü“."""
    text = ngettext("%(n)s gefunden", "%(n)s gefunden", count) % {"n": count}
    for long, umlaut in (("ae", "ä"), ("oe", "ö"), ("ue", "ü")):
        if long in term and count:
            return _("%(text)s, „%(term)s“ findet auch „%(umlaut)s“") % {
                "text": text,
                "term": query,
                "umlaut": query.lower().replace(long, umlaut),
            }
    return text


def listed(count: int, filter_: str) -> str:
    if filter_ == "fehlen":
        return ngettext("%(n)s fehlt noch", "%(n)s fehlen noch", count) % {"n": count}
    if filter_ == "offen":
        return ngettext(
            "%(n)s ist da und hat noch nicht bezahlt", "%(n)s sind da und haben noch nicht bezahlt", count
        ) % {"n": count}
    if filter_ == "weg":
        return ngettext("%(n)s nicht mehr dabei", "%(n)s nicht mehr dabei", count) % {"n": count}
    return ngettext("%(n)s auf der Liste", "%(n)s auf der Liste", count) % {"n": count}


def nobody(filter_: str) -> str:
    return {
        "fehlen": _("Alle Angemeldeten sind da."),
        "offen": _("Alle, die da sind, haben bezahlt."),
        "weg": _("Niemand hat sich zurückgezogen."),
        "suche": _("Niemand gefunden. Rechts lässt sich neu eintragen."),
    }.get(filter_, _("Noch steht niemand auf der Liste: Namen eintragen oder eine Liste einlesen."))


def done(act: str, present: bool | None, paid: bool | None) -> str:
    """da und bezahlt · nicht da · eingetragen, da …"""
    parts = [str(DONE[act])] if act in DONE else []
    changes = []
    if present is not None:
        changes.append(_("da") if present else _("nicht da"))
    if paid is not None:
        changes.append(_("bezahlt") if paid else _("nicht bezahlt"))
    if changes:
        parts.append(_(" und ").join(changes))
    return ", ".join(parts)


def entered(number: int, name: str) -> str:
    return _("%(name)s hat Startnummer %(number)s.") % {"name": name, "number": number}


def nowhere(people: int) -> str:
    return ngettext(
        "%(n)s Person ist da und sitzt noch nirgends:",
        "%(n)s Leute sind da und sitzen noch nirgends:",
        people,
    ) % {"n": people}


def seat_them(next_round: int | None, *, leads: bool) -> str:
    """What comes of it. `next_round`: in which they are drawn, None after the last."""
    hint = _("Auf den Namen tippen und an einen Tisch setzen.") if leads else _("Den Platz gibt die Leitung.")
    if next_round is None:
        return hint
    return hint + " " + _("Sonst ab Runde %(number)s dabei.") % {"number": next_round}


def missed(people: int) -> str:
    return ngettext(
        "%(n)s Person fehlt am Tisch und gilt weiter als da:",
        "%(n)s Leute fehlen am Tisch und gelten weiter als da:",
        people,
    ) % {"n": people}


def withdraw_them() -> str:
    return _("Wer nicht wiederkommt: auf den Namen tippen und zurückziehen, sonst wird wieder mit ausgelost.")


def kept(name: str) -> str:
    return _("%(name)s: gespeichert.") % {"name": name}


def gone(name: str, status: str) -> str:
    return f"{name}: {STATUSES[status]}."


def back(name: str) -> str:
    return _("%(name)s ist wieder dabei.") % {"name": name}


def opened() -> str:
    return _("Die Anmeldung ist offen.")


def closed() -> str:
    return _("Zurück in der Vorbereitung. Alle Angemeldeten bleiben.")


def saved() -> str:
    return _("Gespeichert.")


def deleted(name: str) -> str:
    return _("Der Probelauf „%(name)s“ ist gelöscht.") % {"name": name}
