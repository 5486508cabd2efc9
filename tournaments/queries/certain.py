"""Who is surely above or below the cut while rounds are still to come, as the hall may know it (C3.5)."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.chances import OUT, SURE, Contender, chances
from scoring.points import WINNER
from tournaments.queries.hall import Zone
from tournaments.queries.public import HallView


def certain(view: HallView) -> dict[int, str]:
    """Start number → sure · open · out. Empty before the first standings, after the last ones, and where
    nobody stands below the cut. Frozen rounds are still to come here, so nothing of them can show."""
    facts, plan = view.facts, view.facts.plan
    left = (plan.rounds - view.upto) * plan.games_per_round
    lines = view.standings()
    able = sum(line.standing.eligible for line in lines)
    if not lines or left < 1 or facts.cut is not None or able <= plan.qualifiers:
        return {}
    field = [Contender(line.number, line.standing.points, left, line.standing.eligible) for line in lines]
    ranked = {one.player for one in field}
    seated = {p for round_ in facts.vorrunde for table in round_.tables for p in table.players}
    field += [Contender(p, 0, left, facts.players[p].eligible) for p in sorted(seated - ranked)]
    late = all(round_.number <= plan.late_entry_until for round_ in facts.vorrunde)
    return chances(field, plan.qualifiers, newcomer=WINNER * left if late else None)


def parted(zones: tuple[Zone, ...], known: Mapping[int, str]) -> tuple[Zone, ...]:
    """The stretches above and below the line, cut where it gets certain: the best of those above, the last
    of those below. Equal points are equally certain, so each is one piece."""
    found: list[Zone] = []
    for zone in zones:
        words = [known.get(line.number) for line in zone.lines]
        if zone.kind == "in" and SURE in words:
            cut = len(words) - words[::-1].index(SURE)
            parts = [(zone.lines[:cut], True), (zone.lines[cut:], False)]
        elif zone.kind == "out" and OUT in words:
            cut = words.index(OUT)
            parts = [(zone.lines[:cut], False), (zone.lines[cut:], True)]
        else:
            found.append(zone)
            continue
        pieces = [
            replace(zone, lines=lines, people=len(lines), certain=sure, stroke=None)
            for lines, sure in parts
            if lines
        ]
        found += [*pieces[:-1], replace(pieces[-1], stroke=zone.stroke)]
    return tuple(found)
