"""Printing sheet by sheet: progress, cancelling, no network."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.tournaments.printing.examples import sheet
from tests.tournaments.printing.reading import Paper
from tournaments.printing import Cancelled, Document, Sheet, render, sheets, warm
from tournaments.printing.paper import _fetcher


def test_counts_sheets_and_gives_signs_of_life_while_writing() -> None:
    steps: list[tuple[int, int]] = []
    render(sheets.document([sheet(n) for n in (1, 2, 3)]), progress=lambda *step: steps.append(step))
    assert steps[:4] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert set(steps[4:]) == {(3, 3)}
    assert len(steps) > 4 + 3 + 3  # painted, tagged, and what is written into the file


@pytest.mark.parametrize("at", [0, 1, 3, 5, 8, 12])
def test_stops_when_nobody_wants_it_any_more(at: int) -> None:
    asked = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > at

    with pytest.raises(Cancelled):
        render(sheets.document([sheet(n) for n in (1, 2, 3)]), cancelled=cancelled)
    assert len(asked) == at + 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "https://example.org/x.png", "file:///etc/hostname"])
def test_fetches_nothing(url: str) -> None:
    with pytest.raises(ValueError, match="disallowed protocol"):
        _fetcher().fetch(url)


def test_the_same_content_gives_the_same_file() -> None:
    document = sheets.document([sheet(1)])
    assert render(document) == render(document)


def test_warming_up_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
    warm()
    assert list(tmp_path.iterdir()) == []


def test_a_document_without_sheets_is_refused() -> None:
    with pytest.raises(ValueError, match="without sheets"):
        render(Document(title="Leer", style="print/papier.css", sheets=()))


def test_prints_whatever_sheets_share_a_style() -> None:
    pdf = render(Document(title="Leer", style="print/papier.css", sheets=(Sheet("print/leer.html"),) * 2))
    assert pdf.startswith(b"%PDF-1.7")


def test_a_sheet_may_bring_the_style_of_another_paper() -> None:
    pages = (Sheet("print/leer.html"), Sheet("print/leer.html", style="print/liste.css"))
    paper = Paper(render(Document(title="Leer", style="print/tischzettel.css", sheets=pages)))
    first, second = (paper.words(page)[0].top for page in range(2))
    assert first != second
