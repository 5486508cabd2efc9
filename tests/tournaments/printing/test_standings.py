"""Standings on paper, read from the PDF itself."""

import re
from datetime import UTC, datetime

import pytest

from tests.tournaments.printing.examples import ODD_NAMES, PLAIN_NAMES, WIDEST, row, table
from tests.tournaments.printing.reading import Paper, fonts, same_letters
from tournaments.printing import render, standings
from tournaments.printing.standings import Stroke

SIDE, EDGE = 15, 12


def printed(data: standings.StandingsData) -> Paper:
    return Paper(render(standings.document(data)))


def field(count: int, rounds: int = 5) -> tuple[standings.Row, ...]:
    return tuple(
        row(place, PLAIN_NAMES[place % len(PLAIN_NAMES)], rounds=("5",) * rounds)
        for place in range(1, count + 1)
    )


def points_in_order(paper: Paper) -> list[int]:
    """The last number of every row, page by page: 500 − place."""
    found = []
    for page in range(paper.pages):
        right = [w for w in paper.words(page) if w.right > 194 and re.fullmatch(r"\d{3}", w.text)]
        found += [int(w.text) for w in sorted(right, key=lambda w: w.top)]
    return found


def is_open(paper: Paper) -> bool:
    return any(word.text == "offen" for word in paper.words(0))


@pytest.mark.parametrize("count", [1, 12, 37, 38, 101, 300])
def test_everybody_once_and_in_order(count: int) -> None:
    paper = printed(table(field(count)))
    assert points_in_order(paper) == [500 - place for place in range(1, count + 1)]


def test_every_page_has_its_heading_and_its_number() -> None:
    paper = printed(table(field(101)))
    assert paper.pages == 3
    for page in range(3):
        text = paper.text(page)
        assert "Stand nach Runde 5 von 5" in text
        assert "Platz Name Nr. 1 2 3 4 5 Verloren Punkte" in text
        assert f"Seite {page + 1} von 3" in text


def test_says_when_in_the_time_of_the_hall() -> None:
    summer = datetime(2026, 7, 1, 20, 58, 7, tzinfo=UTC)
    assert "Stand 21:58:07" in printed(table(field(3))).text(0)
    assert "Stand 22:58:07" in printed(table(field(3), at=summer)).text(0)


def test_what_the_hall_may_not_see_yet_says_so_on_every_page() -> None:
    paper = printed(table(field(101), frozen=True))
    assert all("Noch geheim: nicht aushängen" in paper.text(page) for page in range(paper.pages))
    for names in ({}, {"tournament": "W" * 120, "place": "M" * 120}):
        words = printed(table(field(3), frozen=True, **names)).words(0)
        secret = next(w for w in words if w.text == "geheim:")
        title = next(w for w in words if w.text == "Stand")
        beside = [w for w in words if title.bottom < w.top < secret.bottom and w.text[0] in "3WM1"]
        assert title.bottom < secret.top
        assert all(w.right < secret.left - 10 for w in beside)
    assert "geheim" not in printed(table(field(101))).text(0)


def test_shared_ranks_carry_a_sign_that_is_explained() -> None:
    rows = (row(1, "Käthe Überbach", shared=True), row(2, "Hans Müller", rank=1, shared=True), row(3, "Li"))
    text = printed(table(rows)).text(0)
    assert text.count("=1") == 2
    assert "= geteilter Platz" in text
    assert "geteilter" not in printed(table(field(3))).text(0)


def test_an_extra_spielmarke_for_one_says_so() -> None:
    paper = printed(table(field(20), strokes=(Stroke("bonus", 1, 1), Stroke("cut", 15, 15))))
    assert "bis hier eine Spielmarke mehr, 1 Person" in paper.text(0)
    assert "Leute" not in paper.text(0)


def test_a_clear_cut_is_a_stroke_between_two_rows() -> None:
    paper = printed(table(field(20), strokes=(Stroke("bonus", 3, 3), Stroke("cut", 15, 15))))
    words = paper.words(0)
    assert "Strich, 15 kommen weiter" in paper.text(0)
    assert "bis hier eine Spielmarke mehr, 3 Leute" in paper.text(0)
    stroke = next(w for w in words if w.text == "Strich,")
    above, below = (next(w for w in words if w.text == str(500 - place)) for place in (15, 16))
    assert above.bottom < stroke.top
    assert stroke.bottom < below.top
    assert not is_open(paper)


