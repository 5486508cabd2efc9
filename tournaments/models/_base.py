"""What several rows share: the void triple of model.md."""

from django.conf import settings
from django.db import models


class Voidable(models.Model):
    """A fact that can be taken back: undo voids, it never deletes."""

    voided_at = models.DateTimeField(null=True, blank=True)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    void_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True


NOT_VOID = models.Q(voided_at__isnull=True)
