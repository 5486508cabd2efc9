"""The evening in numbers: each counted by hand, and all of a whole evening counted from its rows."""

import re
from collections import Counter
from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client

from tests.playing import current, do, facts, play_round, record, start_round, started, table_of
from tests.tournaments.finish.evenings import in_final, play_all
from tournaments.models import Absence, Result, Round, SchockAus, Seat, Table, Tournament
from tournaments.queries.public import hall_view
from tournaments.queries.statistics import Endings, LongTable, SeatPoints, hundredths, statistics
from tournaments.rehearsal import Order, rehearse
from tournaments.services.absences import mark_left, void_table
from tournaments.services.corrections import correct_game
from tournaments.services.final import finish
from tournaments.services.players import withdraw_player
from tournaments.services.results import add_schock_aus
from tournaments.services.rounds import close_round
from tournaments.services.scharf import set_scharf

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def counted(t: Tournament):
    return statistics(hall_view(facts(t)))


def lose(t: Tournament, number: int, *seats: int) -> None:
    """The players in these seats (from 0) lose Hälfte 1, Hälfte 2 and the Endkampf of the next game."""
    table = table_of(t, number)
    record(t, table, *(table.players[seat] for seat in seats))


def evening() -> tuple[Tournament, tuple[int, ...], tuple[int, ...]]:
    """A five and a four play two games each: the players of both, in seat order."""
    t = started(9, rounds=2, games_per_round=2)
    five, four = (table_of(t, number).players for number in (1, 2))
    assert (len(five), len(four)) == (5, 4)
    lose(t, 1, 0, 0)
    lose(t, 1, 0, 1, 0)
    lose(t, 2, 0, 1, 1)
    lose(t, 2, 0, 0)
    for number, player in ((1, five[0]), (1, five[0]), (2, four[0])):
        do(add_schock_aus, t, table_id=table_of(t, number).id, player=player)
    return t, five, four


def test_a_small_evening_counted_by_hand():
    t, five, four = evening()
    do(close_round, t)
    found = counted(t)
    assert (found.people, found.endings) == (9, Endings(endkampf=2, blattschuss=2))
    assert (found.strokes, found.kings.count, [p.number for p in found.kings.players]) == (3, 2, [five[0]])
    assert (found.shots.count, [p.number for p in found.shots.players]) == (1, sorted((five[0], four[0])))
    assert found.points == ((0, 1), (3, 1), (5, 1), (8, 1), (10, 5))
    assert found.lantern is not None
    assert ([p.number for p in found.lantern.players], found.lantern.points) == ([five[0]], 0)
    assert found.seats == (SeatPoints(4, 2, (3, 5, 10, 10)), SeatPoints(5, 2, (0, 8, 10, 10, 10)))
    assert found.seats[0].means == tuple(map(Decimal, ("1.50", "2.50", "5.00", "5.00")))
    assert [seats.mean for seats in found.seats] == [Decimal("3.50"), Decimal("3.80")]


def test_a_mean_is_rounded_from_whole_numbers():
    assert [str(hundredths(*pair)) for pair in ((0, 7), (1, 3), (2, 3), (1, 8), (25, 5))] == [
        "0.00", "0.33", "0.67", "0.13", "5.00",
    ]  # fmt: skip


def test_a_running_round_is_in_no_number():
    t, *_ = evening()
    assert counted(t).endings == Endings()
    do(close_round, t)
    before = counted(t)
    start_round(t)
    lose(t, 1, 0, 0)
    table = table_of(t, 1)
    do(add_schock_aus, t, table_id=table.id, player=table.players[0])
    do(mark_left, t, table_id=table.id, player=table.players[1])
    assert counted(t) == before


def test_a_table_without_a_score_counts_nowhere():
    t, five, _ = evening()
    do(void_table, t, table_id=table_of(t, 1).id, reason="Würfel weg")
    do(close_round, t)
    found = counted(t)
    assert found.endings == Endings(endkampf=1, blattschuss=1)
    assert [seats.size for seats in found.seats] == [4]
    assert five[0] not in [p.number for p in found.shots.players]


def test_scharf_is_neither_endkampf_nor_blattschuss():
    t = started(8, rounds=2)
    for number in (1, 2):
        lose(t, number, 0, 1, 0)
    do(close_round, t)
    do(set_scharf, t, on=True)
    start_round(t)
    for number in (1, 2):
        lose(t, number, 0)
    do(close_round, t)
    assert counted(t).endings == Endings(endkampf=2, scharf=2)
    assert counted(t).shots.players == ()


def test_an_endkampf_that_nobody_played_is_none_and_an_empty_chair_says_nothing_of_seats():
    t = started(8, rounds=2)
    table = table_of(t, 1)
    do(mark_left, t, table_id=table.id, player=table.players[0])
    lose(t, 1, 0, 1, 0)
    lose(t, 2, 0, 0)
    do(close_round, t)
    found = counted(t)
    assert found.endings == Endings(blattschuss=1, left=1)
    assert found.seats == (SeatPoints(4, 1, (0, 5, 5, 5)),)


