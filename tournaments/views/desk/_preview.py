"""What the preview of an entry list shows: from the rows and what the desk decided so far to its lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from scoring.errors import RuleViolation
from tournaments.forms import read_whole
from tournaments.imports import Entry, EntryList, PreviewRow, Problem, State, asked_parts, match_entries
from tournaments.imports.repairs import PARTS
from tournaments.messages import entries as words
from tournaments.messages import preview as say
from tournaments.messages.refusals import refusal_text
from tournaments.models.names import tidy
from tournaments.queries.registration import Guest

FIRST_NEW = 10
ASKED_AS_OTHER = frozenset({State.ALREADY_THERE, State.DUPLICATE_IN_FILE})
LINE_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Decision:
    """What was ticked and typed. take: None before anybody decided. promised: the lines without doubt."""

    swap: bool = False
    take: frozenset[int] | None = None
    namesakes: frozenset[int] = frozenset()
    promised: frozenset[int] = frozenset()
    typed: Mapping[int, Mapping[str, str]] = field(default_factory=dict)

    def text(self, entry: Entry, part: str) -> str:
        return str(self.typed.get(entry.line, {}).get(part, getattr(entry, part)))

    def body(self) -> dict[str, Any]:
        """What confirm_import asks for: from the form alone, so that the same form sent twice is the same."""
        return {
            "take": sorted((self.take or frozenset()) | self.promised),
            "namesakes": sorted(self.namesakes),
            "repairs": {str(line): dict(parts) for line, parts in self.typed.items()},
            "swap_names": self.swap,
        }


def read_decision(post: QueryDict) -> Decision:
    """The preview's form, as far as it makes sense; the service refuses lines that do not exist."""
    typed: dict[int, dict[str, str]] = {}
    for name in post:
        part, _dash, text = name.partition("-")
        line = read_whole(text, LINE_DIGITS)
        if part in PARTS and line is not None:
            typed.setdefault(line, {})[part] = tidy(str(post[name]))
    return Decision(
        swap=post.get("swap") == "1",
        take=_lines(post.getlist("take")),
        namesakes=_lines(post.getlist("namesake")),
        promised=_lines(post.get("rows", "").split()),
        typed=typed,
    )


def _lines(texts: Iterable[str]) -> frozenset[int]:
    lines = (read_whole(text, LINE_DIGITS) for text in texts)
    return frozenset(line for line in lines if line is not None)


def preview_context(
    entry_list: EntryList,
    people: Sequence[Guest],
    decision: Decision,
    refusal: RuleViolation | None = None,
) -> dict[str, Any]:
    """Everything of templates/desk/vorschau.html but the frame."""
    rows = match_entries(entry_list, [(g.number, g.first, g.last, g.club) for g in people])
    doubts = [r for r in rows if r.doubtful and r.state != State.ALREADY_THERE]
    new = [r.entry for r in rows if r.state == State.NEW and not r.doubtful]
    broken = [r.entry.line for r in rows if r.state == State.BROKEN]
    shown = _Lines({e.line: e for e in entry_list.entries}, {g.number: g for g in people}, decision, refusal)
    known = [r for r in rows if r.state == State.ALREADY_THERE]
    count = len(new) + sum(shown.taken(r) for r in [*doubts, *known])
    return {
        "filename": entry_list.filename,
        "count": count,
        "take": say.take(count),
        "numbers": {
            "new": len(new),
            "known": len(known),
            "doubtful": len(doubts) - len(broken),
            "broken": len(broken),
        },
        "nobody_new": "" if any(r.take for r in rows) else say.nobody_new(len(known), len(rows)),
        "new": new[:FIRST_NEW],
        "more_new": new[FIRST_NEW:],
        "rows": " ".join(str(entry.line) for entry in new),
        "doubts": [shown.line(row) for row in doubts],
        "known": [shown.line(row) for row in known],
        "left": say.lines_left(broken),
        "swap": decision.swap,
        "refusal": refusal_text(refusal) if refusal and "line" not in refusal.params else "",
        **reading_context(entry_list),
    }


