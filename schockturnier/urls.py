"""One file of routes a face: the desk, the tables, the hall; and the hall as JSON."""

from django.urls import include, path, re_path

handler500 = "tournaments.views.trouble.error"
urlpatterns = [
    path("leitung/", include("tournaments.urls.desk")),
    # Also in capitals: a QR code of capitals alone is smaller, its modules larger.
    re_path("^[tT]/", include("tournaments.urls.referee")),
    path("api/", include("tournaments.urls.api")),
    path("", include("tournaments.urls.hall")),
]
