"""The tables of a Vorrunde round, with what happens at tables: no-shows, leavers, slips read wrongly."""

from collections.abc import Callable, Iterable

from tournaments.management.rehearsal.chance import Chance
from tournaments.management.rehearsal.game import invent_game, other_game
from tournaments.queries import facts as facts_of
from tournaments.queries.corrections import preview_correction
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.services import absences, corrections, players, results
from tournaments.services._act import SYSTEM

FEW = 12
"""Below this many players everybody stays to the end: the field must not fall apart."""

Say = Callable[[str], None]


class Tables:
    """Plays tables of one tournament; every oddity is drawn by lot."""

    def __init__(self, tournament_id: int, chance: Chance, say: Say) -> None:
        self.id = tournament_id
        self.chance = chance
        self.say = say
        self.gone: list[int] = []
        """Who went home since the last draw: only they may come back (C2.5)."""

    def load(self) -> Facts:
        return facts_of.load(self.id)

    def play(self, facts: Facts, round_: RoundFact, tables: Iterable[TableFact]) -> None:
        """These tables of the published round to their end, whichever is ready first."""
        for table in self.chance.shuffled(list(tables)):
            if facts.complete(round_, table):
                continue
            if not self._something_happens(facts, round_, table):
                self._games(facts, round_, table)

    def _games(self, facts: Facts, round_: RoundFact, table: TableFact) -> None:
        version = table.version
        for game in range(1, facts.plan.games_per_round + 1):
            playing = table.present(game)
            if game in table.results or len(playing) < 2:
                continue
            losers = invent_game(self.chance, playing, scharf=table.is_scharf(game))
            known = self._record(round_, table, game, version, losers)
            version = known["version"]
            if self.chance.one_in(40):
                results.undo_game(tournament_id=self.id, by=SYSTEM, table_id=table.id, version=version)
                losers = invent_game(self.chance, playing, scharf=table.is_scharf(game))
                version = self._record(round_, table, game, version + 1, losers)["version"]
            if self.chance.one_in(60):
                other = other_game(self.chance, playing, losers)
                self._record(round_, table, game, version, other)
        if facts.plan.schock_aus_counted and self.chance.one_in(6):
            player = self.chance.one_of(table.present(1) or table.players)
            results.add_schock_aus(tournament_id=self.id, by=SYSTEM, table_id=table.id, player=player)

    def _record(
        self, round_: RoundFact, table: TableFact, game: int, version: int, losers: dict[str, int | None]
    ) -> dict[str, int]:
        return results.record_game(
            tournament_id=self.id,
            by=SYSTEM,
            table_id=table.id,
            draw_no=round_.draw_no,
            game=game,
            version=version,
            **losers,
        )

    def _something_happens(self, facts: Facts, round_: RoundFact, table: TableFact) -> bool:
        """Once in a while; True when the table needs no game any more."""
        if len(facts.present) < FEW or table.results or table.absences or len(table.players) < 4:
            return False
        if self.chance.one_in(18):
            self._no_show(round_, table)
        elif self.chance.one_in(20):
            self._leaves_in_mid_game(facts, round_, table)
        elif self.chance.one_in(40):
            self.say(f"Runde {round_.number}, Tisch {table.number}: ohne Wertung")
            absences.void_table(
                tournament_id=self.id, by=SYSTEM, table_id=table.id, reason="Streit um die Deckel"
            )
        elif self.chance.one_in(40):
            self._walkover(round_, table)
        else:
            return False
        return True

    def _no_show(self, round_: RoundFact, table: TableFact) -> None:
        missing = self.chance.one_of(table.players)
        self.say(f"Runde {round_.number}, Tisch {table.number}: Nr. {missing} fehlt")
        absences.mark_no_show(
            tournament_id=self.id, by=SYSTEM, table_id=table.id, player=missing, reason="nicht am Tisch"
        )
        self._play_again(table.id)

    def _leaves_in_mid_game(self, facts: Facts, round_: RoundFact, table: TableFact) -> None:
        """Every second one goes home for good, the other is back for the next round."""
        leaver = self.chance.one_of(table.players)
        self.say(f"Runde {round_.number}, Tisch {table.number}: Nr. {leaver} geht mitten im Spiel")
        if self.chance.one_in(2) and len(facts.present) > FEW:
            players.withdraw_player(tournament_id=self.id, by=SYSTEM, player=leaver, reason="Bus nach Hause")
            self.gone.append(leaver)
        else:
            absences.mark_left(
                tournament_id=self.id, by=SYSTEM, table_id=table.id, player=leaver, reason="Notfall zu Hause"
            )
        facts = self.load()
        now = next(t for t in round_of(facts, round_).tables if t.id == table.id)
        losers = invent_game(self.chance, now.present(1), scharf=now.is_scharf(1), leaving=now.leaving_in(1))
        self._record(round_, now, 1, now.version, losers)
        self._play_again(table.id)

    def _walkover(self, round_: RoundFact, table: TableFact) -> None:
        there = self.chance.one_of(table.players)
        self.say(f"Runde {round_.number}, Tisch {table.number}: Nr. {there} gewinnt kampflos")
        for player in table.players:
            if player != there:
                absences.mark_no_show(tournament_id=self.id, by=SYSTEM, table_id=table.id, player=player)
        absences.give_walkover(
            tournament_id=self.id, by=SYSTEM, table_id=table.id, reason="die anderen sind noch in der Küche"
        )

    def _play_again(self, table_id: int) -> None:
        """The rest of a table's games, read anew after somebody was noted as absent."""
        facts = self.load()
        for round_ in facts.vorrunde:
            for table in round_.tables:
                if table.id == table_id:
                    self._games(facts, round_, table)

    def correct_something(self, facts: Facts) -> None:
        """C8.1: a slip was read wrongly; found while the next round is drawn or played."""
        played = [
            (round_, table, game)
            for round_ in facts.vorrunde
            for table in round_.tables
            for game in table.results
            if table.outcome == "played" and not table.absences
        ]
        if not played:
            return
        round_, table, game = self.chance.one_of(played)
        known = table.results[game]
        before = {"half1": known.half1, "half2": known.half2, "endkampf": known.endkampf}
        after = other_game(self.chance, table.present(game), before)
        moved = preview_correction(facts, table.id, game, **after).moved
        self.say(f"Runde {round_.number}, Tisch {table.number}: berichtigt, {len(moved)} Plätze rücken")
        corrections.correct_game(
            tournament_id=self.id,
            by=SYSTEM,
            table_id=table.id,
            game=game,
            reason="Zettel falsch gelesen",
            **after,
        )


def round_of(facts: Facts, round_: RoundFact) -> RoundFact:
    """The same round in facts that were read later."""
    return next(r for r in facts.rounds if r.id == round_.id)
