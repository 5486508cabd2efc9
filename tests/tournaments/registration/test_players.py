"""Acts on people: entered, there, paid, gone, back (product.md §2, C2.5, C2.6)."""

from uuid import uuid4

import pytest

from scoring.errors import RuleViolation
from tests.builders import add_players, by, fresh, last_log, make_tournament, player
from tests.playing import refusal as refused
from tournaments.models import Absence, Club, LogEntry, Player, Team
from tournaments.queries.facts import load_facts
from tournaments.queries.registration import club_names
from tournaments.services import players as acts
from tournaments.services._act import SYSTEM
from tournaments.services.results import record_game
from tournaments.services.rounds import close_round, draw_round, publish_draw

pytestmark = pytest.mark.django_db


def publish(t):
    draw_round(tournament_id=t.pk, by=SYSTEM)
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    return load_facts(t.pk).current


def play(t, table, loser=None, game=1):
    current = load_facts(t.pk).current
    now = next(x for x in current.tables if x.id == table.id)
    loser = loser or now.present(game)[0]
    return record_game(
        tournament_id=t.pk,
        by=SYSTEM,
        table_id=table.id,
        draw_no=current.draw_no,
        game=game,
        version=now.version,
        half1=loser,
        half2=loser,
        endkampf=None,
    )


def play_round(t):
    for table in publish(t).tables:
        play(t, table)
    close_round(tournament_id=t.pk, by=SYSTEM)


# Entering


def test_people_get_start_numbers_in_order_and_keys_for_sorting_and_searching():
    t = make_tournament(entry_fee_cents=1000)
    first = acts.add_player(tournament_id=t.pk, by=by(), first=" Łucja ", last="Müller", club="KG  Rot-Weiß")
    second = acts.add_player(tournament_id=t.pk, by=by(), first="Hans", present=True, paid=True)
    assert (first["player"], second["player"]) == (1, 2)
    one, two = player(t, 1), player(t, 2)
    assert (one.first, one.last, one.club.name, one.fee_cents) == ("Łucja", "Müller", "KG Rot-Weiß", 1000)
    assert "mueller" in one.search_key
    assert (one.status, one.paid_at) == ("registered", None)
    assert (two.status, two.fee_cents) == ("present", 1000)
    assert two.paid_at is not None
    assert "Müller" not in str(last_log(t).data)


def test_the_same_key_enters_nobody_twice():
    t = make_tournament()
    key = uuid4()
    values = {"tournament_id": t.pk, "by": by(), "key": key, "first": "Inge", "last": "Mürkens"}
    assert acts.add_player(**values) == acts.add_player(**values)
    assert Player.objects.count() == 1
    with pytest.raises(RuleViolation) as violation:
        acts.add_player(**{**values, "first": "Ilse"})
    assert violation.value.code == "key_reused"


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"first": " "}, "name_missing", "first"),
        ({"first": "x" * 81}, "name_too_long", "first"),
        ({"last": "x" * 81}, "name_too_long", "last"),
        ({"club": "x" * 81}, "name_too_long", "club"),
        ({"gender": "?"}, "gender_unknown", "gender"),
        ({"fixed_station": 0}, "station_invalid", "fixed_station"),
    ],
)
def test_what_cannot_be_entered_is_refused_at_its_field(values, code, field):
    t = make_tournament()
    violation = refused(code, acts.add_player, tournament_id=t.pk, **{"first": "Inge", **values})
    assert violation.field == field
    assert not Player.objects.exists()
    assert not Club.objects.exists()
    assert fresh(t).revision == t.revision


def test_clubs_are_offered_in_the_order_of_lists():
    t = make_tournament()
    add_players(t, 4, clubs=["Zeche", "Öcher Jonge", "zur Post", "Adler"])
    assert club_names() == ["Adler", "Öcher Jonge", "Zeche", "zur Post"]
    assert club_names(["Zeche", "Öcher Jonge", "Zeche"]) == ["Öcher Jonge", "Zeche"]


def test_a_namesake_is_asked_about_and_entered_as_another_person():
    t = make_tournament()
    hans = {"tournament_id": t.pk, "first": "Hans", "last": "Müller"}
    acts.add_player(by=by(), **hans, club="Winden")
    acts.add_player(by=by(), **hans, club="Birgel")
    violation = refused("duplicate_player", acts.add_player, **{**hans, "first": "HANS", "last": "Mueller"})
    assert violation.params["players"] == (1, 2)
    assert violation.params["who"] == "1 (Winden), 2 (Birgel)"
    violation = refused("duplicate_player", acts.add_player, **hans, club="winden")
    assert violation.params["players"] == (1,)
    assert acts.add_player(by=by(), **hans, namesake=True)["player"] == 3
    assert acts.add_player(by=by(), **{**hans, "last": "Muller"})["player"] == 4


