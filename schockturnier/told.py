"""What the browser is told with every answer, for those that no middleware sees: files and a broken body."""

from typing import Any

from csp.utils import build_policy
from django.conf import settings


def told() -> dict[str, str]:
    """The headers that every page has."""
    return {
        "Content-Security-Policy": build_policy(),
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    }


def of_file(headers: Any, path: str, url: str) -> None:
    """WhiteNoise asks it about each of its files."""
    for name, value in told().items():
        headers[name] = value