def test_nobody_is_last_where_all_are_level_and_no_lantern_follows_who_left():
    t = started(8, rounds=2, decide="chain")
    lose(t, 1, 0, 0)
    lose(t, 2, 0, 0)
    do(close_round, t)
    last = counted(t).lantern
    assert last is not None
    for player in last.players[:-1]:
        do(withdraw_player, t, player=player.number)
    now = counted(t).lantern
    assert now is not None
    assert now.players == last.players[-1:]
    assert (last.left, now.left) == (False, True)
    assert "wer ging, zählt nicht mit" in read(t)
    do(withdraw_player, t, player=last.players[-1].number)
    assert counted(t).lantern is None


def test_the_last_of_a_final_of_all_carries_no_lantern():
    t = Tournament.objects.get(slug=rehearse(Order(5, 2, 3, "", ""), lambda text: None).slug)
    view = facts(t)
    assert len(view.final.tables[0].players) == len(view.players) == 5
    assert counted(t).lantern is None
    assert "Rote Laterne" not in read(t)


# --- the longest table ---------------------------------------------------------------------------


def timed(t: Tournament, number: int, minutes: dict[int, int], *, closed: int = 60) -> None:
    """Round `number` lasted so many minutes at these tables."""
    round_ = Round.objects.get(tournament=t, stage="vorrunde", number=number)
    begin = round_.published_at
    assert begin is not None
    for table, after in minutes.items():
        rows = Result.objects.filter(table__round=round_, table__station__number=table)
        rows.update(created_at=begin + timedelta(minutes=after, seconds=59))
    ended = begin + timedelta(minutes=closed)
    Round.objects.filter(pk=round_.pk).update(started_at=begin, closed_at=ended)


@pytest.fixture
def two_rounds() -> Tournament:
    """Both closed, one game each, the results in order of the tables."""
    t = started(8, rounds=3)
    for _ in range(2):
        play_round(t)
    return t


def test_the_longest_table_of_all_rounds_and_the_first_of_equals(two_rounds):
    timed(two_rounds, 1, {1: 9, 2: 21})
    timed(two_rounds, 2, {1: 21, 2: 21})
    assert counted(two_rounds).longest == LongTable(1, 2, 21)


def test_a_clock_that_was_put_right_tells_nothing_of_its_round(two_rounds):
    timed(two_rounds, 1, {1: 25, 2: 12})
    timed(two_rounds, 2, {1: 8, 2: 14})
    assert counted(two_rounds).longest == LongTable(2, 2, 14)
    timed(two_rounds, 2, {1: 8, 2: 14}, closed=10)
    assert counted(two_rounds).longest is None


@pytest.mark.parametrize("minutes", [0, 1, 80, -5])
def test_what_no_game_takes_is_left_out(two_rounds, minutes):
    timed(two_rounds, 1, {1: minutes, 2: minutes}, closed=90)
    timed(two_rounds, 2, {1: minutes, 2: minutes}, closed=90)
    assert counted(two_rounds).longest is None


def test_a_correction_has_no_time_of_its_own(two_rounds):
    timed(two_rounds, 1, {1: 9, 2: 21})
    timed(two_rounds, 2, {1: 0, 2: 0})
    table = facts(two_rounds).vorrunde[0].table(2)
    loser = table.players[1]
    do(correct_game, two_rounds, table_id=table.id, game=1, half1=loser, half2=loser, endkampf=None,
       reason="verschrieben")  # fmt: skip
    assert counted(two_rounds).longest == LongTable(1, 1, 9)


# --- a whole evening from its rows ---------------------------------------------------------------


def points_of(table: Table, result: Result | None, game: int) -> dict[int, int]:
    """Start number → points, by the rules as a person reads them (C2.1, C2.2, C2.5)."""
    gone, at_once = set(), set()
    for absence in Absence.objects.filter(table=table, voided_at__isnull=True).select_related("player"):
        number = absence.player.start_number
        if absence.game <= game:
            gone.add(number)
        if absence.kind == "left" and absence.game == game:
            at_once.add(number)
    seated = [seat.player.start_number for seat in Seat.objects.filter(table=table).select_related("player")]
    points = {number: 0 if number in gone else 5 for number in seated}
    if result is None:
        return points
    losers = {p.start_number for p in (result.half1, result.half2) if p}
    lost = (result.endkampf or result.half1).start_number
    return points | {p: 3 for p in losers if p not in at_once} | {lost: 0}


