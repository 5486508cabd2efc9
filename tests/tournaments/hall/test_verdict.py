"""The page „Wer hat verloren?“: the rules of the tournament, names of its tables, hostile addresses."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.ruleset import PRESETS
from tests.builders import add_players, fresh, make_tournament
from tests.playing import at_ko, current, finish_ko_table, play_round, start_round, started, table_of
from tests.scoring.case_files import cases
from tests.scoring.table_play import ruleset_of
from tournaments.models import LogEntry, Receipt, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show
from tournaments.services.rounds import draw_round
from tournaments.views._throws import LOOKS

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def address(t: Tournament, /, **query: object) -> str:
    return f"/{t.slug}/wer-hat-verloren/?{urlencode(query)}"


def ask(client, t: Tournament, /, *, status: int = 200, **query: object) -> str:
    """The words of the page, without markup and the marks that isolate names."""
    answer = client.get(address(t, **query))
    assert answer.status_code == status
    return words(answer.content.decode())


def words(html: str) -> str:
    body = re.sub(r"<noscript>.*?</noscript>", "", html.split("<main", 1)[1], flags=re.S)
    text = unescape(re.sub(r"<[^>]+>", " ", body)).replace("\u2011", "-")
    return " ".join(re.sub("[\u2066-\u2069]", "", text).split())


def told(*throws: str) -> dict[str, object]:
    """told("653", "641/2b"): 6-5-3 in one throw, then 6-4-1 built in two (h: said to be from the hand)."""
    query: dict[str, object] = {"urteil": 1}
    for key, text in enumerate(throws, start=1):
        dice, _, how = text.partition("/")
        query |= {f"w{key}": dice, f"n{key}": how[:1] or 1}
        if how[1:]:
            query[f"h{key}"] = int(how[1:] == "h")
    return query


def rows(html: str) -> list[str]:
    """What stands on each person's line, in the order of throwing."""
    return re.findall(r"<summary[^>]*>(.*?)</summary>", html, re.S)


def judged(html: str) -> tuple[int | None, int | None, str]:
    """Place of the loser and of the winner, None when nobody has lost, and the sentence about the Deckel."""
    marked = [
        {
            word
            for word in ("verloren", "bester Wurf", "gleich")
            if f">{word}<" in re.sub(r"<svg.*?</svg>", "", row)
        }
        for row in rows(html)
    ]
    lost, best = (
        next((place for place, signs in enumerate(marked, start=1) if word in signs), None)
        for word in ("verloren", "bester Wurf")
    )
    taken = re.search(r"nimmt (alle|einen|\d+) Deckel", html)
    return lost, best, taken[1] if taken else ""


