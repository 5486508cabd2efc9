"""A slip typed in at the desk: choose the table, tick who lost, send, take back (product.md §4, C2, C5).

Our script asks with "X-Requested-With: fetch" and gets the card alone; a plain form gets a page.
"""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.forms import SlipForm
from tournaments.messages import play as words
from tournaments.messages.refusals import refusal_text
from tournaments.models import Stage, Tournament
from tournaments.queries.answers import Answer
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.queries.one_table import find, load_one
from tournaments.queries.slips import meant, said
from tournaments.services import results as acts
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._page import refused_page, render_desk, safe_back, seen_of, wants_json
from tournaments.views.desk._slip import slip_card


def slip(request: HttpRequest, slug: str) -> HttpResponse:
    """The card with the table of `?tisch=`; sent: the game recorded and the Schock aus counted.
    With `reckon`: only say what the ticks mean."""
    tournament = tournament_for(request.user, slug, HELFER)
    if request.method == "POST":
        return _record(request, tournament)
    facts = load_facts(tournament)
    return _show(request, facts, asked=request.GET.get("tisch", ""))


def _record(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = SlipForm(request.POST)
    asked = request.POST.get("tisch", "")
    if "reckon" in request.POST:
        return _reckon(request, tournament, form)
    if not form.is_valid():
        return _show(request, load_facts(tournament), asked=asked, form=form, status=400)
    try:
        answer = _send(request, tournament, form)
        tournament.refresh_from_db()
        return _sent(request, load_facts(tournament), answer)
    except RuleViolation as violation:
        form.refuse(violation)
        tournament.refresh_from_db()
        return _show(request, load_facts(tournament), asked=asked, form=form, status=status_of(violation))


def _reckon(request: HttpRequest, tournament: Tournament, form: SlipForm) -> HttpResponse:
    """What the ticks mean, while somebody ticks; nothing as long as they mean nothing yet."""
    says, sent = "", form.cleaned_data if form.is_valid() else None
    facts = load_one(tournament, sent["table"]) if sent else None
    if sent and facts:
        place = _place(facts, sent["table"])
        with suppress(RuleViolation):
            says = meant(facts, *place, sent["game"], form.answer) + words.asks()
    return render(request, "desk/_zettel_satz.html", {"says": says})


def _send(request: HttpRequest, tournament: Tournament, form: SlipForm) -> dict[str, Any]:
    """The result, then the strokes that the slip has more or fewer than the table so far."""
    sent, by = form.cleaned_data, actor_of(request)
    before = load_facts(tournament)
    found = find(before, sent["table"]) if before.plan.schock_aus_counted else None
    wanted = form.strokes(found[1].players) if found else {}
    answer = acts.record_game(
        tournament_id=tournament.pk,
        by=by,
        key=key_of(request),
        table_id=sent["table"],
        draw_no=sent["draw_no"],
        game=sent["game"],
        version=sent["version"],
        **form.answer.to_dict(),
    )
    for player, count in wanted.items():
        have = found[1].schock_aus.get(player, 0) if found else 0
        work = acts.add_schock_aus if count > have else acts.take_back_schock_aus
        for _stroke in range(abs(count - have)):
            work(tournament_id=tournament.pk, by=by, table_id=sent["table"], player=player)
    return answer


def _sent(request: HttpRequest, facts: Facts, answer: dict[str, Any]) -> HttpResponse:
    """The sentence of what happened, and an empty card for the next slip.

    Refuses: round_redrawn · stale_version, when the same slip was sent before and taken back since.
    """
    round_, table = _place(facts, answer["table"])
    if answer["game"] not in table.results:
        raise RuleViolation("stale_version")
    name = words.table_name(round_.stage, table.number)
    result = said(facts, round_, table, answer["game"], Answer.of(table.results[answer["game"]]))
    if answer["state"] == "conflict":
        return _conflict(request, facts, table, words.contradicts(name))
    sentence = words.was_there(name, result) if answer["state"] == "same" else words.recorded(name, result)
    if wants_json(request):
        return _card(request, facts, notice=sentence)
    messages.success(request, sentence)
    return redirect(stage_page(facts, round_))


def _conflict(request: HttpRequest, facts: Facts, table: TableFact, sentence: str) -> HttpResponse:
    if wants_json(request):
        return _card(request, facts, wrong=sentence, status=409)
    messages.warning(request, sentence)
    return redirect("desk:table", facts.tournament.slug, table.id)


@require_POST
def undo_game(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Take back the last result of a table; from the card its ticks come back to be put right."""
    tournament = tournament_for(request.user, slug, HELFER)
    back = safe_back(request, reverse("desk:table", args=[slug, table_id]))
    before, version = find(load_facts(tournament), table_id), seen_of(request, "version")
    try:
        answer = acts.undo_game(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            table_id=table_id,
            version=-1 if version is None else version,
            confirmed=bool(request.POST.get("confirmed")) and LEITUNG in roles_of(request.user),
        )
        tournament.refresh_from_db()
        facts = load_facts(tournament)
        round_, table = _place(facts, table_id)
    except RuleViolation as violation:
        if not wants_json(request):
            return refused_page(request, tournament, violation, back)
        tournament.refresh_from_db()
        wrong = refusal_text(violation)
        return _card(request, load_facts(tournament), wrong=wrong, status=status_of(violation))
    sentence = words.taken_back(words.table_name(round_.stage, table.number))
    if not wants_json(request):
        messages.success(request, sentence)
        return redirect(back)
    old = before[1].results.get(answer["game"]) if before else None
    ticked = Answer.of(old).to_dict() if old else {}
    sign = words.table_sign(round_.stage, table.number)
    return _card(request, facts, notice=sentence, asked=sign, ticked=ticked, taken_back=bool(old))


def _place(facts: Facts, table_id: int) -> tuple[RoundFact, TableFact]:
    """Refuses `round_redrawn`: gone since, maybe by another desk in this very moment."""
    found = find(facts, table_id)
    if found is None:
        raise RuleViolation("round_redrawn")
    return found


def stage_page(facts: Facts, round_: RoundFact) -> str:
    """The page of a round: where its slips are entered."""
    slug = facts.tournament.slug
    if round_.stage == Stage.VORRUNDE:
        return reverse("desk:round", args=[slug, round_.number])
    return reverse(f"desk:{round_.stage}", args=[slug])


def _show(request: HttpRequest, facts: Facts, *, status: int = 200, **card: Any) -> HttpResponse:
    if wants_json(request):
        return _card(request, facts, status=status, **card)
    context = {"slip": slip_card(request, facts, **card)}
    return render_desk(request, facts.tournament, "desk/zettel.html", context, status=status, facts=facts)


def _card(request: HttpRequest, facts: Facts, *, status: int = 200, **card: Any) -> HttpResponse:
    context = {"tournament": facts.tournament, "slip": slip_card(request, facts, **card)}
    return render(request, "desk/_zettel.html", context, status=status)
