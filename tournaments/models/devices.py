"""Tablets and phones: paired by a code, known by a hashed random token (product.md §4)."""

from django.db import models

from tournaments.models._base import NOT_VOID, Voidable
from tournaments.models.seating import Station


class Device(models.Model):
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=80, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)


class Pairing(Voidable):
    """A device may enter results of a station; `code_no` is the code's number it was paired with."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="pairings")
    station = models.ForeignKey(Station, on_delete=models.CASCADE, related_name="pairings")
    code_no = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "station"], condition=NOT_VOID, name="paired_once")
        ]
