"""`manage.py verify_draw losprotokoll.json`: draws the whole evening again and says what fits (C1.4).

Needs no database: the file of the page „Losprotokoll“ and this repository, on any machine.
"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.errors import RuleViolation
from tournaments.draw import UNKNOWN, Checked, LotFile, read_lot_file, verify
from tournaments.draw.lot_file import MOST_BYTES
from tournaments.messages import lots as say
from tournaments.messages.refusals import refusal_text

FITS, FITS_NOT, CANNOT_TELL = 0, 1, 2


class Command(BaseCommand):
    help = "Draws all rounds of a lot protocol again. Exit code 0: they fit, 1: they do not, 2: no answer."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file saved from the page „Losprotokoll“")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # A terminal without quotation marks is no reason to fail.
                stream.reconfigure(errors="replace")
        sys.exit(self._answer(file))

    def _answer(self, name: str) -> int:
        try:
            with Path(name).open("rb") as opened:
                found = read_lot_file(opened.read(MOST_BYTES + 1))
        except (OSError, ValueError):  # ValueError: a name no file can have
            self.stderr.write(say.unreadable(name))
            return CANNOT_TELL
        except RuleViolation as refusal:
            self.stderr.write(refusal_text(refusal))
            return CANNOT_TELL
        return self._check(found)

    def _check(self, found: LotFile) -> int:
        codes: list[str] = []
        for checked in verify(found):
            codes += [finding.code for finding in checked.findings]
            self._say(found, checked)
        unknown, wrong = UNKNOWN in codes, any(code != UNKNOWN for code in codes)
        draws = len(found.rounds) + len(found.knockout)
        self.stdout.write(say.last_line(draws, wrong=wrong, unknown=unknown))
        return FITS_NOT if wrong else CANNOT_TELL if unknown else FITS

    def _say(self, found: LotFile, checked: Checked) -> None:
        codes = [finding.code for finding in checked.findings]
        if checked.lot is None:
            fits = "lot_commitment_wrong" not in codes
            lines = say.file_heading(found.tournament, found.commitment, fits=fits)
            findings = [one for one in checked.findings if one.code != "lot_commitment_wrong"]
        else:
            lines = [say.draw_heading(checked.lot, fits=not codes, unknown=set(codes) == {UNKNOWN})]
            findings = list(checked.findings)
        for finding in findings:
            lines.append("  " + say.finding_text(finding))
            stage = checked.lot.stage if checked.lot else ""
            lines += ["    " + line for line in say.table_lines(finding, stage)]
        self.stdout.write("\n".join(lines))
