"""From a refusal to an answer: status, sentence, field (never a 500 for bad input)."""

from uuid import UUID, uuid4

from django.http import HttpRequest, JsonResponse

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text
from tournaments.services._act import Actor
from tournaments.services._full import FULL, READ_ONLY
from tournaments.services._gone import GONE

CONFLICTS = frozenset(
    {
        "stale_version",
        "round_redrawn",
        "round_closed",
        "wrong_phase",
        "no_game_here",
        "draw_stale",
        "changed_since",
        "password_renewed",
        "account_closed",
        "code_replaced",
        "throw_there",
        "clock_runs",
        "import_done",
        "import_gone",
        "step_taken",
    }
)


def status_of(violation: RuleViolation) -> int:
    """422 for a key under another body, 409 when the world moved on, 507 for a disk that takes nothing,
    503 for a database that does not answer, else 400."""
    if violation.code in (FULL, READ_ONLY):
        return 507
    if violation.code == GONE:
        return 503
    if violation.code == "key_reused":
        return 422
    return 409 if violation.code in CONFLICTS else 400


def refused_json(violation: RuleViolation, *, status: int = 0, **more: str) -> JsonResponse:
    """The answer to a script: {"error": code, "sentence": …, "field": …} and `more`; status: `status_of`."""
    answer = {"error": violation.code, "sentence": refusal_text(violation), "field": violation.field}
    return JsonResponse(answer | more, status=status or status_of(violation))


def actor_of(request: HttpRequest) -> Actor:
    """The desk's user as the one who acts."""
    return Actor(user_id=request.user.pk)


def new_key() -> str:
    """The hidden key of a desk form: sent twice, done once."""
    return str(uuid4())


def key_of(request: HttpRequest) -> UUID | None:
    """The form's key; None (not repeatable) when it is missing or broken."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None
