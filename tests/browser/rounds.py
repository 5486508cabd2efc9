"""The Vorrunde of the evening: draw, paper, tablets, slips, closing, and what the hall sees of it."""

import re

from playwright.sync_api import expect

from tests.browser.book import Answer
from tests.browser.desk import SOON
from tests.browser.evening import Evening
from tests.browser.hall import numbers
from tests.browser.paper import sheets, words

TABLES, ROUNDS = 25, 5
AT_TABLETS = (1, 2, 3, 4)
"""Two tables for each of the two tablets; the others bring slips."""


def draw(evening: Evening, number: int) -> None:
    """Draw, look, show; before that nobody in the hall sees anything of it."""
    desk, book = evening.desk, evening.book
    before = evening.phone.page.locator("#teil").inner_text()
    desk.take("draw_round")
    desk.expect_step("publish_draw")
    evening.seats = desk.seats()
    assert sorted(p for seats in evening.seats.values() for p in seats) == sorted(book.names)
    assert len(evening.seats) == TABLES
    evening.assert_hidden(f"Runde {number}: Name und Tisch")
    if number == 1:
        evening.look_at_desk("06-auslosung")
    assert evening.phone.page.locator("#teil").inner_text() == before
    desk.take("publish_draw")
    desk.expect_step("collect_results")
    evening.phone.expect(f"Runde {number}: Name und Tisch")
    evening.projector.expect(f"Runde {number}: Name und Tisch")
    tables = {p: str(table) for table, seats in evening.seats.items() for p in seats}
    assert {p: table for p, (_, table) in evening.phone.lines().items()} == tables
    if number == 1:
        evening.look("06-auslosung", axe=(evening.phone.page, evening.projector.page))


def paper(evening: Evening) -> None:
    """Table sheets and the list for the door, set by the real print service; the sheets pair the tablets."""
    desk, page = evening.desk, evening.desk.page
    page.get_by_role("link", name="Drucken").first.click()
    printed = sheets(desk.print_out("sheets-1", evening.folder))
    assert {sheet.table: sheet.players for sheet in printed} == evening.seats
    for sheet in printed:
        assert all(evening.book.shown(player) in sheet.text for player in sheet.players)
    listed = words(desk.print_out("names-1", evening.folder))
    assert all(name.split(",")[0] in listed for name in evening.book.names.values())
    evening.look_at_desk("07-drucken")
    codes = {sheet.table: sheet.code for sheet in printed}
    for tablet, tables in zip(evening.tablets, (AT_TABLETS[:2], AT_TABLETS[2:]), strict=True):
        tablet.pair(codes[tables[0]])
        tablet.pair_by_typing(codes[tables[1]])
    desk.take("collect_results")


def play(evening: Evening, number: int) -> None:
    """Four tables at the tablets, the others as slips: typed in round 1, later sent as the page does it."""
    desk = evening.desk
    shown = evening.phone.page.locator("#teil tr[data-find]").all_inner_texts()
    answers = {table: evening.book.answer(seats) for table, seats in evening.seats.items()}
    for index, table in enumerate(AT_TABLETS):
        at_tablet(evening, number, index, table, answers[table])
    for table in sorted(answers.keys() - set(AT_TABLETS)):
        if number == 1:
            desk.type_slip(str(table), answers[table], evening.seats[table])
        else:
            desk.send_slip(str(table), answers[table])
        if table == TABLES - 1:
            half_way(evening, number, shown)
    desk.take("close_round")
    after_closing(evening, number)


def at_tablet(evening: Evening, number: int, index: int, table: int, answer: Answer) -> None:
    """One game by tapping; in the first round somebody looks at every page of it and takes one back."""
    tablet = evening.tablets[index // 2]
    tablet.turn_to(f"Tisch {table}")
    tablet.expect_question()
    assert tablet.players() == evening.seats[table]
    expect(tablet.bar).to_contain_text(f"Runde {number}")
    if number > 1 or index % 2:
        tablet.enter(answer)
        return
    evening.look(f"08-frage-{index}", axe=(tablet.page,))
    tablet.tap(Answer(*evening.seats[table][:2], evening.seats[table][0]))
    evening.look(f"08-summe-{index}", axe=(tablet.page,))
    tablet.send()
    tablet.page.get_by_role("button", name="Zurücknehmen").click()
    tablet.enter(answer)
    expect(tablet.heading("Tisch fertig")).to_be_visible(timeout=SOON)
    evening.look(f"08-fertig-{index}", axe=(tablet.page,))


def half_way(evening: Evening, number: int, shown: list[str]) -> None:
    """All tables but one are in: the desk knows, the hall sees how many, and no result."""
    most = f"{TABLES - 1} von {TABLES}"
    expect(evening.desk.next).to_contain_text(f"{most} Tischen fertig", timeout=SOON)
    if number > 1:  # the projector turns many pages now: asked for all of them instead of waiting
        evening.phone.expect(f"Stand nach Runde {number - 1}")
        assert f"{most} Tischen fertig" in evening.markup()
        evening.assert_hidden(f"Stand nach Runde {number}")
        return
    for page in (evening.phone.page, evening.projector.page):
        expect(page.locator("body")).to_contain_text(most, timeout=SOON)
    assert evening.phone.page.locator("#teil tr[data-find]").all_inner_texts() == shown
    evening.look_at_desk("09-runde")
    evening.look("09-runde", axe=(evening.phone.page, evening.projector.page))


def after_closing(evening: Evening, number: int) -> None:
    """The same standings on every page, with everybody in them."""
    evening.phone.expect(f"Stand nach Runde {number}")
    evening.projector.expect(f"Stand nach Runde {number}")
    expect(evening.projector.page.locator(".range")).to_have_text(re.compile(r"^Platz 1\b"), timeout=SOON)
    lines = evening.phone.lines()
    assert {p: int(points) for p, (_, points) in lines.items()} == evening.book.points
    assert numbers(lines) == evening.book.ranks()
    for tablet in evening.tablets:
        if number < ROUNDS:
            expect(tablet.now).to_contain_text(f"Runde {number + 1} beginnt gleich", timeout=SOON)
        else:
            expect(tablet.now).to_contain_text("Die Vorrunde ist gespielt", timeout=SOON)
    if number in (1, ROUNDS):
        evening.look(
            f"10-stand-{number}", axe=(evening.phone.page, evening.projector.page, evening.small.page)
        )
