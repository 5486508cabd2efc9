"""Lists of the desk (django-tables2), paginated in an order that never changes between two pages."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.queries.registration import Guest, marked

PER_PAGE = 25


def hits(text: str, query: str) -> SafeString:
    """`text` with what the search found in <mark>."""
    if not query:
        return format_html("{}", text)
    pieces = (
        format_html("<mark>{}</mark>", piece) if hit else format_html("{}", piece)
        for piece, hit in marked(text, query)
    )
    return mark_safe("".join(pieces))


class PlayerTable(tables.Table):
    """Who is registered. Rows are Guests in order of name and start number; templates/desk/_leute.html draws
    the taps beside each."""

    number = tables.Column(verbose_name=_("Nr."))
    name = tables.Column(verbose_name=_("Name und Verein"))
    status = tables.Column(verbose_name=pgettext_lazy("wie es um jemanden steht", "Stand"))

    class Meta:
        template_name = "desk/_leute.html"
        orderable = False

    def __init__(self, rows: Sequence[Guest], *, query: str = "", **kwargs: Any) -> None:
        self.query = query
        super().__init__(rows, **kwargs)

    def render_name(self, record: Guest) -> SafeString:
        club = format_html("<br><small>{}</small>", hits(record.club, self.query)) if record.club else ""
        return format_html("<bdi>{}</bdi>{}", hits(record.name, self.query), club)
