"""What happened from the Stechen to the end."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

ACTS = {
    "open_stechen": ngettext_lazy(
        "Stechen geöffnet: %(people)s Person", "Stechen geöffnet: %(people)s Leute", "people"
    ),
    "open_move_up_stechen": ngettext_lazy(
        "Stechen ums Nachrücken geöffnet: %(people)s Person",
        "Stechen ums Nachrücken geöffnet: %(people)s Leute",
        "people",
    ),
    "enter_throw": _("Wurf %(attempt)s von Startnummer %(player)s eingetragen"),
    "enter_throws": _("Würfe eingetragen: %(count)s"),
    "void_throw": _("Wurf %(attempt)s von Startnummer %(player)s zurückgenommen"),
    "void_stechen": _("Stechen zurückgenommen"),
    "make_cut": ngettext_lazy(
        "Die beste Person festgestellt", "Die besten %(places)s festgestellt", "places"
    ),
    "void_cut": _("Feststellung der Besten zurückgenommen"),
    "announce_cut": _("Die Besten verkündet"),
    "hide_cut": _("Verkündung zurückgenommen"),
    "check_in_place": _("Startnummer %(player)s eingecheckt"),
    "undo_check_in": _("Einchecken von Startnummer %(player)s zurückgenommen"),
    "decline_place": _("Startnummer %(player)s hat abgesagt"),
    "undo_decline": _("Absage von Startnummer %(player)s zurückgenommen"),
    "draw_ko": _("K.O.-Tische ausgelost"),
    "void_ko": _("K.O.-Auslosung zurückgenommen"),
    "form_final": _("Finale gebildet"),
    "dissolve_final": _("Finale aufgelöst"),
    "finish": _("Turnier abgeschlossen, gewonnen hat Startnummer %(champion)s"),
    "reopen_finished": _("Turnier wieder geöffnet"),
    "delete_personal_data": ngettext_lazy(
        "Namen gelöscht, aus %(people)s Person wurde eine Startnummer",
        "Namen gelöscht, aus %(people)s Leuten wurden Startnummern",
        "people",
    ),
}
