"""The laptop's clock is put right in the middle of the evening: what came first is still what came first."""

import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from tests.builders import add_players, make_tournament, player
from tests.playing import (
    current,
    do,
    facts,
    play_round,
    play_table,
    refused,
    start_round,
    started,
    table_of,
)
from tests.tournaments.desk.asking import get, text
from tests.tournaments.finish.evenings import (
    CUT_TIED_3,
    at_cut,
    check_everybody_in,
    order,
    play_all,
    played,
    throw_all,
    throw_for_places,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import Device, Pairing, Round, Station, Status, Tournament
from tournaments.printing import files
from tournaments.queries.field import placed
from tournaments.queries.overview import SLOWEST, overview
from tournaments.services import backup
from tournaments.services.corrections import correct_game
from tournaments.services.cut import announce_cut, decline_place, make_cut, undo_decline, void_cut
from tournaments.services.final import finish
from tournaments.services.knockout import dissolve_final, draw_ko, form_final
from tournaments.services.players import exclude_player, return_player, withdraw_player
from tournaments.services.rounds import discard_draw, draw_round, redraw_round
from tournaments.services.stations import note_seen
from tournaments.views.desk import login

pytestmark = pytest.mark.django_db
JUMPS = [timedelta(hours=-3), timedelta(0), timedelta(hours=3)]
NOW = timezone.now


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_returns_after_the_next_draw(monkeypatch, jump):
    t = started(9, rounds=3)
    play_round(t)
    do(withdraw_player, t, player=1)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    start_round(t)
    with refused("return_too_late", player=1):
        do(return_player, t, player=1)


@pytest.mark.parametrize("jump", JUMPS)
def test_everybody_returns_before_the_next_draw(monkeypatch, jump):
    t = started(9, rounds=3)
    play_round(t)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    do(withdraw_player, t, player=1)
    do(exclude_player, t, player=1, reason="Streit")
    monkeypatch.setattr(timezone, "now", NOW)
    do(draw_round, t)
    do(discard_draw, t)
    assert do(return_player, t, player=1)["status"] == Status.PRESENT


@pytest.mark.parametrize("jump", JUMPS)
def test_a_draw_that_was_taken_back_is_no_draw(monkeypatch, jump):
    t = started(9, rounds=3)
    play_round(t)
    do(withdraw_player, t, player=1)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    start_round(t)
    do(redraw_round, t, reason="zwei vergessen")
    do(return_player, t, player=1)
    assert player(t, 1).status == Status.PRESENT


@pytest.mark.parametrize("jump", JUMPS)
def test_who_returns_sits_at_his_table_again(monkeypatch, jump):
    t = started(8)
    table = table_of(t)
    number = table.players[0]
    do(withdraw_player, t, player=number)
    assert [a.player for a in table_of(t).absences] == [number]
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    do(return_player, t, player=number)
    assert table_of(t).absences == []
    assert facts(t).next_game(current(t), table_of(t)) == 1


def corrected(t: Tournament, count: int) -> None:
    """So many games of the Vorrunde had another loser."""
    games = [(table, g) for table in facts(t).vorrunde[0].tables for g in table.results]
    for table, game in games[:count]:
        lost = facts(t).vorrunde[0].table(table.number).results[game].loser
        other = next(p for p in table.players if p != lost)
        do(correct_game, t, table_id=table.id, game=game, half1=other, half2=other, reason="falsch gelesen")


def levels(t: Tournament) -> list[tuple[int, int, int]]:
    return [(line.player, line.level, line.seed) for line in placed(facts(t))]


@pytest.mark.parametrize("jump", JUMPS)
def test_what_was_corrected_after_the_cut_orders_nobody(monkeypatch, jump):
    """C8.1: also what is corrected twice; what was corrected before it does."""
    t = played(CUT_TIED_3, decide="chain", tie_breaks=["fewer_lost_games"])
    corrected(t, 2)
    throw_all(t)
    before_cut = facts(t)
    do(make_cut, t)
    assert any(r.version > 1 for table in before_cut.vorrunde[0].tables for r in table.results.values())
    before = levels(t)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    corrected(t, 5)
    corrected(t, 3)
    assert levels(t) == before
    monkeypatch.setattr(timezone, "now", NOW)
    corrected(t, 9)
    assert levels(t) == before


@pytest.mark.parametrize("jump", JUMPS)
def test_a_cut_made_again_counts_what_was_corrected_in_between(monkeypatch, jump):
    t = at_cut(CUT_TIED_3, decide="chain", tie_breaks=["fewer_lost_games"])
    before = levels(t)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    corrected(t, 4)
    do(void_cut, t)
    throw_all(t)
    do(make_cut, t)
    again = levels(t)
    assert again != before
    corrected(t, 4)
    assert levels(t) == again


def look(t: Tournament) -> dict[str, Any]:
    """What is seen, without the time that is shown with the cut."""
    found = seen(t)
    if found["cut"]:
        found["cut"]["announced_at"] = bool(found["cut"]["announced_at"])
    return found


def a_whole_evening() -> list[dict[str, Any]]:
    """What is seen after each of its turns."""
    t = played(CUT_TIED_3, decide="chain", tie_breaks=["fewer_lost_games"])
    do(withdraw_player, t, player=3)
    do(return_player, t, player=3)
    return [look(t), *up_to_the_ko(t), *up_to_the_end(t)]


def up_to_the_ko(t: Tournament) -> Iterator[dict[str, Any]]:
    throw_all(t)
    do(make_cut, t)
    corrected(t, 3)
    do(announce_cut, t)
    first, second, *_ = order(t)
    do(decline_place, t, player=first)
    do(decline_place, t, player=second)
    do(undo_decline, t, player=first)
    throw_for_places(t)
    check_everybody_in(t)
    throw_for_places(t)
    yield look(t)


def up_to_the_end(t: Tournament) -> Iterator[dict[str, Any]]:
    do(draw_ko, t)
    play_all(t)
    gone = [table.players[0] for table in current(t).tables]
    for number in gone:
        do(withdraw_player, t, player=number)
    do(return_player, t, player=gone[1])
    yield look(t)
    do(form_final, t)
    do(withdraw_player, t, player=facts(t).final.tables[0].players[0])
    do(dissolve_final, t)
    yield look(t)
    do(form_final, t)
    corrected(t, 1)
    play_all(t)
    do(finish, t)
    yield look(t)


def turning(hours: Callable[[int], int]) -> Callable[[], datetime]:
    """A clock that is put to another hour every time somebody looks at it."""
    looked = iter(range(10**6))
    return lambda: NOW() + timedelta(hours=hours(next(looked)))


@pytest.mark.parametrize(
    "hours",
    [lambda n: -n, lambda n: n * 37 % 101 - 50, lambda n: -2000 * (n % 2)],
    ids=["backwards", "to and fro", "every other time months ago"],
)
def test_an_evening_is_the_same_by_any_clock(monkeypatch, hours):
    steady = a_whole_evening()
    monkeypatch.setattr(timezone, "now", turning(hours))
    assert a_whole_evening() == steady


def test_a_device_seen_in_the_future_is_seen_again():
    device = Device.objects.create(token_hash="x" * 10, seen_at=NOW() + timedelta(hours=3))
    note_seen(device)
    device.refresh_from_db()
    assert abs(device.seen_at - NOW()) < timedelta(minutes=1)


@pytest.mark.parametrize(("hours", "alive"), [(3, False), (-3, False), (0, True)])
def test_a_sign_of_life_from_another_time_is_none(settings, tmp_path: Path, hours: int, alive: bool):
    settings.PRINT_DIR = tmp_path
    files.say_alive()
    (sign,) = tmp_path.iterdir()
    then = (NOW() + timedelta(hours=hours)).timestamp()
    os.utime(sign, (then, then))
    assert files.is_alive() is alive


def test_the_newest_backup_stays_whatever_its_time_says(tmp_path: Path):
    for hours in range(backup.KEPT + 3):
        copy = tmp_path / f"{hours:03}.sqlite3"
        copy.touch()
        then = (NOW() + timedelta(hours=hours)).timestamp()
        os.utime(copy, (then, then))
    newest = tmp_path / "neu.sqlite3"
    newest.touch()
    os.utime(newest, (0, 0))
    backup._forget_old(tmp_path, newest)
    left = sorted(file.name for file in tmp_path.iterdir())
    assert len(left) == backup.KEPT
    assert newest.name in left
    assert "000.sqlite3" not in left


def a_day_ahead(monkeypatch):
    """Until the patches are taken back; it stands still, so that nobody waits meanwhile."""
    then = time.time() + 86_400
    monkeypatch.setattr(time, "time", lambda: then)
    monkeypatch.setattr(login, "time", time.time)


def test_who_mistyped_the_password_yesterday_does_not_wait_until_tomorrow(client):
    """The clock of the laptop is put back by a day."""
    get_user_model().objects.create_user("leitung", password="richtig und lang")
    address, name = reverse("desk:login"), {"name": "leitung"}
    with pytest.MonkeyPatch.context() as patched:
        a_day_ahead(patched)
        wrong = [client.post(address, name | {"password": "falsch"}).status_code for _ in range(8)]
        assert wrong[0] == 400
        assert wrong[-1] == 429
    assert client.post(address, name | {"password": "richtig und lang"}).status_code == 302


def test_a_device_that_mistyped_codes_yesterday_does_not_wait_until_tomorrow(client):
    t = started(4)
    code = Station.objects.filter(tournament=t).first().code
    with pytest.MonkeyPatch.context() as patched:
        a_day_ahead(patched)
        wrong = [client.post("/t/", {"code": "zzzzzz"}, follow=True).status_code for _ in range(21)]
        assert wrong[-1] == 429
    assert client.post("/t/", {"code": code}, follow=True).status_code == 200


@pytest.mark.parametrize("days", [-365, -1, 1, 365])
def test_nobody_plays_for_a_year(days):
    """The clock was put right in the middle of a round: how long it takes is left out, never told wrong."""
    t = started(8, round_minutes=20)
    play_table(t, 2)
    then = NOW() + timedelta(days=days)
    Round.objects.update(published_at=then, started_at=then)
    pages = [text(get(t, *address)) for address in (("round", 1), ("table", table_of(t).id))]
    for page in pages:
        assert "spielt noch" in page
        assert re.findall(r"(seit|noch|Tisch 1: spielt noch,) -?\d+ M", page) == []
    over = overview(facts(t), current(t), NOW(), {})
    assert (over.minutes, over.left, over.lines[0].minutes, over.lines[0].long) == (None, None, None, False)


def test_what_a_wrong_clock_measured_is_not_usual():
    t = make_tournament()
    add_players(t, 44)
    play_round(t)
    Round.objects.update(published_at=NOW() - timedelta(days=365))
    start_round(t)
    assert overview(facts(t), current(t), NOW(), {}).usual == SLOWEST


@pytest.mark.parametrize(("days", "words"), [(1, "seit Stunden nicht gesehen"), (-1, "")])
def test_a_device_is_not_away_for_a_year(days, words):
    t = started(8)
    device = Device.objects.create(token_hash="x" * 10, seen_at=NOW() - timedelta(days=days))
    Pairing.objects.create(device=device, station=Station.objects.get(tournament=t, number=1), code_no=1)
    page = text(get(t, "round", 1))
    assert words in page
    assert not re.search(r"seit \d+ Minuten nicht gesehen", page)
