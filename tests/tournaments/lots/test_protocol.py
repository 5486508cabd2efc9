"""C1.4 The lot protocol: every published draw, what binds it, and everything after the last one."""

import hashlib
import re

import pytest
from django.test import Client

from tests.builders import add_players, as_user, fresh, make_tournament
from tests.playing import do, facts, play_round, play_table, refused, started, table_of
from tests.tournaments.lots.evenings import (
    CHANGES,
    REASON,
    all_here,
    before_the_last_draw,
    drawn_ko,
    file_of,
    in_round_two,
    over,
)
from tournaments.draw import make_seal, make_seed
from tournaments.queries.lots import is_last_draw_over, public_lots
from tournaments.services.final import finish
from tournaments.services.knockout import draw_ko
from tournaments.services.results import undo_game
from tournaments.services.rounds import discard_draw, draw_round, publish_draw, redraw_round
from tournaments.services.tournaments import set_lot_number

pytestmark = pytest.mark.django_db


def page(t) -> str:
    answer = Client().get(f"/{t.slug}/auslosung/protokoll/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_the_first_draw_the_mark_stands_there_already():
    t = make_tournament()
    mark = hashlib.sha256(t.lot_salt.encode()).hexdigest()
    for address in ("", "auslosung/protokoll/"):
        text = Client().get(f"/{t.slug}/{address}").content.decode()
        assert mark in text
        assert t.lot_salt not in text
    assert "keine gezogen" in page(t)
    found = file_of(t)
    assert (found["commitment"], found["number"], found["draws"]) == (mark, None, [])
    assert (found["complete"], "salt" in found) == (False, False)


def test_every_published_draw_is_there_and_no_draft():
    t = in_round_two()
    told = [(d["round"], d["draw_no"], d["counts"]) for d in file_of(t)["draws"]]
    assert told == [(1, 2, True), (2, 1, False), (2, 2, True)]
    do(redraw_round, t, reason="noch einmal")
    assert [(d["round"], d["draw_no"], d["counts"]) for d in file_of(t)["draws"]] == [
        (1, 2, True),
        (2, 1, False),
        (2, 2, False),
    ]


def test_a_replaced_draw_keeps_its_tables_its_swap_its_times_and_its_reason():
    draws = public_lots(facts(in_round_two())).draws
    gone = draws[1]
    assert (gone.reason, [change["kind"] for change in gone.swaps]) == (REASON, ["swap"])
    assert gone.published_at < gone.replaced_at < draws[2].published_at
    assert gone.seated != gone.result
    assert sorted(p for table in gone.seated for p in table) == list(range(1, 15))


def test_what_counts_shows_the_seats_as_they_are_now():
    t = in_round_two()
    first = public_lots(facts(t)).draws[0]
    assert first.seated == tuple(table.players for table in facts(t).vorrunde[0].tables)
    assert [change["kind"] for change in first.swaps] == ["swap", "late"]
    assert 14 in first.seated[1]
    assert 14 not in {p for table in first.result for p in table}


def test_the_page_tells_it_in_words():
    text = page(in_round_two())
    assert "4711" in text
    assert REASON in text
    assert "Von Hand geändert" in text
    assert "Startnummer 14 kam nachträglich an Tisch 2" in text
    assert text.index(">Runde 2 ") < text.index(">Runde 1 ")
    assert "sobald keine Auslosung mehr kommen kann" in text


def test_reasons_and_names_stay_out_of_the_file():
    """The file leaves the house; what is typed may name people."""
    t = over()
    content = Client().get(f"/{t.slug}/auslosung/protokoll.json").content.decode()
    assert REASON not in content
    assert "Aalen" not in content


def test_the_last_draw_opens_everything_with_the_first_result_and_not_before():
    t = drawn_ko()
    assert file_of(t)["complete"] is False
    play_table(t, 1)
    found = file_of(t)
    assert (found["complete"], found["salt"]) == (True, fresh(t).lot_salt)
    for draw in found["draws"]:
        seed = make_seed(found["salt"], 4711, draw["round"], draw["digest"], draw_no=draw["draw_no"])
        assert draw["seed"] == f"{seed:016x}"
        assert draw["seal"] == make_seal(
            found["salt"], 4711, draw["round"], draw["digest"], draw_no=draw["draw_no"]
        )
    assert [(d["stage"], d["round"], d["counts"]) for d in found["draws"]][-2:] == [
        ("ko", 4, False),
        ("ko", 4, True),
    ]
    assert found["salt"] in page(t)
    assert "Geheimes Los, jetzt veröffentlicht" in page(t)


def test_the_seals_of_the_evening_are_those_of_the_end():
    """Whoever photographed them compares them afterwards."""
    t = in_round_two()
    early = [draw["seal"] for draw in file_of(t)["draws"]]
    assert len(set(early)) == 3
    play_round(t)
    play_round(t)
    all_here(t, 8)
    do(draw_ko, t)
    play_table(t, 1)
    assert [draw["seal"] for draw in file_of(t)["draws"]][:3] == early


def test_a_result_that_is_taken_back_closes_it_again():
    """The K.O. can be drawn once more then."""
    t = over()
    table = table_of(t, 1)
    do(undo_game, t, table_id=table.id, version=table.version)
    assert not is_last_draw_over(facts(t))
    assert "salt" not in file_of(t)


def test_without_ko_tables_the_final_is_the_last_draw():
    t = started(8, **(CHANGES | {"rounds": 1, "ko_tables": 0, "final_size": 4}))
    play_round(t)
    all_here(t, 4)
    do(draw_ko, t)
    assert file_of(t)["complete"] is False
    play_table(t, 1)
    assert [(d["stage"], d["round"]) for d in file_of(t)["draws"]] == [("vorrunde", 1), ("final", 2)]
    assert file_of(t)["complete"] is True


def test_an_evening_that_ends_without_a_ko_game_opens_too():
    t = started(8, **(CHANGES | {"rounds": 1, "ko_tables": 0, "final_size": 4}))
    play_round(t)
    all_here(t, 1)
    do(draw_ko, t, smaller_confirmed=True)
    assert file_of(t)["complete"] is False
    do(finish, t)
    assert file_of(t)["complete"] is True


def test_every_draw_of_hall_and_desk_carries_the_mark(client):
    t = drawn_ko()
    mark, desk = fresh(t).lot_mark, as_user(client)
    for address in ("auslosung/", "auslosung/protokoll/", "ko/"):
        assert mark in Client().get(f"/{t.slug}/{address}").content.decode(), address
    assert mark in desk.get(f"/leitung/{t.slug}/ko/").content.decode()


def test_the_mark_does_not_meet_everybody_who_looks_for_a_table(client):
    t = drawn_ko()
    for address in (f"/{t.slug}/auslosung/", f"/{t.slug}/ko/"):
        folded = re.sub(r"<details.*?</details>", "", client.get(address).content.decode(), flags=re.S)
        assert fresh(t).lot_mark not in folded, address


# The number drawn in public


def test_the_number_is_asked_for_beside_the_draw_of_round_one(client):
    t = make_tournament()
    add_players(t, 8)
    desk = as_user(client)
    text = desk.get(f"/leitung/{t.slug}/anmeldung/").content.decode()
    assert "Ohne Losnummer" in text
    back = f"/leitung/{t.slug}/anmeldung/"
    answer = desk.post(f"/leitung/{t.slug}/format/losnummer/", {"number": "0815", "back": back})
    assert answer["Location"] == back
    assert fresh(t).lot_number == 815
    assert ">815<" in Client().get(f"/{t.slug}/auslosung/protokoll/").content.decode()
    assert "Losnummer 815" in Client().get(f"/{t.slug}/").content.decode()
    assert "Losnummer 815" in Client().get(f"/{t.slug}/beamer/").content.decode()


def test_a_helfer_is_not_asked(client):
    from tests.builders import HELFER

    t = make_tournament()
    assert (
        "Ohne Losnummer" not in as_user(client, HELFER).get(f"/leitung/{t.slug}/anmeldung/").content.decode()
    )


def test_the_number_may_change_while_nothing_was_published():
    t = make_tournament()
    add_players(t, 8)
    do(set_lot_number, t, number=1)
    do(draw_round, t)
    with refused("lot_number_used"):
        do(set_lot_number, t, number=2)
    do(discard_draw, t)
    do(set_lot_number, t, number=2)
    do(set_lot_number, t, number=None)
    assert fresh(t).lot_number is None


def test_the_number_is_fixed_once_round_one_was_published():
    """Also when that draw was taken back: its protocol stays, and with it its number."""
    t = make_tournament()
    add_players(t, 8)
    do(set_lot_number, t, number=1)
    do(draw_round, t)
    do(publish_draw, t)
    with refused("wrong_phase"):
        do(set_lot_number, t, number=2)
    do(redraw_round, t, reason="Streit")
    with refused("lot_number_used"):
        do(set_lot_number, t, number=2)
    do(discard_draw, t)
    with refused("lot_number_fixed"):
        do(set_lot_number, t, number=2)
    assert fresh(t).lot_number == 1


def test_without_a_number_it_is_drawn_and_confirmed_the_same():
    from tests.tournaments.lots.test_command import checked

    t = started(8, **(CHANGES | {"rounds": 1}))
    play_round(t)
    all_here(t, 8)
    do(draw_ko, t)
    play_table(t, 1)
    assert file_of(t)["number"] is None
    assert checked(file_of(t))[0] == 0


def test_a_visit_asks_the_log_once(django_assert_num_queries):
    found = facts(before_the_last_draw())
    with django_assert_num_queries(1):
        public_lots(found)
    nothing = facts(make_tournament())
    with django_assert_num_queries(0):
        public_lots(nothing)
