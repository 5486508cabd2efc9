"""Tables with their codes and the devices that may enter results there (product.md §4)."""

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.access import LEITUNG, tournament_for
from tournaments.messages import play as words
from tournaments.messages import tables as say
from tournaments.models import Phase, Stage
from tournaments.queries.devices import stations
from tournaments.queries.facts import load_facts
from tournaments.services import stations as acts
from tournaments.views.desk._page import perform, render_desk, safe_back

NOW: dict[str, Stage] = {
    Phase.CUT: Stage.KO,
    Phase.KO: Stage.KO,
    Phase.FINAL: Stage.FINAL,
    Phase.FINISHED: Stage.FINAL,
}


def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """Every station with its code and devices."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    facts = load_facts(tournament)
    lines = stations(tournament)
    stages = [
        {
            "code": stage,
            "name": say.stage(stage),
            "lines": [
                {
                    "station": line,
                    "dialog": f"code-{line.id}",
                    "fields": (("seen", line.code),),
                    "sign": words.table_sign(stage, line.number),
                    "label": words.table_name(stage, line.number),
                    "devices": [
                        {"line": device, "name": say.device_name(device.label)} for device in line.devices
                    ],
                }
                for line in group
            ],
        }
        for stage, group in groupby(lines, key=lambda line: line.stage)
    ]
    context = {
        "stages": _by_time(stages, tournament.phase),
        "paired": sum(1 for line in lines if line.devices),
        "total": len(lines),
    }
    return render_desk(request, tournament, "desk/geraete.html", context, facts=facts)


def _by_time(stages: list[dict[str, Any]], phase: str) -> list[dict[str, Any]]:
    """What is played now first, then what comes, then what is over. All codes may exist before any draw."""
    now = NOW.get(phase, Stage.VORRUNDE)
    order = [stage.value for stage in Stage]
    coming = [stage for stage in stages if order.index(stage["code"]) >= order.index(now)]
    return coming + [stage for stage in reversed(stages) if stage not in coming]


@require_POST
def unpair(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Take a device off a table."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:devices", args=[slug]))
    return perform(
        request, tournament, acts.unpair_device, back, done=say.done("unpair"), pairing_id=pairing_id
    )


@require_POST
def replace_code(request: HttpRequest, slug: str, station_id: int) -> HttpResponse:
    """Another code for one table."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:devices", args=[slug]))
    body = {"station_id": station_id, "seen": request.POST.get("seen", "")}
    return perform(request, tournament, acts.replace_code, back, done=say.done("replace_code"), **body)
