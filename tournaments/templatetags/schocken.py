"""What every page draws the same way: beer mats, Spielmarken, dice, signs, names, ranks, times, money.

The drawings refer to the symbols of templates/_zeichen.html, which each page inlines once. Nothing here
writes a style attribute: the content security policy forbids it, so shares are SVG attributes.
"""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import number_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

register = template.Library()

BERLIN = ZoneInfo("Europe/Berlin")
ARC = "M32 6.5a24 24 0 110 48 24 24 0 010-48"
RIM_LETTERS = 52  # as many letters of 4.3 units fit around the rim without touching


def attribute(value: Any) -> SafeString:
    """`value` for the inside of a double-quoted attribute, whatever markup it already carries."""
    text = conditional_escape(value)
    return mark_safe(text.replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;"))


def spoken(label: object) -> SafeString:
    """A drawing either speaks or is silent: role and label, or hidden from screen readers."""
    if label == "":
        return mark_safe('aria-hidden="true"')
    return format_html('role="img" aria-label="{}"', attribute(label))


def classes(state: str) -> str:
    """`"go full"` → `" is-go is-full"`."""
    return "".join(f" is-{word}" for word in state.split())


# typed: a label that is already markup must never answer for the same letters typed by somebody.
@lru_cache(maxsize=4096, typed=True)
def draw_mat(name: str, signs: str, text: str, state: str, label: str, part: int | None) -> SafeString:
    uses = format_html_join("", '<use href="#{}"/>', ((use,) for use in [name, *signs.split()]))
    arc = number = mark_safe("")
    if part is not None:
        arc = format_html(
            '<path class="arc" pathLength="100" stroke-dasharray="{} 100" d="{}"/>',
            max(0, min(100, part)),
            ARC,
        )
    if text:
        wide = len(text) > 2
        number = format_html(
            '<text{} x="32" y="{}">{}</text>',
            mark_safe(' class="is-three"') if wide else "",
            "37" if wide else "39.5",
            text,
        )
    return format_html(
        '<svg class="deckel{}" viewBox="0 0 64 64" {}>{}{}{}</svg>',
        classes(state),
        spoken(label),
        uses,
        arc,
        number,
    )


@register.simple_tag
def deckel(
    name: str = "deckel",
    signs: str = "",
    text: object = "",
    state: str = "",
    label: object = "",
    part: int | None = None,
) -> SafeString:
    """One beer mat. `name` and `signs` (blank-separated) are symbols of _zeichen.html, `text` up to three
    letters on its face, `state` words of go · wait · loss · full · cork, `part` a share of the rim in
    percent (0…100). Without `label` it is hidden from screen readers."""
    return draw_mat(
        name, signs, "" if text is None else str(text), state, "" if label is None else str(label), part
    )


@register.simple_tag
def rim_mat(text: object, rim: str, state: str = "", label: object = "") -> SafeString:
    """The large mat with a sentence around its rim: stock of the final, champion.

    Short sentences are repeated, long ones set smaller, so that the letters go once around."""
    words = " ".join(rim.upper().split()) + " · "
    words *= max(1, RIM_LETTERS // len(words))
    small = len(words) > RIM_LETTERS
    return format_html(
        '<svg class="deckel{}" viewBox="0 0 64 64" {}><use href="#gross"/>'
        '<text class="rim-text{}"><textPath href="#rund" textLength="139" lengthAdjust="{}">{}</textPath>'
        '</text><text x="32" y="39.5">{}</text></svg>',
        classes(state),
        spoken(label),
        " is-small" if small else "",
        "spacingAndGlyphs" if len(words) > RIM_LETTERS * 1.4 else "spacing",
        words,
        text,
    )


@register.simple_tag
def marken(left: int, issued: int, name: str = "", safe: bool = False) -> SafeString:
    """A row of Spielmarken (C5): `left` still there of `issued`, the last one amber and called so, unless
    its owner is `safe`: no game can take it any more.

    One hidden sentence says it; the mats are silent."""
    issued = max(left, issued, 0)
    if name:
        sentence = ngettext(
            "%(name)s hat %(left)s von %(issued)s Spielmarke",
            "%(name)s hat %(left)s von %(issued)s Spielmarken",
            issued,
        )
    else:
        sentence = ngettext(
            "%(left)s von %(issued)s Spielmarke", "%(left)s von %(issued)s Spielmarken", issued
        )
    last = left == 1 and not safe
    held = draw_mat("deckel", "auge", "", "wait" if last else "go", "", None)
    gone = draw_mat("leer", "", "", "", "", None)
    return format_html(
        '<span class="marken"><span class="sr">{}</span>{}{}</span>',
        sentence % {"name": name, "left": left, "issued": issued},
        mark_safe(held * left + gone * (issued - left)),
        format_html(' <em class="wait">{}</em>', gettext("letzte")) if last else "",
    )


@register.simple_tag
def stapel(count: int) -> SafeString:
    """The Deckel in front of somebody: a pile of mats and the number in words."""
    words = ngettext("%(count)s Deckel", "%(count)s Deckel", count) if count else gettext("kein Deckel")
    mats = draw_mat("deckel", "", "", "cork", "", None) * count
    return format_html('<span class="pile">{}{}</span>', mark_safe(mats), words % {"count": count})


@register.simple_tag
def wurf(dice: object) -> SafeString:
    """Three dice, `"653"` or 653; nothing for anything that is not a throw."""
    digits = "" if dice is None else str(dice)
    if not digits or set(digits) - set("123456"):
        return mark_safe("")
    faces = format_html_join("", '<svg viewBox="0 0 40 40"><use href="#w{}"/></svg>', ((d,) for d in digits))
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', "-".join(digits), faces)


@lru_cache(maxsize=512, typed=True)
def draw_icon(name: str, label: str) -> SafeString:
    return format_html('<svg class="icon" {}><use href="#i-{}"/></svg>', spoken(label), name)


@register.simple_tag
def icon(name: str, label: object = "") -> SafeString:
    """A line sign beside a word; with `label` it speaks for itself."""
    return draw_icon(name, str(label))


@register.simple_tag
def pill(state: str, sign: str, text: object) -> SafeString:
    """A state in one word with its sign: never colour alone. `state` is go · wait · loss · soft."""
    return format_html('<span class="tag {}">{}{}</span>', state, draw_icon(sign, ""), text)


@register.simple_tag
def key_field() -> SafeString:
    """The hidden key that lets a form be sent twice and count once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


@register.filter
def n(name: Any, after: str = "") -> SafeString:
    """A name that stays together while it fits and keeps its writing direction to itself; `after` (a comma)
    clings to it."""
    if after:
        return format_html('<span class="n"><bdi>{}</bdi>{}</span>', name, after)
    # Hundreds on a page: format_html costs as much as the rest of a line.
    return mark_safe(f'<bdi class="n">{conditional_escape(name)}</bdi>')


def within(player: Any, letters: int) -> str:
    """A name that must stay in a line of so many letters: with an initial where it is longer, because the
    last name tells more than the first."""
    initial = player.first[:1]
    if len(player.label) <= letters or not initial.isalpha() or not player.last:
        return str(player.label)
    return f"{initial}.\N{NO-BREAK SPACE}{player.last}{player.label.removeprefix(player.name)}"


@register.simple_tag
def squeezed(tag: str, player: Any, letters: int) -> SafeString:
    """A name in a place of so many letters: what does not fit with an initial is set in smaller type, so
    that it is whole in more and lower lines."""
    name = within(player, letters)
    size = "" if len(name) <= letters else "is-fine" if len(name) <= 5 * letters // 2 else "is-fine is-finer"
    return format_html('<{0} class="{1}"><bdi class="n">{2}</bdi></{0}>', tag, size, name)


@register.filter
def length_class(name: object) -> str:
    """Names over 27 letters are set smaller, over 48 smaller still, and over 96 once more."""
    letters = len(str(name))
    steps = zip((27, 48, 96), ("is-long", "is-xlong", "is-xxlong"), strict=True)
    return " ".join(step for most, step in steps if letters > most)


@register.filter
def message_class(text: object) -> str:
    """A message on the projector shrinks twice: from 41 letters on, and from 101."""
    letters = len(str(text))
    return "is-long is-xlong" if letters > 100 else "is-long" if letters > 40 else ""


@register.filter
def rank(value: Any, tied: bool | None = None) -> SafeString:
    """A place, `=7` in amber when shared: `{{ standing|rank }}` or `{{ place|rank:tied }}`."""
    if tied is None:
        value, tied = value.rank, value.tied
    return draw_rank(value, bool(tied))


@lru_cache(maxsize=1024, typed=True)
def draw_rank(place: object, tied: bool) -> SafeString:
    return format_html('<span class="wait">={}</span>', place) if tied else format_html("{}", place)


@register.filter
def move(places: int | None) -> SafeString:
    """Places gained (+) or lost (−) since the round before; nothing where there is no round before."""
    return draw_move(places, get_language())


@lru_cache(maxsize=1024)
def draw_move(places: int | None, language: str | None) -> SafeString:
    if places is None:
        return mark_safe("")
    if places == 0:
        return format_html('<span class="soft">{}</span>', draw_icon("same", gettext("unverändert")))
    if places > 0:
        return format_html('<span class="go">{}{}</span>', draw_icon("up", gettext("besser um")), places)
    return format_html('<span class="soft">{}{}</span>', draw_icon("down", gettext("schlechter um")), -places)


@register.filter
def uhr(moment: datetime | None, seconds: str = "") -> str:
    """The time of day in Düren, 20:14; with any argument 20:14:07. UTC in, nothing for nothing."""
    if moment is None:
        return ""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(BERLIN).strftime("%H:%M:%S" if seconds else "%H:%M")


@register.filter
def minuten(duration: timedelta | int | None) -> str:
    """Whole minutes in words, from a duration or a number of minutes."""
    if duration is None:
        return ""
    count = int(duration.total_seconds()) // 60 if isinstance(duration, timedelta) else int(duration)
    return ngettext("%(count)s Minute", "%(count)s Minuten", count) % {"count": count}


@register.filter
def table_letter(number: int) -> str:
    """K.O. tables are called by letters: 1 → A, 26 → Z, 27 → AA."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@register.filter
def euro(cents: int | None) -> str:
    """Money from whole cents: 10 €, 10,50 €."""
    if cents is None:
        return ""
    amount = number_format(Decimal(cents) / 100, decimal_pos=2 if cents % 100 else 0, force_grouping=True)
    return f"{amount}\N{NO-BREAK SPACE}€".replace("-", "\N{MINUS SIGN}")
