"""From the tie at the line to the champion: Stechen, cut, K.O. and final."""

from collections.abc import Sequence

from tournaments.models import Stage
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.field import cut_state
from tournaments.queries.standings import OpenGroup, stechen_groups
from tournaments.rehearsal.chance import Chance
from tournaments.rehearsal.game import begins_next, other_game, play_game
from tournaments.rehearsal.step import Do, Seen, do
from tournaments.rehearsal.tables import losers_of, record
from tournaments.services import corrections, cut, final, knockout, players, results, stechen

GAMES_UNTIL = {"ko": 5, "final": 3}
"""Games at each table of the K.O. and of the final where the order says to stop there."""


def open_stechen(seen: Seen) -> Sequence[Do]:
    return [
        do(
            stechen.open_stechen,
            f"Stechen: {len(group.group.players)} um {group.group.places[-1]}",
            players=list(group.group.players),
        )
        for group in stechen_groups(seen.facts)
        if not group.decided and (group.stechen_id is None or group.newcomers)
    ][:1]


def open_move_up_stechen(seen: Seen) -> Sequence[Do]:
    """C4.2: the tie behind the last place, or for the last extra Spielmarke, after somebody declined."""
    return [do(stechen.open_move_up_stechen, "Stechen um den freien Platz")]


def throw(seen: Seen) -> Sequence[Do]:
    """Everybody who is asked throws once. Now and then one has left. Half of them where the order stops."""
    acts = []
    for group in _groups(seen.facts):
        for pending in group.state.pending:
            asked = pending.missing
            if seen.order.until == "stechen":
                half = (len(pending.players) + 1) // 2
                asked = asked[: max(0, half + len(asked) - len(pending.players))]
            acts += [_throw(seen, group, player, pending.attempt) for player in asked]
    return acts


def _groups(facts: Facts) -> tuple[OpenGroup, ...]:
    """The Stechen that are held now: before the cut about its lines, after it about free places."""
    if facts.cut is None:
        return tuple(group for group in stechen_groups(facts) if not group.newcomers)
    group = cut_state(facts).open_group
    return (group,) if group else ()


def _throw(seen: Seen, group: OpenGroup, player: int, attempt: int) -> Do:
    held = [one.id for one in seen.facts.stechen].index(group.stechen_id or 0)
    chance = seen.chance("stechen", held, player, attempt)
    thrown = {"absent": True} if chance.one_in(30) else {"dice": chance.dice()}
    return do(stechen.enter_throw, stechen_id=group.stechen_id, player=player, **thrown)


def make_cut(seen: Seen) -> Sequence[Do]:
    if seen.order.until == "stechen" and not stechen_groups(seen.facts):
        return []  # nobody is tied across a line: there is none to stop at
    return [do(cut.make_cut)]


def announce(seen: Seen, places: int) -> Sequence[Do]:
    return [do(cut.announce_cut, f"Die besten {places} sind verkündet")]


def check_in(seen: Seen) -> Sequence[Do]:
    """One who is called has gone home, once; for him the next moves up. Half where the order stops."""
    facts, state = seen.facts, cut_state(seen.facts)
    waiting = [place.player for place in state.waiting]
    if seen.order.until == "cut":
        enough = state.places // 2 - len(state.checked_in)
        return [do(cut.check_in_place, player=player) for player in waiting[: max(0, enough)]]
    places = facts.cut.places if facts.cut else ()
    gone_before = any(place.declined for place in places)
    if not gone_before and sum(place.eligible for place in places) > state.places:
        gone = seen.chance("declines").one_of(sorted(waiting))
        say = f"Nr. {gone} ist nach Hause gegangen, der Nächste rückt nach"
        return [do(cut.decline_place, say, player=gone)]
    return [do(cut.check_in_place, player=player) for player in waiting]


def draw(seen: Seen) -> Sequence[Do]:
    return [do(knockout.draw_ko, "K.O. ausgelost")]


def form_final(seen: Seen) -> Sequence[Do]:
    return [*play(seen, Stage.KO)] or [do(knockout.form_final, "Finale gebildet")]


def finish(seen: Seen) -> Sequence[Do]:
    return [*play(seen, Stage.FINAL)] or [do(final.finish)]


def play(seen: Seen, stage: str) -> Sequence[Do]:
    """The next act at each table of the K.O. or the final."""
    round_ = seen.facts.stage(stage)[0]
    acts = (_next_act(seen, round_, table) for table in round_.tables)
    return [act for act in acts if act is not None]


def stops(seen: Seen, stage: str) -> int:
    """Games after which this stage is left as it is."""
    until = seen.order.until
    if until == "ko" and stage == Stage.FINAL and not seen.facts.plan.ko_tables:
        return 0
    return GAMES_UNTIL.get(until, 0) if until == stage else 1000


def _next_act(seen: Seen, round_: RoundFact, table: TableFact) -> Do | None:
    game = seen.facts.next_game(round_, table)
    again = _afterwards(seen, round_, table, goes_on=game is not None)
    if again or game is None or game > stops(seen, round_.stage):
        return again
    state = seen.facts.fold(round_, table)
    playing = [player for player in table.players if state.left.get(player)]
    if game > 1 and seen.many and len(playing) > 3 and not table.absences:
        chance = _chance(seen, round_, table, "gives up", game)
        if chance.one_in(60):
            gone = chance.one_of(playing)
            name = "Finale" if round_.stage == Stage.FINAL else "K.O."
            say = f"{name}: Nr. {gone} gibt auf"
            return do(players.withdraw_player, say, player=gone, reason="zu müde")
    last = table.results.get(game - 1)
    begins = begins_next(table.players, playing, last.loser if last else None)
    chance = _chance(seen, round_, table, "game", game, seen.undone(table, game))
    scharf, rules = table.is_scharf(game), seen.facts.rules
    played = play_game(seen.order.seed, chance, rules, playing, begins=begins, scharf=scharf)
    return record(round_, table, game, played.losers)


def _afterwards(seen: Seen, round_: RoundFact, table: TableFact, *, goes_on: bool) -> Do | None:
    """The last result is taken back, or had another end while the table plays on: once in a while."""
    if not table.results:
        return None
    game = max(table.results)
    if _chance(seen, round_, table, "undo", game).one_in(40) and not seen.undone(table, game):
        return do(results.undo_game, table_id=table.id, version=table.version)
    chance = _chance(seen, round_, table, "correct", game)
    if not goes_on or not chance.one_in(40) or table.absences or _corrected(seen, table, game):
        return None
    before = losers_of(table, game)
    after = other_game(chance, sorted({p for p in before.values() if p} | _left(seen, round_, table)), before)
    reason = "die Halbzeiten vertauscht"
    return Do(corrections.correct_game, {"table_id": table.id, "game": game, "reason": reason, **after})


def _left(seen: Seen, round_: RoundFact, table: TableFact) -> set[int]:
    """Who holds Spielmarken."""
    return {player for player, marks in seen.facts.fold(round_, table).left.items() if marks}


def _corrected(seen: Seen, table: TableFact, game: int) -> bool:
    return any(
        (act, data.get("table_id"), data.get("game")) == ("correct_game", table.id, game)
        for act, data in seen.log
    )


def _chance(seen: Seen, round_: RoundFact, table: TableFact, what: str, *more: int) -> Chance:
    return seen.chance(what, round_.stage, table.number, *more)
