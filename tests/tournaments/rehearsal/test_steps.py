"""A step of a rehearsal follows from the rows and the seed: whoever takes it, however often."""

import pytest

from scoring.errors import RuleViolation
from scoring.ruleset import PRESETS
from tournaments.models import LogEntry, Phase, Player, Tournament
from tournaments.queries.facts import load_facts
from tournaments.queries.places import places
from tournaments.rehearsal.chance import Chance, salt_of
from tournaments.rehearsal.evening import Evening, create, plan
from tournaments.rehearsal.game import begins_next, play_game
from tournaments.rehearsal.order import Order
from tournaments.services._act import SYSTEM
from tournaments.services.tournaments import delete_rehearsal

pytestmark = pytest.mark.django_db
ORDER = Order(33, 3, 11)


def begun(order: Order = ORDER) -> int:
    return create(order, SYSTEM)["tournament"]


def story(tournament: int) -> list[tuple[str, object]]:
    """Every act with its numbers, without the ids of rows."""
    kept = ("number", "round", "table", "game", "player", "half1", "half2", "endkampf", "champion", "seed")
    rows = LogEntry.objects.filter(tournament=tournament).order_by("id").values_list("act", "data")
    return [(act, tuple((name, data.get(name)) for name in kept)) for act, data in rows]


def ranking(tournament: int) -> list[tuple[int | None, int]]:
    return [(place.place, place.player.number) for place in places(load_facts(tournament))]


def test_a_new_player_for_every_step_ends_where_one_player_ends() -> None:
    """As if the worker were killed after each act."""
    undisturbed, killed = begun(), begun()
    Evening(undisturbed, ORDER).play()
    while Evening(killed, ORDER).step():
        pass
    assert ranking(undisturbed) == ranking(killed)
    assert sorted(map(repr, story(undisturbed))) == sorted(map(repr, story(killed)))
    assert Tournament.objects.get(pk=killed).phase == Phase.FINISHED


def test_the_plan_of_a_moment_is_always_the_same() -> None:
    evening = Evening(begun(), ORDER)
    for _ in range(150):
        evening.step()
    facts = load_facts(evening.id)
    first, again = ([(act.service, act.body) for act in plan(load_facts(evening.id), ORDER)] for _ in "ab")
    assert first == again != []
    assert first != [(act.service, act.body) for act in plan(facts, Order(33, 3, 12))]


def test_two_workers_at_the_same_step_do_it_once() -> None:
    tournament = begun()
    one, two = Evening(tournament, ORDER), Evening(tournament, ORDER)
    for _ in range(40):
        one.step()
        two.step()
    assert LogEntry.objects.filter(tournament=tournament, act="add_player").count() == 33
    assert Player.objects.filter(tournament=tournament).count() == 33
    assert Tournament.objects.get(pk=tournament).revision < 45


def test_somebody_who_meddles_does_not_stop_it() -> None:
    """The desk acts in between: the next step looks again."""
    from tournaments.services.players import add_player
    from tournaments.services.rounds import redraw_round

    tournament = begun()
    evening = Evening(tournament, ORDER)
    refused = 0
    for step in range(700):
        if step == 20:
            add_player(tournament_id=tournament, by=SYSTEM, first="Gast", namesake=True, present=True)
        facts = load_facts(tournament)
        if facts.current and facts.current.state == "drawn" and facts.current.draw_no < 3:
            redraw_round(tournament_id=tournament, by=SYSTEM)
        try:
            if not evening.step():
                break
        except RuleViolation:
            refused += 1
    assert load_facts(tournament).tournament.phase == Phase.FINISHED
    assert refused < 5


def test_a_tournament_that_is_gone_ends_the_play() -> None:
    evening = Evening(begun(), ORDER)
    evening.step()
    delete_rehearsal(tournament_id=evening.id, by=SYSTEM)
    with pytest.raises(RuleViolation, match="tournament_gone"):
        evening.step()
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_rule_set_and_format_is_played_to_the_end(preset: str) -> None:
    plans = dict(zip(sorted(PRESETS), ("dueren", "klein", "leer", "klein", "dueren"), strict=True))
    order = Order(14, None, 3, preset=plans[preset], rules=preset)
    evening = Evening(begun(order), order)
    evening.play()
    facts = load_facts(evening.id)
    assert facts.tournament.phase == Phase.FINISHED
    assert facts.rules == PRESETS[preset]
    assert facts.plan == order.plan


def test_games_are_thrown_by_the_rules_and_counted() -> None:
    rules = PRESETS["dueren"]
    games = [play_game(1, Chance(1, "x", n), rules, (3, 5, 8, 9)) for n in range(200)]
    blattschuss = sum(game.losers["endkampf"] is None for game in games)
    assert 25 <= blattschuss <= 75  # about every fourth
    assert sum(len(game.schock_aus) for game in games) > 50
    assert {player for game in games for player in game.schock_aus} == {3, 5, 8, 9}
    assert games[0] == play_game(1, Chance(1, "x", 0), rules, (3, 5, 8, 9))


def test_who_leaves_plays_the_first_half_only() -> None:
    rules = PRESETS["dueren"]
    for n in range(80):
        losers = play_game(1, Chance(2, n), rules, (1, 2, 3, 4), leaving={4}).losers
        assert losers["half2"] != 4
        assert losers["endkampf"] in {losers["half1"], losers["half2"], None}
        if losers["half1"] == 4:
            assert losers["endkampf"] == 4


def test_scharf_is_one_half() -> None:
    losers = play_game(1, Chance(3), PRESETS["dueren"], (1, 2, 3), scharf=True).losers
    assert losers["half1"] in (1, 2, 3)
    assert losers["half2"] is losers["endkampf"] is None


@pytest.mark.parametrize(
    ("playing", "loser", "begins"),
    [((1, 2, 3), None, None), ((1, 2, 3), 2, 2), ((1, 3), 2, 3), ((1, 2), 3, 1)],
)
def test_the_loser_begins_or_who_sits_next(playing: tuple[int, ...], loser: int, begins: int) -> None:
    assert begins_next((1, 2, 3), playing, loser) == begins


def test_lots_have_names_and_do_not_touch_each_other() -> None:
    assert Chance(7, "a", 1).below(10**9) == Chance(7, "a", 1).below(10**9)
    assert len({Chance(7, "a", n).below(10**9) for n in range(50)}) == 50
    assert all(0 <= Chance(n).random() < 1 for n in range(50))
    assert len(salt_of(7)) == 32
