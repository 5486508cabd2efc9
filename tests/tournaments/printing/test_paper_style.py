"""Logo and line at the foot: what is taken, who may, what it does to paper."""

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image, ImageDraw

from tests.builders import HELFER, LEITUNG, as_user, fresh
from tests.playing import facts, play_round, refused, sent_twice, started
from tests.tournaments.printing.reading import Paper, qr_codes
from tournaments.imports import logos
from tournaments.imports.logos import KEPT_SIZE, LOGO_BYTES, LOGO_SIDE, read_logo
from tournaments.models import LogEntry, PaperStyle, Tournament
from tournaments.printing import content, render
from tournaments.printing.content import PAPERS
from tournaments.services._act import SYSTEM
from tournaments.services.paper_style import remove_logo, style_paper

pytestmark = pytest.mark.django_db
PARAMS = {"round": 1, "base": "http://192.168.178.120:8000", "language": "de"}
LINE = "Der Schützenverein Winden dankt der Sparkasse Düren"


def picture(size: tuple[int, int] = (900, 260), mode: str = "RGB", kind: str = "PNG", **how: object) -> bytes:
    drawn = Image.new(mode, size)
    ImageDraw.Draw(drawn).rectangle((size[0] // 4, size[1] // 4, size[0] // 2, size[1] // 2), fill="white")
    file = io.BytesIO()
    drawn.save(file, kind, **how)
    return file.getvalue()


def styled(**how: object) -> Tournament:
    tournament = started(8)
    style_paper(tournament_id=tournament.pk, by=SYSTEM, **{"footer": LINE, "data": picture(), **how})
    return fresh(tournament)


def printed(tournament: Tournament, kind: str = "sheets", **params: object) -> bytes:
    return render(content.document(tournament.pk, kind, {**PARAMS, **params})[0])


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("1", "PNG"), ("L", "PNG"), ("LA", "PNG"), ("P", "PNG"), ("I;16", "PNG"), ("RGB", "PNG"),
     ("RGBA", "PNG"), ("L", "JPEG"), ("RGB", "JPEG"), ("CMYK", "JPEG")],
)  # fmt: skip
def test_pictures_of_every_kind_are_read(mode: str, kind: str) -> None:
    file = io.BytesIO()
    Image.new(mode, (60, 40)).save(file, kind)
    logo = read_logo(file.getvalue())
    with Image.open(io.BytesIO(logo.data)) as kept:
        assert kept.size == (60, 40)
        assert logo.type == f"image/{kept.format.lower()}"


def test_what_is_kept_is_small_upright_and_says_nothing_of_its_camera() -> None:
    photo = Image.effect_noise((3000, 1500), 90).convert("RGB")
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Kamera von Eva"
    file = io.BytesIO()
    photo.save(file, "JPEG", quality=10, exif=exif, comment=b"geheim")
    logo = read_logo(file.getvalue())
    assert b"geheim" not in logo.data
    assert b"Kamera" not in logo.data
    with Image.open(io.BytesIO(logo.data)) as kept:
        assert not kept.getexif()
        assert kept.height == KEPT_SIZE[1] > kept.width


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_what_a_phone_puts_behind_a_picture_does_no_harm(kind: str) -> None:
    film = b"MotionPhoto_Data" + bytes(20_000)
    assert read_logo(picture(kind=kind) + film) == read_logo(picture(kind=kind))


def test_a_picture_that_is_drawn_over_and_over_is_not_drawn() -> None:
    """Thousands of short scans of a large picture keep the decoder busy for minutes."""
    whole = picture(kind="JPEG", progressive=True)
    last = whole[whole.rindex(b"\xff\xda") : -2]
    assert read_logo(whole[:-2] + 10 * last + whole[-2:])
    with refused("logo_not_a_picture"):
        read_logo(whole[:-2] + 200 * last + whole[-2:])


