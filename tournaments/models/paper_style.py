"""What an organiser puts on every sheet: the logo of a sponsor and a line at the foot."""

from django.db import models

from tournaments.models.tournament import Tournament

FOOTER_LETTERS = 120
LOGO_TEXT_LETTERS = 80


class PaperStyle(models.Model):
    """One row a tournament, none until somebody asks for one. `logo`: the cleaned picture, empty without
    one, which a browser and the paper show as it is; `logo_digest`: its SHA-256, so that nobody reads the
    bytes to see whether they changed; `logo_text`: what a screen reader says for it."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="paper_style")
    footer = models.CharField(max_length=FOOTER_LETTERS, blank=True)
    logo = models.BinaryField(default=bytes, blank=True)
    logo_type = models.CharField(max_length=20, blank=True)
    logo_digest = models.CharField(max_length=64, blank=True)
    logo_text = models.CharField(max_length=LOGO_TEXT_LETTERS, blank=True)
