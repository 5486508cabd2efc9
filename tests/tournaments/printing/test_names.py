"""Name → table on paper, read from the PDF itself."""

import pytest

from tests.tournaments.printing.examples import ODD_NAMES, WIDEST, name_list
from tests.tournaments.printing.reading import Paper, Word, same_letters
from tournaments.printing import names, render
from tournaments.printing.names import Entry

LEFT, RIGHT = (14.8, 101.2), (108.8, 195.2)


def printed(entries: tuple[Entry, ...], **changes: object) -> Paper:
    return Paper(render(names.document(name_list(entries, **changes))))


def people(count: int) -> tuple[Entry, ...]:
    letters = "ABDEFGHKLMNPRSTW"
    return tuple(
        Entry(f"{letters[n * len(letters) // count]}name{n:03d}", "Käthe", n + 1, n % 75 + 1,
              letters[n * len(letters) // count])
        for n in range(count)
    )  # fmt: skip


def level(word: Word, name: Word) -> bool:
    return name.top < (word.top + word.bottom) / 2 < name.bottom


def names_in_order(paper: Paper) -> list[str]:
    found = []
    for page in range(paper.pages):
        for left, right in (LEFT, RIGHT):
            words = [w for w in paper.words(page) if left <= w.left < right and "name" in w.text]
            found += [w.text for w in sorted(words, key=lambda w: w.top)]
    return found


@pytest.mark.parametrize("count", [1, 7, 61, 101, 300])
def test_everybody_once_in_the_given_order_down_the_columns(count: int) -> None:
    entries = people(count)
    assert names_in_order(printed(entries)) == [entry.last for entry in entries]


def test_the_table_stands_beside_the_name() -> None:
    paper = printed(people(40))
    words = paper.words(0)
    for entry in people(40)[:20]:
        name = next(w for w in words if w.text == entry.last)
        column = LEFT if name.left < 105 else RIGHT
        beside = [w for w in words if name.right < w.left and w.right < column[1] and level(w, name)]
        assert [w.text for w in beside] == ["Käthe", str(entry.start_number), str(entry.table)]


def test_is_readable_on_a_wall() -> None:
    """Names of usual length at 16 points, tables at 20."""
    chars = printed(people(40)).file.pages[0].chars
    assert {round(c["size"]) for c in chars if c["text"] == "n" and c["fontname"].endswith("Bold")} >= {16}
    assert any(round(c["size"]) == 20 and c["text"].isdigit() for c in chars)


def test_letters_head_their_names_and_tell_what_is_on_the_page() -> None:
    paper = printed(people(101))
    assert paper.pages == 3
    assert [paper.text(page).split("Tisch ")[1][:5] for page in range(3)] == ["A – H", "H – R", "S – W"]
    assert paper.text(2).count("W") >= 3
    for page in range(paper.pages):
        words = paper.words(page)
        last = max(w.bottom for w in words if "name" in w.text)
        heads = [w for w in words if len(w.text) == 1 and w.text.isalpha() and w.top > 40]
        assert all(w.top < last for w in heads)  # no letter without a name under it


def test_the_last_page_ends_evenly() -> None:
    paper = printed(people(75))
    words = [w for w in paper.words(paper.pages - 1) if "name" in w.text]
    ends = [max(w.bottom for w in words if left <= w.left < right) for left, right in (LEFT, RIGHT)]
    assert abs(ends[0] - ends[1]) < 30


def test_two_of_one_name_are_told_apart_by_start_number() -> None:
    twins = (Entry("Müller", "Hans", 17, 3, "M"), Entry("Müller", "Hans", 58, 21, "M"))
    words = printed(twins).words(0)
    for start, number in (("17", "3"), ("58", "21")):
        label = next(w for w in words if w.text == start)
        around = [w.text for w in words if abs(w.bottom - label.bottom) < 3 and abs(w.left - label.left) < 86]
        assert {"Müller", "Hans", number} <= set(around)


def test_the_worst_names_stay_in_their_column() -> None:
    worst = (*ODD_NAMES, *(WIDEST for _ in range(30)))
    entries = tuple(Entry(name, "Å" * 20, n + 1, 75, "W") for n, name in enumerate(worst))
    paper = printed(entries, tournament="W" * 120, place="M" * 120)
    found = []
    for page in range(paper.pages):
        for left, right in (LEFT, RIGHT):
            inside = [w for w in paper.words(page) if left - 1 < w.left < right and 38 < w.top < 279]
            assert all(w.right <= right + 0.2 for w in inside)
            lines = [y for y in paper.rules(page, left, right - 20) if y > 35]
            cells = zip(lines, lines[1:], strict=False)
            found += [paper.cell(page, left, right - 17, top, bottom) for top, bottom in cells]
    found = [cell for cell in found if len(cell) > 1]  # without the letters
    assert len(found) == len(entries)
    for entry, letters in zip(entries, found, strict=True):
        assert same_letters(letters, f"{entry.last}{entry.first}{entry.start_number}"), letters


def test_is_tagged_page_by_page() -> None:
    paper = printed(people(101))
    assert paper.catalog["Lang"] == b"de"
    assert paper.title == "Name und Tisch, Runde 3: 3. offene Dürener Schockmeisterschaft"
    for page in range(paper.pages):
        tags = [tag for tag, _ in paper.tags(page)]
        assert tags.count("Table") == 2
        assert tags.count("H1") == 1
