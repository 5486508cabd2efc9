"""The rehearsal: a whole invented championship through the services only."""

from .order import Order
from .show import Rehearsed, rehearse, remove

__all__ = ["Order", "Rehearsed", "rehearse", "remove"]
