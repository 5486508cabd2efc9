"""Why no backup could be laid down."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "backup_disk_full": _(
        "Es konnte keine Sicherung abgelegt werden, weil die Platte voll ist. Bitte Platz schaffen; "
        "das Turnier läuft weiter."
    ),
    "backup_failed": _(
        "Es konnte keine Sicherung abgelegt werden. Das Turnier läuft weiter; bitte den Ordner „backups“ prüfen."
    ),
}
