"""English: complete, faithful to the German sentence, and all that a guest with an English browser reads."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client

from tests.builders import LEITUNG, make_user
from tests.tournaments import scenes
from tests.tournaments.permissions import RULES
from tests.tournaments.test_permissions import PHASES, known, path_of
from tournaments.access import DEVICE_COOKIE

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = Path("tournaments/locale/en/LC_MESSAGES/django.po")
CODE = ("schockturnier", "scoring", "tournaments", "templates")
COLLECT = ("makemessages", "-l", "en", "--no-location", "--no-wrap", "--no-obsolete", "-v", "0")
PLACEHOLDER = re.compile(r"%%|%\(\w+\)[sd]|%[sd]|</?\w+>|&\w+;")
GERMAN_LETTERS = re.compile(r"[äöüÄÖÜß„]")
TERMS = re.compile(r"Straße|Düren|Gartengötter|Müller")
"""Names and terms of art that stay German."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Entry:
    """One sentence: German in one or two forms, English in as many, and whether gettext only guessed it."""

    context: str = ""
    german: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    guessed: bool = False


def read(catalogue: Path) -> dict[Key, Entry]:
    """(context, German singular) → entry; gettext writes one quoted string on every line."""
    entries = {}
    for block in catalogue.read_text().split("\n\n"):
        entry, field = Entry(), ""
        for line in block.splitlines():
            if line.startswith("#"):
                entry = replace(entry, guessed=entry.guessed or (line.startswith("#,") and "fuzzy" in line))
                continue
            word, quoted = line.split(" ", 1) if not line.startswith('"') else ("", line)
            text = ast.literal_eval(quoted)
            field = word or field
            if field == "msgctxt":
                entry = replace(entry, context=entry.context + text)
            elif field.startswith("msgid"):
                entry = replace(entry, german=added(entry.german, text, new=bool(word)))
            else:
                entry = replace(entry, english=added(entry.english, text, new=bool(word)))
        if entry.german and entry.german[0]:
            entries[entry.context, entry.german[0]] = entry
    return entries


def added(texts: tuple[str, ...], text: str, *, new: bool) -> tuple[str, ...]:
    return (*texts, text) if new else (*texts[:-1], texts[-1] + text)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> dict[Key, Entry]:
    """What collecting the sentences again would make of the catalogue, in a copy of the code."""
    folder = tmp_path_factory.mktemp("code")
    for part in CODE:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "manage.py", folder)
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "schockturnier.settings"}
    subprocess.run([sys.executable, "manage.py", *COLLECT], cwd=folder, env=env, check=True)
    return read(folder / ENGLISH)


@pytest.fixture(scope="module")
def catalogue() -> dict[Key, Entry]:
    return read(ROOT / ENGLISH)


# --- the catalogue -------------------------------------------------------------------------------


def test_every_sentence_has_its_translation(collected):
    assert [entry.german for entry in collected.values() if entry.guessed or not all(entry.english)] == []


def test_nothing_is_translated_that_nobody_says(catalogue, collected):
    assert set(catalogue) - set(collected) == set()


