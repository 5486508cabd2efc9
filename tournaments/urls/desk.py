"""The desk at /leitung/. Everybody is signed in here; which role may what is in the views.

Each area has a list of its own: `page(route, view, name)`, acting addresses under the page they belong to.
"""

from django.urls import URLPattern, path

from tournaments.views.desk import (
    accounts,
    corrections,
    cut,
    devices,
    entries,
    final,
    help,
    home,
    ko,
    log,
    login,
    meetings,
    names,
    paper_style,
    players,
    printing,
    registration,
    rehearsal,
    rounds,
    screen,
    seats,
    setup,
    slips,
    standings,
    stechen,
    tables,
    winner,
)
from tournaments.views.desk._page import View, desk_page

app_name = "desk"


def page(route: str, view: View, name: str) -> URLPattern:
    return path(route, desk_page(view), name=name)


START = [
    path("anmelden/", login.sign_in, name="login"),
    path("abmelden/", login.sign_out, name="logout"),
    page("", home.tournaments, "tournaments"),
    page("neu/", setup.create, "create"),
    page("hilfe/", help.guide, "help"),
    page("probelauf/", rehearsal.start, "rehearsal_start"),
    page("konten/", accounts.accounts, "accounts"),
    page("konten/<int:user_id>/kennwort/", accounts.renew, "account_renew"),
    page("konten/<int:user_id>/schliessen/", accounts.close, "account_close"),
]

SETUP = [
    page("<slug:slug>/", home.overview, "overview"),
    page("<slug:slug>/hilfe/", help.guide, "guide"),
    page("<slug:slug>/revision/", home.revision, "revision"),
    page("<slug:slug>/format/", setup.format_page, "format"),
    page("<slug:slug>/format/runden/", setup.rounds, "change_rounds"),
    page("<slug:slug>/format/losnummer/", setup.lot_number, "lot_number"),
    page("<slug:slug>/regeln/", setup.rules_page, "rules"),
    page("<slug:slug>/regeln/vorlage/", setup.rules_preset, "rules_preset"),
    page("<slug:slug>/angaben/", setup.describe, "describe"),
    page("<slug:slug>/anmeldung/oeffnen/", setup.open_, "open_registration"),
    page("<slug:slug>/anmeldung/zurueck/", setup.back, "back_to_setup"),
    page("<slug:slug>/loeschen/", setup.delete, "delete_rehearsal"),
]

REHEARSAL = [
    page("<slug:slug>/probelauf/", rehearsal.control, "rehearsal"),
    page("<slug:slug>/probelauf/teil/", rehearsal.part, "rehearsal_part"),
    page("<slug:slug>/probelauf/stand/", rehearsal.state, "rehearsal_state"),
    page("<slug:slug>/probelauf/anhalten/", rehearsal.hold, "rehearsal_hold"),
    page("<slug:slug>/probelauf/weiter/", rehearsal.go_on, "rehearsal_go_on"),
    page("<slug:slug>/probelauf/tempo/", rehearsal.speed, "rehearsal_speed"),
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
    page("<slug:slug>/drucken/aussehen/", paper_style.style_page, "paper_style"),
    page("<slug:slug>/drucken/aussehen/logo/", paper_style.logo, "paper_logo"),
    page("<slug:slug>/drucken/aussehen/logo/entfernen/", paper_style.remove_logo, "remove_logo"),
    page("<slug:slug>/drucken/<slug:kind>/<int:number>/", printing.print_request, "print"),
    page("<slug:slug>/drucken/<int:job_id>/balken/", printing.print_bar, "print_bar"),
    page("<slug:slug>/drucken/<int:job_id>/abbrechen/", printing.print_cancel, "print_cancel"),
    page("<slug:slug>/drucken/<int:job_id>/datei/", printing.print_file, "print_file"),
]

ROUNDS = [
    page("<slug:slug>/auslosen/", rounds.draw, "draw"),
    page("<slug:slug>/runde/<int:number>/", rounds.round_, "round"),
    page("<slug:slug>/runde/<int:number>/teil/<slug:name>/", rounds.part, "round_part"),
    page("<slug:slug>/runde/<int:number>/veroeffentlichen/", rounds.publish, "publish"),
    page("<slug:slug>/runde/<int:number>/verwerfen/", rounds.discard_draw, "discard_draw"),
    page("<slug:slug>/runde/<int:number>/neu/", rounds.redraw, "redraw"),
    page("<slug:slug>/runde/<int:number>/tauschen/", seats.swap, "swap"),
    page("<slug:slug>/runde/<int:number>/schliessen/", rounds.close_round, "close_round"),
    page("<slug:slug>/runde/<int:number>/oeffnen/", rounds.reopen_round, "reopen_round"),
    page("<slug:slug>/uhr/<int:round_id>/", rounds.start_clock, "start_clock"),
    page("<slug:slug>/scharf/", rounds.scharf, "scharf"),
    page("<slug:slug>/zettel/", slips.slip, "slip"),
    page("<slug:slug>/wer-mit-wem/", meetings.meetings_page, "meetings"),
]

