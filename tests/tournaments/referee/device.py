"""A device at a table, as tests use it: paired, looking at its page, sending."""

import json
import re
from uuid import uuid4

from django.urls import reverse

from tests.playing import facts
from tournaments.models import Station


def station(tournament, number=1, stage="vorrunde"):
    return Station.objects.get(tournament=tournament, stage=stage, number=number)


def pair(client, tournament, number=1, stage="vorrunde"):
    found = station(tournament, number, stage)
    assert client.post(f"/t/{found.code}").status_code == 302
    return found


def at(name, found):
    return reverse(f"referee:{name}", args=[found.pk])


def page(client, found, query=""):
    answer = client.get(at("table", found) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(text):
    """The step that is to be seen."""
    return re.search(r'data-show="(\w+)"', text)[1]


def words(text):
    """What is to be read in the step that is shown, blanks evened out."""
    parts = re.findall(r'<main class="state" data-step="\w+" id="arbeit">(.*?)</main>', text, re.S)
    assert len(parts) == 1
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", parts[0])).replace("\xa0", " ").strip()


def entry(tournament, table, *losers, **over):
    """What the script sends for a table that shows `table`."""
    round_ = next(r for r in facts(tournament).rounds for x in r.tables if x.id == table.id)
    body = {"key": str(uuid4()), "table": table.id, "draw_no": round_.draw_no, "game": 1,
            "version": table.version}  # fmt: skip
    return body | dict(zip(("half1", "half2", "endkampf"), losers, strict=False)) | over


def send(client, found, name, body):
    return client.post(at(name, found), json.dumps(body), content_type="application/json")
