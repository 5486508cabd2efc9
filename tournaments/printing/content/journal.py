"""The log on paper, for the Leitung."""

from dataclasses import dataclass

from tournaments.printing.content.kinds import Params
from tournaments.printing.logbook import Entry, LogData
from tournaments.queries.desk_only import desk_only
from tournaments.queries.facts import Facts
from tournaments.queries.log import whole_log


@dataclass(frozen=True, slots=True)
class LogMark:
    """What makes an older print of the log too short or wrong: acts are only ever added, people renamed, also
    those at the desk."""

    tournament: str
    date: str
    place: str
    revision: int
    names: tuple[str, ...]
    users: tuple[str, ...]


def journal(facts: Facts, params: Params) -> LogData:
    t = facts.tournament
    entries = tuple(
        Entry(line.at, line.text, line.who, line.detail, line.reason) for line in whole_log(facts)
    )
    return LogData(t.name, t.date, t.place, entries)


def journal_mark(facts: Facts, params: Params) -> LogMark:
    """Thousands of sentences need not be made to know of new ones: every act raises the revision."""
    t, names = facts.tournament, tuple(player.name for player in facts.players.values())
    return LogMark(t.name, str(t.date), t.place, t.revision, names, desk_only(facts).users)
