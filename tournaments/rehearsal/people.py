"""Invented people as an entry list of the Rhineland has them: umlauts, double names, namesakes, clubs."""

from dataclasses import dataclass
from typing import Final

from tournaments.models import Gender
from tournaments.rehearsal.chance import Chance

WOMEN: Final = (
    "Käthe", "Gerda", "Anna-Lena", "Özlem", "Birgit", "Hanne", "Jutta", "Zoë", "Ute", "Marlies", "Änne",
    "Petra", "Gülay", "Heike", "Monika", "Silke", "Bärbel", "Agnes", "Małgorzata", "Ingrid", "Christel",
    "Trude", "Yvonne", "Marie-Thérèse", "Elfriede", "Nina", "Sabine", "Wiebke", "Lörke", "Rosi",
)  # fmt: skip
MEN: Final = (
    "Jürgen", "Günter", "Björn", "Ümit", "Hans-Peter", "Willi", "Jupp", "Klaus", "Dieter", "Łukasz",
    "Rüdiger", "Hein", "Karl-Heinz", "Torsten", "Jörg", "Manfred", "Çetin", "Franz-Josef", "Uwe", "Norbert",
    "Mirko", "René", "Detlef", "Sönke", "Matthes", "Toni", "Achim", "Wolfgang", "Kürşat", "Peter",
)  # fmt: skip
FAMILIES: Final = (
    "Schmitz", "Müller", "Esser", "Pütz", "Küpper", "Breuer", "Hamacher", "Kreutzer", "Schröder",
    "Jansen", "Kirschbaum", "Nöthen", "Körfer", "Hüpgen", "Lövenich", "Zander", "Dürbaum", "Groß", "Weiß",
    "Özdemir", "Yıldız", "Kowalczyk", "van der Heyden", "von den Driesch", "Wirtz", "Schumacher",
    "Heinrichs", "Königs", "Cremer", "Flücken", "Ahrens", "Ärmel", "Bürvenich", "Classen", "d’Hone",
    "Engels", "Fuß", "Göbbels", "Hövel", "Iven", "Jöpen", "Kaußen", "Lüttgen", "Meuser", "Nießen",
    "Offermanns", "Päffgen", "Quadflieg", "Röttgen", "Schäfer", "Tümmers", "Ülpenich", "Vossen",
    "Wüllenweber", "Zöller",
)  # fmt: skip
LONG: Final = {
    10: ("Hans-Joachim Maria", "Freiherr von und zu Müllenheim-Wachtendonk-Rodenkirchen"),
    44: ("Wolfgang-Alexander", "Schnabelewopski-Kirchhartz genannt Brüggelmann"),
    78: ("Anna-Katharina-Elisabeth", "Leutheuser-Schnarrenbacher-Großwüstenhöfer"),
}
"""Who comes at these places of the list: names that no box was made for."""
CLUBS: Final = (
    "Schockklub Winden", "KG Rot-Weiß Birkesdorf", "Landfrauen Merken", "Typen Club", "Stammtisch „Zur Post“",
    "TuS Waldesruh 1921 e. V.", "Gartengötter Düren", "Löschzug Gürzenich", "Kegelclub „Alle Neune“",
    "Thekenmannschaft Lendersdorf",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Invented:
    """Somebody on the entry list; club and gender may be empty."""

    first: str
    last: str
    club: str
    gender: str


def invent(chance: Chance, count: int) -> list[Invented]:
    """`count` people in the order of the list; from the eighth on two of them have the same name."""
    people: dict[tuple[str, str], Invented] = {}
    while len(people) < count:
        person = _somebody(chance, len(people))
        people.setdefault((person.first, person.last), person)
    found = list(people.values())
    if count >= 8:
        twin, other = found[2], found[-1]
        clubs = [club for club in CLUBS if club != twin.club]
        found[-1] = Invented(twin.first, twin.last, chance.one_of(clubs), other.gender and twin.gender)
    return found


def _somebody(chance: Chance, index: int) -> Invented:
    woman = chance.below(5) < 2
    first = chance.one_of(WOMEN if woman else MEN)
    last, second = chance.one_of(FAMILIES), chance.one_of(FAMILIES)
    if chance.one_in(12) and second != last:
        last = f"{last}-{second}"
    gender = "" if chance.one_in(3) else str(Gender.FEMALE if woman else Gender.MALE)
    club = "" if chance.one_in(3) else chance.one_of(CLUBS)
    if index in LONG:
        (first, last), gender = LONG[index], ""
    return Invented(first, last, club, gender)
