"""The hall as JSON: the same as on its pages, exactly as it is described, and cheap while nothing changes."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.builders import HELFER, LEITUNG, add_players, as_user, fresh, make_tournament
from tests.playing import (
    at_ko,
    do,
    facts,
    finish_ko_table,
    play_round,
    play_table,
    start_round,
    started,
    table_of,
)
from tests.tournaments import scenes
from tests.tournaments.finish.evenings import CUT_TIED_2, CUT_TIED_3, at_cut, in_final, play_all, played
from tests.tournaments.hall.schemas import exact, resolved, undescribed, wrong
from tournaments.access import DEVICE_COOKIE
from tournaments.models import Tournament
from tournaments.queries.hall import ko_tables, ladder
from tournaments.queries.places import places
from tournaments.queries.public import hall_view
from tournaments.rehearsal import Order, rehearse
from tournaments.services.cut import announce_cut, decline_place, make_cut
from tournaments.services.final import finish
from tournaments.services.players import exclude_player, withdraw_player
from tournaments.views.api import CONTENT

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
TAILS = {"tournament": "", **{name: f"{name}/" for name in CONTENT if name != "tournament"}}


def address(t: Tournament, name: str) -> str:
    return f"/api/v1/{t.slug}/{TAILS[name]}"


def ask(t: Tournament, name: str):
    answer = Client().get(address(t, name))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    return exact(answer.content.decode())


def document():
    return exact(Client().get("/api/v1/openapi.json").content.decode())


# --- as on the pages -----------------------------------------------------------------------------


def test_the_first_page_leads_to_all_others():
    t = started(8, rounds=2)
    play_round(t)
    told = ask(t, "tournament")
    assert (told["slug"], told["name"]) == (t.slug, "Probe")
    assert (told["date"], told["phase"]) == ("2026-11-29", "vorrunde")
    assert told["rounds"] == {"planned": 2, "drawn": 1, "in_standings": 1}
    assert set(told["links"]) == {"page", "openapi", *CONTENT}
    for name in CONTENT:
        assert told["links"][name] == address(t, name)
    assert all(Client().get(link).status_code == 200 for link in told["links"].values())


def test_standings_are_those_of_the_page():
    t = started(16, rounds=2, ko_tables=2, ko_seats=4, bonus_ranks=0)
    for _ in range(2):
        play_round(t)
    leaver, excluded = (line.number for line in ladder(hall_view(facts(t)))[0][-2:])
    do(withdraw_player, t, player=leaver)
    do(exclude_player, t, player=excluded, reason="Streit")
    lines, zones = ladder(hall_view(facts(t)))
    told = ask(t, "standings")
    assert (told["after_round"], told["complete"], told["frozen"]) == (2, True, False)
    assert [
        (one["player"]["start_number"], one["rank"], one["shared"], one["points"], one["points_by_round"])
        for one in told["lines"]
    ] == [
        (line.number, line.rank, line.standing.tied, line.standing.points, list(line.each)) for line in lines
    ]
    assert [one["zone"] for one in told["lines"]] == [zone.kind for zone in zones for _ in zone.lines]
    status = {one["player"]["start_number"]: one["status"] for one in told["lines"]}
    assert (status[leaver], status[excluded]) == ("withdrawn", "excluded")
    assert "Streit" not in Client().get(address(t, "standings")).content.decode()


def test_the_cut_tells_who_has_to_throw_and_who_moved_up():
    tied = ask(played(CUT_TIED_3), "standings")
    assert (tied["cut"]["places"], tied["cut"]["open_places"] > 0) == (15, True)
    assert tied["cut"]["tied_players"] == sum(one["zone"] == "open" for one in tied["lines"])
    t = at_cut()
    gone = ask(t, "standings")["lines"][0]["player"]["start_number"]
    do(decline_place, t, player=gone)
    told = ask(t, "standings")
    assert [one["player"]["start_number"] for one in told["lines"] if one["declined"]] == [gone]
    assert sum(one["moved_up"] for one in told["lines"]) == 1
    assert sum(one["zone"] == "in" for one in told["lines"]) == told["cut"]["places"]


def test_the_draw_tells_seats_and_which_tables_are_done():
    t = started(9, rounds=2)
    play_table(t, 2)
    told = ask(t, "draw")["rounds"]
    assert [(one["round"], one["draw"], one["closed"]) for one in told] == [(1, 1, False)]
    for one in told[0]["tables"]:
        seats = tuple(player["start_number"] for player in one["players"])
        assert seats == table_of(t, one["table"]).players
    assert [one["finished"] for one in told[0]["tables"]] == [False, True]
    assert ask(t, "standings")["lines"] == []


def test_the_knockout_is_told_game_by_game():
    t = at_ko()
    assert ask(t, "final") == {"slug": t.slug, "survivors": 1, "tables": []}
    play_table(t, 1)
    told = ask(t, "ko")["tables"][0]
    assert (told["table"], told["sign"], told["game"], told["finished"]) == (1, "A", 2, False)
    assert sum(one["spielmarken_issued"] - one["spielmarken"] for one in told["players"]) == 1
    finish_ko_table(t, 1)
    told = ask(t, "ko")["tables"][0]
    assert (told["game"], told["finished"]) == (None, True)
    assert sorted(one["state"] for one in told["players"]) == ["out", "out", "through", "through"]
    chairs = ko_tables(facts(t), facts(t).ko)[0].chairs
    assert [(one["place_from"], one["place_to"]) for one in told["players"]] == [
        chair.place or (None, None) for chair in chairs
    ]


def test_places_are_told_when_the_page_of_places_opens():
    t = in_final()
    assert ask(t, "final")["tables"][0]["sign"] == "F"
    play_all(t)
    assert ask(t, "places") == {"slug": t.slug, "finished": False, "lines": []}
    do(finish, t)
    told = ask(t, "places")
    assert told["finished"]
    assert [(one["place"], one["shared"], one["player"]["start_number"]) for one in told["lines"]] == [
        (line.place, line.shared, line.player.number) for line in places(facts(t))
    ]


# --- as it is described --------------------------------------------------------------------------


MOMENTS: list[Callable[[], Tournament]] = [
    lambda: scenes.registration().tournament,
    lambda: scenes.running().tournament,
    lambda: scenes.throwing().tournament,
    lambda: scenes.cut().tournament,
    lambda: scenes.ko().tournament,
    lambda: scenes.final().tournament,
    lambda: scenes.finished().tournament,
    lambda: Tournament.objects.get(slug=rehearse(Order(40, 3, 7, "ko", ""), lambda text: None).slug),
    lambda: Tournament.objects.get(slug=rehearse(Order(13, 2, 5, "", ""), lambda text: None).slug),
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_answer_is_as_described(moment):
    t, described = moment(), document()
    assert set(described["paths"]) == {f"/{{slug}}/{tail}" for tail in TAILS.values()}
    for tail in TAILS.values():
        got = described["paths"][f"/{{slug}}/{tail}"]["get"]["responses"]["200"]
        schema = got["content"]["application/json"]["schema"]
        told = exact(Client().get(f"{described['servers'][0]['url']}/{t.slug}/{tail}").content.decode())
        assert list(wrong(told, schema, described)) == [], tail


def test_the_check_finds_what_is_wrong():
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "minimum": 1}}}
    assert list(wrong({"a": 1}, schema, {})) == []
    for value in ({"a": 0}, {"a": True}, {"a": "1"}, {"a": None}, {}, {"a": 1, "b": 2}, []):
        assert list(wrong(value, schema, {})) != []
    with pytest.raises(AssertionError):
        exact('{"points": 3.37}')


def test_everything_in_the_description_is_told_and_used():
    written = Client().get("/api/v1/openapi.json").content.decode()
    described = exact(written)
    assert described["openapi"].startswith("3.1")
    schemas = described["components"]["schemas"]
    assert [place for name, schema in schemas.items() for place in undescribed(schema, name)] == []
    used = set(re.findall(r"#/components/schemas/(\w+)", written))
    assert used == set(schemas)
    operations = [path["get"] for path in described["paths"].values()]
    assert len({one["operationId"] for one in operations}) == len(operations)
    for one in operations:
        error = resolved(one["responses"]["404"]["content"]["application/json"]["schema"], described)
        assert list(wrong({"error": "not_found"}, error, described)) == []


# --- how it answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*CONTENT, "openapi"])
def test_what_is_known_is_not_sent_again(name):
    t = started(8, rounds=2)
    place = "/api/v1/openapi.json" if name == "openapi" else address(t, name)
    first = Client().get(place)
    for known in (first["ETag"], f"W/{first['ETag']}"):
        again = Client().get(place, headers={"if-none-match": known})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Access-Control-Allow-Origin"] == "*"
    assert "no-cache" in first["Cache-Control"]
    assert "private" in first["Cache-Control"]
    head = Client().head(place)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", first["ETag"])


def test_a_second_question_only_looks_for_the_revision(django_assert_max_num_queries):
    t = started(8, rounds=2)
    before = Client().get(address(t, "draw"))["ETag"]
    with django_assert_max_num_queries(1):
        assert Client().get(address(t, "draw"))["ETag"] == before
    play_table(t, 1)
    assert Client().get(address(t, "draw"))["ETag"] != before


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_every_language_gets_the_same(language):
    t = Tournament.objects.get(slug=rehearse(Order(13, 2, 5, "", ""), lambda text: None).slug)
    for name in CONTENT:
        answer = Client().get(address(t, name), headers={"accept-language": language})
        assert answer.content == Client().get(address(t, name)).content


@pytest.mark.parametrize(
    "tail",
    ["", "v1/", "v2/", "v1/gibt-es-nicht/", "v1/gibt-es-nicht/ko/", "v1/{slug}/log/", "v1/{slug}/draw/1/"],
)
def test_what_there_is_not_is_said_in_json(tail):
    t = started(8)
    answer = Client().get(f"/api/{tail.format(slug=t.slug)}")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    assert exact(answer.content.decode()) == {"error": "not_found"}
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_tournament_in_set_up_is_not_there():
    t = make_tournament(open_=False)
    assert {Client().get(address(t, name)).status_code for name in CONTENT} == {404}


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch", "options"])
def test_it_only_reads(method):
    t = started(8)
    revision = fresh(t).revision
    for place in [*(address(t, name) for name in CONTENT), "/api/v1/openapi.json", "/api/v1/"]:
        answer = getattr(Client(enforce_csrf_checks=True), method)(place)
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
        assert exact(answer.content.decode()) == {"error": "method_not_allowed"}
    assert fresh(t).revision == revision


def test_umlauts_are_letters_and_markup_is_text():
    from tournaments.services.players import add_player

    t = make_tournament()
    for last in ("Großekathöfer", "<b>Ülpenich</b>", "Yıldız", "محمد"):
        do(add_player, t, first="Zoë", last=last, present=True)
    start_round(t)
    answer = Client().get(address(t, "draw"))
    assert "Zoë Großekathöfer".encode() in answer.content
    assert answer["X-Content-Type-Options"] == "nosniff"
    names = {p["name"] for table in ask(t, "draw")["rounds"][0]["tables"] for p in table["players"]}
    assert names == {f"Zoë {last}" for last in ("Großekathöfer", "<b>Ülpenich</b>", "Yıldız", "محمد")}


def test_the_cut_is_not_told_before_it_is_announced():
    t = played(CUT_TIED_2, freeze_rounds=1, decide="chain", tie_breaks=["fewer_lost_games"], bonus_ranks=0,
               ko_tables=2, ko_seats=4)  # fmt: skip
    before = {name: ask(t, name) for name in CONTENT}
    do(make_cut, t)
    assert {name: ask(t, name) for name in CONTENT} == before
    do(announce_cut, t)
    assert (before["tournament"]["phase"], ask(t, "tournament")["phase"]) == ("vorrunde", "cut")
    assert ask(t, "standings")["cut"]["places"] == 8


def test_everybody_is_told_the_same():
    here = scenes.running()
    t = here.tournament
    device = Client()
    device.cookies[DEVICE_COOKIE] = scenes.TOKEN
    add_players(t, 1, first=30)
    for name in CONTENT:
        known = Client().get(address(t, name)).content
        for client in (device, as_user(Client(), HELFER), as_user(Client(), LEITUNG)):
            assert client.get(address(t, name)).content == known
