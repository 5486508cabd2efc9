"""Which characters the fonts of this machine draw, beyond those that are always packaged.

Asked of fontconfig, which Pango itself depends on, once in the life of a process: a list of two thousand
names asks no program two thousand times. What is installed later counts after a restart.
"""

import subprocess
from bisect import bisect_right
from functools import cache


def draws(sign: str) -> bool:
    """True when some installed font has a glyph for this one character."""
    starts, ends = ranges()
    place = bisect_right(starts, ord(sign)) - 1
    return place >= 0 and ord(sign) <= ends[place]


@cache
def ranges() -> tuple[list[int], list[int]]:
    """First and last code points of what the fonts draw, in order, neighbours joined."""
    found = sorted({part for line in charsets() for part in map(_range, line.split())})
    starts: list[int] = []
    ends: list[int] = []
    for low, high in found:
        if ends and low <= ends[-1] + 1:
            ends[-1] = max(ends[-1], high)
        else:
            starts.append(low)
            ends.append(high)
    return starts, ends


def charsets() -> list[str]:
    """One line a font, as fontconfig writes it: "20-7e a0 4e00-9fff"; nothing where it does not answer."""
    try:
        answer = subprocess.run(
            ["fc-list", "--format", "%{charset}\n"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return answer.stdout.splitlines()


def _range(text: str) -> tuple[int, int]:
    low, _dash, high = text.partition("-")
    return int(low, 16), int(high or low, 16)
