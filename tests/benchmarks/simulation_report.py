"""What simulated games show, for every preset (R6) at three to six seats.

python tests/benchmarks/simulation_report.py [--games 10000] [--seed 1] [preset …]
"""

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scoring.ruleset import PRESETS
from scoring.simulate import NAIVE, TEXT, Report, report

HEADING = (
    "rules          play   seats  rounds (10 %, 90 %)  turns (10 %, 90 %; slowest of 25)  no Endkampf  "
    "points  round lost by its starter / fair  lost by seat"
)


def line(name: str, play: str, found: Report) -> str:
    rounds, turns = found.throwing_rounds, found.turns
    seats = " ".join(f"{share:.3f}" for share in found.lost_by_seat)
    return (
        f"{name:<14} {play:<6} {found.seats}      {rounds.mean:5.1f} ({rounds.low:2}, {rounds.high:2})       "
        f"{turns.mean:6.1f} ({turns.low:3}, {turns.high:3}; {turns.slowest:5.1f})          "
        f"{100 * found.without_endkampf:5.1f} %      {found.points:.3f}   "
        f"{found.opener_lost:.3f} / {found.opener_fair:.3f}                    {seats}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("presets", nargs="*", default=list(PRESETS))
    options = parser.parse_args()
    print(HEADING)
    for name in options.presets:
        for play, tactics in (("text", TEXT), ("naive", NAIVE)):
            for seats in (3, 4, 5, 6):
                rng = Random(options.seed)
                found = report(PRESETS[name], seats, options.games, rng, tactics=tactics)
                print(line(name, play, found), flush=True)


if __name__ == "__main__":
    main()
