"""„Wer hat verloren?“ in words: every reason has its sentence, in German and in English."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import verdict as verdicts
from scoring.ruleset import PRESETS, RuleSet
from scoring.verdict import who_lost
from tests.scoring.table_play import RULES, thrown
from tests.tournaments.test_translation import speaks  # noqa: F401
from tournaments.messages import verdict as words

DUEREN, DM, KNEIPE, TYPENCLUB = (PRESETS[name] for name in ("dueren", "dm", "kneipe", "typenclub"))
NAMES = {1: "Anna", 2: "Bülent", 3: "Çağla", 4: "Dörte"}
TOP, SEVEN = replace(DUEREN, jule="top"), replace(DUEREN, jule="seven")


def plain(text: str) -> str:
    return text.replace("\u2011", "-")


def why(throws, rules=DUEREN, *, winner=False, givers=()) -> str:
    verdict = who_lost(throws, rules, givers=givers)
    reason = verdict.why_winner if winner else verdict.why_loser
    return plain(words.why(reason, verdict, NAMES, rules))


LOSER = [
    # by height inside of a class
    (DUEREN, ["652", "653"], "Anna hat 6-5-2, das ist weniger als 6-5-3 von Bülent."),
    (DUEREN, ["321", "654"], "Anna hat Straße 3-2-1, das ist weniger als Straße 6-5-4 von Bülent."),
    (DUEREN, ["222", "666"], "Anna hat General 2-2-2, das ist weniger als General 6-6-6 von Bülent."),
    (DUEREN, ["211", "611"], "Anna hat Schock 2, das ist weniger als Schock 6 von Bülent."),
    # by class
    (DUEREN, ["653", "321"], "Bülent hat Straße 3-2-1, Anna nur 6-5-3: Eine Straße schlägt jede Zahl."),
    (DUEREN, ["665", "222"], "Bülent hat General 2-2-2, Anna nur 6-6-5: Ein General schlägt jede Zahl."),
    (
        DUEREN,
        ["654", "222"],
        "Bülent hat General 2-2-2, Anna nur Straße 6-5-4: Ein General schlägt jede Straße.",
    ),
    (DUEREN, ["665", "211"], "Bülent hat Schock 2, Anna nur 6-6-5: Ein Schock schlägt jede Zahl."),
    (DUEREN, ["654", "311"], "Bülent hat Schock 3, Anna nur Straße 6-5-4: Ein Schock schlägt jede Straße."),
    (
        DUEREN,
        ["666", "311"],
        "Bülent hat Schock 3, Anna nur General 6-6-6: Ein Schock schlägt jeden General.",
    ),
    (DUEREN, ["611", "111"], "Bülent hat Schock aus, Anna nur Schock 6: Schock aus schlägt alles."),
    # Schock 2 and General
    (
        DUEREN,
        ["666", "211"],
        "Bülent hat Schock 2, Anna nur General 6-6-6: Schock 2 schlägt hier jeden General.",
    ),
    (
        DM,
        ["211", "222"],
        "Bülent hat General 2-2-2, Anna nur Schock 2: Schock 2 liegt hier unter jedem General.",
    ),
    (
        DM,
        ["666", "311"],
        "Bülent hat Schock 3, Anna nur General 6-6-6: Hier schlägt ein Schock ab Schock 3 jeden General.",
    ),
    # Jule
    (TOP, ["111", "421"], "Bülent hat Jule, Anna nur Schock aus: Die Jule schlägt hier alles."),
    (
        TOP,
        ["611", "111"],
        "Bülent hat Schock aus, Anna nur Schock 6: Schock aus schlägt alles außer der Jule.",
    ),
    (SEVEN, ["421", "111"], "Bülent hat Schock aus, Anna nur Jule: Schock aus schlägt alles."),
    (
        SEVEN,
        ["611", "421"],
        "Bülent hat Jule, Anna nur Schock 6: Die Jule schlägt hier alles außer Schock aus.",
    ),
    # from the hand or built
    (
        DUEREN,
        ["654/2b", "321"],
        "Bülent hat Straße 3-2-1, Anna nur 6-5-4 (gebaut, keine Straße): Eine Straße schlägt jede Zahl.",
    ),
    (
        DUEREN,
        ["665/2h", "666/2b"],
        "Anna hat 6-6-5, das ist weniger als 6-6-6 (gebaut, kein General) von Bülent.",
    ),
    (
        replace(TOP, jule_from_hand=True),
        ["421/2b", "431"],
        "Anna hat 4-2-1 (gebaut, keine Jule), das ist weniger als 4-3-1 von Bülent.",
    ),
    # by throws
    (DUEREN, ["653/2h", "653"], "Beide haben 6-5-3; Anna brauchte einen Wurf mehr."),
    (DUEREN, ["653/3h", "653"], "Beide haben 6-5-3; Anna brauchte 2 Würfe mehr."),
    (DUEREN, ["653/3h", "653", "653/2h"], "Çağla und Anna haben 6-5-3; Anna brauchte einen Wurf mehr."),
    (DUEREN, ["111/2b", "111"], "Beide haben Schock aus; Anna brauchte einen Wurf mehr."),
    # by time
    (DUEREN, ["653", "653"], "Beide haben 6-5-3 nach gleich vielen Würfen; Bülent warf später."),
    (
        DUEREN,
        ["653", "653", "653"],
        "Bülent und Çağla haben 6-5-3 nach gleich vielen Würfen; Çağla warf später.",
    ),
    (TYPENCLUB, ["653", "653"], "Beide haben 6-5-3; Bülent warf später."),
    (
        TYPENCLUB,
        ["653/2h", "653"],
        "Beide haben 6-5-3; Bülent warf später, und wie oft geworfen wurde, zählt hier nicht.",
    ),
    (
        DUEREN,
        ["111", "111", "111"],
        "Bülent und Çağla haben Schock aus nach gleich vielen Würfen; Çağla warf später.",
    ),
    # repeated
    (
        KNEIPE,
        ["611", "431", "431"],
        "Bülent und Çağla haben mit 4-3-1 gleich schlecht geworfen. "
        "Es beginnt wieder, wer eben begonnen hat.",
    ),
]


def act(player: int, text: str):
    """653 · 654/2b: built in two throws · 653/2h."""
    dice, _, how = text.partition("/")
    return thrown(player, dice, int(how[:1] or 1), how[1:] == "h" if how else None)


@pytest.mark.parametrize(("rules", "throws", "sentence"), LOSER, ids=[sentence for *_, sentence in LOSER])
def test_why_somebody_has_lost(rules, throws, sentence):
    assert why([act(player, text) for player, text in enumerate(throws, start=1)], rules) == sentence


WINNER = [
    (DUEREN, ["653", "652"], (), "Anna hat 6-5-3, das ist mehr als 6-5-2 von Bülent."),
    (DUEREN, ["611", "652"], (), "Anna hat Schock 6, Bülent nur 6-5-2: Ein Schock schlägt jede Zahl."),
    (DUEREN, ["653/2h", "653"], (), "Beide haben 6-5-3; Bülent brauchte einen Wurf weniger."),
    (DUEREN, ["653", "653"], (), "Beide haben 6-5-3 nach gleich vielen Würfen; Anna warf früher."),
    (
        DUEREN,
        ["111", "111", "111"],
        (),
        "Anna und Bülent haben Schock aus nach gleich vielen Würfen; Anna warf früher.",
    ),
    (KNEIPE, ["611", "611", "431"], (), "Beide haben Schock 6; für die Deckel macht das keinen Unterschied."),
    (
        KNEIPE,
        ["611", "611", "431"],
        (1, 2, 3),
        "Anna und Bülent haben mit Schock 6 gleich gut geworfen, und wer am besten wirft, gibt eigene Deckel "
        "ab. Es beginnt wieder, wer eben begonnen hat.",
    ),
]


@pytest.mark.parametrize(("rules", "throws", "givers", "sentence"), WINNER, ids=[row[-1] for row in WINNER])
def test_why_somebody_has_the_best_throw(rules, throws, givers, sentence):
    acts = [act(player, text) for player, text in enumerate(throws, start=1)]
    assert why(acts, rules, winner=True, givers=givers) == sentence


@pytest.mark.parametrize(
    ("rules", "best", "sentence"),
    [
        (DUEREN, "653", "Bülent nimmt einen Deckel."),
        (DUEREN, "654", "Bülent nimmt 2 Deckel."),
        (DUEREN, "411", "Bülent nimmt 4 Deckel."),
        (DUEREN, "111", "Bülent nimmt alle Deckel und hat damit die Hälfte verloren."),
        (replace(DUEREN, schock_aus="thirteen"), "111", "Bülent nimmt 13 Deckel."),
        (TOP, "421", "Bülent nimmt alle Deckel und hat damit die Hälfte verloren."),
        (SEVEN, "421", "Bülent nimmt 7 Deckel."),
    ],
)
def test_what_it_means_in_deckel(rules, best, sentence):
    assert words.deckel(who_lost([act(1, best), act(2, "221")], rules), NAMES) == sentence


def test_where_the_deckel_come_from():
    verdict = who_lost([act(1, "653"), act(2, "221")], DUEREN)
    assert words.where_from(verdict, NAMES, DUEREN).startswith("Aus dem Stock; ist er leer, von Anna.")
    early = replace(DUEREN, pass_on_early=True)
    assert words.where_from(verdict, NAMES, early).startswith("Zuerst gibt Anna eigene Deckel ab")
    assert words.where_from(who_lost([act(1, "111"), act(2, "221")], DUEREN), NAMES, DUEREN) == ""


def test_people_without_a_name_are_called_something():
    assert words.person(2) == "Person 2"
    assert words.person(2, "", 12) == "Startnummer 12"
    assert words.person(2, "Käthe") == "\u2068Käthe\u2069"
    assert words.listed(["A", "B", "C"]) == "A, B und C"


def codes() -> set[str]:
    """Every reason that `scoring.verdict` can give."""
    tree = ast.parse(Path(verdicts.__file__).read_text())
    docstring = ast.get_docstring(next(n for n in tree.body if getattr(n, "name", "") == "who_lost")) or ""
    listed = set(re.findall(r"[a-z]+_[a-z_]+", docstring.split("Raises")[0]))
    said = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and re.fullmatch(r"[a-z_]+", str(node.value))
    }
    return (listed & said) | {"later", "earlier", "worth"}


KNOWN = {*words.APART, *words.EQUAL, *words.REPEAT, *words.DECKEL}


def test_every_reason_has_its_sentence():
    params = {"other_kind", "other_number", "other_throws", "built_as", "other_built_as"}
    assert len(codes() - params) >= 13
    assert codes() - params - KNOWN == set()


DICE = st.tuples(*[st.integers(1, 6)] * 3).map(lambda dice: "".join(map(str, dice)))


@pytest.mark.usefixtures("speaks")
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rules=RULES,
    dice=st.lists(DICE, min_size=2, max_size=4),
    built=st.lists(st.booleans(), min_size=4, max_size=4),
    phase2=st.booleans(),
)
def test_whatever_is_thrown_there_is_a_whole_sentence(rules: RuleSet, dice, built, phase2):
    rules = replace(rules, max_throws=3, starter_limits=False, holdable="any")
    acts = [
        thrown(player, text, 2 if build else 1, not build)
        for player, (text, build) in enumerate(zip(dice, built, strict=False), start=1)
    ]
    verdict = who_lost(acts, rules, givers=[act.player for act in acts] if phase2 else ())
    told = {}
    for language in ("de", "en"):
        with translation.override(language):
            told[language] = [
                words.why(verdict.why_loser, verdict, NAMES, rules),
                words.why(verdict.why_winner, verdict, NAMES, rules),
                *([words.deckel(verdict, NAMES), words.best(verdict, NAMES)] if verdict.loser else []),
            ]
    for german, english in zip(told["de"], told["en"], strict=True):
        assert german.endswith(".")
        assert english.endswith(".")
        assert "%" not in german + english
        assert german != english
    if verdict.loser:
        assert NAMES[verdict.loser] in told["de"][0]