def gettext_calls() -> Iterator[tuple[str, ast.Call, str]]:
    """(place, call, name of the function) wherever Python asks for a translation."""
    for file in sorted(ROOT.glob("tournaments/**/*.py")):
        tree = ast.parse(file.read_text())
        names = {
            alias.asname or alias.name: alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
            for alias in node.names
            if "gettext" in alias.name
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield f"{file.relative_to(ROOT)}:{node.lineno}", node, names[node.func.id]


def test_what_python_says_is_found_by_gettext(catalogue):
    """gettext overlooks a call inside an f-string, and nobody can translate a sentence put together."""
    lost = []
    for place, call, name in gettext_calls():
        texts = [arg.value if isinstance(arg, ast.Constant) else "" for arg in call.args]
        key = (texts[0], texts[1]) if "pgettext" in name else ("", texts[0])
        if key not in catalogue:
            lost.append((place, *key))
    assert lost == []


def test_placeholders_agree(catalogue):
    """The form for one may say its number in a word, in both languages."""
    wrong = []
    for entry in catalogue.values():
        for german, english in zip(entry.german, entry.english, strict=True):
            if sorted(PLACEHOLDER.findall(german)) != sorted(PLACEHOLDER.findall(english)):
                wrong.append((german, english))
    assert wrong == []


def test_spaces_at_the_edges_agree(catalogue):
    for entry in catalogue.values():
        for german, english in zip(entry.german, entry.english, strict=True):
            assert (german[:1].isspace(), german[-1:].isspace()) == (
                english[:1].isspace(),
                english[-1:].isspace(),
            )


def test_english_is_english_and_never_shouts(catalogue):
    sentences = [text for entry in catalogue.values() for text in entry.english]
    assert [text for text in sentences if GERMAN_LETTERS.search(TERMS.sub("", text)) or "!" in text] == []


def test_german_never_shouts(catalogue):
    assert [entry.german for entry in catalogue.values() if any("!" in text for text in entry.german)] == []


def test_scripts_have_no_words_of_their_own():
    """They take theirs from the page, where they are translated."""
    said = re.compile(r"""["'`](?:[^"'`\n]*[äöüÄÖÜß]|[A-Z][a-z]+,? [a-z]+ )""")
    for file in sorted(ROOT.glob("tournaments/static/tournaments/*.js")):
        spoken = [line for line in file.read_text().splitlines() if not line.lstrip().startswith("//")]
        assert [line for line in spoken if said.search(line)] == [], file.name


# --- the pages -----------------------------------------------------------------------------------


TYPED = ("leitung", "noch jemand", "liste.csv")
"""What people of the scenes called their accounts and files."""


class Words(HTMLParser):
    """What is read or heard on a page; keys, codes and names that people typed are no words."""

    SILENT = ("script", "style", "code", "kbd", "bdi")
    HEARD = ("aria-label", "title", "alt", "placeholder")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.silent, self.said = 0, list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in self.SILENT
        self.said += [text for name, text in attrs if name in self.HEARD and text]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.said.append(data.strip())


def words(text: str) -> set[str]:
    """Of two letters and more: tables of the knockout are called A, B and C."""
    return set(re.findall(r"\w{2,}", re.sub(PLACEHOLDER, " ", text).lower()))


def foreign(page: str, others: set[str]) -> list[str]:
    """Pieces of the page that hold one of the other language's words."""
    return [text for text in Words(page).said if text.strip(": ") not in TYPED and others & words(text)]


@pytest.fixture
def speaks(tmp_path, settings) -> None:
    """The catalogue as it is now: a compiled one may be missing or old."""
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    subprocess.run(["msgfmt", "--output-file", folder / "django.mo", ROOT / ENGLISH], check=True)
    settings.LOCALE_PATHS = [tmp_path]


def pages(here: scenes.Scene, language: str) -> Iterator[tuple[str, str]]:
    """(address, page) of everything that the Leitung, a guest or the device at table 1 can look at."""
    client = Client()
    client.force_login(make_user(LEITUNG, "ruth"))
    client.cookies[DEVICE_COOKIE] = scenes.TOKEN
    for name in known():
        if RULES[name].get & {200}:
            answer = client.get(path_of(name, here), headers={"accept-language": language})
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield name, answer.content.decode()


@pytest.mark.alike
@pytest.mark.django_db
@pytest.mark.sqlite
@pytest.mark.usefixtures("speaks")
@pytest.mark.parametrize("scene", [*PHASES, scenes.throwing])
def test_a_page_speaks_one_language(scene: Callable[[], scenes.Scene], catalogue: dict[Key, Entry]) -> None:
    here, mixed = scene(), {}
    german, english = (
        set().union(*(words(text) for entry in catalogue.values() for text in getattr(entry, side)))
        for side in ("german", "english")
    )
    for language, others in (("en", german - english), ("de", english - german)):
        for name, page in pages(here, language):
            if found := foreign(page, others):
                mixed[language, name] = found
    assert mixed == {}


@pytest.mark.alike
@pytest.mark.django_db
@pytest.mark.sqlite
@pytest.mark.usefixtures("speaks")
@pytest.mark.parametrize(
    ("language", "word"), [("de", "Kennwort"), ("en-GB", "Password"), ("fr", "Kennwort")]
)
def test_a_browser_is_answered_in_its_language(client: Client, language: str, word: str) -> None:
    page = client.get("/leitung/anmelden/", headers={"accept-language": language}).content.decode()
    assert word in page
    assert f'lang="{"en" if word == "Password" else "de"}' in page
