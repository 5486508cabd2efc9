"""Entry lists in the browser's words: the file, the preview, one button."""

import re
from uuid import uuid4

import pytest

from tests.builders import HELFER, LEITUNG, add_players, as_user, fresh, make_tournament
from tests.tournaments.registration.lists import (
    FILES,
    confirm,
    content,
    form_of,
    numbers_of,
    page,
    preview,
    read,
    send,
    text_of,
    written,
)
from tournaments.models import Import, Player
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[LEITUNG, HELFER])
def desk(request, client):
    return as_user(client, request.param)


@pytest.fixture
def helfer(client):
    return as_user(client, HELFER)


def test_the_way_in_is_on_the_registration_page(desk):
    t = make_tournament()
    assert f'href="{page(t)}"' in desk.get(f"/leitung/{t.slug}/anmeldung/").content.decode()
    html = desk.get(page(t)).content.decode()
    assert 'enctype="multipart/form-data"' in html
    assert 'type="file"' in html


@pytest.mark.parametrize(("name", "people", "paid", "clubs", "taken"), FILES)
def test_every_list_of_real_evenings_is_one_upload_and_one_click(desk, name, people, paid, clubs, taken):
    t = make_tournament(entry_fee_cents=1000)
    answer = desk.get(send(desk, t, content(name), name)["Location"])
    assert numbers_of(answer) == [taken, 0, people - taken, 0]
    assert f"{taken} Leute übernehmen" in text_of(answer)
    assert "Überschrift in Zeile 1" in text_of(answer)
    assert not Player.objects.exists()
    done = desk.post(page(t, f"{Import.objects.get().pk}/uebernehmen/"), form_of(answer), follow=True)
    assert f"{taken} Leute übernommen, Startnummern 1 bis {taken}." in text_of(done)
    assert f"{taken} angemeldet" in text_of(done)
    # The same list once more adds nobody and says so.
    again = desk.get(send(desk, t, content(name), name)["Location"])
    assert numbers_of(again)[:2] == [0, taken]
    sentence = f"Alle {people} Leute aus der Liste stehen schon in der Anmeldung."
    assert (sentence if taken == people else "Ohne Zweifel neu ist in dieser Liste niemand.") in text_of(
        again
    )
    assert confirm(desk, t, again).status_code == 400
    assert Player.objects.count() == taken


def test_how_the_file_was_read_is_said(helfer):
    t = make_tournament()
    data = "Sommerfest\n\nTeilnehmer;Mannschaft;Telefon\nMüller, Hans;KG;1\nLang, Eva;KG;2\n".encode("cp1252")
    text = text_of(preview(helfer, t, data))
    assert "Überschrift in Zeile 3, Semikolon, Windows-Zeichen" in text
    assert "„ Teilnehmer “ → Name" in text
    assert "„ Mannschaft “ → Verein" in text
    assert "„ Telefon “ → nicht gebraucht" in text
    assert "Über der Liste steht „Sommerfest“." in text


def test_each_doubt_is_a_line_with_what_to_do(helfer):
    t = make_tournament(entry_fee_cents=500)
    add_player(tournament_id=t.pk, by=SYSTEM, first="Hans", last="Müller", club="Winden")
    rows = written("Hans;Müller;Birgel", "Hans;Müller;Birgel", ";Jansen;KG", "Eva;Lang;KG;vielleicht;w", "")
    answer = preview(helfer, t, rows)
    assert numbers_of(answer) == [0, 0, 3, 1]
    text = text_of(answer)
    assert "Hans;Müller;Birgel Name schon angemeldet Startnummer 1: Winden, hier: Birgel." in text
    assert "steht schon in Zeile 2 Gleicher Name, gleicher Verein" in text
    assert "Der Vorname fehlt. Bitte eintragen oder die Zeile auslassen." in text
    assert "„vielleicht“ sagt nicht, ob bezahlt ist. Es gilt: nicht bezahlt." in text
    assert "2 Leute übernehmen" in text
    assert "Zeile 4 bleibt liegen" in text
    assert form_of(answer)["take"] == ["2", "5"]
    confirm(helfer, t, answer)
    assert [p.name for p in Player.objects.order_by("start_number")][1:] == ["Hans Müller", "Eva Lang"]


def test_the_button_is_reckoned_by_the_server_while_one_ticks_and_types(helfer):
    t = make_tournament(entry_fee_cents=500)
    answer = preview(helfer, t, written("Eva;Lang;KG", ";Jansen;KG", "Udo;Klein;KG;vielleicht"))
    button = re.compile(r'<button class="([^"]*)" id="uebernehmen" data-said>(.*?)</button>')

    def said(**changes) -> list[str]:
        return button.findall(confirm(helfer, t, answer, reckon="1", **changes).content.decode())

    assert said() == [("button is-go", "2 Leute übernehmen")]
    assert said(take=[]) == [("button is-go", "1 Person übernehmen")]
    assert said(**{"first-3": "Jo"}) == [("button is-go", "3 Leute übernehmen")]  # typing is enough
    assert not Player.objects.exists()
    confirm(helfer, t, answer, **{"first-3": "Jo"})
    assert Player.objects.count() == 3


