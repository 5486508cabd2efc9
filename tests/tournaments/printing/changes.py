"""Everything that somebody may change in the middle of an evening, and every sheet as it would be printed."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any
from uuid import uuid4

from django.template.loader import render_to_string
from django.utils.translation import override

from scoring.errors import RuleViolation
from scoring.format import Format
from scoring.ruleset import RuleSet
from tests.builders import by, make_user
from tests.playing import facts
from tests.tournaments.finish.evenings import do
from tournaments.models import Station, Tournament
from tournaments.printing import content
from tournaments.printing.band import look_of
from tournaments.printing.paper import Document, Sheet
from tournaments.queries.facts import Facts
from tournaments.queries.standings import stechen_groups
from tournaments.services import absences, corrections, cut, players, results, scharf, screen, seats, stations
from tournaments.services import final as end
from tournaments.services import knockout as ko
from tournaments.services import rounds as turns
from tournaments.services import stechen as shoots
from tournaments.services import tournaments as acts
from tournaments.services.paper_style import style_paper

Change = Callable[[Tournament], object]

FORMAT: dict[str, Any] = {
    "games_per_round": 2, "rounds": 4, "odd_tables": "threes", "clubs_apart": False, "late_entry_until": 2,
    "tie_breaks": ["more_wins"], "decide": "chain", "freeze_rounds": 1, "prize_places": [2],
    "schock_aus_counted": False, "ko_tables": 1, "ko_seats": 3, "survivors": 1, "final_size": 4,
    "ko_seeding": "snake", "marks": 4, "bonus_ranks": 1, "bonus_marks": 2, "final_marks": 5,
    "round_minutes": 25, "personal_data_days": 30, "entry_fee_cents": 700, "deckel_protocol": "all",
}  # fmt: skip
RULES: dict[str, Any] = {
    "deckel_total": 15, "max_throws": 2, "starter_limits": False, "holdable": "ones", "take_back": True,
    "straight_from_hand": False, "general_from_hand": False, "two_sixes": False, "three_sixes": False,
    "sixes_need_throw_left": False, "schock_two_rank": "below_general", "jule": "top",
    "jule_from_hand": True, "schock_aus": "thirteen", "equal_throws": ["earlier"], "pass_on_early": True,
    "laden": "half", "speed": "scharf",
}  # fmt: skip


def changes() -> dict[str, Change]:
    """Name → what is done; refused where the moment does not allow it."""
    assert set(FORMAT) == {field.name for field in fields(Format)}
    assert set(RULES) == {field.name for field in fields(RuleSet)}
    return {
        **{f"format {name}": _format(name) for name in FORMAT},
        **{f"rules {name}": _rules(name) for name in RULES},
        **_PEOPLE,
        **_AROUND,
        **_PLAY,
        **_STAGES,
    }


def _format(name: str) -> Change:
    return lambda t: do(acts.change_format, t, changes={name: FORMAT[name]})


def _rules(name: str) -> Change:
    return lambda t: do(acts.change_rules, t, changes={name: RULES[name]})


def _edit(**changed: Any) -> Change:
    def edit(t: Tournament) -> object:
        row = t.players.select_related("club", "team").get(start_number=2)
        known = {name: getattr(row, name) for name in ("first", "last", "gender", "fixed_station")}
        belongs = {"club": row.club.name if row.club else "", "team": row.team.name if row.team else ""}
        return do(players.edit_player, t, player=2, **known | belongs | changed)

    return edit


def _rename(**changed: str) -> Change:
    return lambda t: do(
        acts.rename_tournament, t, **{"name": t.name, "date": str(t.date), "place": t.place} | changed
    )


def _rename_user(t: Tournament) -> None:
    user = make_user()
    assert user.pk == by().user_id
    user.username = "vorstand"
    user.save()


def _table(t: Tournament) -> Any:
    found = facts(t)
    if found.current is None or not found.current.tables:
        raise RuleViolation("nothing_open")
    return found, found.current, found.current.tables[0]


def _record(t: Tournament) -> object:
    found, round_, table = _table(t)
    game = found.next_game(round_, table)
    loser = table.present(game or 1)[0]
    body = {"table_id": table.id, "draw_no": round_.draw_no, "game": game or 1, "version": table.version}
    return do(results.record_game, t, **body, half1=loser, half2=loser)


def _correct(t: Tournament) -> object:
    found = facts(t)
    table = next(x for r in found.rounds for x in r.tables if x.results) if found.closed_rounds else None
    if table is None:
        raise RuleViolation("nothing_played")
    other = next(p for p in table.players if p != table.results[1].half1)
    body = {"table_id": table.id, "game": 1, "half1": other, "half2": other, "endkampf": None}
    return do(corrections.correct_game, t, **body, reason="verschrieben", confirmed=True)


def _swap(t: Tournament) -> object:
    found = facts(t)
    if found.current is None or len(found.current.tables) < 2:
        raise RuleViolation("nothing_open")
    one, two = found.current.tables[:2]
    return do(
        seats.swap_seats, t, round_id=found.current.id, first=one.players[0], second=two.players[0], reason=""
    )


def _at_table(work: Any, **more: Any) -> Change:
    def perform(t: Tournament) -> object:
        _found, _round, table = _table(t)
        return do(work, t, table_id=table.id, **more)

    return perform


def _of_table(work: Any) -> Change:
    def perform(t: Tournament) -> object:
        _found, _round, table = _table(t)
        return do(work, t, table_id=table.id, player=table.players[1])

    return perform


def _of_cut(work: Any) -> Change:
    def perform(t: Tournament) -> object:
        found = facts(t)
        if found.cut is None:
            raise RuleViolation("no_cut")
        return do(work, t, player=found.cut.places[0].player)

    return perform


def _first_shoot(t: Tournament) -> object:
    groups = stechen_groups(facts(t))
    if not groups:
        raise RuleViolation("no_tie")
    return do(shoots.open_stechen, t, players=list(groups[0].group.players))


def _throw(t: Tournament) -> object:
    found = facts(t).stechen
    if not found:
        raise RuleViolation("no_stechen")
    return do(shoots.enter_throw, t, stechen_id=found[0].id, player=found[0].players[0], dice="653")


def _station(work: Any, **more: Any) -> Change:
    def perform(t: Tournament) -> object:
        station = Station.objects.filter(tournament=t).order_by("pk").first()
        if station is None:
            raise RuleViolation("no_station")
        if work is stations.pair_device:
            return do(work, t, code=station.code, token_hash=uuid4().hex * 2, label="iPad")
        return do(work, t, station_id=station.pk)

    return perform


_PEOPLE: dict[str, Change] = {
    "paid": lambda t: do(players.set_paid, t, player=2, paid=True),
    "here": lambda t: do(players.check_in, t, player=3, present=True),
    "not here": lambda t: do(players.check_in, t, player=2, present=False),
    "somebody new": lambda t: do(players.add_player, t, first="Neu", last="Neumann", present=True),
    "another name": _edit(first="Käthe", last="Überbach"),
    "another club": _edit(club="KG Rot-Weiß"),
    "another team": _edit(team="Rot"),
    "another gender": _edit(gender="w"),
    "another fixed table": _edit(fixed_station=2),
    "withdrawn": lambda t: do(players.withdraw_player, t, player=2, reason="müde"),
    "excluded": lambda t: do(players.exclude_player, t, player=2, reason="grob"),
    "back": lambda t: do(players.return_player, t, player=1),
}
_AROUND: dict[str, Change] = {
    "tournament name": _rename(name="Zweite Probe"),
    "tournament date": _rename(date="2026-12-05"),
    "tournament place": _rename(place="Winden"),
    "footer": lambda t: style_paper(tournament_id=t.pk, by=by(), footer="Danke der Sparkasse"),
    "words of a logo that is not there": lambda t: style_paper(tournament_id=t.pk, by=by(), logo_text="Bank"),
    "lot number": lambda t: do(acts.set_lot_number, t, number=4711),
    "message": lambda t: do(screen.show_message, t, text="Pause", alone=False),
    "gong": lambda t: do(screen.ring_gong, t),
    "user renamed": _rename_user,
    "codes": lambda t: do(stations.prepare_stations, t),
    "another code": _station(stations.replace_code),
    "device": _station(stations.pair_device),
}
_PLAY: dict[str, Change] = {
    "result": _record,
    "corrected": _correct,
    "schock aus": _of_table(results.add_schock_aus),
    "not come": _of_table(absences.mark_no_show),
    "left": _of_table(absences.mark_left),
    "no play": _at_table(absences.void_table, reason="Streit"),
    "scharf": lambda t: do(scharf.set_scharf, t, table_ids=None, on=True),
    "swapped": _swap,
    "drawn": lambda t: do(turns.draw_round, t),
    "drawn again": lambda t: do(turns.redraw_round, t, reason="zu spät"),
    "published": lambda t: do(turns.publish_draw, t),
    "clock": lambda t: do(turns.start_clock, t, round_id=_table(t)[1].id),
    "reopened": lambda t: do(turns.reopen_round, t),
}
_STAGES: dict[str, Change] = {
    "stechen opened": _first_shoot,
    "thrown": _throw,
    "cut": lambda t: do(cut.make_cut, t),
    "cut taken back": lambda t: do(cut.void_cut, t),
    "announced": lambda t: do(cut.announce_cut, t),
    "hidden": lambda t: do(cut.hide_cut, t),
    "checked in": _of_cut(cut.check_in_place),
    "declined": _of_cut(cut.decline_place),
    "ko drawn": lambda t: do(ko.draw_ko, t, smaller_confirmed=True),
    "ko taken back": lambda t: do(ko.void_ko, t),
    "final formed": lambda t: do(ko.form_final, t),
    "final dissolved": lambda t: do(ko.dissolve_final, t),
    "finished": lambda t: do(end.finish, t),
    "opened again": lambda t: do(end.reopen_finished, t),
}


def offered(now: Facts) -> dict[tuple[str, int], dict[str, Any]]:
    """(kind, number) → params of every paper that there is now."""
    params = {"base": "http://192.168.178.120:8000", "language": "de"}
    return {
        (kind, number): {**params, "round": number}
        for kind, paper in content.PAPERS.items()
        for number in paper.numbers(now, True)
        if kind != "certificate" or number == 2
    }


def read(now: Facts, kind: str, params: dict[str, Any]) -> tuple[Any, ...]:
    """What a paper is laid out from, without the time of printing. The same here: printed the same."""
    data = content.PAPERS[kind].read(now, params)
    if kind == "standings":
        data = replace(data, at=None)
    return data, look_of(getattr(now.tournament, "paper_style", None), "de"), now.tournament.rehearsal


def printed(t: Tournament, kind: str, params: dict[str, Any]) -> str:
    """Every page as the press gets it, without the time of printing."""
    document, _digest = content.document(t.pk, kind, params)
    with override("de"):
        text = "\n".join(_pages(document))
    return re.sub(r"\d\d:\d\d:\d\d", "", text) if kind == "standings" else text


def _pages(document: Document) -> Iterator[str]:
    yield f"{document.title} {document.look} {document.rehearsal}"
    for number, sheet in enumerate(document.sheets, start=1):
        yield _html(sheet, document, number)
        for part in (sheet.entry, sheet.shared):
            if part:
                yield _html(part, document, number)


def _html(sheet: Sheet, document: Document, number: int) -> str:
    frame = {"title": document.title, "language": document.language, "page": number}
    return render_to_string(sheet.template, {**sheet.context, **frame, "pages": len(document.sheets)})
