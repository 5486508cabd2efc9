"""The Celery application; `CELERY_…` in settings.py configures it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")

app = Celery("schockturnier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
