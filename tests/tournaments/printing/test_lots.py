"""The lot protocol on paper, read from the PDF itself."""

import re
import subprocess
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.builders import HELFER, LEITUNG, as_user, fresh
from tests.playing import facts, play_round, started
from tests.tournaments.lots.evenings import REASON, file_of, in_round_two, over
from tests.tournaments.printing.examples import LONG_NAME, ODD_NAMES, PLAIN_NAMES, WIDEST
from tests.tournaments.printing.reading import Paper, fonts
from tournaments.messages import lots as words
from tournaments.models import Tournament
from tournaments.printing import content, lots, render
from tournaments.printing.lots import Drawn, LotsData, Seat

PARAMS = {"round": 0, "language": "de"}
MARK, SALT, SEED, SEAL = "ab" * 32, "5c" * 16, "0123456789abcdef", "fedcba9876543210"
AT = datetime(2026, 11, 14, 19, 5, tzinfo=UTC)


def drawn(count: int, names: tuple[str, ...] = PLAIN_NAMES, **changes: object) -> Drawn:
    """`count` tables of four and one of five."""
    seats = [Seat(number, names[number % len(names)]) for number in range(1, 4 * count + 6)]
    tables = [(str(n + 1), tuple(seats[4 * n : 4 * n + 4])) for n in range(count)]
    tables.append((str(count + 1), tuple(seats[4 * count :])))
    told = Drawn("Runde 1", 1, AT, SEAL, None, None, tuple(tables), ())
    return replace(told, **changes)


def paper(*draws: Drawn, salt: str | None = None, **changes: object) -> LotsData:
    data = LotsData(
        tournament="3. offene Dürener Schockmeisterschaft",
        date=date(2026, 11, 14),
        place="Schützenhalle Winden",
        number=4711,
        mark=MARK,
        salt=salt,
        said=words.said(salt),
        how=tuple(str(sentence) for sentence in words.HOW),
        draws=draws,
    )
    return replace(data, **changes)


def printed(data: LotsData) -> Paper:
    return Paper(render(lots.document(data)))


def pdf_of(t: Tournament) -> Paper:
    return Paper(render(content.document(t.pk, "lots", PARAMS)[0]))


def text_of(pages: Paper, folder: Path) -> str:
    """As pdftotext reads it, lines joined."""
    (folder / "blatt.pdf").write_bytes(pages.raw)
    answer = subprocess.run(
        ["pdftotext", "-layout", str(folder / "blatt.pdf"), "-"], capture_output=True, text=True, check=True
    )
    return re.sub(r"\s+", " ", answer.stdout)


def test_the_first_page_says_what_binds_the_draws_and_how_to_check_them(tmp_path: Path) -> None:
    found = printed(paper(drawn(3)))
    text = text_of(found, tmp_path)
    assert "4711" in text
    assert MARK in text
    assert SEAL in text
    assert "veröffentlicht um 20:05 Uhr" in text
    assert len(words.HOW) == 5
    for sentence in words.HOW:
        assert str(sentence) in text
    assert "sobald keine Auslosung mehr kommen kann" in text
    assert "jetzt veröffentlicht" not in text


@pytest.mark.parametrize("tables", [1, 8, 24, 25, 60])
def test_everybody_stands_once_at_his_table_in_seat_order(tables: int, tmp_path: Path) -> None:
    round_ = drawn(tables - 1, ("Eva Mai",))
    found = printed(paper(round_))
    (tmp_path / "blatt.pdf").write_bytes(found.raw)
    layout = ["pdftotext", "-layout", "-f", "2", str(tmp_path / "blatt.pdf"), "-"]
    lines = subprocess.run(layout, capture_output=True, text=True, check=True).stdout.splitlines()
    read = [re.findall(r"(\d+) Eva Mai", line) for line in lines if "Eva Mai" in line]
    assert read == [[str(seat.start_number) for seat in seats] for _, seats in round_.tables]
    named = [line.split()[0] for line in lines if "Eva Mai" in line]
    assert named == [table for table, _ in round_.tables]


def test_a_round_of_a_hundred_and_one_is_one_page() -> None:
    assert printed(paper(drawn(24))).pages == 2


