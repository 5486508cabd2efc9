"""The description of the JSON that views/api.py tells, by hand; a test compares both, field by field."""

from functools import cache
from typing import Any

Schema = dict[str, Any]


def whole(description: str, *, least: int | None = None, null: bool = False) -> Schema:
    limit = {} if least is None else {"minimum": least}
    return {"type": ["integer", "null"] if null else "integer", **limit, "description": description}


def text(description: str, **more: Any) -> Schema:
    return {"type": "string", **more, "description": description}


def word(description: str, *words: str) -> Schema:
    return text(description, enum=list(words))


def truth(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def listed(description: str, items: Schema) -> Schema:
    return {"type": "array", "items": items, "description": description}


def record(description: str, **properties: Schema) -> Schema:
    """All properties are always there; later versions may add some."""
    return {
        "type": "object",
        "description": description,
        "required": list(properties),
        "properties": properties,
    }


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


SLUG = text("Name of the tournament in addresses.")
SHARED = truth("Whether others have the same rank or place; ranks are counted 1, 2, 2, 4.")
LINK = {"format": "uri-reference"}

PLAYER = record(
    "A player.",
    start_number=whole("Never changed and never given to somebody else: the id of a player.", least=1),
    name=text("First and last name; the start number once personal data is deleted."),
)
TOURNAMENT = record(
    "A tournament and where the rest of it is told.",
    slug=SLUG,
    name=text("Its name."),
    date=text("The day it is played.", format="date"),
    place=text("Where it is played; empty when not given."),
    rehearsal=truth("An invented evening in which nothing counts."),
    phase=word("How far the evening is.", "registration", "vorrunde", "cut", "ko", "final", "finished"),
    rounds=record(
        "Preliminary rounds.",
        planned=whole("How many are to be played; may change.", least=1),
        drawn=whole("How many draws are published.", least=0),
        in_standings=whole("How many are in the public standings.", least=0),
    ),
    frozen=truth("The last rounds stay secret until the cut is announced."),
    links=record(
        "Addresses on this server.",
        page=text("The page for guests.", **LINK),
        openapi=text("This description.", **LINK),
        tournament=text("This object.", **LINK),
        standings=text("Standings of the preliminary rounds.", **LINK),
        draw=text("Who sits where in the preliminary rounds.", **LINK),
        ko=text("The K.O. tables.", **LINK),
        final=text("The final table.", **LINK),
        places=text("All places, once the tournament is finished.", **LINK),
    ),
)
LINE = record(
    "One player in the standings.",
    rank=whole("The rank.", least=1),
    shared=SHARED,
    player=ref("Player"),
    points=whole("Sum of all rounds in the standings.", least=0),
    points_by_round=listed("By round, null where the player had no game.", whole("", least=0, null=True)),
    move=whole("Ranks won (+) or lost (-) by the last round, null when there was none before.", null=True),
    by_stechen=truth("The rank was decided by a Stechen."),
    zone=word(
        "Above the cut, tied across it, below it; all while there is no cut. Final once complete.",
        "in", "open", "out", "all",
    ),
    status=word("Whether the player can still qualify.", "eligible", "withdrawn", "excluded"),
    declined=truth("Qualified and gave the place back."),
    moved_up=truth("Came in for somebody who gave the place back."),
)  # fmt: skip
STANDINGS = record(
    "The standings of the preliminary rounds; running and secret rounds are not in them.",
    slug=SLUG,
    after_round=whole("The last round in them; 0 and no lines before the first.", least=0),
    complete=truth("All preliminary rounds are in them."),
    frozen=truth("Rounds were played that stay secret until the cut is announced."),
    cut={"anyOf": [ref("Cut"), {"type": "null"}], "description": "Null while there is none."},
    lines=listed("Best first.", ref("StandingLine")),
)
CUT = record(
    "The line between who goes on and who does not.",
    places=whole("How many go on.", least=1),
    open_places=whole("Places for which tied players have to play; 0 when the line is clear.", least=0),
    tied_players=whole("How many are tied across the line.", least=0),
)
DRAW = record(
    "The published draws of the preliminary rounds.",
    slug=SLUG,
    rounds=listed("Oldest first.", ref("Round")),
)
ROUND = record(
    "One round.",
    round=whole("Its number.", least=1),
    draw=whole("More than 1 when it was drawn again.", least=1),
    closed=truth("It is over."),
    tables=listed("By number.", ref("Table")),
)
TABLE = record(
    "A table of a preliminary round.",
    table=whole("Its number.", least=1),
    finished=truth("Nothing more is played there in this round."),
    players=listed("In seat order.", ref("Player")),
)
KO = record(
    "The tables of the K.O., or the one of the final, game by game.",
    slug=SLUG,
    survivors=whole("A table stops when so many hold Spielmarken.", least=1),
    tables=listed("By number; none before they are drawn.", ref("KoTable")),
)
KO_TABLE = record(
    "A K.O. table.",
    table=whole("Its number.", least=1),
    sign=text("What stands on the table: A, B, ... or F for the final."),
    finished=truth("Nothing more is played there."),
    game=whole("The game that is played, null when finished.", least=1, null=True),
    players=listed("In seat order.", ref("KoPlayer")),
)
KO_PLAYER = record(
    "A player at a K.O. table.",
    player=ref("Player"),
    state=word("through: goes to the final, or has won it.", "playing", "out", "through"),
    spielmarken=whole("Spielmarken left; one is lost with each game.", least=0),
    spielmarken_issued=whole("Spielmarken at the beginning.", least=0),
    place_from=whole("Out: the best place that is still possible; else null.", least=1, null=True),
    place_to=whole("Out: the worst place that is still possible; else null.", least=1, null=True),
)
PLACES = record(
    "All places of the tournament.",
    slug=SLUG,
    finished=truth("There is a champion; no lines before that."),
    lines=listed("The champion first.", ref("Place")),
)
PLACE = record(
    "A place.",
    place=whole("The place.", least=1),
    shared=SHARED,
    stage=word("Where it was decided.", "final", "ko", "vorrunde"),
    player=ref("Player"),
    points=whole("Points of the preliminary rounds.", least=0),
)
ERROR = record(
    "Why there is no answer.", error=word("A code.", "not_found", "method_not_allowed", "not_available")
)

SCHEMAS = {
    "Tournament": TOURNAMENT,
    "Standings": STANDINGS,
    "Cut": CUT,
    "StandingLine": LINE,
    "Player": PLAYER,
    "Draw": DRAW,
    "Round": ROUND,
    "Table": TABLE,
    "Ko": KO,
    "KoTable": KO_TABLE,
    "KoPlayer": KO_PLAYER,
    "Places": PLACES,
    "Place": PLACE,
    "Error": ERROR,
}
PATHS = {
    "/{slug}/": "Tournament",
    "/{slug}/standings/": "Standings",
    "/{slug}/draw/": "Draw",
    "/{slug}/ko/": "Ko",
    "/{slug}/final/": "Ko",
    "/{slug}/places/": "Places",
}
ABOUT = (
    "Read-only results of Schocken tournaments, the same that guests see on their phones and at the same "
    "moment. Send the ETag of an answer as If-None-Match and get 304 while nothing has changed."
)


@cache
def document() -> Schema:
    """OpenAPI 3.1."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Schockturnier", "version": "1", "description": ABOUT},
        "servers": [{"url": "/api/v1"}],
        "paths": {path: {"get": _operation(name, path)} for path, name in PATHS.items()},
        "components": {"schemas": SCHEMAS},
    }


def _operation(name: str, path: str) -> Schema:
    etag = {"ETag": {"schema": {"type": "string"}, "description": "Of this content."}}
    return {
        "operationId": path.rstrip("/").rpartition("/")[2].strip("{}").replace("slug", "tournament"),
        "summary": SCHEMAS[name]["description"],
        "parameters": [
            {"name": "slug", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "If-None-Match", "in": "header", "required": False, "schema": {"type": "string"}},
        ],
        "responses": {
            "200": {"description": "As it is now.", "headers": etag, "content": _content(name)},
            "304": {"description": "As you know it.", "headers": etag},
            "404": {"description": "No public tournament of this name.", "content": _content("Error")},
        },
    }


def _content(name: str) -> Schema:
    return {"application/json": {"schema": ref(name)}}
