"""Regeln in sechs Zeilen: never a seventh, the contested rules always, house rules as room allows."""

from dataclasses import replace

import pytest

from scoring.ruleset import PRESETS
from tests.builders import add_players, fresh, make_tournament
from tests.playing import current, facts, play_table, start_round
from tests.tournaments.printing.examples import EVERY_HOUSE_RULE
from tests.tournaments.rule_mixes import mixes
from tournaments.messages.rule_lines import SMALL, SixLines, six_lines
from tournaments.queries.public import hall_view
from tournaments.queries.screens import screens
from tournaments.services._act import SYSTEM
from tournaments.services.rounds import start_clock
from tournaments.services.tournaments import change_rules


def text(six: SixLines) -> str:
    return " ".join(f"{head} {rest}".strip() for line in six.lines for head, rest in line.sentences)


def height(six: SixLines) -> int:
    """Lines of small writing."""
    lengths = [sum(len(head) + len(rest) + 2 for head, rest in line.sentences) for line in six.lines]
    return sum(-(-length // SMALL[0]) for length in lengths)


@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERY_HOUSE_RULE, *mixes(300)])
def test_never_more_than_six_lines_that_fit(rules) -> None:
    six = six_lines(rules)
    assert len(six.lines) == 6
    assert all(line.sentences for line in six.lines)
    assert height(six) <= SMALL[1]


def test_dueren_in_six_lines() -> None:
    six = six_lines(PRESETS["dueren"])
    assert not six.left_out
    assert [f"{head} {rest}" for line in six.lines for head, rest in line.sentences] == [
        "Straße und General zählen nur aus einem Wurf.",
        "Schock 2 schlägt jeden General.",
        "Zwei Sechsen in einem Wurf: Eine darf zur Eins gedreht werden, wenn noch ein Wurf übrig ist. "
        "Bei drei Sechsen zwei.",
        "Gleiche Würfe: Weniger Würfe sind besser, sonst wer ihn zuerst hatte.",
        "Schock aus beendet die Hälfte: Alle werfen noch, der schlechteste Wurf verliert sie.",
        "Laden: Zu Beginn des Spiels werfen alle einmal offen, der schlechteste Wurf nimmt Deckel "
        "und beginnt.",
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"jule": "top"}, "Jule (4-2-1) schlägt Schock aus"),
        ({"speed": "scharf"}, "Scharf: Eine Hälfte entscheidet das Spiel."),
        ({"deckel_total": 20}, "Gespielt wird mit 20 Deckeln."),
        ({"pass_on_early": True}, "gibt zuerst eigene Deckel ab."),
        ({"starter_limits": False}, "darf man auch öfter als wer begonnen hat."),
        ({"max_throws": 2}, "darf bis zu 2 mal werfen."),
        ({"holdable": "ones"}, "dürfen nur Einsen."),
        ({"take_back": True}, "dürfen wieder in den Becher."),
    ],
)
def test_one_house_rule_is_always_told(changes: dict[str, object], said: str) -> None:
    for base in PRESETS.values():
        six = six_lines(replace(base, **changes))
        assert said in text(six)
        assert not six.left_out


def test_what_found_no_room_is_pointed_to() -> None:
    six = six_lines(EVERY_HOUSE_RULE)
    assert six.left_out
    assert "Jule (4-2-1)" in text(six)


def kinds(t) -> list[str]:
    return [screen.kind for screen in screens(hall_view(facts(t)))]


@pytest.mark.django_db
def test_the_projector_shows_them_while_people_come_and_play() -> None:
    t = make_tournament(rounds=2)
    add_players(t, 8)
    assert kinds(t) == ["anmeldung", "regeln"]
    start_round(t)
    assert "regeln" not in kinds(t)  # everybody looks for a table
    start_clock(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id)
    assert kinds(t)[-1] == "regeln"
    play_table(t, 1)
    assert kinds(t) == ["tische", "regeln"]


@pytest.mark.django_db
def test_the_page_follows_the_stored_rules(client) -> None:
    t = make_tournament()
    page = f"/{t.slug}/beamer/1/"
    assert "schlägt jeden General" in client.get(page).content.decode()
    change_rules(tournament_id=t.pk, by=SYSTEM, preset="dm")
    answer = client.get(page).content.decode()
    assert "liegt unter jedem General" in answer
    assert answer.count("<li>") == 6
    assert fresh(t).rules == PRESETS["dm"]


@pytest.mark.django_db
def test_the_phone_has_every_rule_with_its_mark(client) -> None:
    t = make_tournament()
    change_rules(tournament_id=t.pk, by=SYSTEM, changes={"take_back": True})
    html = client.get(f"/{t.slug}/regeln/").content.decode()
    for name in t.rules.to_dict().keys() - {"jule_from_hand"}:
        assert f'data-rule="{name}"' in html
    line = html.split('data-rule="take_back"')[1].split("</li>")[0]
    assert "geändert" in line
    assert "Dürener Regeln: Was liegt, bleibt liegen." in line
    assert "ergänzt" in html.split('data-rule="holdable"')[1].split("</li>")[0]
    assert "oft strittig" in html.split('data-rule="laden"')[1].split("</li>")[0]
    assert "Grundlage: Dürener Regeln, in 1 Punkt geändert." in html
