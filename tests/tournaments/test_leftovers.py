"""Nothing left over in templates, style sheets and scripts: what is loaded, opened or named is also used."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

BASE = Path(settings.BASE_DIR)
TEMPLATES = BASE / "templates"
STATIC = BASE / "tournaments" / "static" / "tournaments"
PAGES = {str(path.relative_to(TEMPLATES)): path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))}
PYTHON = "\n".join(
    path.read_text() for folder in ("tournaments", "schockturnier") for path in (BASE / folder).rglob("*.py")
)
SCRIPTS = "\n".join(path.read_text() for path in STATIC.glob("*.js"))
OWN_TAGS = set(
    re.findall(
        r"^@register\.(?:simple_tag|filter)[^\n]*\ndef (\w+)",
        (BASE / "tournaments/templatetags/schocken.py").read_text(),
        re.MULTILINE,
    )
)
LIBRARIES = {
    "i18n": {"translate", "blocktranslate", "get_current_language", "language"},
    "l10n": {"localize"},
    "static": {"static"},
    "schocken": OWN_TAGS,
}
BY_DJANGO = {"400.html", "403.html", "403_csrf.html", "404.html", "500.html"}


def said(text: str) -> set[str]:
    """The tags and filters of a template."""
    return set(re.findall(r"{%-?\s*(\w+)", text)) | set(re.findall(r"\|(\w+)", text))


def blocks(text: str) -> set[str]:
    return set(re.findall(r"{% block (\w+)", text))


def parent(name: str) -> str | None:
    found = re.search(r'{% extends "([^"]+)"', PAGES[name])
    return found[1] if found else None


def above(name: str) -> Iterator[str]:
    while (over := parent(name)) is not None:
        name = over
        yield name


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w-]+", text))


@pytest.mark.parametrize("name", PAGES)
def test_what_a_template_loads_it_uses(name: str) -> None:
    loaded = re.findall(r"{% load ([\w ]+) %}", PAGES[name])
    unused = [word for words in loaded for word in words.split() if not LIBRARIES[word] & said(PAGES[name])]
    assert unused == []


def test_every_tag_of_our_own_is_used() -> None:
    assert OWN_TAGS - set().union(*map(said, PAGES.values())) == set()


def test_every_block_is_filled_by_some_page() -> None:
    """A block that no page fills is only its default; one that the page above does not have shows nothing."""
    filled = {(over, block) for name in PAGES for over in above(name) for block in blocks(PAGES[name])}
    own = [
        (name, block)
        for name, text in PAGES.items()
        for block in blocks(text)
        if not any(block in blocks(PAGES[over]) for over in above(name))
    ]
    assert own
    assert [one for one in own if one not in filled] == []


def test_every_template_is_named_somewhere() -> None:
    """By its path, or, where a folder is chosen from, by its own name alone."""
    paths = set(re.findall(r'"([\w/]+\.html)"', "\n".join([PYTHON, *PAGES.values()])))
    alone = {Path(word).name for word in re.findall(r"[\"']([\w/]+)[\"']", PYTHON)}
    assert {name for name in PAGES if name not in paths | BY_DJANGO and Path(name).stem not in alone} == set()


def test_every_class_of_the_style_sheet_is_given_by_a_page_or_a_script() -> None:
    """`is-go` may be put together of „is-“ and a state."""
    rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", (STATIC / "style.css").read_text(), flags=re.DOTALL)
    classes = set(re.findall(r"\.([A-Za-z][\w-]*)", rules))
    given = words("\n".join([PYTHON, SCRIPTS, *PAGES.values()]))
    assert len(classes) > 100
    assert {name for name in classes if not {name, name.removeprefix("is-")} & given} == set()


def test_every_static_file_is_asked_for() -> None:
    names = words("\n".join([PYTHON, SCRIPTS, *PAGES.values()]).replace(".", "-"))
    assert {path.name for path in STATIC.iterdir() if path.name.replace(".", "-") not in names} == set()
