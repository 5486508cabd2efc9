"""Paper of a Probelauf says so on every sheet, that of a real tournament does not."""

import io

import pdfplumber
import pytest

from tests.builders import add_players, make_tournament
from tests.playing import started
from tournaments.models import Tournament
from tournaments.printing import content, render

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def words(t: Tournament, kind: str) -> list[str]:
    params = {"round": 1, "language": "de", "base": "http://localhost"}
    document, _ = content.document(t.pk, kind, params)
    with pdfplumber.open(io.BytesIO(render(document))) as pdf:
        return [page.extract_text() for page in pdf.pages]


@pytest.mark.parametrize("kind", ["sheets", "names"])
def test_every_sheet_says_so(kind: str) -> None:
    t = started(9)
    assert not any("Probelauf" in page for page in words(t, kind))
    Tournament.objects.filter(pk=t.pk).update(rehearsal=True)
    pages = words(t, kind)
    assert pages
    assert all("Hier zählt nichts." in page for page in pages)


def test_it_takes_no_room_from_the_sheet() -> None:
    """As many pages as without it."""
    t = make_tournament(name="Probe")
    add_players(t, 5)
    from tests.playing import start_round

    start_round(t)
    plain = len(words(t, "sheets"))
    Tournament.objects.filter(pk=t.pk).update(rehearsal=True)
    assert len(words(t, "sheets")) == plain
