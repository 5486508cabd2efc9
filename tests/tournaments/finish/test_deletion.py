"""Names become start numbers after the event (model.md): all of them, everywhere, when it was promised."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import HELFER, as_user, fresh, last_log
from tests.playing import do, facts, refused, sent_twice, table_of
from tests.tournaments.finish.evenings import in_final, play_all
from tests.tournaments.finish.test_final import place_of
from tournaments.models import Club, Import, Job, Person, Phase, Player, Round, Stage, Team, Tournament
from tournaments.queries.standings import counted_rounds, rank_field
from tournaments.services._act import SYSTEM
from tournaments.services.corrections import correct_game
from tournaments.services.deletion import delete_due, delete_personal_data
from tournaments.services.final import finish, reopen_finished
from tournaments.services.jobs import request_job
from tournaments.services.players import edit_player
from tournaments.services.prints import print_job

pytestmark = pytest.mark.django_db

SECRET = "Geheimrat"  # stands in every text of the evening


def over(**changes: Any) -> Tournament:
    """An evening that is finished, with the secret word wherever somebody can have typed one."""
    t = in_final(**changes)
    play_all(t)
    do(finish, t)
    club = Club.objects.create(name=f"SC {SECRET}")
    person = Person.objects.create(first=SECRET, last=SECRET, club=club)
    team = Team.objects.create(tournament=t, name=SECRET)
    Player.objects.filter(tournament=t).update(
        first=SECRET, last=SECRET, sort_key=SECRET, search_key=SECRET, club=club, person=person, team=team,
        gender="w", status_reason=SECRET,
    )  # fmt: skip
    Import.objects.create(tournament=t, filename=f"{SECRET}.csv", digest="0", rows={"rows": [SECRET]})
    return fresh(t)


def put_secret_everywhere(t: Tournament) -> None:
    """Every free text of every row of this database, whatever its model."""
    for model in apps.get_app_config("tournaments").get_models():
        names = {f.name for f in model._meta.get_fields()} & {"reason", "void_reason", "label"}
        if names:
            model._default_manager.all().update(**dict.fromkeys(names, SECRET))
    Tournament.objects.filter(pk=t.pk).update(screen={"message": SECRET})


def texts() -> str:
    """Everything in every table."""
    rows = [
        str(list(model._default_manager.values_list()))
        for model in apps.get_app_config("tournaments").get_models()
    ]
    return "\n".join(rows)


def delete(t: Tournament) -> dict[str, Any]:
    return do(delete_personal_data, t, confirmed=True)


def test_nothing_that_somebody_typed_about_people_is_left_in_any_table():
    t = over()
    put_secret_everywhere(t)
    assert texts().count(SECRET) > 100
    delete(t)
    assert SECRET not in texts()
    assert not Club.objects.exists()
    assert not Person.objects.exists()
    assert not Import.objects.exists()


def test_start_numbers_points_places_and_results_stay():
    t = over()
    before = facts(t)
    places, ranks = place_of(t), rank_field(before, counted_rounds(before))
    results = [sorted(table.results.items()) for r in before.rounds for table in r.tables]
    answer = sent_twice(delete_personal_data, t, confirmed=True)
    after = facts(t)
    assert answer["people"] == len(before.players) == last_log(t).data["people"]
    assert place_of(t) == places
    assert rank_field(after, counted_rounds(after)) == ranks
    assert [sorted(table.results.items()) for r in after.rounds for table in r.tables] == results
    assert [p.name for p in after.players.values()] == [f"Nr. {number}" for number in after.players]
    assert [p.number for p in sorted(after.players.values(), key=lambda p: p.sort_key)] == sorted(
        after.players
    )


def test_a_club_that_plays_elsewhere_stays_there():
    t, other = over(), in_final()
    club = Club.objects.get(name=f"SC {SECRET}")
    Player.objects.filter(tournament=other).update(club=club)
    delete(t)
    assert {p.club for p in facts(other).players.values()} == {f"SC {SECRET}"}
    assert "Nr. 1" not in {p.name for p in facts(other).players.values()}


def test_print_files_go_once_it_is_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
):
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
    t = over()
    params = {"language": "de", "round": 1, "base": "http://192.168.178.20:8000"}
    job = request_job(tournament_id=t.pk, by=SYSTEM, kind="names", params=params)["job"]
    assert print_job(job_id=job) == "printed"
    assert list(tmp_path.glob("*.pdf"))
    with django_capture_on_commit_callbacks(execute=True):
        delete(t)
    assert not Job.objects.exists()
    assert not list(tmp_path.glob("*.pdf"))


def test_there_is_no_way_back_and_no_way_before_the_end():
    t = in_final()
    with refused("wrong_phase"):
        delete(t)
    play_all(t)
    do(finish, t)
    with refused("not_confirmed"):
        do(delete_personal_data, t)
    delete(t)
    for act, body in (
        (delete_personal_data, {"confirmed": True}),
        (reopen_finished, {"reason": "doch"}),
        (edit_player, {"player": 1, "first": "Anna"}),
    ):
        with refused("names_deleted"):
            do(act, t, **body)
    assert fresh(t).phase == Phase.FINISHED


def ended(t: Tournament, *, days: float, since: float, keep: int = 14) -> Tournament:
    """Its date so many days ago, its final closed `since` days ago."""
    row = fresh(t)
    row.date = timezone.localdate() - timedelta(days=days)
    row.format = row.format | {"personal_data_days": keep}
    row.save()
    closed = timezone.now() - timedelta(days=since)
    Round.objects.filter(tournament=t, stage=Stage.FINAL).update(closed_at=closed)
    return row


@pytest.mark.parametrize(
    ("days", "since", "keep", "due"),
    [
        (14, 14.1, 14, True),
        (13, 14.1, 14, False),
        (400, 13.9, 14, False),  # the date was wrong, or the evening was opened again
        (0, 0.9, 0, False),  # kept for no day: not in the night of the prize-giving
        (1, 1.1, 0, True),
        (14, -30, 14, True),  # the clock was put back since
    ],
)
def test_they_go_by_themselves_when_it_was_promised(days: float, since: float, keep: int, due: bool):
    t = ended(over(), days=days, since=since, keep=keep)
    assert delete_due() == int(due)
    assert (SECRET not in texts()) is due
    assert (fresh(t).names_deleted_at is not None) is due
    assert delete_due() == 0


def test_nobody_else_is_touched():
    playing, rehearsal = in_final(), over()
    ended(playing, days=400, since=400)
    Tournament.objects.filter(pk=ended(rehearsal, days=400, since=400).pk).update(rehearsal=True)
    assert delete_due() == 0
    assert fresh(playing).names_deleted_at is None


# The page


def page(t: Tournament, client: Client, **body: str) -> Any:
    address = reverse("desk:names", args=[t.slug])
    return client.post(address, body) if body else client.get(address)


def test_the_desk_is_asked_twice(client: Client):
    t, desk = over(), as_user(client)
    assert reverse("desk:names", args=[t.slug]) in desk.get(reverse("desk:winner", args=[t.slug])).text
    assert page(t, desk).status_code == 200
    unticked = page(t, desk, key="")
    assert unticked.status_code == 400
    assert "Bitte zuerst ankreuzen" in unticked.text
    asked = page(t, desk, done="on")
    assert "wirklich löschen" in asked.text
    assert fresh(t).names_deleted_at is None
    gone = page(t, desk, done="on", sure="on")
    assert gone.status_code == 302
    assert SECRET not in desk.get(gone.url).text
    assert page(t, desk).text.count("Die Namen sind gelöscht") >= 1
    assert "Turnier wieder öffnen" not in desk.get(gone.url).text


def test_before_the_end_the_page_says_when(client: Client):
    t, desk = in_final(), as_user(client)
    assert "sobald das Turnier abgeschlossen ist" in page(t, desk).text
    refused_page = page(t, desk, done="on", sure="on")
    assert refused_page.status_code == 409
    assert fresh(t).names_deleted_at is None


def test_every_page_still_opens_without_names(client: Client):
    t, desk = over(), as_user(client)
    delete(t)
    pages = (
        "winner",
        "standings",
        "registration",
        "log",
        "prints",
        "cut",
        "ko",
        "final",
        "devices",
        "format",
    )
    for name in pages:
        assert desk.get(reverse(f"desk:{name}", args=[t.slug])).status_code == 200, name
    assert "Nr. 3" in desk.get(reverse("desk:player", args=[t.slug, 3])).text
    assert "Nr. 3" in Client().get(reverse("hall:places", args=[t.slug])).text


def test_a_helfer_may_not(client: Client):
    t = over()
    assert page(t, as_user(client, HELFER), done="on", sure="on").status_code == 403
    assert fresh(t).names_deleted_at is None


def test_what_is_corrected_later_keeps_its_numbers():
    t = over()
    delete(t)
    table = table_of(t, 1, "vorrunde")
    first, second = table.players[:2]
    do(correct_game, t, table_id=table.id, game=1, half1=first, half2=second, endkampf=first, reason="Zettel")
    assert facts(t).players[first].name == f"Nr. {first}"
