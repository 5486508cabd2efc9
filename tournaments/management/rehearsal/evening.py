"""The player of an evening: takes the next step that the desk would be offered, until there is none."""

from collections.abc import Callable
from dataclasses import replace

from django.utils import timezone

from scoring.format import PRESETS_FORMAT, suggest_format
from tournaments.management.rehearsal.chance import Chance, salt_of
from tournaments.management.rehearsal.finals import Finals
from tournaments.management.rehearsal.order import Order
from tournaments.management.rehearsal.people import invent
from tournaments.management.rehearsal.tables import FEW, Say, Tables
from tournaments.models import Stage, Status
from tournaments.queries import facts as facts_of
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.standings import stechen_groups
from tournaments.services import absences, cut, final, knockout, players, results, rounds, seats, tournaments
from tournaments.services._act import SYSTEM

FEE_CENTS = 500
Handler = Callable[[Facts, Step], bool]
"""Takes a step; True where the order says to stop after it."""


class Evening:
    """One rehearsal. Nothing here writes: every act is a service, every question a query."""

    def __init__(self, order: Order, say: Say) -> None:
        self.order = order
        self.chance = Chance(order.seed)
        self.say = say
        self.id, self.slug = 0, ""
        self.late: list[int] = []

    def create(self) -> None:
        """The tournament, marked Probelauf, with the format that suits so many players."""
        order = self.order
        made = tournaments.create_tournament(
            by=SYSTEM,
            name=f"Probelauf mit {order.players} Spielern",
            date=timezone.localdate().isoformat(),
            place="Dorfhalle Winden",
            rehearsal=True,
            slug=order.slug,
            salt=salt_of(order.seed),
        )
        self.id, self.slug = made["tournament"], made["slug"]
        self.tables = Tables(self.id, self.chance, self.say)
        self.finals = Finals(self.id, self.chance, self.say)
        base = replace(PRESETS_FORMAT["dueren"], rounds=order.rounds, entry_fee_cents=FEE_CENTS)
        plan = suggest_format(order.players, base).to_dict()
        tournaments.change_format(tournament_id=self.id, by=SYSTEM, changes=plan)
        tournaments.set_lot_number(tournament_id=self.id, by=SYSTEM, number=1 + self.chance.below(9999))

    def play(self) -> None:
        """To the end, or to where the order stops."""
        while True:
            facts = facts_of.load(self.id)
            step = next_step(facts)
            if step.code == "celebrate" or self._handlers()[step.code](facts, step):
                return

    def _handlers(self) -> dict[str, Handler]:
        return {
            "open_registration": self._open_registration,
            "register_players": self._register,
            "draw_round": self._draw,
            "redraw_round": self._redraw,
            "publish_draw": self._publish,
            "collect_results": self._collect,
            "decide_conflict": self._decide_conflict,
            "decide_table": self._decide_table,
            "close_round": self._close,
            "open_stechen": self._open_stechen,
            "enter_throws": self._throw,
            "make_cut": self._cut,
            "announce_cut": self._announce,
            "move_up_stechen": self._move_up,
            "check_in": self._check_in,
            "draw_ko": self._draw_ko,
            "draw_final": self._draw_ko,
            "collect_ko": self._collect_ko,
            "form_final": self._form_final,
            "collect_final": self._collect_final,
            "finish": self._finish,
        }

    # Registration

    def _open_registration(self, facts: Facts, step: Step) -> bool:
        tournaments.open_registration(tournament_id=self.id, by=SYSTEM)
        return False

    def _register(self, facts: Facts, step: Step) -> bool:
        """Most are there and have paid; the last ones come when the draw is called, one of them later."""
        self.say(f"Anmeldung: {self.order.players} Leute")
        numbers = [
            players.add_player(
                tournament_id=self.id,
                by=SYSTEM,
                first=person.first,
                last=person.last,
                club=person.club,
                gender=person.gender,
                namesake=True,
            )["player"]
            for person in invent(self.chance, self.order.players)
        ]
        come_late = self.chance.some(numbers, len(numbers) // 12)
        for number in numbers:
            if number not in come_late:
                self._arrives(number)
        return self.order.until == "registration"

    def _arrives(self, number: int) -> None:
        act = players.check_in if self.chance.one_in(8) else players.check_in_paid
        act(tournament_id=self.id, by=SYSTEM, player=number)

    # Rounds

    def _draw(self, facts: Facts, step: Step) -> bool:
        number = step.params["number"]
        if number == 1:
            waiting = [n for n, player in facts.players.items() if player.status == Status.REGISTERED]
            if len(waiting) > 1:
                self.late = waiting[:1]
            for player in waiting[len(self.late) :]:
                self._arrives(player)
        else:
            self._come_and_go(facts)
            if self.chance.one_in(2):
                self.tables.correct_something(facts)
        self.tables.gone = []
        rounds.draw_round(tournament_id=self.id, by=SYSTEM)
        if self.chance.one_in(8):
            rounds.redraw_round(tournament_id=self.id, by=SYSTEM)
        return False

    def _come_and_go(self, facts: Facts) -> None:
        """Between two rounds one who had gone comes back, one goes home, one is shut out."""
        here = [player.number for player in facts.present]
        if self.tables.gone and not self.chance.one_in(3):
            number = self.chance.one_of(self.tables.gone)
            self.say(f"Nr. {number} ist wieder da")
            players.return_player(tournament_id=self.id, by=SYSTEM, player=number)
        if len(here) > 2 * FEW and self.chance.one_in(2):
            number = self.chance.one_of(here)
            self.say(f"Nr. {number} geht nach Hause")
            players.withdraw_player(tournament_id=self.id, by=SYSTEM, player=number, reason="Babysitter")
            here.remove(number)
        if len(here) > 3 * FEW and self.chance.one_in(8):
            number = self.chance.one_of(here)
            self.say(f"Nr. {number} ist ausgeschlossen")
            players.exclude_player(
                tournament_id=self.id, by=SYSTEM, player=number, reason="Würfel vertauscht"
            )

    def _redraw(self, facts: Facts, step: Step) -> bool:
        rounds.redraw_round(tournament_id=self.id, by=SYSTEM)
        return False

    def _publish(self, facts: Facts, step: Step) -> bool:
        answer = rounds.publish_draw(tournament_id=self.id, by=SYSTEM)
        self.say(f"Runde {answer['number']}: {step.params['tables']} Tische ausgelost")
        rounds.start_clock(tournament_id=self.id, by=SYSTEM, round_id=answer["round"])
        facts = facts_of.load(self.id)
        round_ = next(r for r in facts.rounds if r.id == answer["round"])
        for number in self.late:
            self._seat_late(facts, round_, number)
        self.late = []
        if len(round_.tables) > 1 and self.chance.one_in(5):
            first, second = (self.chance.one_of(table.players) for table in round_.tables[:2])
            seats.swap_seats(tournament_id=self.id, by=SYSTEM, round_id=round_.id, first=first, second=second)
        return False

    def _seat_late(self, facts: Facts, round_: RoundFact, number: int) -> None:
        """C2.6: until the first result a four becomes a five; otherwise he plays from the next round on."""
        self._arrives(number)
        fours = [table for table in round_.tables if len(table.players) < 5]
        if fours:
            self.say(f"Nr. {number} kommt zu spät und sitzt an Tisch {fours[-1].number}")
            seats.seat_late(tournament_id=self.id, by=SYSTEM, player=number, table_id=fours[-1].id)

    def _collect(self, facts: Facts, step: Step) -> bool:
        round_ = facts.vorrunde[-1]
        stops = round_.number == self.order.stop_round
        tables: list[TableFact] = round_.tables
        if stops:
            tables = self.chance.some(round_.tables, (len(round_.tables) + 1) // 2)
        self.tables.play(facts, round_, tables)
        return stops

    def _decide_conflict(self, facts: Facts, step: Step) -> bool:
        for conflict in facts.conflicts:
            results.decide_conflict(
                tournament_id=self.id,
                by=SYSTEM,
                conflict_id=conflict.pk,
                decision=self.chance.one_of(("first", "second")),
            )
        return False

    def _decide_table(self, facts: Facts, step: Step) -> bool:
        table_id = step.args[0]
        decide = absences.give_walkover if step.params["present"] else absences.void_table
        decide(tournament_id=self.id, by=SYSTEM, table_id=table_id, reason="keiner mehr zum Spielen da")
        return False

    def _close(self, facts: Facts, step: Step) -> bool:
        rounds.close_round(tournament_id=self.id, by=SYSTEM)
        self.say(f"Runde {step.params['number']} geschlossen")
        return False

    # From the line to the champion

    def _open_stechen(self, facts: Facts, step: Step) -> bool:
        self.finals.open_stechen(facts)
        if self.order.until == "stechen":
            self.finals.throw(facts_of.load(self.id), half=True)
            return True
        return False

    def _throw(self, facts: Facts, step: Step) -> bool:
        self.finals.throw(facts)
        return False

    def _cut(self, facts: Facts, step: Step) -> bool:
        if self.order.until == "stechen" and not stechen_groups(facts):
            return True  # nobody is tied across a line: there is none to stop at
        cut.make_cut(tournament_id=self.id, by=SYSTEM)
        return False

    def _announce(self, facts: Facts, step: Step) -> bool:
        cut.announce_cut(tournament_id=self.id, by=SYSTEM)
        self.say(f"Die besten {step.params['places']} sind verkündet")
        if self.order.until == "cut":
            self.finals.check_in(facts_of.load(self.id), half=True)
            return True
        return False

    def _move_up(self, facts: Facts, step: Step) -> bool:
        self.finals.open_move_up_stechen()
        return False

    def _check_in(self, facts: Facts, step: Step) -> bool:
        self.finals.check_in(facts)
        return False

    def _draw_ko(self, facts: Facts, step: Step) -> bool:
        self.finals.draw()
        if self.order.until != "ko":
            return False
        if facts.plan.ko_tables:
            self.finals.play(Stage.KO, at_most=5)
        return True

    def _collect_ko(self, facts: Facts, step: Step) -> bool:
        self.finals.play(Stage.KO)
        return False

    def _form_final(self, facts: Facts, step: Step) -> bool:
        knockout.form_final(tournament_id=self.id, by=SYSTEM)
        self.say("Finale gebildet")
        return False

    def _collect_final(self, facts: Facts, step: Step) -> bool:
        stops = self.order.until == "final"
        self.finals.play(Stage.FINAL, at_most=3 if stops else 1000)
        return stops

    def _finish(self, facts: Facts, step: Step) -> bool:
        final.finish(tournament_id=self.id, by=SYSTEM)
        return False
