"""How long a name is, and which signs paper leaves out."""

import subprocess

import pytest

from tournaments.models import letters as letters_here
from tournaments.models.letters import draws
from tournaments.models.names import JOINERS, is_emoji, is_printable
from tournaments.printing.lettering import letters, printable, size_class
from tournaments.printing.lines import Line, balance, fill

real_charsets = letters_here.charsets


def test_width_counts_what_is_seen() -> None:
    assert letters("") == 0
    assert letters("Zoë") == letters("Zoe\u0308")
    assert letters("W" * 20) > letters("n" * 20) > letters("i" * 20)
    assert letters("中文") > letters("ab")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Käthe Überbach", ""), ("n" * 40, "is-long"), ("n" * 80, "xlong"), ("W" * 80, "xxlong"),
     ("W" * 160, "huge")],
)  # fmt: skip
def test_longer_names_get_smaller_type(text: str, expected: str) -> None:
    assert size_class(text) == expected


def test_common_letters_are_kept_without_asking_for_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **kwargs: object) -> None:
        raise AssertionError("asked for fonts")

    monkeypatch.setattr(subprocess, "run", never)
    for name in ("Łukasz Şahin-Größl", "محمد الفارسي", "שרה כהן", "Дмитрий", "Ελένη", "Ẹ̀ṣọ́", "d’Haese"):
        assert printable(name) == name


def test_signs_without_a_glyph_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters_here, "charsets", lambda: ["20-7e 2605"])
    assert printable("👨‍👩‍👧 Max 🎲 Müller ★") == "Max Müller ★"
    assert printable("中文") == "中文"  # a letter stays, come what may
    assert printable("🎲🎲") == "–"
    assert printable("") == ""


def test_a_joiner_stays_between_the_letters_of_a_word() -> None:
    assert printable("ශ්‍රී 👩‍👧 Perera") == "ශ්‍රී Perera"


def test_without_fontconfig_signs_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: object, **kwargs: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(letters_here, "charsets", real_charsets)
    monkeypatch.setattr(subprocess, "run", missing)
    assert printable("Max 🎲") == "Max"


def test_fonts_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def charsets() -> list[str]:
        asked.append(1)
        return ["4e00-9fff", "20-7e 2603 9000-a000"]

    monkeypatch.setattr(letters_here, "charsets", charsets)
    assert [char for char in "\u4dff一龥\ua000\ua001☃☄" if draws(char)] == ["一", "龥", "\ua000", "☃"]
    assert asked == [1]


def test_this_machine_has_the_packaged_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters_here, "charsets", real_charsets)
    accepted = [chr(code) for code in range(0x20, 0x2C80) if is_printable(chr(code))]
    assert len(accepted) > 3000
    assert [char for char in accepted if not draws(char) and not is_emoji(char) and char not in JOINERS] == []


def lines(*heights: int, keep: tuple[int, ...] = ()) -> list[Line]:
    return [Line("row", height, n, keep=n in keep) for n, height in enumerate(heights)]


def numbers(columns: list[list[Line]]) -> list[list[int]]:
    return [[line.data for line in column] for column in columns]


def test_columns_are_filled_to_the_brim_and_not_beyond() -> None:
    assert numbers(fill(lines(50, 50, 50, 100, 10), 100)) == [[0, 1], [2], [3], [4]]


def test_a_kept_line_moves_with_the_next_one() -> None:
    assert numbers(fill(lines(50, 30, 30, 30, keep=(1,)), 100)) == [[0], [1, 2, 3]]


def test_a_line_higher_than_the_column_gets_one_of_its_own() -> None:
    assert numbers(fill(lines(10, 500, 10), 100)) == [[0], [1], [2]]


def test_the_last_page_is_balanced() -> None:
    pages = balance(lines(*[10] * 26), 100, 2)
    assert [numbers(page) for page in pages] == [
        [list(range(10)), list(range(10, 20))],
        [[20, 21, 22], [23, 24, 25]],
    ]
    assert balance([], 100, 2) == []