def test_a_replaced_draw_says_so_with_its_reason(tmp_path: Path) -> None:
    told = drawn(3, draw_no=2, replaced=REASON, changes=("Startnummern 3 und 5 haben getauscht",))
    text = text_of(printed(paper(told)), tmp_path)
    assert "Runde 1, Auslosung 2" in text
    assert f"Diese Auslosung wurde ersetzt. {REASON}" in text
    assert "Startnummern 3 und 5 haben getauscht" in text


def test_after_the_last_draw_salt_and_seed_stand_there(tmp_path: Path) -> None:
    text = text_of(printed(paper(drawn(3, seed=SEED), salt=SALT)), tmp_path)
    assert SALT in text
    assert text.count(SEED) == 2
    assert "Die letzte Auslosung ist vorbei" in text


@pytest.mark.parametrize("name", [*ODD_NAMES, LONG_NAME, WIDEST])
def test_every_name_stays_in_its_place(name: str) -> None:
    """Nothing leaves the page at the right or below, whatever people are called."""
    found = printed(paper(drawn(6, (name,)), tournament=name[:120]))
    for page in range(found.pages):
        for word in found.words(page):
            assert word.right <= 196
            assert word.bottom <= 292
    assert 2 <= found.pages <= 9


def test_many_draws_find_room(tmp_path: Path) -> None:
    draws = tuple(drawn(2, title=f"Runde {n // 2 + 1}", draw_no=n % 2 + 1) for n in range(40))
    text = text_of(printed(paper(*draws)), tmp_path)
    assert "Runde 20, Auslosung 2" in text


def test_is_tagged_and_has_its_fonts_inside(tmp_path: Path) -> None:
    found = printed(paper(drawn(5)))
    assert found.title == "Losprotokoll: 3. offene Dürener Schockmeisterschaft"
    assert "pdfuaid" in found.xmp
    kinds = {kind for page in range(found.pages) for kind, _ in found.tags(page)}
    assert {"H1", "H2", "Table", "TH", "L"} <= kinds
    assert all(embedded for _, embedded in fonts(found.raw, tmp_path))


@pytest.mark.django_db
def test_it_tells_what_the_hall_knows_and_names_too(tmp_path: Path) -> None:
    t = in_round_two()
    text = text_of(pdf_of(t), tmp_path)
    assert REASON in text
    assert "Anna Aalen 13" in text
    for draw in file_of(t)["draws"]:
        assert draw["seal"] in text
    assert fresh(t).lot_salt not in text


@pytest.mark.django_db
def test_at_the_end_it_holds_the_salt_and_every_seed(tmp_path: Path) -> None:
    t = over()
    text = text_of(pdf_of(t), tmp_path)
    assert fresh(t).lot_salt in text
    assert all(draw["seed"] in text for draw in file_of(t)["draws"])
    assert "K.O." in text


@pytest.mark.django_db
@pytest.mark.parametrize("role", [HELFER, LEITUNG])
def test_it_is_offered_from_the_first_published_draw_on(client, role: str) -> None:
    from tests.builders import add_players, make_tournament
    from tournaments.services._act import SYSTEM
    from tournaments.services.rounds import draw_round, publish_draw

    t = make_tournament()
    add_players(t, 8)
    desk = as_user(client, role)

    def offered() -> bool:
        page = desk.get(f"/leitung/{t.slug}/drucken/").content.decode()
        return 'data-document="lots-0"' in page

    assert not offered()
    draw_round(tournament_id=t.pk, by=SYSTEM)
    assert not offered()
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    assert offered()


@pytest.mark.django_db
def test_a_new_draw_makes_the_old_paper_stale_and_a_result_does_not() -> None:
    t = started(8)
    first = content.digest(facts(t), "lots", PARAMS)
    play_round(t)
    assert content.digest(facts(t), "lots", PARAMS) == first
    play_round(t)
    assert content.digest(facts(t), "lots", PARAMS) != first


@pytest.mark.django_db
def test_the_list_of_names_carries_the_mark(tmp_path: Path) -> None:
    t = in_round_two()
    made = content.document(t.pk, "names", {"round": 2, "base": "http://10.0.0.1:8000", "language": "de"})[0]
    text = text_of(Paper(render(made)), tmp_path)
    assert f"Losnummer 4711 · Fingerabdruck des geheimen Loses: {t.lot_mark}" in text.replace("\xa0", " ")
