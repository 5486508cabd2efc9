"""From the ties after the Vorrunde to the champion: Stechen, the best, K.O. tables, final, all places."""

import re

from playwright.sync_api import expect

from tests.browser.book import Answer, ko_loser
from tests.browser.desk import SOON
from tests.browser.evening import Evening
from tests.browser.hall import numbers
from tests.browser.tablet import Tablet

# From the best to the worst: plain throws without Schock, General and Strasse (R1).
THROWS = ("665", "664", "663", "662", "661", "655", "653", "652", "651", "644", "643", "642", "641", "633")
QUALIFIED, FINALISTS = 15, 6
KO = ("A", "B", "C")
STILL_THROWS = re.compile("wirft noch|…")


def stechen(evening: Evening) -> None:
    """Both boundaries are tied. Somebody throws the same as somebody else until the dice decide."""
    desk, page = evening.desk, evening.desk.page
    desk.take("open_stechen")  # leads to the page, where it opens the Stechen
    for group, (people, places) in enumerate(ties(evening), start=1):
        desk.expect_step("open_stechen")
        evening.look_at_desk(f"11-stechen-{group}")
        desk.take("open_stechen")
        desk.expect_step("enter_throws")
        evening.phone.expect("Stechen")
        order = sorted(people)
        equal = {*order[places - 1 : places + 2]}
        desk.type_throws({p: THROWS[places] if p in equal else THROWS[i] for i, p in enumerate(order)})
        desk.expect_step("enter_throws")
        expect(desk.next).to_contain_text(f"{len(equal)} Würfe")
        if group == 1:
            for screen in (evening.phone, evening.projector):
                about = f"um {places} zusätzliche Spielmarken"
                expect(screen.page.locator("body")).to_contain_text(about, timeout=SOON)
                expect(screen.page.locator("main")).not_to_contain_text(STILL_THROWS, timeout=SOON)
            evening.look("11-stechen", axe=(evening.phone.page, evening.projector.page))
        evening.look_at_desk(f"12-gleich-{group}")
        # The first of the equals is above now. The others stay equal, which matters once somebody declines.
        winner = order[places - 1]
        desk.type_throws({p: "665" if p == winner else "641" for p in equal})
        expect(page.locator("[data-throw]")).to_have_count(0, timeout=SOON)
    desk.expect_step("make_cut")
    evening.look_at_desk("13-gestochen")


def ties(evening: Evening) -> list[tuple[list[int], int]]:
    """Who is tied across place 3 and across place 15, with the places that are left for them."""
    ranks, found = evening.book.ranks(), []
    for boundary in (3, QUALIFIED):
        tied_from = max(rank for rank in ranks.values() if rank <= boundary)
        people = [p for p, rank in ranks.items() if rank == tied_from]
        assert tied_from + len(people) - 1 > boundary
        found.append((people, boundary - tied_from + 1))
    return found


def qualify(evening: Evening) -> None:
    """The cut, announced, fourteen check in, one goes home, and two throw for the free place."""
    desk, page, book = evening.desk, evening.desk.page, evening.book
    desk.take("make_cut")
    desk.expect_step("announce_cut")
    evening.assert_hidden("Die besten 15", "kommt doch", "nachgerückt")
    evening.look_at_desk("14-die-besten")
    desk.take("announce_cut")
    evening.projector.expect("Die besten 15")
    evening.look("14-die-besten", axe=(evening.phone.page, evening.projector.page))
    desk.expect_step("check_in")
    here = page.locator("button[aria-pressed]")
    assert here.count() == QUALIFIED
    for index in range(QUALIFIED):
        if index != 9:
            here.nth(index).click()
            expect(here.nth(index)).to_have_attribute("aria-pressed", "true", timeout=SOON)
    evening.look_at_desk("15-einchecken")
    waiting = page.locator("tr").filter(has=page.locator("button[aria-pressed=false]"))
    out = int(waiting.locator("[name=player]").first.get_attribute("value") or 0)
    waiting.get_by_role("button", name="Absage").click()
    desk.expect_step("move_up_stechen")
    desk.take("move_up_stechen")
    desk.take("move_up_stechen")
    desk.expect_step("enter_throws")
    fields = page.locator("[data-throw]")
    evening.look_at_desk("16-nachruecken")
    desk.type_throws(dict(zip(desk.asked(), THROWS, strict=False)))
    expect(fields).to_have_count(0, timeout=SOON)
    desk.take("check_in")
    moved_up = int(waiting.locator("[name=player]").first.get_attribute("value") or 0)
    waiting.locator("button[aria-pressed=false]").click()
    desk.expect_step("draw_ko")
    expect(evening.projector.page.locator("main")).to_contain_text(book.shown(moved_up), timeout=SOON)
    expect(evening.phone.page.locator("tr").filter(has_text="nachgerückt")).to_contain_text(
        book.shown(moved_up), timeout=SOON
    )
    assert book.points[moved_up] == book.points[out]
    evening.look_at_desk("17-alle-da")


