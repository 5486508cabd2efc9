"""Entry lists: the file to read."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms._base import DeskForm
from tournaments.imports import BYTES_LIMIT
from tournaments.messages.refusals import sentences

MISSING: Any = sentences()["file_missing"]


class EntriesForm(DeskForm):
    """One file. What stands in it decides, not how it is called; its size is checked before it is read."""

    file = forms.FileField(
        label=_("Datei mit der Anmeldeliste"),
        help_text=_("CSV oder XLSX, wie das Tabellenprogramm sie speichert."),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xlsm"}),
        error_messages={"required": MISSING, "invalid": MISSING},
    )

    def content(self) -> tuple[str, bytes]:
        """(name, bytes); one byte too many of a file that is too large, so that reading refuses it."""
        file = self.cleaned_data["file"]
        return file.name or "", file.read(BYTES_LIMIT + 1)
