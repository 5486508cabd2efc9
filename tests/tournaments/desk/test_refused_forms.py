"""A form that is refused says so in its status too, not only in its words."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_tournament
from tests.tournaments.desk.asking import desk

pytestmark = pytest.mark.django_db

FORMS = ("login", "accounts", "create", "describe", "format", "rules", "lot_number", "add_player")


@pytest.mark.parametrize("name", FORMS)
def test_a_form_sent_with_a_sign_that_no_field_takes_answers_that_it_is_refused(name: str) -> None:
    t = make_tournament()
    client = Client() if name == "login" else desk()
    address = reverse(f"desk:{name}", args=[] if name in ("login", "accounts", "create") else [t.slug])
    fields = dict.fromkeys(("name", "date", "number", "first", "rounds", "deckel", "password"), "\0")
    assert client.post(address, fields).status_code == 400
