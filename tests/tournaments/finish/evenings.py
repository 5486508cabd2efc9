"""Evenings with a standing of one's choice after the Vorrunde, made through services only.

Every table plays `games` games in one round. A game gives 0 to one player, 3 to one other or to nobody and 5
to the rest; so a wish like `[15] * 3 + [13] * 5 + …` is cut into tables and each table into games.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from tests.builders import add_players, fresh
from tests.playing import current, do, facts, record, start_round, table_of
from tournaments.models import Phase, Tournament
from tournaments.queries.field import CutState, cut_state
from tournaments.queries.standings import stechen_groups
from tournaments.services._act import SYSTEM
from tournaments.services.cut import announce_cut, check_in_place, decline_place, make_cut
from tournaments.services.knockout import draw_ko, form_final
from tournaments.services.results import record_game
from tournaments.services.rounds import close_round
from tournaments.services.stechen import enter_throws, open_move_up_stechen, open_stechen, void_throw
from tournaments.services.tournaments import change_format, create_tournament, open_registration

Wish = Sequence[int]
SALT = "5c" * 16
"""The same draws in every run."""
THROWS = ("111", "611", "511", "411", "311", "666", "555", "654", "543", "665", "664", "653", "652", "651")

# Points after the Vorrunde, best first. The names say what is tied.
CLEAR_16 = [15] * 3 + [13] * 6 + [10] * 3 + [5] * 3 + [0]
"""The cut is clear at 15; three share the first place, all of them with an extra Spielmarke."""
CUT_TIED_2 = [15] * 3 + [13] * 5 + [10] * 6 + [0] * 2
CUT_TIED_3 = [15] * 3 + [13] * 5 + [10] * 6 + [5] * 3
CUT_TIED_10 = [15] * 3 + [13] * 8 + [10] * 10 + [8] * 7 + [5] * 2
BONUS_TIED_2 = [15] * 2 + [13] * 2 + [11] * 3 + [10] * 7 + [5, 0]
BONUS_TIED_3 = [15] * 2 + [13] * 3 + [11] * 2 + [10] * 7 + [5, 0]
BONUS_TIED_10 = [20] * 2 + [18] * 10 + [0] * 3
"""In four games. Fifteen players: nobody stands below the cut."""
TWO_TIES = [15] * 2 + [13] * 4 + [10] * 8 + [5] * 2
"""Four tied at the third extra Spielmarke, two at the cut."""
BOTH_TIED_16 = [15] * 16
"""In four games: one group across both boundaries."""


def played(points: Wish, *, games: int = 3, **changes: Any) -> Tournament:
    """The Vorrunde is over and gave these points."""
    plan = {"rounds": 1, "late_entry_until": 1, "games_per_round": games} | changes
    made = create_tournament(by=SYSTEM, name="Probe", date="2026-11-29", preset="dueren", salt=SALT)
    tournament = Tournament.objects.get(pk=made["tournament"])
    do(change_format, tournament, changes=plan)
    do(open_registration, tournament)
    add_players(tournament, len(points))
    play_points(tournament, points, games)
    return tournament


def play_points(tournament: Tournament, points: Wish, games: int, *, close: bool = True) -> None:
    """Draw a round, play it to these points and close it."""
    round_ = start_round(tournament)
    sizes = [len(table.seats) for table in round_.tables]
    shares = _shares(Counter(points), sizes, games)
    assert shares is not None, f"no tables of {sizes} give {sorted(points, reverse=True)} in {games} games"
    for table, share in zip(round_.tables, shares, strict=True):
        version, seats = table.version, table.players
        for game, losers in enumerate(_games(share, games), start=1):
            named = [None if seat is None else seats[seat] for seat in losers]
            version = _record(tournament, table.id, round_.draw_no, game, version, named)
    if close:
        do(close_round, tournament)


def _record(
    tournament: Tournament, table_id: int, draw_no: int, game: int, version: int, losers: Sequence[int | None]
) -> int:
    """Send a result; the version of the table after it."""
    named = dict(zip(("half1", "half2", "endkampf"), losers, strict=False))
    body = {"table_id": table_id, "draw_no": draw_no, "game": game, "version": version, **named}
    return do(record_game, tournament, **body)["version"]


def _parts(points: int, games: int) -> tuple[int, int] | None:
    """(games lost, games with three points) behind a sum; None if no games give it."""
    for threes in range(games + 1):
        fives, rest = divmod(points - 3 * threes, 5)
        if rest == 0 and fives >= 0 and fives + threes <= games:
            return games - fives - threes, threes
    return None


def _shares(
    wish: Counter[int], sizes: list[int], games: int, dead: set[tuple[tuple[int, int], ...]] | None = None
) -> list[list[int]] | None:
    """The wish in shares, one a table, each of which can be played; `dead`: what led nowhere."""
    dead = set() if dead is None else dead
    state = tuple(sorted(wish.items()))
    if not sizes or state in dead:
        return None if sizes else []
    for share in _table_shares(wish, sizes[0], games):
        rest = _shares(wish - Counter(share), sizes[1:], games, dead)
        if rest is not None:
            return [list(share), *rest]
    dead.add(state)
    return None


def _table_shares(wish: Counter[int], size: int, games: int) -> Iterator[tuple[int, ...]]:
    for share in combinations_with_replacement(sorted(+wish, reverse=True), size):
        parts = [_parts(points, games) for points in share]
        if Counter(share) <= wish and None not in parts:
            lost, threes = (sum(part[k] for part in parts if part) for k in (0, 1))
            if lost == games and threes <= games:
                yield share


def _games(share: Sequence[int], games: int) -> list[tuple[int, int, int | None]]:
    """Seats (from 0) that lost Hälfte 1, Hälfte 2 and the Endkampf, game by game."""
    parts = [_parts(points, games) for points in share]
    losers = [seat for seat, part in enumerate(parts) if part for _ in range(part[0])]
    seconds = _seconds(losers, [seat for seat, part in enumerate(parts) if part for _ in range(part[1])])
    assert seconds is not None, share
    return [
        (loser, loser, None) if second is None else (loser, second, loser)
        for loser, second in zip(losers, seconds, strict=True)
    ]


def _seconds(losers: list[int], threes: list[int]) -> list[int | None] | None:
    """Who loses the other half of each game: nobody the same game twice."""
    if not losers:
        return [] if not threes else None
    for second in [*dict.fromkeys(threes), None]:
        if second == losers[0]:
            continue
        left = list(threes)
        if second is not None:
            left.remove(second)
        rest = _seconds(losers[1:], left)
        if rest is not None:
            return [second, *rest]
    return None


def throw_all(tournament: Tournament) -> None:
    """Open every Stechen about the cut and decide it with the first throw, lower start numbers better."""
    while any(not group.decided for group in stechen_groups(facts(tournament))):
        group = next(g for g in stechen_groups(facts(tournament)) if not g.decided)
        stechen = group.stechen_id
        if group.newcomers:
            stechen = do(open_stechen, tournament, players=sorted(group.group.players))["stechen"]
        missing = sorted(player for pending in group.state.pending for player in pending.missing)
        throws = [{"player": player, "place": place} for place, player in enumerate(missing, start=1)]
        do(enter_throws, tournament, stechen_id=stechen, throws=throws)


def throw_for_places(tournament: Tournament) -> None:
    """The same for a Stechen after the cut."""
    while (group := cut_state(facts(tournament)).open_group) is not None:
        answer = do(open_move_up_stechen, tournament)
        throws = [{"player": p, "place": place} for place, p in enumerate(sorted(group.newcomers), start=1)]
        do(enter_throws, tournament, stechen_id=answer["stechen"], throws=throws)


def at_cut(points: Wish = CLEAR_16, *, announced: bool = True, **changes: Any) -> Tournament:
    """The cut is made (after the Stechen that it needs) and announced."""
    tournament = played(points, **changes)
    throw_all(tournament)
    do(make_cut, tournament)
    if announced:
        do(announce_cut, tournament)
    return tournament


def all_here(points: Wish = CLEAR_16, **changes: Any) -> Tournament:
    """Everybody who qualified has checked in."""
    tournament = at_cut(points, **changes)
    check_everybody_in(tournament)
    return tournament


def check_everybody_in(tournament: Tournament) -> None:
    for place in cut_state(facts(tournament)).waiting:
        do(check_in_place, tournament, player=place.player)


def in_ko(points: Wish = CLEAR_16, **changes: Any) -> Tournament:
    """The K.O. tables (or the final without them) are drawn."""
    tournament = all_here(points, **changes)
    do(draw_ko, tournament)
    return tournament


def ko_played(points: Wish = CLEAR_16, **changes: Any) -> Tournament:
    """Every K.O. table is complete."""
    tournament = in_ko(points, **changes)
    play_all(tournament)
    return tournament


def in_final(points: Wish = CLEAR_16, **changes: Any) -> Tournament:
    """The final is formed."""
    tournament = ko_played(points, **changes)
    do(form_final, tournament)
    return tournament


def play_all(tournament: Tournament) -> None:
    """Play the open K.O. round or final to its end: the last in the row who still has marks loses."""
    for table in current(tournament).tables:
        play_table_out(tournament, table.number)


def play_table_out(tournament: Tournament, number: int = 1) -> None:
    found = facts(tournament)
    round_ = found.current
    table = round_.table(number) if round_ else None
    assert round_ is not None
    assert table is not None
    state = found.fold(round_, table)
    left, version, game = dict(state.left), table.version, state.next_game or 0
    while sum(marks > 0 for marks in left.values()) > state.quota:
        loser = [player for player, marks in left.items() if marks > 0][-1]
        version = _record(tournament, table.id, round_.draw_no, game, version, (loser, loser))
        left[loser] -= 1
        game += 1


def lose(tournament: Tournament, player: int) -> dict[str, Any]:
    """`player` loses the next game of his K.O. table or of the final."""
    table = current(tournament).table_of(player)
    assert table is not None
    return record(tournament, table_of(tournament, table.number), player, player)


def phase(tournament: Tournament) -> Phase:
    return Phase(fresh(tournament).phase)


def numbers(places: Sequence[Any]) -> list[int]:
    return [place.player for place in places]


def field(tournament: Tournament) -> CutState:
    """Who of the cut goes on, as it stands."""
    return cut_state(facts(tournament))


def order(tournament: Tournament) -> list[int]:
    """Everybody in the order of the cut."""
    cut = facts(tournament).cut
    assert cut is not None
    return [place.player for place in cut.places]


def tied_but_one(tournament: Tournament) -> None:
    """Tied at the cut: the first threw best, all the others the same; the cut is made and announced."""
    (group,) = stechen_groups(facts(tournament))
    tied = sorted(group.group.players)
    stechen = do(open_stechen, tournament, players=tied)["stechen"]
    throws = [{"player": p, "dice": "221" if p != tied[0] else "111"} for p in tied]
    do(enter_throws, tournament, stechen_id=stechen, throws=throws)
    do(make_cut, tournament)
    do(announce_cut, tournament)


def move_up_tie() -> tuple[Tournament, tuple[int, ...]]:
    """Two share the first place below the cut, somebody has declined."""
    tournament = played(CUT_TIED_3)
    tied_but_one(tournament)
    do(decline_place, tournament, player=order(tournament)[0])
    tie = field(tournament).move_up
    assert tie is not None
    return tournament, tie.group.players


def changed_after_the_draw() -> tuple[Tournament, int, int]:
    """Two threw for the next place, the winner sits at the K.O.; then the throws turn out to be the other way
    round. The tournament, who sits there and who should."""
    t, (sits, should) = move_up_tie()
    stechen = do(open_move_up_stechen, t)["stechen"]
    throws = [{"player": sits, "dice": "111"}, {"player": should, "dice": "221"}]
    do(enter_throws, t, stechen_id=stechen, throws=throws)
    check_everybody_in(t)
    throw_for_places(t)
    do(draw_ko, t)
    held = next(one for one in facts(t).stechen if one.id == stechen)
    for throw in held.throws:
        do(void_throw, t, throw_id=throw.id)
    do(enter_throws, t, stechen_id=stechen, throws=[throw | {"dice": "221"} for throw in throws[:1]])
    do(enter_throws, t, stechen_id=stechen, throws=[throw | {"dice": "111"} for throw in throws[1:]])
    return t, sits, should
