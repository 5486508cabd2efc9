"""Why somebody was sent home: read by the Leitung, not by everybody at the desk (model.md: the log)."""

import pytest

from tests.builders import HELFER, LEITUNG, add_players, by, make_tournament
from tests.tournaments.desk.asking import get, text
from tournaments.services.players import exclude_player, withdraw_player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("role", "times"), [(LEITUNG, 2), (HELFER, 0)])
def test_why_somebody_was_excluded_reads_the_leitung_alone(role: str, times: int) -> None:
    t = make_tournament()
    add_players(t, 2)
    exclude_player(tournament_id=t.pk, by=by(), player=1, reason="gemogelt")
    withdraw_player(tournament_id=t.pk, by=by(), player=2, reason="krank")
    excluded, gone = (text(get(t, "player", number, role=role)) for number in (1, 2))
    assert "ausgeschlossen" in excluded
    assert excluded.count("gemogelt") == times
    assert gone.count("krank") == 2  # entered by whoever is at the desk
