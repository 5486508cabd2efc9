"""The set-up: a tournament, its format with every field, its rules with every switch."""

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import date as Date
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleViolation
from scoring.format import CARRY, FINAL_MARKS_RANGE, RANGES, ROUND_MINUTES_RANGE, Format, format_problems
from scoring.ruleset import CONTESTED_SWITCHES, RuleSet
from tournaments.forms._base import (
    DeskForm,
    EuroField,
    PlacesField,
    SeenForm,
    choice_errors,
    line,
    radio,
    read_seen,
    tell_meanwhile,
    whole,
)
from tournaments.messages import format as words
from tournaments.messages.rules import SWITCHES, switch_sentence

TIE_BREAK_PLACES = len(words.TIE_BREAK_PLACES)
EQUAL_THROWS = ("fewer_throws,earlier", "fewer_throws,repeat", "earlier", "repeat")
YES_NO = {"yes": True, "no": False}
NOTHING: Mapping[str, str] = MappingProxyType({})


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
        super().__init__(*args, **{"initial": _format_initial(plan), **kwargs})
        self.plan = plan
        for name, text in words.FIELDS.items():
            field = _format_field(name)
            field.label, field.help_text = str(text.label), str(text.help)
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
        shown = read_seen(cleaned.get("seen", "")) or {}
        tell_meanwhile(self, shown, self.plan.to_dict(), self.wanted)
        return cleaned

    def changes(self) -> dict[str, Any]:
        """What was changed against the page's own picture of the format."""
        shown = read_seen(self.cleaned_data.get("seen", "")) or self.plan.to_dict()
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
        return forms.ChoiceField(choices=[(CARRY, words.CARRY), *numbers], error_messages=choice_errors())
    if name == "round_minutes":
        return whole(required=False, low=ROUND_MINUTES_RANGE[0], high=ROUND_MINUTES_RANGE[1])
    if name in words.CHOICES:
        return radio(words.CHOICES[name])
    low, high = RANGES[name]
    return whole(low=low, high=high)


def _plain(name: str, value: Any) -> Any:
    if name in ("clubs_apart", "schock_aus_counted"):
        return YES_NO[value]
    if name == "final_marks" and value != CARRY:
        return int(value)
    return value


class RulesForm(SeenForm):
    """Every switch of the rules as the sentences that will stand on the rule sheet, contested ones first.

    `rules`: what was typed, None until it is checked and can be played; `changes`: what of it to save.
    """

    def __init__(self, *args: Any, rules: RuleSet, fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **{"initial": _rules_initial(rules), **kwargs})
        self.rules: RuleSet | None = None
        others = [item.name for item in fields(RuleSet) if item.name not in CONTESTED_SWITCHES]
        for name in (*CONTESTED_SWITCHES, *others):
            field = _rules_field(name)
            field.label = str(SWITCHES[name])
            field.disabled = fixed and name not in self.data
            self.fields[name] = field

    @property
    def contested(self) -> list[forms.BoundField]:
        return [self[name] for name in CONTESTED_SWITCHES]

    @property
    def others(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in (*CONTESTED_SWITCHES, "seen")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        wanted = {name: _rule_value(name, value) for name, value in cleaned.items() if name != "seen"}
        self.changes = {name: value for name, value in wanted.items() if name in self.changed()}
        if not self.errors:
            try:
                self.rules = RuleSet.from_dict(wanted)
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
        return whole(low=low, high=high)
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


class DetailsForm(SeenForm, DescribeForm):
    """The same later on, with the address that stands in the QR codes; `own`: the laptop's."""

    table_url = forms.CharField(
        label=_("Adresse für Tablets und Handys"),
        help_text=_(
            "Sie steht in den QR-Codes der Tischzettel und muss von den Geräten in der Halle aus erreichbar "
            "sein. Leer gilt die graue Adresse dieses Rechners. Gedruckte Zettel behalten die alte."
        ),
        required=False,
        widget=line(120),
    )

    def __init__(self, *args: Any, own: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table_url"].widget.attrs |= {"placeholder": own, "inputmode": "url"}


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
        super().__init__(*args, **{"initial": start, **kwargs})


class LotNumberForm(DeskForm):
    """C1.4: the number drawn in public."""

    number = forms.IntegerField(
        label=_("Losnummer"),
        help_text=_(
            "Vor Runde 1 zieht jemand aus der Halle vor aller Augen eine Zahl, zum Beispiel mit Würfeln. Sie "
            "geht in jede Auslosung ein: So kann sich niemand vorher ein Los ausgesucht haben. Ohne "
            "Losnummer wird genauso ausgelost."
        ),
        required=False,
        widget=forms.NumberInput(attrs={"min": 0, "inputmode": "numeric"}),
    )
