"""The frame of every desk page: the evening on the left, the next step on top."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from tournaments.messages import evening as words
from tournaments.messages.steps import step_text
from tournaments.models import Phase
from tournaments.queries.evening import EveningStep, evening_steps
from tournaments.queries.facts import Facts
from tournaments.queries.forecast import end_sentence
from tournaments.queries.next_step import Step, next_step


def evening_context(facts: Facts, *, leads: bool = True) -> dict[str, Any]:
    """What templates/desk/_layout.html needs: {tournament, steps, next, forecast}. Without `leads` (a
    Helfer) the next step is told; taking it is for the Leitung."""
    return {
        "tournament": facts.tournament,
        "steps": [_line(facts, step) for step in evening_steps(facts)],
        "next": next_context(facts, next_step(facts), leads=leads),
        "forecast": end_sentence(facts, timezone.now()),
    }


def next_context(facts: Facts, step: Step, *, leads: bool = True) -> dict[str, Any]:
    text = step_text(step.code, step.params)
    return {
        "code": step.code,
        "label": text.button,
        "sentence": text.button,
        "reason": text.reason,
        "after": text.after if leads or not step.post else words.for_leitung(),
        "href": step_url(facts, step) if leads or not step.post else "",
        "method": "post" if step.post else "get",
        "seen": _seen(facts, step.code),
    }


def _seen(facts: Facts, code: str) -> list[tuple[str, int]]:
    """What the button sends of what its page showed: another draw or cut is not meant by it."""
    if code == "publish_draw" and facts.current:
        return [("draw_no", facts.current.draw_no)]
    return [("cut", facts.cut.id)] if code == "announce_cut" and facts.cut else []


def without_reload(block: dict[str, Any], *page: str) -> dict[str, Any]:
    """The block on a page (its addresses): a link that would only fetch it again becomes words."""
    return block | {"href": ""} if block["method"] == "get" and block["href"] in page else block


def step_url(facts: Facts, step: Step) -> str:
    page = reverse(f"desk:{step.route}", args=[facts.tournament.slug, *step.args])
    return f"{page}?{step.query}" if step.query else page


def _line(facts: Facts, step: EveningStep) -> dict[str, Any]:
    label, when = _words(facts, step)
    return {
        "code": step.code,
        "label": label,
        "when": when,
        "state": step.state,
        "href": _href(facts, step),
        "sub": [
            {"label": words.sub(sub.code, done=sub.state == "done"), "state": sub.state} for sub in step.subs
        ],
    }


def _words(facts: Facts, step: EveningStep) -> tuple[str, str]:
    plan = facts.plan
    if step.code == "round":
        name = words.round_name(step.number, plan.rounds, running=step.state == "now")
        return name, _span(step) if step.state == "done" else ""
    if step.code == "registration":
        return words.registration(), words.people_here(len(facts.present)) if facts.present else ""
    if step.code == "cut":
        return words.cut_name(plan.qualifiers), ""
    names = {
        "set_up": words.set_up,
        "ko": words.ko_name,
        "final": words.final_name,
        "winner": words.winner_name,
    }
    return names[step.code](), ""


def _span(step: EveningStep) -> str:
    times = [timezone.localtime(at).strftime("%H:%M") for at in (step.begin, step.end) if at]
    return "–".join(times)


def _href(facts: Facts, step: EveningStep) -> str | None:
    slug = facts.tournament.slug
    if step.code == "set_up":
        return reverse("desk:format", args=[slug])
    if step.code == "registration":
        return reverse("desk:registration", args=[slug])
    if step.code == "round":
        known = any(r.number == step.number for r in facts.vorrunde)
        return reverse("desk:round", args=[slug, step.number]) if known or step.state == "now" else None
    if step.state == "next":
        return None
    if step.code == "cut" and facts.tournament.phase == Phase.VORRUNDE:
        return reverse("desk:stechen", args=[slug])
    return reverse(f"desk:{step.code}", args=[slug])
