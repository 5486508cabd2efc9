"""What a button shows is part of its name (WCAG 2.5.3): who speaks to a computer says what is seen.

Every page of every face is walked. A name is read as browsers do: `aria-label`, else the content, in which
a picture stands for its own label. Shown is what is neither for screen readers alone nor hidden from them
(keys).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser

import pytest

from tests.builders import LEITUNG
from tests.playing import facts
from tests.tournaments import scenes
from tests.tournaments.addresses import known, path_of
from tests.tournaments.permissions import DEVICE, RULES
from tests.tournaments.test_page_queries import SCENES, clients
from tournaments.services._act import SYSTEM
from tournaments.services.cut import decline_place

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
CONTROLS = {"a", "button", "summary"}
VOID = {"input", "br", "img", "hr", "meta", "link", "col", "source", "wbr"}


@dataclass
class Control:
    label: str
    depth: int
    shown: str = ""
    content: str = ""

    def lacks(self) -> str:
        """What is shown and not part of the name; signs without a letter or a digit are no words."""
        shown, name = plain(self.shown), plain(self.label or self.content)
        return shown if re.search(r"\w", shown) and shown not in name else ""


def plain(text: str) -> str:
    return " ".join(text.replace("\xad", "").split()).casefold()


class Page(HTMLParser):
    """controls: every link, button and summary of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.controls: list[Control] = []
        self.open: list[Control] = []
        self.stack: list[tuple[bool, bool]] = [(True, True)]  # (is shown, counts for the name) by element
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        label = found.get("aria-label", "")
        if tag in CONTROLS:
            control = Control(label, len(self.stack))
            self.controls.append(control)
            self.open.append(control)
        elif self.open and label:
            self.open[-1].content += f" {label} "
        if tag in VOID:
            return
        shown, counts = self.stack[-1]
        hidden = found.get("aria-hidden") == "true" or "hidden" in found
        for_readers = "sr" in found.get("class", "").split()
        self.stack.append((
            shown and not hidden and not for_readers,
            tag in CONTROLS or counts and not hidden and not label,
        ))  # fmt: skip

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        self.stack.pop()
        if self.open and len(self.stack) == self.open[-1].depth:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        shown, counts = self.stack[-1]
        for control in self.open[-1:]:
            control.shown += data if shown else ""
            control.content += data if counts else ""


def test_a_name_that_lacks_what_is_shown_is_found():
    for html, lacking in (
        ('<button aria-label="Anna: da">da</button>', []),
        ('<button aria-label="Anna sagt ab">Absage</button>', ["absage"]),
        ('<button aria-label="ein Deckel mehr">+</button>', []),
        ('<a href="#"><svg aria-label="Tisch 5, fertig">5</svg></a>', []),
        ('<a href="#"><svg aria-label="fertig">5</svg></a>', ["5"]),
        ('<button>Weiter<kbd aria-hidden="true">W</kbd></button>', []),
    ):
        assert [c.lacks() for c in Page(html).controls if c.lacks()] == lacking


def somebody_declined() -> scenes.Scene:
    here = scenes.cut()
    t = here.tournament
    decline_place(tournament_id=t.pk, by=SYSTEM, player=facts(t).cut.places[0].player)
    return here


@pytest.mark.parametrize("scene", [*SCENES, somebody_declined])
def test_what_is_shown_is_part_of_the_name(scene: Callable[[], scenes.Scene]) -> None:
    here, by_role = scene(), clients()
    lacking, seen = set(), 0
    for name in known():
        answer = by_role[DEVICE if RULES[name].who == DEVICE else LEITUNG].get(path_of(name, here))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            controls = Page(answer.text).controls
            seen += len(controls)
            lacking |= {(c.label or c.content, c.lacks(), name) for c in controls if c.lacks()}
    assert lacking == set()
    assert seen > 100
