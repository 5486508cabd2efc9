"""Physical tables: by their code, and how many an evening needs."""

from tournaments.draw import table_sizes
from tournaments.models import Phase, Stage, Station
from tournaments.queries.facts import Facts
from tournaments.queries.forecast import people_in

RESERVE = 10
"""Before round 1 one table more for as many, begun ones too: people come who did not register."""


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


def station_by_id(station_id: int) -> Station | None:
    return Station.objects.filter(pk=station_id).first()


def physical_tables(facts: Facts) -> dict[str, int]:
    """How many tables each stage has in the hall, in the order of the stages; before the first draw as
    many as the registered people need, and some for those who come without."""
    if facts.vorrunde:
        tables = max(len(round_.tables) for round_ in facts.vorrunde)
    else:
        tables = len(table_sizes(people_in(facts), facts.plan.odd_tables))
        tables += -(-tables // RESERVE)
    return {Stage.VORRUNDE: tables, Stage.KO: facts.plan.ko_tables, Stage.FINAL: 1}
