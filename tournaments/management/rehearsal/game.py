"""Random but legal results (R7): who lost which half. The facts only; nobody throws a die here."""

from collections.abc import Collection, Sequence

from tournaments.management.rehearsal.chance import Chance

Losers = dict[str, int | None]


def invent_game(
    chance: Chance, playing: Sequence[int], *, scharf: bool = False, leaving: Collection[int] = ()
) -> Losers:
    """The three names of one game between `playing`; who leaves in it may have lost a half before (C2.5)."""
    first = chance.one_of([*playing, *leaving])
    if scharf:
        return {"half1": first, "half2": None, "endkampf": None}
    second = chance.one_of(playing)
    if first == second:
        return {"half1": first, "half2": second, "endkampf": None}
    endkampf = first if first in leaving else chance.one_of((first, second))
    return {"half1": first, "half2": second, "endkampf": endkampf}


def other_game(chance: Chance, playing: Sequence[int], losers: Losers) -> Losers:
    """Another result of the same game, as somebody reads it who heard it wrong."""
    scharf = losers["half2"] is None
    while True:
        other = invent_game(chance, playing, scharf=scharf)
        if other != losers:
            return other
