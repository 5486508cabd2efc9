"""Reads what the printer put out."""

import re
from dataclasses import dataclass
from pathlib import Path

import pdfplumber

# Six of thirty signs that nobody confuses on paper.
CODE = re.compile(r"\bmit ([2-9A-HJKMNP-TV-Z]{6})\b")


@dataclass(frozen=True)
class Sheet:
    """One table sheet: its table, start numbers in seat order, the code for a device, all its text."""

    table: int
    players: tuple[int, ...]
    code: str
    text: str


def sheets(path: Path) -> list[Sheet]:
    with pdfplumber.open(path) as pdf:
        return [_sheet(page.extract_text()) for page in pdf.pages]


def words(path: Path) -> str:
    """The text of the whole document."""
    with pdfplumber.open(path) as pdf:
        return "\n".join(page.extract_text() for page in pdf.pages)


def _sheet(text: str) -> Sheet:
    table, code = re.search(r"Tisch (\d+)", text), CODE.search(text)
    assert table, text
    assert code, text
    players = tuple(int(number) for number in re.findall(r"Startnummer (\d+)", text))
    return Sheet(int(table[1]), players, code[1], text)
