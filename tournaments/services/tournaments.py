"""The tournament itself: made, described, its format and rules chosen, its registration opened."""

import re
import secrets
from collections.abc import Mapping
from datetime import date as Date
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http.request import validate_host
from django.utils import timezone
from django.utils.text import slugify

from scoring.errors import RuleViolation
from scoring.format import PRESETS_FORMAT, Format
from scoring.ruleset import PRESETS, RuleSet, difference
from tournaments.live import hints
from tournaments.models import RESERVED_SLUGS, LogEntry, Phase, Round, RoundState, Stage, Tournament
from tournaments.queries import fixed
from tournaments.services._act import Actor, Outcome, act, digest_of, recall, settle
from tournaments.services._full import saving
from tournaments.services._ko import reissue_final_marks
from tournaments.services._lock import in_turn, lock_tournament
from tournaments.services._people import forget_shared
from tournaments.services._texts import one_line
from tournaments.services.jobs import forget_prints

TEXT_LENGTH = 120
SLUG_LENGTH = 60
LOT_NUMBER_LIMIT = 999_999_999
FIRST_YEAR, LAST_YEAR = 1900, 2999
BEFORE_CUT = (Phase.SETUP, Phase.REGISTRATION, Phase.VORRUNDE)
# Words that stand in the addresses of the desk where a slug could.
DESK_WORDS = frozenset({"neu", "konten", "anmelden", "abmelden", "probelauf", "hilfe"})
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ẞ": "SS"}
)
_ATTEMPTS = 5


def create_tournament(
    *,
    by: Actor,
    key: UUID | None = None,
    name: str,
    date: str,
    place: str = "",
    preset: str = "dueren",
    rules: str = "dueren",
    rehearsal: bool = False,
    slug: str = "",
    salt: str = "",
) -> dict[str, Any]:
    """A new tournament in its set-up, from a preset of the format and of the rules.

    date: ISO. slug: made from the name when empty. salt: 32 hex digits, random when empty (a rehearsal
    brings its own, so that it can be repeated). Answer: {"slug", "tournament", "revision"}.
    Refuses: title_missing · text_too_long · name_unprintable (sign) · date_invalid · preset_unknown ·
    slug_invalid · slug_reserved · slug_taken · key_reused.
    """
    body = {
        "name": _text(name, "name", required=True),
        "date": _date(date).isoformat(),
        "place": _text(place, "place"),
        "preset": preset,
        "rules": rules,
        "rehearsal": rehearsal,
        "slug": slug,
        "salt": salt,
    }
    digest = digest_of("create_tournament", None, body)
    for attempt in range(_ATTEMPTS):
        try:
            with saving(), in_turn(), transaction.atomic():
                return recall(key, digest) or _create(by, key, digest, body)
        except IntegrityError:
            # Somebody took the address or sent the same key in the same moment: look again.
            if attempt == _ATTEMPTS - 1:
                raise
    raise AssertionError("unreachable")


def _create(by: Actor, key: UUID | None, digest: str, body: Mapping[str, Any]) -> dict[str, Any]:
    plan, rules = _preset(PRESETS_FORMAT, body, "preset"), _preset(PRESETS, body, "rules")
    tournament = Tournament.objects.create(
        slug=_own_slug(body["slug"]) if body["slug"] else _free_slug(body["name"]),
        name=body["name"],
        date=Date.fromisoformat(body["date"]),
        place=body["place"],
        format=plan.to_dict(),
        ruleset=rules.to_dict(),
        lot_salt=body["salt"] or secrets.token_hex(16),
        rehearsal=body["rehearsal"],
    )
    outcome = Outcome(
        answer={"slug": tournament.slug, "tournament": tournament.pk},
        data={"preset": body["preset"], "rules": body["rules"]},
    )
    return settle(tournament, "create_tournament", by, key, digest, outcome)


@act("rename_tournament")
def rename_tournament(
    t: Tournament,
    *,
    by: Actor,
    name: str | None = None,
    date: str | None = None,
    place: str | None = None,
    table_url: str | None = None,
) -> Outcome:
    """Name, date (ISO) and place; the address stays, printed codes lead to it. table_url: what the QR codes
    begin with when it is not the laptop's own address. What is left out stays as it is.

    Refuses: title_missing · text_too_long · name_unprintable (sign) · date_invalid · table_url_invalid ·
    table_url_unknown (host).
    """
    wanted: dict[str, Any] = {}
    if name is not None:
        wanted["name"] = _text(name, "name", required=True, known=t.name)
    if date is not None:
        wanted["date"] = _date(date)
    if place is not None:
        wanted["place"] = _text(place, "place", known=t.place)
    if table_url is not None:
        wanted["table_url"] = _table_url(table_url)
    changed = [field for field, value in wanted.items() if getattr(t, field) != value]
    for field in changed:
        setattr(t, field, wanted[field])
    if changed:
        t.save(update_fields=changed)
    return Outcome(answer={"changed": changed}, data={"changed": changed}, changed=bool(changed))


