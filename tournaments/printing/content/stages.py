"""The cards of the K.O. tables and of the final."""

from typing import Any

from tournaments.messages.play import table_sign
from tournaments.messages.rules import sheet_rules
from tournaments.printing.cards import CardData, Seat
from tournaments.printing.content.addresses import entry_url, typed
from tournaments.printing.content.kinds import NothingToPrint, Params
from tournaments.printing.ko_cards import KoCardData
from tournaments.queries.deckel import offered
from tournaments.queries.facts import Facts, RoundFact, TableFact


def cards_of_ko(facts: Facts, params: Params) -> tuple[KoCardData, ...]:
    round_ = facts.ko
    if round_ is None or not round_.tables:
        raise NothingToPrint
    carry = facts.plan.final_marks == "carry"
    return tuple(
        KoCardData(**_card(facts, round_, table, params, facts.plan.survivors), carry=carry)
        for table in round_.tables
    )


def card_of_final(facts: Facts, params: Params) -> CardData:
    round_ = facts.final
    if round_ is None or not round_.tables:
        raise NothingToPrint
    return CardData(**_card(facts, round_, round_.tables[0], params, 1))


def _card(
    facts: Facts, round_: RoundFact, table: TableFact, params: Params, survivors: int
) -> dict[str, Any]:
    """Without the games that were played: no game makes the card old on which it is written by hand."""
    t, base = facts.tournament, str(params["base"])
    issued = facts.marks_issued(round_, table)
    gone = {absence.player for absence in table.absences if absence.game <= 1}
    return {
        "tournament": t.name,
        "date": t.date,
        "place": t.place,
        "number": table.number,
        "sign": table_sign(round_.stage, table.number),
        "code": table.code,
        "entry_url": entry_url(base, table.code),
        "entry_place": typed(base) + "/t",
        "seats": tuple(
            Seat(
                number=seat.number,
                name=facts.players[seat.player].name,
                start_number=seat.player,
                marks=0 if seat.player in gone else issued[seat.player],
            )
            for seat in table.seats
        ),
        "survivors": survivors,
        "rules": sheet_rules(facts.rules),
        "scharf_from": table.scharf_from,
        "tally": facts.plan.schock_aus_counted,
        "deckel": offered(facts.plan, round_.stage),
    }