def test_a_rehearsed_evening_counted_from_its_rows():
    t = Tournament.objects.get(slug=rehearse(Order(50, 3, 11), lambda text: None).slug)
    rows = Result.objects.filter(table__round__tournament=t, counts=True).exclude(table__outcome="void")
    found, endings = counted(t), Counter()
    for row in rows:
        endings["shot" if row.half1 == row.half2 else "ek"] += 1
    assert (found.endings.blattschuss, found.endings.endkampf + found.endings.left) == (
        endings["shot"],
        endings["ek"],
    )
    assert found.endings.games == rows.count() > 40
    strokes = Counter(
        SchockAus.objects.filter(table__round__tournament=t, voided_at__isnull=True).values_list(
            "player__start_number", flat=True
        )
    )
    assert found.strokes == sum(strokes.values()) > 0
    most = max(strokes.values())
    assert [p.number for p in found.kings.players] == sorted(n for n in strokes if strokes[n] == most)
    total: Counter[int] = Counter()
    seats: dict[int, list[int]] = {}
    for table in Table.objects.filter(round__tournament=t, round__stage="vorrunde").exclude(outcome="void"):
        result = Result.objects.filter(table=table, counts=True).first()
        points = points_of(table, result, 1)
        total.update(points)
        if result and not Absence.objects.filter(table=table, voided_at__isnull=True).exists():
            sums = seats.setdefault(len(points), [0] * (len(points) + 1))
            for place, got in enumerate(points.values()):
                sums[place] += got
            sums[-1] += 1
    seated = Seat.objects.filter(round__tournament=t, round__stage="vorrunde")
    everybody = set(seated.values_list("player__start_number", flat=True))
    assert dict(found.points) == Counter(total[number] for number in everybody)
    assert {s.size: [*s.points, s.games] for s in found.seats} == {n: seats[n] for n in (4, 5) if n in seats}
    fewest = min(line for line in (total[p.number] for p in facts(t).players.values() if p.eligible))
    assert found.lantern is not None
    assert found.lantern.points == fewest


# --- the page ------------------------------------------------------------------------------------


def read(t: Tournament) -> str:
    answer = Client().get(f"/{t.slug}/statistik/")
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_page_opens_with_the_first_public_standings():
    t, *_ = evening()
    assert "Statistik" not in Client().get(f"/{t.slug}/auslosung/").content.decode()
    assert "Noch nichts zu sehen" in read(t)
    do(close_round, t)
    assert f'href="/{t.slug}/statistik/"' in Client().get(f"/{t.slug}/stand/").content.decode()
    page = read(t)
    assert "Stand nach Runde 1: 9 Leute, 4 Spiele." in page
    assert "Meiste Schock aus Anna Aalen" in page
    assert "2 von 3 Schock aus" in page
    assert "Endkampf 2 Blattschuss: beide Hälften verloren 2" in page
    assert "1,50 Sitz 1 2,50 Sitz 2 5,00 Sitz 3 5,00 Sitz 4" in page
    assert "Punkte Leute 10 5 8 1 5 1 3 1 0 1" in page


def test_a_frozen_round_is_not_on_the_page():
    t = started(16, rounds=2, freeze_rounds=1)
    play_round(t)
    before = read(t)
    play_round(t)
    hidden = "Die letzten Runden bleiben geheim, bis die Besten verkündet werden."
    assert re.sub(hidden, "", read(t)).split()[10:] == before.split()[10:]


def test_a_king_is_crowned_at_the_end_and_no_lady_named():
    t = in_final()
    table = current(t).tables[0]
    do(add_schock_aus, t, table_id=table.id, player=table.players[0])
    play_all(t)
    assert "König" not in read(t)
    do(finish, t)
    page = read(t)
    assert "Schock-aus-König" in page
    assert "Der ganze Abend" in page
    assert "Dame" not in page


def test_many_who_share_something_are_counted_and_not_named():
    t = started(40, rounds=2)
    play_round(t)
    page = read(t)
    assert "Meiste Blattschüsse 10 Leute gleichauf" in page
    assert "Rote Laterne 10 Leute gleichauf 0 Punkte in der Vorrunde" in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_drawings_hold_together(language):
    t, *_ = evening()
    do(close_round, t)
    text = Client().get(f"/{t.slug}/teil/statistik/", headers={"accept-language": language}).content.decode()
    drawn = "".join(re.findall(r'<svg class="plot.*?</svg>', text, re.S))
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", drawn)) <= set(ids)
    sizes = re.findall(r'\s(?:x|y|width|height|rx|cx|cy|r|dy|font-size|stroke-width)="([^"]*)"', drawn)
    assert len(sizes) > 50
    assert [size for size in sizes if not re.fullmatch(r"-?\d+", size)] == []


def test_one_game_is_one_game(client: Client):
    t = started(3, rounds=2, games_per_round=1)
    lose(t, 1, 0, 0)
    do(close_round, t)
    assert "3 Leute, 1 Spiel." in client.get(f"/{t.slug}/statistik/").text
    english = client.get(f"/{t.slug}/statistik/", headers={"Accept-Language": "en"}).text
    assert "3 people, 1 game." in english
