"""The frames of the three faces: the evening, the next step, fields with their errors, live pages."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django import forms
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import engines
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import get_resolver

HOSTILE = "<script>alert(1)</script>"


def tournament(**changes: object) -> SimpleNamespace:
    return SimpleNamespace(**{"name": "Düren", "slug": "dueren", "rehearsal": False, **changes})


def step(state: str, label: str = "Runde 1", **changes: object) -> dict[str, object]:
    return {
        "code": "round",
        "label": label,
        "when": "19:10",
        "state": state,
        "href": None,
        "sub": [],
        **changes,
    }


def following(**changes: object) -> dict[str, object]:
    return {
        "code": "close_round",
        "label": "Runde schließen",
        "sentence": "Runde schließen",
        "reason": "Alle Tische sind fertig.",
        "after": "Danach: Runde 2 auslosen.",
        "href": "/weiter/",
        "method": "post",
        **changes,
    }


def page(name: str, **context: object) -> str:
    return render_to_string(name, context, request=RequestFactory().get("/"))


def draw(source: str, **context: object) -> str:
    return engines["django"].from_string(source).render(context, RequestFactory().get("/"))


def desk(**context: object) -> str:
    evening = {"tournament": tournament(), "steps": [], "next": None, "forecast": None}
    return page("desk/_layout.html", evening={**evening, **context})


def test_the_evening_tells_done_now_and_next():
    sub = [{"label": "ausgelost", "state": "done"}, {"label": "sammeln", "state": "now"}]
    html = desk(steps=[step("done"), step("now", "Runde 2", sub=sub), step("next", "Finale")])
    assert [m for m in re.findall(r'<li class="is-(\w+)"', html) if m in {"done", "now", "next"}][:1] == [
        "done"
    ]
    assert html.count('aria-current="step"') == 2
    assert "erledigt:" in html
    assert "<b>sammeln</b>" in html


def test_a_step_with_an_address_is_a_link():
    assert '<a href="/r/1/">Runde 1</a>' in desk(steps=[step("done", href="/r/1/")])
    assert "<a href" not in page("desk/_teile/abend.html", evening={"steps": [step("next")]})


def test_a_rehearsal_is_marked_on_every_face():
    marked = tournament(rehearsal=True)
    assert "Probelauf" in desk(tournament=marked)
    assert "Probelauf" in page("hall/_layout.html", tournament=marked)
    assert "Probelauf" in page("hall/beamer/seite.html", tournament=marked)
    assert "Probelauf" not in desk()


def test_the_next_step_is_a_form_when_it_changes_something():
    html = desk(next=following())
    assert re.search(
        r'<form method="post" action="/weiter/">.*name="csrfmiddlewaretoken".*name="key"', html, re.S
    )
    assert "Alle Tische sind fertig." in html
    assert html.count('class="next"') == 1


def test_the_next_step_is_a_link_when_it_only_leads_somewhere():
    html = page("desk/_teile/naechster.html", next=following(method="get"))
    assert '<a class="button" href="/weiter/">' in html
    assert "<form" not in html


def test_a_step_that_cannot_be_done_is_no_dead_button():
    html = page("desk/_teile/naechster.html", next=following(href=None, label="Noch 6 Tische"))
    assert "button" not in html
    assert "Noch 6 Tische" in html


@pytest.mark.parametrize(
    "html",
    [
        lambda: desk(tournament=tournament(name=HOSTILE)),
        lambda: desk(steps=[step("now", HOSTILE, sub=[{"label": HOSTILE, "state": "now"}])]),
        lambda: desk(next=following(label=HOSTILE, reason=HOSTILE, after=HOSTILE, href=f"/{HOSTILE}")),
        lambda: page("hall/_layout.html", tournament=tournament(name=HOSTILE)),
        lambda: page("hall/beamer/_kopf.html", headline=HOSTILE, range=HOSTILE),
        lambda: page("referee/_layout.html", table_name=HOSTILE),
    ],
)
def test_names_stay_text(html):
    assert HOSTILE not in html()


def test_the_desk_stands_before_a_tournament_is_chosen():
    html = page("desk/_layout.html")
    assert 'class="desk is-plain"' in html
    assert 'class="evening"' not in html


def test_a_page_lives_only_when_it_is_told_where_to_ask():
    assert "data-live" not in page("hall/_layout.html", tournament=tournament())
    html = page("hall/_layout.html", tournament=tournament(), live={"url": "/d/revision", "revision": 7})
    assert 'data-live="/d/revision" data-revision="7"' in html


def test_messages_say_with_a_sign_what_they_are():
    told = [Message(constants.SUCCESS, "Gespeichert."), Message(constants.ERROR, HOSTILE)]
    html = page("_meldungen.html", messages=told)
    assert 'class="message is-go"' in html
    assert 'class="message is-loss"' in html
    assert HOSTILE not in html
    assert page("_meldungen.html").strip().endswith('aria-live="polite"></div>')


class Entry(forms.Form):
    name = forms.CharField(label="Name", help_text="Steht auf dem Zettel.")
    sizes = forms.ChoiceField(label="Tische", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    agreed = forms.BooleanField(label="Einverstanden")
    secret = forms.CharField(widget=forms.HiddenInput, initial="s")


@pytest.mark.parametrize("field", ["name", "sizes", "agreed"])
def test_a_field_is_tied_to_its_error(field):
    html = draw('{% include "_feld.html" with field=field %}', field=Entry({})[field])
    error = re.search(r'<ul class="error" id="([^"]+)"', html)[1]
    assert re.search(rf'aria-describedby="[^"]*{error}', html)
    assert Entry.base_fields[field].label in html


def test_a_field_is_tied_to_its_sentence():
    html = draw('{% include "_feld.html" with field=field %}', field=Entry()["name"])
    assert 'aria-describedby="id_name_helptext"' in html
    assert 'id="id_name_helptext">Steht auf dem Zettel.' in html
    assert 'class="error"' not in html


def test_a_hidden_field_is_only_a_field():
    html = draw('{% include "_feld.html" with field=field %}', field=Entry()["secret"])
    assert html.strip().startswith('<input type="hidden"')
    assert "label" not in html


def test_progress_counts_or_waits():
    include = '{% include "desk/_teile/fortschritt.html" with label="Zettel" done=done total=total %}'
    assert 'max="25" value="3"' in draw(include, done=3, total=25)
    assert "von" not in draw(include, done=0, total=0)


def test_the_foot_of_the_projector_counts_its_pages():
    html = page("hall/beamer/_fuss.html", page=2, pages=5)
    assert html.count("<li") == 5
    assert html.count('aria-current="page"') == 1
    assert "Seite 2 von 5" in html
    assert "<li" not in page("hall/beamer/_fuss.html", page=1, pages=1)


def test_every_address_a_template_names_is_a_route():
    """`{% url … as … %}` is silent about a name that does not exist: the link would just be missing."""
    known = {
        f"{space}:{name}"
        for space, (_, resolver) in get_resolver().namespace_dict.items()
        for name in resolver.reverse_dict
        if isinstance(name, str)
    }
    pages = Path(settings.BASE_DIR, "templates").rglob("*.html")
    named = {name for path in pages for name in re.findall(r"{% url ['\"]([\w:]+)['\"]", path.read_text())}
    assert named <= known


def test_the_evening_stands_beside_the_work_without_being_unfolded():
    """Outside of <details>: older browsers cannot show what is folded, whatever a style sheet says. Only
    beside a summary that can be seen does a closed one hide it."""
    html = desk(steps=[step("now", "Runde 2")])
    assert re.search(r'</details>\s*<div>\s*<h2>[^<]*</h2>\s*<ol class="steps">', html)


def test_an_empty_page_of_the_hall_has_a_heading():
    assert "<h1>Noch nichts zu sehen</h1>" in page("hall/teile/noch_nicht.html")


def test_a_list_that_is_told_stays_a_list():
    """An alert around it, not on it: else its points belong to no list."""
    pages = {path: path.read_text() for path in Path(settings.BASE_DIR, "templates").rglob("*.html")}
    assert [str(path) for path, text in pages.items() if re.search(r"<[uo]l\b[^>]*\srole=", text)] == []
