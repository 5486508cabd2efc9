"""All addresses of the product, from the resolver, and how to write one for a scene."""

from collections.abc import Iterator
from functools import cache as kept

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments import scenes
from tests.tournaments.permissions import RULES


@kept
def addresses() -> dict[str, tuple[str, ...]]:
    """`face:name` → names of its parameters, for everything that is reachable."""
    return dict(_addresses(get_resolver(), ()))


def _addresses(
    resolver: URLResolver, before: tuple[str, ...], face: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for entry in resolver.url_patterns:
        params = (*before, *entry.pattern.regex.groupindex)
        if isinstance(entry, URLResolver):
            yield from _addresses(entry, params, entry.namespace or face)
        else:
            assert isinstance(entry, URLPattern)
            assert entry.name, f"an address without a name: {entry.pattern}"
            yield f"{face}:{entry.name}", params


def path_of(name: str, here: scenes.Scene) -> str:
    values = here.values | RULES[name].args
    return reverse(name, kwargs={param: values[param] for param in addresses()[name]})


def lacking(name: str) -> set[str]:
    """Parameters of an address that neither the scenes nor its rule give a value."""
    return set(addresses()[name]) - set(scenes.PARAMETERS) - set(RULES[name].args)


def known() -> list[str]:
    """Addresses with an expectation; what lacks one fails its own test only."""
    return [name for name in RULES if name in addresses() and not lacking(name)]
