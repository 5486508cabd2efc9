"""C7.3 The forecast at the desk: start values, corrected by the evening's own times; no clock breaks it."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.format import PRESETS_FORMAT, Format
from scoring.ruleset import PRESETS
from tests.builders import add_players, as_user, make_tournament
from tests.playing import facts, play_round, play_table, start_round, started, state
from tests.tournaments.finish import evenings
from tournaments.models import Result, Round, Stage, Tournament
from tournaments.queries import announcement
from tournaments.queries.forecast import end_sentence, evening_effect, forecast, pauses, samples
from tournaments.services._act import SYSTEM
from tournaments.services.final import finish
from tournaments.services.rounds import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
EIGHT = datetime.fromisoformat("2026-11-29T20:00:00+01:00")


def at(minutes: float) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def played(t: Tournament, number: int, begin: float, results: float, closed: float) -> None:
    """The times of a closed round in minutes after eight; all its results come at once."""
    round_ = Round.objects.filter(tournament=t, stage="vorrunde", number=number)
    round_.update(published_at=at(begin - 2), started_at=at(begin), closed_at=at(closed))
    Result.objects.filter(table__round__in=round_).update(created_at=at(results))


def rounds(count: int, **format_: int) -> Tournament:
    """Twelve people after so many rounds."""
    t = make_tournament(**format_)
    add_players(t, 12)
    for _ in range(count):
        play_round(t)
    return Tournament.objects.get(pk=t.pk)


def minutes(t: Tournament, now: datetime) -> int:
    found = forecast(facts(t), now)
    return found.minutes if found else 0


def test_before_the_first_round_it_is_a_length() -> None:
    t = make_tournament()
    add_players(t, 100)
    assert "Von Runde 1 an dauert der Abend bei 100 Leuten etwa 8 Std." in end_sentence(facts(t), EIGHT)


def test_who_is_not_there_when_the_round_is_drawn_counts_no_more() -> None:
    t = make_tournament()
    add_players(t, 20)
    add_players(t, 4, present=False, first=21)
    assert "bei 24 Leuten" in end_sentence(facts(t), EIGHT)
    page, desk = reverse("desk:format", args=[t.slug]), as_user(Client())
    assert "Bei 24 Leuten voraussichtlich" in desk.get(page).content.decode()
    draw_round(tournament_id=t.pk, by=SYSTEM)
    assert "bei 20 Leuten" in end_sentence(facts(t), EIGHT)
    assert "Bei 20 Leuten voraussichtlich" in desk.get(page).content.decode()


def test_from_the_first_round_on_it_is_an_hour() -> None:
    t = started(12)
    Round.objects.update(published_at=EIGHT, started_at=EIGHT)
    sentence = end_sentence(facts(t), EIGHT)
    assert "gegen" in sentence
    assert "gewöhnlichem Tempo" in sentence
    found = forecast(facts(t), EIGHT)
    assert found is not None
    assert found.end.minute % 5 == 0
    assert timedelta(0) <= found.end - EIGHT - timedelta(minutes=found.minutes) < timedelta(minutes=5)


def test_a_slow_evening_ends_later_and_a_fast_one_earlier() -> None:
    t = rounds(2)
    usual, slow, fast = [], [], []
    for found, length in ((usual, 13), (slow, 26), (fast, 7)):
        played(t, 1, 0, length, length + 2)
        played(t, 2, length + 8, 2 * length + 8, 2 * length + 10)
        found.append(minutes(t, at(80)))
    assert fast < usual < slow
    assert "nach dem bisherigen Tempo." in end_sentence(facts(t), at(80))
    assert [round(seen / 60) for _, seen in samples(facts(t))] == [7, 7]
    assert pauses(facts(t)) == [8]


def test_it_falls_as_rounds_close() -> None:
    line = []
    for count in range(4):
        t = rounds(count, rounds=3, late_entry_until=1)
        for number in range(1, count + 1):
            played(t, number, 21 * number, 21 * number + 13, 21 * number + 15)
        line.append(minutes(t, at(21 * (count + 1))))
    assert line == sorted(line, reverse=True)
    assert len(set(line)) == 4


def test_results_of_a_running_round_bring_the_end_closer() -> None:
    t = started(12)
    Round.objects.update(published_at=EIGHT, started_at=EIGHT)
    before = minutes(t, at(5))
    later = minutes(t, at(12))
    assert later < before
    for number in (1, 2):
        play_table(t, number)
    assert minutes(t, at(12)) <= later
    play_table(t, 3)
    assert minutes(t, at(12)) < later


@pytest.mark.parametrize("back", [-300, -30, 3000])
def test_a_clock_that_jumps_leaves_the_start_values(back: int) -> None:
    t = rounds(1)
    usual = minutes(t, at(60))
    played(t, 1, 0, back, back + 2)
    now = at(60)
    assert minutes(t, now) == usual
    start_round(t)
    Round.objects.filter(number=2).update(published_at=at(60), started_at=at(60))
    for when in (at(-500), at(60), at(5000)):
        found = forecast(facts(t), when)
        assert found is not None
        assert all(part.minutes >= 0 and part.pause >= 0 for part in found.parts)
        assert found.end >= when


def test_rounds_of_a_probelauf_in_a_hurry_are_no_measure() -> None:
    t = rounds(2)
    for number in (1, 2):
        played(t, number, number, number + 0.05, number + 0.1)
    assert "gewöhnlichem Tempo" in end_sentence(facts(t), at(3))


def test_a_round_without_a_clock_counts_from_its_tables() -> None:
    t = rounds(1)
    Round.objects.update(started_at=None, published_at=EIGHT, closed_at=at(20))
    Result.objects.update(created_at=at(15))
    assert samples(facts(t))[0][1] == 15 * 60


def test_from_the_cut_to_the_champion_it_goes_on_and_ends() -> None:
    now = timezone.now()
    line = [forecast(facts(evenings.at_cut()), now), forecast(facts(evenings.in_ko()), now)]
    final = evenings.in_final()
    line.append(forecast(facts(final), now))
    assert all(found is not None and found.minutes > 0 for found in line)
    assert [part.code for part in line[0].parts] == ["cut", "ko", "final"]
    assert [part.code for part in line[1].parts] == ["ko", "final"]
    assert [part.code for part in line[2].parts] == ["final"]
    evenings.play_all(final)
    finish(tournament_id=final.pk, by=SYSTEM)
    assert forecast(facts(final), now) is None
    assert end_sentence(facts(final), now) == ""


def test_the_desk_shows_it_and_the_hall_does_not(client: Client) -> None:
    t = started(12)
    desk = as_user(Client())
    html = desk.get(reverse("desk:round", args=[t.slug, 1])).content.decode()
    assert "Ende voraussichtlich gegen" in html
    assert "voraussichtlich" not in client.get(reverse("hall:now", args=[t.slug])).content.decode()


def test_the_format_page_says_how_long_such_an_evening_is() -> None:
    t = make_tournament(open_=False)
    desk = as_user(Client())
    url = reverse("desk:format", args=[t.slug])
    html = desk.get(url, {"people": "101"}).content.decode()
    assert ">Bei 101 Leuten voraussichtlich 8 Std." in html
    small = desk.get(url, {"people": "12"}).content.decode()
    assert ">Bei 12 Leuten voraussichtlich" in small


LENGTH = re.compile(r"(?:(\d+) Std\.)? ?(?:(\d+) Min\.)?$")


def in_minutes(text: str) -> int:
    hours, rest = LENGTH.search(text).groups()
    return 60 * int(hours or 0) + int(rest or 0)


@pytest.mark.parametrize("preset", PRESETS_FORMAT)
@pytest.mark.parametrize("rounds_", [1, 5])
@pytest.mark.parametrize("people", [3, 13, 101, 400])
def test_what_is_named_adds_up_and_is_the_same_everywhere(preset: str, rounds_: int, people: int) -> None:
    plan, rules = replace(PRESETS_FORMAT[preset], rounds=rounds_), PRESETS["dueren"]
    said = evening_effect(rules, plan, people)
    whole, named = re.match(r"Bei \d+ Leuten voraussichtlich (.*?) \((.*?)\)\.", said).groups()
    parts = named.split(", ")
    times = {1: 1, 5: 5}[rounds_]
    total = in_minutes(parts[0]) * times + sum(in_minutes(part) for part in parts[1:])
    assert total == in_minutes(whole)
    assert ("mehr als 6 Stunden" in said) == (total > 360)
    end = announcement.evening(plan, rules, people)[-1].after
    hours, rest = re.search(r"(\d+):(\d+)", end).groups()
    assert 60 * int(hours) + int(rest) == total


def test_the_side_says_before_round_one_what_the_format_says() -> None:
    t = make_tournament(preset="klein")
    add_players(t, 13, present=False)
    side = end_sentence(facts(t), EIGHT)
    whole = re.search(r"voraussichtlich (.*?) \(", evening_effect(t.rules, t.plan, 13)).group(1)
    assert side == f"Von Runde 1 an dauert der Abend bei 13 Leuten etwa {whole}"


def test_a_long_evening_says_what_shortens_it() -> None:
    rules = PRESETS["dueren"]
    assert "weniger Runden, weniger Spielmarken, scharfes Spiel" in evening_effect(rules, Format(), 101)
    plan = Format(marks=1, bonus_marks=0, rounds=20)
    long = evening_effect(replace(rules, speed="scharf"), plan, 101)
    assert "weniger Spielmarken" not in long
    assert "scharf" not in long


def test_nothing_is_advised_that_can_no_longer_be_changed() -> None:
    desk = as_user(Client())
    for t, free in ((make_tournament(), True), (evenings.in_final(), False)):
        html = desk.get(reverse("desk:format", args=[t.slug]), {"people": "400"}).content.decode()
        assert ("mehr als 6 Stunden" in html) == free


def test_a_running_final_says_with_how_many_spielmarken() -> None:
    t = evenings.in_final()
    held = sum(
        sum(state(t).fold(r, table).left.values()) for r in state(t).stage(Stage.FINAL) for table in r.tables
    )
    said = f"Das Finale begann mit {held} Spielmarken."
    assert said in end_sentence(facts(t), timezone.now())
    # The page stays open while the Spielmarken go.
    evenings.lose(t, state(t).stage(Stage.FINAL)[0].tables[0].players[0])
    assert said in end_sentence(facts(t), timezone.now())


def test_a_closed_round_that_was_played_in_a_moment_is_no_number_that_lags() -> None:
    t = rounds(2)
    played(t, 1, 0, 13, 15)
    played(t, 2, 20, 20.2, 21)
    assert "nach dem bisherigen Tempo." in end_sentence(facts(t), at(30))
    assert "Runde" not in end_sentence(facts(t), at(30))
