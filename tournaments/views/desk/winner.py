"""The prize-giving: the champion and all places (C5.4, C6.2, C6.3)."""

from django.http import HttpRequest, HttpResponse

from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.models import Phase
from tournaments.queries.facts import load_facts
from tournaments.queries.hall import counts
from tournaments.queries.honours import best_ladies, honours
from tournaments.queries.places import places
from tournaments.views.desk._finish import is_hit, living_page


def winner(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody, best first; places that are still played for have no number yet."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    lines = places(facts)
    query = request.GET.get("q", "")[:100].strip()
    hits = [is_hit(line.player, query) for line in lines]
    first = hits.index(True) if True in hits else -1
    finished = tournament.phase == Phase.FINISHED
    leads = LEITUNG in roles_of(request.user)
    ladies = best_ladies(facts, lines) if finished and leads else ()
    context = {
        "finished": finished,
        "first": lines[0] if finished and lines else None,
        "heads": lines[1:3] if finished else (),
        "honours": honours(facts, ladies=ladies),
        "rows": [
            {"line": line, "hit": hits[index], "anchor": index == first} for index, line in enumerate(lines)
        ],
        "query": query,
        **counts(facts),
    }
    return living_page(request, facts, "sieger", context)
