"""Tournaments with a name and a place as long as may be, at the head of every kind of sheet."""

import pytest

from scoring.ruleset import PRESETS
from tests.tournaments.printing.evenings import evening_with, params_of
from tests.tournaments.printing.examples import LONG_WORD
from tests.tournaments.printing.reading import Paper
from tests.tournaments.printing.test_rule_paper import printed
from tournaments.printing import content, render

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NAME = f"3. offene Dürener Schockmeisterschaft {LONG_WORD}"[:120]
PLACE = f"Halle {LONG_WORD} Niederau-Krauthausen am Winkelberg"[:120]
READABLE = 6.4
"""Points; what is below is read with a glass."""


@pytest.mark.parametrize("kind", ["sheets", "names", "standings", "rules", "stands", "ko_cards"])
def test_a_long_name_and_place_stand_whole_in_readable_type(kind: str) -> None:
    t = evening_with(kind)
    t.name, t.place = NAME, PLACE
    t.save()
    paper = Paper(render(content.document(t.pk, kind, params_of(t, kind))[0]))
    chars = paper.file.pages[0].chars
    found = "".join(char["text"] for char in chars if char["text"].strip())
    for words in (NAME, *([] if kind == "stands" else [PLACE])):
        bare = "".join(words.split())
        at = found.find(bare)
        assert at >= 0, (kind, words)
        solid = [char for char in chars if char["text"].strip()][at : at + len(bare)]
        assert min(char["size"] for char in solid) >= READABLE, kind


def test_no_rule_is_torn_before_the_sign_behind_it() -> None:
    """WeasyPrint breaks a sentence that just fills its line at its first word, unless it stands in a box."""
    paper = Paper(printed("rules", rules=PRESETS["dueren"], language="en"))
    lines = paper.file.pages[0].crop((0, 0, 300, paper.file.pages[0].height)).extract_text_lines()
    assert [line["text"] for line in lines if line["text"] == "A"] == []
