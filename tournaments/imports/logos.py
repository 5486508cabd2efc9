"""A picture from a stranger → a small clean picture: decoded, turned upright, shrunk, without what else was
in the file (place, camera, comments, colour profiles)."""

import hashlib
import io
import threading
from dataclasses import dataclass
from typing import Any

from scoring.errors import RuleViolation

LOGO_BYTES = 1_000_000
LOGO_SIDE = 4000
"""Pixels that a side may have: more would fill the memory before anybody sees anything."""
MOST_SCANS = 100
"""How often a JPEG may draw over itself: ten are usual, a thousand keep the decoder busy for minutes."""
KEPT_SIZE = (1200, 480)
"""Pixels of what is kept: more than a printer makes of 60 × 12 mm."""

_one_by_one = threading.Lock()
"""A picture of full size takes 350 MB while it is read: one after the other, whoever presses how often."""


@dataclass(frozen=True, slots=True)
class Logo:
    """type: media type · digest: SHA-256 of the bytes, hex."""

    data: bytes
    type: str
    digest: str


def read_logo(data: bytes) -> Logo:
    """The picture as it is kept. PNG and JPEG only: an SVG may carry scripts and addresses.

    Refuses, at "logo": logo_empty · logo_too_large (limit) · logo_not_a_picture ·
    logo_too_many_pixels (limit).
    """
    if not data:
        raise RuleViolation("logo_empty", field="logo")
    if len(data) > LOGO_BYTES:
        raise RuleViolation("logo_too_large", field="logo", limit=LOGO_BYTES // 1_000_000)
    with _one_by_one:
        picture = _upright(data)
        picture.thumbnail(KEPT_SIZE)
    kept, kind = io.BytesIO(), "PNG" if picture.mode == "RGBA" or _few_colours(picture) else "JPEG"
    picture.save(kept, kind, optimize=True, **({} if kind == "PNG" else {"quality": 90}))
    found = kept.getvalue()
    return Logo(found, f"image/{kind.lower()}", hashlib.sha256(found).hexdigest())


def _upright(data: bytes) -> Any:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as opened:
            if max(opened.size) > LOGO_SIDE:
                raise RuleViolation("logo_too_many_pixels", field="logo", limit=LOGO_SIDE)
            _whole(data)
            opened.load()
            picture = ImageOps.exif_transpose(opened)
            clear = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
            return _bare(picture.convert("RGBA" if clear else "RGB"))
    except RuleViolation:
        raise
    except Exception:  # a decoder may stumble over anything in a file from a stranger
        raise RuleViolation("logo_not_a_picture", field="logo") from None


def _whole(data: bytes) -> None:
    """Whether half a picture is drawn hangs on a switch that WeasyPrint turns for its whole process.
    Behind the end there may be more: phones put films and notes there."""
    if data.startswith(b"\x89PNG"):
        whole = b"IEND\xaeB`\x82" in data
    else:
        rest = data[_first_scan(data) :]
        whole = b"\xff\xd9" in rest and rest.count(b"\xff\xda") <= MOST_SCANS
    if not whole:
        raise ValueError("truncated, or without end")


def _first_scan(data: bytes) -> int:
    """Where the head of a JPEG is over: the small picture in it has an end of its own."""
    place = 2
    while data[place + 1] != 0xDA:
        # Any number of 0xFF may stand before the sign of a part.
        place += 1 if data[place + 1] == 0xFF else 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return place


def _bare(picture: Any) -> Any:
    """The pixels alone, without an empty rim: a logo on a large white sheet would be printed tiny."""
    from PIL import Image, ImageChops

    corner = picture.getpixel((0, 0))
    if picture.mode == "RGBA" and corner[3] == 0:
        box = picture.getchannel("A").getbbox()
    else:
        ground = Image.new("RGB", picture.size, corner[:3])
        box = ImageChops.difference(picture.convert("RGB"), ground).getbbox()
    bare = picture.crop(box) if box else picture
    bare.info = {}
    return bare


def _few_colours(picture: Any) -> bool:
    """Drawn, not photographed: JPEG would put specks around its edges."""
    return picture.getcolors(maxcolors=4096) is not None
