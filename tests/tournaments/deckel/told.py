"""A table whose Deckel are written down, as tests use it: steps told, the game as it stands."""

from typing import Any

from scoring.acts import Act, Settled, to_plain
from tests.playing import facts, started
from tournaments.models import Tournament
from tournaments.queries.deckel import Replay, load_steps, replay_of
from tournaments.queries.facts import RoundFact, TableFact
from tournaments.services._act import SYSTEM, Actor
from tournaments.services.deckel import add_step, undo_step


def everywhere(players: int = 4, **changes: Any) -> Tournament:
    """Round 1 is published, Deckel may be written down at all tables."""
    return started(players, **({"deckel_protocol": "all"} | changes))


def place(tournament: Tournament, number: int = 1) -> tuple[RoundFact, TableFact, int]:
    """Round, table and running game of a table of the open round."""
    found = facts(tournament)
    round_ = found.current
    assert round_ is not None
    table = round_.table(number)
    assert table is not None
    return round_, table, found.next_game(round_, table) or 0


def game_of(tournament: Tournament, number: int = 1) -> Replay:
    """The running game as its steps tell it."""
    round_, table, game = place(tournament, number)
    steps = load_steps({table.id: game})[table.id]
    return replay_of(facts(tournament), round_, table, game, steps)


def body(tournament: Tournament, data: Any, number: int = 1) -> dict[str, Any]:
    """What a device sends that has seen everything."""
    round_, table, game = place(tournament, number)
    told = game_of(tournament, number)
    return {
        "table_id": table.id,
        "draw_no": round_.draw_no,
        "game": game,
        "number": told.number,
        "data": data,
    }


def tell(
    tournament: Tournament, *acts: Act, number: int = 1, by: Actor = SYSTEM, key: Any = None, **over: Any
) -> dict[str, Any]:
    """One throwing round of acts."""
    plain = [to_plain(act) for act in acts]
    sent = body(tournament, plain[0] if len(plain) == 1 else {"acts": plain}, number) | over
    return add_step(tournament_id=tournament.pk, by=by, key=key, **sent)


def settle(
    tournament: Tournament, loser: int, deckel: int | None, best: int | None = None, **over: Any
) -> dict[str, Any]:
    return tell(tournament, Settled(loser, deckel, best), **over)


def take_back(
    tournament: Tournament, *, number: int = 1, by: Actor = SYSTEM, key: Any = None, **over: Any
) -> dict[str, Any]:
    sent = body(tournament, None, number)
    last = game_of(tournament, number).number - 1
    asked = {name: sent[name] for name in ("table_id", "draw_no", "game")} | {"number": last} | over
    return undo_step(tournament_id=tournament.pk, by=by, **asked)
