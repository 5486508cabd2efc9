"""One file of routes a face: the desk, the tables, the hall."""

from django.urls import include, path

urlpatterns = [
    path("leitung/", include("tournaments.urls.desk")),
    path("t/", include("tournaments.urls.referee")),
    path("", include("tournaments.urls.hall")),
]
