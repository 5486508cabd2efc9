"""Simulated four-seat games on one core: `python tests/benchmarks/simulate.py [--json]`.

Milliseconds of one game (300 games/s are 3.33), and the same against a bare loop that draws as many dice.
"""

from random import Random

from measure import Report, ratio

from scoring.ruleset import PRESETS
from scoring.simulate import simulate_game

GAMES = 100
MILLISECONDS = 1000 / 300


def main() -> None:
    report = Report("simulated games of four")
    rules, seats = PRESETS["dueren"], (1, 2, 3, 4)
    dice = sum(simulate_game(rules, seats, rng).dice for rng in [Random(1)] for _ in range(GAMES))

    def games() -> None:
        rng = Random(1)
        for _ in range(GAMES):
            simulate_game(rules, seats, rng)

    def bare() -> None:
        random = Random(1).random
        for _ in range(dice):
            int(random() * 6) + 1

    factor, subject, floor = ratio(games, bare, times=2, rounds=7)
    per_game = subject / GAMES
    report.at_most("simulated_game_ms", per_game, round(MILLISECONDS, 2), f"({1000 / per_game:.0f} games/s)")
    note = f"({dice / GAMES:.0f} dice a game, bare {floor / GAMES * 1000:.0f} µs)"
    report.at_most("simulated_game_ratio", factor, 30.0, note)
    report.end()


if __name__ == "__main__":
    main()
