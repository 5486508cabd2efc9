"""Rule sheet and Ausschreibung, read from the PDF itself."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils.translation import override

from scoring.format import PRESETS_FORMAT, Format
from scoring.ruleset import PRESETS, RuleSet
from tests.builders import make_tournament
from tests.playing import facts
from tests.tournaments.printing.examples import EVERY_HOUSE_RULE, LONG_NAME, LONG_WORD, WIDEST
from tests.tournaments.printing.reading import Paper, fonts
from tests.tournaments.rule_mixes import mixes
from tournaments.messages.rule_sheet import rule_sheet
from tournaments.printing import content, render
from tournaments.queries.announcement import evening, sections
from tournaments.services._act import SYSTEM
from tournaments.services.tournaments import change_format, change_rules

DAY = date(2026, 11, 14)
PARAMS = {"round": 0, "language": "de"}
RICH = Format(
    rounds=9,
    games_per_round=2,
    odd_tables="threes",
    round_minutes=60,
    freeze_rounds=2,
    prize_places=(3, 10, 20),
    final_marks=4,
    tie_breaks=("fewer_lost_games", "more_wins", "schock_aus", "points_per_game"),
    ko_seeding="snake",
    entry_fee_cents=750,
)
FORMATS = {**PRESETS_FORMAT, "reich": RICH, "gleich": Format(ko_tables=0, final_size=5, rounds=1)}


def printed(
    kind: str,
    plan: Format | None = None,
    rules: RuleSet = PRESETS["dueren"],
    name: str = "3. offene Dürener Schockmeisterschaft",
    place: str = "Schützenhalle Winden",
    language: str = "de",
    registered: int = 0,
) -> bytes:
    """The document of a tournament that is nowhere but here."""
    row = SimpleNamespace(name=name, date=DAY, place=place, phase="registration")
    listed = dict.fromkeys(range(1, registered + 1), SimpleNamespace(status="registered"))
    told = SimpleNamespace(tournament=row, plan=plan or Format(), rules=rules, players=listed)
    with override(language):
        data = content.PAPERS[kind].read(told, PARAMS)
    return render(content.PAPERS[kind].lay_out(data, language=language))


def letters(text: str) -> str:
    return "".join(text.split()).replace("\xa0", "")


def said(paper: Paper) -> str:
    """Letters in the order of reading, page by page; columns one after the other."""
    found = []
    for page in range(paper.pages):
        words = paper.words(page)
        left = [word for word in words if word.left < 103]
        found += [word.text for word in left] + [word.text for word in words if word.left >= 103]
    return letters(" ".join(found))


@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERY_HOUSE_RULE])
def test_the_rule_sheet_says_every_rule_on_one_page(rules: RuleSet) -> None:
    paper = Paper(printed("rules", rules=rules))
    assert paper.pages == 1
    text, sheet = said(paper), rule_sheet(rules)
    for _code, heading, lines in sheet.groups:
        assert letters(heading) in text
        for line in lines:
            assert letters(line.sentence) in text
            assert letters(line.other) in text
    assert letters(sheet.based_on) in text
    assert text.count("ergänzt") > 3
    assert "oftstrittig" in text
    assert ("geändert:" in text) == bool(sheet.changed)
    for rung in sheet.ladder:
        assert letters(rung.name + rung.span + rung.deckel) in text


@pytest.mark.parametrize(
    ("rules", "name"), list(zip(mixes(12, seed=7), [WIDEST, LONG_WORD, LONG_NAME] * 4, strict=True))
)
def test_any_mix_stays_on_its_page(rules: RuleSet, name: str) -> None:
    paper = Paper(printed("rules", rules=rules, name=name[:120], place=name[:120]))
    assert paper.pages == 1
    assert max(word.right for word in paper.words(0)) <= 196
    assert max(word.bottom for word in paper.words(0)) <= 287


@pytest.mark.parametrize("plan", FORMATS.values(), ids=FORMATS)
@pytest.mark.parametrize("name", ["Abend", LONG_NAME, WIDEST[:120]])
def test_the_ausschreibung_has_two_pages_whatever_the_format(plan: Format, name: str) -> None:
    paper = Paper(printed("announcement", plan, EVERY_HOUSE_RULE, name=name, place=name))
    assert paper.pages == 2
    for page in range(2):
        assert max(word.right for word in paper.words(page)) <= 196
        assert max(word.bottom for word in paper.words(page)) <= 287


def test_the_ausschreibung_of_dueren_tells_what_a_guest_asks() -> None:
    paper = Paper(printed("announcement", Format(entry_fee_cents=1000)))
    first, second = paper.text(0), said(paper)
    for words in (
        "Ausschreibung", "3. offene Dürener", "Samstag, 14. November 2026", "Schützenhalle Winden",
        "Das Startgeld beträgt 10 €.", "Gespielt werden 5 Runden",
        "bekommt 0 Punkte, wer den Endkampf gewinnt 3, alle anderen 5.", "Die besten 15 der Tabelle",
        "Wer um Platz 3 und 15 gleich viele Punkte hat", "Beim Stechen wirft jede Person",
        "Es gibt 3 Tische mit je 5 Plätzen.", "Platz 1 bis 3 haben 4 Spielmarken, alle anderen 3.",
        "gibt eine Spielmarke ab", "Sie gewinnt das Turnier.",
        "Schock-aus-König", "Gelöscht werden sie ab dem 28. November 2026",
    ):  # fmt: skip
        assert letters(words) in letters(first), words
    for words in (
        "AblaufundRegeln",
        "Beginn",
        "nach0:35Std.",
        "Geschätztbeietwa100Leuten",
        "Runde5",
        "Siegerehrung",
        "Schock2schlägtjedenGeneral.",
    ):
        assert words in second


FIELDS = {
    "entry_fee_cents": 500, "rounds": 3, "games_per_round": 3, "odd_tables": "threes", "clubs_apart": False,
    "late_entry_until": 0, "tie_breaks": ("more_wins",), "decide": "chain", "freeze_rounds": 1,
    "prize_places": (10,), "schock_aus_counted": False, "ko_tables": 2, "ko_seats": 4, "survivors": 1,
    "ko_seeding": "lot", "marks": 5, "bonus_ranks": 1, "bonus_marks": 2, "final_marks": 3,
    "round_minutes": 45, "personal_data_days": 30,
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_of_the_format_is_told(field: str) -> None:
    rules = PRESETS["dueren"]
    plain, other = Format(), replace(Format(), **{field: FIELDS[field]})
    assert sections(plain, rules, DAY) != sections(other, rules, DAY)


def test_the_final_alone_has_its_size_told() -> None:
    five, six = (Format(ko_tables=0, final_size=size) for size in (5, 6))
    assert sections(five, PRESETS["dueren"], DAY) != sections(six, PRESETS["dueren"], DAY)


@pytest.mark.parametrize("plan", FORMATS.values(), ids=FORMATS)
def test_the_plan_runs_forward_to_the_end(plan: Format) -> None:
    stages = evening(plan, PRESETS["dueren"], 100)
    times = [re.search(r"nach (\d+):(\d+) Std\.", stage.after) for stage in stages]
    minutes = [60 * int(time[1]) + int(time[2]) if time else 0 for time in times]
    assert stages[0].after == "Beginn"
    assert minutes == sorted(set(minutes))
    assert all(minute % 5 == 0 for minute in minutes)
    assert stages[-1].what == "Siegerehrung"
    assert all(stage.length for stage in stages[:-1])
    assert ("K.O.-Tische" in [stage.what for stage in stages]) == bool(plan.ko_tables)


@pytest.mark.parametrize(("registered", "people"), [(2, 20), (3, 10), (13, 20)])
def test_the_ausschreibung_is_reckoned_for_those_who_registered(registered: int, people: int) -> None:
    paper = Paper(printed("announcement", PRESETS_FORMAT["klein"], registered=registered))
    assert f"Geschätztbeietwa{people}Leuten" in letters(paper.text(1))


@pytest.mark.parametrize("kind", ["rules", "announcement"])
def test_it_is_tagged_and_carries_its_fonts(kind: str, tmp_path: Path) -> None:
    pdf = printed(kind)
    paper = Paper(pdf)
    assert "pdfuaid" in paper.xmp
    assert paper.catalog["Lang"].decode() == "de"
    assert "3. offene Dürener Schockmeisterschaft" in paper.title
    kinds = [name for page in range(paper.pages) for name, _ in paper.tags(page)]
    assert {"H1", "H2", "Table", "LI", "P"} <= set(kinds)
    assert kinds.count("H1") == paper.pages
    spoken = [alt for page in range(paper.pages) for _, alt in paper.tags(page) if alt]
    assert {"1-1-1", "6-5-4", "Bierdeckel mit fünf Strichen"} <= set(spoken)
    found = fonts(pdf, tmp_path)
    assert found
    assert all(embedded for _, embedded in found)
    assert any("P052" in name for name, _ in found)
    assert any("Noto-Sans" in name or "NotoSans" in name for name, _ in found)


@pytest.mark.parametrize("kind", ["rules", "announcement"])
@pytest.mark.django_db
def test_a_changed_rule_makes_it_old(kind: str) -> None:
    t = make_tournament()
    before = content.digest(facts(t), kind, PARAMS)
    assert content.digest(facts(t), kind, PARAMS) == before
    change_rules(tournament_id=t.pk, by=SYSTEM, changes={"take_back": True})
    after = content.digest(facts(t), kind, PARAMS)
    assert after != before
    change_format(tournament_id=t.pk, by=SYSTEM, changes={"rounds": 4})
    assert (content.digest(facts(t), kind, PARAMS) != after) == (kind == "announcement")


def test_one_ko_table_is_spoken_of_as_one() -> None:
    plan = Format(ko_tables=1, ko_seats=5, survivors=3)
    told = sections(plan, PRESETS["dueren"], DAY)
    found = {part.code: (part.heading, " ".join(part.sentences)) for part in told}
    assert "Die besten 5 der Tabelle kommen an den K.O.-Tisch." in found["cut"][1]
    assert found["ko"][0] == "K.O.-Tisch"
    whole = " ".join(stage.what for stage in evening(plan, PRESETS["dueren"], 20))
    assert "K.O.-Tisch" in whole
    assert "Tische" not in whole + found["ko"][1]
