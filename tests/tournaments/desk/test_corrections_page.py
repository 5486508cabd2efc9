"""A correction at the desk: first what it moves, then with a reason, at any time (C5.6, C8.1)."""

import pytest

from tests.builders import HELFER, last_log
from tests.playing import (
    at_ko,
    current,
    facts,
    finish_ko_table,
    lose_ko,
    play_round,
    record,
    start_round,
    started,
    table_of,
)
from tests.tournaments.desk.asking import get, post, pressed_twice, refused, text, unchanged
from tournaments.models import Result
from tournaments.queries.standings import standings
from tournaments.services._act import SYSTEM
from tournaments.services.knockout import form_final

pytestmark = pytest.mark.django_db


def played(players: int = 8):
    """Round 1 is closed: at table 1 the first lost to the second in the Endkampf."""
    t = started(players)
    a, b, *_ = table_of(t).players
    record(t, table_of(t), a, b, a)
    play_round(t)
    return t, facts(t).rounds[0].tables[0]


def points(t):
    return {line.number: line.standing.points for line in standings(facts(t))}


def test_the_form_begins_with_what_counts():
    t, table = played()
    html = get(t, "correct", table.id, 1).content.decode()
    assert html.count(" checked") == 3
    assert "So berichtigen" not in html


def test_the_preview_tells_what_moves_and_saves_nothing():
    t, table = played()
    a, b, c, _d = table.players
    body = {"half1": a, "half2": c, "endkampf": a, "reason": "Zettel falsch gelesen"}
    answer = unchanged(t, lambda: post(t, "correct", table.id, 1, **body))
    assert answer.status_code == 200
    page = text(answer)
    assert f"bisher Anna Aalen {a} 0, Anna Aalen {b} 3, die anderen 5" in page
    assert f"künftig Anna Aalen {a} 0, Anna Aalen {c} 3, die anderen 5" in page
    assert f"Anna Aalen {b} {b} 3 → 5" in page
    assert f"Anna Aalen {c} {c} 5 → 3" in page
    assert "So berichtigen" in page


def test_who_would_only_be_equal_at_the_line_is_not_called_one_of_the_best():
    t = started(8, rounds=1, ko_tables=0, final_size=5, bonus_ranks=0)
    one, two = table_of(t, 1), table_of(t, 2)
    (a, b, *_), (e, f, *_) = one.players, two.players
    record(t, one, a, a)
    record(t, two, e, f, e)
    found = text(post(t, "correct", one.id, 1, half1=a, half2=b, endkampf=a))
    first, second = sorted((b, f))
    assert f"Dann gleichauf an der Grenze: Anna Aalen {first}, Anna Aalen {second}" in found
    assert "unter den Besten" not in found


def test_who_was_only_equal_at_the_line_is_not_said_to_leave_the_best():
    """Two with three points share the last place; then a third one has five and it is his."""
    t = started(8, rounds=1, ko_tables=0, final_size=5, bonus_ranks=0)
    one, two = table_of(t, 1), table_of(t, 2)
    (a, b, *_), (e, f, *_) = one.players, two.players
    record(t, one, a, b, a)
    record(t, two, e, f, e)
    found = text(post(t, "correct", one.id, 1, half1=b, half2=b))
    first, second = sorted((b, f))
    equal = f"Anna Aalen {first}, Anna Aalen {second}"
    assert f"Bisher gleichauf an der Grenze, dann darunter: {equal}" in found
    assert f"Dann unter den Besten: Anna Aalen {a}" in found
    assert "nicht mehr unter den Besten" not in found


def test_saved_it_is_a_new_version_with_its_reason():
    t, table = played()
    a, b, c, _d = table.players
    body = {"half1": a, "half2": c, "endkampf": a, "reason": "Zettel falsch gelesen", "save": "1"}
    answer = pressed_twice(t, "correct", table.id, 1, **body)
    assert answer["Location"].endswith(f"/tisch/{table.id}/")
    assert (points(t)[b], points(t)[c]) == (5, 3)
    assert [r.counts for r in Result.objects.filter(table=table.id).order_by("version")] == [False, True]
    page = text(get(t, "table", table.id))
    assert "Grund: Zettel falsch gelesen" in page
    assert f"Hälfte 2 Anna Aalen {b}" in page
    log = text(get(t, "log"))
    assert "vorher" in log
    assert "Zettel falsch gelesen" in log
    assert last_log(t).data["before"]["half2"] == b


def test_a_further_correction_is_the_way_back():
    t, table = played()
    a, b, c, _d = table.players
    before = points(t)
    post(t, "correct", table.id, 1, half1=a, half2=c, endkampf=a, reason="falsch", save="1")
    post(t, "correct", table.id, 1, half1=a, half2=b, endkampf=a, reason="doch richtig", save="1")
    assert points(t) == before


def test_both_halves_lost_by_one_needs_no_endkampf_to_be_cleared():
    t, table = played()
    b = table.players[1]
    a = table.players[0]
    body = {"half1": b, "half2": b, "endkampf": a, "reason": "Blattschuss"}
    assert post(t, "correct", table.id, 1, **body, save="1").status_code == 302
    assert points(t)[b] == 0


