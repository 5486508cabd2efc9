"""Certificates and the speaker's list in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments.messages.play import table_sign

TITLES = gettext_lazy("Urkunden: %(name)s")
TITLE = gettext_lazy("Urkunde für %(name)s")
LIST = gettext_lazy("Siegerehrung: %(name)s")
HONOURS = gettext_lazy("Ehrungen")
PLACES = gettext_lazy("Vom letzten zum ersten Platz")
ALL_PLACES = gettext_lazy("Alle Plätze: %(name)s")
STAGES = {
    "final": gettext_lazy("Finale"),
    "ko": gettext_lazy("K.O.-Runde"),
    "vorrunde": gettext_lazy("Vorrunde"),
}
SCHOCK = gettext_lazy("Schocken")
CERTIFICATE = gettext_lazy("Urkunde")

Three = tuple[str, str, str]
"""What stands on a certificate before, on and after the line in large type."""


def of_place(place: int, shared: bool, people: int) -> Three:
    said = _("den geteilten %(place)s. Platz") if shared else _("den %(place)s. Platz")
    return _among(people), said % {"place": place}, _("erknobelt.")


def of_prize(place: int, shared: bool, people: int) -> Three:
    """A place of the Vorrunde for which there is a prize."""
    said = (
        _("den geteilten %(place)s. Platz der Vorrunde") if shared else _("den %(place)s. Platz der Vorrunde")
    )
    return _among(people), said % {"place": place}, _("erknobelt.")


def of_king(strokes: int) -> Three:
    before = ngettext("ist mit %(n)s Schock aus", "ist mit %(n)s Schock aus", strokes) % {"n": strokes}
    return before, pgettext("Urkunde", "Schock-aus-König"), _("des Abends.")


def of_lady(people: int) -> Three:
    return _("ist unter %(people)s Leuten") % {"people": people}, _("beste Dame"), _("des Abends.")


def of_lantern(people: int) -> Three:
    said = _("trägt unter %(people)s Leuten") % {"people": people}
    return said, pgettext("Urkunde", "die rote Laterne"), _("nach Hause.")


def _among(people: int) -> str:
    return _("hat unter %(people)s Leuten") % {"people": people}


# The speaker's list


def place(place: int, shared: bool) -> str:
    said = _("geteilter %(place)s. Platz") if shared else _("%(place)s. Platz")
    return said % {"place": place}


def story(stage: str, table: int, game: int | None, left: int, *, gone: bool) -> str:
    """How it ended for somebody in the final or at a K.O. table, "" for everybody else."""
    if stage == "vorrunde" or (game is None and not left and stage != "final"):
        return ""
    said = {"n": left, "game": game, "table": table_sign(stage, table)}
    if left:
        return (
            ngettext(
                "gewinnt das Finale mit %(n)s Spielmarke", "gewinnt das Finale mit %(n)s Spielmarken", left
            )
            % said
        )
    if game is None:
        return _("trat zum Finale nicht an")
    if stage == "final":
        return (
            _("ging im %(game)s. Spiel des Finales") if gone else _("Finale, raus im %(game)s. Spiel")
        ) % said
    text = (
        _("ging im %(game)s. Spiel an Tisch %(table)s")
        if gone
        else _("Tisch %(table)s, raus im %(game)s. Spiel")
    )
    return text % said


def vorrunde(rank: int, points: int, *, thrown: bool) -> str:
    text = ngettext(
        "Vorrunde Platz %(rank)s, %(n)s Punkt", "Vorrunde Platz %(rank)s, %(n)s Punkte", points
    ) % {"rank": rank, "n": points}
    return _("%(place)s, nach Stechen") % {"place": text} if thrown else text


def honour(kind: str, count: int, first: int, last: int) -> tuple[str, str]:
    """(what is called out, what it is for)."""
    if kind == "prize":
        what = _("Platz %(n)s der Vorrunde") if first == last else _("Platz %(n)s bis %(last)s der Vorrunde")
        return what % {"n": first, "last": last}, ""
    titles = {
        "lantern": _("Rote Laterne"),
        "shots": _("Meiste Blattschüsse"),
        "kings": _("Schock-aus-König"),
        "ladies": _("Beste Dame"),
    }
    return titles[kind], _count(kind, count)


def _count(kind: str, count: int) -> str:
    said = {
        "lantern": ngettext("%(n)s Punkt", "%(n)s Punkte", count),
        "shots": ngettext("%(n)s Blattschuss", "%(n)s Blattschüsse", count),
        "kings": ngettext("%(n)s Schock aus", "%(n)s Schock aus", count),
    }.get(kind, "")
    return said % {"n": count} if said else ""