def test_clubs_and_teams_are_one_however_they_are_spelled():
    t = make_tournament()
    for index, club in enumerate(("KG Rot-Weiß", "kg rot-weiss", "KG Rot Weiß")):
        acts.add_player(tournament_id=t.pk, by=by(), first=f"A{index}", club=club, team="Die Vier")
    assert Club.objects.count() == 1
    assert Team.objects.filter(tournament=t).count() == 1


def test_start_numbers_are_never_used_again():
    t = make_tournament()
    add_players(t, 3)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=3)
    assert acts.add_player(tournament_id=t.pk, by=by(), first="Neu")["player"] == 4


def test_details_are_put_right_and_the_log_names_fields_only():
    t = make_tournament()
    add_players(t, 1, clubs=["Winden"])
    values = {"first": "Änne", "last": "Aalen", "club": "Birgel", "gender": "w", "fixed_station": 3}
    acts.edit_player(tournament_id=t.pk, by=by(), player=1, **values)
    row = player(t, 1)
    assert (row.name, row.club.name, row.gender, row.fixed_station) == ("Änne Aalen", "Birgel", "w", 3)
    assert row.sort_key.startswith("aalen")
    assert last_log(t).data == {
        "player": 1,
        "changed": ["first", "last", "club", "gender", "fixed_station"],
    }
    revision = fresh(t).revision
    assert acts.edit_player(tournament_id=t.pk, by=by(), player=1, **values)["revision"] == revision
    refused("player_unknown", acts.edit_player, tournament_id=t.pk, player=9, first="X")
    refused("name_missing", acts.edit_player, tournament_id=t.pk, player=1, first="")


# There and paid


def test_da_and_bezahlt_go_on_and_off_again():
    t = make_tournament()
    add_players(t, 1, present=False)
    acts.check_in(tournament_id=t.pk, by=by(), player=1)
    acts.set_paid(tournament_id=t.pk, by=by(), player=1)
    assert player(t, 1).status == "present"
    assert player(t, 1).paid_at
    acts.check_in(tournament_id=t.pk, by=by(), player=1, present=False)
    acts.set_paid(tournament_id=t.pk, by=by(), player=1, paid=False)
    assert player(t, 1).status == "registered"
    assert player(t, 1).paid_at is None


def test_both_in_one_tap_notes_only_what_changed():
    t = make_tournament()
    add_players(t, 2, present=False)
    acts.set_paid(tournament_id=t.pk, by=by(), player=1)
    acts.check_in_paid(tournament_id=t.pk, by=by(), player=1)
    assert last_log(t).data == {"player": 1, "present": True}
    acts.check_in_paid(tournament_id=t.pk, by=by(), player=2)
    assert last_log(t).data == {"player": 2, "present": True, "paid": True}
    acts.undo_check_in_paid(tournament_id=t.pk, by=by(), player=2)
    assert (player(t, 2).status, player(t, 2).paid_at) == ("registered", None)


def test_two_desks_that_tap_the_same_agree():
    t = make_tournament()
    add_players(t, 1, present=False)
    acts.check_in(tournament_id=t.pk, by=by(), player=1)
    revision = fresh(t).revision
    second = acts.check_in(tournament_id=t.pk, by=by(), player=1)
    assert second["revision"] == revision
    assert LogEntry.objects.filter(tournament=t, act="check_in").count() == 1


def test_who_sits_at_a_table_is_there():
    t = make_tournament()
    add_players(t, 4)
    publish(t)
    violation = refused("player_seated", acts.check_in, tournament_id=t.pk, player=1, present=False)
    assert violation.params["player"] == 1
    refused("player_seated", acts.undo_check_in_paid, tournament_id=t.pk, player=1)
    assert player(t, 1).status == "present"


def test_before_the_draw_is_public_somebody_can_turn_out_missing():
    t = make_tournament()
    add_players(t, 5)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    acts.check_in(tournament_id=t.pk, by=by(), player=1, present=False)
    assert player(t, 1).status == "registered"


# Late entry (C2.6)


def test_late_entry_is_open_until_the_round_after_it_starts():
    t = make_tournament(late_entry_until=1)
    add_players(t, 8)
    add_players(t, 1, present=False, first=9)
    play_round(t)
    assert acts.add_player(tournament_id=t.pk, by=by(), first="Spät", present=True)["player"] == 10
    draw_round(tournament_id=t.pk, by=SYSTEM)
    assert acts.add_player(tournament_id=t.pk, by=by(), first="Später")["player"] == 11
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    assert (
        refused("late_entry_closed", acts.add_player, tournament_id=t.pk, first="Zu spät").params["round"]
        == 2
    )
    refused("late_entry_closed", acts.check_in, tournament_id=t.pk, player=9)
    acts.set_paid(tournament_id=t.pk, by=by(), player=9)
    assert Player.objects.filter(tournament=t).count() == 11


