"""What the acts on people share: a row by start number, columns out of what was typed, who is meant twice."""

from typing import Any

from scoring.errors import RuleViolation
from tournaments.models import Club, Gender, Person, Player, Team, Tournament
from tournaments.models.names import clean_name, name_key, search_key, sort_key
from tournaments.queries.fixed import late_entry_closed

STATION_LIMIT = 400


def row_of(t: Tournament, player: int) -> Player:
    """The player with this start number. Refuses: player_unknown."""
    row = Player.objects.filter(tournament=t, start_number=player).first()
    if row is None:
        raise RuleViolation("player_unknown", player=player)
    return row


def require_names(t: Tournament) -> None:
    """Refuses names_deleted: what would bring names back."""
    if t.names_deleted_at is not None:
        raise RuleViolation("names_deleted")


def next_number(t: Tournament) -> int:
    """Start numbers rise and are never reused."""
    last = Player.objects.filter(tournament=t).order_by("-start_number").first()
    return last.start_number + 1 if last else 1


def check_late_entry(t: Tournament) -> None:
    """C2.6: refuses `late_entry_closed` (round) once the round after `late_entry_until` is published."""
    if late_entry_closed(t):
        raise RuleViolation("late_entry_closed", round=t.plan.late_entry_until + 1)


def cleaned(
    *,
    first: str,
    last: str,
    club: str,
    team: str,
    gender: str,
    fixed_station: int | None,
    row: Player | None = None,
) -> dict[str, Any]:
    """What was typed about a person, as it is stored. row: whose name may stay as it is.

    Refuses: what clean_name refuses, at its field · gender_unknown · station_invalid.
    """
    if gender not in ("", *Gender.values):
        raise RuleViolation("gender_unknown", field="gender")
    if fixed_station is not None and not 1 <= fixed_station <= STATION_LIMIT:
        raise RuleViolation("station_invalid", field="fixed_station", limit=STATION_LIMIT)
    typed = {"first": first, "last": last, "club": club, "team": team}
    known = known_of(row) if row else {}
    names = {
        part: clean_name(text, field=part, required=part == "first", known=known.get(part, ""))
        for part, text in typed.items()
    }
    return {
        **names,
        "gender": gender,
        "fixed_station": fixed_station,
    }


def known_of(row: Player) -> dict[str, Any]:
    """What is known about a person, as it would be typed."""
    return {
        "first": row.first,
        "last": row.last,
        "club": row.club.name if row.club else "",
        "team": row.team.name if row.team else "",
        "gender": row.gender,
        "fixed_station": row.fixed_station,
    }


def columns(t: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """Columns of Player out of `cleaned` values; clubs and teams that are new are made."""
    first, last, club = values["first"], values["last"], values["club"]
    return {
        "first": first,
        "last": last,
        "sort_key": sort_key(last, first),
        "search_key": search_key(first, last, club),
        "club": club_named(club),
        "team": _team(t, values["team"]),
        "gender": values["gender"],
        "fixed_station": values["fixed_station"],
    }


def club_named(name: str) -> Club | None:
    """The club of this name, however it is spelled; a new one if there is none."""
    if not name:
        return None
    club = Club.objects.filter(name=name).first()
    if club is None:
        wanted = name_key(name)
        club = next((c for c in Club.objects.order_by("id") if name_key(c.name) == wanted), None)
    return club or Club.objects.get_or_create(name=name)[0]


def _team(t: Tournament, name: str) -> Team | None:
    if not name:
        return None
    wanted = name_key(name)
    teams = Team.objects.filter(tournament=t).order_by("id")
    return next((x for x in teams if name_key(x.name) == wanted), None) or Team.objects.create(
        tournament=t, name=name
    )


def forget_shared(persons: set[int], clubs: set[int]) -> None:
    """Whom and what no other tournament knows. Locked before it is asked: whoever is entered for a club in
    this moment waits at the end of his transaction, and finds it there or makes it anew (`_again`)."""
    for model, rows in ((Person, persons), (Club, clubs)):
        list(model._default_manager.select_for_update().filter(pk__in=rows).order_by("pk").values_list("pk"))
    Person.objects.filter(pk__in=persons, player=None).delete()
    Club.objects.filter(pk__in=clubs, player=None, person=None).delete()


def check_namesakes(t: Tournament, values: dict[str, Any]) -> None:
    """Somebody of this name and club is there already; without a club anybody of this name may be meant.

    Refuses: duplicate_player (name, who: their start numbers and clubs, players: their start numbers).
    """
    wanted, club = name_key(values["first"], values["last"]), name_key(values["club"])
    same = [
        p
        for p in Player.objects.filter(tournament=t).select_related("club").order_by("start_number")
        if name_key(p.first, p.last) == wanted
        and (not values["club"] or p.club is None or name_key(p.club.name) == club)
    ]
    if same:
        raise RuleViolation(
            "duplicate_player",
            field="first",
            name=f"{values['first']} {values['last']}".strip(),
            who=", ".join(f"{p.start_number} ({p.club})" if p.club else str(p.start_number) for p in same),
            players=tuple(p.start_number for p in same),
        )
