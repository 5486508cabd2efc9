"""Entry lists through the services: kept, compared under the lock, taken whole or not at all."""

import json
from uuid import uuid4

import pytest

from scoring.errors import RuleViolation
from tests.builders import add_players, by, fresh, last_log, make_tournament, player
from tests.tournaments.registration.lists import FILES, content, read, take, written
from tournaments.messages.log import log_text
from tournaments.messages.refusals import refusal_text
from tournaments.models import Club, Import, LogEntry, Player, Receipt, Team
from tournaments.services import entries as acts
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player
from tournaments.services.rounds import draw_round, publish_draw

pytestmark = pytest.mark.django_db


def refused(code, work, *args, **values):
    with pytest.raises(RuleViolation) as violation:
        work(*args, **values)
    assert violation.value.code == code
    assert "%(" not in refusal_text(violation.value)
    return violation.value


def names(t):
    return list(Player.objects.filter(tournament=t).order_by("start_number").values_list("first", flat=True))


# Previews


def test_a_preview_enters_nobody_and_is_kept():
    t = make_tournament()
    number = read(t, written("Inge;Jansen;KG;ja;w"), "Herbst.csv", key=uuid4())
    row = Import.objects.get(pk=number)
    assert (row.filename, row.state, len(row.digest)) == ("Herbst.csv", "preview", 64)
    assert row.rows["entries"][0]["last"] == "Jansen"
    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_the_same_file_is_the_same_preview_while_it_waits():
    t = make_tournament()
    number = read(t, written("Inge;Jansen"))
    before = fresh(t).revision
    assert read(t, written("Inge;Jansen"), "anders.csv") == number
    assert fresh(t).revision == before
    assert read(t, written("Inge;Janssen")) != number
    acts.discard_import(tournament_id=t.pk, by=SYSTEM, import_id=number)
    assert read(t, written("Inge;Jansen")) != number


def test_previews_belong_to_one_tournament():
    t, other = make_tournament(), make_tournament(name="Andere")
    assert read(t, written("Inge;Jansen")) != read(other, written("Inge;Jansen"))
    refused("import_gone", take, other, Import.objects.get(tournament=t).pk, [2])


def test_neither_receipts_nor_the_log_hold_names():
    t = make_tournament()
    number = read(t, written("Inge;Jansen;Schockklub Winden"), key=uuid4())
    take(t, number, [2], key=uuid4())
    kept = [row.answer for row in Receipt.objects.all()] + [row.data for row in LogEntry.objects.all()]
    assert "Jansen" not in json.dumps(kept)
    assert "Winden" not in json.dumps(kept)


def test_a_refused_file_leaves_nothing():
    t = make_tournament()
    before = fresh(t).revision
    violation = refused("file_empty", read, t, b"")
    assert violation.field == "file"
    assert (Import.objects.count(), fresh(t).revision) == (0, before)


def test_discarded_lists_lose_their_names_and_cannot_be_taken():
    t = make_tournament()
    number = read(t, written("Inge;Jansen"))
    acts.discard_import(tournament_id=t.pk, by=SYSTEM, import_id=number)
    assert (Import.objects.get().state, Import.objects.get().rows) == ("discarded", {})
    before = fresh(t).revision
    acts.discard_import(tournament_id=t.pk, by=SYSTEM, import_id=number)
    assert fresh(t).revision == before
    refused("import_gone", take, t, number, [2])
    refused("import_gone", acts.discard_import, tournament_id=t.pk, by=SYSTEM, import_id=number + 1)


# Taking


