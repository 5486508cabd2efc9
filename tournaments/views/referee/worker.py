"""The script that opens a table's page without network, where there is https (a browser's rule)."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """Served below /t/, because a browser lets it work for the addresses beside it only."""
    source = Path(str(finders.find("tournaments/worker.js"))).read_text(encoding="utf-8")
    return HttpResponse(source, content_type="text/javascript")
