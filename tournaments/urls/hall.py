"""The hall: phones and the projector, without login."""

from django.urls import path

from tournaments.views import beamer, hall, own, verdict

app_name = "hall"
urlpatterns = [
    path("", hall.home, name="home"),
    path("<slug:slug>/", hall.page, name="now"),
    path("<slug:slug>/stand/", hall.page, {"name": "stand"}, name="standings"),
    path("<slug:slug>/auslosung/", hall.page, {"name": "auslosung"}, name="draw"),
    path("<slug:slug>/auslosung/protokoll/", hall.page, {"name": "losprotokoll"}, name="lots"),
    path("<slug:slug>/auslosung/protokoll.json", hall.lots_file, name="lots_file"),
    path("<slug:slug>/stechen/", hall.page, {"name": "stechen"}, name="stechen"),
    path("<slug:slug>/ko/", hall.page, {"name": "ko"}, name="ko"),
    path("<slug:slug>/finale/", hall.page, {"name": "finale"}, name="final"),
    path("<slug:slug>/plaetze/", hall.page, {"name": "plaetze"}, name="places"),
    path("<slug:slug>/statistik/", hall.page, {"name": "statistik"}, name="statistics"),
    path("<slug:slug>/regeln/", hall.page, {"name": "regeln"}, name="rules"),
    path("<slug:slug>/wer-hat-verloren/", verdict.page, name="verdict"),
    path("<slug:slug>/ich/", own.choose, name="own"),
    path("<slug:slug>/ich/<int:number>.css", own.style, name="own_style"),
    path("<slug:slug>/teil/ich/<int:number>/", own.part, name="own_part"),
    path("<slug:slug>/teil/<slug:name>/", hall.part, name="part"),
    path("<slug:slug>/revision/", hall.revision, name="revision"),
    path("<slug:slug>/beamer/", beamer.page, name="beamer"),
    path("<slug:slug>/beamer/<int:number>/", beamer.part, name="beamer_part"),
]