@act("change_format")
def change_format(t: Tournament, *, by: Actor, changes: dict[str, Any]) -> Outcome:
    """Some fields of the format (C1–C7.2), each until it is fixed (model.md).

    Refuses: what scoring.format refuses (a mix names both fields) · format_fixed (since) ·
    rounds_already_drawn (drawn).
    """
    return _store_format(t, changes)


@act("change_rounds", *BEFORE_CUT)
def change_rounds(t: Tournament, *, by: Actor, rounds: int) -> Outcome:
    """C2.4: more or fewer Turnierrunden, not below those drawn, until the cut is made.

    A late entry or a freeze that the new number would make impossible goes down with it. Refuses what
    change_format refuses.
    """
    changes: dict[str, Any] = {"rounds": rounds}
    if isinstance(rounds, int) and rounds >= 1:
        for follower in ("late_entry_until", "freeze_rounds"):
            if getattr(t.plan, follower) > rounds:
                changes[follower] = rounds
    return _store_format(t, changes)


def _store_format(t: Tournament, changes: Mapping[str, Any]) -> Outcome:
    old = t.plan
    new = Format.from_dict({**old.to_dict(), **changes})
    before, after = old.to_dict(), new.to_dict()
    changed = [field for field in after if after[field] != before[field]]
    _check_fixed(t, new, changed)
    if changed:
        t.format = after
        t.save(update_fields=["format"])
    if "final_marks" in changed:
        reissue_final_marks(t, new)
    if {"rounds", "freeze_rounds"} & set(changed):
        _show_for_good(t, (old, new))
    moved = {field: [before[field], after[field]] for field in changed}
    return Outcome(answer={"changed": changed}, data={"changed": moved}, changed=bool(changed))


def _check_fixed(t: Tournament, new: Format, changed: list[str]) -> None:
    since = fixed.fixed_fields(t)
    for field in changed:
        if field in since:
            raise RuleViolation("format_fixed", field=field, since=since[field])
    if "rounds" in changed:
        drawn = fixed.drawn_rounds(t)
        if new.rounds < drawn:
            raise RuleViolation("rounds_already_drawn", field="rounds", drawn=drawn)


def _show_for_good(t: Tournament, plans: tuple[Format, Format]) -> None:
    """C3.5: what was public under the old format, or becomes so under the new, never disappears again."""
    shown = max(plan.rounds - plan.freeze_rounds for plan in plans)
    closed = Round.objects.filter(tournament=t, stage=Stage.VORRUNDE, state=RoundState.CLOSED)
    closed.filter(number__lte=shown, standings_public_at=None).update(standings_public_at=timezone.now())


@act("change_rules")
def change_rules(
    t: Tournament, *, by: Actor, changes: dict[str, Any] | None = None, preset: str = ""
) -> Outcome:
    """A preset of the rules, single switches, or a preset with changes; until the first result.

    Refuses: rules_fixed · preset_unknown · what scoring.ruleset refuses.
    """
    start = _preset(PRESETS, {"preset": preset}, "preset") if preset else t.rules
    new = RuleSet.from_dict({**start.to_dict(), **(changes or {})})
    changed = list(difference(t.rules, new))
    if changed and fixed.rules_fixed(t):
        raise RuleViolation("rules_fixed", field=changed[0])
    before, after = t.rules.to_dict(), new.to_dict()
    if changed:
        t.ruleset = after
        t.save(update_fields=["ruleset"])
    moved = {field: [before[field], after[field]] for field in changed}
    return Outcome(answer={"changed": changed}, data={"changed": moved}, changed=bool(changed))


@act("open_registration", Phase.SETUP)
def open_registration(t: Tournament, *, by: Actor) -> Outcome:
    """From set-up to registration; format and rules are read once more, so that nothing opens unplayable."""
    _ = t.plan, t.rules
    return _phase(t, Phase.REGISTRATION)


@act("back_to_setup", Phase.REGISTRATION)
def back_to_setup(t: Tournament, *, by: Actor) -> Outcome:
    """Undo of open_registration, until round 1 is published. Players, payments and a draft draw stay."""
    return _phase(t, Phase.SETUP)


