"""Certificates, read from the PDF itself: who gets one, in which order, and that nothing leaves the frame."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from tests.builders import HELFER, LEITUNG, as_user
from tests.playing import do, facts
from tests.tournaments.finish.evenings import in_final, play_all
from tests.tournaments.finish.test_honours import finished
from tests.tournaments.printing.examples import LONG_NAME, ODD_NAMES, PLAIN_NAMES
from tests.tournaments.printing.reading import MM, Paper, Word, fonts, same_letters
from tournaments.messages import awards as words
from tournaments.models import Job, Player, Tournament
from tournaments.models.player import Gender
from tournaments.printing import certificates, content, render
from tournaments.printing.certificates import Certificate
from tournaments.printing.content import honours
from tournaments.printing.content.kinds import NothingToPrint
from tournaments.queries.places import places
from tournaments.services.final import finish, reopen_finished
from tournaments.services.players import edit_player, exclude_player
from tournaments.services.prints import print_job

PARAMS = {"round": 0, "language": "de"}
WIDE, HIGH = 297.0, 210.0
FRAME = 12.5  # mm: nothing is printed nearer to the edge
SIGNED = 165.5  # mm from the top: below it the signatures
LEFT, RIGHT = 29.5, 267.5  # the room of the words


def one(name: str = PLAIN_NAMES[0], **changes: object) -> Certificate:
    data = Certificate(
        tournament="3. offene Dürener Schockmeisterschaft",
        date=date(2026, 11, 14),
        where="Schützenhalle Winden",
        name=name,
        club="Schockklub Winden",
        before="hat unter 101 Leuten",
        won="den 1. Platz",
        after="erknobelt.",
        place=1,
    )
    return replace(data, **changes)


def printed(*data: Certificate, language: str = "de") -> Paper:
    return Paper(render(certificates.document(data, language=language)))


def words_of(paper: Paper, page: int = 0) -> list[Word]:
    """What is written beside the mat; „URKUNDE“ is spaced, so each of its letters is a word."""
    found = paper.file.pages[page].filter(lambda one: one.get("matrix", (0.75,))[0] == 0.75)
    words = found.extract_words(x_tolerance=2.5)
    return [Word(w["text"], w["x0"] / MM, w["top"] / MM, w["x1"] / MM, w["bottom"] / MM) for w in words]


def texts(paper: Paper, page: int = 0) -> str:
    return " ".join(word.text for word in words_of(paper, page))


def rim(paper: Paper) -> str:
    """The letters around the mat, from the first on."""
    chars = paper.file.pages[0].chars
    return "".join(c["text"] for c in chars if c["matrix"][0] != 0.75 and "P052" in c["fontname"])


def test_a_certificate_says_who_what_where_and_when_and_is_to_be_signed() -> None:
    paper = printed(one())
    page = paper.file.pages[0]
    assert (round(page.width / 72 * 25.4), round(page.height / 72 * 25.4)) == (WIDE, HIGH)
    text = texts(paper)
    for part in (
        "U R K U N D E Käthe Überbach", "Schockklub Winden", "hat unter 101 Leuten den 1. Platz erknobelt.",
        "3. offene Dürener Schockmeisterschaft", "Schützenhalle Winden", "14. November 2026",
        "Ort und Datum Turnierleitung Veranstalter",
    ):  # fmt: skip
        assert part in text
    signed = {round(box["x0"] / MM, 1) for box in page.rects if 183 <= box["bottom"] / MM <= 184}
    assert signed == {29.5, 113.5, 197.5}


def test_without_club_and_hall_nothing_is_missing() -> None:
    text = texts(printed(one(club="", where="")))
    assert "Käthe Überbach hat unter 101 Leuten" in text
    assert "14. November 2026 Datum Turnierleitung" in text


def test_in_english_every_word_is_english() -> None:
    with override("en"):
        three = words.of_place(3, True, 101)
    text = texts(printed(one(**dict(zip(("before", "won", "after"), three, strict=True))), language="en"))
    assert (
        "C E R T I F I C A T E Käthe Überbach Schockklub Winden has won, among 101 people, shared place 3"
        in text
    )
    assert "Place and date Tournament desk Organiser" in text


def test_the_worst_names_stay_between_mat_and_signatures() -> None:
    worst = {"club": (LONG_NAME * 2)[:80], "tournament": "W" * 120, "where": "M" * 120}
    sheets = [*(one(name, **worst) for name in ODD_NAMES), *(one(name) for name in (*ODD_NAMES[:3], "Li"))]
    paper = printed(*sheets)
    assert paper.pages == len(sheets)
    for page, data in enumerate(sheets):
        stays_in_its_box(paper, page, data)


def stays_in_its_box(paper: Paper, page: int, data: Certificate) -> None:
    found = words_of(paper, page)
    mat = max(c["bottom"] for c in paper.file.pages[page].chars if c["matrix"][0] != 0.75) / MM
    assert [w.text for w in found if w.left < FRAME or w.right > WIDE - FRAME] == []
    assert [w.text for w in found if w.top < mat or w.bottom > HIGH - FRAME] == []
    title, before = (next(w for w in found if w.text == text) for text in ("U", "hat"))
    letters = paper.cell(page, LEFT, RIGHT, title.bottom, before.top + 1)
    assert same_letters(letters, f"{data.name}{data.club}"), letters
    said = f"{data.before}{data.won}{data.after}{data.tournament}"
    assert same_letters(paper.cell(page, LEFT, RIGHT, before.top, SIGNED), said)
    captions = {round(w.top, 1) for w in found if w.text in {"Ort", "Turnierleitung", "Veranstalter"}}
    assert len(captions) == 1  # the lines to sign on are level, however long the hall is called
    hall = paper.cell(page, LEFT, LEFT + 70, SIGNED, HIGH - FRAME)
    assert same_letters(hall, f"{data.where}14. November 2026Ort und Datum")


def test_a_plain_name_is_large_and_a_long_one_has_lines_of_like_length() -> None:
    def lines(name: str) -> tuple[float, list[float]]:
        chars = printed(one(name)).file.pages[0].chars
        size = max(c["size"] for c in chars if c["matrix"][0] == 0.75)
        own = [c for c in chars if c["size"] == size and c["matrix"][0] == 0.75]
        rows = [[c for c in own if c["top"] == top] for top in {c["top"] for c in own}]
        return round(size, 1), [max(c["x1"] for c in row) - min(c["x0"] for c in row) for row in rows]

    assert lines("Käthe Überbach")[0] == 46
    size, widths = lines("Maximiliane Gräfin von Strachwitz-Überlingen")
    assert size >= 36
    assert len(widths) == 2
    assert min(widths) / max(widths) > 0.8


def test_the_name_of_the_tournament_goes_around_the_mat() -> None:
    words = rim(printed(one()))
    assert words.startswith("3.OFFENEDÜRENERSCHOCKMEISTERSCHAFT·2026")
    assert rim(printed(one(tournament="Schock"))).count("SCHOCK") == 3
    for unfit in ("W" * 120, "בדיקה", "Турнир"):
        assert "URKUNDE·2026" in rim(printed(one(tournament=unfit)))


def test_sheets_are_in_order_and_tagged(tmp_path: Path) -> None:
    paper = printed(*(one(name, place=place) for place, name in enumerate(PLAIN_NAMES, start=1)))
    assert paper.pages == len(PLAIN_NAMES)
    for page, name in enumerate(PLAIN_NAMES):
        assert f"U R K U N D E {name} Schockklub" in texts(paper, page)
    assert paper.title == "Urkunden: 3. offene Dürener Schockmeisterschaft"
    assert printed(one()).title == "Urkunde für Käthe Überbach"
    assert paper.catalog["Lang"] == b"de"
    assert "pdfuaid" in paper.xmp
    tags = paper.tags(0)
    assert {"H1", "P", "Figure"} <= {kind for kind, _ in tags}
    assert ("Figure", "den 1. Platz") in tags
    assert all(embedded for _, embedded in fonts(paper.raw, tmp_path))


def names_of(t: Tournament, kind: str, number: int = 0) -> list[str]:
    data = content.PAPERS[kind].read(facts(t), {**PARAMS, "round": number})
    return [one.name for one in data]


def name(t: Tournament, number: int) -> str:
    return facts(t).players[number].name


@pytest.mark.django_db
def test_who_is_called_out_gets_one_in_that_order_and_the_champion_the_last() -> None:
    t = finished(strokes=[2, 0, 1], prize_places=[1, 3])
    lines = places(facts(t))
    Player.objects.filter(tournament=t, start_number=lines[9].player.number).update(gender=Gender.FEMALE)
    with override("de"):
        data = honours.called_certificates(facts(t), PARAMS)
    final = [line for line in lines if line.stage == "final"]
    assert [one.name for one in data[-6:]] == [line.player.name for line in reversed(final)]
    assert [one.place for one in data[-6:]] == [6, 5, 4, 3, 2, 1]
    assert data[-1].won == "den 1. Platz"
    assert data[-1].before == "hat unter 17 Leuten"
    beside = [(one.honour, one.won) for one in data[:-6]]
    assert beside[-4:] == [
        ("lady", "beste Dame"),
        ("", "den geteilten 2. Platz der Vorrunde"),
        ("", "den geteilten 2. Platz der Vorrunde"),
        ("", "den 1. Platz der Vorrunde"),
    ]
    assert ("king", "Schock-aus-König") in beside
    assert data[[one.honour for one in data].index("lady")].name == lines[9].player.name


@pytest.mark.django_db
def test_what_many_share_is_called_but_not_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    t = finished(strokes=[1] * 6)

    def kings() -> tuple[int, bool]:
        with override("de"):
            told = {one.title: one.short for one in honours.prize_list(facts(t), PARAMS).honours}
        made = [one.honour for one in honours.called_certificates(facts(t), PARAMS)]
        return made.count("king"), told["Schock-aus-König"]

    assert kings() == (0, True)
    monkeypatch.setattr(honours, "FEW", 6)
    assert kings() == (6, False)


@pytest.mark.django_db
def test_everybody_gets_one_but_who_was_sent_home() -> None:
    t = finished()
    lines = places(facts(t))
    assert names_of(t, "certificates_all") == [line.player.name for line in reversed(lines)]
    do(reopen_finished, t, reason="noch jemand")
    out = lines[-1].player.number
    do(exclude_player, t, player=out, reason="grob unsportlich")
    do(finish, t)
    assert name(t, out) not in names_of(t, "certificates_all")
    assert out not in honours.with_certificate(facts(t))
    with pytest.raises(NothingToPrint):
        names_of(t, "certificate", out)


@pytest.mark.django_db
def test_who_was_sent_home_from_the_final_gets_none_of_either_set() -> None:
    t = in_final()
    out = facts(t).final.tables[0].players[0]
    do(exclude_player, t, player=out, reason="grob unsportlich")
    play_all(t)
    do(finish, t)
    called = names_of(t, "certificates")
    assert name(t, out) not in called
    assert called[-5:] == [line.player.name for line in reversed(places(facts(t))[:5])]
    assert name(t, out) not in names_of(t, "certificates_all")


@pytest.mark.django_db
def test_there_is_none_before_the_end() -> None:
    t = in_final()
    for kind in ("certificates", "certificates_all", "certificate"):
        assert not content.PAPERS[kind].numbers(facts(t), True)
        with pytest.raises(NothingToPrint):
            names_of(t, kind, 1)


@pytest.mark.django_db
def test_one_is_printed_from_the_page_of_its_person(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
    t = in_final()
    desk, person, prints = (
        as_user(client, HELFER),
        f"/leitung/{t.slug}/anmeldung/3/",
        f"/leitung/{t.slug}/drucken/",
    )
    button = f'action="{prints}certificate/3/"'
    assert button not in desk.get(person).content.decode()
    play_all(t)
    do(finish, t)
    assert button in desk.get(person).content.decode()
    assert 'data-document="certificate-' not in desk.get(prints).content.decode()
    assert desk.post(f"{prints}certificate/3/").status_code == 302
    assert desk.post(f"{prints}certificate/99/").status_code == 400
    job = Job.objects.get()
    print_job(job_id=job.pk)
    page = desk.get(prints).content.decode()
    assert page.count('data-document="certificate-') == 1
    assert 'data-document="certificate-3" data-state="done"' in page
    assert "Urkunde, Startnummer 3" in page
    assert "Runde 3" not in page
    answer = desk.get(f"{prints}{job.pk}/datei/")
    paper = Paper(b"".join(answer.streaming_content))
    assert paper.pages == 1
    assert name(t, 3) in texts(paper)


@pytest.mark.django_db
def test_another_name_or_club_makes_it_old_and_is_put_right_after_the_end() -> None:
    t = finished()
    kinds = {"certificate": {**PARAMS, "round": 5}, "certificates_all": PARAMS}

    def digests() -> list[str]:
        return [content.digest(facts(t), kind, params) for kind, params in kinds.items()]

    found = [digests(), digests()]
    assert found[0] == found[1]
    for club in ("", "KG Rot-Weiß"):
        changed = {"first": "Käthe", "last": "Überbach", "club": club, "team": "", "gender": ""}
        do(edit_player, t, player=5, **changed)
        found.append(digests())
    assert all(len(set(each)) == 3 for each in zip(*found, strict=True))


@pytest.mark.django_db
def test_the_set_that_may_name_the_best_lady_is_for_the_leitung(client: Client) -> None:
    t = finished()

    def offered(role: str) -> set[str]:
        page = as_user(client, role).get(f"/leitung/{t.slug}/drucken/").content.decode()
        return {kind for kind in ("certificates", "certificates_all") if f'data-document="{kind}-0"' in page}

    assert offered(LEITUNG) == {"certificates", "certificates_all"}
    assert offered(HELFER) == {"certificates_all"}
