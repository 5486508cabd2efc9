"""The cards of the K.O. tables and of the final, read from the PDF itself."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from scoring.ruleset import PRESETS
from tests.tournaments.printing.examples import EVERY_HOUSE_RULE, ODD_NAMES, PLAIN_NAMES, WIDEST
from tests.tournaments.printing.reading import MM, Paper, fonts, qr_codes, same_letters, watch_fits
from tournaments.messages.rules import sheet_rules
from tournaments.printing import final_card, ko_cards, render
from tournaments.printing.cards import CardData, Seat
from tournaments.printing.ko_cards import KoCardData
from tournaments.printing.paper import Document

WIDTH, HEIGHT, SIDE, TOP, BOTTOM = 210, 297, 15, 12, 9
RULES = sheet_rules(PRESETS["dueren"])
NAME_LEFT, FIRST_ROW = 24.5, 55  # millimetres: behind the number of the seat, below the heading


def card(
    number: int = 1,
    players: tuple[str, ...] = PLAIN_NAMES[:5],
    marks: tuple[int, ...] = (4, 3, 3, 3, 3),
    **changes: object,
) -> KoCardData:
    code = f"K7P{number:03d}"
    data = KoCardData(
        tournament="3. offene Dürener Schockmeisterschaft",
        date=date(2026, 11, 14),
        place="Schützenhalle Winden",
        number=number,
        sign=chr(ord("A") + number - 1),
        code=code,
        entry_url=f"HTTP://192.168.178.120:8000/T/{code}",
        entry_place="192.168.178.120:8000/t",
        seats=tuple(
            Seat(seat + 1, name, 100 + seat, marks[seat % len(marks)]) for seat, name in enumerate(players)
        ),
        survivors=2,
        rules=RULES,
    )
    return replace(data, **changes)


def final(players: tuple[str, ...] = PLAIN_NAMES[:6], marks: tuple[int, ...] = (3, 1, 4, 2, 2, 1),
          **changes: object) -> CardData:  # fmt: skip
    data = card(1, players, marks)
    fields = {name: getattr(data, name) for name in CardData.__dataclass_fields__}
    return CardData(**{**fields, "sign": "F", "code": "FINALE", "survivors": 1, **changes})


def printed(*data: KoCardData) -> Paper:
    return Paper(render(ko_cards.document(data)))


def printed_final(data: CardData) -> Paper:
    return Paper(render(final_card.document(data)))


def coin_column(paper: Paper, page: int) -> tuple[float, float]:
    """Where the Spielmarken stand: from their heading to that of the next column."""
    heads = [word for word in paper.words(page) if word.top > 45]
    coins = next(word for word in heads if word.text == "Spielmarken")
    out = max((word for word in heads if word.text == "raus"), key=lambda word: word.left)
    return coins.left - 1, out.left - 1


def rows_of(paper: Paper, page: int, count: int) -> list[tuple[float, float]]:
    lines = [y for y in paper.rules(page, SIDE, 40) if y > FIRST_ROW][: count + 1]
    return list(zip(lines, lines[1:], strict=False))


def names_of(paper: Paper, page: int, count: int) -> list[str]:
    """The letters of each seat, left of what is crossed out."""
    right = coin_column(paper, page)[0]
    return [paper.cell(page, NAME_LEFT, right, top, bottom) for top, bottom in rows_of(paper, page, count)]


def coins_of(paper: Paper, page: int, count: int) -> list[int]:
    """How many Spielmarken are drawn whole in the row of each seat."""
    left, right = coin_column(paper, page)
    found = []
    for top, bottom in rows_of(paper, page, count):
        pips = [
            shape
            for shape in paper.file.pages[page].curves
            if shape["non_stroking_color"] is not None
            and left <= shape["x0"] / MM
            and shape["x1"] / MM <= right
            and top - 0.1 <= shape["top"] / MM
            and shape["bottom"] / MM <= bottom + 0.1
        ]
        sizes = sorted({round(shape["width"], 1) for shape in pips})
        found.append(sum(round(shape["width"], 1) == sizes[0] for shape in pips) if sizes else 0)
    return found


def outside(paper: Paper, page: int) -> list[str]:
    return [
        word.text
        for word in paper.words(page)
        if word.left < SIDE - 0.2
        or word.right > WIDTH - SIDE + 0.2
        or word.top < TOP
        or word.bottom > HEIGHT - BOTTOM
    ]


def test_a_card_for_each_table_in_the_order_of_the_letters() -> None:
    paper = printed(card(3), card(1), card(2))
    heads = [[word.text for word in paper.words(page) if word.top < 28] for page in range(paper.pages)]
    assert [head[head.index("Tisch") + 1] for head in heads] == ["A", "B", "C"]


def test_a_card_says_what_a_referee_needs() -> None:
    text = printed(card()).text(0)
    for part in (
        "K.O.-Runde, fünf am Tisch, zwei kommen weiter",
        "3. offene Dürener Schockmeisterschaft",
        "14. November 2026, Schützenhalle Winden",
        "Wer ein Spiel verliert, gibt eine Spielmarke ab: durchkreuzen.",
        "Wer keine mehr hat, ist raus.",
        "sobald nur noch 2 übrig sind",
        "Startnummer 100, 4 Spielmarken",
        "Startnummer 104, 3 Spielmarken",
        "H1 H2 EK",
        "Weiter ins Finale",
        "Zuerst wirft in Spiel 1 Sitz 1",
        "Wer geht, gibt alle Spielmarken ab",
        "Straße und General",
        "Unterschrift: kommt weiter",
        "Unterschrift: hat mitgespielt",
        "Eintragen: QR-Code oder 192.168.178.120:8000/t mit K7P001.",
    ):
        assert part in text, part


def test_a_card_that_is_printed_late_says_which_moment_it_shows() -> None:
    for paper in (printed(card()), printed_final(final())):
        assert "vor Spiel 1" in " ".join(paper.text(0).split())


def test_every_spielmarke_is_drawn_once() -> None:
    paper = printed(card(), card(2, PLAIN_NAMES[:6], (18, 10, 9, 5, 1, 0)))
    assert coins_of(paper, 0, 5) == [4, 3, 3, 3, 3]
    assert coins_of(paper, 1, 6) == [18, 10, 9, 5, 1, 0]
    assert "keine Spielmarken mehr" in paper.text(1)


@pytest.mark.parametrize(
    ("marks", "survivors", "games"), [((4, 3, 3, 3, 3), 2, 14), ((3,), 1, 14), ((1,), 4, 1)]
)
def test_there_is_a_line_for_every_game_that_can_come(
    marks: tuple[int, ...], survivors: int, games: int
) -> None:
    data = card(1, marks=marks, survivors=survivors)
    assert data.most_games == games
    told = printed(data).text(0).split("Spiel für Spiel")[1].split("Weiter ins Finale")[0]
    assert sorted(int(word) for word in told.split() if word.isdecimal()) == list(range(1, games + 1))


def test_with_more_games_than_lines_crossing_out_is_enough() -> None:
    text = printed(card(1, marks=(18,))).text(0)
    assert "Nach Spiel 21 genügt es, Spielmarken zu durchkreuzen." in text
    assert "genügt es" not in printed(card()).text(0)


def test_a_table_of_no_more_than_go_on_does_not_play() -> None:
    text = printed(card(1, PLAIN_NAMES[:2])).text(0)
    assert "Alle kommen weiter" in text
    assert "Spiel für Spiel" not in text
    assert "zwei kommen weiter" not in text


def test_a_scharf_game_asks_for_one_seat() -> None:
    paper = printed(card(1, scharf_from=3), card(2, scharf_from=1))
    assert paper.text(0).count("scharf") == 12
    assert "H1" not in paper.text(1)
    assert "EK" not in paper.text(1)


def test_spielmarken_are_counted_only_where_they_are_carried() -> None:
    assert " mit " in printed(card()).text(0).split("Weiter ins Finale")[1].split("So gilt")[0]
    assert " mit " not in printed(card(carry=False)).text(0).split("Weiter ins Finale")[1].split("So gilt")[0]


def test_no_column_for_schock_aus_where_they_are_not_counted() -> None:
    paper = printed(card(), card(2, tally=False))
    assert ["Schock" in paper.text(page).split("Startnummer")[0].split() for page in range(2)] == [
        True,
        False,
    ]


@pytest.mark.parametrize(("count", "marks"), [(3, (18, 9)), (4, (4, 3)), (5, (4, 3)), (6, (18, 9))])
def test_every_name_is_inside_its_row(count: int, marks: tuple[int, ...]) -> None:
    cards = [
        card(start + 1, tuple(ODD_NAMES[(3 * start + seat) % len(ODD_NAMES)] for seat in range(count)), marks)
        for start in range(4)
    ]
    paper = printed(*cards)
    assert paper.pages == 4
    for page, data in enumerate(cards):
        rows = names_of(paper, page, count)
        for seat, found in zip(data.seats, rows, strict=True):
            assert same_letters(found, f"{seat.name}Startnummer{seat.start_number},{seat.marks}Spielmarken")
        assert outside(paper, page) == []


@pytest.mark.parametrize("survivors", [1, 2, 5])
def test_the_worst_card_stays_one_page(survivors: int) -> None:
    rules = sheet_rules(EVERY_HOUSE_RULE)
    data = card(1, (WIDEST,) * 6, (18,), survivors=survivors, rules=rules, scharf_from=4, deckel=True)
    data = replace(data, tournament="W" * 120, place="M" * 120, entry_place="x" * 60)
    paper = printed(data)
    assert paper.pages == 1
    assert outside(paper, 0) == []
    assert "Unterschrift: hat mitgespielt" in paper.text(0)
    assert coins_of(paper, 0, 6) == [18] * 6


@pytest.mark.parametrize("preset", PRESETS)
def test_usual_tables_need_no_shrinking(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shrunk = watch_fits(monkeypatch)
    rules = sheet_rules(PRESETS[preset])
    printed(*(card(count, PLAIN_NAMES[:count], (4, 3, 3, 3, 3, 3), rules=rules) for count in (3, 4, 5)))
    assert shrunk == [0, 0, 0]


def test_codes_lead_to_the_right_table(tmp_path: Path) -> None:
    pdf = render(ko_cards.document([card(number) for number in (3, 1, 2)]))
    assert qr_codes(pdf, tmp_path) == [f"HTTP://192.168.178.120:8000/T/K7P00{number}" for number in (1, 2, 3)]


def test_the_blank_card_has_lines_and_no_code() -> None:
    paper = printed(replace(card(), code="", seats=tuple(Seat(number, "", 0, 3) for number in range(1, 6))))
    assert coins_of(paper, 0, 5) == [3] * 5
    assert "Startnummer" not in paper.text(0)
    assert "Eintragen" not in paper.text(0)
    assert [alt for tag, alt in paper.tags(0) if tag == "Figure"] == ["Tisch A"]


def test_cards_are_tagged_with_language_title_and_drawings_in_words(tmp_path: Path) -> None:
    paper = printed(card(1), card(2))
    assert paper.catalog["Lang"] == b"de"
    assert 'pdfuaid:part="1"' in paper.xmp
    assert paper.title == "K.O.-Karten: 3. offene Dürener Schockmeisterschaft"
    for page, letter in enumerate("AB"):
        tags = paper.tags(page)
        assert [tag for tag, _ in tags if tag.startswith("H") and len(tag) == 2] == ["H1", "H2", *["H3"] * 3]
        assert [alt for tag, alt in tags if tag == "Figure"] == [
            f"Tisch {letter}",
            f"QR-Code für Tisch {letter}, Code K7P00{page + 1}",
        ]
    assert all(embedded for _, embedded in fonts(paper.raw, tmp_path))


def test_the_final_card_has_six_seats_and_room_for_their_places(tmp_path: Path) -> None:
    paper = printed_final(final())
    text = paper.text(0)
    assert paper.pages == 1
    for part in (
        "Finale",
        "Sechs am Tisch",
        "Wer zuerst raus ist, hat Platz 6; wer übrig bleibt, hat das Turnier gewonnen.",
        "Gewonnen hat",
        "Unterschrift: hat gewonnen",
    ):
        assert part in text, part
    assert "Deckel:" not in text
    assert coins_of(paper, 0, 6) == [3, 1, 4, 2, 2, 1]
    assert final().most_games == 12
    assert any(word.text == "Platz" and word.left > 170 for word in paper.words(0))
    assert qr_codes(paper.raw, tmp_path) == ["HTTP://192.168.178.120:8000/T/K7P001"]
    assert paper.title == "Finalkarte: 3. offene Dürener Schockmeisterschaft"
    assert [alt for tag, alt in paper.tags(0) if tag == "Figure"][1] == "QR-Code für Finaltisch, Code FINALE"


def test_the_final_card_tells_where_deckel_are_written_down() -> None:
    assert "Deckel: am Gerät mitschreiben" in printed_final(final(deckel=True)).text(0)


@pytest.mark.parametrize("start", range(0, len(ODD_NAMES), 6))
def test_every_finalist_is_inside_the_row(start: int) -> None:
    data = final(tuple(ODD_NAMES[start : start + 6]), (9,))
    paper = printed_final(data)
    assert paper.pages == 1
    assert outside(paper, 0) == []
    for seat, found in zip(data.seats, names_of(paper, 0, 6), strict=True):
        assert same_letters(found, f"{seat.name}Startnummer{seat.start_number},9Spielmarken")


@pytest.mark.parametrize("document", [ko_cards.document, final_card.document])
def test_cards_in_english_say_so(document: object) -> None:
    made: Document = document([card()] if document is ko_cards.document else final(), language="en")
    assert Paper(render(made)).catalog["Lang"] == b"en"
