"""The Celery application; `CELERY_…` in settings.py configures it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")
# The checks import every view and with them NumPy, 19 MB for nothing; the web process makes them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("schockturnier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
