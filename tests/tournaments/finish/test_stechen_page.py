"""The page of the Stechen: throws typed in, sorted, refused at their field, taken back (C3.4, look.md)."""

import re
from collections import Counter
from typing import Any
from uuid import uuid4

import pytest

from tests.builders import HELFER
from tests.playing import do, facts
from tests.tournaments.desk.asking import (
    address,
    desk,
    get,
    log_size,
    post,
    pressed_twice,
    refused,
    text,
    unchanged,
)
from tests.tournaments.finish.evenings import (
    CLEAR_16,
    CUT_TIED_2,
    CUT_TIED_3,
    CUT_TIED_10,
    TWO_TIES,
    all_here,
    at_cut,
    check_everybody_in,
    in_ko,
    lose,
    move_up_tie,
    played,
    throw_all,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import Tournament
from tournaments.queries.hall import ladder
from tournaments.queries.public import hall_view
from tournaments.queries.shoot import shoots
from tournaments.queries.standings import stechen_groups
from tournaments.services._act import SYSTEM
from tournaments.services.cut import decline_place, make_cut
from tournaments.services.players import edit_player, return_player, withdraw_player
from tournaments.services.stechen import enter_throws, open_stechen

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def opened(points=CUT_TIED_3) -> tuple[Tournament, int, tuple[int, ...]]:
    t = played(points)
    tied = stechen_groups(facts(t))[-1].group.players
    return t, do(open_stechen, t, players=list(tied))["stechen"], tied


def fields(page: str) -> list[str]:
    return re.findall(r'name="(throw-\d+)"', page)


def order(page: str) -> list[int]:
    """Start numbers of the Stechen's rows from top to bottom."""
    table = page[page.index('class="list shoot"') :]
    return [int(n) for n in re.findall(r'<th scope="row">.*?<small class="no">(\d+)</small>', table)]


def throws(t: Tournament, stechen: int, **typed: str) -> Any:
    body = {name.replace("_", "-"): value for name, value in typed.items()}
    return post(t, "enter_throw", stechen, key=str(uuid4()), **body)


def test_before_it_is_opened_the_green_block_calls_the_group():
    t = played(CUT_TIED_3)
    page = get(t, "stechen")
    assert "Stechen um 1 Platz" in text(page)
    assert f'action="{address(t, "open_stechen")}"' in page.content.decode()
    assert fields(page.content.decode()) == []
    pressed_twice(t, "open_stechen")
    assert len(fields(get(t, "stechen").content.decode())) == 3


def test_each_group_is_called_by_itself():
    t = played(TWO_TIES)
    _first, second = stechen_groups(facts(t))
    assert post(t, "open_stechen", players=sorted(second.group.players)).status_code == 302
    assert [g.stechen_id is not None for g in stechen_groups(facts(t))] == [False, True]
    refused(unchanged(t, lambda: post(t, "open_stechen", players=[1, 2])), "liegen nicht mehr gleichauf")
    post(t, "open_stechen")
    assert all(g.stechen_id for g in stechen_groups(facts(t)))


def test_the_button_of_the_second_group_stays_when_the_first_is_opened():
    t = played(TWO_TIES)
    assert get(t, "stechen").content.decode().count(f'action="{address(t, "open_stechen")}"') == 2
    post(t, "open_stechen")
    assert get(t, "stechen").content.decode().count(f'action="{address(t, "open_stechen")}"') == 1
    post(t, "open_stechen", players=sorted(stechen_groups(facts(t))[1].group.players))
    assert address(t, "open_stechen") not in get(t, "stechen").content.decode()


def ranks(page: str) -> dict[str, str]:
    """Name → rank in „Sicher weiter“."""
    table = page.split('id="sicher"')[1].split("</table>")[0]
    found = re.findall(r'num rank">(.*?)</td><th scope="row">(.*?)</th>', table)
    return {re.sub("<[^>]+>", "", name): re.sub("<[^>]+>", "", rank) for rank, name in found}


def test_who_is_sure_has_the_rank_that_the_hall_sees():
    t = played(TWO_TIES)
    throw_all(t)
    lines, _ = ladder(hall_view(facts(t)))
    hall = {line.player.name: f"{'=' * line.standing.tied}{line.rank}" for line in lines[:15]}
    assert ranks(get(t, "stechen").content.decode()) == hall
    assert list(hall.values())[:6] == ["=1", "=1", "3", "=4", "=4", "=4"]


def test_after_the_cut_who_is_called_has_the_rank_of_the_cut():
    t, _ = move_up_tie()
    places = facts(t).cut.places
    shared = Counter(place.rank for place in places)
    stored = {facts(t).players[p.player].name: f"{'=' * (shared[p.rank] > 1)}{p.rank}" for p in places}
    found = ranks(get(t, "stechen").content.decode())
    assert found.items() <= stored.items()
    assert len(found) == 14
    assert any(rank.startswith("=") for rank in found.values())


def test_several_throws_at_once_and_the_best_first():
    t, stechen, tied = opened(CUT_TIED_10)
    body = {f"throw-{p}": d for p, d in zip(tied[:3], ("6 5 3", "114", "345"), strict=True)}
    pressed_twice(t, "enter_throw", stechen, **body)
    page = get(t, "stechen").content.decode()
    assert order(page)[:3] == [tied[1], tied[2], tied[0]]
    assert len(fields(page)) == 7
    assert len(facts(t).stechen[0].throws) == 3


def test_who_is_through_by_the_throws_is_sure():
    t, stechen, tied = opened(CUT_TIED_10)
    first = facts(t).plan.qualifiers - 4
    assert f"{first} sicher + 4 im Stechen = 15" in text(get(t, "stechen"))
    dice = ("111", "611", "653", "653", "653", "642", "641", "632", "322", "331")
    throws(t, stechen, **{f"throw_{p}": d for p, d in zip(tied, dice, strict=True)})
    page = get(t, "stechen")
    assert f"{first + 2} sicher + 2 im Stechen = 15" in text(page)
    sure = page.content.decode().split('id="sicher"')[1].split("</table>")[0]
    assert f"Sicher weiter: {first + 2}" in sure
    assert sure.count("<tr>") == 1 + first + 2
    throws(t, stechen, **{f"throw_{p}": d for p, d in zip(tied[2:5], ("665", "654", "421"), strict=True)})
    assert "15 von 15 stehen fest" in text(get(t, "stechen"))


def test_the_same_throw_is_said_by_its_name():
    t, stechen, tied = opened(CUT_TIED_10)
    dice = ("111", "114", "222", "456", "665")
    throws(t, stechen, **{f"throw_{p}": d for p, d in zip(tied, dice, strict=False)})
    words = text(get(t, "stechen"))
    for word in ("Schock aus", "Schock 4", "General", "Straße"):
        assert word in words


def test_wrong_throws_stay_typed_with_a_sentence_at_each_and_nothing_is_saved():
    t, stechen, tied = opened()
    answer = unchanged(
        t,
        lambda: throws(
            t, stechen, **{f"throw_{tied[0]}": "653", f"throw_{tied[1]}": "657", f"throw_{tied[2]}": "12"}
        ),
    )
    found = refused(answer, "Bitte drei Ziffern von 1 bis 6 eingeben")
    page = answer.content.decode()
    assert found.count("Bitte drei Ziffern von 1 bis 6 eingeben") == 2
    for value in ("653", "657", "12"):
        assert f'value="{value}"' in page
    assert page.count('aria-invalid="true"') == 2
    assert facts(t).stechen[0].throws == []


def test_nothing_typed_is_told_at_the_first_field():
    t, stechen, _tied = opened()
    answer = unchanged(t, lambda: throws(t, stechen))
    refused(answer, "Bitte drei Ziffern, einen Platz oder „nicht da“ angeben.")
    assert answer.content.decode().count('aria-invalid="true"') == 1


def test_who_is_not_there_and_what_else_was_typed():
    t, stechen, tied = opened()
    throws(t, stechen, **{f"throw_{tied[1]}": "653", "absent": str(tied[0])})
    held = {x.player: x for x in facts(t).stechen[0].throws}
    assert held[tied[0]].absent
    assert held[tied[1]].dice == "653"
    assert "nicht da" in text(get(t, "stechen"))
    refused(throws(t, stechen, absent="999"), "fehlt gerade kein Wurf")


def test_an_order_of_names_instead_of_dice():
    t, stechen, tied = opened(CUT_TIED_10)
    page = get(t, "stechen", art="places").content.decode()
    assert 'name="mode" value="places"' in page
    answer = throws(
        t, stechen, mode="places", **{f"throw_{p}": str(k) for k, p in enumerate(tied[:4], start=1)}
    )
    assert answer["Location"].endswith("?art=places")
    # What began as an order goes on as one, whatever the address says.
    page = get(t, "stechen").content.decode()
    assert 'name="mode" value="places"' in page
    assert order(page)[:4] == list(tied[:4])
    refused(throws(t, stechen, mode="places", **{f"throw_{tied[4]}": "0"}), "Ein Platz ist eine Zahl ab 1.")
    refused(throws(t, stechen, mode="dice", **{f"throw_{tied[4]}": "653"}), "Würfel und Plätze gemischt")


def test_only_equals_across_the_boundary_are_asked_again():
    t, stechen, tied = opened()
    throws(t, stechen, **{f"throw_{p}": d for p, d in zip(tied, ("653", "653", "221"), strict=True)})
    page = get(t, "stechen").content.decode()
    assert set(fields(page)) == {f"throw-{tied[0]}", f"throw-{tied[1]}"}
    assert "2. Wurf" in text(get(t, "stechen"))
    throws(t, stechen, **{f"throw_{tied[0]}": "222", f"throw_{tied[1]}": "665"})
    found = text(get(t, "stechen"))
    assert "Strich, 1 Platz ist vergeben" in found
    assert "Stechen um 1 Platz: entschieden" in found
    assert found.count("weiter ") >= 1
    assert found.count(" raus") == 2


def test_the_last_throw_and_any_other_goes_back_and_the_page_is_as_before():
    t, stechen, tied = opened()
    before, page = seen(t), text(get(t, "stechen"))
    throws(t, stechen, **{f"throw_{tied[0]}": "653"})
    (held,) = facts(t).stechen[0].throws
    assert address(t, "void_throw", held.id) in get(t, "stechen").content.decode()
    pressed_twice(t, "void_throw", held.id)
    assert seen(t) == before
    assert text(get(t, "stechen")).replace("Der Wurf ist zurückgenommen. ", "") == page
    refused(post(t, "void_throw", held.id), "schon zurückgenommen")


def test_the_whole_stechen_goes_back():
    t = played(CUT_TIED_3)
    before = seen(t)
    post(t, "open_stechen")
    stechen = facts(t).stechen[0].id
    throws(t, stechen, **{f"throw_{facts(t).stechen[0].players[0]}": "653"})
    pressed_twice(t, "void_stechen", stechen)
    assert seen(t) == before
    refused(throws(t, stechen, throw_1="653"), "zurückgenommen")


def test_after_the_cut_it_stands_there_as_what_counted():
    t = at_cut(CUT_TIED_2)
    page = text(get(t, "stechen"))
    assert "hat gezählt" in page
    assert "zurücknehmen" not in page
    held = facts(t).stechen[0]
    refused(post(t, "void_throw", held.throws[0].id), "Die Besten stehen schon fest.")


def test_a_dissolved_tie_is_shown_as_void_and_a_withdrawn_name_counts_no_more():
    t, stechen, tied = opened(CUT_TIED_3)
    throws(t, stechen, **{f"throw_{tied[0]}": "653"})
    do(withdraw_player, t, player=tied[0])
    assert "zählt nicht mehr" in text(get(t, "stechen"))
    do(withdraw_player, t, player=tied[1])
    page = text(get(t, "stechen"))
    assert "hinfällig" in page
    assert "zählen für niemanden" in page
    do(return_player, t, player=tied[1])
    assert "hinfällig" not in text(get(t, "stechen"))


def test_somebody_who_joined_the_tie_is_called_too():
    t, stechen, tied = opened(CUT_TIED_3)
    do(withdraw_player, t, player=tied[0])
    do(withdraw_player, t, player=tied[1])
    do(return_player, t, player=tied[1])
    called = sorted(row.player.number for row in shoots(facts(t))[0].rows if not row.gone)
    assert called == sorted(tied[1:])


def test_moving_up_has_its_stechen_here_too_and_it_freezes_with_the_first_ko_result():
    t = played(CUT_TIED_3)
    (group,) = stechen_groups(facts(t))
    tied = sorted(group.group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    equal = [{"player": p, "dice": "111" if p == tied[0] else "221"} for p in tied]
    do(enter_throws, t, stechen_id=stechen, throws=equal)
    do(make_cut, t)
    post(t, "announce_cut")
    do(decline_place, t, player=facts(t).cut.places[3].player)
    assert "Stechen ums Nachrücken" in text(get(t, "stechen"))
    pressed_twice(t, "open_move_up")
    held = shoots(facts(t))[0]
    names = [row.player.number for row in held.rows]
    throws(t, held.id or 0, **{f"throw_{names[0]}": "653", f"throw_{names[1]}": "652"})
    assert "rückt nach" in text(get(t, "stechen"))
    check_everybody_in(t)
    assert post(t, "draw_ko").status_code == 302
    lose(t, facts(t).ko.tables[0].players[-1])
    page = get(t, "stechen").content.decode()
    assert "void_throw" not in page
    assert "zuruecknehmen" not in page


def test_nothing_to_throw_is_said():
    assert "Kein Stechen nötig" in text(get(played(CLEAR_16), "stechen"))
    assert "Kein Stechen nötig" in text(get(all_here(), "stechen"))
    assert get(in_ko(), "stechen").status_code == 200


def test_a_helfer_enters_throws_and_opens_nothing():
    t = played(CUT_TIED_3)
    assert post(t, "open_stechen", role=HELFER).status_code == 403
    assert address(t, "open_stechen") not in get(t, "stechen", role=HELFER).content.decode()
    post(t, "open_stechen")
    held = facts(t).stechen[0]
    answer = post(t, "enter_throw", held.id, role=HELFER, **{f"throw-{held.players[0]}": "653"})
    assert answer.status_code == 302
    assert post(t, "void_throw", facts(t).stechen[0].throws[0].id, role=HELFER).status_code == 302
    assert post(t, "void_stechen", held.id, role=HELFER).status_code == 403


def test_an_open_page_fetches_its_part_and_is_told_when_it_is_another_page():
    t, _stechen, _tied = opened()
    url = re.search(r'data-part="([^"]+)"', get(t, "stechen").content.decode())
    assert url is not None
    part = desk().get(url.group(1).replace("&amp;", "&"))
    assert "<html" not in part.content.decode()
    assert "X-Page-Changed" not in part
    throw_all(t)
    do(make_cut, t)
    assert desk().get(url.group(1).replace("&amp;", "&"))["X-Page-Changed"] == "1"


def test_a_number_that_is_no_stechen():
    t, stechen, tied = opened()
    before = log_size(t)
    refused(throws(t, stechen + 99, **{f"throw_{tied[0]}": "653"}), "zurückgenommen")
    refused(post(t, "enter_throw", stechen, **{"throw-x": "653", "throw-9999": "653"}), "Bitte drei Ziffern")
    assert log_size(t) == before


def test_an_order_of_names_asks_for_places():
    t, _, _ = opened()
    page = text(get(t, "stechen", art="places"))
    assert "1, 2, 3 …: Platz unter den Genannten" in page
    assert "1. Wurf" not in page
    assert "Platz unter den" not in text(get(t, "stechen"))
    assert "1. Wurf" in text(get(t, "stechen"))


def test_the_button_that_opens_it_says_so():
    t = played(CUT_TIED_3)
    assert "Stechen eröffnen" in text(get(t, "stechen"))
    assert "Stechen um 1 Platz" in get(t, "standings").content.decode()


def test_hall_and_desk_name_them_in_the_same_order_before_and_after_each_throw():
    t, stechen, tied = opened(CUT_TIED_10)
    for number, last in zip(tied, "ZCXÄMBYKAÖ", strict=False):
        edit_player(tournament_id=t.pk, by=SYSTEM, player=number, first="Eva", last=last)
    for throws in ((), (tied[0],), (tied[0], tied[4])):
        for player in throws[-1:]:
            do(
                enter_throws,
                t,
                stechen_id=stechen,
                throws=[{"player": player, "dice": f"65{1 + player % 2}"}],
            )
        at_desk = [row.player.number for row in shoots(facts(t))[-1].rows]
        in_hall = [player.number for player in hall_view(facts(t)).stechen[-1].players]
        assert at_desk == in_hall
