"""C1.4 The lot protocol read and drawn again: what fits, what does not, and what is no protocol at all."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RuleViolation
from tests.draw.lot_files import LATE, NUMBER, SALT, knockout, lot_file
from tournaments.draw import (
    UNKNOWN,
    Difference,
    commitment,
    make_seal,
    make_seed,
    moved,
    read_lot_file,
    verify,
)

Change = Callable[[dict[str, Any]], None]


def read(found: object):
    return read_lot_file(json.dumps(found).encode())


def codes(found: dict[str, Any]) -> list[str]:
    """What does not fit, with where: "3:lot_seed_wrong" is draw 3 of the file, "-" the file."""
    places = ["-", *map(str, (n for n, d in enumerate(found["draws"]) if d["stage"] == "vorrunde"))]
    places += map(str, (n for n, d in enumerate(found["draws"]) if d["stage"] != "vorrunde"))
    checked = list(verify(read(found)))
    return [
        f"{place}:{finding.code}"
        for place, one in zip(places, checked, strict=True)
        for finding in one.findings
    ]


def refusal(raw: bytes) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        read_lot_file(raw)
    return caught.value


def test_a_true_protocol_is_confirmed() -> None:
    assert codes(lot_file()) == []
    answers = list(verify(read(lot_file())))
    assert [answer.lot and (answer.lot.stage, answer.lot.round, answer.lot.counts) for answer in answers] == [
        None,
        ("vorrunde", 1, True),
        ("vorrunde", 2, True),
        ("vorrunde", 3, False),
        ("vorrunde", 3, True),
        ("ko", 4, True),
    ]


def test_the_seed_and_the_seal_are_the_two_ends_of_one_hash() -> None:
    import hashlib

    digest = "ab" * 32
    text = f"{SALT}|4711|3/2|{digest}|schockturnier-draw-0"
    whole = hashlib.sha256(text.encode()).hexdigest()
    assert make_seal(SALT, 4711, 3, digest, draw_no=2, version="schockturnier-draw-0") == whole[-16:]
    assert f"{make_seed(SALT, 4711, 3, digest):016x}" != make_seal(SALT, 4711, 3, digest)
    assert commitment(SALT) == hashlib.sha256(SALT.encode()).hexdigest()


def everywhere(*found: str) -> set[str]:
    return {f"{draw}:{code}" for draw in range(5) for code in found}


def swapped(row: list[Any]) -> None:
    row[0], row[1] = row[1], row[0]


TAMPERED: dict[str, tuple[Change, set[str]]] = {
    "salt": (
        lambda f: f.update(salt="00" * 16),
        {"-:lot_commitment_wrong"}
        | {f"{n}:{code}" for n in range(5) for code in ("lot_seed_wrong", "lot_seal_wrong")},
    ),
    "commitment": (lambda f: f.update(commitment="0" * 64), {"-:lot_commitment_wrong"}),
    "number": (
        lambda f: f.update(number=NUMBER + 1),
        everywhere("lot_seed_wrong", "lot_seal_wrong"),
    ),
    "no number": (
        lambda f: f.update(number=None),
        everywhere("lot_seed_wrong", "lot_seal_wrong"),
    ),
    "seed": (
        lambda f: f["draws"][0].update(seed="0" * 16),
        {"0:lot_seed_wrong", "0:lot_tables_differ", "0:lot_plan_differs"},
    ),
    "seal": (lambda f: f["draws"][1].update(seal="0" * 16), {"1:lot_seal_wrong"}),
    "digest": (
        lambda f: f["draws"][1].update(digest="0" * 64),
        {"1:lot_digest_wrong", "1:lot_seed_wrong", "1:lot_seal_wrong"},
    ),
    "two people of the result": (
        lambda f: swapped(f["draws"][3]["result"][0]),
        {"3:lot_tables_differ", "3:lot_seated_wrong"},
    ),
    "result and seats alike": (
        lambda f: (swapped(f["draws"][3]["result"]), swapped(f["draws"][3]["seated"])),
        {"3:lot_tables_differ"},
    ),
    "a replaced draw": (
        lambda f: swapped(f["draws"][2]["result"]),
        {"2:lot_tables_differ", "2:lot_seated_wrong"},
    ),
    "the seats that were played": (
        lambda f: swapped(f["draws"][0]["seated"][0]),
        {"0:lot_seated_wrong", "1:lot_history_wrong", "3:lot_history_wrong"},
    ),
    "a change by hand": (lambda f: f["draws"][1]["swaps"].clear(), {"1:lot_seated_wrong"}),
    "an impossible change by hand": (
        lambda f: f["draws"][1]["swaps"][0].update(first=99),
        {"1:lot_moves_wrong"},
    ),
    "the plan": (
        lambda f: swapped(f["draws"][0]["plan"][0][0]),
        {"0:lot_plan_differs", "1:lot_start_wrong"},
    ),
    "the number of the draw": (
        lambda f: f["draws"][3].update(draw_no=3),
        {"3:lot_seed_wrong", "3:lot_seal_wrong"},
    ),
    "a round that is gone": (
        lambda f: f["draws"].pop(1),
        {"-:lot_round_missing"},
    ),
    "two that count": (lambda f: f["draws"][2].update(counts=True), {"-:lot_round_twice"}),
    "the ranks of the K.O.": (
        lambda f: f["draws"][4]["inputs"][7].__setitem__(1, 1),
        {"4:lot_digest_wrong"},
    ),
    "the tables of the K.O.": (lambda f: swapped(f["draws"][4]["result"]), {"4:lot_tables_differ"}),
    "no K.O.": (lambda f: f["draws"].pop(4), {"-:lot_knockout_missing"}),
    "another method": (
        lambda f: f["draws"][1].update(version="schockturnier-draw-1"),
        {f"1:{UNKNOWN}", "1:lot_seal_wrong"},
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_touched_is_named(name: str) -> None:
    touch, expected = TAMPERED[name]
    found = lot_file()
    touch(found)
    named = set(codes(found))
    assert expected <= named
    if name not in {"a round that is gone", "two that count"}:
        assert {code.split(":")[0] for code in named} == {code.split(":")[0] for code in expected}


INPUTS = ["round", "rounds", "odd_tables", "clubs_apart", "players", "clubs", "fixed", "history", "plan"]


@pytest.mark.parametrize("key", INPUTS)
def test_every_input_is_under_the_digest(key: str) -> None:
    found = lot_file()
    inputs = found["draws"][1]["inputs"]
    inputs[key] = {
        "round": 3,
        "rounds": 5,
        "odd_tables": "threes",
        "clubs_apart": False,
        "players": inputs["players"][:-1],
        "clubs": [],
        "fixed": [[1, 1]],
        "history": [],
        "plan": [],
    }[key]
    assert "1:lot_digest_wrong" in codes(found)


def test_inputs_that_only_look_alike_are_seen() -> None:
    found = lot_file()
    found["draws"][0]["inputs"]["players"].reverse()
    assert "0:lot_inputs_wrong" in codes(found)


def test_a_difference_names_the_table_and_both_sides() -> None:
    found = lot_file()
    true = [list(table) for table in found["draws"][3]["result"]]
    swapped(found["draws"][3]["result"][1])
    answer = list(verify(read(found)))[4]
    (finding,) = (f for f in answer.findings if f.code == "lot_tables_differ")
    assert finding.params["tables"] == (Difference(2, tuple(found["draws"][3]["result"][1]), tuple(true[1])),)


def test_ko_tables_that_stayed_empty_are_no_difference() -> None:
    found = lot_file()
    found["draws"][4] = knockout(players=2, tables=4)
    assert found["draws"][4]["numbers"] == [1, 2]
    assert codes(found) == []
    found["draws"][4]["numbers"] = [1, 3]
    (finding,) = list(verify(read(found)))[-1].findings
    assert [one.table for one in finding.params["tables"]] == [2, 3]
    found["draws"][4]["numbers"] = [1, 1]
    assert codes(found) == ["4:lot_tables_differ"]


def test_of_a_name_as_much_is_read_as_a_terminal_may_show() -> None:
    found = lot_file()
    found["tournament"] = "\x1b[2J" + "Ü" * 300
    assert read(found).tournament == "[2J" + "Ü" * 196


def test_a_file_without_secrets_is_told_to_be_early() -> None:
    found = lot_file()
    found["complete"] = False
    del found["salt"]
    assert refusal(json.dumps(found).encode()).code == "lot_file_early"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "lot_file_unreadable"),
        (b"\xff\xfe\x00", "lot_file_unreadable"),
        (b"%PDF-1.7", "lot_file_unreadable"),
        (b"[" * 200_000, "lot_file_unreadable"),
        (b'{"a":' * 100_000, "lot_file_unreadable"),
        (b"1" * 10_000, "lot_file_unreadable"),
        (b'{"format": NaN}', "lot_file_unreadable"),
        (b'{"format": "a", "format": "b"}', "lot_file_unreadable"),
        (b"null", "lot_file_foreign"),
        (b"[]", "lot_file_foreign"),
        (b'"schockturnier-losprotokoll-1"', "lot_file_foreign"),
        (b'{"format": ["schockturnier-losprotokoll-1"]}', "lot_file_foreign"),
        (b'{"format": "schockturnier-losprotokoll-99"}', "lot_file_foreign"),
        (b'{"format": "schockturnier-losprotokoll-1"}', "lot_file_damaged"),
        (b" " * 20_000_001, "lot_file_too_large"),
    ],
    ids=range(15),
)
def test_what_is_no_protocol_is_refused(raw: bytes, code: str) -> None:
    assert refusal(raw).code == code


WRONG = [None, True, -1, 0, 10**30, 1.5, 1e308, "", "x", "\ud800", "\x1b[2J"]
WRONG += [[], {}, [[]], [None], [[[]]], {"a": 1}]


def places_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value."""
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [path, *(place for key, child in children for place in places_of(child, (*path, key)))]