def known(case: dict) -> bool:
    """The page asks whether the Stock is empty, so that everybody gives or nobody does."""
    throwers = {throw["player"] for throw in case["throws"]}
    return "repeat" not in ruleset_of(case).equal_throws or set(case["givers"]) & throwers in (
        set(),
        throwers,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_every_case_is_judged_as_worked_out(client, preset):
    t = make_tournament(rules=preset)
    found = [case for case in cases("rounds", "more_rounds") if case["preset"] == preset and known(case)]
    assert len(found) > 20
    for case in found:
        t.ruleset = ruleset_of(case).to_dict()
        t.save(update_fields=["ruleset"])
        throws = case["throws"]
        query = told(
            *(f"{''.join(map(str, x['dice']))}/{x['throws']}{'h' if x['hand'] else 'b'}" for x in throws)
        )
        if case["givers"]:
            query["stock"] = 1
        html = client.get(address(t, **query)).content.decode()
        outcome, order = case["outcome"], [throw["player"] for throw in throws]
        if outcome["repeat"]:
            assert judged(html) == (None, None, ""), case
            assert "Noch einmal werfen" in html
            continue
        taken = (
            "alle" if outcome["ends_half"] else {1: "einen"}.get(outcome["deckel"], str(outcome["deckel"]))
        )
        places = order.index(outcome["worst"]) + 1, order.index(outcome["best"]) + 1
        assert judged(html) == (*places, taken), case


def test_a_reason_in_one_sentence(client):
    t = make_tournament()
    said = ask(client, t, **told("653/2h", "653"))
    assert "Beide haben 6-5-3; Person 1 brauchte einen Wurf mehr." in said
    assert "Person 1 nimmt einen Deckel." in said
    assert "Aus dem Stock; ist er leer, von Person 2." in said


def test_the_page_stays_open_from_the_registration_on(client):
    closed = make_tournament(open_=False)
    assert client.get(address(closed)).status_code == 404
    assert client.get("/gibt-es-nicht/wer-hat-verloren/").status_code == 404
    t = make_tournament(name="Andere")
    assert "Wer hat verloren?" in ask(client, t)
    assert client.post(address(t)).status_code == 405


def test_nothing_is_said_before_it_is_asked_or_complete(client):
    t = make_tournament()
    halfway = ask(client, t, w1="653", w2="65", n1=1, n2=1)
    assert "nimmt" not in halfway
    assert "fehlen" not in halfway
    # A die tapped without script completes the last throw, and the answer comes by itself.
    assert "Person 2 hat verloren" in ask(client, t, zahl=2, w1="653", w2="65", jetzt=2, t=2)


def test_without_script_the_dice_are_tapped_one_by_one(client):
    t = make_tournament()
    query = {"zahl": 2}
    for die in "653652":
        html = client.get(address(t, **query, t=die)).content.decode()
        query |= dict(re.findall(r'name="(w\d|jetzt)" value="(\d*)"', html))
        assert "data-dice" in html
    assert "Person 2 hat verloren" in words(html)
    html = client.get(address(t, **query, an=1)).content.decode()
    assert "nimmt" not in words(html)
    assert rows(html)
    query |= dict(re.findall(r'name="(jetzt)" value="(\d*)"', html))
    html = client.get(address(t, **query, t=0)).content.decode()
    assert 'name="w1" value="65"' in html


def test_the_number_of_throws_of_the_starter_is_proposed(client):
    t = make_tournament()
    html = client.get(address(t, w1="653", n1=2)).content.decode()
    for key in (2, 3, 4):
        assert f'name="n{key}" value="2" checked' in html


def test_from_the_hand_or_built_is_asked_where_it_matters(client):
    t = make_tournament()
    assert "aus der Hand" not in ask(client, t, w1="653", n1=2)
    assert "aus der Hand" in ask(client, t, w1="654", n1=2)
    assert "aus der Hand" not in ask(client, t, w1="654", n1=1)
    assert "Hier kommt es darauf an" in ask(client, t, status=400, **told("321", "654/1", "222/3"))
    loose = make_tournament(name="Garten", rules="gartengoetter")
    assert "aus der Hand" not in client.get(address(loose, w1="654", n1=2)).content.decode()


@pytest.mark.parametrize(
    ("throws", "sentence"),
    [
        (("653", "65"), "Hier fehlen noch Würfel: Zu einem Wurf gehören drei."),
        (("653", "653/2"), "Wer die Runde eröffnet, hat 1-mal geworfen. Öfter wirft danach niemand."),
        (("653/4", "653"), "Für einen Wurf sind 1 bis 3 Versuche erlaubt."),
        (("653/1b", "652"), "Ein einziger Versuch ist immer aus der Hand."),
        (("653/2h", "654/2"), "Bitte noch sagen, ob dieser Wurf aus der Hand kam"),
        (("653",), "Zum Vergleichen braucht es mindestens zwei Würfe."),
    ],
)
def test_what_cannot_be_is_said_where_it_stands(client, throws, sentence):
    said = ask(client, make_tournament(), status=400, **told(*throws))
    assert sentence in said
    assert "hat verloren?" in said
    assert "nimmt" not in said


def test_a_start_number_once_only(client):
    t = make_tournament()
    said = ask(client, t, status=400, **told("653", "652"), nr1=12, nr2=12)
    assert "Startnummer 12 steht hier zweimal." in said
    said = ask(client, t, **told("653/2h", "653"), nr1=7, nr2=12)
    assert "Startnummer 7 hat verloren" in said
    assert "Startnummer 12 hat den besten Wurf: 6-5-3." in said


def test_the_stock_is_asked_for_only_where_rounds_are_repeated(client):
    tied = told("611", "611", "431")
    assert "Der Stock ist leer" not in ask(client, make_tournament(), **tied)
    t = make_tournament(name="Kneipe", rules="kneipe")
    assert "Person 3 hat verloren" in ask(client, t, **tied)
    assert "Noch einmal werfen" in ask(client, t, **tied, stock=1)


# --- names ---------------------------------------------------------------------------------------


def test_the_table_gives_the_names_in_seat_order_and_who_began_comes_first(client):
    t = started(8)
    a, b, c, d = table_of(t).players
    table = {"tisch": table_of(t).id}
    html = client.get(address(t, **table)).content.decode()
    assert re.findall(r"Aalen (\d+)", " ".join(rows(html))) == [str(x) for x in (a, b, c, d)]
    html = client.get(address(t, **table, beginn=3)).content.decode()
    assert re.findall(r"Aalen (\d+)", " ".join(rows(html))) == [str(x) for x in (c, d, a, b)]
    said = ask(client, t, **table, **told("653", "653", "653", "653"), beginn=3)
    assert f"Anna Aalen {b} hat verloren" in said
    assert f"Anna Aalen {a} und Anna Aalen {b} haben 6-5-3" in said
    html = client.get(address(t, **table, **told("653", "653", "653", "653"), beginn=3)).content.decode()
    assert f"tisch={table['tisch']}&amp;beginn=2" in html


def test_who_does_not_play_stays_empty(client):
    t = started(8)
    a, _, c, _ = table_of(t).players
    said = ask(client, t, tisch=table_of(t).id, w1="653", w3="652", n1=1, n3=1, urteil=1)
    assert f"Anna Aalen {c} hat verloren" in said
    assert f"Anna Aalen {a} hat den besten Wurf" in said


def test_a_draft_and_a_table_that_is_over_give_no_names(client):
    t = make_tournament()
    add_players(t, 8)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    said = ask(client, t, tisch=table_of(t).id)
    assert "Aalen" not in said
    assert "An diesem Tisch wird gerade nicht gespielt." in said
    assert "Tisch 1" not in said
    other = started(8)
    old = table_of(other).id
    assert "Aalen" in ask(client, other, tisch=old)
    play_round(other)
    assert "Aalen" not in ask(client, other, tisch=old)
    start_round(other)
    assert "Aalen" not in ask(client, other, tisch=old)
    assert "Aalen" in ask(client, other, tisch=table_of(other).id)
    assert "Aalen" not in ask(client, t, tisch=table_of(other).id)


def test_who_is_missing_at_a_table_of_the_vorrunde_is_not_public(client):
    t = started(8)
    table = table_of(t)
    before = ask(client, t, tisch=table.id)
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=table.players[0])
    assert ask(client, t, tisch=table.id) == before