def reading_context(entry_list: EntryList) -> dict[str, Any]:
    """How the file was understood."""
    mapped = [
        {"title": column.title or column.number, "role": words.PARTS[column.role]}
        for column in entry_list.columns
        if column.title or column.role
    ]
    empty = sum(problem.code == "empty_line" for problem in entry_list.ignored)
    return {
        "reading": words.reading_text(
            entry_list.kind,
            entry_list.encoding,
            entry_list.separator,
            entry_list.sheet,
            entry_list.header_line,
        ),
        "columns": mapped,
        "empty": empty,
        "hints": [
            {"text": words.problem_text(p.code, p.params), "level": p.level} for p in entry_list.problems
        ],
        "left_out": [
            {"line": p.line, "text": words.problem_text(p.code, p.params)} for p in entry_list.ignored
        ],
    }


@dataclass(frozen=True, slots=True)
class _Lines:
    """One row of the list as a line of the page."""

    entries: Mapping[int, Entry]
    people: Mapping[int, Guest]
    decision: Decision
    refusal: RuleViolation | None

    def ticked(self, row: PreviewRow) -> bool:
        line = row.entry.line
        if self.decision.take is None:
            return row.take
        return line in self.decision.take or line in self.decision.namesakes

    def taken(self, row: PreviewRow) -> bool:
        """Ticked, or so incomplete that typing says enough."""
        typed = self.decision.typed.get(row.entry.line, {})
        told = row.entry.broken and any(text != getattr(row.entry, part) for part, text in typed.items())
        return told or self.ticked(row)

    def line(self, row: PreviewRow) -> dict[str, Any]:
        entry = row.entry
        mine = self.refusal if self.refusal and self.refusal.params.get("line") == entry.line else None
        fields = [self._field(entry, part, mine) for part in asked_parts(entry)]
        at_field = any(shown["error"] for shown in fields)
        name, label = self._ask(row, mine)
        return {
            "line": entry.line,
            "raw": entry.raw,
            "entry": entry,
            "broken": entry.broken,
            "tags": list(dict.fromkeys([*self._state_tags(row), *map(_tag, entry.problems)])),
            "sentences": [*self._state_sentences(row), *_sentences(entry.problems)],
            "fields": fields,
            "ask": name,
            "label": label,
            "ticked": self.ticked(row),
            "error": refusal_text(mine) if mine and not at_field else "",
        }

    def _ask(self, row: PreviewRow, refusal: RuleViolation | None) -> tuple[str, Any]:
        """Name and label of the checkbox; "" for a line that only typing can take."""
        codes = {problem.code for problem in row.entry.problems if problem.level == "broken"}
        asked_before = row.entry.line in self.decision.namesakes
        if row.state in ASKED_AS_OTHER or asked_before or (refusal and refusal.code.startswith("entry_")):
            return "namesake", say.ASKS["other"]
        if row.state == State.SAME_NAME_OTHER_CLUB:
            return "take", say.ASKS["other"]
        if row.state == State.BROKEN:
            return ("take", say.ASKS["no_last"]) if codes == {"last_missing"} else ("", "")
        return "take", say.ASKS["as_is"]

    def _field(self, entry: Entry, part: str, refusal: RuleViolation | None) -> dict[str, Any]:
        return {
            "name": f"{part}-{entry.line}",
            "label": words.PARTS[part],
            "value": self.decision.text(entry, part),
            "was": getattr(entry, part),
            "error": refusal_text(refusal) if refusal and refusal.field == part else "",
        }

    def _state_tags(self, row: PreviewRow) -> list[tuple[str, str, str]]:
        if row.state == State.ALREADY_THERE:
            return [("soft", "same", say.known(row.known[0]))]
        if row.state == State.DUPLICATE_IN_FILE:
            return [("wait", "warn", say.copied(row.lines))]
        if row.state == State.SAME_NAME_OTHER_CLUB:
            return [("wait", "warn", say.same_name(row.lines))]
        return []

    def _state_sentences(self, row: PreviewRow) -> list[str]:
        if row.state == State.DUPLICATE_IN_FILE:
            return [say.twice()]
        if row.state != State.SAME_NAME_OTHER_CLUB:
            return []
        if row.lines:
            place, club = say.place_of_line(row.lines[0]), self.entries[row.lines[0]].club
        else:
            place, club = say.place_of_number(row.known[0]), self.people[row.known[0]].club
        return [say.who_else(place, club, row.entry.club)]


def _tag(problem: Problem) -> tuple[str, str, str]:
    broken = problem.level == "broken"
    return (
        "loss" if broken else "wait",
        "x" if broken else "warn",
        words.problem_tag(problem.code, problem.params),
    )


def _sentences(problems: Iterable[Problem]) -> list[str]:
    return [words.problem_text(problem.code, problem.params) for problem in problems]
