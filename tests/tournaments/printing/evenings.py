"""Evenings at the moment at which a paper is there."""

from tests.playing import at_ko, facts, finish_ko_table, play_round, started
from tests.tournaments.finish.evenings import play_all
from tournaments.models import Tournament
from tournaments.printing import content
from tournaments.printing.content.kinds import FINAL, HONOURS, KO, STECHEN
from tournaments.services._act import SYSTEM
from tournaments.services.final import finish
from tournaments.services.knockout import form_final


def evening_with(kind: str, *, many: bool = False) -> Tournament:
    """The latest moment at which this paper can be asked for, with few or with 24 people."""
    shelf = content.PAPERS[kind].shelf
    if shelf == STECHEN:
        tournament = started(24 if many else 16, rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0)
    elif shelf in (KO, FINAL, HONOURS):
        return _after_cut(shelf, at_ko(24, ko_tables=4, ko_seats=6, survivors=1) if many else at_ko())
    else:
        tournament = started(24 if many else 9)
    play_round(tournament)
    return tournament


def _after_cut(shelf: str, tournament: Tournament) -> Tournament:
    if shelf == KO:
        return tournament
    for table in facts(tournament).ko.tables:
        finish_ko_table(tournament, table.number)
    form_final(tournament_id=tournament.pk, by=SYSTEM)
    if shelf == HONOURS:
        play_all(tournament)
        finish(tournament_id=tournament.pk, by=SYSTEM)
    return tournament


def params_of(tournament: Tournament, kind: str, language: str = "de") -> dict[str, object]:
    """What is asked for: the first of what there is of this kind."""
    paper = content.PAPERS[kind]
    number = paper.numbers(facts(tournament), True)[0]
    asked = {"round": number, "language": language}
    return {**asked, "base": "http://192.168.178.120:8000"} if paper.addressed else asked
