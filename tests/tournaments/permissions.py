"""Who may what (model.md, last table): one line for each address of desk, table and hall.

An address without a line here fails tests/tournaments/test_permissions.py.
"""

from dataclasses import dataclass, field
from typing import Any

ANYBODY, DEVICE, HELFER, LEITUNG = "anybody", "device", "Helfer", "Leitung"
DONE = frozenset({200, 302, 400, 409, 422})
"""An act that was let in: done, or refused with a sentence about what was sent."""


@dataclass(frozen=True)
class Rule:
    """who is let in, and what these get. args: parameters of the address where the scene's do not fit.
    at: the scene (tests/tournaments/scenes.py) in which there is something to see."""

    who: str
    get: frozenset[int]
    post: frozenset[int]
    args: dict[str, Any] = field(default_factory=dict)
    at: str = "running"


def page(who: str, get: int = 200, *, at: str = "running", **args: Any) -> Rule:
    """Something to look at; a POST is no act there."""
    return Rule(who, frozenset({get}), frozenset({get, 405}), args, at)


def form(who: str, **args: Any) -> Rule:
    """A page that takes its own form."""
    return Rule(who, frozenset({200}), DONE, args)


def act(who: str, *, at: str = "running", **args: Any) -> Rule:
    """A button: POST only."""
    return Rule(who, frozenset({405}), DONE, args, at)


