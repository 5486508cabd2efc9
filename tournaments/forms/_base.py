"""What all forms share: a refusal back at its field, whole numbers, lines, money, places."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text, sentences


class DeskForm(forms.Form):
    """A form that can show what a service refused. Checks of shape only; the service decides."""

    required_css_class = "is-required"
    use_required_attribute = False
    meanwhile = False
    """Nothing is saved because another desk has changed the same since the page was made."""

    def refuse(self, violation: RuleViolation) -> None:
        """The sentence at the field; a refused mix stands at both."""
        named = violation.params.get("fields") or (violation.field,)
        known = [name for name in named if name in self.fields] if isinstance(named, Iterable) else []
        for name in known or [None]:
            self.add_error(name, refusal_text(violation))


class SeenForm(DeskForm):
    """A form over something that is there already. `seen`: what its page showed, so that two desks do not
    undo each other: only what was changed on this page is saved."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"seen": json.dumps(self.initial), **self.initial}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        shown = read_seen(cleaned.get("seen", "")) or {}
        tell_meanwhile(self, shown, {**self.initial}, cleaned)
        return cleaned

    def changed(self) -> dict[str, Any]:
        """What was typed and was not to be seen; everything of a page that does not say what it showed."""
        shown = read_seen(self.cleaned_data.get("seen", "")) or {}
        typed = {name: value for name, value in self.cleaned_data.items() if name != "seen"}
        return {name: value for name, value in typed.items() if name not in shown or value != shown[name]}


def tell_meanwhile(
    form: DeskForm, shown: Mapping[str, Any], now: Mapping[str, Any], typed: Mapping[str, Any]
) -> None:
    """Two desks change the same field: the second is told, there, what the first has saved. The page knows it
    then, so that saving it once more means what is typed."""
    now = json.loads(json.dumps(dict(now)))
    both = [
        name
        for name in typed
        if name in shown
        and name in now
        and now[name] != shown[name]
        and typed[name] not in (shown[name], now[name])
    ]
    if not both or "reckon" in form.data:
        return
    for name in both:
        value = as_read(form.fields[name], now[name])
        form.add_error(name, refusal_text(RuleViolation("field_changed", now=value or "–")))
    form.meanwhile = True
    sent: Any = form.data
    sent = sent.copy()
    sent["seen"] = json.dumps({**shown, **{name: now[name] for name in both}})
    form.data = sent


def as_read(field: forms.Field, value: Any) -> str:
    """A value in the words of its field."""
    if isinstance(value, list):
        return ", ".join(as_read(field, one) for one in value)
    if value is None:
        return ""
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    choosing = getattr(field.widget, "widgets", [field.widget])[0]
    labels = {str(code): str(label) for code, label in getattr(choosing, "choices", ())}
    return labels.get(str(key)) or str(field.prepare_value(value))


def read_seen(text: str) -> dict[str, Any] | None:
    """What a page says that it showed; None when it says nothing that could be read."""
    try:
        shown = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return shown if isinstance(shown, dict) else None


def read_whole(text: str | None, digits: int = 9) -> int | None:
    """A whole number of at most so many digits; None for anything else that a page sent."""
    return int(text) if text and text.isdecimal() and len(text) <= digits else None


def said(code: str) -> Any:
    """The sentence of a refusal, in the language in which the form will be read."""
    return sentences()[code]


def whole(*, required: bool = True, low: int = 0, high: int = 0) -> forms.IntegerField:
    """A whole number whose range the browser knows; the rules check it again."""
    widget = forms.NumberInput(attrs={"min": low, "max": high, "inputmode": "numeric"})
    sentence = said("number_invalid")
    errors = {"invalid": sentence, "required": sentence}
    return forms.IntegerField(required=required, widget=widget, error_messages=errors)


def line(length: int, **attrs: str) -> forms.TextInput:
    """One line of text. The limit is said, not enforced: a pasted name is not cut off in silence."""
    return forms.TextInput(attrs={"autocomplete": "off", "data-limit": str(length), **attrs})


def radio(choices: Iterable[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, error_messages=choice_errors())


def choice_errors() -> dict[str, Any]:
    sentence = said("value_choice")
    return {"invalid_choice": sentence, "required": sentence}


class EuroField(forms.CharField):
    """An amount as it is written (10 · 7,50 · 7.5 €) → whole cents."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "is-short"})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        return f"{value // 100},{value % 100:02}" if value % 100 else str(value // 100)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, int):  # of a field that stands fast: it comes as it is saved
            return value
        text = str(value or "0").replace("€", "").strip().replace(",", ".")
        euros, _point, cents = text.partition(".")
        whole_euros = euros.isdecimal() and len(euros) < 9
        if not whole_euros or not (cents == "" or (cents.isdecimal() and len(cents) <= 2)):
            raise forms.ValidationError(refusal_text(RuleViolation("money_invalid")))
        return int(euros) * 100 + int(cents.ljust(2, "0") or 0)


class PlacesField(forms.CharField):
    """Places separated by commas → list of numbers."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(place) for place in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list | tuple):  # of a field that stands fast: it comes as it is saved
            return list(value)
        parts = [part.strip(" .") for part in str(value or "").replace(";", ",").split(",")]
        if not all(part.isdecimal() and len(part) < 9 for part in parts if part):
            raise forms.ValidationError(refusal_text(RuleViolation("places_invalid")))
        return [int(part) for part in parts if part]
