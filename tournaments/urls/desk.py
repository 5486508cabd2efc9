"""The desk at /leitung/. Everybody is signed in here; which role may what is in the views.

Each area has a list of its own: `page(route, view, name)`, acting addresses under the page they belong to.
"""

from django.urls import URLPattern, path

from tournaments.views.desk import accounts, entries, home, login, players, printing, registration, setup
from tournaments.views.desk._page import View, desk_page

app_name = "desk"


def page(route: str, view: View, name: str) -> URLPattern:
    return path(route, desk_page(view), name=name)


START = [
    path("anmelden/", login.sign_in, name="login"),
    path("abmelden/", login.sign_out, name="logout"),
    page("", home.tournaments, "tournaments"),
    page("", home.tournaments, "home"),
    page("neu/", setup.create, "create"),
    page("konten/", accounts.accounts, "accounts"),
    page("konten/<int:user_id>/kennwort/", accounts.renew, "account_renew"),
    page("konten/<int:user_id>/schliessen/", accounts.close, "account_close"),
]

SETUP = [
    page("<slug:slug>/", home.overview, "overview"),
    page("<slug:slug>/revision/", home.revision, "revision"),
    page("<slug:slug>/format/", setup.format_page, "format"),
    page("<slug:slug>/format/rechnen/", setup.reckon, "reckon"),
    page("<slug:slug>/format/runden/", setup.rounds, "change_rounds"),
    page("<slug:slug>/format/losnummer/", setup.lot_number, "lot_number"),
    page("<slug:slug>/regeln/", setup.rules_page, "rules"),
    page("<slug:slug>/regeln/vorlage/", setup.rules_preset, "rules_preset"),
    page("<slug:slug>/angaben/", setup.describe, "describe"),
    page("<slug:slug>/anmeldung/oeffnen/", setup.open_, "open_registration"),
    page("<slug:slug>/anmeldung/zurueck/", setup.back, "back_to_setup"),
    page("<slug:slug>/loeschen/", setup.delete, "delete_rehearsal"),
]

REGISTRATION = [
    page("<slug:slug>/anmeldung/", registration.registration, "registration"),
    page("<slug:slug>/anmeldung/teil/<slug:name>/", registration.part, "registration_part"),
    page("<slug:slug>/anmeldung/neu/", registration.add, "add_player"),
    page("<slug:slug>/anmeldung/zuruecknehmen/", registration.take_back, "take_back"),
    page("<slug:slug>/anmeldung/liste/", entries.upload, "import"),
    page("<slug:slug>/anmeldung/liste/<int:import_id>/", entries.preview, "import_preview"),
    page("<slug:slug>/anmeldung/liste/<int:import_id>/uebernehmen/", entries.confirm, "import_confirm"),
    page("<slug:slug>/anmeldung/liste/<int:import_id>/verwerfen/", entries.discard, "import_discard"),
    page("<slug:slug>/anmeldung/<int:number>/", players.player, "player"),
    page("<slug:slug>/anmeldung/<int:number>/haken/", registration.tap, "tap"),
    page("<slug:slug>/anmeldung/<int:number>/zurueckziehen/", players.withdraw, "withdraw"),
    page("<slug:slug>/anmeldung/<int:number>/ausschliessen/", players.exclude, "exclude"),
    page("<slug:slug>/anmeldung/<int:number>/wieder/", players.come_back, "return"),
    page("<slug:slug>/suche/", players.search, "search"),
]

PRINTING = [
    page("<slug:slug>/drucken/", printing.print_page, "prints"),
    page("<slug:slug>/drucken/liste/", printing.prints_list, "prints_list"),
    page("<slug:slug>/drucken/stand/", printing.prints_state, "prints_state"),
    page("<slug:slug>/drucken/<slug:kind>/<int:number>/", printing.print_request, "print"),
    page("<slug:slug>/drucken/<int:job_id>/abbrechen/", printing.print_cancel, "print_cancel"),
    page("<slug:slug>/drucken/<int:job_id>/datei/", printing.print_file, "print_file"),
]

urlpatterns = [*START, *SETUP, *REGISTRATION, *PRINTING]