def test_one_tap_another_person(helfer):
    t = make_tournament()
    rows = written("Hans;Müller;Winden", "Hans;Müller;Winden")
    confirm(helfer, t, preview(helfer, t, rows), namesake=["3"])
    assert Player.objects.count() == 2
    rows = written("Hans;Müller;Winden", "Eva;Lang;KG")
    answer = preview(helfer, t, rows)
    assert "schon angemeldet, Startnummer 1" in text_of(answer)
    confirm(helfer, t, answer, namesake=["2"])
    assert [p.name for p in Player.objects.order_by("start_number")][2:] == ["Hans Müller", "Eva Lang"]


def test_an_unticked_line_is_left_out(helfer):
    t = make_tournament()
    rows = written("Hans;Müller;Winden", "Hans;Müller;Birgel", "Eva;Lang;KG")
    confirm(helfer, t, preview(helfer, t, rows), take=[])
    assert [p.name for p in Player.objects.order_by("start_number")] == ["Hans Müller", "Eva Lang"]


def test_a_name_is_typed_where_it_is_missing(helfer):
    t = make_tournament()
    answer = preview(helfer, t, written(";Jansen;KG", "Eva;Lang;KG"))
    assert form_of(answer)["first-2"] == ""
    confirm(helfer, t, answer, **{"first-2": "Inge"})
    assert [p.name for p in Player.objects.order_by("start_number")] == ["Inge Jansen", "Eva Lang"]


def test_who_has_no_last_name_is_taken_by_a_tick(helfer):
    t = make_tournament()
    answer = preview(helfer, t, written("Madonna;;KG", "Eva;Lang;KG"))
    assert "ohne Nachname übernehmen" in text_of(answer)
    assert "take" not in form_of(answer)
    confirm(helfer, t, answer, take=["2"])
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("x" * 81, "höchstens 80 passen"),
        ("田", "kann nicht gedruckt werden"),
        ("...", "Bitte einen Namen mit Buchstaben eintragen."),
    ],
)
def test_a_bad_name_comes_back_to_its_field_with_everything_else(helfer, typed, sentence):
    t = make_tournament()
    rows = written(";Jansen;KG", "Eva;Lang;KG", "Hans;Müller;A", "Hans;Müller;B", "Hans;Müller;B")
    answer = preview(helfer, t, rows)
    before = fresh(t).revision
    refused = confirm(helfer, t, answer, **{"first-2": typed}, take=[], namesake=["6"])
    assert refused.status_code == 400
    html = refused.content.decode()
    assert sentence in text_of(refused)
    assert 'aria-invalid="true"' in html
    assert form_of(refused)["first-2"] == typed
    assert "take" not in form_of(refused)
    assert form_of(refused)["namesake"] == ["6"]
    assert (Player.objects.count(), fresh(t).revision) == (0, before)


def test_a_repaired_name_that_is_known_asks_for_another_person(helfer):
    t = make_tournament()
    answer = preview(helfer, t, written(";Lang;KG", "Eva;Lang;KG"))
    # The first of two lines is the person, so the one below it is the copy: ask about what was typed.
    add_player(tournament_id=t.pk, by=SYSTEM, first="Eva", last="Lang", club="KG")
    refused = confirm(helfer, t, answer, **{"first-2": "Eva"})
    assert refused.status_code == 400
    assert "Diesen Namen gibt es schon: 1 (KG)." in text_of(refused)
    assert 'name="namesake" value="2"' in refused.content.decode()
    assert Player.objects.count() == 1
    confirm(helfer, t, refused, namesake=["2"])
    assert Player.objects.count() >= 2


def test_nobody_ticked_is_said_on_the_same_page(helfer):
    t = make_tournament()
    refused = confirm(helfer, t, preview(helfer, t, written(";Jansen;KG")))
    assert refused.status_code == 400
    assert "Niemand ist angekreuzt." in text_of(refused)
    assert Import.objects.get().state == "preview"


def test_names_are_swapped_by_one_link(helfer):
    t = make_tournament()
    answer = preview(helfer, t, written("Schmidt;Eva;KG", "Klein;Udo;KG"))
    link = re.search(r'href="([^"]*tauschen=1)"', answer.content.decode())[1]
    swapped = helfer.get(link)
    assert "Eva , Schmidt" not in text_of(swapped)
    assert "Schmidt , Eva" in text_of(swapped)
    assert "Vor- und Nachname sind getauscht." in text_of(swapped)
    assert "tauschen=1" not in swapped.content.decode()
    confirm(helfer, t, swapped)
    assert [p.first for p in Player.objects.order_by("start_number")] == ["Eva", "Udo"]


