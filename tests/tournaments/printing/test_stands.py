"""Table numbers to stand on the tables, read from the PDF itself."""

import base64
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from scoring.errors import RuleViolation
from tests.builders import HELFER, add_players, as_user, fresh, last_log, make_tournament
from tests.playing import at_ko, facts, play_round, refused, started
from tests.tournaments.printing.examples import LONG_NAME, ODD_NAMES, WIDEST
from tests.tournaments.printing.reading import Paper, fonts, qr_codes
from tests.tournaments.printing.test_paper_style import picture
from tournaments import tasks
from tournaments.models import Job, Station, Tournament
from tournaments.printing import content, render, stands
from tournaments.printing.band import Look
from tournaments.printing.stands import Stand, StandsData
from tournaments.services._act import SYSTEM
from tournaments.services.rounds import draw_round
from tournaments.services.stations import pair_device, prepare_stations, replace_code
from tournaments.services.tournaments import change_format
from tournaments.views.desk import printing

BASE = "http://192.168.178.120:8000"
PARAMS = {"round": 0, "language": "de", "base": BASE}
FOLD = 148.5


def stand(sign: str, code: str = "K7P4QX", **changes: str) -> Stand:
    told = {"name": f"Tisch {sign}", "stage": "", "entry_url": f"{BASE.upper()}/T/{code}"} | changes
    return Stand(sign=sign, code=code, **told)


def paper_of(*tables: Stand, tournament: str = "3. offene Dürener Schockmeisterschaft") -> StandsData:
    return StandsData(tournament, "192.168.178.120:8000/t", tables)


def printed(*tables: Stand, language: str = "de", **changes: str) -> Paper:
    return Paper(render(stands.document(paper_of(*tables, **changes), language=language)))


def ready(players: int = 0, **changes: object) -> Tournament:
    """An evening whose tables have codes and whose first round nobody has drawn."""
    t = make_tournament(**changes)
    add_players(t, players, present=False)
    prepare_stations(tournament_id=t.pk, by=SYSTEM)
    return t


def signs(t: Tournament) -> list[str]:
    return [one.sign for one in content.PAPERS["stands"].read(facts(t), PARAMS).stands]


def pdf_of(t: Tournament) -> bytes:
    return render(content.document(t.pk, "stands", PARAMS)[0])


def test_one_page_a_table_and_the_same_on_both_sides_of_the_fold() -> None:
    paper = printed(*(stand(sign) for sign in ("7", "21", "110")))
    assert paper.pages == 3
    for page, sign in enumerate(("7", "21", "110")):
        chars = paper.file.pages[page].chars
        below = [char for char in chars if char["top"] > FOLD / 25.4 * 72]
        above = [char for char in chars if char["bottom"] < FOLD / 25.4 * 72]
        assert len(below) + len(above) == len(chars)
        # Upside down is turned by half a circle, neither mirrored nor lying.
        assert {char["matrix"][0] > 0 for char in below if char["text"] != " "} == {True}
        assert {char["matrix"][0] < 0 for char in above if char["text"] != " "} == {True}
        assert sorted(c["text"] for c in above) == sorted(c["text"] for c in below)
        assert f"Tisch {sign}" in paper.text(page)
        largest = max(char["size"] for char in below)
        assert [c["text"] for c in below if c["size"] == largest] == list(sign)
        assert largest / 72 * 25.4 > 50  # millimetres of type: read across the hall


@pytest.mark.parametrize("logo", [b"", picture()], ids=["line", "logo"])
def test_a_band_at_the_foot_leaves_the_fold_in_the_middle_and_stands_on_both_sides(logo: bytes) -> None:
    picture_of = f"data:image/png;base64,{base64.b64encode(logo).decode()}" if logo else ""
    look = Look(footer="Wir danken der Sparkasse", logo=picture_of, logo_text="Sparkasse")
    paper = Paper(render(replace(stands.document(paper_of(stand("7"))), look=look)))
    box, middle = paper.file.pages[0], FOLD / 25.4 * 72
    seen = [
        sorted((c["text"], round(abs((c["top"] + c["bottom"]) / 2 - middle))) for c in side)
        for side in (
            [c for c in box.chars if c["top"] > middle],
            [c for c in box.chars if c["bottom"] < middle],
        )
    ]
    assert [text for text, _away in seen[0]] == [text for text, _away in seen[1]]
    pairs = zip(sorted(away for _text, away in seen[0]), sorted(away for _text, away in seen[1]), strict=True)
    assert all(abs(one - other) <= 2 for one, other in pairs)
    assert len(box.images) == (2 if logo else 0)
    assert paper.tags(0).count(("Figure", "Sparkasse")) == bool(logo)
    assert 'pdfuaid:part="1"' in paper.xmp


