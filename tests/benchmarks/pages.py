"""Public standings, unchanged poll and result entry against their floors.

python tests/benchmarks/pages.py [--json]
"""

from itertools import count
from uuid import uuid4

from measure import Report, ratio, set_up_django

PLAYERS, ROUNDS = 200, 8


def evening() -> int:
    """200 players, eight closed rounds."""
    from tests.builders import add_players, make_tournament
    from tests.playing import facts
    from tournaments.services._act import SYSTEM
    from tournaments.services.results import record_game
    from tournaments.services.rounds import close_round, draw_round, publish_draw

    t = make_tournament(rounds=ROUNDS + 1)
    add_players(t, PLAYERS)
    for number in range(1, ROUNDS + 2):
        draw_round(tournament_id=t.pk, by=SYSTEM)
        publish_draw(tournament_id=t.pk, by=SYSTEM)
        if number > ROUNDS:
            break
        for table in facts(t).current.tables:
            first, second = table.players[number % 4], table.players[(number * 3 + table.number) % 4]
            record_game(
                tournament_id=t.pk, by=SYSTEM, table_id=table.id, draw_no=1, game=1, version=1,
                half1=first, half2=second, endkampf=None if first == second else second,
            )  # fmt: skip
        close_round(tournament_id=t.pk, by=SYSTEM)
    return t.pk


def captured(work) -> list[tuple[str, tuple]]:
    """The SQL that `work` sends, with its parameters; transactions are the caller's."""
    from django.db import connection

    sent: list[tuple[str, tuple]] = []

    def note(execute, sql, params, many, context):
        sent.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    return [(sql, params) for sql, params in sent if not sql.startswith(("BEGIN", "COMMIT", "SET "))]


def bare(statements):
    """The same SQL through the database's own cursor, every row fetched."""
    from django.db import connection

    def run() -> None:
        with connection.cursor() as cursor:
            for sql, params in statements:
                cursor.execute(sql, params)
                cursor.fetchall() if cursor.description else None

    return run


def standings(report: Report, tournament_id: int) -> None:
    from tournaments.live import snapshots
    from tournaments.models import Tournament
    from tournaments.views.hall import fragment

    t = Tournament.objects.get(pk=tournament_id)

    def subject() -> None:
        snapshots.clear()
        fragment(t, "stand")

    value, mine, floor = ratio(subject, bare(captured(subject)), times=5, rounds=5)
    report.at_most("standings_fragment_to_sql", value, 12, f"{mine:.1f} ms to {floor:.1f} ms")


def poll(report: Report, tournament_id: int) -> None:
    """An unchanged poll against a view that answers two bytes, through the same middleware."""
    from django.http import HttpResponse
    from django.test import Client
    from django.urls import path

    from schockturnier import urls
    from tournaments.models import Tournament

    urls.urlpatterns.insert(0, path("nichts/", lambda request: HttpResponse("{}")))
    slug = Tournament.objects.get(pk=tournament_id).slug
    client = Client()
    value, mine, floor = ratio(
        lambda: client.get(f"/{slug}/revision/"), lambda: client.get("/nichts/"), times=200, rounds=7
    )
    report.at_most("unchanged_poll_to_trivial_view", value, 1.3, f"{mine:.2f} ms to {floor:.2f} ms")


def entry(report: Report, tournament_id: int) -> None:
    """One result through the service against the SQL of its transaction, sent bare."""
    from django.db import connection, transaction

    from tests.playing import facts
    from tournaments.models import Tournament
    from tournaments.services._act import SYSTEM
    from tournaments.services.results import record_game

    t = Tournament.objects.get(pk=tournament_id)
    tables = iter(facts(t).current.tables)

    def subject() -> None:
        table = next(tables)
        record_game(
            tournament_id=t.pk, by=SYSTEM, key=uuid4(), table_id=table.id, draw_no=1, game=1, version=1,
            half1=table.players[0], half2=table.players[1], endkampf=table.players[1],
        )  # fmt: skip

    statements = captured(subject)
    numbers = count(1)

    def floor() -> None:
        """The same statements with rows of their own: other keys, same work, committed."""
        number = next(numbers)
        with transaction.atomic(), connection.cursor() as cursor:
            for sql, params in statements:
                if sql.startswith("INSERT"):
                    params = fresh(sql, params, number)
                cursor.execute(sql, params)
                cursor.fetchall() if cursor.description else None

    value, mine, base = ratio(subject, floor, times=3, rounds=7)
    report.at_most("result_entry_to_sql_transaction", value, 15, f"{mine:.2f} ms to {base:.2f} ms")


def fresh(sql: str, params: tuple, number: int) -> tuple:
    """Parameters that no constraint has seen yet: versions of results and keys of receipts."""
    if "tournaments_receipt" in sql:
        return tuple(uuid4().hex if isinstance(p, str) and len(p) == 32 else p for p in params)
    if "tournaments_result" in sql:
        changed = list(params)
        columns = [c.strip(' "') for c in sql.split("(")[1].split(")")[0].split(",")]
        changed[columns.index("version")] = 100 + number
        changed[columns.index("counts")] = False
        return tuple(changed)
    return params


if __name__ == "__main__":
    report = Report(__doc__ or "")
    set_up_django()
    pk = evening()
    standings(report, pk)
    poll(report, pk)
    entry(report, pk)
    report.end()
