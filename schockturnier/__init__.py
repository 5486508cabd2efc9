"""Wiring only: settings, routes, and the entry points of the web process and the worker."""

from schockturnier.celery import app as celery_app

__all__ = ["celery_app"]
