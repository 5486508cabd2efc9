"""Names go while others work: the next tournament with the same clubs, the print service, the sweeper."""

import threading
from typing import Any

import pytest
from django.db import connection

from scoring.errors import RuleViolation
from tests.builders import fresh, make_tournament, player
from tests.faults.test_races import at_once
from tests.playing import do
from tests.tournaments.finish.evenings import in_final, play_all
from tests.tournaments.registration.lists import read, written
from tournaments.models import Club, Job, LogEntry, Person, Player, Tournament
from tournaments.printing import files
from tournaments.services import deletion, players
from tournaments.services._act import SYSTEM
from tournaments.services.deletion import delete_due, delete_personal_data
from tournaments.services.entries import confirm_import
from tournaments.services.final import finish, reopen_finished
from tournaments.services.jobs import request_job
from tournaments.services.players import add_player, edit_player
from tournaments.services.prints import print_job
from tournaments.services.tournaments import delete_rehearsal

pytestmark = pytest.mark.django_db(transaction=True)

SHORT, PATIENCE = 0.6, 30.0
"""Seconds: for somebody who may be waiting for us, and until a thread that hangs fails its test."""
CLUB = "Schockklub Winden"


def over() -> Tournament:
    """Finished, and everybody is in one club."""
    t = in_final()
    play_all(t)
    do(finish, t)
    Player.objects.filter(tournament=t).update(club=Club.objects.get_or_create(name=CLUB)[0])
    return fresh(t)


def forget(t: Tournament) -> Any:
    return delete_personal_data(tournament_id=t.pk, by=SYSTEM, confirmed=True)


def enter(t: Tournament, first: str = "Inge") -> Any:
    return add_player(tournament_id=t.pk, by=SYSTEM, first=first, last="Jansen", club=CLUB)


