"""C1.4 The generator and the seed."""

import hashlib

from tournaments.draw import VERSION, SplitMix64, make_seed


def test_generator_gives_the_published_sequence() -> None:
    lot = SplitMix64(1234567)
    assert [lot.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_an_index_is_the_upper_half_of_the_product() -> None:
    words, lot = SplitMix64(7), SplitMix64(7)
    for limit in (1, 2, 3, 10, 101, 1000):
        assert lot.below(limit) == (words.next() * limit) // 2**64


def test_shuffling_keeps_everybody_and_reaches_every_order() -> None:
    lot = SplitMix64(1)
    orders = {tuple(lot.shuffled("abc")) for _ in range(200)}
    assert len(orders) == 6


def test_seed_is_the_first_eight_bytes_of_the_hash() -> None:
    whole = hashlib.sha256(f"salz|4711|3|abc|{VERSION}".encode()).hexdigest()
    assert make_seed("salz", 4711, 3, "abc") == int(whole[:16], 16)


def test_everything_that_counts_changes_the_seed() -> None:
    seeds = [
        make_seed("salz", 4711, 3, "abc"),
        make_seed("salz", None, 3, "abc"),
        make_seed("salz", 0, 3, "abc"),
        make_seed("zucker", 4711, 3, "abc"),
        make_seed("salz", 4711, 2, "abc"),
        make_seed("salz", 4711, 3, "abd"),
        make_seed("salz", 4711, 3, "abc", draw_no=2),
        make_seed("salz", 4711, 3, "abc", draw_no=3),
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_the_first_draw_needs_no_draw_number() -> None:
    assert make_seed("salz", 1, 1, "abc", draw_no=1) == make_seed("salz", 1, 1, "abc")