NEVER_READ = ("date",)
PLACES = [place for place in places_of(lot_file())[1:] if place[0] not in NEVER_READ]
KINDS = sorted({tuple("n" if isinstance(key, int) else key for key in place) for place in PLACES}, key=repr)


def put(found: Any, place: tuple[Any, ...], value: Any) -> None:
    for key in place[:-1]:
        found = found[key]
    found[place[-1]] = copy.deepcopy(value)  # a later change must not reach into the table of values


def answered(found: Any) -> str:
    """How it ended: the code that refused the file, or that each draw was checked; nothing is raised."""
    try:
        file = read(found)
    except RuleViolation as refused:
        return refused.code
    draws = 1 + len(file.rounds) + len(file.knockout)
    return "checked" if len(list(verify(file))) == draws else "draws are missing"


def is_answer(word: str) -> bool:
    return word == "checked" or word.startswith("lot_file_")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: ".".join(kind))
def test_a_wrong_value_anywhere_gets_an_answer(kind: tuple[str, ...]) -> None:
    """One place of each kind, with everything that does not belong there."""
    place = next(p for p in PLACES if tuple("n" if isinstance(k, int) else k for k in p) == kind)
    for value in WRONG:
        found = lot_file()
        put(found, place, value)
        assert is_answer(answered(found))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_several_wrong_values_get_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    found = lot_file()
    for _ in range(chance.randint(1, 4)):
        place = chance.choice(PLACES)
        with_number = [1, 2, 3, 10, 11, 99, *WRONG]
        try:
            put(found, place, chance.choice(with_number))
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    assert is_answer(answered(found))