RULES: dict[str, Rule] = {
    # Signing in, tournaments, accounts
    "desk:login": Rule(ANYBODY, frozenset({200, 302}), DONE),
    "desk:logout": act(ANYBODY),
    "desk:tournaments": page(HELFER),
    "desk:help": page(HELFER),
    "desk:guide": page(HELFER),
    "desk:create": form(LEITUNG),
    "desk:accounts": form(LEITUNG),
    "desk:account_renew": act(LEITUNG),
    "desk:account_close": act(LEITUNG),
    # Set-up
    "desk:overview": page(HELFER, 302),
    "desk:revision": page(HELFER),
    "desk:format": form(LEITUNG),
    "desk:change_rounds": act(LEITUNG),
    "desk:lot_number": act(LEITUNG),
    "desk:rules": form(LEITUNG),
    "desk:rules_preset": act(LEITUNG),
    "desk:describe": form(LEITUNG),
    "desk:open_registration": act(LEITUNG),
    "desk:back_to_setup": act(LEITUNG),
    "desk:delete_rehearsal": act(LEITUNG),
    # A Probelauf has these pages, a real tournament has none of them (tests/tournaments/rehearsal)
    "desk:rehearsal_start": form(LEITUNG),
    "desk:rehearsal": Rule(LEITUNG, frozenset({404}), frozenset({404, 405})),
    "desk:rehearsal_part": Rule(LEITUNG, frozenset({404}), frozenset({404, 405})),
    "desk:rehearsal_state": Rule(LEITUNG, frozenset({404}), frozenset({404, 405})),
    "desk:rehearsal_hold": Rule(LEITUNG, frozenset({405}), frozenset({404})),
    "desk:rehearsal_go_on": Rule(LEITUNG, frozenset({405}), frozenset({404})),
    "desk:rehearsal_speed": Rule(LEITUNG, frozenset({405}), frozenset({404})),
    # Registration
    "desk:registration": page(HELFER),
    "desk:registration_part": page(HELFER, name="kopf"),
    "desk:add_player": act(HELFER),
    "desk:take_back": act(HELFER),
    "desk:import": form(HELFER),
    "desk:import_preview": page(HELFER),
    "desk:import_confirm": act(HELFER),
    "desk:import_discard": act(HELFER),
    "desk:player": form(HELFER),
    "desk:tap": act(HELFER),
    "desk:withdraw": act(HELFER),
    "desk:exclude": act(LEITUNG),
    "desk:return": act(HELFER),
    "desk:search": page(HELFER),
    # Rounds
    "desk:draw": act(LEITUNG),
    "desk:round": page(HELFER),
    "desk:round_part": page(HELFER, name="kopf"),
    "desk:publish": act(LEITUNG),
    "desk:discard_draw": act(LEITUNG),
    "desk:redraw": act(LEITUNG),
    "desk:swap": form(LEITUNG),
    "desk:meetings": page(HELFER),
    "desk:close_round": act(LEITUNG),
    "desk:reopen_round": act(LEITUNG),
    "desk:start_clock": act(LEITUNG),
    "desk:scharf": act(LEITUNG),
    "desk:slip": form(HELFER),
    # Tables
    "desk:table": page(HELFER),
    "desk:table_part": page(HELFER, name="kopf"),
    "desk:undo_game": act(HELFER),
    "desk:no_show": act(LEITUNG),
    "desk:left": act(LEITUNG),
    "desk:void_absence": act(LEITUNG),
    "desk:walkover": act(LEITUNG),
    "desk:void_table": act(LEITUNG),
    "desk:reopen_table": act(LEITUNG),
    "desk:seat_late": act(LEITUNG),
    "desk:unseat_late": act(LEITUNG),
    "desk:schock_aus": act(HELFER),
    "desk:correct": form(LEITUNG),
    "desk:decide_conflict": act(LEITUNG),
    "desk:devices": page(LEITUNG),
    "desk:unpair": act(LEITUNG),
    "desk:replace_code": act(LEITUNG),
    "desk:log": page(LEITUNG),
    # The projector
    "desk:screen": page(HELFER),
    "desk:pin_page": act(LEITUNG),
    "desk:turn_page": act(LEITUNG),
    "desk:hold_pages": act(LEITUNG),
    "desk:follow_evening": act(LEITUNG),
    "desk:present_best": act(LEITUNG, at="cut"),
    "desk:call_next": act(LEITUNG, at="cut"),
    "desk:show_message": act(LEITUNG),
    "desk:take_message": act(LEITUNG),
    "desk:ring_gong": act(LEITUNG),
    # From the standings to the champion
    "desk:standings": page(HELFER),
    "desk:stechen": page(HELFER, at="throwing"),
    "desk:open_stechen": act(LEITUNG),
    "desk:open_move_up": act(LEITUNG),
    "desk:enter_throw": act(HELFER, at="throwing"),
    "desk:void_throw": act(HELFER, at="throwing"),
    "desk:void_stechen": act(LEITUNG, at="throwing"),
    "desk:cut": page(HELFER, at="cut"),
    "desk:make_cut": act(LEITUNG),
    "desk:void_cut": act(LEITUNG),
    "desk:announce_cut": act(LEITUNG),
    "desk:hide_cut": act(LEITUNG),
    "desk:check_in_place": act(LEITUNG),
    "desk:undo_check_in": act(LEITUNG),
    "desk:decline_place": act(LEITUNG),
    "desk:undo_decline": act(LEITUNG),
    "desk:ko": page(HELFER, at="ko"),
    "desk:draw_ko": act(LEITUNG),
    "desk:void_ko": act(LEITUNG),
    "desk:final": page(HELFER, at="final"),
    "desk:form_final": act(LEITUNG),
    "desk:dissolve_final": act(LEITUNG),
    "desk:finish": act(LEITUNG),
    "desk:winner": page(HELFER),
    "desk:reopen": act(LEITUNG),
    "desk:names": form(LEITUNG),
    # Paper: the print waits for its worker, so there is no file yet
    "desk:prints": page(HELFER),
    "desk:prints_list": page(HELFER),
    "desk:prints_state": page(HELFER),
    "desk:print": act(HELFER, kind="sheets"),
    "desk:print_bar": page(HELFER),
    "desk:print_cancel": act(HELFER),
    "desk:print_file": page(HELFER, 404),
    "desk:paper_style": form(LEITUNG),
    "desk:paper_logo": page(LEITUNG, 404),
    "desk:remove_logo": act(LEITUNG),
    # Tables, with the cookie of a paired device only; a code is looked up for anybody
    "referee:worker": Rule(ANYBODY, frozenset({200}), frozenset({405})),
    "referee:home": Rule(ANYBODY, frozenset({200}), frozenset({302})),
    "referee:code": Rule(ANYBODY, frozenset({200, 302}), frozenset({302})),
    "referee:table": page(DEVICE),
    "referee:stand": page(DEVICE),
    "referee:part": page(DEVICE),
    "referee:leave": form(DEVICE),
    "referee:result": act(DEVICE),
    "referee:undo": act(DEVICE),
    "referee:absence": act(DEVICE),
    "referee:present": act(DEVICE),
    "referee:stroke": act(DEVICE),
    "referee:deckel": page(DEVICE),
    "referee:deckel_stand": page(DEVICE),
    "referee:deckel_part": page(DEVICE),
    "referee:throws": page(DEVICE, 302),
    "referee:step": act(DEVICE),
    "referee:undo_step": act(DEVICE),
    # Hall
    "hall:home": page(ANYBODY, 302),
    "hall:now": page(ANYBODY),
    "hall:standings": page(ANYBODY),
    "hall:draw": page(ANYBODY),
    "hall:lots": page(ANYBODY),
    "hall:lots_file": page(ANYBODY),
    "hall:stechen": page(ANYBODY),
    "hall:ko": page(ANYBODY),
    "hall:final": page(ANYBODY),
    "hall:places": page(ANYBODY),
    "hall:statistics": page(ANYBODY),
    "hall:rules": page(ANYBODY),
    "hall:verdict": page(ANYBODY),
    "hall:part": page(ANYBODY, name="stand"),
    "hall:own": form(ANYBODY),
    "hall:own_part": page(ANYBODY),
    "hall:own_style": page(ANYBODY),
    "hall:revision": page(ANYBODY),
    "hall:beamer": page(ANYBODY),
    "hall:beamer_part": page(ANYBODY),
    # The hall as JSON
    "api:openapi": page(ANYBODY),
    "api:tournament": page(ANYBODY),
    "api:standings": page(ANYBODY),
    "api:draw": page(ANYBODY),
    "api:ko": page(ANYBODY),
    "api:final": page(ANYBODY),
    "api:places": page(ANYBODY),
    "api:unknown": page(ANYBODY, 404),
}
