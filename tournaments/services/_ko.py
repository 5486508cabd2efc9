"""Chairs of the K.O. and the final: what several acts do with them. No act of its own."""

from scoring.errors import RuleViolation
from tournaments.models import Phase, Round, RoundState, Seat, Stage, Table, Tournament
from tournaments.queries.facts import Facts, RoundFact


def drawn_round(facts: Facts) -> RoundFact | None:
    """The round at which the qualified sit down: the K.O., or the final when there is no K.O. (C4.1a)."""
    return facts.ko if facts.plan.ko_tables else facts.final


def require_no_ko_result(facts: Facts) -> None:
    """After the first K.O. result nobody moves up and nothing before it is undone (C4.2)."""
    for round_ in (facts.ko, facts.final):
        if round_ is not None and any(table.results for table in round_.tables):
            raise RuleViolation("ko_has_result")


def undo_ko_draw(facts: Facts) -> None:
    """Take the tables of the K.O. (and the final) away; their draw stays in the log."""
    Round.objects.filter(
        tournament=facts.tournament, stage__in=(Stage.KO, Stage.FINAL)
    ).delete()


def dissolve_final(t: Tournament, facts: Facts) -> None:
    """The final is formed no more: back to the K.O. Raises final_has_result, no_final."""
    if facts.final is None or facts.ko is None:
        raise RuleViolation("no_final")
    if any(table.results for table in facts.final.tables):
        raise RuleViolation("final_has_result")
    Round.objects.filter(pk=facts.final.id).delete()
    Round.objects.filter(pk=facts.ko.id).update(state=RoundState.PUBLISHED, closed_at=None)
    t.phase = Phase.KO
    t.save(update_fields=["phase"])


def leave_chair(facts: Facts, player: int) -> None:
    """Empty the chair of `player`; nothing when he has none."""
    round_ = drawn_round(facts)
    table = round_.table_of(player) if round_ else None
    if table is None:
        return
    Seat.objects.filter(table=table.id, player__start_number=player).delete()
    _raise_version(table.id, table.version)


def take_chair(facts: Facts, player: int) -> None:
    """Who moves up after the draw takes the first empty chair, with `marks` (C4.2). Raises no_chair."""
    empty = _empty_chairs(facts)
    if not empty:
        raise RuleViolation("no_chair", "player", player=player)
    _, table_id, seat = empty[0]
    _sit(facts, table_id, seat, player, facts.plan.marks)


def take_back_chair(facts: Facts, player: int) -> None:
    """Who had declined sits down on his own chair again, with his own marks. Raises chair_taken."""
    round_ = drawn_round(facts)
    assert round_ is not None
    for number, table_id, seat in _empty_chairs(facts):
        if number == player:
            _sit(facts, table_id, seat, player, round_.protocol["marks"][str(player)])
            return
    raise RuleViolation("chair_taken", "player", player=player)


def _empty_chairs(facts: Facts) -> list[tuple[int, int, int]]:
    """Chairs of the draw that nobody sits on: (start number it was drawn for, table id, seat)."""
    round_ = drawn_round(facts)
    assert round_ is not None
    empty = []
    for number, players in zip(round_.protocol["numbers"], round_.protocol["result"], strict=True):
        table = round_.table(number)
        assert table is not None
        taken = {seat.number for seat in table.seats}
        for seat, player in enumerate(players, start=1):
            if seat not in taken:
                empty.append((player, table.id, seat))
    return empty


def _sit(facts: Facts, table_id: int, seat: int, player: int, marks: int) -> None:
    round_ = drawn_round(facts)
    assert round_ is not None
    Seat.objects.create(
        round_id=round_.id,
        table_id=table_id,
        player_id=facts.players[player].id,
        number=seat,
        marks=marks,
    )
    version = next(t.version for t in round_.tables if t.id == table_id)
    _raise_version(table_id, version)


def _raise_version(table_id: int, version: int) -> None:
    Table.objects.filter(pk=table_id).update(version=version + 1)
