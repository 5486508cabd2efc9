"""Hilfe: the guide for the Leitung, at the desk and on paper."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from tests.builders import HELFER, as_user
from tests.playing import started
from tests.tournaments.printing.reading import Paper
from tournaments.messages import guide
from tournaments.models import Tournament
from tournaments.printing import content, render
from tournaments.urls import desk

pytestmark = pytest.mark.django_db

PAGES = {pattern.name for group in vars(desk).values() if isinstance(group, list) for pattern in group}
LINES = [str(line) for chapter in guide.CHAPTERS for line in chapter.lines]


def help_of(html: str) -> str:
    found = re.search(r'href="(/leitung/[^"]*hilfe/[^"]*)"', html)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("path", "chapter"),
    [
        ("anmeldung/", "#anmeldung"),
        ("runde/1/", "#runde"),
        ("stand/", "#stechen"),
        ("geraete/", "#geraete"),
        ("protokoll/", "#falsch"),
        ("format/", "#vorher"),
        ("drucken/", ""),
    ],
)
def test_a_desk_page_leads_to_the_chapter_that_fits(client: Client, path: str, chapter: str) -> None:
    t = started(8)
    html = as_user(client).get(f"/leitung/{t.slug}/{path}").content.decode()
    assert help_of(html) == f"/leitung/{t.slug}/hilfe/{chapter}"
    told = client.get(f"/leitung/{t.slug}/hilfe/").content.decode()
    assert not chapter or f'id="{chapter[1:]}"' in told


def test_every_page_named_by_a_chapter_is_one_of_the_desk() -> None:
    codes = {chapter.code for chapter in guide.CHAPTERS}
    named = {page for page in PAGES if guide.chapter_of(page)}
    assert named == set(guide._CHAPTER)
    assert {guide.chapter_of(page) for page in named} <= codes


def test_there_is_help_before_there_is_a_tournament(client: Client) -> None:
    html = as_user(client, HELFER).get("/leitung/").content.decode()
    assert help_of(html) == "/leitung/hilfe/"
    told = client.get("/leitung/hilfe/").content.decode()
    assert all(line in told for line in LINES)


def test_what_the_guide_quotes_stands_on_a_page() -> None:
    quoted = {word for line in LINES for word in re.findall("„([^“]+)“", line)}
    folders = (Path(settings.BASE_DIR) / "templates", Path(str(import_module("tournaments").__file__)).parent)
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".html", ".py"}]
    texts = "\n".join(path.read_text() for path in files if path.name != "guide.py")
    assert quoted
    assert {word for word in quoted if word not in texts} == set()


def printed(t: Tournament, language: str) -> Paper:
    params = {"round": 0, "language": language}
    return Paper(render(content.document(t.pk, "guide", params)[0]))


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_guide_is_one_page_with_every_sentence(language: str) -> None:
    paper = printed(started(8), language)
    assert paper.pages == 1
    with override(language):
        lines = [str(line) for chapter in guide.chapters(14) for line in chapter.lines]
    text = paper.cell(0, 15, 105, 0, 297) + paper.cell(0, 105, 195, 0, 297)
    assert [line for line in lines if line.replace(" ", "") not in text] == []


def test_the_guide_says_after_how_many_days_the_names_go(client: Client) -> None:
    t = started(8, personal_data_days=9)
    told = as_user(client).get(f"/leitung/{t.slug}/hilfe/").content.decode()
    assert "Gelöscht werden nur die Namen, 9 Tage nach dem Turnier." in told
    assert "Namen, so viele Tage" not in told
    assert "9Tagenach" in printed(t, "de").cell(0, 105, 195, 0, 297)
    assert "Namen, so viele Tage" in client.get("/leitung/hilfe/").content.decode()


@pytest.mark.parametrize("days", [0, 1])
def test_the_names_never_go_within_a_day(days: int) -> None:
    assert guide.chapters(days)[-2].lines[-1] == "Gelöscht werden nur die Namen, 1 Tag nach dem Turnier."
