"""What the desk types in: labels, sentences, and a refusal back at its field. Forms never write."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import date as Date
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleViolation
from scoring.format import CARRY, FINAL_MARKS_RANGE, RANGES, ROUND_MINUTES_RANGE, Format, format_problems
from scoring.ruleset import CONTESTED_SWITCHES, RuleSet
from tournaments.messages import format as words
from tournaments.messages.refusals import refusal_text
from tournaments.messages.registration import GENDERS
from tournaments.messages.rules import SWITCHES, switch_sentence

TIE_BREAK_PLACES = len(words.TIE_BREAK_PLACES)
EQUAL_THROWS = ("fewer_throws,earlier", "fewer_throws,repeat", "earlier", "repeat")
YES_NO = {"yes": True, "no": False}
NOTHING: Mapping[str, str] = MappingProxyType({})


class DeskForm(forms.Form):
    """A form that can show what a service refused. Checks of shape only; the service decides."""

    required_css_class = "is-required"
    use_required_attribute = False

    def refuse(self, violation: RuleViolation) -> None:
        """The sentence at the field; a refused mix stands at both."""
        named = violation.params.get("fields") or (violation.field,)
        known = [name for name in named if name in self.fields] if isinstance(named, Iterable) else []
        for name in known or [None]:
            self.add_error(name, refusal_text(violation))


def whole(name: str, *, required: bool = True, low: int = 0, high: int = 0) -> forms.IntegerField:
    """A whole number whose range the browser knows; the rules check it again."""
    widget = forms.NumberInput(attrs={"min": low, "max": high, "inputmode": "numeric"})
    sentence = refusal_text(RuleViolation("number_invalid"))
    errors = {"invalid": sentence, "required": sentence}
    return forms.IntegerField(required=required, widget=widget, error_messages=errors)


def line(length: int, **attrs: str) -> forms.TextInput:
    """One line of text. The limit is said, not enforced: a pasted name is not cut off in silence."""
    return forms.TextInput(attrs={"autocomplete": "off", "data-limit": str(length), **attrs})


class EuroField(forms.CharField):
    """An amount as it is written (10 · 7,50 · 7.5 €) → whole cents."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "is-short"})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        return f"{value // 100},{value % 100:02}" if value % 100 else str(value // 100)

    def to_python(self, value: Any) -> Any:
        text = str(value or "0").replace("€", "").strip().replace(",", ".")
        euros, _point, cents = text.partition(".")
        if not euros.isdecimal() or not (cents == "" or (cents.isdecimal() and len(cents) <= 2)):
            raise forms.ValidationError(refusal_text(RuleViolation("money_invalid")))
        return int(euros) * 100 + int(cents.ljust(2, "0") or 0)


class PlacesField(forms.CharField):
    """Places separated by commas → list of numbers."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(place) for place in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        parts = [part.strip(" .") for part in str(value or "").replace(";", ",").split(",")]
        if not all(part.isdecimal() and len(part) < 9 for part in parts if part):
            raise forms.ValidationError(refusal_text(RuleViolation("places_invalid")))
        return [int(part) for part in parts if part]


class ChainWidget(forms.MultiWidget):
    """One select for each place of the chain, each with its own name for the ear."""

    use_fieldset = True

    def __init__(self) -> None:
        options = [("", words.NOTHING_MORE), *words.CHOICES["tie_breaks"]]
        super().__init__(
            [forms.Select(attrs={"aria-label": place}, choices=options) for place in words.TIE_BREAK_PLACES]
        )

    def decompress(self, value: Any) -> list[str]:
        chain = list(value or ())
        return (chain + [""] * TIE_BREAK_PLACES)[:TIE_BREAK_PLACES]


class ChainField(forms.MultiValueField):
    """C3.2: the chain of tie breaks → list in order."""

    def __init__(self) -> None:
        parts = [forms.CharField(required=False) for _place in range(TIE_BREAK_PLACES)]
        super().__init__(parts, widget=ChainWidget(), required=False, require_all_fields=False)

    def compress(self, data_list: list[str]) -> list[str]:
        return [word for word in data_list or () if word]


class FormatForm(DeskForm):
    """Every field of the format. `seen`: what the page showed, so that two desks do not undo each other."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, plan: Format, fixed: Mapping[str, str] = NOTHING, **kwargs: Any) -> None:
        super().__init__(*args, initial=_format_initial(plan), **kwargs)
        self.plan = plan
        for name, text in words.FIELDS.items():
            field = _format_field(name)
            field.label, field.help_text = text.label, text.help
            # A page from before it was fixed still sends the field: the service refuses it then.
            field.disabled = name in fixed and not self._sent(name)
            self.fields[name] = field

    def _sent(self, name: str) -> bool:
        return self.is_bound and (name in self.data or f"{name}_0" in self.data)

    def clean(self) -> dict[str, Any]:
        """Everything that the rules say against these values at once, each sentence at its field."""
        cleaned = super().clean() or {}
        self.wanted = {name: _plain(name, cleaned[name]) for name in words.FIELDS if name in cleaned}
        if not self.errors:
            for problem in format_problems(self.wanted):
                self.refuse(problem)
        return cleaned

    def changes(self) -> dict[str, Any]:
        """What was changed against the page's own picture of the format."""
        shown = _seen(self.cleaned_data.get("seen", "")) or self.plan.to_dict()
        return {name: value for name, value in self.wanted.items() if value != shown.get(name)}


def _format_initial(plan: Format) -> dict[str, Any]:
    initial: dict[str, Any] = plan.to_dict()
    for name in ("clubs_apart", "schock_aus_counted"):
        initial[name] = "yes" if initial[name] else "no"
    initial["seen"] = json.dumps(plan.to_dict())
    return initial


def _format_field(name: str) -> forms.Field:
    if name == "tie_breaks":
        return ChainField()
    if name == "prize_places":
        return PlacesField(required=False)
    if name == "entry_fee_cents":
        return EuroField(required=False)
    if name == "final_marks":
        numbers = [(str(n), str(n)) for n in range(FINAL_MARKS_RANGE[0], FINAL_MARKS_RANGE[1] + 1)]
        return forms.ChoiceField(choices=[(CARRY, words.CARRY), *numbers], error_messages=_choice_errors())
    if name == "round_minutes":
        return whole(name, required=False, low=ROUND_MINUTES_RANGE[0], high=ROUND_MINUTES_RANGE[1])
    if name in words.CHOICES:
        return radio(words.CHOICES[name])
    low, high = RANGES[name]
    return whole(name, low=low, high=high)


def radio(choices: Iterable[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, error_messages=_choice_errors())


def _choice_errors() -> dict[str, str]:
    sentence = refusal_text(RuleViolation("value_choice"))
    return {"invalid_choice": sentence, "required": sentence}


def _plain(name: str, value: Any) -> Any:
    if name in ("clubs_apart", "schock_aus_counted"):
        return YES_NO[value]
    if name == "final_marks" and value != CARRY:
        return int(value)
    return value


def _seen(text: str) -> dict[str, Any] | None:
    try:
        shown = json.loads(text)
    except ValueError:
        return None
    return shown if isinstance(shown, dict) else None


class RulesForm(DeskForm):
    """Every switch of the rules as the sentences that will stand on the rule sheet, contested ones first."""

    def __init__(self, *args: Any, rules: RuleSet, fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, initial=_rules_initial(rules), **kwargs)
        others = [item.name for item in fields(RuleSet) if item.name not in CONTESTED_SWITCHES]
        for name in (*CONTESTED_SWITCHES, *others):
            field = _rules_field(name)
            field.label = SWITCHES[name]
            field.disabled = fixed and name not in self.data
            self.fields[name] = field

    @property
    def contested(self) -> list[forms.BoundField]:
        return [self[name] for name in CONTESTED_SWITCHES]

    @property
    def others(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in CONTESTED_SWITCHES]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.wanted = {name: _rule_value(name, value) for name, value in cleaned.items()}
        if not self.errors:
            try:
                RuleSet.from_dict(self.wanted)
            except RuleViolation as violation:
                self.refuse(violation)
        return cleaned


def _rules_initial(rules: RuleSet) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for item in fields(RuleSet):
        value = getattr(rules, item.name)
        shown[item.name] = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    shown["equal_throws"] = ",".join(rules.equal_throws)
    return shown


_RULE_NUMBERS = {"deckel_total": (1, 99), "max_throws": (1, 9)}
_RULE_WORDS = {
    "holdable": ("any", "ones"),
    "schock_two_rank": ("above_general", "below_general"),
    "jule": ("none", "top", "seven"),
    "schock_aus": ("ends_half", "thirteen"),
    "equal_throws": EQUAL_THROWS,
    "laden": ("none", "game", "half"),
    "speed": ("normal", "scharf"),
}


def _rules_field(name: str) -> forms.Field:
    if name in _RULE_NUMBERS:
        low, high = _RULE_NUMBERS[name]
        return whole(name, low=low, high=high)
    values = _RULE_WORDS.get(name, tuple(YES_NO))
    return radio([(value, switch_sentence(name, _rule_value(name, value))) for value in values])


def _rule_value(name: str, value: Any) -> Any:
    if name == "equal_throws":
        return value.split(",")
    return YES_NO.get(value, value) if name not in _RULE_WORDS else value


class DescribeForm(DeskForm):
    """Name, date and place of a tournament."""

    name = forms.CharField(label=_("Name des Turniers"), required=False, widget=line(120))
    date = forms.CharField(
        label=_("Datum"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    place = forms.CharField(label=_("Ort"), required=False, widget=line(120))


class CreateForm(DescribeForm):
    """A new tournament: what it is called, and from which presets it starts."""

    preset = forms.ChoiceField(
        label=_("Vorlage"),
        choices=[(code, text.label) for code, text in words.PRESETS.items()],
        widget=forms.RadioSelect,
    )
    rules = forms.ChoiceField(
        label=_("Regeln"),
        choices=[(code, text.label) for code, text in words.RULE_PRESETS.items()],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, today: Date, **kwargs: Any) -> None:
        start = {"preset": "dueren", "rules": "dueren", "date": today.isoformat()}
        super().__init__(*args, initial=start, **kwargs)


class LotNumberForm(DeskForm):
    """C1.4: the number drawn in public."""

    number = forms.IntegerField(
        label=_("Losnummer"),
        help_text=_("Eine Zahl, die vor Runde 1 öffentlich gezogen wird; sie geht in jede Auslosung ein."),
        required=False,
        widget=forms.NumberInput(attrs={"min": 0, "inputmode": "numeric"}),
    )


class PersonForm(DeskForm):
    """What is known about somebody. Gender is never public (beste Dame)."""

    first = forms.CharField(label=_("Vorname"), required=False, widget=line(80))
    last = forms.CharField(label=_("Nachname"), required=False, widget=line(80))
    club = forms.CharField(label=_("Verein"), required=False, widget=line(80, list="vereine"))
    team = forms.CharField(label=_("Team"), required=False, widget=line(80))
    gender = forms.ChoiceField(
        label=_("Geschlecht"),
        help_text=_("Nur für „beste Dame“, nie öffentlich."),
        choices=list(GENDERS.items()),
        required=False,
    )
    fixed_station = forms.IntegerField(
        label=_("Fester Tisch"),
        help_text=_("Für Leute, die nicht umziehen können."),
        required=False,
        widget=forms.NumberInput(attrs={"min": 1, "inputmode": "numeric"}),
    )

    def body(self) -> dict[str, Any]:
        """What the services ask for."""
        return {name: self.cleaned_data[name] for name in PersonForm.base_fields}


class LeaveForm(DeskForm):
    """Going home, or being sent home."""

    reason = forms.CharField(label=_("Grund"), required=False, widget=line(200))
    no_show = forms.BooleanField(label=_("saß in dieser Runde nie am Tisch"), required=False)


class LoginForm(DeskForm):
    name = forms.CharField(
        label=_("Name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Kennwort"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class AccountForm(DeskForm):
    """A new account for somebody who helps at the desk."""

    name = forms.CharField(label=_("Name"), required=False, widget=line(30))
