"""Letters beyond the packaged fonts: refused with a sentence at the field, unless a font here draws them."""

import pytest
from django.test import Client

from scoring.errors import RuleViolation
from tests.builders import as_user, make_tournament
from tournaments.imports import read_entries
from tournaments.models import Club, Player, Tournament, letters
from tournaments.models.names import clean_name
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player, edit_player
from tournaments.services.tournaments import create_tournament, rename_tournament

pytestmark = pytest.mark.django_db

SENTENCE = "Das Zeichen „田“ kann nicht gedruckt werden. Bitte mit anderen Buchstaben schreiben."


@pytest.fixture
def with_japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after installing fonts-noto-cjk."""
    monkeypatch.setattr(letters, "charsets", lambda: ["20-7e", "3001-30ff 4e00-9fff ac00-d7a3 1d400-1d433"])
    letters.ranges.cache_clear()


def refused(work: object, **body: object) -> tuple[str, str | None, str]:
    with pytest.raises(RuleViolation) as caught:
        work(by=SYSTEM, **body)
    return caught.value.code, caught.value.field, caught.value.params["sign"]


@pytest.mark.parametrize("field", ["first", "last", "club", "team"])
def test_a_person_is_refused_at_the_part(field: str) -> None:
    tournament = make_tournament()
    typed = {"first": "Eva", "last": "Lang", "club": "KG", "team": "Rot", field: "田中"}
    expected = ("name_unprintable", field, "田")
    assert refused(add_player, tournament_id=tournament.pk, **typed) == expected
    add_player(tournament_id=tournament.pk, by=SYSTEM, first="Eva")
    assert refused(edit_player, tournament_id=tournament.pk, player=1, **typed) == expected


@pytest.mark.parametrize("field", ["name", "place"])
def test_a_tournament_is_refused_at_the_field(field: str) -> None:
    tournament = make_tournament()
    typed = {"name": "Abend", "date": "2026-11-14", "place": "Winden", field: "東京 田"}
    assert refused(create_tournament, **typed)[:2] == ("name_unprintable", field)
    assert refused(rename_tournament, tournament_id=tournament.pk, **typed)[:2] == ("name_unprintable", field)


def test_the_sentence_stands_at_the_field(client: Client) -> None:
    tournament = make_tournament()
    as_user(client)
    answer = client.post(f"/leitung/{tournament.slug}/anmeldung/neu/", {"first": "田中"})
    assert answer.status_code == 400
    assert SENTENCE in answer.content.decode()
    answer = client.post(
        f"/leitung/{tournament.slug}/angaben/", {"name": "Abend", "date": "2026-11-14", "place": "田"}
    )
    assert answer.status_code == 400
    assert SENTENCE in answer.content.decode()


@pytest.mark.usefixtures("with_japanese")
def test_with_a_font_for_them_they_are_names_like_others() -> None:
    tournament = make_tournament()
    add_player(tournament_id=tournament.pk, by=SYSTEM, first="花子", last="田中", club="김 クラブ・東京")
    assert Player.objects.get(tournament=tournament).last == "田中"
    rename_tournament(tournament_id=tournament.pk, by=SYSTEM, name="東京", date="2026-11-14")
    (entry,) = read_entries("liste.csv", "Vorname;Nachname\n花子;田中\n".encode()).entries
    assert not entry.broken


@pytest.mark.usefixtures("with_japanese")
@pytest.mark.parametrize("sign", ["\U0001d400", "Ａ", "\u0870", "\ue000", "ກ"])
def test_copies_of_other_letters_and_what_still_has_no_font_stay_refused(sign: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        clean_name(f"Anna {sign}")
    assert caught.value.params == {"sign": sign}


def test_what_is_stored_stays_on_a_machine_without_the_font() -> None:
    tournament = make_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(name="東京")
    add_player(tournament_id=tournament.pk, by=SYSTEM, first="Hanako", last="Tanaka", club="Tokio")
    Player.objects.filter(tournament=tournament).update(last="田中")
    Club.objects.filter(name="Tokio").update(name="東京")
    edit_player(
        tournament_id=tournament.pk, by=SYSTEM, player=1, first="Hanako", last="田中", club="東京", team="Rot"
    )
    rename_tournament(tournament_id=tournament.pk, by=SYSTEM, name="東京", date="2026-11-15")
    assert Player.objects.get(tournament=tournament).team.name == "Rot"
