"""The speaker's list and all places, read from the PDF itself."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests.builders import HELFER, LEITUNG, as_user
from tests.playing import current, do, facts
from tests.tournaments.finish.evenings import CUT_TIED_3, in_final, in_ko, lose, play_all
from tests.tournaments.finish.test_honours import finished
from tests.tournaments.printing.examples import ODD_NAMES, PLAIN_NAMES, WIDEST
from tests.tournaments.printing.reading import Paper, fonts, same_letters
from tournaments.models import Job, Player, Tournament
from tournaments.models.player import Gender
from tournaments.printing import content, files, places, prizes, render
from tournaments.printing.content.kinds import NothingToPrint
from tournaments.printing.prizes import Honoured, Person, PrizesData
from tournaments.queries import places as all_places
from tournaments.queries.honours import honours as honoured
from tournaments.services import jobs
from tournaments.services.corrections import correct_game
from tournaments.services.final import finish, reopen_finished
from tournaments.services.knockout import form_final
from tournaments.services.players import withdraw_player

PARAMS = {"round": 0, "language": "de"}
HEAD = {
    "tournament": "3. offene Dürener Schockmeisterschaft",
    "date": date(2026, 11, 14),
    "place": "Schützenhalle Winden",
}
Build = Callable[..., PrizesData | places.PlacesData]
EDGE, SIDE, RIGHT, TALL = 12.0, 15.0, 195.0, 297.0
CALLED = (
    Honoured("Rote Laterne", "5 Punkte", (Person("Willi Küpper", 9, "Typen Club"),)),
    Honoured("Schock-aus-König", "4 Schock aus", (Person("Cem Öztürk", 31, ""),)),
)


def called(names: tuple[str, ...], **changes: object) -> PrizesData:
    """The last place first, as the reader gives them."""
    people = tuple(
        Person(name, place, "Schockklub Winden", place, said=("Finale", "Vorrunde Platz 7, 11 Punkte"))
        for place, name in reversed(list(enumerate(names, start=1)))
    )
    return replace(PrizesData(**HEAD, honours=(), places=people), **changes)


def ranked(names: tuple[str, ...], **changes: object) -> places.PlacesData:
    stages = ["final"] * 6 + ["ko"] * 9 + ["vorrunde"] * len(names)
    rows = tuple(
        places.Row(place, False, name, 900 - place, 25, stages[place - 1])
        for place, name in enumerate(names, start=1)
    )
    return replace(places.PlacesData(**HEAD, rows=rows), **changes)


def printed(data: PrizesData | places.PlacesData, language: str = "de") -> Paper:
    module = prizes if isinstance(data, PrizesData) else places
    return Paper(render(module.document(data, language=language)))


def everything(paper: Paper) -> str:
    return " ".join(paper.text(page) for page in range(paper.pages))


def people(count: int) -> tuple[str, ...]:
    return tuple(f"Anna Aalen {number}" for number in range(1, count + 1))


def in_order(text: str, *parts: str) -> bool:
    found = [text.index(part) for part in parts]
    return found == sorted(found)


def test_the_speaker_calls_honours_first_and_the_champion_last() -> None:
    paper = printed(called(people(15), honours=CALLED))
    text = everything(paper)
    assert in_order(
        text, "Ehrungen", "Rote Laterne 5 Punkte", "Willi Küpper", "Typen Club", "Schock-aus-König"
    )
    assert in_order(
        text, "Cem Öztürk", "Vom letzten zum ersten Platz", *reversed([f"Aalen {n} " for n in range(1, 16)])
    )
    assert text.count("Platz Name Preis") == paper.pages == text.count("nur für die Ansage")
    assert "15. " in text
    assert "Schockklub Winden Finale · Vorrunde Platz 7, 11 Punkte" in text


def test_what_many_share_is_read_in_one_breath() -> None:
    crowd = tuple(Person(name, number, "") for number, name in enumerate(people(12), start=1))
    data = called(people(3), honours=(Honoured("Meiste Blattschüsse", "2 Blattschüsse", crowd, short=True),))
    paper = printed(data)
    assert ", ".join(people(12)) in paper.text(0)
    assert paper.pages == 1


def test_shared_places_of_the_speaker_carry_a_sign() -> None:
    data = called(people(9))
    both = tuple(replace(p, place=8, shared=True) if p.place in {8, 9} else p for p in data.places)
    assert everything(printed(replace(data, places=both))).count("=8.") == 2


def test_names_of_the_speaker_are_large_and_have_a_line_for_the_prize() -> None:
    page = printed(called(PLAIN_NAMES)).file.pages[0]
    sizes = {round(c["size"]) for c in page.chars if "P052" in c["fontname"] and c["text"] in "HM"}
    assert max(sizes) >= 21
    assert len(page.images) + len(page.curves) + len(page.lines) >= len(PLAIN_NAMES)


SMALL = "Schockklub WindenFinale · Vorrunde Platz 7, 11 Punkte"


@pytest.mark.parametrize(("build", "below"), [(called, SMALL), (ranked, "")])
def test_no_name_leaves_its_row(build: Build, below: str) -> None:
    names = (*ODD_NAMES, WIDEST, WIDEST)
    paper = printed(build(names, tournament="W" * 120, place="M" * 120))
    found = []
    for page in range(paper.pages):
        words = paper.words(page)
        assert [w.text for w in words if w.left < SIDE - 0.2 or w.right > RIGHT + 0.2] == []
        assert [w.text for w in words if w.bottom > TALL - 6 or w.top < EDGE - 2] == []
        lines = [y for y in paper.rules(page, SIDE, SIDE + 12) if y > 35]
        pairs = zip(lines, lines[1:], strict=False)
        found += [paper.cell(page, SIDE + 20, RIGHT - 42, top, bottom) for top, bottom in pairs]
    for name in names[1:]:
        assert any(same_letters(text, name + below) for text in found), name


def test_a_hundred_places_are_three_pages_and_the_winner_is_large() -> None:
    paper = printed(ranked(people(101)))
    assert paper.pages == 3
    text = everything(paper)
    assert in_order(
        text, "gewonnen hat", "Anna Aalen 1 ", "Finale", "Aalen 2 ", "K.O.-Runde", "Aalen 7 ", "Vorrunde"
    )
    assert in_order(text, *(f"{place} Anna Aalen {place} {900 - place} 25" for place in range(2, 102)))
    sizes = {c["size"] for c in paper.file.pages[0].chars if c["text"] == "A" and c["matrix"][0] == 0.75}
    assert max(sizes) == 36


def test_shared_places_carry_a_sign_that_is_explained() -> None:
    data = ranked(people(20))
    assert "geteilter" not in everything(printed(data))
    shared = tuple(replace(row, place=7, shared=True) if row.place in {7, 8} else row for row in data.rows)
    text = everything(printed(replace(data, rows=shared)))
    assert text.count("=7 Anna") == 2
    assert "= geteilter Platz" in text


@pytest.mark.parametrize("data", [called(people(15), honours=CALLED), ranked(people(30))])
def test_is_tagged_and_embedded(data: PrizesData | places.PlacesData, tmp_path: Path) -> None:
    paper = printed(data)
    assert paper.catalog["Lang"] == b"de"
    assert "pdfuaid" in paper.xmp
    assert paper.title.endswith(": 3. offene Dürener Schockmeisterschaft")
    tags = [kind for page in range(paper.pages) for kind, _ in paper.tags(page)]
    assert {"H1", "Table", "THead", "TBody", "TH", "TD", "Figure"} <= set(tags)
    assert all(embedded for _, embedded in fonts(paper.raw, tmp_path))


def read(t: Tournament, kind: str) -> PrizesData | places.PlacesData:
    with override("de"):
        return content.PAPERS[kind].read(facts(t), PARAMS)


@pytest.mark.django_db
def test_the_list_tells_the_honours_of_the_evening_and_how_everybody_got_there() -> None:
    t = finished(strokes=[2, 0, 1], prize_places=[1, 3])
    lines = all_places.places(facts(t))
    lady = lines[9].player
    Player.objects.filter(tournament=t, start_number=lady.number).update(gender=Gender.FEMALE)
    data = read(t, "prizes")
    found = {one.title: one for one in data.honours}
    king = honoured(facts(t)).kings[0]
    assert [p.name for p in found["Schock-aus-König"].people] == [king.name]
    assert found["Schock-aus-König"].count == "2 Schock aus"
    assert [p.name for p in found["Beste Dame"].people] == [lady.name]
    assert "Meiste Blattschüsse" in found
    assert list(found)[-2:] == ["Platz 2 bis 3 der Vorrunde", "Platz 1 der Vorrunde"]
    reached = [line for line in lines if line.stage != "vorrunde"]
    assert [p.name for p in data.places] == [line.player.name for line in reversed(reached)]
    assert [p.place for p in data.places][-6:] == [6, 5, 4, 3, 2, 1]
    assert "gewinnt das Finale mit" in data.places[-1].said[0]
    assert data.places[-2].said[0].startswith("Finale, raus im ")
    assert data.places[0].said[0].startswith("Tisch ")
    ranks = {place.player: place for place in facts(t).cut.places}
    for person in data.places:
        own = ranks[person.start_number]
        assert person.said[1].startswith(f"Vorrunde Platz {own.rank}, {own.points} Punkte")
    thrown = {p.start_number for p in data.places if "nach Stechen" in p.said[1]}
    assert thrown
    assert thrown <= {p for s in facts(t).stechen for p in s.players}


@pytest.mark.django_db
def test_who_left_is_told_apart_from_who_lost() -> None:
    t = in_ko(CUT_TIED_3)
    table = current(t).tables[0]
    do(withdraw_player, t, player=table.players[0], reason="müde")
    play_all(t)
    chair = next(p for table in facts(t).ko.tables for p in facts(t).fold(facts(t).ko, table).survivors)
    do(withdraw_player, t, player=chair, reason="")
    do(form_final, t)
    play_all(t)
    do(finish, t)
    said = {p.start_number: p.said[0] for p in read(t, "prizes").places}
    assert said[table.players[0]] == "ging im 1. Spiel an Tisch A"
    assert said[chair] == "trat zum Finale nicht an"
    assert sum(text.startswith("gewinnt") for text in said.values()) == 1


@pytest.mark.django_db
def test_without_ko_tables_the_final_alone_is_called_out() -> None:
    t = in_ko([15] * 3 + [13] * 3 + [10] * 3 + [5] * 3, ko_tables=0, final_size=6)
    play_all(t)
    do(finish, t)
    called_ = read(t, "prizes").places
    assert [p.place for p in called_] == [6, 5, 4, 3, 2, 1]
    assert [p.said[0].split(",")[0] for p in called_[:5]] == ["Finale"] * 5
    assert called_[-1].said[0].startswith("gewinnt das Finale mit ")
    assert len(read(t, "places").rows) == 12


@pytest.mark.django_db
def test_the_wall_shows_everybody_with_the_place_of_the_winners_page() -> None:
    t = finished()
    lines = all_places.places(facts(t))
    rows_ = read(t, "places").rows
    assert [(r.place, r.shared, r.start_number, r.points, r.stage) for r in rows_] == [
        (line.place, line.shared, line.player.number, line.points, line.stage) for line in lines
    ]


@pytest.mark.django_db
def test_both_are_there_when_it_is_over_and_the_list_for_the_leitung_only(client: Client) -> None:
    t = in_final()
    for kind in ("prizes", "places"):
        with pytest.raises(NothingToPrint):
            read(t, kind)

    def offered(role: str) -> set[str]:
        page = as_user(client, role).get(f"/leitung/{t.slug}/drucken/").content.decode()
        return {kind for kind in ("prizes", "places") if f'data-document="{kind}-0"' in page}

    assert offered(LEITUNG) == set()
    play_all(t)
    do(finish, t)
    assert offered(LEITUNG) == {"prizes", "places"}
    assert offered(HELFER) == {"places"}
    do(reopen_finished, t, reason="noch ein Spiel")
    assert offered(LEITUNG) == set()


@pytest.mark.django_db
def test_a_correction_makes_them_old() -> None:
    t = finished()
    before = {kind: content.digest(facts(t), kind, PARAMS) for kind in ("prizes", "places", "certificates")}
    assert before == {kind: content.digest(facts(t), kind, PARAMS) for kind in before}
    do(reopen_finished, t, reason="verschrieben")
    table = facts(t).final.tables[0]
    last = max(table.results)
    other = next(line.player.number for line in all_places.places(facts(t)) if line.place == 1)
    loser = table.results[last].loser
    winner_now_loses = other if other != loser else loser
    do(correct_game, t, table_id=table.id, game=last, half1=winner_now_loses, half2=winner_now_loses,
       endkampf=None, reason="verschrieben")  # fmt: skip
    while current(t) and facts(t).next_game(current(t), current(t).tables[0]):
        lose(t, winner_now_loses)
    do(finish, t)
    after = {kind: content.digest(facts(t), kind, PARAMS) for kind in before}
    assert all(after[kind] != before[kind] for kind in before)


@pytest.mark.django_db
def test_the_print_page_of_a_finished_evening_asks_little(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
    t = finished(strokes=[1])
    desk, prints = as_user(client), f"/leitung/{t.slug}/drucken/"
    asked = [
        "prizes/0",
        "places/0",
        "certificates/0",
        "certificates_all/0",
        *(f"certificate/{n}" for n in range(1, 9)),
    ]
    for tail in asked:
        assert desk.post(f"{prints}{tail}/").status_code == 302
    for job in Job.objects.all():
        claim = jobs.claim_job(job_id=job.pk)
        files.write(f"{job.pk}.pdf", b"%PDF")
        jobs.finish_job(claim=claim, file=f"{job.pk}.pdf", digest=job.digest, total=1)
    with CaptureQueriesContext(connection) as queries:
        page = desk.get(prints).content.decode()
    assert page.count('data-state="done"') == len(asked)
    assert len(queries) <= 15
