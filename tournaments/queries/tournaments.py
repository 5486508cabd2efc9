"""All tournaments for the first page of the desk."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Phase, Status, Tournament
from tournaments.models.player import GONE

_ORDER = {Phase.SETUP: 1, Phase.FINISHED: 2}


@dataclass(frozen=True, slots=True)
class Line:
    """A tournament with its people: `people` registered or there, `here` there."""

    tournament: Tournament
    people: int
    here: int


def tournament_list() -> list[Line]:
    """Running ones first, then those in set-up, then finished ones; newest date first. One query."""
    rows = Tournament.objects.annotate(
        people=Count("players", filter=~Q(players__status__in=GONE)),
        here=Count("players", filter=Q(players__status=Status.PRESENT)),
    )
    lines = [Line(row, row.people, row.here) for row in rows]
    return sorted(
        lines,
        key=lambda line: (
            _ORDER.get(Phase(line.tournament.phase), 0),
            -line.tournament.date.toordinal(),
            -line.tournament.pk,
        ),
    )
