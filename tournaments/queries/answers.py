"""An answer to the three questions of a game, and whether the rules allow it at a table (R7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import RuleViolation
from scoring.knockout import Departure, check_ko_game, fold_table
from scoring.points import Game, check_game, forced_endkampf, game_loser
from tournaments.models import Outcome, Stage
from tournaments.queries.facts import Facts, ResultFact, RoundFact, TableFact

HALVES = ("half1", "half2", "endkampf")
"""R7: the three questions of a game, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Who lost Hälfte 1, Hälfte 2 and the Endkampf, by start number; scharf has `half1` only."""

    half1: int | None
    half2: int | None = None
    endkampf: int | None = None

    @classmethod
    def of(cls, result: ResultFact) -> "Answer":
        return cls(result.half1, result.half2, result.endkampf)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Answer":
        return cls(plain.get("half1"), plain.get("half2"), plain.get("endkampf"))

    def to_dict(self) -> dict[str, int | None]:
        return {"half1": self.half1, "half2": self.half2, "endkampf": self.endkampf}

    def completed(self, table: TableFact, game: int, stage: str) -> "Answer":
        """C2.5: the loser of a half who has left loses the Endkampf as well; nobody is asked."""
        if self.endkampf is not None or stage != Stage.VORRUNDE:
            return self
        return replace(self, endkampf=forced_endkampf(self.half1, self.half2, table.leaving_in(game)))

    def loser(self, scharf: bool) -> int:
        return game_loser(self.half1, self.half2, self.endkampf, scharf)


def check_answer(
    facts: Facts, round_: RoundFact, table: TableFact, game: int, answer: Answer, scharf: bool
) -> None:
    """Raises RuleViolation unless `answer` can be the result of this game, whatever came after it.

    Codes of `check_game` (Vorrunde) and `check_ko_game` (K.O., final).
    """
    three = (answer.half1, answer.half2, answer.endkampf)
    if round_.stage != Stage.VORRUNDE:
        before = {g: r.loser for g, r in table.results.items() if g < game}
        gone = [Departure(a.game, a.player) for a in table.absences if a.game <= game]
        quota = facts.plan.survivors if round_.stage == Stage.KO else 1
        state = fold_table(facts.marks_issued(round_, table), before, gone, quota)
        check_ko_game(state, *three, scharf=scharf)
        return
    _check_present(table, three)
    check_game(
        Game(
            table.players,
            *three,
            scharf=scharf,
            no_show=table.missing_before(game),
            left=table.leaving_in(game),
            outcome=Outcome.PLAYED,
        )
    )


def _check_present(table: TableFact, losers: tuple[int | None, ...]) -> None:
    """The Endkampf, too, is lost by somebody who sits here."""
    for field, player in zip(HALVES, losers, strict=True):
        if player is not None and player not in table.players:
            raise RuleViolation("loser_not_seated", field, player=player)
