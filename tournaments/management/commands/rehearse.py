"""`manage.py rehearse --players 101 --rounds 5 --seed 7`: a whole invented championship (Probelauf)."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text
from tournaments.rehearsal import Order, Rehearsed, rehearse, remove

STAGES = {"final": "Finale", "ko": "K.O.", "vorrunde": "Vorrunde"}


class Command(BaseCommand):
    help = (
        "Plays an invented championship through the services, prints the places and removes it again. "
        "Random but legal results; the same seed gives the same result."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=101, help="3 to 300")
        parser.add_argument("--rounds", type=int, default=5, help="Turnierrunden of the Vorrunde")
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument("--json", action="store_true", help="prints one JSON object and nothing else")
        parser.add_argument("--keep", action="store_true", help="leaves the tournament there")
        parser.add_argument(
            "--until",
            default="",
            metavar="STEP",
            help="stops at registration, round:N (half of its tables played), stechen, cut, ko or final",
        )
        parser.add_argument("--slug", default="", help="the tournament's address")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            order = Order(
                options["players"], options["rounds"], options["seed"], options["until"], options["slug"]
            )
            played = rehearse(order, self._say)
        except RuleViolation as refusal:
            raise CommandError(refusal_text(refusal)) from refusal
        try:
            text = json.dumps(played.to_dict(), ensure_ascii=False) if options["json"] else _table(played)
            self.stdout.write(text)
        finally:
            if not options["keep"]:
                remove(played)

    def _say(self, text: str) -> None:
        self.stderr.write(text)


def _table(played: Rehearsed) -> str:
    """The places as aligned columns."""
    lines = [("Platz", "Nr.", "Name", "Verein", "Punkte", "entschieden")]
    lines += [
        (
            "–" if line.rank is None else str(line.rank),
            str(line.player.number),
            line.player.name,
            line.player.club,
            str(line.points),
            STAGES[line.stage],
        )
        for line in played.lines
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    right = (0, 1, 4)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
