"""The cards of the K.O. tables and of the final: sentences with numbers in them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def marks(count: int) -> str:
    """Behind the start number; nothing for a blank line."""
    if not count:
        return _("keine Spielmarken mehr")
    return ngettext("%(n)s Spielmarke", "%(n)s Spielmarken", count) % {"n": count}


def at_table(seats: int) -> str:
    """fünf am Tisch"""
    return {
        1: _("allein am Tisch"),
        2: _("zwei am Tisch"),
        3: _("drei am Tisch"),
        4: _("vier am Tisch"),
        5: _("fünf am Tisch"),
        6: _("sechs am Tisch"),
    }[seats]


def go_on(survivors: int) -> str:
    """zwei kommen weiter"""
    return {
        1: _("wer übrig bleibt, kommt weiter"),
        2: _("zwei kommen weiter"),
        3: _("drei kommen weiter"),
        4: _("vier kommen weiter"),
        5: _("fünf kommen weiter"),
    }[survivors]


def lives(survivors: int) -> str:
    """What a lost game costs, and when it is over."""
    end = ngettext(
        "Der Tisch ist fertig, sobald nur noch %(n)s übrig ist.",
        "Der Tisch ist fertig, sobald nur noch %(n)s übrig sind.",
        survivors,
    ) % {"n": survivors}
    return f"{_cost()} {end}"


def last_one(seats: int) -> str:
    """The same in the final, and which places are given."""
    end = _("Wer zuerst raus ist, hat Platz %(n)s; wer übrig bleibt, hat das Turnier gewonnen.") % {
        "n": seats
    }
    return f"{_cost()} {end}"


def _cost() -> str:
    return _("Wer ein Spiel verliert, gibt eine Spielmarke ab: durchkreuzen. Wer keine mehr hat, ist raus.")


def nobody_plays() -> str:
    """At a table with no more people than go on (C4.1a)."""
    return _("An diesem Tisch wird nicht gespielt: Alle kommen weiter.")


def begins() -> tuple[str, str]:
    """R5.4, R5.5: heading and rest of the sentence, as in `rules.sheet_rules`."""
    return (
        _("Zuerst wirft"),
        _("in Spiel 1 Sitz 1, danach, wer verloren hat, oder, wenn raus, wer links davon sitzt."),
    )


def leaves() -> tuple[str, str]:
    """C5.3."""
    return _("Wer geht,"), _("gibt alle Spielmarken ab und ist raus.")


def deckel() -> tuple[str, str]:
    """R7: Deckel on the device, for the hall to see."""
    return _("Deckel:"), _("am Gerät mitschreiben, damit alle sie sehen; hier zählt nur, wer verloren hat.")


def more_games(shown: int) -> str:
    """More games are possible than have a line."""
    return _("Nach Spiel %(n)s genügt es, Spielmarken zu durchkreuzen.") % {"n": shown}
