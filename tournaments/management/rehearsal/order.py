"""What is rehearsed: how many, how long, and where it stops."""

import re
from dataclasses import dataclass
from typing import Final

from scoring.errors import RuleViolation
from scoring.format import RANGES

LEAST: Final = 3
MOST: Final = 300
STOPS: Final = ("registration", "stechen", "cut", "ko", "final")


@dataclass(frozen=True, slots=True)
class Order:
    """One rehearsal. `until`: a step of STOPS or round:N (half of its tables are played), "" to the end."""

    players: int
    rounds: int
    seed: int
    until: str = ""
    slug: str = ""

    def __post_init__(self) -> None:
        """Raises RuleViolation: rehearsal_size, rehearsal_rounds, rehearsal_until."""
        if not LEAST <= self.players <= MOST:
            raise RuleViolation("rehearsal_size", "players", least=LEAST, most=MOST, players=self.players)
        low, high = RANGES["rounds"]
        if not low <= self.rounds <= high:
            raise RuleViolation("rehearsal_rounds", "rounds", least=low, most=high, rounds=self.rounds)
        if self.until and self.until not in STOPS and not 0 < self.stop_round <= self.rounds:
            raise RuleViolation("rehearsal_until", "until", value=self.until, rounds=self.rounds)

    @property
    def stop_round(self) -> int:
        """The Turnierrunde that stays half played, 0 for none."""
        found = re.fullmatch(r"round:(\d{1,2})", self.until)
        return int(found.group(1)) if found else 0
