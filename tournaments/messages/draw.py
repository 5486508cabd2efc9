"""What desk and hall read about a draw: how good the evening is as planned, and whether it could be better."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw import Certificate


def evening_repeats(found: Certificate) -> str:
    """C1.3 Repeats until the last round if everybody stays, and why they cannot be fewer."""
    values = {"n": found.repeats, "rounds": found.rounds, "players": found.players, "most": found.most}
    if not found.repeats:
        return _("0 Wiederholungen bis Runde %(rounds)s – besser geht es nicht") % values
    if found.reached and found.most == 2 and found.fairness:
        return (
            ngettext(
                "%(n)s Wiederholung bis Runde %(rounds)s; bei %(players)s Leuten und gerechten Fünfertischen "
                "unvermeidbar",
                "%(n)s Wiederholungen bis Runde %(rounds)s; bei %(players)s Leuten und gerechten Fünfertischen "
                "unvermeidbar",
                found.repeats,
            )
            % values
        )
    if found.reached and found.most == 2:
        return (
            ngettext(
                "%(n)s Wiederholung bis Runde %(rounds)s; bei %(players)s Leuten unvermeidbar",
                "%(n)s Wiederholungen bis Runde %(rounds)s; bei %(players)s Leuten unvermeidbar",
                found.repeats,
            )
            % values
        )
    return (
        ngettext(
            "%(n)s Wiederholung bis Runde %(rounds)s; kein Paar trifft sich öfter als %(most)s-mal",
            "%(n)s Wiederholungen bis Runde %(rounds)s; kein Paar trifft sich öfter als %(most)s-mal",
            found.repeats,
        )
        % values
    )


def evening_odd_tables(found: Certificate) -> str:
    """C1.3 How evenly the fives (or threes) fall until the last round; empty where there are none."""
    if not found.odd_seats:
        return ""
    table = _("am Fünfertisch") if found.odd_seats == 5 else _("am Dreiertisch")
    values = {"table": table, "rounds": found.rounds, "least": found.odd_least, "most": found.odd_most}
    if found.odd_most <= 1:
        return _("bis Runde %(rounds)s sitzt niemand zweimal %(table)s") % values
    if found.odd_least == found.odd_most:
        return _("nach Runde %(rounds)s saßen alle %(most)s-mal %(table)s") % values
    return _("nach Runde %(rounds)s saßen alle %(least)s- bis %(most)s-mal %(table)s") % values
