"""What is rehearsed: how many, how long, and where it stops."""

import re
from dataclasses import dataclass, replace
from typing import Final

from scoring.errors import RuleViolation
from scoring.format import PRESETS_FORMAT, RANGES, Format, suggest_format
from tournaments.draw.sizes import MINIMUM

MOST: Final = 300
FEE_CENTS: Final = 500
STOPS: Final = ("registration", "stechen", "cut", "ko", "final")


@dataclass(frozen=True, slots=True)
class Order:
    """One rehearsal. rounds: None for those of the preset. `until`: a step of STOPS or round:N (half of its
    tables are played), "" to the end. preset: of the format, rules: of the rule set."""

    players: int
    rounds: int | None
    seed: int
    until: str = ""
    slug: str = ""
    preset: str = "dueren"
    rules: str = "dueren"

    def __post_init__(self) -> None:
        """Raises RuleViolation: rehearsal_size, rehearsal_rounds, rehearsal_until, preset_unknown."""
        if self.preset not in PRESETS_FORMAT:
            raise RuleViolation("preset_unknown", "preset")
        if not MINIMUM <= self.players <= MOST:
            raise RuleViolation("rehearsal_size", "players", least=MINIMUM, most=MOST, players=self.players)
        low, high = RANGES["rounds"]
        if self.rounds is not None and not low <= self.rounds <= high:
            raise RuleViolation("rehearsal_rounds", "rounds", least=low, most=high, rounds=self.rounds)
        if self.until and self.until not in STOPS and not 0 < self.stop_round <= self.plan.rounds:
            raise RuleViolation("rehearsal_until", "until", value=self.until, rounds=self.plan.rounds)

    @property
    def plan(self) -> Format:
        """The format: the preset with the K.O. that suits so many players (C4.1), and an entry fee."""
        base = PRESETS_FORMAT[self.preset]
        base = replace(base, rounds=self.rounds or base.rounds, entry_fee_cents=FEE_CENTS)
        return suggest_format(self.players, base)

    @property
    def stop_round(self) -> int:
        """The Turnierrunde that stays half played, 0 for none."""
        found = re.fullmatch(r"round:(\d{1,2})", self.until)
        return int(found.group(1)) if found else 0
