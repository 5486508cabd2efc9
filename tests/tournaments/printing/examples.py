"""Names as they come in real lists and worse, and builders of what is printed."""

from dataclasses import replace
from datetime import UTC, date, datetime

from scoring.ruleset import PRESETS, RuleSet
from tournaments.messages.rules import sheet_rules
from tournaments.printing import names, sheets, standings

LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikantenwitwerkätze"
LONG_NAME = "Anna-Maria Magdalena von und zu Hohenstein-Wildenburg-Rheineck geborene Schmitz"
WIDEST = "W" * 80 + " " + "W" * 80
ODD_NAMES = (
    LONG_WORD,
    LONG_NAME,
    WIDEST,
    "محمد عبد الرحمن الفارسي",
    "שרה כהן",
    "Ze\u0301e Nguye\u0302\u0303n",
    "<img src=x onerror=alert(1)>",
    "Øyvind Łukaszewicz",
    "Ελένη Παπαδοπούλου",
    "Дмитрий Шостакович",
    "Bülent Yıldız",
    "Ẹ̀ṣọ́ Ọlá",
)
PLAIN_NAMES = (
    "Käthe Überbach",
    "Hans Müller",
    "Hans Müller",
    "Maximiliane Gräfin von Strachwitz-Überlingen",
    "Hans-Jürgen Schmitz-Kallenbach",
    "Grażyna Wójcik",
    "Renée d’Haese",
)
EVERY_HOUSE_RULE = RuleSet(
    jule="top",
    jule_from_hand=True,
    take_back=True,
    holdable="ones",
    pass_on_early=True,
    starter_limits=False,
    deckel_total=15,
    max_throws=4,
    laden="half",
    sixes_need_throw_left=False,
    equal_throws=("fewer_throws", "repeat"),
)


def sheet(table: int = 25, players: tuple[str, ...] = PLAIN_NAMES[:4], **changes: object) -> sheets.SheetData:
    code = f"K7P{table:03d}"
    data = sheets.SheetData(
        tournament="3. offene Dürener Schockmeisterschaft",
        date=date(2026, 11, 14),
        place="Schützenhalle Winden",
        table=table,
        round=3,
        rounds=5,
        code=code,
        entry_url=f"HTTP://192.168.178.120:8000/T/{code}",
        entry_place="192.168.178.120:8000/t",
        seats=tuple(sheets.Seat(number, name, 100 + number) for number, name in enumerate(players, start=1)),
        rules=sheet_rules(PRESETS["dueren"]),
    )
    return replace(data, **changes)


def row(place: int, name: str, **changes: object) -> standings.Row:
    line = standings.Row(
        rank=place,
        shared=False,
        name=name,
        start_number=place,
        points=500 - place,
        lost=place % 5,
        rounds=("5", "3", "–", "0", "5"),
    )
    return replace(line, **changes)


def table(rows: tuple[standings.Row, ...], **changes: object) -> standings.StandingsData:
    data = standings.StandingsData(
        tournament="3. offene Dürener Schockmeisterschaft",
        date=date(2026, 11, 14),
        place="Schützenhalle Winden",
        round=5,
        rounds=5,
        at=datetime(2026, 11, 14, 20, 58, 7, tzinfo=UTC),
        rows=rows,
    )
    return replace(data, **changes)


def name_list(entries: tuple[names.Entry, ...], **changes: object) -> names.NameListData:
    data = names.NameListData(
        tournament="3. offene Dürener Schockmeisterschaft",
        date=date(2026, 11, 14),
        place="Schützenhalle Winden",
        round=3,
        entries=entries,
        entry_place="192.168.178.120:8000",
    )
    return replace(data, **changes)
