"""What desk and hall read about a draw: how good the evening is as planned, and whether it could be better."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw import Certificate


def evening_repeats(found: Certificate, *, proof: str = "bound") -> str:
    """C1.3 Repeats until the last round if everybody stays, and why they cannot be fewer. `proof` for the whole
    evening: bound (of Q) · count (every pair has met) · "" (a bound holds at most from this round on)."""
    values = {"n": found.repeats, "rounds": found.rounds, "players": found.players, "most": found.most}
    if not found.repeats:
        return _("0 Wiederholungen bis Runde %(rounds)s – besser geht es nicht") % values
    if proof == "count" or (found.reached and found.most == 2):
        return _best(found, proof) % values
    return (
        ngettext(
            "%(n)s Wiederholung bis Runde %(rounds)s; kein Paar trifft sich öfter als %(most)s-mal",
            "%(n)s Wiederholungen bis Runde %(rounds)s; kein Paar trifft sich öfter als %(most)s-mal",
            found.repeats,
        )
        % values
    )


def _best(found: Certificate, proof: str) -> str:
    """The sentence for repeats at their bound."""
    if not proof:
        return ngettext(
            "%(n)s Wiederholung bis Runde %(rounds)s; von jetzt an geht es nicht besser",
            "%(n)s Wiederholungen bis Runde %(rounds)s; von jetzt an geht es nicht besser",
            found.repeats,
        )
    if found.fairness and proof == "bound":
        return ngettext(
            "%(n)s Wiederholung bis Runde %(rounds)s; bei %(players)s Leuten und gerechten Fünfertischen "
            "unvermeidbar",
            "%(n)s Wiederholungen bis Runde %(rounds)s; bei %(players)s Leuten und gerechten Fünfertischen "
            "unvermeidbar",
            found.repeats,
        )
    return ngettext(
        "%(n)s Wiederholung bis Runde %(rounds)s; bei %(players)s Leuten unvermeidbar",
        "%(n)s Wiederholungen bis Runde %(rounds)s; bei %(players)s Leuten unvermeidbar",
        found.repeats,
    )


def evening_odd_tables(found: Certificate) -> str:
    """C1.3 How evenly the fives (or threes) fall until the last round; empty where there are none."""
    if not found.odd_seats:
        return ""
    values = {
        "table": odd_table(found.odd_seats),
        "rounds": found.rounds,
        "least": found.odd_least,
        "most": found.odd_most,
    }
    if found.odd_most <= 1:
        return _("bis Runde %(rounds)s sitzt niemand zweimal %(table)s") % values
    if found.odd_least == found.odd_most:
        return _("nach Runde %(rounds)s saßen alle %(most)s-mal %(table)s") % values
    return _("nach Runde %(rounds)s saßen alle %(least)s- bis %(most)s-mal %(table)s") % values


def odd_table(seats: int) -> str:
    """At a table that is no four."""
    return {5: _("am Fünfertisch"), 3: _("am Dreiertisch")}.get(seats, _("am ungeraden Tisch"))


def seated_repeats(repeats: int, rounds: int) -> str:
    """What was really seated, without any claim: the plan does not hold any more."""
    found = ngettext(
        "%(n)s Wiederholung bis Runde %(rounds)s", "%(n)s Wiederholungen bis Runde %(rounds)s", repeats
    )
    return found % {"n": repeats, "rounds": rounds}


def seated_odd_tables(most: int, seats: int) -> str:
    """The same for the fives or threes; empty where there are none."""
    if not seats:
        return ""
    if most <= 1:
        return _("niemand saß zweimal %(table)s") % {"table": odd_table(seats)}
    return _("niemand saß öfter als %(most)s-mal %(table)s") % {"table": odd_table(seats), "most": most}


def screen_repeats(found: Certificate, *, proof: str) -> str:
    """The same as `evening_repeats` in one line of the projector."""
    brief = seated_repeats(found.repeats, found.rounds)
    if not found.repeats:
        return evening_repeats(found)
    return _("%(count)s, unvermeidbar") % {"count": brief} if unavoidable(found, proof) else brief


def unavoidable(found: Certificate, proof: str) -> bool:
    """Whether a draw may say that it cannot be better."""
    return not found.repeats or proof == "count" or (proof == "bound" and found.reached and found.most == 2)


def draw_before(repeats: int, odd_twice: int, odd: int) -> str:
    """The draw that was replaced, beside the new one."""
    words = [ngettext("%(n)s Wiederholung", "%(n)s Wiederholungen", repeats) % {"n": repeats}]
    if odd and odd_twice:
        counted = ngettext("%(n)s Person öfter %(table)s", "%(n)s Leute öfter %(table)s", odd_twice)
        words.append(counted % {"n": odd_twice, "table": odd_table(odd)})
    return ", ".join(words)
