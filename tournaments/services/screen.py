"""The projector, steered from the desk: a page pinned, held, turned, the best called out, words, a gong."""

from dataclasses import replace
from typing import Any

from scoring.errors import RuleViolation
from tournaments.models import MESSAGE_LETTERS, Phase, Steering, Tournament
from tournaments.models.names import tidy
from tournaments.queries.facts import load_facts
from tournaments.queries.public import hall_view
from tournaments.queries.steering import choices, presenting_key, shown, to_call
from tournaments.services._act import Actor, Outcome, act

SHOWN = (Phase.REGISTRATION, Phase.VORRUNDE, Phase.CUT, Phase.KO, Phase.FINAL, Phase.FINISHED)
"""While there is a projector's page."""


@act("pin_page", *SHOWN)
def pin_page(t: Tournament, *, by: Actor, page: str) -> Outcome:
    """This page and no other, from its first part. Raises screen_page_gone."""
    if page not in {choice.key for choice in choices(hall_view(load_facts(t)))}:
        raise RuleViolation("screen_page_gone")
    return _steer(t, {"page": page.partition(".")[0]}, page=page, held=False, called=0, turned=0)


@act("turn_page", *SHOWN)
def turn_page(t: Tournament, *, by: Actor) -> Outcome:
    """The next page of what turns now, at once. Raises one_page_only."""
    now = shown(hall_view(load_facts(t)))
    if len(now.screens) < 2:
        raise RuleViolation("one_page_only")
    return _steer(t, turned=now.turned + 1, series=now.series)


@act("hold_pages", *SHOWN)
def hold_pages(t: Tournament, *, by: Actor, on: bool) -> Outcome:
    """Pages stand still, or turn again. What stands on them stays true in both cases."""
    return _steer(t, log_as="hold_pages" if on else "let_pages_turn", held=on)


@act("follow_evening", *SHOWN)
def follow_evening(t: Tournament, *, by: Actor) -> Outcome:
    """Everything that was told is taken back; what was rung and turned has happened."""
    return _steer(t, page="", held=False, called=0, turned=0, message="", alone=False)


@act("present_best", Phase.CUT, Phase.FINAL, Phase.FINISHED)
def present_best(t: Tournament, *, by: Actor) -> Outcome:
    """Those who go on, at the end the first three, are called out one by one. Before the announcement (the
    end) this prepares it: until then the hall sees nothing of it."""
    log_as = "" if t.phase == Phase.CUT else "present_podium"
    return _steer(t, log_as=log_as, page=presenting_key(load_facts(t)), held=False, called=0)


@act("call_next", Phase.CUT, Phase.FINAL, Phase.FINISHED)
def call_next(t: Tournament, *, by: Actor, called: int) -> Outcome:
    """The next place up, everybody who shares it; behind the first place the whole list.

    `called`: how many the desk saw called out. Raises not_presenting, not_announced, not_finished,
    changed_since.
    """
    facts = load_facts(t)
    if t.steering.page != presenting_key(facts):
        raise RuleViolation("not_presenting")
    found = to_call(hall_view(facts))
    if not found:
        raise RuleViolation("not_announced" if t.phase == Phase.CUT else "not_finished")
    if called != t.steering.called:
        raise RuleViolation("changed_since")
    if called >= len(found):
        return _steer(t, log_as="call_whole_list", page="", called=0)
    return _steer(t, {"number": called + 1}, called=called + 1)


@act("show_message", *SHOWN)
def show_message(t: Tournament, *, by: Actor, text: str, alone: bool) -> Outcome:
    """Words over the page, or `alone` on one of their own, until they are taken away; the log never holds
    them. Raises message_missing, message_long (at `text`)."""
    text = tidy(text)
    if not text:
        raise RuleViolation("message_missing", "text")
    if len(text) > MESSAGE_LETTERS:
        raise RuleViolation("message_long", "text", letters=len(text), most=MESSAGE_LETTERS)
    return _steer(t, {"letters": len(text)}, message=text, alone=alone)


@act("take_message", *SHOWN)
def take_message(t: Tournament, *, by: Actor) -> Outcome:
    """Raises no_message."""
    if not t.steering.message:
        raise RuleViolation("no_message")
    return _steer(t, message="", alone=False)


@act("ring_gong", *SHOWN)
def ring_gong(t: Tournament, *, by: Actor) -> Outcome:
    """C7.1: seen for some seconds on every open projector, and heard where its browser lets it."""
    return _steer(t, gongs=t.steering.gongs + 1)


def _steer(t: Tournament, data: dict[str, Any] | None = None, *, log_as: str = "", **changes: Any) -> Outcome:
    """Told twice is told once: without a change there is no revision and no line in the log."""
    before = t.steering
    after: Steering = replace(before, **changes)
    t.screen = after.to_dict()
    t.save(update_fields=["screen"])
    return Outcome({}, data or {}, changed=after != before, log_as=log_as)
