"""Where the green button leads from each page, and the name of the final's table in the log."""

import re

import pytest

from tests.playing import do, facts
from tests.tournaments.desk.asking import address, get
from tests.tournaments.finish.evenings import at_cut, in_final
from tournaments.messages.log import log_text, sentences
from tournaments.services.cut import void_cut
from tournaments.services.players import withdraw_player

COUNTS = ("people", "places", "count", "tables", "stations", "letters", "lines", "added")

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def test_a_step_that_is_taken_on_this_page_is_no_dead_button():
    t = at_cut()
    assert '<p class="says">Qualifizierte einchecken</p>' in get(t, "cut").content.decode()
    assert ">Qualifizierte einchecken <" in get(t, "standings").content.decode()


def test_the_list_of_those_who_went_is_no_dead_button_either():
    t = at_cut()
    do(void_cut, t)
    for player in facts(t).present:
        do(withdraw_player, t, player=player.number)
    page = address(t, "registration")
    assert f'href="{page}?zeige=weg">Jemanden zurückholen' in get(t, "registration").content.decode()
    on_it = get(t, "registration", zeige="weg").content.decode()
    assert '<p class="says">Jemanden zurückholen</p>' in on_it
    assert address(t, "player", 1) in on_it


def test_the_ko_page_leads_on_to_the_final():
    t = in_final()
    for page in ("ko", "cut"):
        assert f'href="{address(t, "final")}">Finalspiele eintragen' in get(t, page).content.decode()


def test_the_table_of_the_final_has_no_letter_in_the_log():
    data = {"stage": "final", "table": "A", "game": 2, "loser": 7}
    assert log_text("record_game", data) == "Finaltisch, Spiel 2: verloren hat Startnummer 7"
    assert log_text("record_game", data | {"stage": "ko"}).startswith("Tisch A, Spiel 2")


@pytest.mark.parametrize("act", sorted(sentences()))
def test_the_log_speaks_of_one_as_one(act):
    said = log_text(act, dict.fromkeys(COUNTS, 1))
    assert not re.search(r"\b1 (Leuten?|Plätzen?|Runden|Tischen?|Spielen?|Punkten?|Spielmarken)\b", said)
    assert log_text(act, {}).count("%") == 0


@pytest.mark.parametrize("people", [1, 2])
def test_a_count_that_an_old_entry_lacks_is_a_dash(people):
    words = {1: "1 Person", 2: "2 Leute"}
    assert log_text("open_stechen", {"people": people}) == f"Stechen geöffnet: {words[people]}"
    assert log_text("open_stechen", {}) == "Stechen geöffnet: – Leute"
