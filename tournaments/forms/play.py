"""The running evening: slips, corrections, seats, reasons."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleViolation
from tournaments.forms._base import DeskForm, line, read_whole
from tournaments.messages.refusals import refusal_text
from tournaments.queries.answers import HALVES, Answer

MOST_STROKES = 40


def number(**kwargs: Any) -> forms.IntegerField:
    """A whole number that the page itself sends; anything else is no sensible input."""
    sentence = refusal_text(RuleViolation("bad_input"))
    errors = dict.fromkeys(("invalid", "required", "min_value", "max_value"), sentence)
    return forms.IntegerField(min_value=0, max_value=2**31 - 1, error_messages=errors, **kwargs)


class HalvesForm(DeskForm):
    """R7: who lost each half and the Endkampf, by start number."""

    half1 = number(required=False)
    half2 = number(required=False)
    endkampf = number(required=False)

    @property
    def ticked(self) -> dict[str, int | None]:
        """What was ticked, also in a form that was refused."""
        return {name: read_whole(self.data.get(name)) for name in HALVES}

    @property
    def lost(self) -> Answer:
        """As it was ticked and is a whole number."""
        return Answer(*(self.cleaned_data.get(name) for name in HALVES))


class SlipForm(HalvesForm):
    """One game of one table, and the Schock aus."""

    table = number(widget=forms.HiddenInput)
    draw_no = number(widget=forms.HiddenInput)
    game = number(widget=forms.HiddenInput)
    version = number(widget=forms.HiddenInput)

    @property
    def answer(self) -> Answer:
        """As it was ticked; the same name three times is two lost halves and no Endkampf (R5.2)."""
        lost = self.lost
        return replace(lost, endkampf=None) if lost.half1 == lost.half2 == lost.endkampf else lost

    def strokes(self, players: Iterable[int]) -> dict[int, int]:
        """Schock aus as they stand on the slip, by start number; fields that were not sent are left out.

        Raises RuleViolation `strokes_invalid`.
        """
        found = {}
        for player in players:
            text = self.data.get(f"sa{player}")
            if text is None:
                continue
            count = read_whole(text.strip() or "0")
            if count is None or count > MOST_STROKES:
                raise RuleViolation("strokes_invalid", field="strokes", limit=MOST_STROKES)
            found[player] = count
        return found


class CorrectionForm(HalvesForm):
    """C8.1: another version of a game, with its reason."""

    reason = forms.CharField(label=_("Grund"), required=False, widget=line(200))

    @property
    def answer(self) -> Answer:
        """As it was ticked; after the same name in both halves no Endkampf counts, the page says so."""
        lost = self.lost
        return replace(lost, endkampf=None) if lost.half1 == lost.half2 else lost


class ReasonForm(DeskForm):
    """Something that has to be explained."""

    reason = forms.CharField(label=_("Grund"), required=False, widget=line(200))


class SwapForm(DeskForm):
    """C1.5: two people change seats."""

    first = number(label=_("Startnummer"), widget=forms.NumberInput(attrs={"list": "leute", "min": 1}))
    second = number(label=_("tauscht mit"), widget=forms.NumberInput(attrs={"list": "leute", "min": 1}))
    reason = forms.CharField(label=_("Grund (muss nicht sein)"), required=False, widget=line(200))


class ScharfForm(DeskForm):
    """C7.2: which tables play scharf; none named means all."""

    tables = forms.CharField(
        label=_("Nur diese Tische"),
        help_text=_("Nummern mit Komma, zum Beispiel 3, 7. Leer: alle."),
        required=False,
        widget=line(200, inputmode="text"),
    )

    @property
    def named(self) -> list[str]:
        return [
            sign for sign in self.cleaned_data["tables"].replace(",", " ").replace(";", " ").split() if sign
        ]


class SeatForm(DeskForm):
    """C2.5, C2.6: somebody sits down here, from nowhere or from another table."""

    player = number(label=_("Startnummer"), widget=forms.NumberInput(attrs={"list": "leute", "min": 1}))
    six = forms.BooleanField(label=_("auch als Sechste oder Sechster am Tisch"), required=False)
