"""The list of a Stechen: blank, half thrown, decided; read from the PDF and filled from real evenings."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from tests.builders import HELFER, as_user
from tests.playing import facts
from tests.tournaments.finish import evenings
from tests.tournaments.printing.examples import ODD_NAMES, PLAIN_NAMES, WIDEST
from tests.tournaments.printing.reading import Paper, fonts, same_letters
from tournaments.models import Tournament
from tournaments.printing import content, render, shoots
from tournaments.printing.content.stechen import shoot_lists
from tournaments.printing.shoots import Group, Row, StechenData, Throw
from tournaments.queries.standings import stechen_groups
from tournaments.services._act import SYSTEM
from tournaments.services.cut import make_cut
from tournaments.services.players import withdraw_player
from tournaments.services.stechen import enter_throws, open_stechen, void_throw

PARAMS = {"round": 0, "language": "de"}
SIDE, HEAD = 15, 40


def row(number: int, name: str, *throws: Throw | None, state: str = "", result: str = "") -> Row:
    return Row(name, number, throws or (None,), state, result)


def group(rows: tuple[Row, ...], **changes: object) -> Group:
    told = Group(
        "Stechen um 5 Plätze", "Platz 11 bis 23, Gleichstand mit 21 Punkten", rows, (), decided=False
    )
    return replace(told, **changes)


def printed(*groups: Group, tournament: str = "3. offene Dürener Schockmeisterschaft") -> Paper:
    data = StechenData(tournament, date(2026, 11, 14), "Schützenhalle Winden", groups)
    return Paper(render(shoots.document(data)))


def names_of(paper: Paper, page: int, right: float) -> list[str]:
    lines = [y for y in paper.rules(page, SIDE, 60) if y > HEAD]
    rows = [paper.cell(page, SIDE, right, top, low) for top, low in zip(lines, lines[1:], strict=False)]
    return [found for found in rows if found]


def test_a_blank_list_says_what_it_is_about_and_who_throws() -> None:
    paper = printed(group(tuple(row(n, name) for n, name in enumerate(PLAIN_NAMES, start=1))))
    text = paper.text(0)
    for part in (
        "Stechen um 5 Plätze",
        "Platz 11 bis 23, Gleichstand mit 21 Punkten",
        "1. Wurf 2. Wurf 3. Wurf",
        "mit drei Würfeln aus der Hand",
        "Käthe Überbach",
        "Unterschrift: Turnierleitung",
        "Unterschrift: hat mitgeworfen",
    ):
        assert part in text, part
    assert paper.pages == 1
    assert [alt for tag, alt in paper.tags(0) if tag == "Figure"] == ["Bierdeckel mit fünf Strichen"]


def test_what_was_thrown_stands_there_with_the_stroke() -> None:
    told = group(
        (
            row(90, "Grażyna Wójcik", Throw("411", "Schock 4"), None, state="won", result="weiter"),
            row(92, "Franz Öst", Throw("653", ""), Throw("665", ""), state="won", result="weiter"),
            row(43, "Käthe Überbach", Throw("653", ""), Throw("332", ""), state="lost", result="raus"),
            row(5, "Wer Weg", Throw("", "nicht da"), None, state="gone", result="zählt nicht mehr"),
        ),
        strokes=((2, "Strich, 2 Plätze sind vergeben"),),
        decided=True,
    )
    paper = printed(told)
    text = paper.text(0)
    dice = [alt for tag, alt in paper.tags(0) if tag == "Figure"][1:]
    assert dice == ["4-1-1", "6-5-3", "6-6-5", "6-5-3", "3-3-2"]
    for part in ("Schock 4", "nicht da", "weiter", "raus", "Strich, 2 Plätze sind vergeben", "entschieden"):
        assert part in text, part
    assert "3. Wurf" not in text
    assert "Unterschrift" not in text
    order = [text.index(name) for name in ("Grażyna", "Franz", "Strich", "Käthe", "Wer Weg")]
    assert order == sorted(order)


@pytest.mark.parametrize(("people", "pages"), [(2, 1), (13, 1), (40, 3), (100, 6)])
def test_everybody_stands_there_once(people: int, pages: int) -> None:
    paper = printed(group(tuple(row(n, f"Eva Mai {n}") for n in range(1, people + 1))))
    texts = " ".join(paper.text(page) for page in range(paper.pages))
    assert [f"Eva Mai {n} {n}" in texts for n in range(1, people + 1)] == [True] * people
    assert paper.pages <= pages
    assert texts.count("Unterschrift: Turnierleitung") == 1
    assert texts.count("(Fortsetzung)") == paper.pages - 1


def test_each_stechen_has_a_page_of_its_own() -> None:
    one, two = row(1, "Eva Mai"), row(2, "Max Juni")
    paper = printed(group((one, two)), group((two, one), about="Stechen um 1 zusätzliche Spielmarke"))
    assert paper.pages == 2
    assert "Stechen um 5 Plätze" in paper.text(0)
    assert "Stechen um 1 zusätzliche Spielmarke" in paper.text(1)


@pytest.mark.parametrize(("attempts", "right"), [(1, 76), (3, 76), (9, 76)])
def test_every_name_is_inside_its_row(attempts: int, right: float) -> None:
    thrown = (Throw("111", "Schock aus"),) * attempts
    people = tuple(row(n, name, *thrown) for n, name in enumerate(ODD_NAMES, start=1))
    paper = printed(group(people), tournament="W" * 120)
    found = [name for page in range(paper.pages) for name in names_of(paper, page, right)]
    shown = [name for name in found if not name.startswith(("Unterschrift",))]
    for name in ODD_NAMES:
        assert any(same_letters(one, name) for one in shown), name
    for page in range(paper.pages):
        assert all(word.right <= 195.5 and word.bottom <= 292 for word in paper.words(page))


def test_the_worst_list_stays_on_its_pages(tmp_path: Path) -> None:
    paper = printed(group(tuple(row(n, WIDEST, *(Throw("653", "Straße"),) * 12) for n in range(1, 20))))
    assert paper.pages <= 3
    assert paper.title == "Stechen: 3. offene Dürener Schockmeisterschaft"
    assert 'pdfuaid:part="1"' in paper.xmp
    assert all(embedded for _, embedded in fonts(paper.raw, tmp_path))


def tied(wish: evenings.Wish = evenings.CUT_TIED_3, **changes: object) -> Tournament:
    return evenings.played(wish, **changes)


def opened(t: Tournament) -> tuple[int, list[int]]:
    found = next(group for group in stechen_groups(facts(t)) if not group.decided)
    players = sorted(found.group.players)
    return open_stechen(tournament_id=t.pk, by=SYSTEM, players=players)["stechen"], players


def throw(t: Tournament, stechen: int, player: int, dice: str) -> None:
    enter_throws(tournament_id=t.pk, by=SYSTEM, stechen_id=stechen, throws=[{"player": player, "dice": dice}])


def digest(t: Tournament) -> str:
    return content.digest(facts(t), "stechen", PARAMS)


@pytest.mark.django_db
def test_the_list_follows_every_throw() -> None:
    t = tied()
    blank = shoot_lists(facts(t), PARAMS).groups[0]
    assert (blank.decided, blank.strokes) == (False, ())
    assert {r.throws for r in blank.rows} == {(None,)}
    called, players = opened(t)
    before = digest(t)
    enter_throws(
        tournament_id=t.pk, by=SYSTEM, stechen_id=called, throws=[{"player": players[1], "dice": "411"}]
    )
    one = shoot_lists(facts(t), PARAMS).groups[0]
    thrown = {r.start_number: r.throws for r in one.rows}
    assert thrown[players[1]] == (Throw("411", "Schock 4"),)
    half = digest(t)
    assert half != before
    throw(t, called, players[0], "653")
    throw(t, called, players[2], "332")
    done = shoot_lists(facts(t), PARAMS).groups[0]
    assert done.decided
    assert {r.state for r in done.rows} == {"won", "lost"}
    assert digest(t) not in {before, half}


@pytest.mark.django_db
def test_a_throw_that_was_taken_back_is_gone_from_the_list() -> None:
    t = tied()
    called, players = opened(t)
    before = digest(t)
    enter_throws(
        tournament_id=t.pk, by=SYSTEM, stechen_id=called, throws=[{"player": players[0], "dice": "653"}]
    )
    throw = facts(t).stechen[0].throws[0]
    void_throw(tournament_id=t.pk, by=SYSTEM, throw_id=throw.id)
    assert digest(t) == before


@pytest.mark.django_db
def test_what_decided_the_cut_can_still_be_printed_after_it() -> None:
    t = tied()
    opened(t)
    evenings.throw_all(t)
    done = shoot_lists(facts(t), PARAMS)
    make_cut(tournament_id=t.pk, by=SYSTEM)
    assert shoot_lists(facts(t), PARAMS) == done
    winner = next(r.start_number for r in done.groups[0].rows if r.state == "won")
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=winner)
    assert shoot_lists(facts(t), PARAMS).groups[0] == done.groups[0]


@pytest.mark.django_db
def test_no_points_on_the_wall_while_the_standings_are_frozen() -> None:
    t = tied(freeze_rounds=1)
    where = shoot_lists(facts(t), PARAMS).groups[0].where
    assert where.endswith("Leute stechen")
    assert "Punkt" in shoot_lists(facts(tied()), PARAMS).groups[0].where


@pytest.mark.django_db
def test_it_is_offered_while_somebody_has_to_throw_and_afterwards(client: Client) -> None:
    def shown(t: Tournament) -> bool:
        page = as_user(client, HELFER).get(f"/leitung/{t.slug}/drucken/").content.decode()
        return 'data-document="stechen-0"' in page

    assert not shown(tied(evenings.CLEAR_16))
    t = tied()
    assert shown(t)
    opened(t)
    evenings.throw_all(t)
    make_cut(tournament_id=t.pk, by=SYSTEM)
    assert shown(t)


@pytest.mark.parametrize("about", ["Stechen um 5 Plätze", "Stechen um 3 zusätzliche Spielmarken"])
def test_what_it_is_about_stands_whole_on_the_sheet(about):
    """A title that is too wide is cut at the edge; where it ends, the sheet ends."""
    words = printed(group((row(1, "Uwe Pütz"),), about=about)).words(0)
    last = next(word for word in words if word.text == about.split()[-1])
    assert last.right < 210 - SIDE
