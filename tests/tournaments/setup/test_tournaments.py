"""Acts of the set-up: created, described, format and rules changed, opened and back."""

from uuid import uuid4

import pytest

from scoring.format import PRESETS_FORMAT
from scoring.ruleset import PRESETS
from tests.builders import add_players, by, fresh, last_log, make_tournament
from tests.playing import refusal as refused
from tournaments.models import LogEntry, Receipt, Tournament
from tournaments.queries.facts import load_facts
from tournaments.queries.standings import public_upto
from tournaments.services import tournaments as acts
from tournaments.services._act import SYSTEM
from tournaments.services.results import record_game
from tournaments.services.rounds import close_round, draw_round, publish_draw

pytestmark = pytest.mark.django_db


def create(**values):
    return acts.create_tournament(by=SYSTEM, **{"name": "Dürener Abend", "date": "2026-11-29", **values})


def test_a_tournament_starts_from_presets_in_its_setup():
    answer = create(preset="klein", rules="kneipe", place="Schützenhalle")
    t = Tournament.objects.get(slug="duerener-abend")
    assert (answer["slug"], answer["tournament"]) == ("duerener-abend", t.pk)
    assert t.plan == PRESETS_FORMAT["klein"]
    assert t.rules == PRESETS["kneipe"]
    assert (t.phase, t.place, t.revision, t.rehearsal) == ("setup", "Schützenhalle", 1, False)
    assert len(bytes.fromhex(t.lot_salt)) == 16


def test_each_tournament_has_its_own_salt_unless_a_rehearsal_brings_one():
    salts = {Tournament.objects.get(pk=create()["tournament"]).lot_salt for _ in range(3)}
    assert len(salts) == 3
    given = create(salt="ab" * 16, rehearsal=True)["tournament"]
    assert Tournament.objects.get(pk=given).lot_salt == "ab" * 16


