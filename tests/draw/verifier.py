"""A second opinion on draws that imports nothing of the project: plain dictionaries, counted from scratch."""

from collections import Counter

Tables = tuple[tuple[int, ...], ...]


def expected_sizes(n: int, odd_tables: str) -> list[int]:
    """C1.1, C1.2 by trying: the split into the allowed sizes with the most fours; fives before threes."""
    odd = 5 if odd_tables == "fives" else 3
    splits = [
        (fours, [odd] * others + [4] * fours)
        for fours in range(n // 4, -1, -1)
        for others in [(n - 4 * fours) // odd]
        if odd * others + 4 * fours == n
    ]
    if odd_tables == "threes" and n == 5:
        return [5]
    if not splits:
        return {3: [3], 6: [3, 3], 7: [4, 3], 11: [4, 4, 3]}[n]
    return sorted(splits[0][1], reverse=True)


def meetings(rounds: tuple[Tables, ...]) -> Counter[frozenset[int]]:
    met: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        for table in tables:
            for a in table:
                for b in table:
                    if a < b:
                        met[frozenset((a, b))] += 1
    return met


def repeats(rounds: tuple[Tables, ...]) -> int:
    """Pairs that met again, summed over all rounds."""
    return sum(times - 1 for times in meetings(rounds).values())


def odd_history(rounds: tuple[Tables, ...]) -> dict[int, int]:
    """Rounds at an odd table per player; who comes later starts at the mean of the others, rounded down."""
    sat: dict[int, int] = {}
    for tables in rounds:
        here = [p for table in tables for p in table]
        before = [sat[p] for p in here if p in sat]
        mean = int(sum(before) / len(before)) if before else 0
        for p in here:
            if p not in sat:
                sat[p] = mean
        for table in tables:
            if len(table) in (3, 5, 6):
                for p in table:
                    sat[p] += 1
    return sat


def unfair(history: tuple[Tables, ...], tables: Tables) -> list[int]:
    """Players sent to an odd table although somebody at a four has been there less often."""
    sat = odd_history(history)
    here = [p for table in tables for p in table]
    before = [sat[p] for p in here if p in sat]
    mean = int(sum(before) / len(before)) if before else 0
    spared = [sat.get(p, mean) for table in tables if len(table) == 4 for p in table]
    sent = [p for table in tables if len(table) != 4 for p in table]
    return [p for p in sent if spared and sat.get(p, mean) > min(spared)]


def seat_spreads(rounds: tuple[Tables, ...]) -> dict[int, int]:
    """Most minus fewest times on one of the seats 1–4."""
    seats: dict[int, Counter[int]] = {}
    for tables in rounds:
        for table in tables:
            for seat, p in enumerate(table):
                seats.setdefault(p, Counter())[seat] += 1
    return {p: max(c[s] for s in range(4)) - min(c[s] for s in range(4)) for p, c in seats.items()}


def assert_legal(
    numbers: list[int], odd_tables: str, history: tuple[Tables, ...], tables: Tables, fair: bool = True
) -> None:
    """Table sizes, everybody exactly once, and (unless fixed tables forbid it) fair odd tables."""
    assert sorted((len(table) for table in tables), reverse=True) == expected_sizes(len(numbers), odd_tables)
    assert sorted(p for table in tables for p in table) == sorted(numbers)
    if fair:
        assert unfair(history, tables) == []
