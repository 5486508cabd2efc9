"""Table sheets, read from the PDF itself."""

import pytest

from scoring.ruleset import PRESETS
from tests.tournaments.printing.examples import (
    EVERY_HOUSE_RULE,
    ODD_NAMES,
    PLAIN_NAMES,
    WIDEST,
    sheet,
)
from tests.tournaments.printing.reading import Paper, fonts, qr_codes, same_letters, watch_fits
from tournaments.messages.rules import sheet_rules
from tournaments.printing import render, sheets

WIDTH, HEIGHT, SIDE, EDGE = 210, 297, 15, 13
FIRST_ROW = 60  # millimetres from the top: below the heading of the page
NAME_LEFT, NAME_RIGHT = 24.5, 98.0  # between number and first box, one game a round


def printed(*data: sheets.SheetData) -> Paper:
    return Paper(render(sheets.document(data)))


def seats_of(data: sheets.SheetData, paper: Paper, page: int) -> list[str]:
    """The letters in each row of the table, under the heading."""
    lines = [y for y in paper.rules(page, SIDE, 40) if y > FIRST_ROW][: len(data.seats) + 1]
    return [
        paper.cell(page, NAME_LEFT, NAME_RIGHT, top, bottom)
        for top, bottom in zip(lines, lines[1:], strict=False)
    ]


def outside(paper: Paper, page: int) -> list[str]:
    return [
        word.text
        for word in paper.words(page)
        if word.left < SIDE - 0.2
        or word.right > WIDTH - SIDE + 0.2
        or word.top < EDGE - 1
        or word.bottom > HEIGHT - EDGE + 1
    ]


def test_one_page_a_table_in_the_order_of_the_tables() -> None:
    paper = printed(*(sheet(number) for number in (7, 25, 1, 110, 12)))
    headings = [paper.text(page).split()[:2] for page in range(paper.pages)]
    assert headings == [["Tisch", number] for number in ("1", "7", "12", "25", "110")]


def test_says_what_the_mock_up_says() -> None:
    text = printed(sheet(25, PLAIN_NAMES[:5])).text(0)
    for part in (
        "Tisch 25",
        "Runde 3 von 5, fünf am Tisch",
        "3. offene Dürener Schockmeisterschaft",
        "14. November 2026, Schützenhalle Winden",
        "K7P025",
        "Wer hat verloren?",
        "Je Hälfte ein Kreuz. Endkampf nur, wenn zwei Verschiedene verloren haben.",
        "H1 H2 EK",
        "Striche",
        "Startnummer 101",
        "im Endkampf gewonnen: 3",
        "So gilt es heute",
        "Schock 2 schlägt jeden General.",
        "Unterschrift: hat verloren",
        "Unterschrift: hat mitgespielt",
        "Eintragen: QR-Code oder 192.168.178.120:8000/t mit K7P025.",
        "Ohne Gerät: Zettel gleich zur Turnierleitung bringen.",
    ):
        assert part in text


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_every_name_is_inside_its_row(count: int) -> None:
    data = [
        sheet(start + 1, tuple(ODD_NAMES[(start + seat) % len(ODD_NAMES)] for seat in range(count)))
        for start in range(len(ODD_NAMES))
    ]
    paper = printed(*data)
    assert paper.pages == len(data)
    for page, table in enumerate(data):
        rows = seats_of(table, paper, page)
        assert len(rows) == count
        for seat, found in zip(table.seats, rows, strict=True):
            assert same_letters(found, f"{seat.name}Startnummer{seat.start_number}"), found
        assert outside(paper, page) == []


@pytest.mark.parametrize("games", [1, 2, 3, 4, 5, 9])
def test_the_worst_sheet_stays_one_page(games: int) -> None:
    data = sheet(1, (WIDEST,) * 6, games=(False,) * games, rules=sheet_rules(EVERY_HOUSE_RULE))
    scharf = sheet(2, (WIDEST,) * 6, games=(True,) * games, rules=sheet_rules(EVERY_HOUSE_RULE))
    paper = printed(data, scharf)
    assert paper.pages == 2
    assert outside(paper, 0) == outside(paper, 1) == []
    assert "Unterschrift: hat mitgespielt" in paper.text(0)


