"""The prize-giving (C9): what is called out beside the places, and how everybody came to his place."""

from dataclasses import dataclass

from tournaments.models import Phase, Stage
from tournaments.queries.facts import Facts, PlayerFact
from tournaments.queries.honours import Honours, best_ladies, honours
from tournaments.queries.places import PlaceLine, places
from tournaments.queries.public import hall_view
from tournaments.queries.standings import stechen_groups
from tournaments.queries.statistics import Most, statistics

LANTERN, SHOTS, KINGS, LADIES, PRIZE = "lantern", "shots", "kings", "ladies", "prize"


@dataclass(frozen=True, slots=True)
class Honour:
    """`kind`: one of the above · `players`: who share it; of a prize of the Vorrunde in the order of calling
    · `count`: Schock aus, Blattschüsse or points of each · `first`, `last`: places of a prize."""

    kind: str
    players: tuple[PlayerFact, ...]
    count: int = 0
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """How somebody got to his place. `table`: number of the K.O. table or of the final, 0 for nobody's;
    `game`: in which he went out there, None when he did not; `left`: Spielmarken at the end; `gone`: he went
    by himself; `rank`, `points`: of the Vorrunde, `thrown`: the rank is the one after a Stechen."""

    stage: str
    table: int
    game: int | None
    left: int
    gone: bool
    rank: int
    points: int
    thrown: bool


def over(facts: Facts) -> bool:
    return facts.tournament.phase == Phase.FINISHED


def called_out(facts: Facts, lines: tuple[PlaceLine, ...]) -> tuple[Honour, ...]:
    """In the order of calling: what amuses first, the prizes of the Vorrunde from the last to the first. For
    the Leitung only, because of the beste Dame. Empty before the end."""
    if not over(facts):
        return ()
    numbers = statistics(hall_view(facts))
    found = honours(facts, ladies=best_ladies(facts, lines))
    lantern = numbers.lantern
    first = [Honour(LANTERN, lantern.players, lantern.points)] if lantern else []
    return (*first, *_most(SHOTS, numbers.shots), *_beside(found))


def _most(kind: str, most: Most) -> list[Honour]:
    return [Honour(kind, most.players, most.count)] if most.players else []


def _beside(found: Honours) -> list[Honour]:
    kings = [Honour(KINGS, found.kings, found.strokes)] if found.kings else []
    ladies = [Honour(LADIES, found.ladies)] if found.ladies else []
    prizes = [
        Honour(PRIZE, tuple(reversed(prize.players)), first=prize.first, last=prize.last)
        for prize in reversed(found.prizes)
    ]
    return [*kings, *ladies, *prizes]


def ways(facts: Facts, lines: tuple[PlaceLine, ...]) -> dict[int, Way]:
    """By start number, for everybody in `lines` of all places."""
    assert facts.cut is not None
    stored = {place.player: place for place in facts.cut.places}
    groups = [g for g in stechen_groups(facts) if g.decided and g.stechen_id]
    thrown = {player for group in groups for player in group.group.players}
    found = {}
    for line in lines:
        number, place = line.player.number, stored[line.player.number]
        table, game, left, gone = _end(facts, line)
        found[number] = Way(line.stage, table, game, left, gone, place.rank, place.points, number in thrown)
    return found


def _end(facts: Facts, line: PlaceLine) -> tuple[int, int | None, int, bool]:
    """(table, game of going out, Spielmarken left, went by himself) where the place was decided."""
    player = line.player.number
    round_ = {Stage.FINAL: facts.final, Stage.KO: facts.ko}.get(Stage(line.stage))
    table = round_.table_of(player) if round_ else None
    if round_ is None or table is None:
        return 0, None, 0, False
    issued = facts.marks_issued(round_, table)[player]
    lost = [game for game, result in sorted(table.results.items()) if result.loser == player]
    if len(lost) >= issued:
        return table.number, lost[issued - 1] if issued else None, 0, False
    went = next((absence.game for absence in table.absences if absence.player == player), None)
    return table.number, went, 0 if went else issued - len(lost), went is not None


def the_final(lines: tuple[PlaceLine, ...]) -> tuple[PlaceLine, ...]:
    """Who was to sit in the final, the last place first."""
    return tuple(line for line in reversed(lines) if line.stage == Stage.FINAL)


def stage(lines: tuple[PlaceLine, ...]) -> tuple[PlaceLine, ...]:
    """Who reached the K.O. or the final, the first place first."""
    return tuple(line for line in lines if line.stage != Stage.VORRUNDE)


def finished_places(facts: Facts) -> tuple[PlaceLine, ...]:
    """Everybody's place, best first; empty before they are certain."""
    return places(facts) if over(facts) else ()