def test_late_entry_zero_closes_with_round_one():
    t = make_tournament(late_entry_until=0)
    add_players(t, 4)
    publish(t)
    refused("late_entry_closed", acts.add_player, tournament_id=t.pk, first="Spät")


# Gone and back (C2.5, C5.3)


def test_withdrawn_before_the_start_and_back_as_before():
    t = make_tournament()
    add_players(t, 1, present=False)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=1, reason=" krank ")
    row = player(t, 1)
    assert (row.status, row.status_reason) == ("withdrawn", "krank")
    assert last_log(t).data == {"player": 1, "was": "registered"}
    assert last_log(t).reason == "krank"
    refused("player_gone", acts.check_in, tournament_id=t.pk, player=1)
    acts.return_player(tournament_id=t.pk, by=by(), player=1, present=False)
    row = player(t, 1)
    assert (row.status, row.status_reason) == ("registered", "")
    refused("player_not_gone", acts.return_player, tournament_id=t.pk, player=1)


def test_exclusion_needs_a_reason_and_outranks_withdrawal():
    t = make_tournament()
    add_players(t, 1)
    assert (
        refused("reason_missing", acts.exclude_player, tournament_id=t.pk, player=1, reason=" ").field
        == "reason"
    )
    refused("text_too_long", acts.exclude_player, tournament_id=t.pk, player=1, reason="x" * 201)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=1)
    acts.exclude_player(tournament_id=t.pk, by=by(), player=1, reason="gemogelt")
    assert player(t, 1).status == "excluded"
    refused("player_gone", acts.withdraw_player, tournament_id=t.pk, player=1)
    key = uuid4()
    first = acts.return_player(tournament_id=t.pk, by=by(), player=1, key=key)
    assert acts.return_player(tournament_id=t.pk, by=by(), player=1, key=key) == first
    assert player(t, 1).status == "present"


def test_who_leaves_a_playing_table_is_absent_there_and_back_with_it():
    t = make_tournament()
    add_players(t, 8)
    table = publish(t).tables[0]
    leaver = table.players[2]
    before = load_facts(t.pk)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=leaver, reason="Bus")
    absence = Absence.objects.get(voided_at=None)
    assert (absence.kind, absence.game, absence.reason) == ("left", 1, "Bus")
    assert load_facts(t.pk).current.table(table.number).version == table.version + 1
    assert last_log(t).data["table"] == table.number
    acts.return_player(tournament_id=t.pk, by=by(), player=leaver)
    assert not Absence.objects.filter(voided_at=None).exists()
    after = load_facts(t.pk)
    assert after.players[leaver].status == "present"
    assert [x.absences for x in after.current.tables] == [x.absences for x in before.current.tables]


def test_who_never_sat_down_is_a_no_show():
    t = make_tournament()
    add_players(t, 8)
    table = publish(t).tables[0]
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=table.players[0], no_show=True)
    assert Absence.objects.get().kind == "no_show"


def test_who_leaves_after_the_game_keeps_its_points_and_misses_nothing():
    t = make_tournament()
    add_players(t, 8)
    table = publish(t).tables[0]
    play(t, table)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=table.players[0])
    assert not Absence.objects.exists()


def test_a_game_played_without_him_stands_when_he_returns():
    t = make_tournament()
    add_players(t, 8)
    table = publish(t).tables[0]
    leaver = table.players[0]
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=leaver)
    play(t, table)
    acts.return_player(tournament_id=t.pk, by=by(), player=leaver)
    assert player(t, leaver).status == "present"
    assert Absence.objects.filter(voided_at=None).count() == 1


def test_nobody_returns_once_a_draw_went_past_him():
    t = make_tournament()
    add_players(t, 8)
    play_round(t)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=1)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    acts.return_player(tournament_id=t.pk, by=by(), player=1)
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=1)
    draw_again(t)
    assert refused("return_too_late", acts.return_player, tournament_id=t.pk, player=1).params["player"] == 1
    assert player(t, 1).status == "withdrawn"


def draw_again(t):
    from tournaments.services.rounds import discard_draw

    discard_draw(tournament_id=t.pk, by=SYSTEM)
    publish(t)


def test_a_withdrawal_changes_no_past_standings():
    from tournaments.queries.standings import standings

    t = make_tournament()
    add_players(t, 12)
    play_round(t)
    before = [(x.rank, x.number, x.each) for x in standings(load_facts(t.pk))]
    acts.withdraw_player(tournament_id=t.pk, by=by(), player=before[0][1])
    assert [(x.rank, x.number, x.each) for x in standings(load_facts(t.pk))] == before
