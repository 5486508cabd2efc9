"""The tables at /t/: pairing by a code, the questions, what a device sends."""

from django.urls import path, re_path

from tournaments.views.referee import deckel, pairing, send, table, throws, worker

app_name = "referee"

urlpatterns = [
    path("", pairing.home, name="home"),
    path("offline.js", worker.script, name="worker"),
    path("tisch/<int:station_id>/", table.page, name="table"),
    path("tisch/<int:station_id>/stand/", table.stand, name="stand"),
    path("tisch/<int:station_id>/teil/", table.part, name="part"),
    path("tisch/<int:station_id>/falscher-tisch/", pairing.leave, name="leave"),
    path("tisch/<int:station_id>/ergebnis/", send.result, name="result"),
    path("tisch/<int:station_id>/zurueck/", send.undo, name="undo"),
    path("tisch/<int:station_id>/fehlt/", send.absence, name="absence"),
    path("tisch/<int:station_id>/doch-da/", send.present, name="present"),
    path("tisch/<int:station_id>/schock-aus/", send.stroke, name="stroke"),
    path("tisch/<int:station_id>/deckel/", deckel.page, name="deckel"),
    path("tisch/<int:station_id>/deckel/stand/", deckel.stand, name="deckel_stand"),
    path("tisch/<int:station_id>/deckel/teil/", deckel.part, name="deckel_part"),
    path("tisch/<int:station_id>/deckel/wurfrunde/", deckel.step, name="step"),
    path("tisch/<int:station_id>/deckel/wuerfe/", throws.page, name="throws"),
    path("tisch/<int:station_id>/deckel/zurueck/", deckel.undo, name="undo_step"),
    re_path(r"^(?P<code>[A-Za-z0-9]{6})/?$", pairing.code, name="code"),
]
