"""From the tie at the line to the champion: Stechen, cut, K.O. and final."""

from tournaments.management.rehearsal.chance import Chance
from tournaments.management.rehearsal.game import invent_game, other_game
from tournaments.management.rehearsal.tables import FEW, Say
from tournaments.models import Stage
from tournaments.queries import facts as facts_of
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.field import cut_state
from tournaments.queries.standings import OpenGroup, stechen_groups
from tournaments.services import corrections, cut, knockout, players, results, stechen
from tournaments.services._act import SYSTEM


def _groups(facts: Facts) -> tuple[OpenGroup, ...]:
    """The Stechen that are held now: before the cut about its lines, after it about free places."""
    if facts.cut is None:
        return stechen_groups(facts)
    group = cut_state(facts).open_group
    return (group,) if group else ()


class Finals:
    """Plays what comes after the Vorrunde of one tournament."""

    def __init__(self, tournament_id: int, chance: Chance, say: Say) -> None:
        self.id = tournament_id
        self.chance = chance
        self.say = say

    def open_stechen(self, facts: Facts) -> None:
        for group in stechen_groups(facts):
            if group.stechen_id is None or group.newcomers:
                tied = list(group.group.players)
                self.say(f"Stechen: {len(tied)} um {group.group.places[-1]}")
                stechen.open_stechen(tournament_id=self.id, by=SYSTEM, players=tied)

    def open_move_up_stechen(self) -> None:
        """C4.2: the tie behind the last place, or for the last extra Spielmarke, after somebody declined."""
        self.say("Stechen um den freien Platz")
        stechen.open_move_up_stechen(tournament_id=self.id, by=SYSTEM)

    def throw(self, facts: Facts, *, half: bool = False) -> None:
        """Everybody who is asked throws once; `half`: only the first of them. Now and then one has left."""
        for group in _groups(facts):
            for pending in group.state.pending:
                asked = pending.missing[: (len(pending.missing) + 1) // 2] if half else pending.missing
                for player in asked:
                    self._throw(group.stechen_id or 0, player)

    def _throw(self, stechen_id: int, player: int) -> None:
        thrown = {"absent": True} if self.chance.one_in(30) else {"dice": self.chance.dice()}
        stechen.enter_throw(tournament_id=self.id, by=SYSTEM, stechen_id=stechen_id, player=player, **thrown)

    def check_in(self, facts: Facts, *, half: bool = False) -> None:
        """The first to be called has gone home once; for him the next moves up. `half`: not all are here."""
        state = cut_state(facts)
        waiting = [place.player for place in state.waiting]
        gone_before = any(place.declined for place in facts.cut.places) if facts.cut else True
        spare = sum(place.eligible for place in facts.cut.places) - state.places if facts.cut else 0
        if not gone_before and spare > 0 and not half:
            gone = self.chance.one_of(waiting)
            self.say(f"Nr. {gone} ist nach Hause gegangen, der Nächste rückt nach")
            cut.decline_place(tournament_id=self.id, by=SYSTEM, player=gone)
            waiting.remove(gone)
        for player in waiting[: len(waiting) // 2] if half else waiting:
            cut.check_in_place(tournament_id=self.id, by=SYSTEM, player=player)

    def draw(self) -> None:
        self.say("K.O. ausgelost")
        knockout.draw_ko(tournament_id=self.id, by=SYSTEM)

    def play(self, stage: str, *, at_most: int = 1000) -> None:
        """All tables of the K.O. or the final to their end, or `at_most` games at each."""
        facts = facts_of.load(self.id)
        round_ = facts.stage(stage)[0]
        for table in round_.tables:
            left = at_most
            while left and self._game(table.id, stage, spare=left == at_most):
                left -= 1

    def _game(self, table_id: int, stage: str, *, spare: bool) -> bool:
        """One game, False when nothing is left to play. Sometimes somebody goes home, or a slip was wrong."""
        facts = facts_of.load(self.id)
        round_ = facts.stage(stage)[0]
        table = next(t for t in round_.tables if t.id == table_id)
        game = facts.next_game(round_, table)
        if game is None:
            return False
        playing = [player for player, marks in facts.fold(round_, table).left.items() if marks]
        if not spare and len(facts.present) > FEW and len(playing) > 3 and self.chance.one_in(60):
            gone = self.chance.one_of(playing)
            self.say(f"{'Finale' if stage == Stage.FINAL else 'K.O.'}: Nr. {gone} gibt auf")
            players.withdraw_player(tournament_id=self.id, by=SYSTEM, player=gone, reason="zu müde")
            return True
        losers = invent_game(self.chance, playing, scharf=table.is_scharf(game))
        answer = self._record(round_, table, game, losers)
        if self.chance.one_in(40):
            version = answer["version"]
            results.undo_game(tournament_id=self.id, by=SYSTEM, table_id=table.id, version=version)
        elif answer["next_game"] and self.chance.one_in(40):
            self._correct(table.id, game, playing)
        return True

    def _record(
        self, round_: RoundFact, table: TableFact, game: int, losers: dict[str, int | None]
    ) -> dict[str, int]:
        return results.record_game(
            tournament_id=self.id,
            by=SYSTEM,
            table_id=table.id,
            draw_no=round_.draw_no,
            game=game,
            version=table.version,
            **losers,
        )

    def _correct(self, table_id: int, game: int, playing: list[int]) -> None:
        """The last game of a table that plays on had another end."""
        facts = facts_of.load(self.id)
        found = next(t for r in facts.rounds for t in r.tables if t.id == table_id).results[game]
        before = {"half1": found.half1, "half2": found.half2, "endkampf": found.endkampf}
        corrections.correct_game(
            tournament_id=self.id,
            by=SYSTEM,
            table_id=table_id,
            game=game,
            reason="die Halbzeiten vertauscht",
            **other_game(self.chance, playing, before),
        )