def test_one_long_sheet_among_many_shrinks_alone() -> None:
    long = sheet(5, (WIDEST,) * 6, games=(False,) * 4, rules=sheet_rules(EVERY_HOUSE_RULE))
    paper = printed(*(sheet(n) for n in (1, 2, 3, 4)), long, *(sheet(n) for n in range(6, 20)))
    assert [int(paper.text(page).split()[1]) for page in range(paper.pages)] == list(range(1, 20))
    assert signed(paper, 3) == signed(paper, 5) == signed(printed(sheet(4)), 0)
    assert signed(paper, 4) != signed(paper, 3)


def signed(paper: Paper, page: int) -> tuple[float, float]:
    """Where the lines to sign on are, and where the foot of the sheet begins."""
    words = paper.words(page)
    below = max(word.bottom for word in words if word.text == "Unterschrift:")
    foot = next(word.top for word in words if word.text == "Eintragen:")
    assert below < foot
    return round(below, 1), round(foot, 1)


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_the_lower_part_stands_between_the_table_and_the_foot(count: int) -> None:
    paper = printed(*(sheet(n, ODD_NAMES[:count], rules=sheet_rules(EVERY_HOUSE_RULE)) for n in (1, 2)))
    for page in (0, 1):
        signed(paper, page)
        last = max(word.bottom for word in paper.words(page) if word.text == "Startnummer")
        points = next(word.top for word in paper.words(page) if word.text == "Endkampf" and word.left < 16)
        assert last < points