def draw_ko(evening: Evening) -> None:
    """The tables of the best; each tablet takes one of them, the third brings slips."""
    desk, page = evening.desk, evening.desk.page
    desk.take("draw_ko")
    desk.expect_step("collect_ko")
    evening.codes = desk.codes()
    for tablet, table in zip(evening.tablets, KO, strict=False):
        tablet.pair(evening.codes[table])
        tablet.expect_question()
        assert sum(tablet.marks().values()) == 16
    for screen in (evening.phone, evening.projector):
        screen.expect("K.O.")
        expect(screen.page.locator(".ko section")).to_have_count(3)
    desk.take("collect_ko")
    assert page.url.endswith("/ko/")
    evening.look("18-ko", axe=evening.pages)
    evening.look_at_desk("18-ko")


def play_ko(evening: Evening) -> list[int]:
    """Game by game until two are left at each table. Who is out, each table in the order of going."""
    out = []
    third = evening.desk.marks("Tisch C")
    for tablet in evening.tablets:
        out += at_tablet(evening, tablet, tablet.marks(), quota=2)
        expect(tablet.now).to_contain_text("Im Finale:", timeout=SOON)
    evening.look("19-ko", axe=evening.pages)
    out += at_desk(evening, "C", third, quota=2)
    evening.desk.expect_step("form_final")
    for tablet in evening.tablets:
        expect(tablet.now).to_contain_text("Im Finale:", timeout=SOON)
    evening.look_at_desk("19-ko")
    return out


def at_tablet(
    evening: Evening, tablet: Tablet, marks: dict[int, int], *, quota: int, games: int = 99
) -> list[int]:
    """Play at a tablet until `quota` are left or `games` are over; `marks` keeps up."""
    out: list[int] = []
    for game in range(games):
        if sum(bool(count) for count in marks.values()) == quota:
            break
        loser = ko_loser(marks, quota)
        if game:
            assert tablet.marks() == {p: count for p, count in marks.items() if count}
        tablet.enter(Answer(loser, loser))
        marks[loser] -= 1
        out += [loser] * (not marks[loser])
        if game % 4 == 0 or not marks[loser]:
            expect_shown(evening, loser, marks[loser])
    return out


def at_desk(evening: Evening, table: str, marks: dict[int, int], *, quota: int) -> list[int]:
    """The same with slips; seats keep their numbers when somebody is out."""
    out: list[int] = []
    seats = tuple(marks)
    while sum(bool(count) for count in marks.values()) > quota:
        loser = ko_loser(marks, quota)
        evening.desk.type_slip(table, Answer(loser, loser), seats)
        marks[loser] -= 1
        out += [loser] * (not marks[loser])
    for player in out:
        expect_shown(evening, player, 0)
    return out


def expect_shown(evening: Evening, player: int, left: int) -> None:
    """Phone and projector show what somebody has left, without being asked."""
    name = evening.book.shown(player)
    for screen in (evening.phone, evening.projector):
        chair = screen.page.locator("main li").filter(has_text=name)
        if left:
            expect(chair).to_contain_text(f"{name} hat {left} von", timeout=SOON)
        else:
            expect(chair).to_have_class(re.compile(r"\bis-out\b"), timeout=SOON)


def final(evening: Evening) -> list[int]:
    """Six at one table, partly at a tablet, the rest as slips. All six in the order of going."""
    desk, tablet = evening.desk, evening.big
    desk.take("form_final")
    desk.expect_step("collect_final")
    tablet.pair(desk.codes()["F"])
    tablet.expect_question()
    marks = tablet.marks()
    assert len(marks) == FINALISTS
    for screen in (evening.phone, evening.projector):
        screen.expect(re.compile("^Finale$"))
    desk.take("collect_final")
    evening.look("20-finale", axe=evening.pages)
    evening.look_at_desk("20-finale")
    out = at_tablet(evening, tablet, marks, quota=1, games=4)
    expect(desk.card).to_contain_text("Spiel 5", timeout=SOON)  # the open slip went on with the tablet
    out += at_desk(evening, "", marks, quota=1)
    desk.expect_step("finish")
    evening.look_at_desk("21-finale")
    evening.look("21-finale", axe=(tablet.page,))
    return out + [player for player, count in marks.items() if count]


def finish(evening: Evening, out: list[int], order: list[int]) -> None:
    """Everything that is open says who has won, and everybody has a place."""
    desk, book = evening.desk, evening.book
    desk.take("finish")
    desk.page.wait_for_url("**/sieger/")
    for screen in (evening.phone, evening.projector):
        screen.expect(book.shown(order[-1]))
        assert screen.same
    for tablet in evening.tablets:
        expect(tablet.heading("Das Turnier ist zu Ende")).to_be_visible(timeout=SOON)
    places = numbers(evening.phone.lines())
    assert places.keys() == book.names.keys()
    assert [places[player] for player in reversed(order)] == [1, 2, 3, 4, 5, 6]
    for group, span in enumerate(((13, 15), (10, 12), (7, 9))):
        for player in out[group::3]:
            assert span[0] <= places[player] <= span[1]
    assert all(places[p] > QUALIFIED for p in book.names.keys() - {*out, *order})
    evening.look("22-sieger", axe=evening.pages)
    rows = desk.page.locator("table.standing tbody tr")
    expect(rows).to_have_count(len(book.names))
    expect(rows.first).to_contain_text(book.shown(order[-1]))
    evening.look_at_desk("22-sieger")
