"""The throws of a Stechen that are missing: one field a name, dice or a place, and who is not there."""

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.errors import RuleViolation
from tournaments.forms._base import DeskForm, read_whole
from tournaments.messages import finish as words
from tournaments.messages.refusals import refusal_text

DICE, PLACES = "dice", "places"
LONGEST = 12


class ThrowsForm(DeskForm):
    """`asked`: (start number, attempt, name) of everybody who owes a throw; empty fields stay owed. The page
    sends along as attempt-<start number> which one it asked for.

    `mode`: dice (three digits in any order) or places. Fields are called throw-<start number>.
    """

    def __init__(self, data: Any = None, *, asked: Sequence[tuple[int, int, str]], mode: str = DICE) -> None:
        super().__init__(data, auto_id="wurf-%s")
        self.mode = PLACES if mode == PLACES else DICE
        self.asked = [number for number, _attempt, _name in asked]
        for number, attempt, name in asked:
            label = words.throw_of(attempt, name)
            attrs = {"inputmode": "numeric", "autocomplete": "off", "aria-label": label, "data-throw": "1"}
            widget = forms.TextInput(attrs=attrs)
            self.fields[self.name_of(number)] = forms.CharField(
                label=label, required=False, max_length=LONGEST, widget=widget
            )

    @staticmethod
    def name_of(number: int) -> str:
        return f"throw-{number}"

    @property
    def absent(self) -> int | None:
        """Whose button "nicht da" was pressed."""
        return read_whole(self.data.get("absent"))

    def clean(self) -> dict[str, Any]:
        """`throws`: what enter_throws takes. Each field has its own sentence."""
        cleaned = super().clean() or {}
        throws: list[dict[str, Any]] = []
        for number in self.asked:
            text = "".join(str(cleaned.get(self.name_of(number)) or "").split())
            if number == self.absent:
                throws.append({"player": number, "absent": True})
            elif text:
                self._read(number, text, throws)
        for throw in throws:
            throw["attempt"] = self._attempt(throw["player"])
        if self.absent is not None and self.absent not in self.asked:
            self.add_error(None, refusal_text(RuleViolation("not_asked", player=self.absent)))
        if not throws and not self.errors:
            name = self.name_of(self.asked[0]) if self.asked else None
            self.add_error(name, refusal_text(RuleViolation("throw_missing")))
        cleaned["throws"] = throws
        return cleaned

    def _attempt(self, number: int) -> int | None:
        """Which attempt the page asked for; None when it does not say."""
        return read_whole(self.data.get(f"attempt-{number}"))

    def _read(self, number: int, text: str, throws: list[dict[str, Any]]) -> None:
        code = ""
        if self.mode == PLACES:
            if text.isascii() and text.isdecimal() and len(text) < 4 and int(text):
                throws.append({"player": number, "place": int(text)})
            else:
                code = "place_range"
        elif len(text) == 3 and not set(text) - set("123456"):
            throws.append({"player": number, "dice": text})
        else:
            code = "dice_invalid"
        if code:
            self.add_error(self.name_of(number), refusal_text(RuleViolation(code, value=text)))