def test_a_tie_across_the_cut_is_open_and_the_stroke_is_behind_it() -> None:
    tie = Stroke("cut", 15, after=23, tied_from=11, tied_places=5, people=13)
    paper = printed(table(field(30), strokes=(tie,)))
    text = paper.text(0)
    assert "offen 13 Leute stechen um 5 Plätze" in text
    words = paper.words(0)
    order = ["490", "offen", "489", "477", "Strich,", "476"]
    tops = [next(w.top for w in words if w.text == word) for word in order]
    assert tops == sorted(tops)


def test_before_the_last_round_a_tie_is_only_a_tie() -> None:
    tie = Stroke("cut", 15, after=23, tied_from=11, tied_places=5, people=13)
    paper = printed(table(field(30), strokes=(tie,), last=False))
    assert "gleichauf 13 Leute, 5 Plätze" in paper.text(0)
    assert not is_open(paper)


def test_one_group_across_both_boundaries_is_named_once_with_both() -> None:
    strokes = tuple(
        Stroke(kind, places, after=16, tied_from=1, tied_places=places, people=16)
        for kind, places in (("bonus", 3), ("cut", 15))
    )
    paper = printed(table(field(20), strokes=strokes))
    text = paper.text(0)
    assert [w.text for w in paper.words(0)].count("offen") == 1
    assert "16 Leute stechen um 3 zusätzliche Spielmarken · 16 Leute stechen um 15 Plätze" in text
    assert "Strich, 15 kommen weiter" in text


def test_a_decided_stechen_is_not_open_any_more() -> None:
    tie = Stroke("cut", 15, after=16, tied_from=15, tied_places=1, people=2, decided=True)
    rows = tuple(row(p, "Li", note="weiter" if p == 15 else "") for p in range(1, 20))
    paper = printed(table(rows, strokes=(tie,)))
    text = paper.text(0)
    assert "entschieden 2 Leute haben gestochen" in text
    assert not is_open(paper)
    assert text.count("weiter") == 2  # the note and the stroke


def test_nothing_is_torn_from_its_boundary() -> None:
    """Wherever the page ends: a stroke is never the first line of a page, a zone never the last."""
    for start in range(25, 48):
        tie = Stroke("cut", start + 1, start + 3, tied_from=start, tied_places=2, people=4)
        pages = [
            sheet.context["lines"] for sheet in standings.document(table(field(60), strokes=(tie,))).sheets
        ]
        assert [line.kind for page in pages for line in page].count("row") == 60
        for lines in pages:
            assert lines[0].kind != "stroke"
            assert lines[-1].kind != "zone"


@pytest.mark.parametrize("rounds", [0, 1, 5, 8, 12, 20])
def test_the_worst_names_stay_in_their_rows(rounds: int) -> None:
    names = (*ODD_NAMES, WIDEST, WIDEST)
    rows = tuple(
        row(place, name, rounds=("15",) * rounds, note="zurückgezogen")
        for place, name in enumerate(names, start=1)
    )
    paper = printed(table(rows, tournament="W" * 120, place="M" * 120))
    found = []
    for page in range(paper.pages):
        assert [w.text for w in paper.words(page) if w.left < SIDE - 0.2 or w.right > 195.2] == []
        lines = [y for y in paper.rules(page, SIDE, 28) if y > 35]
        right = 180 + SIDE - 11 - 16 - 16 - min(9, 60 / max(rounds, 1)) * rounds
        for top, bottom in zip(lines, lines[1:], strict=False):
            found.append(paper.cell(page, 29, right, top, bottom))
    assert len(found) == len(names)
    for name, letters in zip(names, found, strict=True):
        assert same_letters(letters, f"{name}zurückgezogen"), letters


def test_is_tagged_and_embedded(tmp_path: object) -> None:
    pdf = render(standings.document(table(field(40))))
    paper = Paper(pdf)
    assert paper.catalog["Lang"] == b"de"
    assert paper.title == "Stand nach Runde 5: 3. offene Dürener Schockmeisterschaft"
    tags = [tag for tag, _ in paper.tags(0)]
    assert {"H1", "Table", "THead", "TBody", "TH", "TD"} <= set(tags)
    assert all(embedded for _, embedded in fonts(pdf, tmp_path))


def test_without_players_there_is_a_sentence() -> None:
    assert "Noch ist niemand angemeldet." in printed(table((), round=0)).text(0)
