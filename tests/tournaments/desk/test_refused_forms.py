"""A form that is refused says so in its status too, not only in its words."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_tournament
from tests.tournaments.desk.asking import desk

pytestmark = pytest.mark.django_db

FORMS = ("login", "accounts", "create", "describe", "format", "rules", "lot_number", "add_player")
NOTHING: dict[str, str] = {}
"""An empty number takes the Losnummer back, so of the forms only its own may be empty."""
UNTAKEN = dict.fromkeys(("name", "date", "number", "first", "rounds", "deckel", "password"), "\0")
CASES = [(name, UNTAKEN) for name in FORMS] + [(name, NOTHING) for name in FORMS if name != "lot_number"]


@pytest.mark.parametrize(("name", "sent"), CASES)
def test_a_form_that_cannot_be_taken_answers_that_it_is_refused(name: str, sent: dict[str, str]) -> None:
    t = make_tournament()
    client = Client() if name == "login" else desk()
    address = reverse(f"desk:{name}", args=[] if name in ("login", "accounts", "create") else [t.slug])
    assert client.post(address, sent).status_code == 400