def test_a_key_that_is_missing_is_named_with_its_place() -> None:
    found = lot_file()
    del found["draws"][1]["inputs"]["history"]
    refused = refusal(json.dumps(found).encode())
    assert (refused.code, refused.params["place"]) == ("lot_file_damaged", "draws 2, inputs, history")


@pytest.mark.parametrize(
    ("swaps", "seated"),
    [
        ([], ((1, 2, 3, 4), (5, 6, 7, 8))),
        ([{"kind": "swap", "first": 1, "second": 8}], ((8, 2, 3, 4), (5, 6, 7, 1))),
        ([{"kind": "swap", "first": 1, "second": 3}], ((3, 2, 1, 4), (5, 6, 7, 8))),
        ([{"kind": "late", "player": 9, "table": 2}], ((1, 2, 3, 4), (5, 6, 7, 8, 9))),
        ([{"kind": "move", "player": 2, "table": 2, "origin": 1}], ((1, 3, 4), (5, 6, 7, 8, 2))),
        (
            [{"kind": "late", "player": 9, "table": 1}, {"kind": "unseat", "player": 9, "table": 1}],
            ((1, 2, 3, 4), (5, 6, 7, 8)),
        ),
    ],
)
def test_changes_by_hand_are_made_once_more(swaps: list[dict[str, Any]], seated: object) -> None:
    assert moved(((1, 2, 3, 4), (5, 6, 7, 8)), swaps) == seated


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "swap", "first": 1, "second": 9},
        {"kind": "late", "player": 1, "table": 1},
        {"kind": "late", "player": 9, "table": 3},
        {"kind": "unseat", "player": 1, "table": 2},
        {"kind": "move", "player": 1, "table": 1, "origin": 2},
        {"kind": "dance", "player": 1, "table": 1},
        {"kind": "swap", "first": 1},
    ],
)
def test_an_impossible_change_is_refused_with_its_step(change: dict[str, Any]) -> None:
    good = {"kind": "swap", "first": 1, "second": 2}
    with pytest.raises(RuleViolation) as caught:
        moved(((1, 2, 3, 4), (5, 6, 7, 8)), [good, change])
    assert (caught.value.code, caught.value.params) == ("lot_moves_wrong", {"step": 2})


def test_the_digest_of_a_small_field_tells_its_plan_and_the_seal_does_not() -> None:
    """Why digests stay secret until the last draw: with a guess of the plan the digest can be tried."""
    from tournaments.draw import DrawInput

    draw = lot_file()["draws"][1]
    inputs = draw["inputs"]
    guess = DrawInput(**_bare(inputs), plan=tuple(tuple(tuple(t) for t in r) for r in inputs["plan"]))
    wrong = DrawInput(**_bare(inputs), plan=guess.plan[:1])
    assert guess.digest() == draw["digest"] != wrong.digest()
    seals = {make_seal(salt, NUMBER, 2, guess.digest()) for salt in ("0" * 32, "1" * 32)}
    assert draw["seal"] not in seals
    assert make_seal(SALT, NUMBER, 2, guess.digest()) == draw["seal"]


def _bare(inputs: dict[str, Any]) -> dict[str, Any]:
    from tests.draw.evenings import field_of

    return {
        "entrants": field_of(LATE, (3, 2, 2)),
        "history": tuple(tuple(tuple(t) for t in r) for r in inputs["history"]),
        "round": 2,
        "rounds": inputs["rounds"],
        "odd_tables": "fives",
        "clubs_apart": True,
        "seed": 0,
    }
