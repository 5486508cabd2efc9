"""What a format does to this evening: for each field one sentence in numbers (C1–C7.2)."""

from collections.abc import Sequence
from datetime import date as Date
from datetime import timedelta

from scoring.format import CARRY, Format
from scoring.points import WINNER
from tournaments.draw import table_sizes
from tournaments.draw.sizes import MINIMUM
from tournaments.messages import effects as say
from tournaments.messages import format as words
from tournaments.models import Phase, Player, Status, Tournament
from tournaments.queries.fixed import drawn_rounds
from tournaments.templatetags.schocken import euro

EXPECTED = 100
"""People who come where 15 go on (C4.1)."""
USUAL = ((8, 9), (10, 16), (15, 24))
"""C4.1 the other way round: below so many who go on, so many people come."""


def field_size(tournament: Tournament) -> int:
    """`people_of` for a tournament whose players are not loaded (two queries); once a round is drawn, who has
    not come by then counts no more."""
    statuses = list(Player.objects.filter(tournament=tournament).values_list("status", flat=True))
    phase = Phase.VORRUNDE if drawn_rounds(tournament) else tournament.phase
    return people_of(statuses, tournament.plan, phase)


def people_of(statuses: Sequence[str], plan: Format, phase: str) -> int:
    """How many people the evening is about, the same wherever it is reckoned.

    Before round 1 everybody who is on the list, then those who are there; while that is too few for a
    table, as many as usually come to such a format.
    """
    found = statuses.count(Status.PRESENT)
    if phase in (Phase.SETUP, Phase.REGISTRATION):
        found += statuses.count(Status.REGISTERED)
    return found if found >= MINIMUM else usual_people(plan)


def usual_people(plan: Format) -> int:
    """C4.1: what a format with so many places in the K.O. is made for."""
    return next((people for below, people in USUAL if plan.qualifiers < below), EXPECTED)


def format_effects(plan: Format, n: int, day: Date) -> dict[str, str]:
    """Field of the format → its effect with `n` people; `day` is the date of the tournament."""
    return {
        **_vorrunde(plan, n),
        **_table(plan),
        **(_ko(plan, n) if plan.ko_tables else _straight(plan, n)),
        "deckel_protocol": say.deckel_protocol(plan.deckel_protocol),
        "entry_fee_cents": _fees(plan, n),
        "personal_data_days": say.deletion(day + timedelta(days=plan.personal_data_days)),
    }


def split_sentence(n: int, odd_tables: str) -> str:
    """C1.1: how `n` people sit, "101 Leute: 24 Vierer und 1 Fünfer, 25 Tische."."""
    return say.too_few(n, MINIMUM) if n < MINIMUM else say.split_of(n, table_sizes(n, odd_tables))


def _vorrunde(plan: Format, n: int) -> dict[str, str]:
    played = plan.rounds * plan.games_per_round
    late = plan.late_entry_until
    return {
        "rounds": say.all_games(played, WINNER * played),
        "games_per_round": say.all_games(played, WINNER * played),
        "odd_tables": split_sentence(n, plan.odd_tables),
        "clubs_apart": say.clubs(plan.clubs_apart),
        "late_entry_until": say.late_entry_always() if late == plan.rounds else say.late_entry(late),
        "round_minutes": say.clock(plan.rounds, plan.round_minutes),
    }


def _table(plan: Format) -> dict[str, str]:
    labels = dict(words.CHOICES["tie_breaks"])
    bonus = plan.bonus_ranks if plan.bonus_marks else 0
    borders = sorted({place for place in (bonus, plan.qualifiers, *plan.prize_places) if place})
    return {
        "tie_breaks": say.chain([str(labels[name]) for name in plan.tie_breaks]),
        "decide": say.decide(plan.decide == "chain", borders),
        "freeze_rounds": say.freeze(plan.rounds, plan.freeze_rounds),
        "prize_places": say.prizes(plan.prize_places),
        "schock_aus_counted": say.schock_aus(plan.schock_aus_counted),
    }


def ko_sizes(plan: Format, n: int) -> tuple[int, ...]:
    """C4.1a: seats at the K.O. tables with `n` people who can qualify, largest first."""
    through = min(n, plan.qualifiers)
    small, more = divmod(through, plan.ko_tables)
    return (small + 1,) * more + (small,) * (plan.ko_tables - more)


