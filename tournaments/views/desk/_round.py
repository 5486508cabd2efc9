"""What the pages of a round show: mats, tables still playing, results, the quality of the draw."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from scoring.format import RANGES
from tournaments.draw.sizes import FULL
from tournaments.messages import draw as told
from tournaments.messages import play as words
from tournaments.messages import rounds as say
from tournaments.messages.changes import places
from tournaments.models import Phase, Stage
from tournaments.queries.answers import Answer
from tournaments.queries.draws import DrawQuality, draw_quality, evening, quality_before
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.meetings import places_of
from tournaments.queries.next_step import is_stale, next_step
from tournaments.queries.overview import (
    Overview,
    Paired,
    TableLine,
    overview,
    paired_devices,
)
from tournaments.queries.slips import outcome_said, said
from tournaments.queries.tables import several_games, waiting_players
from tournaments.templatetags.schocken import uhr
from tournaments.views.desk._evening import next_context
from tournaments.views.desk._notes import gone_but_here, without_seat

MATS = {"done": "go full", "conflict": "loss", "decide": "wait"}
FEW = 12


def round_state(round_: RoundFact) -> str:
    """Changes when an open page must become another one."""
    return f"{round_.state}-{round_.draw_no}"


def head(facts: Facts, over: Overview, *, leads: bool = True) -> dict[str, Any]:
    """The top of the page: what runs, how far it is, a mat for each table, what comes next."""
    round_ = over.round
    words_ = [words.round_name(round_.stage, round_.number, facts.plan.rounds)]
    if round_.closed:
        words_.append(say.closed_at(uhr(round_.closed_at)))
    elif over.minutes is not None:
        words_.append(words.playing_since(over.minutes))
    if over.left is not None:
        words_.append(words.limit(over.left))
    return {
        "eyebrow": ", ".join(words_),
        "title": words.tables_done(over.done, over.total),
        "mats": [_mat(facts, round_, line) for line in over.lines],
        "next": next_block(facts, over, leads=leads),
        "begins": leads and round_.published and not round_.closed and not round_.touched,
        "notes": without_seat(facts, leads=leads) + gone_but_here(facts, round_),
    }


def _mat(facts: Facts, round_: RoundFact, line: TableLine) -> dict[str, str]:
    name = words.table_name(round_.stage, line.table.number)
    return {
        "text": words.table_sign(round_.stage, line.table.number),
        "state": MATS.get(line.state, ""),
        "signs": "melder" if line.state in ("conflict", "decide") else "",
        "label": say.mat_label(name, line.state, line.minutes),
        "href": reverse("desk:table", args=[facts.tournament.slug, line.table.id]),
    }


def next_block(facts: Facts, over: Overview | None = None, *, leads: bool = True) -> dict[str, Any]:
    """The next step; a conflict opens its dialog where it stands on the page."""
    step = next_step(facts)
    block = next_context(facts, step, leads=leads)
    if step.code == "collect_results":
        here = over is not None and not over.round.closed
        block["href"] = "#tisch" if here else f"{block['href']}#tisch"
    if step.code == "decide_conflict" and over and over.conflicts:
        block["dialog"] = f"widerspruch-{over.conflicts[0].pk}"
    return block


def lists(facts: Facts, over: Overview) -> dict[str, Any]:
    """The tables that play, the slow ones first, and the results of the others."""
    groups = [
        {"label": label, "slow": slow, "lines": [_playing(facts, over, line) for line in lines]}
        for slow, label in ((True, say.longer_than(over.usual)), (False, say.within()))
        if (lines := [line for line in over.playing if line.long == slow])
    ]
    return {
        "playing": words.tables_playing(len(over.playing)) if over.playing else "",
        "groups": groups,
        "finished": [_result(facts, over.round, line) for line in over.lines if line.game is None],
    }


def _playing(facts: Facts, over: Overview, line: TableLine) -> dict[str, Any]:
    round_, table = over.round, line.table
    tags = []
    if line.state == "conflict":
        tags.append(("loss", "warn", say.conflict()))
    if line.state == "decide":
        tags.append(("wait", "warn", say.too_few()))
    tags += _absent(facts, table)
    if line.paired is None:
        quiet = not any(other.paired for other in over.lines)  # an evening on paper
        tags.append(("soft" if quiet else "wait", "log", say.no_device()))
    elif line.unseen is not None:
        tags.append(("wait", "nonet", say.unseen(line.unseen)))
    notes = [say.game(line.game)] if line.game and several_games(facts, round_) else []
    if line.scharf:
        notes.append(say.scharf())
    return {
        "text": words.table_sign(round_.stage, table.number),
        "label": words.table_name(round_.stage, table.number),
        "href": reverse("desk:table", args=[facts.tournament.slug, table.id]),
        "part": (line.minutes or 0) * 100 // max(1, over.usual * 13 // 10),
        "names": [facts.players[p].name for p in table.present(line.game or 1)],
        "minutes": line.minutes,
        "notes": notes,
        "tags": tags,
    }


def _absent(facts: Facts, table: TableFact) -> list[tuple[str, str, str]]:
    """A pill for each who is missing at a table, whoever noted it."""
    return [("wait", "warn", say.absent(facts.players[a.player].name, a.kind)) for a in table.absences]


def _result(facts: Facts, round_: RoundFact, line: TableLine) -> dict[str, Any]:
    table = line.table
    results = [
        said(facts, round_, table, game, Answer.of(result)) for game, result in sorted(table.results.items())
    ]
    outcome = outcome_said(facts, table)
    return {
        "text": words.table_sign(round_.stage, table.number),
        "label": words.table_name(round_.stage, table.number),
        "state": MATS.get(line.state, ""),
        "href": reverse("desk:table", args=[facts.tournament.slug, table.id]),
        "results": results if table.outcome != "void" else [],
        "outcome": outcome,
        "reason": table.reason,
        "tags": _absent(facts, table),
        "at": max((r.at for r in table.results.values()), default=None),
    }


def running(facts: Facts, round_: RoundFact) -> Overview:
    """The round as it stands now. One query."""
    paired: dict[int, Paired] = {}
    if round_.published and not round_.closed:
        paired = paired_devices(facts.tournament, round_.stage)
    return overview(facts, round_, timezone.now(), paired)


def draft(facts: Facts, round_: RoundFact) -> dict[str, Any]:
    """A draw that nobody has seen yet: tables with names, its quality, whether it still fits."""
    name = words.round_name(round_.stage, round_.number, facts.plan.rounds)
    quality = draw_quality(facts, round_)
    met = places_of(r for r in facts.vorrunde if r.number < round_.number)
    late = {s["player"] for s in round_.protocol.get("swaps", []) if s.get("kind") == "late"}
    block = next_block(facts)
    if block["code"] == "redraw_round":
        block["href"] = reverse("desk:redraw", args=[facts.tournament.slug, round_.number])
        block["method"] = "post"
    return {
        "round": round_,
        "eyebrow": f"{name}, {say.not_published()}",
        "title": say.drawn_tables(len(round_.tables)),
        "quality": _quality_lines(facts, round_, quality),
        "evening": evening(facts, round_).lines,
        "later": facts.plan.rounds > round_.number,
        "before": _before(facts, round_, quality.odd),
        "again": [
            say.meets_again(
                facts.players[one].name, facts.players[other].name, meetings, places(met[one, other])
            )
            for one, other, meetings in quality.again[:FEW]
        ],
        "more_again": max(0, len(quality.again) - FEW),
        "tables": [_drawn(facts, round_, table, late) for table in round_.tables],
        "changes": [say.seat_change(str(s["kind"]), s) for s in round_.protocol.get("swaps", [])],
        "stale": is_stale(facts, round_),
        "waiting": waiting_players(facts, round_),
        "next": block,
    }


def _quality_lines(facts: Facts, round_: RoundFact, quality: DrawQuality) -> list[dict[str, Any]]:
    found = quality.quality
    lines = [{"good": not found.repeats, "text": say.repeats(found.repeats)}]
    if quality.odd:
        lines.append({"good": not found.odd_twice, "text": say.odd_twice(found.odd_twice, quality.odd)})
    if facts.plan.clubs_apart and facts.tournament.names_deleted_at is None:
        lines.append({"good": not found.club_pairs, "text": say.club_pairs(found.club_pairs)})
    bound = {p.number: p.fixed_station for p in facts.players.values() if p.fixed_station}
    kept = [bound[p] == table.number for table in round_.tables for p in table.players if p in bound]
    if kept:
        lines.append({"good": all(kept), "text": say.fixed_tables(sum(kept), len(kept))})
    return lines


def _before(facts: Facts, round_: RoundFact, odd: int) -> str:
    """What the draw was worth that this one replaced."""
    old = quality_before(facts, round_)
    return told.draw_before(old.repeats, old.odd_twice, odd) if old else ""


def _drawn(facts: Facts, round_: RoundFact, table: TableFact, late: set[int]) -> dict[str, Any]:
    return {
        "text": words.table_sign(round_.stage, table.number),
        "label": words.table_name(round_.stage, table.number),
        "href": reverse("desk:table", args=[facts.tournament.slug, table.id]),
        "odd": len(table.seats) != FULL,
        "size": words.table_size(len(table.seats)),
        "scharf": table.is_scharf(1),
        "people": [
            {
                "player": facts.players[p],
                "late": p in late,
                "fixed": facts.players[p].fixed_station == table.number,
            }
            for p in table.players
        ],
    }


def scharf_now(facts: Facts, round_: RoundFact) -> str:
    """C7.2: what holds now; in a published round of the Vorrunde, what holds from the next one on."""
    by_rule = round_.stage == Stage.VORRUNDE and round_.published
    signs = [
        words.table_sign(round_.stage, table.number)
        for table in round_.tables
        if (facts.rules.speed == "scharf" if by_rule else table.scharf_from is not None)
    ]
    return say.scharf_now(signs, len(round_.tables))


def counts(facts: Facts) -> dict[str, bool]:
    """C2.4: whether there can be a round fewer or more than planned."""
    drawn = max((round_.number for round_ in facts.vorrunde), default=0)
    least, most = RANGES["rounds"]
    return {"fewer": facts.plan.rounds > max(least, drawn), "more": facts.plan.rounds < most}


def possible(facts: Facts, round_: RoundFact) -> dict[str, bool]:
    """Which of the quiet buttons can be pressed now: never a dead one."""
    phase = facts.tournament.phase
    last = bool(facts.vorrunde) and facts.vorrunde[-1].id == round_.id
    return {
        "clock": round_.published and not round_.closed,
        "redraw": round_.published and not round_.closed and not round_.touched and last,
        "swap": last and not round_.closed and any(not table.results for table in round_.tables),
        "reopen": round_.closed and last and phase == Phase.VORRUNDE,
        "rounds": phase in (Phase.REGISTRATION, Phase.VORRUNDE),
        "last_round": round_.number >= facts.plan.rounds,
        "one": not round_.published and any(table.scharf_from is None for table in round_.tables),
        "two": not round_.published and any(table.scharf_from is not None for table in round_.tables),
        **counts(facts),
        "scharf": not round_.closed and phase in (Phase.REGISTRATION, Phase.VORRUNDE),
    }
