"""Acts are kept as JSON and come from devices."""

import json

import pytest

from scoring.acts import Cast, Leave, Settled, Stand, Thrown, TurnSixes, from_plain, to_plain
from scoring.errors import RuleViolation

ALL = [
    Cast((1, 4, 6)),
    Cast((5,), kept=(1, 1)),
    TurnSixes(2),
    Stand(),
    Thrown(7, (6, 5, 3), 2, True),
    Settled(3, 6),
    Settled(3, None, best=4),
    Leave(5),
]


@pytest.mark.parametrize("act", ALL, ids=str)
def test_an_act_survives_json(act):
    assert from_plain(json.loads(json.dumps(to_plain(act)))) == act


def test_what_may_be_missing_may_be_missing():
    assert from_plain({"act": "cast", "dice": [1, 2, 3]}) == Cast((1, 2, 3))
    assert from_plain({"act": "turn_sixes"}) == TurnSixes()
    assert from_plain({"act": "settled", "loser": 1, "deckel": None}) == Settled(1, None)


@pytest.mark.parametrize(
    ("plain", "code", "field"),
    [
        (None, "act_unknown", "act"),
        ([], "act_unknown", "act"),
        ({}, "act_unknown", "act"),
        ({"act": 3}, "act_unknown", "act"),
        ({"act": "throw"}, "act_unknown", "act"),
        ({"act": "cast"}, "act_malformed", "dice"),
        ({"act": "cast", "dice": "653"}, "act_malformed", "dice"),
        ({"act": "cast", "dice": [6, 5, 3, 1]}, "act_malformed", "dice"),
        ({"act": "cast", "dice": [6, 5, True]}, "act_malformed", "dice"),
        ({"act": "cast", "dice": [1], "kept": [None, 1]}, "act_malformed", "kept"),
        ({"act": "thrown", "player": 1, "dice": [1, 2, 3], "throws": 1}, "act_malformed", "hand"),
        ({"act": "thrown", "player": 1, "dice": [1, 2, 3], "throws": 1, "hand": 1}, "act_malformed", "hand"),
        ({"act": "settled", "loser": 1}, "act_malformed", "deckel"),
        ({"act": "settled", "loser": 1, "deckel": 1.0}, "act_malformed", "deckel"),
        ({"act": "leave", "player": "7"}, "act_malformed", "player"),
        ({"act": "leave", "player": 7, "why": "late"}, "act_malformed", "why"),
    ],
)
def test_what_is_no_act_is_refused(plain, code, field):
    with pytest.raises(RuleViolation) as refused:
        from_plain(plain)
    assert (refused.value.code, refused.value.field) == (code, field)
