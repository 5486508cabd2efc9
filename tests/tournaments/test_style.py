"""The look: colours that can be read, no inline style, signs that exist, tags that escape."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tournaments.views.trouble import error

STATIC = Path(finders.find("tournaments/style.css")).parent
CSS = (STATIC / "style.css").read_text()
TEMPLATES = Path(settings.BASE_DIR) / "templates"
HOSTILE = '<script>alert("x")</script>\' onload="y" & \u202e\U0001f37a'

DAY = re.search(r":root \{(.*?)\n\s*\}", CSS, re.S)[1]
NIGHT = (STATIC / "night.css").read_text()


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))


FACES = {"day": colours(DAY), "night": {**colours(DAY), **colours(NIGHT)}}


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio, 1…21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def draw(source: str, **context: object) -> str:
    return Template("{% load schocken %}" + source).render(Context(context))


# --- the sheet -----------------------------------------------------------------------------------


def test_the_night_changes_colours_and_nothing_else():
    day, night = (set(re.findall(r"^\s*--([a-z-]+):", face, re.M)) for face in (DAY, NIGHT))
    assert night
    assert night <= day
    assert NIGHT.count("{") == 2


def test_the_sheet_and_the_scripts_stay_small():
    assert sum(len(path.read_bytes()) for path in STATIC.glob("*.css")) <= 40 * 1024
    assert sum(len(path.read_bytes()) for path in STATIC.glob("*.js")) <= 30 * 1024


def test_the_sheet_loads_nothing():
    assert "url(" not in CSS
    assert "@import" not in CSS


PAIRS = [
    *[(text, ground) for text in ("ink", "soft") for ground in ("paper", "sheet", "well")],
    *[(text, ground) for text in ("go", "wait", "loss") for ground in ("paper", "sheet")],
    *[(text, f"{text}-wash") for text in ("go", "wait", "loss")],
    *[("ink", f"{ground}-wash") for ground in ("go", "wait", "loss")],
    ("on-band", "band"),
    ("on-band-soft", "band"),
    ("mat-ink", "mat"),
    ("paper", "ink"),
]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_words_can_be_read(face, text, ground):
    palette = FACES[face]
    assert contrast(palette[text], palette[ground]) >= 4.5


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("ground", ["mat-go", "mat-loss"])
def test_numbers_on_full_mats_can_be_read(face, ground):
    assert contrast("#fff8e8", FACES[face][ground]) >= 4.5


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("ground", ["paper", "sheet"])
def test_edges_of_controls_can_be_seen(face, ground):
    assert contrast(FACES[face]["edge"], FACES[face][ground]) >= 3


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("text", ["ink", "soft", "go", "wait", "loss"])
@pytest.mark.parametrize("ground", ["paper", "sheet"])
def test_the_projector_can_be_read_from_the_back(face, text, ground):
    assert contrast(FACES[face][text], FACES[face][ground]) >= 7


@pytest.mark.parametrize("face", FACES)
def test_the_plate_on_the_projector_can_be_read_from_the_back(face):
    assert contrast("#fff8e8", FACES[face]["cork-deep"]) >= 7


# --- signs and templates -------------------------------------------------------------------------

SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', (TEMPLATES / "_zeichen.html").read_text()))


def screen_templates() -> list[Path]:
    return [path for path in TEMPLATES.rglob("*.html") if path.parent.name != "print"]


def named_signs(text: str) -> set[str]:
    """Every symbol that a template asks for by a literal name."""
    names = set(re.findall(r'<use href="#([\w-]+)"', text))
    names |= {f"i-{name}" for name in re.findall(r'{% icon "([\w-]+)"', text)}
    names |= {f"i-{name}" for name in re.findall(r'{% pill "[\w ]+" "([\w-]+)"', text)}
    names |= set(re.findall(r'{% deckel "([\w-]+)"', text))
    for signs in re.findall(r'{% deckel [^%]*signs="([\w -]+)"', text):
        names |= set(signs.split())
    return names


def test_each_sign_is_drawn_once():
    assert len(SYMBOLS) == len(re.findall("<symbol ", (TEMPLATES / "_zeichen.html").read_text()))


@pytest.mark.parametrize("path", screen_templates(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_templates_use_signs_that_exist_and_no_inline_style_or_script(path):
    text = path.read_text()
    assert named_signs(text) <= SYMBOLS
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"\son[a-z]+=", text)
    assert not re.search(r"<style|<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize(
    ("page", "asked"),
    [("404.html", ' media="(prefers-color-scheme: dark)"'), ("hall/beamer/seite.html", "")],
)
def test_the_projector_is_dark_and_other_pages_are_where_the_device_asks_for_it(page, asked):
    assert re.search(r'href="[^"]*/night[^"]*\.css"([^>]*)>', render_to_string(page))[1] == asked


@pytest.mark.parametrize("page", ["400", "403", "403_csrf", "404", "405", "500"])
def test_error_pages_stand_without_a_request(page):
    html = render_to_string(f"{page}.html")
    assert "<h1>" in html
    assert 'lang="de"' in html


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("/leitung/probe/runde/99/", "/leitung/"),
        ("/t/gibt/es/nicht/", "/t/"),
        ("/probe/gibt-es-nicht/", "/"),
        ("/gibt/es/nicht/", "/"),
    ],
)
def test_an_error_leads_back_to_where_one_works(rf, path, way):
    unforeseen = error(rf.get(path))
    assert unforeseen.status_code == 500
    for html in (render_to_string("404.html", request=rf.get(path)), unforeseen.text):
        assert re.findall(r'<a class="button is-go" href="([^"]*)"', html) == [way]


# --- tags ----------------------------------------------------------------------------------------


def test_a_silent_mat_is_hidden():
    html = draw("{% deckel text=21 state='go full' %}")
    assert 'class="deckel is-go is-full"' in html
    assert 'aria-hidden="true"' in html
    assert ">21</text>" in html


def test_a_speaking_mat_has_a_role_and_its_label():
    html = draw("{% deckel signs='melder haken' label=label %}", label="Tisch 11: Widerspruch")
    assert 'role="img" aria-label="Tisch 11: Widerspruch"' in html
    assert html.index("#deckel") < html.index("#melder") < html.index("#haken")


def test_the_arc_is_a_share_of_a_hundred():
    assert 'stroke-dasharray="87 100"' in draw("{% deckel text=3 part=87 %}")
    assert 'stroke-dasharray="100 100"' in draw("{% deckel text=3 part=140 %}")
    assert 'stroke-dasharray="0 100"' in draw("{% deckel text=3 part=-4 %}")
    assert "arc" not in draw("{% deckel text=3 %}")


def test_zero_is_a_number_on_a_mat():
    assert ">0</text>" in draw("{% deckel text=points %}", points=0)


@pytest.mark.parametrize(
    "source",
    [
        "{% deckel text=x label=x %}",
        "{% rim_mat x x label=x %}",
        "{% icon 'check' x %}",
        "{% pill 'go' 'check' x %}",
        "{% marken 1 3 x %}",
        "{% wurf x %}",
        "{{ x|n }}",
        "{{ x|n:',' }}",
        "{{ x|rank:True }}",
    ],
)
def test_hostile_names_stay_text(source):
    html = draw(source, x=HOSTILE)
    assert "<script" not in html.lower()
    assert 'onload="' not in html.lower()


def test_markup_in_a_label_does_not_end_the_attribute():
    html = draw("{% deckel label=x %}", x=mark_safe('<b class="n">Anna</b>'))
    assert 'aria-label="&lt;b class=&quot;n&quot;&gt;Anna&lt;/b&gt;"' in html


def test_a_trusted_text_never_answers_for_a_typed_one():
    letters = "<i>x</i>"
    draw("{% deckel text=x %}", x=mark_safe(letters))
    assert letters not in draw("{% deckel text=x %}", x=letters)


def test_spielmarken_say_one_sentence():
    html = draw("{% marken 3 4 'Ruth Großekathöfer' %}")
    assert html.count("Ruth Großekathöfer hat 3 von 4 Spielmarken") == 1
    assert html.count('href="#auge"') == 3
    assert html.count('href="#leer"') == 1
    assert "letzte" not in html


def test_the_last_spielmarke_is_called_so():
    html = draw("{% marken 1 3 %}")
    assert 'class="deckel is-wait"' in html
    assert "letzte" in html
    assert "1 von 3 Spielmarken" in html
    assert "0 von 1 Spielmarke<" in draw("{% marken 0 1 %}")
    assert "Ruth hat 1 von 1 Spielmarke<" in draw("{% marken 1 1 'Ruth' %}")


def test_nobody_has_more_spielmarken_than_were_issued_and_none_is_fine():
    assert draw("{% marken 0 3 %}").count('href="#leer"') == 3
    assert draw("{% marken 4 3 %}").count('href="#leer"') == 0


def test_dice_show_and_say_the_throw():
    html = draw("{% wurf '653' %}")
    assert 'aria-label="6-5-3"' in html
    assert [f"#w{die}" in html for die in (6, 5, 3)] == [True] * 3


@pytest.mark.parametrize("throw", [None, "", "670", "abc"])
def test_what_is_no_throw_draws_nothing(throw):
    assert draw("{% wurf x %}", x=throw) == ""


def test_the_rim_goes_once_around():
    assert draw("{% rim_mat 1 'Düren' %}").count("DÜREN · ") > 3
    assert "is-small" in draw("{% rim_mat 1 x %}", x="Sehr lange Meisterschaft " * 4)


def test_form_keys_differ():
    assert draw("{% key_field %}") != draw("{% key_field %}")
    assert 'type="hidden" name="key"' in draw("{% key_field %}")


def test_shared_ranks_carry_a_sign_and_amber():
    tied = SimpleNamespace(rank=7, tied=True)
    assert draw("{{ s|rank }}", s=tied) == '<span class="wait">=7</span>'
    assert draw("{{ s|rank }}", s=SimpleNamespace(rank=7, tied=False)) == "7"
    assert draw("{{ 3|rank:False }}") == "3"


def test_movement_speaks():
    assert "besser um" in draw("{{ 3|move }}")
    assert "schlechter um" in draw("{{ x|move }}", x=-2)
    assert ">2<" in draw("{{ x|move }}", x=-2)
    assert "unverändert" in draw("{{ 0|move }}")
    assert draw("{{ x|move }}", x=None) == ""


def test_names_are_isolated_and_kept_together():
    assert draw("{{ x|n }}", x="محمد") == '<bdi class="n">محمد</bdi>'
    assert draw("{{ x|n:',' }}", x="Anna") == '<span class="n"><bdi>Anna</bdi>,</span>'


@pytest.mark.parametrize(
    ("letters", "expected"),
    [(27, ""), (28, "is-long"), (49, "is-long is-xlong"), (97, "is-long is-xlong is-xxlong")],
)
def test_long_names_are_marked(letters, expected):
    assert draw("{{ x|length_class }}", x="ä" * letters) == expected


def test_times_are_those_of_the_hall():
    moment = datetime(2026, 11, 14, 19, 14, 7, tzinfo=UTC)
    assert draw("{{ x|uhr }}", x=moment) == "20:14"
    assert draw("{{ x|uhr:'s' }}", x=moment) == "20:14:07"
    assert draw("{{ x|uhr }}", x=datetime(2026, 7, 14, 19, 14, tzinfo=UTC)) == "21:14"
    assert draw("{{ x|uhr }}", x=None) == ""


def test_minutes_in_words():
    assert draw("{{ 1|minuten }}") == "1 Minute"
    assert draw("{{ x|minuten }}", x=timedelta(minutes=26, seconds=59)) == "26 Minuten"
    assert draw("{{ x|minuten }}", x=None) == ""


def test_tables_of_the_knockout_have_letters():
    assert [draw("{{ x|table_letter }}", x=x) for x in (1, 3, 26, 27)] == ["A", "C", "Z", "AA"]


@pytest.mark.parametrize(
    ("cents", "money"),
    [
        (1000, "10\u00a0€"),
        (1050, "10,50\u00a0€"),
        (5, "0,05\u00a0€"),
        (98000_00, "98.000\u00a0€"),
        (-1000, "\N{MINUS SIGN}10\u00a0€"),
        (None, ""),
    ],
)
def test_money_from_cents(cents, money):
    assert draw("{{ x|euro }}", x=cents) == money
