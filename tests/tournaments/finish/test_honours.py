"""What is honoured at the end beside the places: who sees it, and not before its time (C9)."""

import re

import pytest
from django.test import Client

from tests.builders import HELFER, LEITUNG, as_user
from tests.playing import current, do, facts
from tests.tournaments.finish.evenings import CUT_TIED_3, in_final, play_all
from tournaments.models import Player, Tournament
from tournaments.queries.honours import honours
from tournaments.queries.public import hall_view
from tournaments.services.final import finish, reopen_finished
from tournaments.services.results import add_schock_aus

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def read(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def seen(t: Tournament, role: str = LEITUNG) -> dict[str, str]:
    return {
        "desk": read(f"/leitung/{t.slug}/sieger/", as_user(Client(), role)),
        "phone": read(f"/{t.slug}/teil/plaetze/"),
        "projector": read(f"/{t.slug}/beamer/0/"),
    }


def finished(points=CUT_TIED_3, *, strokes=(), **changes) -> Tournament:
    """strokes: for the players at the final table by seat, how many each."""
    t = in_final(points, **changes)
    table = current(t).tables[0]
    for player, count in zip(table.players, strokes, strict=False):
        for _ in range(count):
            do(add_schock_aus, t, table_id=table.id, player=player)
    play_all(t)
    do(finish, t)
    return t


def test_most_schock_aus_is_honoured_everywhere_and_only_at_the_end():
    t = in_final()
    table = current(t).tables[0]
    one, two, three = table.players[:3]
    for player in (one, one, two, two, three):
        do(add_schock_aus, t, table_id=table.id, player=player)
    play_all(t)
    assert honours(facts(t)).rows == 0
    assert not any("Schock-aus-König" in page for page in seen(t).values())
    do(finish, t)
    assert {p.number for p in honours(facts(t)).kings} == {one, two}
    names = [facts(t).players[p].name for p in sorted((one, two))]
    for page in seen(t).values():
        said = page[page.index("Schock-aus-König:") :]
        assert re.search(rf"{names[0]},? ?,? {names[1]} \( ?2 Schock aus ?\)", said)
    do(reopen_finished, t, reason="noch ein Spiel")
    assert not any("Schock-aus-König" in page for page in seen(t).values())


@pytest.mark.parametrize("changes", [{}, {"schock_aus_counted": False}])
def test_without_a_stroke_there_is_no_king(changes):
    t = finished(**changes)
    assert honours(facts(t)).kings == ()
    assert not any("König" in page for page in seen(t).values())


def test_prizes_of_the_vorrunde_follow_its_stechen_and_not_the_final():
    t = finished(prize_places=[1, 3])
    order = [place.player for place in facts(t).cut.places if place.eligible]
    found = honours(hall_view(facts(t)).facts).prizes
    assert [(p.first, p.last) for p in found] == [(1, 1), (2, 3)]
    assert [p.number for prize in found for p in prize.players] == order[:3]
    for page in seen(t).values():
        assert f"Platz 1 der Vorrunde: {facts(t).players[order[0]].name}" in page
        assert "Platz 2 bis 3 der Vorrunde:" in page


def test_the_best_lady_is_read_out_by_the_leitung_and_seen_by_nobody_else():
    t = finished()
    assert "Beste Dame" not in seen(t)["desk"]
    last = max(facts(t).players)
    Player.objects.filter(tournament=t, start_number__in=(last, last - 1)).update(gender="w")
    pages = seen(t)
    assert "Beste Dame:" in pages["desk"]
    assert "Dame" not in pages["phone"] + pages["projector"]
    assert "Dame" not in seen(t, HELFER)["desk"]


def test_the_projector_shows_whole_lines_that_have_room():
    t = finished(strokes=[1] * 6, prize_places=[1, 4, 14])
    found = honours(facts(t))
    assert (len(found.kings), len(found.short(5).kings)) == (6, 0)
    assert [(p.first, p.last) for p in found.short(5).prizes] == [(1, 1), (2, 4)]
    assert (found.short(4).prizes, found.short(6).kings) == (found.short(5).prizes, found.kings)
    assert found.short(3).prizes == found.short(5).prizes[:1]
    pages = seen(t)
    assert "König" in pages["desk"]
    assert "König" in pages["phone"]
    assert "König" not in pages["projector"]
    assert "bis 14" not in pages["projector"]
