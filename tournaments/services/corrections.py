"""Corrections: a new version with a reason; nothing is redrawn, everything after is replayed (C8.1)."""

from scoring.errors import RuleViolation
from tournaments.models import Phase, Tournament
from tournaments.queries.corrections import preview_correction
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._ko import dissolve_final
from tournaments.services._results import replace_result
from tournaments.services._tables import any_table, reason_of

ANY_TIME = (Phase.VORRUNDE, Phase.CUT, Phase.KO, Phase.FINAL, Phase.FINISHED)


@act("correct_game", *ANY_TIME)
def correct_game(
    t: Tournament,
    *,
    by: Actor,
    table_id: int,
    game: int,
    half1: int,
    half2: int | None = None,
    endkampf: int | None = None,
    reason: str,
    confirmed: bool = False,
    seen: int | None = None,
) -> Outcome:
    """Replace the result of a game by another version. In the K.O. everything after it is replayed.
    seen: the result (id) that was looked at; another one is not replaced unseen.

    confirmed: a final without results that would seat others may be dissolved for it. What moves is
    told before by `queries.corrections.preview_correction`. Answer: {"result", "version", "dissolved"}.
    Refuses: what a reason refuses · changed_since · round_redrawn · table_decided · no_result · same_result ·
    what the rules say against the answer · correction_contradicts, final_contradicts (games) ·
    final_has_result · final_formed (not confirmed) · reopen_first.
    """
    reason = reason_of(reason)
    place = any_table(t, table_id)
    known = place.table.results.get(game)
    if seen is not None and known is not None and known.id != seen:
        raise RuleViolation("changed_since")
    preview = preview_correction(place.facts, table_id, game, half1, half2, endkampf)
    dissolved = preview.dissolves_final and confirmed
    if dissolved:
        dissolve_final(t, place.facts)
        place = any_table(t, table_id)
    result = replace_result(t, place, game, preview.after, by, reason)
    before, after = preview.before.to_dict(), preview.after.to_dict()
    return Outcome(
        answer={"result": result.pk, "version": place.table.version, "dissolved": dissolved},
        data={**place.log, "game": game, "before": before, **after, "dissolved": dissolved},
        reason=reason,
    )
