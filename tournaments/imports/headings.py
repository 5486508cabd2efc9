"""The words over columns, in the spellings that entry lists use, and common first names."""

import re

from tournaments.models.names import name_key, plain

# Roles that only the whole row of headings decides: name, mannschaft (columns.py).
_WORDS = {
    "first": "vorname vornamen rufname firstname forename givenname first fname prenom",
    "last": "nachname nachnamen familienname zuname hausname lastname surname familyname last lname",
    "name": "name namen",
    "full": """teilnehmer teilnehmerin teilnehmerinnen teilnehmende teilnehmername spieler spielerin
        spielerinnen spielername mitspieler player players playername participant participants attendee
        fullname vollername vollstaendigername""",
    "full_last": "nachnamevorname namevorname familiennamevorname lastnamefirstname nameundvorname",
    "full_first": """vornamenachname vornamename vorundnachname vorundzuname vorundfamilienname
        firstnamelastname""",
    "club": """verein vereine vereinsname heimatverein stammverein vereinclub vereinstammtisch club klub
        clubname klubname stammtisch organisation""",
    "team": "team teamname",
    "mannschaft": "mannschaft mannschaftsname",
    "paid": """bezahlt gezahlt paid startgeldbezahlt hatbezahlt schonbezahlt bezahltjanein payed bez
        ueberwiesen""",
    "gender": "geschlecht gender sex mw mwd wm wmd mwdiv anrede",
}
ROLES: dict[str, str] = {word: role for role, words in _WORDS.items() for word in words.split()}

# Words that tell the role inside a longer heading ("Vorname des Spielers"), the most telling first.
_TELLING = (
    ("verein", "club"), ("vereins", "club"), ("klub", "club"), ("club", "club"), ("bezahlt", "paid"),
    ("geschlecht", "gender"),
    ("vorname", "first"), ("nachname", "last"), ("familienname", "last"), ("team", "team"),
    ("mannschaft", "mannschaft"), ("name", "name"),
)  # fmt: skip
HEADING_LENGTH = 40
HEADING_WORDS = 5
_BRACKETS = re.compile(r"[(\[].*?[)\]]|[*:]+")

_MALE = """adam alexander alfred andreas anton armin arno axel benedikt benjamin bernd bernhard björn bruno
    carsten
    christian christoph daniel david dennis detlef dieter dietmar dirk dominik eberhard eckhard emil
    erich erik ernst erwin étienne fabian felix ferdinand florian frank franz friedrich fritz georg gerd
    gerhard gregor günter günther guido gustav hans hans-josef hans-peter harald hartmut heiko heiner
    heinrich heinz helmut henning herbert hermann holger horst hubert ingo jan jakob jens joachim jochen
    johann johannes jonas jörg josef julian jupp jürgen kai karl karl-heinz karsten klaus konrad kurt
    lars leon lothar ludwig luis lukas lutz maik manfred marcel marco mario markus martin mathias
    matthias max maximilian mehmet michael mike moritz mustafa nico niklas nils norbert olaf oliver
    oskar otto patrick paul peter philipp rainer ralf reiner reinhard rené richard robert roland rolf
    roman rudi rudolf rüdiger sascha sebastian siegfried simon stefan steffen stephan sven theo thilo
    thomas thorsten tim timo tobias tom toni torsten udo ulf ulrich ümit uwe viktor volker walter werner
    wilfried wilhelm willi willy wolfgang øyvind łukasz"""
_FEMALE = """alexandra andrea angela angelika anita anja anke anna anna-lena anne annegret annelore annette
    änne
    antje astrid ayşe barbara bärbel beate bettina birgit brigitte carina carmen carola christa christel
    christiane christina christine claudia cordula cornelia dagmar daniela doris dorothea edith elena
    elfriede elisabeth elke ellen elsa emma erika erna esther eva fatma franziska frauke frieda gabi
    gabriele gerda gisela gudrun hanna hannah hedwig heide heidi heike helena helga hilde hildegard
    ilona ilse ina inge ingeborg ingrid irene iris irmgard jana janine jasmin jessica johanna josefine
    judith julia jutta karin karla karoline katharina kathrin katja katrin käthe kerstin klara kristina
    lara laura lea lena leyla lieselotte lilli linda lisa lotte luisa magdalena maike manuela margarete
    margot margret maria marianne marie marina marion marlene marlies martina mathilde melanie mia
    michaela miriam mona monika nadine nadja natalie nele nicole nina olga ottilie paula petra pia
    regina renate rita rosa rosemarie roswitha ruth sabine sabrina sandra sara sarah sigrid silke silvia
    simone sofia sölve sonja sophie stefanie stephanie susanne svenja sybille sylvia tanja tatjana
    ulrike ursula ute uta vanessa vera verena veronika waltraud yvonne zoë"""
FIRST_NAMES = frozenset(name_key(name) for name in (*_MALE.split(), *_FEMALE.split()))


def role_of(heading: str) -> str:
    """The role that a heading names, "" for one that is not needed (Startnummer, Telefon, …)."""
    bare = _BRACKETS.sub(" ", heading)
    key = name_key(bare)
    if not plain(bare):
        key = name_key(heading.strip("()[] "))  # "(m/w/d)" alone
    if key in ROLES:
        return ROLES[key]
    words = plain(bare).split()
    if len(heading) > HEADING_LENGTH or not 2 <= len(words) <= HEADING_WORDS:
        return ""
    found = {role for word, role in _TELLING if word in words}
    if {"first", "last"} <= found or {"first", "name"} <= found:
        last = next((word for word in words if word in ("nachname", "familienname", "name")), "")
        return "full_first" if words.index("vorname") < words.index(last) else "full_last"
    return next((role for word, role in _TELLING if word in words), "")