def _ko(plan: Format, n: int) -> dict[str, str]:
    sizes = ko_sizes(plan, n)
    through = sum(sizes)
    final = sum(min(size, plan.survivors) for size in sizes)
    onward = say.onward(through, n, plan.ko_tables, sizes, final)
    bonus = say.bonus(plan.bonus_ranks, plan.marks, plan.bonus_marks)
    return {
        "ko_tables": onward,
        "ko_seats": say.out_of_each(plan.ko_seats - plan.survivors, plan.ko_tables),
        "survivors": say.final_of(plan.survivors, plan.ko_tables, final),
        "final_size": say.only_without_ko(),
        "ko_seeding": _seeding(plan),
        "marks": _marks(plan, sizes),
        "bonus_ranks": bonus,
        "bonus_marks": bonus,
        "final_marks": _final_marks(plan, final),
    }


def _straight(plan: Format, n: int) -> dict[str, str]:
    """C4.1a: the best sit down at the final table at once."""
    through = min(n, plan.final_size)
    best = say.straight_to_final(through, n)
    bonus = say.bonus(plan.bonus_ranks, plan.marks, plan.bonus_marks)
    issued = through * plan.marks + min(plan.bonus_ranks, through) * plan.bonus_marks
    idle = dict.fromkeys(("ko_seats", "survivors", "ko_seeding", "final_marks"), say.no_ko())
    return {
        **idle,
        "ko_tables": best,
        "final_size": best,
        "marks": say.marks_in_final(issued),
        "bonus_ranks": bonus,
        "bonus_marks": bonus,
    }


def _seeding(plan: Format) -> str:
    if plan.ko_seeding == "apart":
        return say.seeding_apart(plan.ko_tables) if plan.ko_tables > 1 else say.seeding_lot()
    return (
        say.seeding_snake(snake(plan.ko_tables, plan.ko_seats))
        if plan.ko_seeding == "snake"
        else say.seeding_lot()
    )


def snake(tables: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """C4.3: places at each table, there and back: 1, 6, 7, 12, 13 / 2, 5, 8, 11, 14 / 3, 4, 9, 10, 15."""
    rows: list[list[int]] = [[] for _ in range(tables)]
    for turn in range(seats):
        order = range(tables) if turn % 2 == 0 else reversed(range(tables))
        for step, table in enumerate(order, start=1):
            rows[table].append(turn * tables + step)
    return tuple(tuple(row) for row in rows)


def bonus_at_table(plan: Format) -> tuple[int, int]:
    """Fewest and most people with extra Spielmarken at one full K.O. table."""
    ranks = plan.bonus_ranks if plan.bonus_marks else 0
    if plan.ko_seeding == "snake":
        counts = [sum(1 for place in row if place <= ranks) for row in snake(plan.ko_tables, plan.ko_seats)]
        return min(counts), max(counts)
    # By lot they may gather at one table, as far as its seats and the other tables allow.
    apart = plan.ko_tables if plan.ko_seeding == "apart" else 0
    sure = 1 if ranks >= apart > 0 else 0
    loose = ranks - apart if sure else ranks
    seats = plan.ko_seats - sure
    elsewhere = (plan.ko_tables - 1) * seats
    if apart and not sure:
        return 0, min(1, ranks)
    return sure + max(0, loose - elsewhere), sure + min(seats, loose)


def _marks(plan: Format, sizes: Sequence[int]) -> str:
    few, many = bonus_at_table(plan)
    extra, through = plan.bonus_marks, sum(sizes)
    low, high = sizes[-1] * plan.marks + few * extra, sizes[0] * plan.marks + many * extra
    total = through * plan.marks + min(plan.bonus_ranks, through) * extra
    # Shortest: those with the fewest Spielmarken lose all, the others none; longest: one is left to each.
    out = max(0, sizes[-1] - plan.survivors)
    shortest = out * plan.marks + max(0, out - (sizes[-1] - few)) * extra
    longest = max(shortest, high - plan.survivors)
    return say.marks_at_table(low, high, total, shortest, longest, plan.ko_tables)


def _final_marks(plan: Format, final: int) -> str:
    if plan.final_marks != CARRY:
        return say.final_fresh(final, int(plan.final_marks))
    return say.final_carry(final, final * plan.marks + min(plan.bonus_ranks, final) * plan.bonus_marks)


def _fees(plan: Format, n: int) -> str:
    if not plan.entry_fee_cents:
        return say.no_fee()
    return say.fees(n, euro(plan.entry_fee_cents), euro(n * plan.entry_fee_cents))
