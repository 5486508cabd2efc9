"""The JSON of everything public, without login."""

from django.urls import path, re_path

from tournaments.views import api

app_name = "api"
urlpatterns = [
    path("v1/openapi.json", api.openapi, name="openapi"),
    path("v1/<slug:slug>/", api.part, {"name": "tournament"}, name="tournament"),
    path("v1/<slug:slug>/standings/", api.part, {"name": "standings"}, name="standings"),
    path("v1/<slug:slug>/draw/", api.part, {"name": "draw"}, name="draw"),
    path("v1/<slug:slug>/ko/", api.part, {"name": "ko"}, name="ko"),
    path("v1/<slug:slug>/final/", api.part, {"name": "final"}, name="final"),
    path("v1/<slug:slug>/places/", api.part, {"name": "places"}, name="places"),
    # Without its slash an address is led to the one with it, like everywhere.
    re_path("^(?:.*/)?$", api.unknown, name="unknown"),
]
