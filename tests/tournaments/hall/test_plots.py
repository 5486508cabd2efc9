"""The drawings of the statistics: what is more stands higher, and everything inside its frame."""

import pytest

from tournaments.queries.statistics import Endings, SeatPoints
from tournaments.views._plots import NARROWEST, WIDTH, bar, piles, seat_piles


@pytest.mark.parametrize(
    "points",
    [((0, 1),), ((0, 25), (3, 20), (5, 56)), ((7, 2), (25, 6)), tuple((n, n + 1) for n in range(61))],
)
def test_a_column_is_as_many_deckel_as_people(points):
    drawn = piles(points)
    assert drawn is not None
    people = [column.high // drawn.deckel for column in drawn.columns]
    assert [count for count in people if count] == [count for _, count in points]
    assert all(column.high % drawn.deckel == 0 for column in drawn.columns)
    assert all(0 <= c.x <= c.middle <= c.x + drawn.slot <= WIDTH for c in drawn.columns)
    assert all(c.y > 0 and c.y + c.high == drawn.base < drawn.height for c in drawn.columns)
    most = max(points, key=lambda pair: pair[1])
    assert str(most[1]) in [c.text for c in drawn.columns]


def test_nobody_makes_no_drawing():
    assert piles(()) is None
    assert seat_piles(()) == []
    assert bar(Endings()) == ()


def test_seats_of_both_sizes_stand_on_one_line_and_in_the_middle():
    sizes = (SeatPoints(4, 2, (4, 6, 8, 10)), SeatPoints(5, 1, (0, 3, 5, 5, 5)))
    (_, four), (_, five) = seat_piles(sizes)
    assert (four.base, four.width, four.height) == (five.base, five.width, five.height)
    assert four.columns[0].x == four.width - four.columns[-1].x - four.slot
    assert [column.high for column in four.columns] == [400, 600, 800, 1000]
    assert [column.high for column in five.columns] == [0, 600, 1000, 1000, 1000]
    assert four.level == four.base - 700
    assert min(column.y for column in four.columns) > 0


@pytest.mark.parametrize(
    "endings", [Endings(3, 1), Endings(1), Endings(1000, 500, 1, 1), Endings(0, 0, 7), Endings(1, 1, 1, 1)]
)
def test_the_bar_is_whole_and_shows_the_rarest(endings):
    parts = bar(endings)
    assert sum(part.count for part in parts) == endings.games
    assert [part.x for part in parts] == [sum(p.width for p in parts[:n]) for n in range(len(parts))]
    assert sum(part.width for part in parts) == WIDTH
    assert min(part.width for part in parts) >= NARROWEST