def entering_slowly(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """(somebody is entered, but not committed; go on): how two threads meet in that moment."""
    found, gone = threading.Event(), threading.Event()
    whole = players._enter

    def slowly(*args: Any, **values: Any) -> Any:
        row = whole(*args, **values)
        found.set()
        gone.wait(SHORT)
        return row

    monkeypatch.setattr(players, "_enter", slowly)
    return found, gone


def is_kept_everywhere(old: Tournament, new: Tournament) -> bool:
    number = Player.objects.get(tournament=new, first="Inge").start_number
    assert {p.club_id for p in Player.objects.filter(tournament=old)} == {None}
    assert player(old, 1).name == "Nr. 1"
    return str(player(new, number).club) == CLUB


def test_a_club_goes_while_somebody_is_entered_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found, not entered yet: in between the other tournament forgets it."""
    old, new = over(), make_tournament()
    found, gone = entering_slowly(monkeypatch)

    def delete() -> Any:
        found.wait(PATIENCE)
        answer = forget(old)
        gone.set()
        return answer

    entered, deleted = at_once([lambda: enter(new), delete])
    assert isinstance(entered, dict), entered
    assert isinstance(deleted, dict), deleted
    assert is_kept_everywhere(old, new)


def test_somebody_is_entered_for_a_club_that_is_going(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgotten, not committed yet: who looks still sees it."""
    old, new = over(), make_tournament()
    going = threading.Event()
    whole = deletion._forget_reasons

    def slowly(t: Tournament) -> None:
        going.set()
        threading.Event().wait(SHORT)
        whole(t)

    def add() -> Any:
        going.wait(PATIENCE)
        return enter(new)

    monkeypatch.setattr(deletion, "_forget_reasons", slowly)
    entered, deleted = at_once([add, lambda: forget(old)])
    assert isinstance(entered, dict), entered
    assert isinstance(deleted, dict), deleted
    assert is_kept_everywhere(old, new)


def test_an_invented_evening_goes_with_its_clubs_while_somebody_is_entered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = over(), make_tournament()
    Tournament.objects.filter(pk=old.pk).update(rehearsal=True)
    found, gone = entering_slowly(monkeypatch)

    def delete() -> None:
        found.wait(PATIENCE)
        delete_rehearsal(tournament_id=old.pk, by=SYSTEM)
        gone.set()

    entered, deleted = at_once([lambda: enter(new), delete])
    assert isinstance(entered, dict), entered
    assert deleted is None
    assert str(player(new, 1).club) == CLUB


def test_a_list_with_the_clubs_of_two_evenings_comes_while_both_are_forgotten() -> None:
    olds, new = [over(), over()], make_tournament()
    for old in olds:
        for row in Player.objects.filter(tournament=old):
            row.club = Club.objects.get_or_create(name=f"Verein {row.start_number}")[0]
            row.person = Person.objects.create(first="Inge", last="Jansen", club=row.club)
            row.save()
    lines = [f"Inge;Jansen {n};Verein {n}" for n in range(1, 9)]
    list_ = read(new, written(*reversed(lines)))

    def take() -> Any:
        return confirm_import(tournament_id=new.pk, by=SYSTEM, import_id=list_, take=list(range(2, 10)))

    answers = at_once([take, *(lambda old=old: forget(old) for old in olds)])
    assert all(isinstance(answer, dict) for answer in answers), answers
    kept = [(p.last, str(p.club)) for p in Player.objects.filter(tournament=new)]
    assert sorted(kept) == [(f"Jansen {n}", f"Verein {n}") for n in range(1, 9)]
    assert Club.objects.exclude(name=CLUB).count() == 8
    assert not Person.objects.exists()


def test_two_who_delete_and_one_who_opens_or_edits_at_once() -> None:
    for _ in range(4):
        t = over()
        works = [
            lambda t=t: forget(t),
            lambda t=t: forget(t),
            lambda t=t: edit_player(tournament_id=t.pk, by=SYSTEM, player=1, first="Geheimrat"),
            lambda t=t: reopen_finished(tournament_id=t.pk, by=SYSTEM, reason="Geheimrat"),
        ]
        answers = at_once(works)
        refused = {a.code for a in answers if isinstance(a, RuleViolation)}
        assert refused <= {"names_deleted", "wrong_phase"}
        assert all(isinstance(a, dict | RuleViolation) for a in answers), answers
        if isinstance(answers[3], dict):  # it was first
            assert fresh(t).names_deleted_at is None
            continue
        assert [isinstance(a, dict) for a in answers[:2]].count(True) == 1
        assert player(t, 1).name == "Nr. 1"
        assert not LogEntry.objects.filter(tournament=t, reason="Geheimrat").exists()


def test_a_print_that_read_the_names_before_they_went_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, settings: Any
) -> None:
    """Asked for and laid out between the jobs and the commit: only PostgreSQL lets anybody in there."""
    settings.PRINT_DIR = tmp_path
    t = over()
    whole = deletion.forget_prints

    def and_print(**values: Any) -> int:
        many = whole(**values)
        if connection.vendor == "postgresql":
            assert at_once([lambda: printed("en")]) == ["printed"]
        return many

    def printed(language: str) -> str:
        params = {"language": language, "round": 1, "base": "http://192.168.178.20:8000"}
        job = request_job(tournament_id=t.pk, by=SYSTEM, kind="names", params=params)["job"]
        return print_job(job_id=job)

    assert printed("de") == "printed"
    assert list(files.folder().glob("*.pdf"))
    monkeypatch.setattr(deletion, "forget_prints", and_print)
    forget(t)
    assert not Job.objects.exists()
    assert not list(files.folder().glob("*.pdf"))


def test_one_evening_that_is_opened_again_in_this_moment_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = over(), over()

    def due(t: Tournament) -> bool:
        if t.pk == second.pk:  # everybody has been asked by now
            do(reopen_finished, first)
        return True

    monkeypatch.setattr(deletion, "_is_due", due)
    assert delete_due() == 1
    assert fresh(first).names_deleted_at is None
    assert fresh(second).names_deleted_at is not None
