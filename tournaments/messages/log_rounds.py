"""Draws, rounds, seats, devices and scharf in the log."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "draw_round": _("Runde %(number)s ausgelost, Tische: %(tables)s"),
    "redraw_round": _("Runde %(number)s neu ausgelost (Auslosung %(draw_no)s)"),
    "discard_draw": _("Auslosung von Runde %(number)s verworfen"),
    "publish_draw": _("Auslosung von Runde %(number)s veröffentlicht"),
    "close_round": _("Runde %(number)s geschlossen"),
    "reopen_round": _("Runde %(number)s wieder geöffnet"),
    "start_clock": _("Uhr gestartet"),
    "swap_seats": _("Runde %(number)s: Startnummern %(first)s und %(second)s haben die Plätze getauscht"),
    "seat_late": _("Startnummer %(player)s nachträglich an Tisch %(table)s gesetzt"),
    "unseat_late": _("Startnummer %(player)s wieder von Tisch %(table)s genommen"),
    "move_seat": _("Startnummer %(player)s von Tisch %(origin)s an Tisch %(table)s gesetzt"),
    "set_scharf": _("Scharf an Tisch %(tables)s"),
    "set_scharf_next": _("Scharf ab der nächsten Runde"),
    "set_normal": _("Wieder normal an Tisch %(tables)s"),
    "set_normal_next": _("Wieder normal ab der nächsten Runde"),
    "prepare_stations": _("Codes der Tische angelegt: %(stations)s"),
    "pair_device": _("Gerät mit Tisch %(table)s verbunden"),
    "unpair_device": _("Gerät von Tisch %(table)s getrennt"),
    "leave_table": _("Gerät hat sich von Tisch %(table)s getrennt"),
    "replace_code": _("Neuer Code für Tisch %(table)s"),
}