@pytest.mark.parametrize(
    ("ticks", "reason", "words"),
    [
        ((0, 2, 0), "", "Bitte einen Grund angeben"),
        ((0, 1, 0), "gleich", "Genau so steht das Ergebnis schon da"),
        ((0, 2, 3), "falsch", "nur die beiden"),
        ((0, 2), "falsch", "wer den Endkampf verloren hat"),
        ((0, 2, 0), "x" * 201, "201"),
    ],
)
@pytest.mark.parametrize("save", ["", "1"])
def test_a_refused_correction_keeps_what_was_typed(ticks, reason, words, save):
    t, table = played()
    named = {n: table.players[i] for n, i in zip(("half1", "half2", "endkampf"), ticks, strict=False)}
    body = {**named, "reason": reason, "save": save}
    if words in ("Bitte einen Grund angeben", "201"):
        body["save"] = "1"  # what moves is shown without a reason
    answer = unchanged(t, lambda: post(t, "correct", table.id, 1, **body))
    refused(answer, words)
    html = answer.content.decode()
    assert html.count(" checked") == len(ticks)
    assert not reason or f'value="{reason}"' in html


def test_only_saving_asks_for_the_reason_and_what_moves_stays_beside_it():
    t, table = played()
    a, b, c, _d = table.players
    body = {"half1": a, "half2": c, "endkampf": a}
    seen = unchanged(t, lambda: post(t, "correct", table.id, 1, **body))
    assert seen.status_code == 200
    html = seen.content.decode()
    assert html.count('name="reason"') == 1
    assert html.index('name="reason"') < html.index("So berichtigen") < html.index("Richtig ist")
    answer = unchanged(t, lambda: post(t, "correct", table.id, 1, **body, save="1"))
    refused(answer, "Bitte einen Grund angeben")
    assert f"Anna Aalen {b} {b} 3 → 5" in text(answer)
    assert "So berichtigen" in text(answer)
    assert post(t, "correct", table.id, 1, **body, reason="falsch gelesen", save="1").status_code == 302
    assert last_log(t).reason == "falsch gelesen"
    wrong = unchanged(t, lambda: post(t, "correct", table.id, 1, half1=a, half2=c, endkampf=b, save="1"))
    refused(wrong, "nur die beiden")
    assert "So berichtigen" not in text(wrong)


def test_nothing_is_drawn_again():
    t, table = played()
    round2 = start_round(t)
    seats = [x.players for x in round2.tables]
    a, _b, c, _d = table.players
    post(t, "correct", table.id, 1, half1=c, half2=a, endkampf=c, reason="vertauscht", save="1")
    assert [x.players for x in current(t).tables] == seats


def test_a_ko_correction_that_contradicts_names_the_games():
    t = at_ko()
    table = table_of(t, 1, "ko")
    a, b, *_ = table.players
    for loser in (a, a, b, a):
        lose_ko(t, 1, loser)
    body = {"half1": a, "half2": a, "reason": "verwechselt"}
    answer = unchanged(t, lambda: post(t, "correct", table.id, 3, **body))
    page = text(answer)
    assert "Passt nicht zu dem, was danach an diesem Tisch gespielt wurde: Spiel 4" in page
    assert "So berichtigen" not in page
    refused(unchanged(t, lambda: post(t, "correct", table.id, 3, **body, save="1")), "Spiel 4")


def test_a_ko_correction_tells_the_marks():
    t = at_ko()
    table = table_of(t, 1, "ko")
    a, b, *_ = table.players
    lose_ko(t, 1, a)
    page = text(post(t, "correct", table.id, 1, half1=b, half2=b, reason="verwechselt"))
    assert f"Anna Aalen {a} 2 → 3" in page
    assert f"Anna Aalen {b} 3 → 2" in page


def test_a_correction_that_seats_others_dissolves_the_final_after_a_word():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    form_final(tournament_id=t.pk, by=SYSTEM)
    table = facts(t).ko.tables[0]
    last = max(table.results)
    left = [p for p, marks in facts(t).fold(facts(t).ko, table).left.items() if marks]
    # The last game goes to a survivor who then has fewer marks, so the table is open again.
    body = {"half1": left[0], "half2": left[0], "reason": "verwechselt"}
    page = text(post(t, "correct", table.id, last, **body))
    assert "Das Finale wird dafür aufgelöst" in page
    assert "Finale auflösen und berichtigen" in page
    refused(
        unchanged(t, lambda: post(t, "correct", table.id, last, **body, save="1")), "Das Finale sitzt schon"
    )
    pressed_twice(t, "correct", table.id, last, **body, save="1", confirmed="1")
    assert current(t).stage == "ko"


def test_only_results_that_exist_and_only_the_leitung():
    t, table = played()
    assert get(t, "correct", table.id, 2).status_code == 404
    assert get(t, "correct", 10**6, 1).status_code == 404
    assert get(t, "correct", table.id, 1, role=HELFER).status_code == 403
    assert post(t, "correct", table.id, 1, role=HELFER, half1=1).status_code == 403
