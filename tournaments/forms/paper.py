"""What stands on every sheet: the line at the foot and a sponsor's logo."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms._base import SeenForm, line
from tournaments.imports.logos import LOGO_BYTES


class PaperStyleForm(SeenForm):
    """What stands in the file decides, not how it is called; its size is checked before it is read."""

    footer = forms.CharField(
        label=_("Fußzeile"),
        help_text=_("Steht unten auf jedem Blatt, zum Beispiel der Verein oder ein Dank."),
        required=False,
        widget=line(120),
    )
    logo = forms.FileField(
        label=_("Logo"),
        help_text=_("PNG oder JPEG, höchstens 1 MB. Ein leerer Rand wird abgeschnitten."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    logo_text = forms.CharField(
        label=_("Wessen Logo ist es?"),
        help_text=_("Wird vorgelesen, wo jemand das Blatt nicht sieht."),
        required=False,
        widget=line(80),
    )

    def picture(self) -> bytes | None:
        """The bytes of the file, one too many of a file that is too large; None without a file."""
        file = self.cleaned_data["logo"]
        return file.read(LOGO_BYTES + 1) if file else None
