"""The tables of a Vorrunde round, with what happens at tables: no-shows, leavers, slips read wrongly.

Every table goes its own way, whatever the others do: its next act follows from its own rows.
"""

from collections.abc import Sequence

from tournaments.models import Outcome
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.rehearsal.chance import Chance
from tournaments.rehearsal.game import Losers, Played, begins_next, other_game, play_game
from tournaments.rehearsal.step import FEW, Do, Seen, do
from tournaments.services import absences, players, results


def play_tables(seen: Seen, round_: RoundFact) -> Sequence[Do]:
    """The next act of each table that has one, whichever is ready first."""
    tables = seen.chance("ready", round_.number).shuffled(_chosen(seen, round_))
    acts = (_next_act(seen, round_, table) for table in tables)
    return [act for act in acts if act is not None]


def _chosen(seen: Seen, round_: RoundFact) -> list[TableFact]:
    """All of them; half of them where the order says to stop, which is none of a single one."""
    if round_.number != seen.order.stop_round:
        return round_.tables
    half = (len(round_.tables) + 1) // 2 if len(round_.tables) > 1 else 0
    return seen.chance("half", round_.number).some(round_.tables, half)


def _next_act(seen: Seen, round_: RoundFact, table: TableFact) -> Do | None:
    game = table.next_game(seen.facts.plan.games_per_round)
    if game is None:
        return _afterwards(seen, round_, table)
    incident = _incident(seen, round_, table) if not table.results else None
    if incident or len(table.present(game)) < 2:
        return incident
    return _afterwards(seen, round_, table) or _play(seen, round_, table, game)


def _play(seen: Seen, round_: RoundFact, table: TableFact, game: int) -> Do:
    """C9 Schock aus are tapped while they play, then the result is sent."""
    played = [_played(seen, round_, table, number) for number in range(1, game + 1)]
    if seen.facts.plan.schock_aus_counted:
        thrown = [player for one in played for player in one.schock_aus]
        for player in thrown:
            if table.schock_aus.get(player, 0) < thrown.count(player):
                return do(results.add_schock_aus, table_id=table.id, player=player)
    return record(round_, table, game, played[-1].losers)


def _played(seen: Seen, round_: RoundFact, table: TableFact, game: int) -> Played:
    """What the dice give for a game; another game if its result was taken back."""
    leaving, present = table.leaving_in(game), table.present(game)
    seated = [player for player in table.players if player in present or player in leaving]
    last = table.results.get(game - 1)
    begins = begins_next(table.players, seated, last.loser if last else None)
    chance = _chance(seen, round_, table, "game", game, seen.undone(table, game))
    scharf = table.is_scharf(game)
    rules = seen.facts.rules
    return play_game(seen.order.seed, chance, rules, seated, begins=begins, scharf=scharf, leaving=leaving)


def record(round_: RoundFact, table: TableFact, game: int, losers: Losers) -> Do:
    """The result as the table sends it."""
    where = {"table_id": table.id, "draw_no": round_.draw_no, "game": game, "version": table.version}
    return Do(results.record_game, {**where, **losers})


def _afterwards(seen: Seen, round_: RoundFact, table: TableFact) -> Do | None:
    """Once in a while the last result is taken back, or a second slip says something else."""
    if not table.results or table.outcome != Outcome.PLAYED:
        return None
    game = max(table.results)
    if _chance(seen, round_, table, "undo", game).one_in(40) and not seen.undone(table, game):
        return do(results.undo_game, table_id=table.id, version=table.version)
    chance = _chance(seen, round_, table, "dispute", game)
    if chance.one_in(60) and not seen.disputed(table):
        return record(round_, table, game, other_game(chance, table.present(game), losers_of(table, game)))
    return None


def losers_of(table: TableFact, game: int) -> Losers:
    """The result that counts, as `record_game` took it."""
    found = table.results[game]
    return {"half1": found.half1, "half2": found.half2, "endkampf": found.endkampf}


def _incident(seen: Seen, round_: RoundFact, table: TableFact) -> Do | None:
    """What keeps a table from an ordinary game, decided by lot and noted once."""
    chance = _chance(seen, round_, table, "incident")
    if sum(len(one.players) for one in round_.tables) < FEW or len(table.players) < 4:
        return None
    where = f"Runde {round_.number}, Tisch {table.number}"
    if chance.one_in(18):
        return None if table.absences else _no_show(table, chance, where)
    if chance.one_in(20):
        return None if table.absences else _leaves(table, chance, where)
    if chance.one_in(40):
        say = f"{where}: ohne Wertung"
        return do(absences.void_table, say, table_id=table.id, reason="Streit um die Deckel")
    return _walkover(table, chance, where) if chance.one_in(40) else None


def _no_show(table: TableFact, chance: Chance, where: str) -> Do:
    missing = chance.one_of(table.players)
    say = f"{where}: Nr. {missing} fehlt"
    return do(absences.mark_no_show, say, table_id=table.id, player=missing, reason="nicht am Tisch")


def _leaves(table: TableFact, chance: Chance, where: str) -> Do:
    """Every second one goes home for good, the other is back for the next round."""
    leaver = chance.one_of(table.players)
    say = f"{where}: Nr. {leaver} geht mitten im Spiel"
    if chance.one_in(2):
        return do(players.withdraw_player, say, player=leaver, reason="Bus nach Hause")
    return do(absences.mark_left, say, table_id=table.id, player=leaver, reason="Notfall zu Hause")


def _walkover(table: TableFact, chance: Chance, where: str) -> Do:
    """C2.5: all but one are missing."""
    there = chance.one_of(table.players)
    missing = [player for player in table.present(1) if player != there]
    if missing:
        return do(absences.mark_no_show, table_id=table.id, player=missing[0])
    say = f"{where}: Nr. {there} gewinnt kampflos"
    return do(absences.give_walkover, say, table_id=table.id, reason="die anderen sind noch in der Küche")


def decide_conflict(seen: Seen) -> Sequence[Do]:
    """Two slips for one game: the desk decides, one way or the other."""
    facts = seen.facts
    return [
        do(
            results.decide_conflict,
            conflict_id=conflict.pk,
            decision=seen.chance("slip", *_place(facts, conflict.table_id)).one_of(("first", "second")),
        )
        for conflict in facts.conflicts[:1]
    ]


def decide_table(table_id: int, present: int) -> Sequence[Do]:
    """C2.5, C2.7: too few are left to play."""
    decide = absences.give_walkover if present else absences.void_table
    return [do(decide, table_id=table_id, reason="keiner mehr zum Spielen da")]


def _place(facts: Facts, table_id: int) -> tuple[str, int, int]:
    found = ((r, t) for r in facts.rounds for t in r.tables if t.id == table_id)
    round_, table = next(found)
    return str(round_.stage), round_.number, table.number


def _chance(seen: Seen, round_: RoundFact, table: TableFact, what: str, *more: int) -> Chance:
    return seen.chance(what, round_.number, round_.draw_no, table.number, *more)
