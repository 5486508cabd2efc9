"""Evenings with a tie across a boundary, and its Stechen in a few words."""

from tests.playing import do, facts
from tests.tournaments.finish.evenings import CUT_TIED_3, played
from tournaments.queries.standings import OpenGroup, stechen_groups
from tournaments.services.stechen import enter_throw, open_stechen


def groups(t) -> list[OpenGroup]:
    return list(stechen_groups(facts(t)))


def group_about(t, kind: str) -> OpenGroup:
    return next(g for g in groups(t) if kind in [b.kind for b in g.group.boundaries])


def opened(points=CUT_TIED_3, kind="cut", **changes):
    """(tournament, Stechen id, tied players) of the group at one boundary."""
    t = played(points, **changes)
    tied = group_about(t, kind).group.players
    return t, do(open_stechen, t, players=list(tied))["stechen"], tied


def throw(t, stechen, player, dice="", **how):
    return do(enter_throw, t, stechen_id=stechen, player=player, dice=dice, **how)
