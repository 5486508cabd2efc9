"""The emergency package, read from the PDF itself."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.utils.translation import override

from scoring.format import PRESETS_FORMAT
from tests.builders import add_players, make_tournament, player
from tests.playing import facts, started
from tests.tournaments.printing.examples import LONG_NAME, ODD_NAMES, WIDEST
from tests.tournaments.printing.reading import Paper, same_letters
from tournaments.models import Tournament
from tournaments.printing import Document, byhand, content, render
from tournaments.printing.byhand import ListData, Person
from tournaments.services._act import SYSTEM
from tournaments.services.players import set_paid, withdraw_player
from tournaments.services.stations import prepare_stations
from tournaments.services.tournaments import change_format, change_rules

PARAMS = {"round": 0, "language": "de", "base": "http://192.168.178.120:8000"}


def package_of(t: Tournament) -> tuple[Document, object]:
    document = content.document(t.pk, "package", PARAMS)[0]
    return document, content.PAPERS["package"].read(facts(t), PARAMS)


def templates(document: Document) -> list[str]:
    return [sheet.template.removeprefix("print/").removesuffix(".html") for sheet in document.sheets]


def lists(*people: Person, rounds: int = 5, reserve: int = 5) -> ListData:
    last = max((person.number for person in people), default=0)
    day = date(2026, 11, 14)
    return ListData("Abend", day, "Schützenhalle Winden", rounds, people, last, reserve)


def printed(pages: tuple[object, ...]) -> Paper:
    return Paper(render(Document(title="Liste", style="print/papier.css", sheets=pages)))


def inside(paper: Paper) -> None:
    for page in range(paper.pages):
        for word in paper.words(page):
            assert 14.8 <= word.left <= word.right <= 195.2, word
            assert 11 <= word.top <= word.bottom <= 291, word


@pytest.mark.django_db
def test_every_sheet_of_an_evening_by_hand_is_in_one_file() -> None:
    t = make_tournament(ko_tables=2, ko_seats=4)
    add_players(t, 9, present=False)
    prepare_stations(tournament_id=t.pk, by=SYSTEM)
    document, _ = package_of(t)
    assert templates(document) == [
        "paket", "handliste_leute", "tischzettel", "tischzettel", "handliste_stand", "handliste_stechen",
        "ko_karte", "ko_karte", "finalkarte", "regeln", *["aufsteller"] * 6,
    ]  # fmt: skip
    paper = Paper(render(document))
    assert paper.pages == 16
    assert paper.title == "Notpaket: Probe"
    assert 'pdfuaid:part="1"' in paper.xmp
    headings = ["Notpaket", "Liste der Leute", "vier am Tisch", "fünf am Tisch", "Stand zum Mitzählen",
                "Stechen", "Tisch A", "Tisch B", "Finale", "So gilt es heute", "Tisch 1"]  # fmt: skip
    for page, heading in enumerate(headings):
        assert heading in paper.text(page)
        assert [tag for tag, _ in paper.tags(page)].count("H1") == 1
    inside(Paper(render(replace(document, sheets=document.sheets[:10]))))


@pytest.mark.django_db
def test_the_first_page_says_where_everything_is_and_how_often_to_copy_it() -> None:
    t = make_tournament(rounds=4)
    add_players(t, 41, present=False)
    document, data = package_of(t)
    parts = document.sheets[0].context["parts"]
    names = templates(document)
    for part, template in zip(
        parts,
        ("handliste_leute", "tischzettel", "tischzettel", "handliste_stand", "handliste_stechen", "ko_karte",
         "finalkarte", "regeln", "aufsteller"),
        strict=True,
    ):  # fmt: skip
        assert set(names[part["first"] - 1 : part["last"]]) == {template}
    assert sum(part["last"] - part["first"] + 1 for part in parts) == len(names) - 1
    # 41 people: nine tables of four and one of five, four times.
    assert [(len(one.seats), copies) for one, copies in data.blanks] == [(4, 36), (5, 4)]
    text = Paper(render(replace(document, sheets=document.sheets[:1]))).text(0)
    assert "41 Leute: 9 Vierer und 1 Fünfer, 10 Tische." in text


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS_FORMAT)
@pytest.mark.parametrize(("speed", "language"), [("normal", "de"), ("scharf", "de"), ("normal", "en")])
def test_the_first_page_tells_the_whole_evening_of_any_format(preset: str, speed: str, language: str) -> None:
    t = make_tournament(preset=preset, name="Abend")
    change_rules(tournament_id=t.pk, by=SYSTEM, changes={"speed": speed})
    document, _ = content.document(t.pk, "package", {**PARAMS, "language": language})
    with override(language):
        data = content.PAPERS["package"].read(facts(t), PARAMS)
    paper = Paper(render(replace(document, sheets=document.sheets[:1])))
    assert paper.pages == 1
    inside(paper)
    below = [word for word in paper.words(0) if word.top > 52]
    assert {word.right <= 101.2 for word in below if word.left < 105} == {True}
    text = paper.cell(0, 15, 103, 0, 297) + paper.cell(0, 103, 195, 0, 297)
    for heading, lines in data.chapters:
        assert heading.replace(" ", "") in text
        for line in lines:
            assert line.replace(" ", "") in text
    assert (("Kontrolle:" in text) or ("Check:" in text)) == (speed == "normal")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [{"ko_tables": 0, "final_size": 5}, {"ko_seeding": "lot"}, {"ko_seeding": "snake"},
     {"odd_tables": "threes"}, {"final_marks": 2}, {"rounds": 1}, {"bonus_ranks": 0},
     {"decide": "chain"}, {"rounds": 20, "games_per_round": 9}, {"marks": 9, "bonus_marks": 9}],
)  # fmt: skip
def test_every_format_has_its_package(changes: dict[str, object]) -> None:
    t = make_tournament(**changes)
    add_players(t, 7, present=False)
    document, data = package_of(t)
    kept = tuple(sheet for sheet in document.sheets if "aufsteller" not in sheet.template)
    paper = Paper(render(replace(document, sheets=kept)))
    assert paper.pages == len(kept)
    inside(paper)
    names = templates(document)
    assert names.count("ko_karte") == facts(t).plan.ko_tables
    assert [len(one.seats) for one, _ in data.blanks] == [3, 4, 5]
    told = [heading for heading, _ in data.chapters]
    assert ("K.O.-Tische" in told) == bool(facts(t).plan.ko_tables)


@pytest.mark.django_db
def test_spielmarken_on_blank_cards_are_those_of_the_format() -> None:
    def marks(**changes: object) -> tuple[list[list[int]], list[int]]:
        data = package_of(make_tournament(**changes))[1]
        return [[seat.marks for seat in card.seats] for card in data.ko], [s.marks for s in data.final.seats]

    four = [4, 3, 3, 3, 3]
    assert marks() == ([four] * 3, [4] * 6)
    assert marks(bonus_ranks=2)[0] == [four, four, [3] * 5]
    assert marks(ko_seeding="lot")[0] == [[3] * 5] * 3
    assert marks(final_marks=2)[1] == [2] * 6
    assert marks(bonus_ranks=0) == ([[3] * 5] * 3, [3] * 6)
    assert marks(ko_tables=0, final_size=5, marks=4) == ([], [4] * 5)


@pytest.mark.django_db
def test_registered_people_stand_on_both_lists_in_the_order_that_is_asked_for() -> None:
    t = make_tournament()
    add_players(t, 3, present=False)
    set_paid(tournament_id=t.pk, by=SYSTEM, player=2, paid=True)
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=1, reason="krank")
    _, data = package_of(t)
    assert [(p.number, p.last, p.first, p.paid) for p in data.lists.people] == [
        (2, "Aalen 2", "Anna", True), (3, "Aalen 3", "Anna", False),
    ]  # fmt: skip
    assert data.lists.last == 3


def test_numbers_go_on_to_the_end_of_the_last_page() -> None:
    people = (Person(7, "Adler", "Eva"), Person(2, "Zöllner", "Jo", paid=True))
    by_name, by_number = printed(byhand.people(lists(*people))), printed(byhand.tally(lists(*people)))
    for paper, order in ((by_name, [7, 2]), (by_number, [2, 7])):
        assert paper.pages == 1
        numbers = [
            int(w.text)
            for w in paper.words(0)
            if w.left < 26 and w.top < 280 and re.fullmatch(r"\d+", w.text)
        ]
        assert numbers == [*order, *range(8, 8 + len(numbers) - 2)]
        assert len(numbers) == 27
        inside(paper)
    assert "Adler Eva" in by_name.text(0)
    assert by_name.text(0).count("bezahlt") == 2  # the heading, and who has paid
    assert "1 2 3 4 5 Punkte Platz" in by_number.text(0)


@pytest.mark.parametrize("rounds", [1, 5, 20])
def test_every_name_stays_in_its_row(rounds: int) -> None:
    names = (LONG_NAME, WIDEST, *ODD_NAMES)
    people = tuple(Person(number, name) for number, name in enumerate(names, start=1))
    for pages in (byhand.people(lists(*people)), byhand.tally(lists(*people, rounds=rounds))):
        paper = printed(pages)
        inside(paper)
        assert paper.pages == len(pages)
        rows = paper.rules(0, 30, 50)
        right = 147 if pages[0].template.endswith("leute.html") else 28 + _name_mm(rounds)
        cells = [paper.cell(0, 28, right, top, bottom) for top, bottom in zip(rows, rows[1:], strict=False)]
        for name in names:
            assert any(same_letters(cell, name) for cell in cells), name


def _name_mm(rounds: int) -> float:
    return 180 - 43 - min(13.0, 84.0 / rounds) * rounds


def test_a_hundred_people_take_pages_and_nobody_is_missing() -> None:
    people = tuple(Person(number, f"Name{number}") for number in range(1, 101))
    paper = printed(byhand.tally(lists(*people, reserve=10)))
    assert paper.pages == 5
    found = [word.text for page in range(5) for word in paper.words(page) if word.text.startswith("Name")]
    assert [name for name in found if name != "Name"] == [f"Name{number}" for number in range(1, 101)]


@pytest.mark.django_db
def test_it_is_old_when_somebody_registers_pays_or_the_format_changes() -> None:
    t = make_tournament()
    add_players(t, 3, present=False)

    def mark() -> str:
        return content.digest(facts(t), "package", PARAMS)

    seen = [mark()]
    assert mark() == seen[0]
    for act in (
        lambda: add_players(t, 1, first=4, present=False),
        lambda: set_paid(tournament_id=t.pk, by=SYSTEM, player=player(t, 1).start_number, paid=True),
        lambda: change_format(tournament_id=t.pk, by=SYSTEM, changes={"rounds": 4}),
        lambda: prepare_stations(tournament_id=t.pk, by=SYSTEM),
    ):
        act()
        assert mark() not in seen
        seen.append(mark())


@pytest.mark.django_db
def test_it_is_there_while_the_evening_lasts() -> None:
    t = started(8)
    assert content.PAPERS["package"].numbers(facts(t), False) == [0]
    told = facts(t)
    told.tournament.phase = "finished"
    assert content.PAPERS["package"].numbers(told, False) == []
