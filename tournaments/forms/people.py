"""People: who they are, why they leave, who helps at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms._base import DeskForm, SeenForm, line, said
from tournaments.messages.registration import GENDERS


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
        error_messages={"invalid_choice": said("value_choice")},
    )
    fixed_station = forms.IntegerField(
        label=_("Fester Tisch"),
        help_text=_("Für Leute, die nicht umziehen können."),
        required=False,
        error_messages={"invalid": said("number_invalid")},
        widget=forms.NumberInput(attrs={"min": 1, "inputmode": "numeric"}),
    )

    def after_the_end(self) -> None:
        """Nobody sits down any more: only how people are written is asked."""
        del self.fields["fixed_station"]

    def body(self) -> dict[str, Any]:
        """What the services ask for."""
        return {name: self.cleaned_data[name] for name in self.fields}


class EditPersonForm(SeenForm, PersonForm):
    """The same of somebody who is entered already."""


class LeaveForm(DeskForm):
    """Going home, or being sent home."""

    reason = forms.CharField(label=_("Grund"), required=False, widget=line(200))
    no_show = forms.BooleanField(label=_("saß in dieser Runde nie am Tisch"), required=False)


class ForgetForm(DeskForm):
    """Names deleted for good: asked twice."""

    done = forms.BooleanField(
        label=_("Urkunden und Listen sind gedruckt oder werden nicht mehr gebraucht"),
        required=False,
    )
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)


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
