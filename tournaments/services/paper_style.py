"""What the organiser puts on every sheet: logo and line at the foot (product.md §7)."""

import base64
from typing import Any
from uuid import UUID

from tournaments.imports.logos import read_logo
from tournaments.models import FOOTER_LETTERS, LOGO_TEXT_LETTERS, PaperStyle, Tournament
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._texts import one_line


def style_paper(
    *,
    tournament_id: int,
    by: Actor,
    key: UUID | None = None,
    footer: str | None = "",
    logo_text: str | None = "",
    data: bytes | None = None,
) -> dict[str, Any]:
    """The line at the foot of every sheet, "" for none; the bytes of a new logo, None for the one that is
    there; what a screen reader says for it. Words that are None stay as they are. The picture is read before
    the lock is taken: the tables go on.

    Refuses: what read_logo refuses, at "logo" · text_too_long (length, limit) · name_unprintable (sign).
    """
    logo = None if data is None else read_logo(data)
    picture = {
        "logo": base64.b64encode(logo.data).decode(),
        "logo_type": logo.type,
        "logo_digest": logo.digest,
    } if logo else {}  # fmt: skip
    return _style_paper(
        tournament_id=tournament_id, by=by, key=key, footer=footer, logo_text=logo_text, picture=picture
    )


@act("style_paper")
def _style_paper(
    t: Tournament, *, by: Actor, footer: str | None, logo_text: str | None, picture: dict[str, str]
) -> Outcome:
    row = _row(t)
    wanted: dict[str, Any] = {}
    if footer is not None:
        wanted["footer"] = one_line(footer, "footer", FOOTER_LETTERS, known=row.footer)
    if logo_text is not None:
        wanted["logo_text"] = one_line(logo_text, "logo_text", LOGO_TEXT_LETTERS, known=row.logo_text)
    if picture and picture["logo_digest"] != row.logo_digest:
        wanted |= {**picture, "logo": base64.b64decode(picture["logo"])}
    values = {name: value for name, value in wanted.items() if getattr(row, name) != value}
    return _store(row, values, {"changed": sorted(values)})


@act("remove_logo")
def remove_logo(t: Tournament, *, by: Actor) -> Outcome:
    """No logo on paper any more; its words go with it."""
    row = _row(t)
    gone = {"logo": b"", "logo_type": "", "logo_digest": "", "logo_text": ""}
    return _store(row, gone if row.logo_digest else {}, {})


def _row(t: Tournament) -> PaperStyle:
    return PaperStyle.objects.filter(tournament=t).first() or PaperStyle(tournament=t)


def _store(row: PaperStyle, values: dict[str, Any], data: dict[str, Any]) -> Outcome:
    for name, value in values.items():
        setattr(row, name, value)
    if values:
        row.save()
    return Outcome(answer=data, data=data, changed=bool(values))