def test_names_and_titles_of_any_length_leave_the_heading_whole() -> None:
    paper = printed(sheet(25, tournament="W" * 120, place="M" * 120))
    assert paper.pages == 1
    assert outside(paper, 0) == []
    code = next(word for word in paper.words(0) if word.text == "K7P025")
    heading = [w for w in paper.words(0) if set(w.text) <= {"W"} or set(w.text) <= {"M", ","}]
    assert heading
    assert all(word.right < code.left for word in heading)
    assert all(word.bottom < 52 for word in heading)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_fits_at_full_size(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shrunk = watch_fits(monkeypatch)
    rules = sheet_rules(PRESETS[preset])
    printed(*(sheet(count, PLAIN_NAMES[:count], rules=rules) for count in (3, 4, 5, 6)))
    assert shrunk == [0] * 5  # the form of each, then what is written into all four


def test_columns_follow_the_games_of_the_round() -> None:
    paper = printed(
        sheet(1, games=(False, False)), sheet(2, games=(False, True)), sheet(3, games=(True,)),
        sheet(4, games=(False,) * 6),
    )  # fmt: skip
    assert paper.text(0).count("H1") == 2
    assert "Spiel 2" in paper.text(0)
    assert paper.text(1).count("H1") == 1
    assert "H1" not in paper.text(2)
    assert "Eine Hälfte entscheidet" in paper.text(2)
    assert "im Endkampf gewonnen" not in paper.text(2)
    assert "E verlor den Endkampf" in paper.text(3)


def test_no_tally_where_schock_aus_is_not_counted() -> None:
    paper = printed(sheet(1, tally=False))
    assert "Striche" not in paper.text(0)


def test_codes_lead_to_the_right_table(tmp_path: object) -> None:
    pdf = render(sheets.document([sheet(number) for number in (3, 1, 25, 104)]))
    assert qr_codes(pdf, tmp_path) == [
        f"HTTP://192.168.178.120:8000/T/K7P{number:03d}" for number in (1, 3, 25, 104)
    ]


def test_code_of_an_address_in_small_letters(tmp_path: object) -> None:
    url = "https://schocken.example/winden/t/K7P025"
    assert qr_codes(render(sheets.document([sheet(25, entry_url=url)])), tmp_path) == [url]


def test_is_tagged_with_language_title_and_drawings_in_words() -> None:
    paper = printed(sheet(25), sheet(26))
    assert paper.catalog["Lang"] == b"de"
    assert paper.catalog["MarkInfo"] == {"Marked": True}
    assert paper.catalog["ViewerPreferences"]["DisplayDocTitle"] is True
    assert 'pdfuaid:part="1"' in paper.xmp
    assert paper.title == "Tischzettel Runde 3: 3. offene Dürener Schockmeisterschaft"
    for page, number in enumerate((25, 26)):
        tags = paper.tags(page)
        assert [tag for tag, _ in tags if tag in ("H1", "H2", "H3")] == ["H1", "H2", "H3"]
        assert [alt for tag, alt in tags if tag == "Figure"] == [
            f"Tisch {number}",
            f"QR-Code für Tisch {number}, Code K7P{number:03d}",
        ]
        assert [tag for tag, _ in tags].count("TR") == 5
        assert [tag for tag, _ in tags].count("TH") == 3 + 4


@pytest.mark.parametrize("games", [(False,), (True, False)])
def test_is_read_as_one_page_whoever_wrote_which_part_of_it(games: tuple[bool, ...]) -> None:
    """The form is the same for several tables, names and numbers come from elsewhere."""
    data = [sheet(n, PLAIN_NAMES[n : n + 3 + n % 2], games=games) for n in range(1, 5)]
    paper = printed(*data)
    for page, table in enumerate(data):
        rows = paper.said(page, "TR")
        assert rows[0].startswith("Name, im Uhrzeigersinn")
        names = [f"{seat.number}{seat.name}Startnummer {seat.start_number}" for seat in table.seats]
        assert all(same_letters(*pair) for pair in zip(rows[1:], names, strict=True)), rows
        whole = "".join(paper.said(page, "Sect")).replace(" ", "")
        parts = (f"Tisch {table.table}", "Runde 3 von 5", table.code, "Wer hat verloren?",
                 table.seats[0].name, "So gilt es heute", "hat mitgespielt", f"mit {table.code}")  # fmt: skip
        found = [whole.find(part.replace(" ", "")) for part in parts]
        assert -1 not in found, whole
        assert found == sorted(found), whole


def test_tables_that_share_a_form_lay_it_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = watch_fits(monkeypatch)
    printed(*(sheet(n, PLAIN_NAMES[: 4 + n % 2]) for n in range(1, 17)))
    assert len(layouts) == 2 + 2  # tables of four and of five; what is written, eight at a time


def test_every_font_is_embedded(tmp_path: object) -> None:
    found = fonts(render(sheets.document([sheet(1, ODD_NAMES[:6])])), tmp_path)
    assert any("P052" in name for name, _ in found)
    assert any("Noto-Sans" in name for name, _ in found)
    assert all(embedded for _, embedded in found)


def test_every_accepted_letter_can_be_read_out_again() -> None:
    for name in ("Bärbel Größenwahn", "Çağla Şahin", "Ze\u0301e Nguye\u0302\u0303n", "Łukasz Wójcik"):
        paper = printed(sheet(1, (name, "A", "B")))
        assert same_letters(seats_of(sheet(1, (name, "A", "B")), paper, 0)[0], f"{name}Startnummer101")


def test_a_name_is_text_and_never_mark_up() -> None:
    paper = printed(sheet(1, ("<b>x</b>", '"><svg onload=1>', "&amp;{{ data }}")))
    text = paper.text(0)
    assert "<b>x</b>" in text
    assert '"><svg onload=1>' in text
    assert "&amp;{{ data }}" in text


def test_paper_in_english_says_so() -> None:
    paper = Paper(render(sheets.document([sheet(1)], language="en")))
    assert paper.catalog["Lang"] == b"en"
