"""What lies ready on the evening before: table numbers."""

from collections.abc import Iterator

from tournaments.messages import paper as words
from tournaments.messages.play import table_name, table_sign
from tournaments.models import Stage
from tournaments.printing import stands
from tournaments.printing.content.addresses import entry_url, typed
from tournaments.printing.content.kinds import Params
from tournaments.queries.facts import Facts
from tournaments.queries.stations import codes, physical_tables


def table_stands(facts: Facts, params: Params) -> stands.StandsData:
    """Every table of the evening, also one that has no code yet."""
    t = facts.tournament
    return stands.StandsData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        entry_place=typed(str(params["base"])) + "/t",
        stands=tuple(_stands(facts, str(params["base"]))),
    )


def _stands(facts: Facts, base: str) -> Iterator[stands.Stand]:
    known = codes(facts.tournament.pk)
    for stage, count in physical_tables(facts).items():
        reserve = [number for of, number in known if of == stage == Stage.VORRUNDE]
        for number in range(1, max([count, *reserve]) + 1):
            code = known.get((stage, number), "")
            yield stands.Stand(
                sign=table_sign(stage, number),
                name=table_name(stage, number),
                stage=str(words.KO_STAGE) if stage == Stage.KO else "",
                code=code,
                entry_url=entry_url(base, code) if code else "",
            )
