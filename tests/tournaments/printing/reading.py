"""What tests read out of a PDF: words, rows of a table, tags, fonts, QR codes. Lengths in millimetres."""

import io
import re
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from django.test import Client

from tournaments.printing.paper import _Part, _Press

MM = 72 / 25.4


@dataclass(frozen=True)
class Word:
    text: str
    left: float
    top: float
    right: float
    bottom: float


class Paper:
    """A PDF opened for reading."""

    def __init__(self, pdf: bytes) -> None:
        self.raw = pdf
        self.file = pdfplumber.open(io.BytesIO(pdf))

    @property
    def pages(self) -> int:
        return len(self.file.pages)

    def words(self, page: int) -> list[Word]:
        found = self.file.pages[page].extract_words(x_tolerance=2.5)
        return [Word(w["text"], w["x0"] / MM, w["top"] / MM, w["x1"] / MM, w["bottom"] / MM) for w in found]

    def text(self, page: int) -> str:
        return " ".join(word.text for word in self.words(page))

    def rules(self, page: int, left: float, right: float) -> list[float]:
        """Heights of the horizontal lines that cross the column between `left` and `right`, in one piece or
        cell by cell."""
        covered: dict[float, float] = {}  # height: how far right the line goes on from `left`
        for line in sorted(self.file.pages[page].lines, key=lambda line: float(line["x0"])):
            height = round(line["top"] / MM, 1)
            if _flat(line) and line["x0"] / MM <= covered.get(height, left) + 1:
                covered[height] = max(covered.get(height, left), line["x1"] / MM)
        found = {height for height, end in covered.items() if end >= right - 1}
        return sorted(found)

    def cell(self, page: int, left: float, right: float, top: float, bottom: float) -> str:
        """The letters whose middle is in this box, without spaces, in the order of reading."""
        inside = [
            char
            for char in self.file.pages[page].chars
            if left <= (char["x0"] + char["x1"]) / 2 / MM <= right
            and top <= (char["top"] + char["bottom"]) / 2 / MM <= bottom
        ]
        return "".join(char["text"] for char in inside).replace(" ", "").replace("\xa0", "")

    def tags(self, page: int) -> list[tuple[str, str]]:
        """(type, alternative text) of every element of the page's structure tree, depth first."""
        found: list[tuple[str, str]] = []

        def walk(nodes: list[dict[str, Any]]) -> None:
            for node in nodes:
                found.append((node["type"], node.get("alt_text", "")))
                walk(node.get("children", []))

        walk(self.file.pages[page].structure_tree)
        return found

    def said(self, page: int, kind: str) -> list[str]:
        """What a screen reader says of each element of this type, in the order of reading."""
        letters: dict[int, str] = {}
        for char in self.file.pages[page].chars:
            letters[char["mcid"]] = letters.get(char["mcid"], "") + char["text"]

        def words(node: dict[str, Any]) -> str:
            own = "".join(letters.get(mark, "") for mark in node.get("mcids", []))
            return own + "".join(words(child) for child in node.get("children", []))

        def walk(nodes: list[dict[str, Any]]) -> Iterator[str]:
            for node in nodes:
                if node["type"] == kind:
                    yield words(node)
                yield from walk(node.get("children", []))

        return list(walk(self.file.pages[page].structure_tree))

    @property
    def catalog(self) -> dict[str, Any]:
        return self.file.doc.catalog

    @property
    def title(self) -> str:
        return self.file.metadata["Title"]

    @property
    def xmp(self) -> str:
        return self.catalog["Metadata"].resolve().get_data().decode()


def _flat(line: dict[str, Any]) -> bool:
    return abs(line["top"] - line["bottom"]) < 0.1


def same_letters(first: str, second: str) -> bool:
    """Equal but for spaces and the order in which right-to-left letters are extracted."""

    def letters(text: str) -> list[str]:
        return sorted("".join(unicodedata.normalize("NFKD", text).split()))

    return letters(first) == letters(second)


def fonts(pdf: bytes, folder: Path) -> list[tuple[str, bool]]:
    """(name, embedded) of every font."""
    (folder / "fonts.pdf").write_bytes(pdf)
    answer = subprocess.run(
        ["pdffonts", str(folder / "fonts.pdf")], capture_output=True, text=True, check=True
    )
    rows = answer.stdout.splitlines()[2:]
    return [(row.split()[0], bool(re.search(r"\byes +(yes|no) +(yes|no) +\d", row))) for row in rows]


def qr_codes(pdf: bytes, folder: Path) -> list[str]:
    """What a scanner reads on each page, page by page."""
    (folder / "qr.pdf").write_bytes(pdf)
    subprocess.run(
        ["pdftoppm", "-r", "100", "-gray", "-png", str(folder / "qr.pdf"), str(folder / "qr")], check=True
    )
    found = []
    for picture in sorted(folder.glob("qr-*.png")):
        answer = subprocess.run(
            ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(picture)],
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(answer.stdout.strip())
    return found


def watch_fits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How far each layout from now on shrinks its sheets, in the order of trying."""
    fits: list[int] = []
    layout = _Press._laid_out

    def watch(press: _Press, parts: Sequence[_Part]) -> object:
        fits.append(max(part.fit for part in parts))
        return layout(press, parts)

    monkeypatch.setattr(_Press, "_laid_out", watch)
    return fits


def file_status(client: Client, address: str) -> int:
    """Of the answer with a print, which is read to its end: then its file is closed."""
    answer = client.get(address)
    assert b"".join(answer)
    return answer.status_code
