"""The rules where people read them: on the wall from the back of the hall, on the phone, at the desk."""

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override
from playwright.sync_api import BrowserContext, Page, expect

from scoring.ruleset import PRESETS, RuleSet
from tests.browser.looking import assert_sound, picture, sign_in
from tests.builders import LEITUNG, add_players, make_tournament
from tests.tournaments.printing.examples import EVERY_HOUSE_RULE
from tests.tournaments.rule_mixes import mixes
from tests.tournaments.test_translation import speaks as speaks
from tournaments.messages.rule_lines import six_lines
from tournaments.services._act import SYSTEM
from tournaments.services.tournaments import change_rules

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MEASURE = """() => {
  const main = document.querySelector("main"), list = main.querySelector("ol");
  const inside = main.getBoundingClientRect(), lines = [...main.querySelectorAll("li")];
  const apart = lines.every((line, i) => !i || line.getBoundingClientRect().top
    >= lines[i - 1].getBoundingClientRect().bottom - .5);
  const written = [...main.querySelectorAll("p")].reduce((sum, p) =>
    sum + Math.round(p.getBoundingClientRect().height / parseFloat(getComputedStyle(p).lineHeight)), 0);
  return { count: lines.length, apart, written, size: parseFloat(getComputedStyle(list).fontSize),
    over: Math.max(list.getBoundingClientRect().bottom - inside.bottom, main.scrollHeight - main.clientHeight,
                   main.scrollWidth - main.clientWidth) };
}"""


def screen_of(rules: RuleSet, language: str) -> str:
    """The projector's page of these rules, as the view renders it."""
    with override(language):
        return render_to_string(
            "hall/beamer/regeln.html",
            {"six": six_lines(rules), "turning": 2, "series": "x", "page": 1, "pages": 1},
        )


@pytest.fixture
def wall(context: BrowserContext, live_server) -> Page:
    t = make_tournament()
    page = context.new_page()
    page.goto(f"{live_server.url}/{t.slug}/beamer/")
    page.evaluate(
        "() => { window.fetch = () => new Promise(() => {}) }"
    )  # from now on the page is the test's
    return page


@pytest.mark.usefixtures("speaks")
@pytest.mark.parametrize(("width", "height", "least"), [(1920, 1080, 4), (1024, 768, 3.2)])
def test_six_lines_fit_on_the_wall_whatever_the_mix(
    wall: Page, width: int, height: int, least: float
) -> None:
    """`least`: type size in percent of the height."""
    wall.set_viewport_size({"width": width, "height": height})
    wrong = []
    for language in ("de", "en"):
        for rules in (*PRESETS.values(), EVERY_HOUSE_RULE, *mixes(120, seed=3)):
            wall.locator(".screen").evaluate(
                "(el, text) => { el.innerHTML = text }", screen_of(rules, language)
            )
            seen = wall.evaluate(MEASURE)
            good = seen["count"] <= 6 and seen["apart"] and seen["over"] <= 0.5 and seen["written"] <= 12
            if not good or seen["size"] < height * least / 100:
                wrong.append((language, rules, seen))
    assert wrong == []
    for name, rules in PRESETS.items():
        wall.locator(".screen").evaluate("(el, text) => { el.innerHTML = text }", screen_of(rules, "de"))
        picture(wall, f"regeln-{name}-{width}")


def test_the_rules_are_sound_on_phone_and_desk(context: BrowserContext, live_server) -> None:
    t = make_tournament()
    add_players(t, 8)
    change_rules(tournament_id=t.pk, by=SYSTEM, changes={"jule": "top", "take_back": True})
    page = sign_in(context, live_server.url, LEITUNG)
    for name, path in (("halle", f"/{t.slug}/regeln/"), ("drucken", f"/leitung/{t.slug}/drucken/")):
        page.goto(live_server.url + path)
        assert_sound(page)
        picture(page, f"regeln-{name}", whole=True)
    page.goto(f"{live_server.url}/leitung/{t.slug}/regeln/")
    line = page.locator("[data-preset=dueren]")
    expect(line.locator("summary")).to_have_text("Weicht in 2 Punkten von „Dürener Regeln“ ab.")
    page.locator("[name=laden][value=half]").check()
    expect(line.locator("summary")).to_have_text("Weicht in 3 Punkten von „Dürener Regeln“ ab.")
    line.locator("summary").click()
    expect(line.locator("details p")).to_contain_text("Dort: Was liegt, bleibt liegen.")
    page.locator("[name=jule_from_hand][value=yes]").check()
    page.locator("[name=jule][value=none]").check()
    expect(page.locator("#id_jule_error")).to_contain_text("Ohne Jule gibt es keine Jule aus der Hand.")
    expect(page.locator("#id_jule_from_hand_error")).to_be_visible()
    assert_sound(page)
    line.get_by_role("button").click()
    expect(page.locator("[data-preset=dueren]")).to_contain_text("gilt jetzt")
