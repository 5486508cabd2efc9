"""The emergency package in words: how the evening goes on when the computer does not."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.format import CARRY, Format

Words = str | Promise
Chapter = tuple[str, tuple[str, ...]]

LEAD = gettext_lazy(
    "Fällt der Rechner aus, geht der Abend mit diesen Blättern weiter. Vorher kopieren und bereitlegen, "
    "dazu Stifte, kleine Zettel und einen Becher für das Los."
)
PARTS: Mapping[str, Words] = {
    "people": gettext_lazy("Liste der Leute"),
    "tally": gettext_lazy("Stand zum Mitzählen"),
    "throws": gettext_lazy("Stechen"),
    "ko_cards": gettext_lazy("K.O.-Karten"),
    "final_card": gettext_lazy("Finalkarte"),
    "rules": gettext_lazy("Regelblatt"),
    "stands": gettext_lazy("Tischnummern"),
}
WHERE_NEEDED = gettext_lazy("bei Bedarf")
_SUMS: Mapping[int, Words] = {
    3: gettext_lazy("ein Dreier 10 oder 8"),
    4: gettext_lazy("ein Vierer 15 oder 13"),
    5: gettext_lazy("ein Fünfer 20 oder 18"),
}


def blank_sheet(seats: int) -> str:
    return {
        3: _("Tischzettel, drei am Tisch"),
        4: _("Tischzettel, vier am Tisch"),
        5: _("Tischzettel, fünf am Tisch"),
    }[seats]


def chapters(
    plan: Format, *, scharf: bool, split: str, sizes: Sequence[int], said: Mapping[str, Sequence[str]]
) -> tuple[Chapter, ...]:
    """What to do by hand, stage by stage. `split`: the field in a sentence; `sizes`: of the tables that may
    come; `said`: the format in sentences, by stage."""
    found = [
        (_("Anmeldung"), _registration()),
        (_("Die Tische auslosen"), (*_lots(plan, sizes), split)),
        (_("Spielen und zählen"), (*_slips(), *said["points"], *_check(scharf, sizes))),
        (_("Wer kommt weiter"), (_sum(plan.rounds), *said["cut"])),
        (
            ngettext("K.O.-Tisch", "K.O.-Tische", plan.ko_tables),
            (*said["ko"], *_ko(plan)) if plan.ko_tables else (),
        ),
        (_("Finale"), (*said["final"], *_final(plan))),
        (_("Wenn der Rechner wieder läuft"), _back()),
    ]
    return tuple((heading, lines) for heading, lines in found if lines)


def _registration() -> tuple[str, ...]:
    return (
        _("In der Liste abhaken, wer da ist und wer bezahlt hat."),
        _("Wer neu kommt, bekommt die nächste freie Startnummer."),
    )


def _lots(plan: Format, sizes: Sequence[int]) -> tuple[str, ...]:
    lines = [
        _("Die Startnummern aller, die da sind, auf kleine Zettel schreiben und aus dem Becher ziehen."),
        _("Die ersten vier sitzen an Tisch 1, die nächsten vier an Tisch 2 und so weiter."),
    ]
    if plan.odd_tables == "threes":
        lines.append(_("Geht es nicht auf, wird an den letzten Tischen zu dritt gespielt."))
    else:
        lines.append(_("Wer übrig bleibt, setzt sich als fünfte Person an einen der letzten Tische."))
        if 3 in sizes:
            lines.append(_("Sechs, sieben oder elf Leute: auch Tische zu dritt."))
    if plan.rounds > 1:
        lines.append(
            _("Vor jeder Runde neu ziehen. Wer schon zusammen gespielt hat, tauscht mit dem nächsten Tisch.")
        )
    return tuple(lines)


def _slips() -> tuple[str, ...]:
    return (
        _(
            "Jeder Tisch trägt Namen, Tisch und Runde in einen leeren Zettel ein, kreuzt an und unterschreibt."
        ),
        _("Die Leitung schreibt die Punkte in den Stand, eine Spalte für jede Runde. Wer fehlt, bekommt 0."),
    )


def _check(scharf: bool, sizes: Sequence[int]) -> tuple[str, ...]:
    if scharf:
        return ()
    told = [str(_SUMS[size]) for size in sorted(sizes, key=lambda size: (size != 4, size)) if size in _SUMS]
    return (_("Kontrolle: In jedem Spiel gibt %(sums)s Punkte.") % {"sums": ", ".join(told)},)


def _sum(rounds: int) -> str:
    if rounds == 1:
        return _("Nach der Runde den Stand zu zweit prüfen. Gleiche Punkte sind derselbe Platz.")
    return _("Nach Runde %(rounds)s zu zweit zusammenzählen. Gleiche Punkte sind derselbe Platz.") % {
        "rounds": rounds
    }


def _ko(plan: Format) -> tuple[str, ...]:
    drawn = {
        "apart": _(
            "Platz 1 bis %(tables)s nehmen je an einem Tisch Sitz 1; alle anderen werden aus dem Becher gezogen."
        ),
        "snake": _("An jedem Tisch sitzt der beste Platz auf Sitz 1, die anderen der Reihe nach."),
        "lot": _("Wer wo sitzt, wird aus dem Becher gezogen."),
    }
    lines = [
        *([drawn[plan.ko_seeding] % {"tables": plan.ko_tables}] if plan.ko_tables > 1 else []),
        _("Wer ein Spiel verliert, kreuzt auf der Karte eine Spielmarke durch."),
    ]
    return (*lines, *_bonus(plan))


def _bonus(plan: Format) -> tuple[str, ...]:
    if plan.bonus_ranks and plan.bonus_marks:
        return (_("Wer mehr Spielmarken hat, als auf der Karte stehen, malt sie dazu."),)
    return ()


def _final(plan: Format) -> tuple[str, ...]:
    if not plan.ko_tables:
        return _bonus(plan)
    if plan.final_marks == CARRY:
        return (_("Auf der Finalkarte vorher durchkreuzen, was vom K.O.-Tisch nicht mitkommt."),)
    return ()


def _back() -> tuple[str, ...]:
    return (
        _("Hat er diese Runde noch ausgelost: die Zettel eintippen und dort weitermachen."),
        _("Ist schon von Hand ausgelost worden, bleibt der Abend auf Papier."),
    )
