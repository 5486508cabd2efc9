"""Rules at the desk: compared with every preset, typed or stored; kept when a preset changes later."""

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from scoring import ruleset
from scoring.ruleset import PRESETS, RuleSet
from tests.builders import as_user, fresh, make_tournament
from tests.tournaments.setup.test_views import typed_rules
from tournaments.messages.rule_sheet import rule_sheet
from tournaments.services import tournaments as acts
from tournaments.services._act import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def preset_line(html: str, preset: str) -> str:
    return html.split(f'data-preset="{preset}"')[1].split("</li>")[0]


def test_the_page_says_how_far_each_preset_is(client) -> None:
    t = make_tournament(open_=False)
    changes = {"schock_two_rank": "below_general", "laden": "half"}
    acts.change_rules(tournament_id=t.pk, by=SYSTEM, changes=changes)
    html = as_user(client).get(f"/leitung/{t.slug}/regeln/").content.decode()
    dueren = preset_line(html, "dueren")
    assert "Weicht in 2 Punkten von „Dürener Regeln“ ab." in dueren
    assert "Schock 2 liegt unter jedem General und über jeder Straße." in dueren
    assert "Dort: Schock 2 schlägt jeden General." in dueren
    assert "Weicht in 1 Punkt von „Deutsche Meisterschaft“ ab." in preset_line(html, "dm")
    assert "gilt jetzt" not in html
    assert html.count("Übernehmen") == len(PRESETS)


def test_a_stored_preset_is_called_so(client) -> None:
    t = make_tournament(open_=False, rules="kneipe")
    html = as_user(client).get(f"/leitung/{t.slug}/regeln/").content.decode()
    line = preset_line(html, "kneipe")
    assert "gilt jetzt" in line
    assert "Übernehmen" not in line
    assert "Stimmt mit „Kneipe“ überein." in line


def test_typed_rules_are_compared_and_saved_by_nobody(client) -> None:
    t = make_tournament(open_=False)
    data = typed_rules(t.rules, take_back="yes", deckel_total="15", reckon="1")
    html = as_user(client).post(f"/leitung/{t.slug}/regeln/", data).content.decode()
    assert "Weicht in 2 Punkten von „Dürener Regeln“ ab." in preset_line(html, "dueren")
    assert "Dort: Was liegt, bleibt liegen." in preset_line(html, "dueren")
    assert all(f'id="abweichung-{code}" data-said>' in html for code in PRESETS)
    assert fresh(t).rules == PRESETS["dueren"]
    assert fresh(t).revision == t.revision


def test_typed_rules_that_cannot_be_played_are_refused_at_both_fields(client) -> None:
    t = make_tournament(open_=False)
    desk = as_user(client)

    def refused(**wrong: str) -> set[str]:
        answer = desk.post(f"/leitung/{t.slug}/regeln/", typed_rules(t.rules, **wrong, reckon="1"))
        return set(re.findall(r'id="id_(\w+)_error" data-said><li>', answer.content.decode()))

    assert refused(jule_from_hand="yes") == {"jule", "jule_from_hand"}
    for wrong in (
        {"deckel_total": "100"},
        {"max_throws": "0"},
        {"laden": "x"},
        {"equal_throws": "fewer_throws"},
    ):
        assert refused(**wrong) == set(wrong)


def test_only_comparing_keeps_what_was_typed(client) -> None:
    t = make_tournament(open_=False)
    data = typed_rules(t.rules, laden="half", reckon="1")
    answer = as_user(client).post(f"/leitung/{t.slug}/regeln/", data)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Weicht in 1 Punkt von „Dürener Regeln“ ab." in preset_line(html, "dueren")
    assert re.search(r'<input[^>]*name="laden"[^>]*value="half"[^>]*checked', html)
    assert fresh(t).rules == PRESETS["dueren"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_that_changes_later_changes_no_old_tournament(client, monkeypatch, preset: str) -> None:
    t = make_tournament(rules=preset)
    before, stored = t.rules, dict(t.ruleset)
    later = {name: replace(rules, deckel_total=11, laden="half") for name, rules in PRESETS.items()}
    monkeypatch.setattr(ruleset, "PRESETS", MappingProxyType(later))
    for module in ("tournaments.services.tournaments", "tournaments.messages.rule_sheet"):
        monkeypatch.setattr(f"{module}.PRESETS", MappingProxyType(later))
    old = fresh(t)
    assert (old.rules, old.ruleset) == (before, stored)
    assert "Gespielt wird mit 13 Deckeln." in client.get(f"/{t.slug}/regeln/").content.decode()
    assert rule_sheet(old.rules).changed >= 1  # what it was made from says something else by now
    new = make_tournament(name="Neu", rules=preset)
    assert (new.rules.deckel_total, new.rules.laden) == (11, "half")


def test_every_parameter_is_stored_not_only_what_differs() -> None:
    t = make_tournament(rules="typenclub")
    assert RuleSet.from_dict(fresh(t).ruleset) == PRESETS["typenclub"]
    assert set(fresh(t).ruleset) == set(RuleSet().to_dict())
