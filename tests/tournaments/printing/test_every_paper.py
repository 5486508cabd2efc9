"""Every kind of paper in both languages, read from the PDF itself (PDF/UA-1, names, fonts, room)."""

import subprocess
import unicodedata
from pathlib import Path

import pytest

from tests.tournaments.printing.reading import MM, Paper, fonts
from tests.tournaments.printing.whole_evening import FOOTER, LANGUAGES, SPONSOR, papers
from tournaments.printing import render
from tournaments.printing.content import PAPERS

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

EDGE = 3.5
"""Millimetres at every side that printers leave white."""


def printed(kind: str, language: str) -> list[tuple[bytes, Paper, tuple[str, ...]]]:
    found = []
    for one in papers()[kind, language]:
        pdf = render(one.document)
        found.append((pdf, Paper(pdf), one.names))
    return found


def test_every_kind_is_offered_on_the_way_through_an_evening() -> None:
    assert set(papers()) == {(kind, language) for kind in PAPERS for language in LANGUAGES}


def test_what_was_just_printed_is_not_old_whatever_language_the_worker_speaks() -> None:
    assert [key for key, printed in papers().items() if not all(one.lasting for one in printed)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", PAPERS)
def test_every_paper(kind: str, language: str, tmp_path: Path) -> None:
    for pdf, paper, names in printed(kind, language):
        is_accessible(paper, language)
        for page in range(paper.pages):
            is_full_and_inside(paper, page)
            assert (("Figure", SPONSOR) in paper.tags(page)) == (language == "en")
            assert (FOOTER in paper.text(page)) == (language == "en")
        assert all(embedded for _name, embedded in fonts(pdf, tmp_path))
        says_every_name(pdf, names, tmp_path)


def is_accessible(paper: Paper, language: str) -> None:
    assert paper.catalog["Lang"] == language.encode()
    assert paper.catalog["MarkInfo"] == {"Marked": True}
    assert paper.catalog["ViewerPreferences"]["DisplayDocTitle"] is True
    assert 'pdfuaid:part="1"' in paper.xmp
    assert paper.title.strip()
    for page in range(paper.pages):
        tags = paper.tags(page)
        assert len(tags) > 3
        assert [tag for tag in tags if tag[0] == "Figure" and not tag[1].strip()] == []
    assert any(tag in {"H1", "H2"} for tag, _words in paper.tags(0))


def is_full_and_inside(paper: Paper, page: int) -> None:
    box = paper.file.pages[page]
    assert sorted((round(box.width), round(box.height))) == [595, 842]
    assert len(box.chars) > 10
    edge = EDGE * MM
    out = [
        char["text"]
        for char in box.chars
        if char["text"].strip()
        and (char["x0"] < edge or char["x1"] > box.width - edge)
        or not 0 <= (char["top"] + char["bottom"]) / 2 <= box.height
    ]
    assert out == []


def says_every_name(pdf: bytes, names: tuple[str, ...], folder: Path) -> None:
    """Every part of it whole, wherever it wraps, in the letters that it is written in."""
    (folder / "paper.pdf").write_bytes(pdf)
    texts = []
    for order in ([], ["-raw"], ["-layout"]):
        answer = subprocess.run(
            ["pdftotext", *order, str(folder / "paper.pdf"), "-"], capture_output=True, text=True, check=True
        )
        texts.append(letters(answer.stdout))
    missing = [name for name in names if not any(is_in(name, text) for text in texts)]
    assert missing == []


def is_in(name: str, text: str) -> bool:
    return all(letters(part) in text for part in name.split())


def letters(text: str) -> str:
    """Without spaces and signs of direction, accents as their own letters, Arabic as it is typed."""
    kept = unicodedata.normalize("NFKD", text)
    return "".join(char for char in kept if not char.isspace() and unicodedata.category(char) != "Cf")
