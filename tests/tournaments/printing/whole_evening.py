"""One evening from the first draw to the champion, played by people with hostile names: all its papers.

The papers are those that the print page offers on the way, so a new kind comes along by itself.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

from django.utils.translation import override
from PIL import Image, ImageDraw

from tests.builders import fresh
from tests.playing import facts
from tests.tournaments.finish import evenings
from tests.tournaments.printing.examples import LONG_NAME, LONG_WORD, WIDEST
from tournaments.models import Player, Tournament
from tournaments.models.names import search_key, sort_key
from tournaments.printing import Document, content, shelf
from tournaments.services._act import SYSTEM
from tournaments.services.cut import make_cut
from tournaments.services.final import finish
from tournaments.services.knockout import draw_ko, form_final
from tournaments.services.paper_style import style_paper

BASE = "http://192.168.178.120:8000"
LANGUAGES = ("de", "en")
NAMES = (
    ("O", ""),
    (LONG_WORD, LONG_WORD[::-1].capitalize()),
    tuple(LONG_NAME.rsplit(" ", 1)),
    tuple(WIDEST.split()),
    ("שרה", "כהן"),
    ("محمد", "عبد الرحمن الفارسي"),
    ("Ελένη", "Παπαδοπούλου"),
    ("Дмитрий", "Шостакович"),
    ("Ẹ̀ṣọ́", "Ọlá"),
    ("Zée", "Nguyễn"),
    ("<img src=x", "onerror=alert(1)>"),
    ("Øyvind", "Łukaszewicz"),
    ("İpek", "Yıldız-Çağlar"),
    ("Max", "Müller"),
    ("Max", "Müller"),
    ("Άγγελος", "Ѐѝѣѫ"),
    ("יוסף־חיים", "בן־גוריון"),
)
FOOTER, SPONSOR = "Wir danken der Sparkasse Düren", "Sparkasse Düren"
"""On the English papers; the German ones do without."""
TITLE, PLACE = "3. offene Dürener Schockmeisterschaft", "Schützenhalle Αθήνα, Київ"


@dataclass(frozen=True)
class Printed:
    """names: those of the people that stand in what the paper was made from; lasting: what was just printed
    is not old, although the worker speaks another language than the desk."""

    document: Document
    names: tuple[str, ...]
    lasting: bool


@cache
def papers() -> dict[tuple[str, str], tuple[Printed, ...]]:
    """(kind, language) → documents. The rows are gone after the test that asked first; documents stay."""
    tournament = evenings.played(evenings.CUT_TIED_3)
    _name(tournament)
    found: dict[tuple[str, str], dict[int, Printed]] = {}
    for _moment in _moments(tournament):
        for language in LANGUAGES:
            for offer in _offers(tournament, language):
                known = found.setdefault((offer.kind, language), {})
                if offer.round not in known and len(known) < 3:
                    known[offer.round] = _printed(tournament, offer)
    return {key: tuple(documents.values()) for key, documents in found.items()}


def _name(tournament: Tournament) -> None:
    players = Player.objects.filter(tournament=tournament).order_by("start_number")
    assert len(players) == len(NAMES)
    for player, (first, last) in zip(players, NAMES, strict=True):
        player.first, player.last = first, last
        player.sort_key, player.search_key = sort_key(last, first), search_key(first, last)
        player.save()
    Tournament.objects.filter(pk=tournament.pk).update(name=TITLE, place=PLACE)


def _moments(tournament: Tournament) -> Iterator[str]:
    body: dict[str, Any] = {"tournament_id": tournament.pk, "by": SYSTEM}
    style_paper(**body, footer=FOOTER, logo_text=SPONSOR, data=_logo())
    yield "the Vorrunde is over"
    evenings.throw_all(tournament)
    yield "the Stechen are thrown"
    make_cut(**body)
    evenings.check_everybody_in(tournament)
    yield "everybody is there"
    draw_ko(**body)
    yield "the K.O. is drawn"
    evenings.play_all(tournament)
    form_final(**body)
    yield "the final is formed"
    evenings.play_all(tournament)
    finish(**body)
    yield "the champion is known"


def _logo() -> bytes:
    drawn = Image.new("RGB", (600, 200), "navy")
    ImageDraw.Draw(drawn).ellipse((20, 20, 180, 180), fill="gold")
    file = io.BytesIO()
    drawn.save(file, "PNG")
    return file.getvalue()


def _offers(tournament: Tournament, language: str) -> Iterator[shelf.Offer]:
    """What the Leitung is offered now, of many papers of one kind the first, the last and one between."""
    now, prints = facts(tournament), shelf.load_prints(tournament.pk)
    for kind, paper in content.PAPERS.items():
        numbers = list(paper.numbers(now, True))
        for number in dict.fromkeys([*numbers[:1], *numbers[len(numbers) // 2 :][:1], *numbers[-1:]]):
            offer = shelf.offer_for(now, prints, kind, number, base=BASE, drafts=True, language=language)
            assert offer is not None
            yield offer


def _printed(tournament: Tournament, offer: shelf.Offer) -> Printed:
    found = facts(tournament)
    data = content.PAPERS[offer.kind].read(found, offer.params)
    said = set(_texts(data))
    names = {f"{p.first} {p.last}".strip() for p in found.players.values() if _says(said, p.first, p.last)}
    with override("en"):
        document, digest = content.document(fresh(tournament).pk, offer.kind, offer.params)
    lasting = digest == content.digest(facts(tournament), offer.kind, offer.params)
    if offer.params["language"] == "de":
        document = replace(document, look=None)
    return Printed(document, tuple(sorted(names)), lasting)


def _says(said: set[str], first: str, last: str) -> bool:
    return f"{first} {last}".strip() in said or {first, last} - {""} <= said


def _texts(data: Any) -> Iterator[str]:
    """Every text in what a paper was made from."""
    if isinstance(data, str):
        yield data
    elif is_dataclass(data) and not isinstance(data, type):
        for field in fields(data):
            yield from _texts(getattr(data, field.name))
    elif isinstance(data, dict):
        yield from _texts(tuple(data.values()))
    elif isinstance(data, tuple | list):
        for part in data:
            yield from _texts(part)