def test_who_is_out_of_the_knockout_does_not_throw(client):
    t = at_ko()
    table = current(t).tables[0]
    finish_ko_table(t, 1)
    html = client.get(address(t, tisch=table.id)).content.decode()
    assert "Tisch A" in html
    assert len(rows(html)) == t.plan.survivors


def test_the_way_back_to_the_table_carries_its_answers(client):
    t = started(8)
    html = client.get(address(t, von=7, spiel="5.1.2", half1=3)).content.decode()
    assert 'href="/t/tisch/7/?spiel=5.1.2&amp;half1=3"' in html
    assert '<input type="hidden" name="half1" value="3">' in html


# --- strangers -----------------------------------------------------------------------------------


VALUES = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"[1-6]{3}", fullmatch=True),
    st.from_regex(r"[0-9]{1,12}", fullmatch=True),
    st.sampled_from(
        ["", "0", "1", "2", "-1", "٣", "²", "1e3", "\x00", "<script>alert(1)</script>", "6" * 5000]
    ),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.dictionaries(st.one_of(st.sampled_from(sorted(LOOKS)), st.text(max_size=5)), VALUES, max_size=14)
)
def test_no_address_is_too_strange(client, query):
    t = Tournament.objects.first() or started(8)
    before = fresh(t).revision, LogEntry.objects.count(), Receipt.objects.count()
    answer = client.get(address(t, **query))
    assert answer.status_code in (200, 400)
    assert b"<script>alert" not in answer.content
    assert (fresh(t).revision, LogEntry.objects.count(), Receipt.objects.count()) == before


@pytest.mark.parametrize(
    "query", [{"w1": "789"}, {"w1": "6666"}, {"n1": 0}, {"h1": "x"}, {"zahl": 7}, {"tisch": "eins"}, {"t": 9}]
)
def test_what_no_page_would_send_is_refused(client, query):
    said = ask(client, make_tournament(), status=400, **query)
    assert "Diese Eingabe ist unvollständig." in said


# --- cost ----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_answer_costs_the_same_for_eight_and_a_hundred(client, django_assert_max_num_queries):
    counted = []
    for count in (8, 101):
        t = started(count)
        table = table_of(t).id
        with django_assert_max_num_queries(9) as asked:
            ask(client, t, tisch=table, **told("653", "652"))
        counted.append(len(asked))
    assert counted[0] == counted[1]


def test_an_unchanged_answer_is_not_sent_again(client):
    t = make_tournament()
    first = client.get(address(t, **told("653", "652")))
    same = client.get(address(t, **told("653", "652")), headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert "no-cache" in first["Cache-Control"]
    assert "private" in first["Cache-Control"]