@pytest.mark.parametrize("name", ["Abend", LONG_NAME, *ODD_NAMES[:5], WIDEST[:120]])
@pytest.mark.parametrize("sign", ["1", "25", "110", "A"])
def test_nothing_leaves_its_half(name: str, sign: str) -> None:
    paper = printed(stand(sign, stage="K.O.-Runde"), tournament=name)
    assert paper.pages == 1
    for word in paper.words(0):
        assert word.left >= 8
        assert word.right <= 203
        assert word.top >= 8
        assert word.bottom <= 289
        assert word.bottom < FOLD or word.top > FOLD


def test_a_long_name_leaves_the_code_where_it_is() -> None:
    heights = set()
    for name in ("Abend", LONG_NAME, WIDEST[:120]):
        word = next(w for w in printed(stand("3"), tournament=name).words(0) if "K7P4QX" in w.text)
        heights.add(round(word.top, 1))
    assert len(heights) == 1


def test_without_a_code_nothing_invites_to_enter() -> None:
    text = printed(stand("5", code="")).text(0)
    assert "Tisch 5" in text
    assert "Hier eintragen" not in text
    assert "Zettel gleich" in text


def test_it_is_tagged_and_read_out_once(tmp_path: Path) -> None:
    pdf = render(stands.document(paper_of(stand("7"), stand("A"))))
    paper = Paper(pdf)
    assert paper.catalog["Lang"] == b"de"
    assert 'pdfuaid:part="1"' in paper.xmp
    assert paper.title == "Tischnummern: 3. offene Dürener Schockmeisterschaft"
    for page, sign in enumerate("7A"):
        tags = paper.tags(page)
        assert [tag for tag, _ in tags if tag in ("H1", "H2")] == ["H1", "H2"]
        assert [alt for tag, alt in tags if tag == "Figure"] == [
            f"Tisch {sign}", f"QR-Code für Tisch {sign}, Code K7P4QX",
        ]  # fmt: skip
    found = fonts(pdf, tmp_path)
    assert all(embedded for _, embedded in found)
    assert any("P052" in name for name, _ in found)


def test_another_language_is_named_in_the_file() -> None:
    assert printed(stand("5"), language="en").catalog["Lang"] == b"en"


@pytest.mark.django_db
def test_both_codes_of_every_page_lead_to_its_table(tmp_path: Path) -> None:
    t = ready(9, ko_tables=2, ko_seats=4)
    pdf = pdf_of(t)
    assert signs(t) == ["1", "2", "3", "A", "B", "F"]  # nine people sit at two tables, one in reserve
    paper = Paper(pdf)
    assert paper.pages == 6
    names = ["Tisch 1", "Tisch 2", "Tisch 3", "Tisch A", "Tisch B", "Finaltisch"]
    order = [("vorrunde", 1), ("vorrunde", 2), ("vorrunde", 3), ("ko", 1), ("ko", 2), ("final", 1)]
    known = facts(t).codes
    for page, (name, code) in enumerate(zip(names, qr_codes(pdf, tmp_path), strict=True)):
        assert name in paper.text(page)
        mine = known[order[page]]
        assert code.splitlines() == [f"HTTP://192.168.178.120:8000/T/{mine}"] * 2
        assert mine in paper.text(page).replace(" ", "")  # the letters of a code stand wide apart
        assert "192.168.178.120:8000/t" in paper.text(page)