def test_pictures_are_read_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight large ones in eight threads would take three gigabytes."""
    inside, most = [0], [0]
    whole = logos._upright

    def upright(data: bytes) -> object:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        sleep(0.02)  # the others come in meanwhile
        try:
            return whole(data)
        finally:
            inside[0] -= 1

    monkeypatch.setattr(logos, "_upright", upright)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(read_logo, [picture()] * 4))
    assert most == [1]


def test_a_head_may_be_stuffed() -> None:
    whole = picture(kind="JPEG")
    assert read_logo(whole[:2] + b"\xff\xff" + whole[2:]) == read_logo(whole)


def test_the_end_of_a_small_picture_in_the_head_is_not_the_end() -> None:
    exif = Image.Exif()
    exif[0x010E] = "\xff\xd9".encode("latin-1")
    whole = picture((1200, 700), kind="JPEG", exif=exif)
    assert b"\xff\xd9" in whole[:200]
    with refused("logo_not_a_picture"):
        read_logo(whole[:-400])


def test_an_empty_rim_is_cut_off() -> None:
    for mode, ground in (("RGB", "white"), ("RGBA", (0, 0, 0, 0))):
        drawn = Image.new(mode, (800, 800), ground)
        ImageDraw.Draw(drawn).rectangle((200, 300, 599, 399), fill="navy")
        file = io.BytesIO()
        drawn.save(file, "PNG")
        with Image.open(io.BytesIO(read_logo(file.getvalue()).data)) as kept:
            assert kept.size == (400, 100)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "logo_empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "logo_not_a_picture"),
        (b"GIF89a" + bytes(60), "logo_not_a_picture"),
        (picture()[:-12], "logo_not_a_picture"),
        (picture(kind="JPEG")[:-400], "logo_not_a_picture"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "logo_not_a_picture"),
        (picture((300, 300), kind="GIF"), "logo_not_a_picture"),
        (b"x" * (LOGO_BYTES + 1), "logo_too_large"),
        (picture((LOGO_SIDE + 1, 2)), "logo_too_many_pixels"),
        (picture((2, LOGO_SIDE + 1), kind="JPEG"), "logo_too_many_pixels"),
    ],
)
def test_what_is_no_logo_is_refused_and_nothing_kept(data: bytes, code: str) -> None:
    tournament = started(8)
    with refused(code):
        style_paper(tournament_id=tournament.pk, by=SYSTEM, footer=LINE, data=data)
    assert not PaperStyle.objects.exists()


def test_the_act_is_logged_without_words_repeatable_and_taken_back() -> None:
    tournament = started(8)
    sent_twice(style_paper, tournament, footer=LINE, logo_text="Sparkasse", data=picture())
    entry = LogEntry.objects.latest("pk")
    assert (entry.act, entry.data) == (
        "style_paper", {"changed": ["footer", "logo", "logo_digest", "logo_text", "logo_type"]},
    )  # fmt: skip
    revision = fresh(tournament).revision
    style_paper(tournament_id=tournament.pk, by=SYSTEM, footer=LINE, logo_text="Sparkasse", data=picture())
    assert fresh(tournament).revision == revision
    remove_logo(tournament_id=tournament.pk, by=SYSTEM)
    row = PaperStyle.objects.get(tournament=tournament)
    assert (bytes(row.logo), row.logo_digest, row.logo_text, row.footer) == (b"", "", "", LINE)
    style_paper(tournament_id=tournament.pk, by=SYSTEM)
    assert PaperStyle.objects.get(tournament=tournament).footer == ""


def test_a_line_that_is_too_long_or_has_no_letters_here_is_refused_at_its_field() -> None:
    tournament = started(8)
    with refused("text_too_long", limit=120):
        style_paper(tournament_id=tournament.pk, by=SYSTEM, footer="x" * 121)
    with refused("name_unprintable", sign="田"):
        style_paper(tournament_id=tournament.pk, by=SYSTEM, footer="田")


def test_another_logo_or_line_makes_older_paper_old() -> None:
    tournament = started(8)
    play_round(tournament)
    kinds = [kind for kind, paper in PAPERS.items() if paper.numbers(facts(tournament), True)]
    assert len(kinds) > 5

    def digests() -> set[tuple[str, str]]:
        now = facts(tournament)
        return {(kind, content.digest(now, kind, PARAMS)) for kind in kinds}

    first = digests()
    seen = set(first)
    logos = [{"data": picture()}, {"data": picture((500, 400))}]
    for change in ({"footer": LINE}, *logos, {"logo_text": "Bank"}):
        style_paper(tournament_id=tournament.pk, by=SYSTEM, **{"footer": LINE, **change})
        assert not digests() & seen
        seen |= digests()
    remove_logo(tournament_id=tournament.pk, by=SYSTEM)
    style_paper(tournament_id=tournament.pk, by=SYSTEM)
    # The log alone is longer now.
    assert {mark for mark in digests() if mark[0] != "log"} == {mark for mark in first if mark[0] != "log"}


def test_both_stand_at_the_foot_of_every_page_and_the_codes_still_lead_to_their_tables(
    tmp_path: Path,
) -> None:
    pdf = printed(styled(logo_text="Sparkasse Düren"))
    paper = Paper(pdf)
    for page in range(paper.pages):
        box = paper.file.pages[page]
        assert (round(box.width), round(box.height)) == (595, 842)
        foot = [word for word in paper.words(page) if word.top > 280]
        assert " ".join(word.text for word in foot) == LINE
        assert min(word.left for word in foot) > 15
        (logo,) = (image for image in box.images if image["srcsize"] == (226, 66))
        wide, high = (logo["x1"] - logo["x0"]) / 72 * 25.4, (logo["bottom"] - logo["top"]) / 72 * 25.4
        assert wide / high == pytest.approx(226 / 66, rel=0.03)
        assert 10 < high < 11
        assert logo["bottom"] / 72 * 25.4 <= 292.1
        assert ("Figure", "Sparkasse Düren") in paper.tags(page)
    assert 'pdfuaid:part="1"' in paper.xmp
    codes = [code.rsplit("/", 1)[0] for code in qr_codes(pdf, tmp_path)]
    assert codes == ["HTTP://192.168.178.120:8000/T"] * paper.pages


def test_nothing_asked_for_nothing_changed() -> None:
    tournament = started(8)
    before = printed(tournament)
    style_paper(tournament_id=tournament.pk, by=SYSTEM, footer="", data=picture())
    assert printed(tournament) != before
    remove_logo(tournament_id=tournament.pk, by=SYSTEM)
    assert printed(tournament) == before


@pytest.mark.parametrize("footer", ["W" * 120, "i" * 120, "مركز الرماية في ديورن", "Verein  " * 15])
@pytest.mark.parametrize("data", [None, picture()])
def test_a_line_of_any_length_stays_in_its_band(footer: str, data: bytes | None) -> None:
    paper = Paper(printed(styled(footer=footer, data=data)))
    low = [word for word in paper.words(0) if word.top > 278]
    assert low
    assert all(word.bottom <= 294 and word.left > 15 for word in low)
    assert all(word.right < (132 if data else 195) for word in low)


def form(client: Client, tournament: Tournament, **sent: object) -> object:
    return client.post(f"/leitung/{tournament.slug}/drucken/aussehen/", sent)


def upload(data: bytes, name: str = "logo.png") -> io.BytesIO:
    file = io.BytesIO(data)
    file.name = name
    return file


def test_from_the_form_to_the_picture_on_the_page(client: Client) -> None:
    tournament = started(8)
    as_user(client)
    desk = f"/leitung/{tournament.slug}/drucken/"
    assert f'href="{desk}aussehen/"' in client.get(desk).content.decode()
    answer = form(client, tournament, footer=LINE, logo=upload(picture()), logo_text="Sparkasse Düren")
    assert answer.status_code == 302
    html = client.get(f"{desk}aussehen/").content.decode()
    assert LINE in html
    assert f'src="{desk}aussehen/logo/?' in html
    assert 'alt="Sparkasse Düren"' in html
    shown = client.get(f"{desk}aussehen/logo/")
    assert shown.headers["Content-Type"] == "image/png"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert shown.content == bytes(PaperStyle.objects.get().logo)
    assert form(client, tournament, footer="").status_code == 302  # without a file the logo stays
    assert PaperStyle.objects.get().logo_digest
    assert client.post(f"{desk}aussehen/logo/entfernen/").status_code == 302
    assert client.get(f"{desk}aussehen/logo/").status_code == 404


def test_a_refusal_stands_at_its_field(client: Client) -> None:
    tournament = started(8)
    as_user(client)
    answer = form(client, tournament, footer=LINE, logo=upload(b"<svg/>", "logo.svg"))
    html = answer.content.decode()
    assert answer.status_code == 400
    assert 'id="id_logo_error"' in html
    assert "Bitte ein PNG oder JPEG wählen." in html
    assert LINE in html
    answer = form(client, tournament, footer="x" * 121)
    assert 'id="id_footer_error"' in answer.content.decode()


def test_a_helfer_prints_it_and_does_not_change_it(client: Client) -> None:
    tournament = styled()
    as_user(client, HELFER)
    desk = f"/leitung/{tournament.slug}/drucken/"
    assert "aussehen" not in client.get(desk).content.decode()
    assert client.get(f"{desk}aussehen/").status_code == 403
    as_user(client, LEITUNG)
    assert client.get(f"{desk}aussehen/").status_code == 200


def test_a_deleted_tournament_takes_it_along() -> None:
    tournament = styled()
    tournament.delete()
    assert not PaperStyle.objects.exists()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
