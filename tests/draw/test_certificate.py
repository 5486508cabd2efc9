"""C1.3 What can be said about an evening as planned, in numbers and in words."""

import pytest

from tests.draw import verifier
from tests.draw.evenings import field_of, next_input, play
from tournaments.draw import Draw, DrawInput, draw_round, protocol
from tournaments.messages.draw import evening_odd_tables, evening_repeats


@pytest.mark.parametrize(
    ("n", "rounds", "sentence", "odd"),
    [
        (16, 5, "0 Wiederholungen bis Runde 5 – besser geht es nicht", ""),
        (37, 5, "0 Wiederholungen bis Runde 5", "bis Runde 5 sitzt niemand zweimal am Fünfertisch"),
        (26, 3, "4 Wiederholungen bis Runde 3; bei 26 Leuten und gerechten Fünfertischen", "1- bis 2-mal"),
        (8, 2, "4 Wiederholungen bis Runde 2; bei 8 Leuten unvermeidbar", ""),
        (12, 9, "kein Paar trifft sich öfter als", ""),
        (5, 2, "10 Wiederholungen bis Runde 2; bei 5 Leuten unvermeidbar", "alle 2-mal am Fünfertisch"),
    ],
)
def test_the_evening_says_whether_it_could_be_better(n: int, rounds: int, sentence: str, odd: str) -> None:
    found = draw_round(next_input(field_of(n), rounds=rounds)).certificate
    assert sentence in evening_repeats(found)
    assert odd in evening_odd_tables(found)


def test_a_certificate_counts_the_whole_evening() -> None:
    seen: list[Draw] = []

    def look(draw_input: DrawInput, draw: Draw) -> None:
        evening = (*draw_input.history, draw.tables, *draw.plan)
        met, odd = verifier.meetings(evening), verifier.odd_history(evening).values()
        found = draw.certificate
        assert (found.players, found.rounds, found.repeats) == (23, 4, verifier.repeats(evening))
        assert found.most == max(met.values())
        assert found.squares == sum(times * (times - 1) // 2 for times in met.values())
        assert found.reached == (found.squares == found.bound)
        assert (found.odd_least, found.odd_most) == (min(odd), max(odd))
        assert protocol(draw_input, draw)["certificate"]["bound"] == found.bound
        seen.append(draw)

    play(field_of(23), 4, look=look)
    assert len(seen) == 4
    # What was planned is what is played.
    assert [sorted(map(sorted, tables)) for tables in seen[0].plan] == [
        sorted(map(sorted, draw.tables)) for draw in seen[1:]
    ]


def test_a_bound_after_a_change_of_people_is_never_above_what_was_found() -> None:
    first = draw_round(next_input(field_of(20), rounds=5))
    for gone in range(1, 6):
        draw = draw_round(next_input(field_of(20)[gone:], (first.tables,), rounds=5))
        assert draw.certificate.bound <= draw.certificate.squares
        assert not draw.certificate.fairness