def test_addresses_are_made_unique_and_never_reserved():
    assert [create(name="Leitung")["slug"], create(name="Leitung")["slug"]] == ["leitung-2", "leitung-3"]
    assert create(name="3. offene Dürener Schöckmeisterschaft")["slug"] == (
        "3-offene-duerener-schoeckmeisterschaft"
    )
    assert create(name="🎲🎲")["slug"] == "turnier"
    assert len(create(name="x" * 120)["slug"]) <= 60


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"name": " \n "}, "title_missing", "name"),
        ({"name": "x" * 121}, "text_too_long", "name"),
        ({"place": "x" * 121}, "text_too_long", "place"),
        ({"date": "gestern"}, "date_invalid", "date"),
        ({"date": "2026-02-30"}, "date_invalid", "date"),
        ({"date": "9999-12-31"}, "date_invalid", "date"),
        ({"date": "0001-01-01"}, "date_invalid", "date"),
        ({"preset": "riesig"}, "preset_unknown", "preset"),
        ({"rules": "skat"}, "preset_unknown", "rules"),
        ({"slug": "api"}, "slug_reserved", "slug"),
        ({"slug": "Mit Leerzeichen"}, "slug_invalid", "slug"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(values, code, field):
    violation = refused(code, lambda **_: create(**values))
    assert violation.field == field
    assert not Tournament.objects.exists()


def test_an_address_somebody_chose_is_taken_once():
    create(slug="duerer-abend")
    refused("slug_taken", lambda **_: create(slug="duerer-abend"))


def test_created_twice_with_one_key_is_one_tournament():
    key = uuid4()
    first = create(key=key)
    assert create(key=key) == first
    assert Tournament.objects.count() == 1
    refused("key_reused", lambda **_: create(key=key, name="Anders"))


def test_renaming_keeps_the_address():
    t = make_tournament(name="Alt", open_=False)
    acts.rename_tournament(tournament_id=t.pk, by=by(), name="Neu", date="2027-01-02", place="Halle")
    t = fresh(t)
    assert (t.name, t.date.isoformat(), t.place, t.slug) == ("Neu", "2027-01-02", "Halle", "alt")
    again = acts.rename_tournament(tournament_id=t.pk, by=by(), name="Neu", date="2027-01-02", place="Halle")
    assert again["revision"] == t.revision


def test_the_format_changes_and_the_log_says_from_what_to_what():
    t = make_tournament(open_=False)
    answer = acts.change_format(
        tournament_id=t.pk, by=by(), changes={"rounds": 6, "tie_breaks": ["more_wins"]}
    )
    assert fresh(t).plan.rounds == 6
    assert sorted(answer["changed"]) == ["rounds", "tie_breaks"]
    assert last_log(t).data["changed"]["rounds"] == [5, 6]


def test_a_refused_mix_names_both_fields_and_saves_nothing():
    t = make_tournament(open_=False)
    violation = refused(
        "final_too_large",
        acts.change_format,
        tournament_id=t.pk,
        changes={"ko_tables": 4, "survivors": 3, "rounds": 7},
    )
    assert set(violation.params["fields"]) == {"ko_tables", "survivors"}
    assert fresh(t).plan.rounds == 5
    assert fresh(t).revision == t.revision


def test_unchanged_is_no_change():
    t = make_tournament(open_=False)
    assert acts.change_format(tournament_id=t.pk, by=by(), changes={"rounds": 5})["revision"] == t.revision


def play_round(t, *, close=True):
    draw_round(tournament_id=t.pk, by=SYSTEM)
    round_ = load_facts(t.pk).current
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    for table in round_.tables:
        record_game(
            tournament_id=t.pk,
            by=SYSTEM,
            table_id=table.id,
            draw_no=round_.draw_no,
            game=1,
            version=table.version,
            half1=table.players[0],
            half2=table.players[0],
            endkampf=None,
        )
    if close:
        close_round(tournament_id=t.pk, by=SYSTEM)


@pytest.mark.parametrize(
    ("field", "value"), [("games_per_round", 2), ("odd_tables", "threes"), ("clubs_apart", False)]
)
def test_what_the_draw_rests_on_is_fixed_when_round_one_is_published(field, value):
    t = make_tournament()
    add_players(t, 8)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    before = fresh(t).plan
    acts.change_format(tournament_id=t.pk, by=by(), changes={field: value})
    acts.change_format(tournament_id=t.pk, by=by(), changes={field: getattr(before, field)})
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    violation = refused("format_fixed", acts.change_format, tournament_id=t.pk, changes={field: value})
    assert violation.field == field
    assert violation.params["since"] == "round_published"
    assert fresh(t).plan == before


def test_rounds_go_up_and_down_but_not_below_what_is_drawn():
    t = make_tournament(rounds=2, late_entry_until=2)
    add_players(t, 8)
    play_round(t)
    play_round(t)
    acts.change_rounds(tournament_id=t.pk, by=by(), rounds=3)
    assert fresh(t).plan.rounds == 3
    acts.change_rounds(tournament_id=t.pk, by=by(), rounds=2)
    violation = refused("rounds_already_drawn", acts.change_rounds, tournament_id=t.pk, rounds=1)
    assert (violation.field, violation.params["drawn"]) == ("rounds", 2)
    assert fresh(t).plan.rounds == 2


def test_fewer_rounds_take_late_entry_and_freeze_with_them():
    t = make_tournament(rounds=5, late_entry_until=4, freeze_rounds=5)
    acts.change_rounds(tournament_id=t.pk, by=by(), rounds=3)
    assert (fresh(t).plan.late_entry_until, fresh(t).plan.freeze_rounds) == (3, 3)


def test_what_was_public_stays_public_when_the_freeze_changes():
    t = make_tournament(rounds=4)
    add_players(t, 8)
    play_round(t)
    play_round(t)
    acts.change_format(tournament_id=t.pk, by=by(), changes={"freeze_rounds": 3})
    assert public_upto(load_facts(t.pk)) == 2
    play_round(t)
    assert public_upto(load_facts(t.pk)) == 2


def test_what_a_lifted_freeze_has_shown_stays_public():
    t = make_tournament(rounds=4, freeze_rounds=3)
    add_players(t, 8)
    play_round(t)
    play_round(t)
    for freeze, shown in ((3, 1), (0, 2), (3, 2)):
        acts.change_format(tournament_id=t.pk, by=by(), changes={"freeze_rounds": freeze})
        assert public_upto(load_facts(t.pk)) == shown


def test_rules_change_by_preset_and_by_switch_until_the_first_result():
    t = make_tournament()
    acts.change_rules(tournament_id=t.pk, by=by(), preset="typenclub", changes={"jule": "top"})
    assert fresh(t).rules.take_back
    assert fresh(t).rules.jule == "top"
    violation = refused(
        "jule_from_hand_without_jule",
        acts.change_rules,
        tournament_id=t.pk,
        changes={"jule": "none", "jule_from_hand": True},
    )
    assert set(violation.params["fields"]) == {"jule", "jule_from_hand"}
    add_players(t, 4)
    play_round(t, close=False)
    refused("rules_fixed", acts.change_rules, tournament_id=t.pk, preset="dueren")
    assert fresh(t).rules.take_back


def test_registration_opens_and_closes_until_round_one_is_published():
    t = make_tournament(open_=False)
    key = uuid4()
    first = acts.open_registration(tournament_id=t.pk, by=by(), key=key)
    assert acts.open_registration(tournament_id=t.pk, by=by(), key=key) == first
    assert LogEntry.objects.filter(tournament=t, act="open_registration").count() == 1
    assert Receipt.objects.filter(key=key).count() == 1
    refused("wrong_phase", acts.open_registration, tournament_id=t.pk)
    add_players(t, 8)
    acts.back_to_setup(tournament_id=t.pk, by=by())
    assert fresh(t).phase == "setup"
    acts.open_registration(tournament_id=t.pk, by=by())
    play_round(t, close=False)
    refused("wrong_phase", acts.back_to_setup, tournament_id=t.pk)


def test_the_lot_number_is_set_until_a_draw_used_it():
    t = make_tournament()
    add_players(t, 8)
    acts.set_lot_number(tournament_id=t.pk, by=by(), number=4711)
    assert fresh(t).lot_number == 4711
    refused("lot_number_invalid", acts.set_lot_number, tournament_id=t.pk, number=-1)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    refused("lot_number_used", acts.set_lot_number, tournament_id=t.pk, number=1)
    assert fresh(t).lot_number == 4711


def test_only_a_rehearsal_is_deleted_and_leaves_nothing():
    from tournaments.models import Club, Player, Result

    real = make_tournament(name="Echt")
    add_players(real, 4, clubs=["Schockklub Winden"])
    refused("no_rehearsal", acts.delete_rehearsal, tournament_id=real.pk)
    made = create(rehearsal=True)["tournament"]
    acts.open_registration(tournament_id=made, by=SYSTEM)
    invented = Tournament.objects.get(pk=made)
    add_players(invented, 8, clubs=["Schockklub Winden", "Erfunden"])
    play_round(invented)
    acts.delete_rehearsal(tournament_id=made, by=SYSTEM)
    assert not Result.objects.exists()
    assert Player.objects.count() == 4
    assert list(Club.objects.values_list("name", flat=True)) == ["Schockklub Winden"]
    refused("tournament_gone", acts.delete_rehearsal, tournament_id=made)