TABLES = [
    page("<slug:slug>/tisch/<int:table_id>/", tables.table, "table"),
    page("<slug:slug>/tisch/<int:table_id>/teil/<slug:name>/", tables.part, "table_part"),
    page("<slug:slug>/tisch/<int:table_id>/zuruecknehmen/", slips.undo_game, "undo_game"),
    page("<slug:slug>/tisch/<int:table_id>/nicht-gekommen/", tables.no_show, "no_show"),
    page("<slug:slug>/tisch/<int:table_id>/gegangen/", tables.left, "left"),
    page("<slug:slug>/tisch/<int:table_id>/doch-da/<int:absence_id>/", tables.void_absence, "void_absence"),
    page("<slug:slug>/tisch/<int:table_id>/kampflos/", tables.walkover, "walkover"),
    page("<slug:slug>/tisch/<int:table_id>/ohne-wertung/", tables.void_table, "void_table"),
    page("<slug:slug>/tisch/<int:table_id>/oeffnen/", tables.reopen_table, "reopen_table"),
    page("<slug:slug>/tisch/<int:table_id>/setzen/", tables.seat, "seat_late"),
    page("<slug:slug>/tisch/<int:table_id>/aufstehen/", tables.unseat_late, "unseat_late"),
    page("<slug:slug>/tisch/<int:table_id>/schock-aus/", tables.schock_aus, "schock_aus"),
    page("<slug:slug>/tisch/<int:table_id>/berichtigen/<int:game>/", corrections.correct, "correct"),
    page("<slug:slug>/widerspruch/<int:conflict_id>/", tables.decide_conflict, "decide_conflict"),
    page("<slug:slug>/geraete/", devices.devices, "devices"),
    page("<slug:slug>/geraete/<int:pairing_id>/trennen/", devices.unpair, "unpair"),
    page("<slug:slug>/geraete/code/<int:station_id>/", devices.replace_code, "replace_code"),
    page("<slug:slug>/protokoll/", log.log, "log"),
]

SCREEN = [
    page("<slug:slug>/leinwand/", screen.screen, "screen"),
    page("<slug:slug>/leinwand/zeigen/", screen.pin, "pin_page"),
    page("<slug:slug>/leinwand/weiter/", screen.turn, "turn_page"),
    page("<slug:slug>/leinwand/anhalten/", screen.hold, "hold_pages"),
    page("<slug:slug>/leinwand/von-selbst/", screen.follow, "follow_evening"),
    page("<slug:slug>/leinwand/aufruf/", screen.present, "present_best"),
    page("<slug:slug>/leinwand/aufruf/weiter/", screen.call, "call_next"),
    page("<slug:slug>/leinwand/durchsage/", screen.message, "show_message"),
    page("<slug:slug>/leinwand/durchsage/weg/", screen.take_message, "take_message"),
    page("<slug:slug>/leinwand/gong/", screen.gong, "ring_gong"),
]

FINISH = [
    page("<slug:slug>/stand/", standings.standings_page, "standings"),
    page("<slug:slug>/stechen/", stechen.stechen, "stechen"),
    page("<slug:slug>/stechen/eroeffnen/", stechen.open_stechen, "open_stechen"),
    page("<slug:slug>/stechen/nachruecken/", stechen.open_move_up, "open_move_up"),
    page("<slug:slug>/stechen/<int:stechen_id>/wurf/", stechen.enter_throw, "enter_throw"),
    page("<slug:slug>/stechen/<int:stechen_id>/zuruecknehmen/", stechen.void_stechen, "void_stechen"),
    page("<slug:slug>/stechen/wurf/<int:throw_id>/zuruecknehmen/", stechen.void_throw, "void_throw"),
    page("<slug:slug>/die-besten/", cut.cut, "cut"),
    page("<slug:slug>/die-besten/feststellen/", cut.make_cut, "make_cut"),
    page("<slug:slug>/die-besten/zuruecknehmen/", cut.void_cut, "void_cut"),
    page("<slug:slug>/die-besten/verkuenden/", cut.announce_cut, "announce_cut"),
    page("<slug:slug>/die-besten/verbergen/", cut.hide_cut, "hide_cut"),
    page("<slug:slug>/die-besten/da/", cut.check_in_place, "check_in_place"),
    page("<slug:slug>/die-besten/nicht-da/", cut.undo_check_in, "undo_check_in"),
    page("<slug:slug>/die-besten/absage/", cut.decline_place, "decline_place"),
    page("<slug:slug>/die-besten/kommt-doch/", cut.undo_decline, "undo_decline"),
    page("<slug:slug>/ko/", ko.ko, "ko"),
    page("<slug:slug>/ko/auslosen/", cut.draw_ko, "draw_ko"),
    page("<slug:slug>/ko/zuruecknehmen/", ko.void_ko, "void_ko"),
    page("<slug:slug>/finale/", final.final, "final"),
    page("<slug:slug>/finale/bilden/", final.form_final, "form_final"),
    page("<slug:slug>/finale/aufloesen/", final.dissolve_final, "dissolve_final"),
    page("<slug:slug>/finale/abschliessen/", final.finish, "finish"),
    page("<slug:slug>/sieger/", winner.winner, "winner"),
    page("<slug:slug>/sieger/oeffnen/", final.reopen, "reopen"),
    page("<slug:slug>/namen/", names.names, "names"),
]

urlpatterns = [*START, *SETUP, *REHEARSAL, *REGISTRATION, *ROUNDS, *TABLES, *SCREEN, *PRINTING, *FINISH]