@pytest.mark.parametrize(("name", "people", "paid", "clubs", "taken"), FILES)
def test_every_list_of_real_evenings(name, people, paid, clubs, taken):
    t = make_tournament(entry_fee_cents=1000)
    number = read(t, content(name), name)
    entries = Import.objects.get().rows["entries"]
    assert len(entries) == people
    answer = take(t, number, [entry["line"] for entry in entries])
    assert (answer["added"], answer["first"], answer["last"]) == (taken, 1, taken)
    assert len(answer["skipped"]) == people - taken
    rows = Player.objects.filter(tournament=t)
    assert rows.count() == taken
    assert Club.objects.count() == clubs
    assert {row.fee_cents for row in rows} == {1000}
    lines = answer["skipped"]
    assert [row.name for row in rows.order_by("start_number")] == [
        f"{entry['first']} {entry['last']}" for entry in entries if entry["line"] not in lines
    ]
    assert rows.exclude(paid_at=None).count() == paid - sum(e["paid"] for e in entries if e["line"] in lines)
    # Once more: nobody.
    again = read(t, content(name), name)
    answer = take(t, again, [entry["line"] for entry in entries])
    assert (answer["added"], answer["first"], len(answer["skipped"])) == (0, None, people)
    assert rows.count() == taken


def test_everything_about_a_person_is_kept():
    t = make_tournament(entry_fee_cents=1000)
    header = "Vorname;Nachname;Verein;Mannschaft;Bezahlt;Geschlecht"
    number = read(t, written("Änne;von der Heydt;KG Rot-Weiß;Die Vier;ja;w", "Max;;;;;", header=header))
    take(t, number, [2])
    row = player(t, 1)
    assert (row.first, row.last, row.club.name, row.team.name, row.gender) == (
        "Änne", "von der Heydt", "KG Rot-Weiß", "Die Vier", "w",
    )  # fmt: skip
    assert (row.paid_at is not None, row.status, row.fee_cents) == (True, "registered", 1000)
    assert row.sort_key == "von der heydt  anne"
    assert " aenne " in row.search_key
    assert " weiss " in row.search_key


def test_start_numbers_follow_those_that_are_given():
    t = make_tournament()
    add_players(t, 3)
    answer = take(t, read(t, written("Zoe;Z", "Anna;A")), [2, 3])
    assert (answer["first"], answer["last"]) == (4, 5)
    assert names(t)[3:] == ["Zoe", "Anna"]


def test_clubs_and_teams_are_made_once_however_they_are_spelled():
    t, other = make_tournament(), make_tournament(name="Andere")
    add_player(tournament_id=other.pk, by=SYSTEM, first="Ada", club="KG Rot-Weiß", team="Die Vier")
    header = "Vorname;Nachname;Verein;Mannschaft"
    rows = written("A;A;KG Rot Weiss;Die Vier", "B;B;TuS e.V.;die vier", "C;C;TuS e. V.;", header=header)
    take(t, read(t, rows), [2, 3, 4])
    assert list(Club.objects.order_by("id").values_list("name", flat=True)) == ["KG Rot-Weiß", "TuS e.V."]
    assert list(Team.objects.filter(tournament=t).values_list("name", flat=True)) == ["Die Vier"]
    assert Team.objects.count() == 2


def test_an_extended_list_adds_only_the_new():
    t = make_tournament()
    take(t, read(t, written("Anna;A;KG", "Bert;B;KG")), [2, 3])
    answer = take(t, read(t, written("Anna;A;KG", "Cem;C;KG", "Bert;B;KG", "Dora;D;")), [2, 3, 4, 5])
    assert (answer["added"], answer["skipped"]) == (2, [2, 4])
    assert names(t) == ["Anna", "Bert", "Cem", "Dora"]


def test_two_of_one_name_are_two_when_the_desk_says_so():
    t = make_tournament()
    rows = written("Hans;Müller;Winden", "Hans;Müller;Birgel", "Hans;Mueller;Winden")
    answer = take(t, read(t, rows), [2, 3], namesakes=[4])
    assert (answer["added"], answer["skipped"]) == (3, [])
    assert [player(t, n).club.name for n in (1, 2, 3)] == ["Winden", "Birgel", "Winden"]
    assert take(t, read(t, rows + b"\n"), [2, 3, 4])["skipped"] == [2, 3, 4]
    assert take(t, read(t, rows + b"\n\n"), [], namesakes=[4])["added"] == 1


