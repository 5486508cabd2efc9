from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Makes the rules a Django app; nothing else in this package knows Django."""

    name = "scoring"