@pytest.mark.django_db
def test_the_codes_of_the_evening_before_are_those_of_the_draw() -> None:
    t = ready(9)
    before = facts(t).codes
    assert last_log(t).act == "prepare_stations"
    assert last_log(t).data == {"stations": 7}  # three of the Vorrunde, three of the K.O., the final
    revision = fresh(t).revision
    prepare_stations(tournament_id=t.pk, by=SYSTEM)
    assert (fresh(t).revision, facts(t).codes) == (revision, before)
    token = {"token_hash": "f" * 64, "label": "iPad"}
    pair_device(tournament_id=t.pk, by=SYSTEM, code=before[("vorrunde", 1)], **token)


@pytest.mark.django_db
def test_the_draw_keeps_them_and_adds_what_is_missing() -> None:
    t = ready(4)
    before = facts(t).codes
    add_players(t, 16, first=5)
    digest = content.digest(facts(t), "stands", PARAMS)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    assert before.items() <= facts(t).codes.items()
    assert signs(t)[:4] == ["1", "2", "3", "4"]
    assert content.digest(facts(t), "stands", PARAMS) != digest


@pytest.mark.django_db
def test_a_replaced_code_and_another_address_make_it_old_a_result_does_not() -> None:
    t = started(8)
    prepare_stations(tournament_id=t.pk, by=SYSTEM)
    before = content.digest(facts(t), "stands", PARAMS)
    play_round(t)
    assert content.digest(facts(t), "stands", PARAMS) == before
    assert content.digest(facts(t), "stands", {**PARAMS, "base": "http://10.0.0.9"}) != before
    station = Station.objects.get(tournament=t, stage="final")
    replace_code(tournament_id=t.pk, by=SYSTEM, station_id=station.pk)
    assert content.digest(facts(t), "stands", PARAMS) != before


@pytest.mark.django_db
def test_no_letter_where_nobody_plays_a_knockout() -> None:
    assert signs(ready(8, ko_tables=0, final_size=5)) == ["1", "2", "3", "F"]
    t = ready(8)
    change_format(tournament_id=t.pk, by=SYSTEM, changes={"ko_tables": 2})
    assert signs(t)[3:] == ["A", "B", "F"]


@pytest.mark.django_db
def test_the_reserve_is_a_tenth() -> None:
    assert len(ready(40).stations.filter(stage="vorrunde")) == 11
    assert len(ready(44).stations.filter(stage="vorrunde")) == 13
    assert len(ready(0).stations.filter(stage="vorrunde")) == 28  # as many as usually come


@pytest.mark.django_db
def test_one_click_makes_the_codes_and_asks_for_the_paper(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
    t = make_tournament(open_=False)
    add_players(t, 8, present=False)
    as_user(client, HELFER)
    for _ in range(2):
        assert client.post(f"/leitung/{t.slug}/drucken/stands/0/").status_code == 302
    assert Job.objects.get().kind == "stands"
    assert len(facts(t).codes) == 7


@pytest.mark.django_db
def test_a_full_disk_is_said_before_anything_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**body: object) -> None:
        raise RuleViolation("disk_full")

    monkeypatch.setattr(printing, "prepare_stations", full)
    t = make_tournament()
    answer = as_user(client).post(f"/leitung/{t.slug}/drucken/stands/0/")
    assert answer.status_code >= 400
    assert "Festplatte" in answer.content.decode()
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_after_the_end_no_code_is_made(client: Client) -> None:
    t = make_tournament()
    Tournament.objects.filter(pk=t.pk).update(phase="finished")
    assert as_user(client).post(f"/leitung/{t.slug}/drucken/stands/0/").status_code >= 400
    assert facts(t).codes == {}
    with refused("wrong_phase"):
        prepare_stations(tournament_id=t.pk, by=SYSTEM)


@pytest.mark.django_db
def test_other_papers_make_no_codes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
    t = make_tournament()
    as_user(client)
    assert client.post(f"/leitung/{t.slug}/drucken/rules/0/").status_code == 302
    assert facts(t).codes == {}


@pytest.mark.django_db
def test_the_letters_of_the_knockout_are_those_of_the_draw(tmp_path: Path) -> None:
    t = at_ko(8)
    prepare_stations(tournament_id=t.pk, by=SYSTEM)
    known = facts(t).codes
    assert {("ko", table.number): table.code for table in facts(t).ko.tables}.items() <= known.items()
    assert signs(t)[-3:] == ["A", "B", "F"]
