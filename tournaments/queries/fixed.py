"""From when a field of the format or the rules can no longer change (model.md, below the acts)."""

from tournaments.models import Phase, Result, Round, RoundState, Stage, Tournament

ROUND_PUBLISHED = "round_published"
CUT_MADE = "cut_made"
FINAL_RESULT = "final_result"
FIRST_RESULT = "first_result"

FROM_ROUND_ONE = frozenset({"games_per_round", "odd_tables", "clubs_apart"})
FROM_CUT = frozenset(
    {
        "rounds",
        "late_entry_until",
        "tie_breaks",
        "decide",
        "freeze_rounds",
        "prize_places",
        "schock_aus_counted",
        "ko_tables",
        "ko_seats",
        "survivors",
        "final_size",
        "ko_seeding",
        "marks",
        "bonus_ranks",
        "bonus_marks",
    }
)
FROM_FINAL_RESULT = frozenset({"final_marks"})

_BEFORE_ROUND_ONE = (Phase.SETUP, Phase.REGISTRATION)
_BEFORE_CUT = (*_BEFORE_ROUND_ONE, Phase.VORRUNDE)
_BEFORE_FINAL = (*_BEFORE_CUT, Phase.CUT, Phase.KO)


def fixed_fields(tournament: Tournament) -> dict[str, str]:
    """Format field → since when it is fixed (a code of messages/format.py). At most one query."""
    fixed: dict[str, str] = {}
    if tournament.phase not in _BEFORE_ROUND_ONE:
        fixed.update(dict.fromkeys(FROM_ROUND_ONE, ROUND_PUBLISHED))
    if tournament.phase not in _BEFORE_CUT:
        fixed.update(dict.fromkeys(FROM_CUT, CUT_MADE))
    if tournament.phase not in _BEFORE_FINAL and _results(tournament, Stage.FINAL):
        fixed.update(dict.fromkeys(FROM_FINAL_RESULT, FINAL_RESULT))
    return fixed


def rules_fixed(tournament: Tournament) -> str:
    """Why the rule set cannot change any more, "" while it can. Scharf is set for tables, not here."""
    if tournament.phase in _BEFORE_ROUND_ONE:
        return ""
    return FIRST_RESULT if _results(tournament) else ""


def late_entry_closed(tournament: Tournament) -> bool:
    """C2.6: the round after `late_entry_until` is published. At most one query."""
    if tournament.phase in _BEFORE_ROUND_ONE:
        return False
    if tournament.phase != Phase.VORRUNDE:
        return True
    started = Round.objects.filter(
        tournament=tournament, stage=Stage.VORRUNDE, number__gt=tournament.plan.late_entry_until
    )
    return started.exclude(state=RoundState.DRAWN).exists()


def drawn_rounds(tournament: Tournament) -> int:
    """The number of the latest Vorrunde round that is drawn, published or closed (C2.4)."""
    rounds = Round.objects.filter(tournament=tournament, stage=Stage.VORRUNDE)
    return rounds.order_by("-number").values_list("number", flat=True).first() or 0


def _results(tournament: Tournament, *stages: str) -> bool:
    results = Result.objects.filter(table__round__tournament=tournament, counts=True)
    if stages:
        results = results.filter(table__round__stage__in=stages)
    return results.exists()
