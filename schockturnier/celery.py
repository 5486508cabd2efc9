"""The Celery application; `CELERY_…` in settings.py configures it."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")
# The checks import every view and with them NumPy, 19 MB for nothing; the web process makes them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

TRANSPORT_ALIASES["folder"] = "schockturnier.folder_queue:Transport"
app = Celery("schockturnier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
