"""The format page in every phase: saved again as it came, and each field that is still free changed."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from tests.builders import add_players, as_user, fresh, make_tournament
from tests.playing import do
from tests.tournaments.finish import evenings
from tournaments.models import Tournament
from tournaments.queries.fixed import fixed_fields
from tournaments.services.final import finish

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

OTHER = {
    "odd_tables": "threes",
    "clubs_apart": False,
    "late_entry_until": 0,
    "tie_breaks": ["more_wins", "points_per_game"],
    "decide": "chain",
    "freeze_rounds": 1,
    "prize_places": [1, 2],
    "schock_aus_counted": False,
    "ko_tables": 2,
    "ko_seats": 4,
    "survivors": 3,
    "final_size": 4,
    "ko_seeding": "snake",
    "marks": 2,
    "bonus_ranks": 2,
    "bonus_marks": 2,
    "final_marks": 4,
    "round_minutes": 33,
    "personal_data_days": 30,
    "entry_fee_cents": 750,
    "deckel_protocol": "ko",
}
"""Nothing as a new tournament has it."""
EVENING = {"rounds": 1, "games_per_round": 3, **OTHER}
"""As tests.tournaments.finish.evenings plays it."""
TYPED = {
    "games_per_round": "4",
    "rounds": "3",
    "odd_tables": "fives",
    "clubs_apart": "yes",
    "late_entry_until": "1",
    "tie_breaks_0": "fewer_lost_games",
    "decide": "stechen",
    "freeze_rounds": "0",
    "prize_places": "3, 5",
    "schock_aus_counted": "yes",
    "ko_tables": "1",
    "ko_seats": "5",
    "survivors": "2",
    "final_size": "5",
    "ko_seeding": "lot",
    "marks": "3",
    "bonus_ranks": "1",
    "bonus_marks": "1",
    "final_marks": "carry",
    "round_minutes": "",
    "personal_data_days": "7",
    "entry_fee_cents": "12,00",
    "deckel_protocol": "all",
}
"""Another value of each field, as somebody types it."""


class Sent(HTMLParser):
    """What a browser sends of the format page: nothing that is locked."""

    def __init__(self) -> None:
        super().__init__()
        self.data: dict[str, str] = {}
        self.select = ""
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag == "form":
            self.inside = "data-typing" in own
        name = own.get("name") or ""
        if not self.inside or "disabled" in own:
            return
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in own:
            self.data[self.select] = own.get("value") or ""
        elif tag == "input" and name and (own.get("type") != "radio" or "checked" in own):
            self.data[name] = own.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""


def in_final(played: bool = False) -> Tournament:
    t = evenings.in_final(**OTHER)
    if played:
        evenings.lose(t, evenings.current(t).tables[0].players[0])
    return t


def finished() -> Tournament:
    t = evenings.in_final(**OTHER)
    evenings.play_all(t)
    do(finish, t)
    return t


PHASES = {
    "setup": lambda: make_tournament(open_=False, **EVENING),
    "registration": lambda: make_tournament(**EVENING),
    "vorrunde": lambda: evenings.played(evenings.CLEAR_16, **OTHER),
    "cut": lambda: evenings.at_cut(**OTHER),
    "ko": lambda: evenings.in_ko(**OTHER),
    "final": in_final,
    "final_played": lambda: in_final(played=True),
    "finished": finished,
}


def page(desk: Client, t: Tournament) -> dict[str, str]:
    found = Sent()
    found.feed(desk.get(f"/leitung/{t.slug}/format/").content.decode())
    return found.data


def sentences(answer: Any) -> str:
    form = answer.context["form"] if answer.context else None
    return str(form.errors.as_data()) if form else ""


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_saves_its_format_again_and_changes_what_is_free(client: Client, phase: str) -> None:
    t = PHASES[phase]()
    desk, url, plan = as_user(client), f"/leitung/{t.slug}/format/", fresh(t).plan
    sent = page(desk, t)
    answer = desk.post(url, sent)
    assert answer.status_code == 302, sentences(answer)
    assert fresh(t).plan == plan

    free = {name for name in plan.to_dict() if name not in fixed_fields(fresh(t))}
    assert {name for name in sent if name in TYPED} == {
        name for name in TYPED if name.removesuffix("_0") in free
    }
    for name in sorted(free):
        wanted = {key: value for key, value in TYPED.items() if key.removesuffix("_0") == name}
        answer = desk.post(url, page(desk, t) | wanted)
        assert answer.status_code == 302, (name, sentences(answer))
        changed = fresh(t).plan.to_dict()[name]
        assert changed != plan.to_dict()[name], name


def test_after_saving_the_page_stands_where_its_sentence_is(client: Client) -> None:
    t = make_tournament(open_=False)
    desk, url = as_user(client), f"/leitung/{t.slug}/format/"
    answer = desk.post(url, page(desk, t) | {"rounds": "4"})
    assert answer["Location"] == f"{url}#arbeit"
    html = desk.get(url).content.decode()
    assert html.index('id="arbeit"') < html.index("Gespeichert") < html.index("<h1")


def test_a_refused_page_leads_to_each_field_that_is_wrong(client: Client) -> None:
    t = make_tournament(open_=False)
    desk, url = as_user(client), f"/leitung/{t.slug}/format/"
    html = desk.post(url, page(desk, t) | {"prize_places": "eins"}).content.decode()
    assert '<a href="#id_prize_places_error">Preise der Vorrunde bis Platz</a>' in html
    assert 'id="id_prize_places_error"' in html
    assert f'action="{url}" data-typing' in html  # no anchor of an earlier saving takes the focus away


def test_the_number_that_was_typed_stays(client: Client) -> None:
    t = make_tournament()
    desk, url = as_user(client), f"/leitung/{t.slug}/format/"
    answer = desk.post(url, page(desk, t) | {"people": "42"})
    assert answer["Location"] == f"{url}?people=42#arbeit"
    assert page(desk, t)["people"] == "100"
    add_players(t, 13, present=False)
    assert page(desk, t)["people"] == "13"
    assert desk.post(url, page(desk, t))["Location"] == f"{url}#arbeit"
