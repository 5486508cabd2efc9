"""How the desk steers the projector: a frozen value of the tournament (product.md §6)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

MESSAGE_LETTERS = 200
PRESENTING = "vorstellung"
HONOURING = "siegerehrung"
"""Keys of the pages on which the best, and at the end the first three, are called out, from the last up."""


@dataclass(frozen=True, slots=True)
class Steering:
    """`page`: key of the pinned page, "" while the projector follows the evening; `held`: its pages do not
    turn by themselves; `turned`: how often the desk turned one while `series` was shown; `called`: blocks
    of the best, or of the first three, that were called out; `message`, `alone`: words over the page or on
    one of their own; `gongs`: rung so far."""

    page: str = ""
    held: bool = False
    turned: int = 0
    series: str = ""
    called: int = 0
    message: str = ""
    alone: bool = False
    gongs: int = 0

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Steering":
        """What is missing follows the evening; what a later version wrote beside it is left out."""
        return cls(**{field.name: data[field.name] for field in fields(cls) if field.name in data})

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
