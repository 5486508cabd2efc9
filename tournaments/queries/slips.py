"""The slip of a table at the desk: who may have lost, what was entered, what it means in points (R7, C2)."""

from dataclasses import dataclass

from scoring.errors import RuleViolation
from scoring.points import ENDKAMPF, LOSER, WINNER, Game, game_points
from tournaments.messages import play as words
from tournaments.models import Outcome, RoundState, Stage
from tournaments.queries.answers import HALVES, Answer, check_answer
from tournaments.queries.facts import Facts, PlayerFact, ResultFact, RoundFact, TableFact


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """One line. `open`: may have lost a half of this game; `leaving`: left in it (C2.5); `absent`: kind of
    the absence, "" for none; `marks`: Spielmarken left, None in the Vorrunde; `strokes`: Schock aus."""

    number: int
    player: PlayerFact
    open: bool
    leaving: bool
    absent: str
    marks: int | None
    strokes: int


@dataclass(frozen=True, slots=True)
class Slip:
    """The next game of a table, ready to be asked."""

    round: RoundFact
    table: TableFact
    game: int
    scharf: bool
    seats: tuple[SlipSeat, ...]

    @property
    def halves(self) -> tuple[str, ...]:
        return HALVES[:1] if self.scharf else HALVES


@dataclass(frozen=True, slots=True)
class Shares:
    """Who gets 0, 3 and 5 points in one game, by start number; the loser first."""

    zero: tuple[int, ...]
    three: tuple[int, ...]
    five: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """A result with the place where it was played."""

    round: RoundFact
    table: TableFact
    result: ResultFact


def slip_of(facts: Facts, round_: RoundFact, table: TableFact) -> Slip | None:
    """The slip for the next game, None when nothing more is played here."""
    game = facts.next_game(round_, table)
    if game is None or table.outcome != Outcome.PLAYED:
        return None
    left = None if round_.stage == Stage.VORRUNDE else facts.fold(round_, table).left
    gone = table.missing_before(game) if left is None else {p for p, marks in left.items() if not marks}
    leaving = table.leaving_in(game) if left is None else frozenset()
    absent = {a.player: str(a.kind) for a in table.absences}
    seats = tuple(
        SlipSeat(
            number=seat.number,
            player=facts.players[seat.player],
            open=seat.player not in gone,
            leaving=seat.player in leaving,
            absent=absent.get(seat.player, ""),
            marks=None if left is None else left[seat.player],
            strokes=table.schock_aus.get(seat.player, 0),
        )
        for seat in table.seats
    )
    return Slip(round_, table, game, table.is_scharf(game), seats)


def asked_table(facts: Facts, text: str) -> tuple[RoundFact, TableFact]:
    """The table that "21" or "A" means in the running round. Refuses: no_open_round ·
    round_not_published · table_unknown (text, tables)."""
    round_ = facts.current
    if round_ is None:
        raise RuleViolation("no_open_round", field="table")
    if round_.state == RoundState.DRAWN:
        raise RuleViolation("round_not_published", field="table")
    found = (
        round_.tables[0] if round_.stage == Stage.FINAL else round_.table(table_number(round_.stage, text))
    )
    if found is None:
        raise RuleViolation("table_unknown", field="table", text=text, tables=len(round_.tables))
    return round_, found


def table_number(stage: str, text: str) -> int:
    """0 for what is no table."""
    sign = text.strip().upper()
    if sign.isdecimal() and len(sign) < 6:
        return int(sign)
    if stage == Stage.KO and len(sign) == 1 and "A" <= sign <= "Z":
        return ord(sign) - ord("A") + 1
    return 1 if stage == Stage.FINAL and sign == "F" else 0


def last_entered(facts: Facts, user_id: int | None) -> Entered | None:
    """What this user of the desk entered last in the running round and may take back: the last result of
    its table."""
    round_ = facts.current
    if round_ is None or user_id is None:
        return None
    own = [
        Entered(round_, table, last)
        for table in round_.tables
        if table.results and table.outcome == Outcome.PLAYED
        for last in [table.results[max(table.results)]]
        if last.user_id == user_id
    ]
    return max(own, key=lambda entered: (entered.result.at, entered.result.id), default=None)


def shares(table: TableFact, game: int, answer: Answer, scharf: bool) -> Shares:
    """C2.1–C2.5: the points of a Vorrunde game in three groups, without those who were not there.

    Raises RuleViolation as check_game does.
    """
    absent = table.missing_before(game)
    points = game_points(
        Game(
            players=table.players,
            half1=answer.half1,
            half2=answer.half2,
            endkampf=answer.endkampf,
            scharf=scharf,
            no_show=absent,
            left=table.leaving_in(game),
        )
    )
    loser = answer.loser(scharf)
    zero = [p for p, got in points.items() if got == LOSER and p not in absent]
    return Shares(
        zero=tuple(sorted(zero, key=lambda player: player != loser)),
        three=tuple(p for p, got in points.items() if got == ENDKAMPF),
        five=tuple(p for p, got in points.items() if got == WINNER),
    )


def said(facts: Facts, round_: RoundFact, table: TableFact, game: int, answer: Answer) -> str:
    """What an answer to this game means, in one sentence: points, or a Spielmarke (C5.1)."""
    known = table.results.get(game)
    scharf = known.scharf if known else table.is_scharf(game)
    if round_.stage == Stage.VORRUNDE:
        got = shares(table, game, answer, scharf)
        groups = ([facts.players[p].name for p in group] for group in (got.zero, got.three, got.five))
        return words.points_text(*groups)
    loser = answer.loser(scharf)
    before = sum(1 for g, result in table.results.items() if g < game and result.loser == loser)
    last = facts.marks_issued(round_, table).get(loser, 0) == before + 1
    return f"{facts.players[loser].name} {words.gives_last_mark() if last else words.gives_mark()}"


def meant(facts: Facts, round_: RoundFact, table: TableFact, game: int, answer: Answer) -> str:
    """What an answer would mean that nobody has sent yet. Raises RuleViolation as check_answer does."""
    answer = answer.completed(table, game, round_.stage)
    check_answer(facts, round_, table, game, answer, table.is_scharf(game))
    return said(facts, round_, table, game, answer)


def outcome_said(facts: Facts, table: TableFact) -> str:
    """Kampflos or ohne Wertung in words, "" for a table that plays."""
    if table.outcome == Outcome.VOID:
        return words.not_counted()
    if table.outcome == Outcome.WALKOVER:
        game = max(table.results, default=0) + 1
        return words.walkover(", ".join(facts.players[p].name for p in table.present(game)))
    return ""
