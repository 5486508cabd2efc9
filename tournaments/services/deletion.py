"""Names become start numbers after the event (model.md, "delete personal data"); there is no way back.

Results, points and places stay. So do backups and printed paper: the desk says so before.
"""

from contextlib import suppress
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import (
    Absence,
    Cut,
    Device,
    Import,
    LogEntry,
    Phase,
    Player,
    Result,
    Round,
    Stage,
    Stechen,
    Table,
    Team,
    Tournament,
)
from tournaments.models.names import nameless, search_key
from tournaments.services._act import SYSTEM, Actor, Outcome, act
from tournaments.services._people import forget_shared, require_names
from tournaments.services.jobs import forget_prints

GONE = "–"
"""Stands where a reason must stand (kampflos, ohne Wertung)."""


@act("delete_personal_data", Phase.FINISHED)
def delete_personal_data(t: Tournament, *, by: Actor, confirmed: bool = False) -> Outcome:
    """Names, clubs, teams, persons, read lists, typed reasons, words on the projector and print files go;
    start numbers stay. Answer: {"people"}. Refuses: names_deleted · not_confirmed.
    """
    require_names(t)
    if not confirmed:
        raise RuleViolation("not_confirmed", field="sure")
    people = _forget_people(t)
    _forget_reasons(t)
    _forget_labels(t)
    Import.objects.filter(tournament=t).delete()
    forget_prints(tournament_id=t.pk)
    t.screen, t.names_deleted_at = {}, timezone.now()
    t.save(update_fields=["screen", "names_deleted_at"])
    return Outcome({"people": people}, {"people": people})


def _forget_people(t: Tournament) -> int:
    players = list(Player.objects.filter(tournament=t))
    clubs = {p.club_id for p in players if p.club_id is not None}
    persons = {p.person_id for p in players if p.person_id is not None}
    for player in players:
        player.first, player.last = nameless(player.start_number), ""
        player.sort_key = f"{player.start_number:09}"
        player.search_key = search_key(player.first)
        player.person_id = player.club_id = player.team_id = None
        player.gender = player.status_reason = ""
    names = ["first", "last", "sort_key", "search_key", "person", "club", "team", "gender", "status_reason"]
    Player.objects.bulk_update(players, names, batch_size=50)
    Team.objects.filter(tournament=t).delete()
    forget_shared(persons, clubs)
    return len(players)


def _forget_reasons(t: Tournament) -> None:
    """Whatever somebody typed may hold a name."""
    LogEntry.objects.filter(tournament=t).exclude(reason="").update(reason="")
    Stechen.objects.filter(tournament=t).update(void_reason="")
    Cut.objects.filter(tournament=t).update(void_reason="")
    for rows in (Result.objects, Absence.objects):
        rows.filter(table__round__tournament=t).update(reason="", void_reason="")
    Table.objects.filter(round__tournament=t).exclude(reason="").update(reason=GONE)


def _forget_labels(t: Tournament) -> None:
    """Devices of this tournament's tables alone: whose they are may stand on them."""
    here = Device.objects.filter(pairings__station__tournament=t)
    elsewhere = Device.objects.filter(~Q(pairings__station__tournament=t), pairings__isnull=False)
    Device.objects.filter(pk__in=here.values("pk")).exclude(pk__in=elsewhere.values("pk")).update(label="")


def delete_due() -> int:
    """What the format promises: the names of evenings that have been over for long enough. How many evenings.

    No Probelauf: its people are invented.
    """
    waiting = Tournament.objects.filter(phase=Phase.FINISHED, names_deleted_at=None, rehearsal=False)
    gone = 0
    for pk in [t.pk for t in waiting if _is_due(t)]:
        with suppress(RuleViolation):  # opened again or deleted in this moment; the others wait for nobody
            delete_personal_data(tournament_id=pk, by=SYSTEM, confirmed=True)
            gone += 1
    return gone


def _is_due(t: Tournament) -> bool:
    """By the calendar, and as many days after the end, one at least: that may come after midnight, or on
    another day than was typed. An end that lies ahead was written before the clock was put back.
    """
    days, now = t.plan.personal_data_days, timezone.now()
    if timezone.localdate() < t.names_due:
        return False
    ends = Round.objects.filter(tournament=t, stage=Stage.FINAL, closed_at__lte=now)
    return not ends.filter(closed_at__gt=now - timedelta(days=max(days, 1))).exists()
