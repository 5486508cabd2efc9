"""A misspelled name, seen on the certificate: put right after the end, and nothing else moves."""

import pytest

from tests.builders import HELFER, fresh, last_log, player
from tests.playing import do, facts
from tests.tournaments.desk.asking import get, post, text
from tests.tournaments.finish.evenings import CLEAR_16, in_final, play_all
from tournaments.models import Phase, Player, Status, Tournament
from tournaments.queries.places import places
from tournaments.services.deletion import delete_personal_data
from tournaments.services.final import finish
from tournaments.services.players import edit_player

pytestmark = pytest.mark.django_db


def order(t: Tournament) -> list[tuple[int, int | None, bool]]:
    return [(line.player.number, line.place, line.shared) for line in places(facts(t))]


def over() -> Tournament:
    t = in_final(CLEAR_16)
    do(edit_player, t, player=1, first="Anna", last="Aalen 1", fixed_station=2)
    play_all(t)
    do(finish, t)
    return fresh(t)


@pytest.mark.parametrize("role", ["Leitung", HELFER])
def test_a_name_is_put_right_after_the_end_and_no_place_moves(role: str) -> None:
    t = over()
    before = order(t)
    page = get(t, "player", 1, role=role).content.decode()
    assert 'name="last"' in page
    typed = {"first": "Änne", "last": "Ahlen", "club": "Typen Club", "team": "Rot", "gender": "w"}
    assert post(t, "player", 1, role=role, **typed, fixed_station="").status_code == 302
    row = player(t, 1)
    assert (row.name, row.club.name, row.team.name, row.gender) == ("Änne Ahlen", "Typen Club", "Rot", "w")
    assert row.fixed_station == 2
    assert last_log(t).data == {"player": 1, "changed": ["first", "last", "club", "team", "gender"]}
    assert fresh(t).phase == Phase.FINISHED
    assert order(t) == before


def test_the_page_offers_after_the_end_what_is_still_done() -> None:
    t = over()
    page = get(t, "player", 1)
    words = text(page)
    assert "Geht nach Hause" not in words
    assert "Ausschließen" not in words
    assert 'name="fixed_station"' not in page.content.decode()
    assert "heißt unter „Drucken“ dann „veraltet“" in words
    assert "Ein Name ist falsch geschrieben?" in text(get(t, "winner"))


def test_who_went_is_not_called_back_after_the_end() -> None:
    t = over()
    Player.objects.filter(tournament=t, start_number=1).update(status=Status.WITHDRAWN)
    words = text(get(t, "player", 1))
    assert "Wieder dabei" not in words
    assert "Rückkehr" not in words


def test_once_the_names_are_deleted_nobody_is_asked_for_one() -> None:
    t = over()
    do(delete_personal_data, t, confirmed=True)
    assert "Speichern" not in text(get(t, "player", 1))
    assert "Ein Name ist falsch geschrieben?" not in text(get(t, "winner"))
