"""Logo und Fußzeile: what stands on every printed sheet."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleViolation
from tournaments.access import LEITUNG, tournament_for
from tournaments.forms import PaperStyleForm
from tournaments.messages import registration as say
from tournaments.models import PaperStyle, Tournament
from tournaments.services import paper_style as acts
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._page import perform, render_desk


def style_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The line at the foot and the logo, with the picture as it is printed now."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    row = PaperStyle.objects.filter(tournament=tournament).defer("logo").first() or PaperStyle()
    now = {"footer": row.footer, "logo_text": row.logo_text}
    if request.method != "POST":
        return _page(request, tournament, PaperStyleForm(initial=now))
    form = PaperStyleForm(request.POST, request.FILES, initial=now)
    if not form.is_valid():
        return _page(request, tournament, form, status=400)
    changed = form.changed()
    body = {name: changed.get(name) for name in ("footer", "logo_text")}
    try:
        acts.style_paper(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            data=form.picture(),
            **body,
        )
    except RuleViolation as violation:
        form.refuse(violation)
        return _page(request, tournament, form, status=status_of(violation))
    messages.success(request, say.saved())
    return redirect("desk:paper_style", slug)


@require_safe
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture that is printed now."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    row = PaperStyle.objects.filter(tournament=tournament).exclude(logo_digest="").first()
    if row is None:
        raise Http404
    return HttpResponse(row.logo, content_type=row.logo_type, headers={"Cache-Control": "no-store"})


@require_POST
def remove_logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Paper without a logo."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:paper_style", args=[slug])
    return perform(request, tournament, acts.remove_logo, back, done=say.saved())


def _page(
    request: HttpRequest, tournament: Tournament, form: PaperStyleForm, *, status: int = 200
) -> HttpResponse:
    row = PaperStyle.objects.filter(tournament=tournament).defer("logo").first()
    now = {"logo": row.logo_digest, "logo_text": row.logo_text} if row else {}
    context = {"form": form, **now}
    return render_desk(request, tournament, "desk/papier.html", context, status=status)