def test_sent_twice_is_taken_once(helfer):
    t = make_tournament()
    form = form_of(preview(helfer, t, written(";Jansen;KG", "Eva;Lang;KG"))) | {"first-2": "Inge"}
    target = page(t, f"{Import.objects.get().pk}/uebernehmen/")
    first, second = helfer.post(target, form), helfer.post(target, form, follow=True)
    assert first.status_code == 302
    assert "2 Leute übernommen, Startnummern 1 bis 2." in text_of(second)
    assert Player.objects.count() == 2
    late = helfer.post(target, {**form, "key": uuid4()})
    assert late.status_code == 409
    assert "Diese Liste ist schon übernommen." in text_of(late)
    other = helfer.post(target, {**form, "first-2": "Ina"})
    assert other.status_code == 422
    assert Player.objects.count() == 2


def test_two_desks_read_one_file_and_one_of_them_takes_it(helfer):
    t = make_tournament()
    first, second = (preview(helfer, t, written("Eva;Lang;KG")) for _ in range(2))
    assert Import.objects.count() == 1
    confirm(helfer, t, first)
    assert confirm(helfer, t, second).status_code == 409
    assert Player.objects.count() == 1


def test_who_came_meanwhile_is_told(helfer):
    t = make_tournament()
    answer = preview(helfer, t, written("Eva;Lang;KG", "Udo;Klein;KG"))
    add_player(tournament_id=t.pk, by=SYSTEM, first="Eva", last="Lang", club="KG")
    pk = Import.objects.get().pk
    done = helfer.post(page(t, f"{pk}/uebernehmen/"), form_of(answer), follow=True)
    assert "Eine Person übernommen, Startnummer 2." in text_of(done)
    assert "Zeile 2 ist ausgelassen" in text_of(done)


def test_lists_wait_are_found_again_and_dropped(helfer):
    t = make_tournament()
    number = read(t, written("Eva;Lang;KG"), "Herbst.csv")
    assert "Herbst.csv" in text_of(helfer.get(page(t)))
    dropped = helfer.post(page(t, f"{number}/verwerfen/"), {"key": uuid4()}, follow=True)
    assert "Nichts übernommen." in text_of(dropped)
    assert "Herbst.csv" not in text_of(helfer.get(page(t)))
    gone = helfer.get(page(t, f"{number}/"), follow=True)
    assert "Diese Liste wartet nicht mehr." in text_of(gone)
    assert helfer.post(page(t, f"{number}/uebernehmen/"), {"rows": "2"}).status_code == 409


def test_the_way_back_after_taking_leads_to_the_registration(helfer):
    t = make_tournament()
    confirm(helfer, t, preview(helfer, t, written("Eva;Lang;KG")))
    answer = helfer.get(page(t, f"{Import.objects.get().pk}/"), follow=True)
    assert "Diese Liste ist schon übernommen." in text_of(answer)


# Size


def test_two_thousand_doubtful_lines_are_one_form(helfer, django_assert_max_num_queries):
    t = make_tournament(entry_fee_cents=500)
    rows = written(*(f"Eva {n};Lang;KG;vielleicht;" for n in range(1998)), ";Ohne;KG", "Nur;;KG")
    answer = send(helfer, t, rows)
    with django_assert_max_num_queries(15):
        answer = helfer.get(answer["Location"])
    assert numbers_of(answer) == [0, 0, 1998, 2]
    done = confirm(helfer, t, answer, **{"first-2000": "Ina"})
    assert done.status_code == 302
    assert Player.objects.count() == 1999


def test_a_line_that_is_copied_many_times_names_a_few_of_its_copies(helfer):
    """Two thousand equal lines would be a page of 10 MB."""
    t = make_tournament()
    answer = preview(helfer, t, written(*["Eva;Lang;KG"] * 200))
    assert "steht schon in Zeile 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 und weitere" in text_of(answer)


def test_the_first_new_people_are_shown_the_rest_is_folded(helfer):
    t = make_tournament()
    answer = preview(helfer, t, written(*(f"Eva {n};Lang;KG" for n in range(25))))
    html = answer.content.decode()
    assert "15 weitere neue Leute" in html
    assert html.index("Eva 9<") < html.index("15 weitere neue Leute") < html.index("Eva 10<")


@pytest.mark.parametrize("count", [1, 3, 200])
def test_few_queries_however_long_the_list(helfer, count, django_assert_max_num_queries):
    t = make_tournament()
    add_players(t, min(count, 20))
    number = read(t, written(*(f"Eva {n};Lang;KG" for n in range(count))))
    with django_assert_max_num_queries(15):
        helfer.get(page(t, f"{number}/"))
    with django_assert_max_num_queries(15):
        helfer.get(page(t))


def test_the_numbers_of_a_list_add_up_to_its_lines(helfer):
    t = make_tournament()
    add_player(tournament_id=t.pk, by=SYSTEM, first="Ina", last="Ohm", club="KG")
    rows = ["Eva;Lang;KG", "Udo;Klein;KG", "Udo;Klein;SV", "Ina;Ohm;KG", ";Jansen;KG"]
    answer = preview(helfer, t, written(*rows))
    assert numbers_of(answer) == [2, 1, 1, 1]
    assert sum(numbers_of(answer)) == len(rows)
