"""One file of routes a face: the desk, the tables, the hall."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path(prefix, include(f"tournaments.urls.{face}"))
    for prefix, face in (("leitung/", "desk"), ("t/", "referee"), ("", "hall"))
    if find_spec("tournaments.urls") and find_spec(f"tournaments.urls.{face}")
]
