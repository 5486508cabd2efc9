"""Scharf: one half decides a game (C7.2, R5.6)."""

from dataclasses import replace

from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet
from tournaments.models import Phase, RoundState, Stage, Table, Tournament
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._tables import listed, table_label

SCHARF, NORMAL = "scharf", "normal"
_LOG = {
    (True, False): "set_scharf",
    (True, True): "set_scharf_next",
    (False, False): "set_normal",
    (False, True): "set_normal_next",
}


@act("set_scharf", Phase.SETUP, Phase.REGISTRATION, Phase.VORRUNDE, Phase.KO, Phase.FINAL)
def set_scharf(t: Tournament, *, by: Actor, table_ids: list[int] | None = None, on: bool = True) -> Outcome:
    """Switch to scharf or back; a running game stays as it is.

    Vorrunde, table_ids None: all tables from the next round on (a round that is drawn and not yet
    published already counts as the next); chosen tables: those of a round that is not published yet.
    K.O. and final: the chosen tables, None for all, from the game after the running one.
    Answer: {"tables": [ids]}. Refuses: round_redrawn (no such table) · scharf_next_round ·
    scharf_in_force (a scharf game is running, it is not turned back) · nothing_to_change.
    """
    facts = load_facts(t)
    if t.phase in (Phase.KO, Phase.FINAL):
        chosen = _chosen(facts, table_ids)
        changed = [table for r, table in chosen if _switch_ko(facts, r, table, on, named=bool(table_ids))]
        speed = False
    else:
        changed = _switch_drawn(facts, table_ids, on)
        speed = table_ids is None and _switch_speed(t, facts.rules, on)
    if not changed and not speed:
        raise RuleViolation("nothing_to_change")
    stage = facts.current.stage if facts.current else Stage.VORRUNDE
    labels = listed(table_label(stage, table.number) for table in changed)
    data = {"tables": labels, "table_ids": [table.id for table in changed], "all": table_ids is None}
    later = not changed  # nothing on the tables yet: from the next round on
    log_as = _LOG[on, later]
    return Outcome(answer={"tables": data["table_ids"]}, data=data, log_as=log_as)


def first_scharf_game(t: Tournament) -> int | None:
    """What the tables of a round drawn now start with."""
    return 1 if t.rules.speed == SCHARF else None


def _chosen(facts: Facts, table_ids: list[int] | None) -> list[tuple[RoundFact, TableFact]]:
    current = facts.current
    found = [(current, table) for table in current.tables] if current else []
    if table_ids is None:
        return found
    chosen = [(r, table) for r, table in found if table.id in table_ids]
    if len(chosen) < len(set(table_ids)):
        raise RuleViolation("round_redrawn")
    return chosen


def _switch_ko(facts: Facts, round_: RoundFact, table: TableFact, on: bool, *, named: bool) -> bool:
    game = facts.next_game(round_, table)
    if game is None:
        return False
    if not on and table.is_scharf(game):
        if not named:
            return False
        raise RuleViolation("scharf_in_force", table=table_label(round_.stage, table.number))
    if on == (table.scharf_from is not None):
        return False
    _store(table, game + 1 if on else None)
    return True


def _switch_drawn(facts: Facts, table_ids: list[int] | None, on: bool) -> list[TableFact]:
    changed = []
    for round_, table in _chosen(facts, table_ids):
        if round_.state != RoundState.DRAWN:
            if table_ids is not None:
                raise RuleViolation("scharf_next_round")
        elif on != (table.scharf_from is not None):
            _store(table, 1 if on else None)
            changed.append(table)
    return changed


def _switch_speed(t: Tournament, rules: RuleSet, on: bool) -> bool:
    wanted = SCHARF if on else NORMAL
    if rules.speed == wanted:
        return False
    t.ruleset = replace(rules, speed=wanted).to_dict()
    t.save(update_fields=["ruleset"])
    return True


def _store(table: TableFact, scharf_from: int | None) -> None:
    table.scharf_from = scharf_from
    Table.objects.filter(pk=table.id).update(scharf_from=scharf_from)