def test_who_was_entered_meanwhile_is_skipped_and_told():
    t = make_tournament()
    number = read(t, written("Anna;A;KG", "Bert;B;KG"))
    add_player(tournament_id=t.pk, by=SYSTEM, first="Anna", last="A", club="KG")
    answer = take(t, number, [2, 3])
    assert (answer["added"], answer["first"], answer["skipped"]) == (1, 2, [2])


def test_the_same_key_takes_a_list_once():
    t = make_tournament()
    number, key = read(t, written("Anna;A", "Bert;B")), uuid4()
    first = take(t, number, [2, 3], key=key)
    assert take(t, number, [2, 3], key=key) == first
    refused("key_reused", take, t, number, [2], key=key)
    refused("import_done", take, t, number, [2, 3], key=uuid4())
    refused("import_done", acts.discard_import, tournament_id=t.pk, by=SYSTEM, import_id=number)
    assert names(t) == ["Anna", "Bert"]
    assert (Import.objects.get().state, Import.objects.get().rows) == ("confirmed", {})


def test_the_log_says_how_many():
    t = make_tournament()
    number = read(t, written("Anna;A", "Bert;B"))
    assert log_text(last_log(t).act, last_log(t).data).endswith("Zeilen: 2, noch nicht übernommen")
    acts.confirm_import(tournament_id=t.pk, by=by(), import_id=number, take=[2, 3])
    entry = last_log(t)
    assert "Leute: 2, Startnummer 1 bis 2" in log_text(entry.act, entry.data)
    assert entry.user.username == "leitung"


def test_names_the_other_way_round():
    t = make_tournament()
    take(t, read(t, written("Schmidt;Eva", "Klein;Udo")), [2, 3], swap_names=True)
    assert (player(t, 1).first, player(t, 1).last) == ("Eva", "Schmidt")


def test_two_thousand_people_in_a_few_statements(django_assert_max_num_queries):
    t = make_tournament()
    number = read(t, written(*(f"Anna {n};Aalen;Klub {n % 90};ja;w" for n in range(2000))))
    with django_assert_max_num_queries(60):
        answer = take(t, number, list(range(2, 2002)))
    assert (answer["added"], answer["last"], Club.objects.count()) == (2000, 2000, 90)


# Repairs

BROKEN = written("Inge;Jansen;KG", ";Lang;KG", "田;Bach;KG")


def test_a_broken_line_is_taken_with_what_was_typed():
    t = make_tournament()
    typed = {"3": {"first": "  Eva "}, "4": {"first": "Tian", "last": "Bach"}}
    answer = take(t, read(t, BROKEN), [2], repairs=typed)
    assert answer["added"] == 3
    assert [(p.first, p.last) for p in Player.objects.order_by("start_number")] == [
        ("Inge", "Jansen"), ("Eva", "Lang"), ("Tian", "Bach"),
    ]  # fmt: skip


def test_fields_that_nobody_touched_repair_nothing():
    t = make_tournament()
    answer = take(t, read(t, BROKEN), [2], repairs={"3": {"first": ""}, "4": {"first": "田"}})
    assert (answer["added"], answer["skipped"]) == (1, [])