def _phase(t: Tournament, phase: str) -> Outcome:
    t.phase = phase
    t.save(update_fields=["phase"])
    return Outcome(answer={"phase": str(phase)})


@act("set_lot_number", Phase.SETUP, Phase.REGISTRATION)
def set_lot_number(t: Tournament, *, by: Actor, number: int | None, seen: str | None = None) -> Outcome:
    """C1.4: the number drawn in public before round 1, part of every draw's seed. None takes it back.
    seen: the number that the page showed, "" for none.

    Refuses: changed_since (another desk typed another one meanwhile) · lot_number_invalid · lot_number_used
    (a round is drawn with the old one) · lot_number_fixed (one was published, even if it was drawn again
    since: its protocol stays).
    """
    if number is not None and (isinstance(number, bool) or not 0 <= number <= LOT_NUMBER_LIMIT):
        raise RuleViolation("lot_number_invalid", field="number", limit=LOT_NUMBER_LIMIT)
    if number == t.lot_number:
        return Outcome(answer={"number": number}, changed=False)
    if seen not in (None, "" if t.lot_number is None else str(t.lot_number)):
        raise RuleViolation("changed_since")
    if fixed.drawn_rounds(t):
        raise RuleViolation("lot_number_used", field="number")
    if LogEntry.objects.filter(tournament=t, act="publish_draw").exists():
        raise RuleViolation("lot_number_fixed", field="number")
    t.lot_number = number
    t.save(update_fields=["lot_number"])
    return Outcome(answer={"number": number}, data={"number": number})


def delete_rehearsal(*, tournament_id: int, by: Actor) -> None:
    """Remove an invented tournament with everything in it: its prints, also the clubs that only it knew,
    and a job that plays it; a worker that is at it finds nothing more to do.

    No receipt and no log: both would go with it. Refuses: tournament_gone · no_rehearsal.
    """
    with saving(), in_turn(), transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if not tournament.rehearsal:
            raise RuleViolation("no_rehearsal")
        clubs = set(tournament.players.exclude(club=None).values_list("club_id", flat=True))
        forget_prints(tournament_id=tournament_id)
        tournament.delete()
        forget_shared(set(), clubs)
        hints.after_commit(tournament.slug)


def _preset(presets: Mapping[str, Any], body: Mapping[str, Any], field: str) -> Any:
    if body[field] not in presets:
        raise RuleViolation("preset_unknown", field=field)
    return presets[body[field]]


def _text(text: str, field: str, *, required: bool = False, known: str = "") -> str:
    text = one_line(text, field, TEXT_LENGTH, known=known)
    if required and not text:
        raise RuleViolation("title_missing", field=field)
    return text


def _table_url(text: str) -> str:
    """http(s)://host[:port] and nothing behind it, of a host that this installation answers to."""
    text = _text(text, "table_url").rstrip("/")
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    plain = f"{parts.scheme}://{parts.netloc}" == text and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not re.fullmatch(r"[\w.:-]+", host) or not plain:
        raise RuleViolation("table_url_invalid", field="table_url")
    shown = f"[{host}]" if ":" in host else host
    if not validate_host(shown, settings.ALLOWED_HOSTS):
        raise RuleViolation("table_url_unknown", field="table_url", host=shown)
    return text


def _date(text: str) -> Date:
    try:
        date = Date.fromisoformat(text)
    except (ValueError, TypeError):
        date = Date.min
    if not FIRST_YEAR <= date.year <= LAST_YEAR:  # so that days can be counted from it
        raise RuleViolation("date_invalid", field="date")
    return date


def _own_slug(slug: str) -> str:
    """An address somebody chose: small letters, digits and hyphens."""
    if len(slug) > SLUG_LENGTH or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise RuleViolation("slug_invalid", field="slug")
    if slug in RESERVED_SLUGS | DESK_WORDS:
        raise RuleViolation("slug_reserved", field="slug", slug=slug)
    if Tournament.objects.filter(slug=slug).exists():
        raise RuleViolation("slug_taken", field="slug", slug=slug)
    return slug


def _free_slug(name: str) -> str:
    """An address from the name: `duerener-schockmeisterschaft`, `…-2` when it is taken or reserved."""
    stem = slugify(name.translate(_UMLAUTS))[: SLUG_LENGTH - 4].strip("-_") or "turnier"
    taken = (
        RESERVED_SLUGS
        | DESK_WORDS
        | set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    )
    number, slug = 1, stem
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
