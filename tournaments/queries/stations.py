"""Stations by their code."""

from tournaments.models import Phase, Station


def station_by_code(code: str) -> Station | None:
    """The station of a code, None for a wrong one. Codes live until the tournament is finished."""
    if not code:
        return None
    return (
        Station.objects.filter(code=code)
        .exclude(tournament__phase=Phase.FINISHED)
        .select_related("tournament")
        .first()
    )