@pytest.mark.parametrize(
    ("repairs", "code", "field", "line"),
    [
        ({"3": {"first": "x" * 81}}, "name_too_long", "first", 3),
        ({"3": {"first": "..."}}, "name_missing", "first", 3),
        ({"4": {"first": "郎"}}, "name_unprintable", "first", 4),
        ({"4": {"first": "Tian", "last": "郎"}}, "name_unprintable", "last", 4),
        ({"3": {"first": "Inge", "last": "Jansen"}}, "entry_twice", "first", 3),
        ({"3": {"first": "Änne", "last": "Da"}}, "entry_known", "first", 3),
    ],
)
def test_a_bad_repair_is_refused_at_its_line_and_nothing_is_saved(repairs, code, field, line):
    t = make_tournament()
    add_player(tournament_id=t.pk, by=SYSTEM, first="Änne", last="Da", club="KG")
    number = read(t, BROKEN)
    before = fresh(t).revision
    violation = refused(code, take, t, number, [2], repairs=repairs)
    assert (violation.field, violation.params["line"]) == (field, line)
    assert (Player.objects.count(), fresh(t).revision, Club.objects.count()) == (1, before, 1)
    assert Import.objects.get().state == "preview"


def test_a_repaired_namesake_is_entered_when_the_desk_says_so():
    t = make_tournament()
    typed = {"3": {"first": "Inge", "last": "Jansen"}}
    assert take(t, read(t, BROKEN), [2], repairs=typed, namesakes=[3])["added"] == 2


def test_a_guess_is_put_right_only_when_the_line_is_taken():
    t = make_tournament()
    number = read(t, "Name;Verein\nHans Peter Müller;KG\nEva Lang;KG\nUdo Klein;KG\n".encode())
    typed = {"2": {"first": "Hans", "last": "Peter Müller"}}
    assert take(t, number, [2, 3], repairs=typed)["added"] == 2
    assert player(t, 1).last == "Peter Müller"
    again = read(t, b"Name;Verein\nHans Peter Klein;KG\nEva Lang;KG\nUdo Klein;KG\n")
    assert take(t, again, [4], repairs={"2": {"first": "Hans", "last": "Peter Klein"}})["added"] == 1


def test_a_club_that_cannot_be_printed_is_typed_again():
    t = make_tournament()
    number = read(t, written("Inge;Jansen;田", "Eva;Lang;KG"))
    refused("entry_broken", take, t, number, [2])
    take(t, number, [], repairs={"2": {"club": "Feld"}})
    assert (player(t, 1).name, player(t, 1).club.name) == ("Inge Jansen", "Feld")


def test_somebody_without_a_last_name_is_taken_when_ticked():
    t = make_tournament()
    take(t, read(t, written("Madonna;;KG", "Eva;Lang;KG")), [2, 3])
    assert (player(t, 1).first, player(t, 1).last) == ("Madonna", "")


# Refusals


def test_nobody_chosen_and_lines_that_do_not_exist():
    t = make_tournament()
    number = read(t, BROKEN)
    refused("nobody_chosen", take, t, number, [])
    refused("bad_input", take, t, number, [99])
    refused("bad_input", take, t, number, [2], namesakes=[0])
    refused("bad_input", take, t, number, [2], repairs={"99": {"first": "A"}})
    refused("bad_input", take, t, number, [2], repairs={"x": {"first": "A"}})
    refused("bad_input", take, t, number, [2], repairs={"3": {"paid": "ja"}})
    assert not Player.objects.exists()


def test_lists_are_read_until_late_entry_closes():
    t = make_tournament(late_entry_until=1)
    add_players(t, 8)
    waiting = read(t, written("Anna;A"))
    draw_round(tournament_id=t.pk, by=SYSTEM)
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    assert take(t, waiting, [2])["added"] == 1
    late = make_tournament(name="Spät", late_entry_until=0)
    add_players(late, 8)
    waiting = read(late, written("Anna;A"))
    draw_round(tournament_id=late.pk, by=SYSTEM)
    publish_draw(tournament_id=late.pk, by=SYSTEM)
    refused("late_entry_closed", take, late, waiting, [2])
    refused("late_entry_closed", read, late, written("Bert;B"))
    acts.discard_import(tournament_id=late.pk, by=SYSTEM, import_id=waiting)


def test_lists_may_be_read_in_the_set_up():
    t = make_tournament(open_=False)
    assert take(t, read(t, written("Anna;A")), [2])["added"] == 1
