"""The Vorrunde around its tables: who comes and goes between two rounds, the draw, the doors again."""

from collections.abc import Sequence

from tournaments.draw.sizes import MINIMUM
from tournaments.models import RoundState, Status
from tournaments.queries.corrections import preview_correction
from tournaments.queries.facts import RoundFact
from tournaments.queries.fixed import late_entry_closed
from tournaments.rehearsal.before import arrive, last_call, latecomer, register
from tournaments.rehearsal.game import other_game
from tournaments.rehearsal.step import FEW, Do, Seen, do, first
from tournaments.rehearsal.tables import play_tables
from tournaments.services import corrections, players, rounds, seats


def draw(seen: Seen, number: int) -> Sequence[Do]:
    """Round 1 waits for the people, the others for what happens between two rounds."""
    if number == 1:
        arriving = register(seen)
        if arriving or seen.order.until == "registration":
            return arriving
        called = last_call(seen)
        if not called and len(seen.facts.present) < MINIMUM:
            return []  # somebody at the desk sent them home
        return [*called, do(rounds.draw_round)]
    return first(between(seen, number), [do(rounds.draw_round)])


def between(seen: Seen, number: int) -> Sequence[Do]:
    """One who had gone comes back, one goes home, one is shut out, a slip is put right: each once."""
    done = seen.done_since("close_round")
    events = (
        ("return_player", _comes_back),
        ("withdraw_player", _goes_home),
        ("exclude_player", _is_shut_out),
        ("correct_game", _correct),
    )
    for index, (_, event) in enumerate(events):
        if done & {act for act, _ in events[index:]}:
            continue
        found = event(seen, number)
        if found:
            return found
    return []


def _comes_back(seen: Seen, number: int) -> Sequence[Do]:
    """C2.5: only who went home since the last draw may come back."""
    chance = seen.chance("return", number)
    gone = [
        data["player"]
        for act, data in seen.since("publish_draw")
        if act == "withdraw_player" and seen.facts.players[data["player"]].status == Status.WITHDRAWN
    ]
    if not gone or chance.one_in(3):
        return []
    back = chance.one_of(gone)
    return [do(players.return_player, f"Nr. {back} ist wieder da", player=back)]


def _goes_home(seen: Seen, number: int) -> Sequence[Do]:
    chance, here = seen.chance("home", number), [player.number for player in seen.facts.present]
    if len(here) <= 2 * FEW or not chance.one_in(2):
        return []
    gone = chance.one_of(here)
    return [do(players.withdraw_player, f"Nr. {gone} geht nach Hause", player=gone, reason="Babysitter")]


def _is_shut_out(seen: Seen, number: int) -> Sequence[Do]:
    chance, here = seen.chance("excluded", number), [player.number for player in seen.facts.present]
    if len(here) <= 3 * FEW or not chance.one_in(8):
        return []
    gone = chance.one_of(here)
    say = f"Nr. {gone} ist ausgeschlossen"
    return [do(players.exclude_player, say, player=gone, reason="Würfel vertauscht")]


def _correct(seen: Seen, number: int) -> Sequence[Do]:
    """C8.1: a slip was read wrongly; found while the next round is drawn."""
    chance, facts = seen.chance("correct", number), seen.facts
    played = [
        (round_, table, game)
        for round_ in facts.vorrunde
        for table in round_.tables
        for game in table.results
        if table.outcome == "played" and not table.absences
    ]
    if not played or not chance.one_in(2):
        return []
    round_, table, game = chance.one_of(played)
    known = table.results[game]
    before = {"half1": known.half1, "half2": known.half2, "endkampf": known.endkampf}
    after = other_game(chance, table.present(game), before)
    moved = len(preview_correction(facts, table.id, game, **after).moved)
    say = f"Runde {round_.number}, Tisch {table.number}: berichtigt, {moved} Plätze rücken"
    reason = "Zettel falsch gelesen"
    return [do(corrections.correct_game, say, table_id=table.id, game=game, reason=reason, **after)]


def publish(seen: Seen, tables: int) -> Sequence[Do]:
    """Once in a while the desk draws again before it shows the tables."""
    round_ = seen.facts.vorrunde[-1]
    again = seen.chance("redraw", round_.number).one_in(8)
    if again and "redraw_round" not in seen.done_since("draw_round"):
        return [do(rounds.redraw_round)]
    say = f"Runde {round_.number}: {tables} Tische ausgelost"
    return [do(rounds.publish_draw, say)]


def redraw(seen: Seen) -> Sequence[Do]:
    """Somebody came or went after the draw."""
    round_ = seen.facts.vorrunde[-1]
    reason = "jemand fehlt" if round_.published else ""
    return [do(rounds.redraw_round, reason=reason)]


def collect(seen: Seen) -> Sequence[Do]:
    """A published round: the clock, who comes too late, a swap; then the tables, all at the same time."""
    round_ = seen.facts.vorrunde[-1]
    begin: list[Do] = []
    if round_.started_at is None:
        begin = [do(rounds.start_clock, round_id=round_.id)]
    elif not round_.touched:
        begin = [*first(_late(seen, round_), _swap(seen, round_))]
    return begin or play_tables(seen, round_)


def close(seen: Seen) -> Sequence[Do]:
    """The tables have the last word: a result may still be taken back or disputed."""
    round_ = seen.facts.vorrunde[-1]
    say = f"Runde {round_.number} geschlossen"
    return first(play_tables(seen, round_), [do(rounds.close_round, say)])


def _late(seen: Seen, round_: RoundFact) -> Sequence[Do]:
    """C2.6: until the first result a four becomes a five; otherwise he plays from the next round on."""
    if round_.number > 1 or round_.state != RoundState.PUBLISHED:
        return []
    late = latecomer(seen)
    if late is not None and not late_entry_closed(seen.facts.tournament):
        return [arrive(seen, late)]
    seated = {player for table in round_.tables for player in table.players}
    standing = [player.number for player in seen.facts.present if player.number not in seated]
    fours = [table for table in round_.tables if len(table.players) < 5]
    if not standing or not fours:
        return []
    say = f"Nr. {standing[0]} kommt zu spät und sitzt an Tisch {fours[-1].number}"
    return [do(seats.seat_late, say, player=standing[0], table_id=fours[-1].id)]


def _swap(seen: Seen, round_: RoundFact) -> Sequence[Do]:
    chance = seen.chance("swap", round_.number)
    if len(round_.tables) < 2 or not chance.one_in(5) or "swap_seats" in seen.done_since("publish_draw"):
        return []
    one, other = (chance.one_of(table.players) for table in round_.tables[:2])
    return [do(seats.swap_seats, round_id=round_.id, first=one, second=other)]
