"""The Ausschreibung in words: what a guest wants to know before the evening (C1–C7, C9)."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.messages.effects import listed

Words = str | Promise

HEADINGS: Mapping[str, Words] = {
    "registration": gettext_lazy("Anmeldung"),
    "vorrunde": gettext_lazy("Vorrunde"),
    "cut": gettext_lazy("Wer kommt weiter"),
    "final": gettext_lazy("Finale"),
    "prizes": gettext_lazy("Plätze und Preise"),
    "names": gettext_lazy("Namen"),
}


def fee(amount: str) -> str:
    return _("Das Startgeld beträgt %(amount)s.") % {"amount": amount}


def late_entry(until: int, rounds: int) -> str:
    if until >= rounds:
        return _(
            "Wer später kommt, kann bis zum Ende der Vorrunde einsteigen; eine verpasste Runde zählt 0 Punkte."
        )
    if not until:
        return _("Mitspielen kann, wer da ist, wenn Runde 1 beginnt.")
    return _(
        "Wer später kommt, kann einsteigen, bis Runde %(next)s beginnt; eine verpasste Runde zählt 0 Punkte."
    ) % {"next": until + 1}


def rounds(count: int) -> str:
    return ngettext(
        "Gespielt wird %(n)s Runde, die Tische werden ausgelost.",
        "Gespielt werden %(n)s Runden, vor jeder werden alle Tische neu ausgelost.",
        count,
    ) % {"n": count}


def games(count: int) -> str:
    return _("In jeder Runde spielt jeder Tisch %(n)s Spiele.") % {"n": count}


def tables(odd: str) -> str:
    if odd == "threes":
        return _("Vier sitzen an einem Tisch; geht es nicht auf, an einzelnen Tischen drei.")
    return _("Vier sitzen an einem Tisch; geht es nicht auf, an einzelnen Tischen fünf.")


def clubs() -> str:
    return _("Leute aus einem Verein oder Team treffen sich so spät wie möglich.")


def points(scharf: bool) -> str:
    if scharf:
        return _("Wer verliert, bekommt 0 Punkte, alle anderen 5.")
    return _("Wer verliert, bekommt 0 Punkte, wer den Endkampf gewinnt 3, alle anderen 5.")


def limit(minutes: int) -> str:
    return ngettext(
        "Für eine Runde ist %(n)s Minute Zeit.", "Für eine Runde sind %(n)s Minuten Zeit.", minutes
    ) % {"n": minutes}


def onward(count: int, tables: int) -> str:
    """tables: K.O. tables, 0 where the best go straight to the final."""
    if not tables:
        return _("Die besten %(n)s der Tabelle setzen sich an den Finaltisch.") % {"n": count}
    return ngettext(
        "Die besten %(n)s der Tabelle kommen an den K.O.-Tisch.",
        "Die besten %(n)s der Tabelle kommen an die K.O.-Tische.",
        tables,
    ) % {"n": count}


def stechen() -> str:
    return _(
        "Beim Stechen wirft jede Person einmal offen drei Würfel; wer besser wirft, liegt vorn. Wer dann noch "
        "gleichauf liegt, wirft noch einmal."
    )


def ko_tables(count: int, seats: int) -> str:
    return ngettext(
        "Es gibt %(n)s Tisch mit %(seats)s Plätzen.", "Es gibt %(n)s Tische mit je %(seats)s Plätzen.", count
    ) % {"n": count, "seats": seats}


def losing() -> str:
    return _("Wer ein Spiel verliert, gibt eine Spielmarke ab; wer keine mehr hat, scheidet aus.")


def stops(survivors: int) -> str:
    return ngettext(
        "Der Tisch hört auf, sobald nur noch %(n)s Person Spielmarken hat; sie kommt ins Finale.",
        "Der Tisch hört auf, sobald nur noch %(n)s Leute Spielmarken haben; sie kommen ins Finale.",
        survivors,
    ) % {"n": survivors}


def final(size: int) -> str:
    return _("%(n)s Leute spielen, bis nur noch eine Person Spielmarken hat: Sie gewinnt das Turnier.") % {
        "n": size
    }


def carry() -> str:
    return _("Übrige Spielmarken gehen ins Finale mit.")


def fresh(marks: int) -> str:
    return ngettext(
        "Im Finale fangen alle mit %(n)s Spielmarke an.",
        "Im Finale fangen alle mit %(n)s Spielmarken an.",
        marks,
    ) % {"n": marks}


def places(size: int) -> str:
    return _(
        "Das Finale spielt Platz 1 bis %(n)s aus; alle anderen folgen in der Reihenfolge des Abends."
    ) % {"n": size}


def prizes(borders: Sequence[int]) -> str:
    """Prize boundaries of the Vorrunde: a tie across one is played out."""
    return _("Preise der Vorrunde gibt es bis Platz %(places)s.") % {"places": listed(borders)}


def names(day: str) -> str:
    return _(
        "Namen stehen während des Turniers auf Leinwand, Handys und Aushängen. Gelöscht werden sie ab dem %(day)s, "
        "es bleiben nur Startnummern."
    ) % {"day": day}


# The strip of facts under the title.


def fact_rounds(count: int) -> str:
    return ngettext("%(n)s Runde", "%(n)s Runden", count) % {"n": count}


def fact_people(count: int) -> str:
    return _("%(n)s Leute") % {"n": count}


FREE: Words = gettext_lazy("frei")
FACTS: Mapping[str, Words] = {
    "fee": gettext_lazy("Startgeld"),
    "rounds": gettext_lazy("Vorrunde"),
    "ko": gettext_lazy("K.O."),
    "final": gettext_lazy("Finale"),
}


# The plan of the evening, counted from its beginning.


def round_(number: int) -> str:
    return _("Runde %(n)s") % {"n": number}


def rounds_of(count: int) -> str:
    return _("Runde 1 bis %(n)s") % {"n": count}


def announcement() -> str:
    return _("Verkündung der Besten, wenn nötig Stechen")


def ko(tables: int) -> str:
    return ngettext("K.O.-Tisch", "K.O.-Tische", tables)


def final_table() -> str:
    return _("Finale")


def champion() -> str:
    return _("Siegerehrung")


def after(minutes: int) -> str:
    """Beginn, then "nach 2:30 Std."."""
    if not minutes:
        return _("Beginn")
    hours, rest = divmod(minutes, 60)
    return _("nach %(time)s Std.") % {"time": f"{hours}:{rest:02}"}


def about(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("etwa %(m)s Minuten") % {"m": rest}
    if not rest:
        return ngettext("etwa %(h)s Stunde", "etwa %(h)s Stunden", hours) % {"h": hours}
    return _("etwa %(h)s Std. %(m)s Min.") % {"h": hours, "m": rest}
