"""What is rehearsed: how many people, in which format, by which rules, how fast."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draw.sizes import MINIMUM
from tournaments.forms._base import DeskForm, choice_errors, radio, whole
from tournaments.messages import format as words
from tournaments.messages.rehearsal import SPEEDS
from tournaments.rehearsal.order import MOST
from tournaments.services.rehearsals import SEED_LIMIT

PLAYERS, SPEED = 40, "normal"


class RehearsalForm(DeskForm):
    """A Probelauf that plays itself. An empty seed means any."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        start = {"players": PLAYERS, "preset": "dueren", "rules": "dueren", "speed": SPEED}
        super().__init__(*args, **{"initial": start, **kwargs})
        self.fields["players"] = whole(low=MINIMUM, high=MOST)
        self.fields["players"].label = _("Wie viele Leute")
        self.fields["players"].help_text = _("Erfundene Namen, 3 bis 300.")
        self.fields["seed"] = whole(required=False, high=SEED_LIMIT)
        self.fields["seed"].label = _("Losnummer")
        self.fields["seed"].help_text = _("Leer: eine zufällige. Dieselbe Zahl spielt denselben Abend.")
        self.fields["speed"] = _choice(_("Tempo"), SPEEDS)
        self.fields["preset"] = _choice(
            _("Vorlage für den Ablauf"), {code: text.label for code, text in words.PRESETS.items()}
        )
        self.fields["rules"] = _choice(
            _("Regeln"), {code: text.label for code, text in words.RULE_PRESETS.items()}
        )


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    field = radio(list(choices.items()))
    field.label, field.error_messages = label, {**field.error_messages, **choice_errors()}
    return field
