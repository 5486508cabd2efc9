from tournaments.models.devices import Device, Pairing
from tournaments.models.knockout import Cut, CutPlace, Stechen, StechenCause, StechenEntry, StechenThrow
from tournaments.models.log import LogEntry, Receipt
from tournaments.models.paper_style import FOOTER_LETTERS, LOGO_TEXT_LETTERS, PaperStyle
from tournaments.models.player import Club, Gender, Person, Player, Status, Team
from tournaments.models.printing import REHEARSAL, Import, ImportState, Job, JobState
from tournaments.models.results import Conflict, DeckelStep, Result, SchockAus
from tournaments.models.screen import HONOURING, MESSAGE_LETTERS, PRESENTING, Steering
from tournaments.models.seating import (
    Absence,
    AbsenceKind,
    Outcome,
    Round,
    RoundState,
    Seat,
    Stage,
    Station,
    Table,
)
from tournaments.models.tournament import RESERVED_SLUGS, Phase, Tournament

__all__ = [
    "FOOTER_LETTERS",
    "HONOURING",
    "LOGO_TEXT_LETTERS",
    "MESSAGE_LETTERS",
    "PRESENTING",
    "REHEARSAL",
    "RESERVED_SLUGS",
    "Absence",
    "AbsenceKind",
    "Club",
    "Conflict",
    "Cut",
    "CutPlace",
    "DeckelStep",
    "Device",
    "Gender",
    "Import",
    "ImportState",
    "Job",
    "JobState",
    "LogEntry",
    "Outcome",
    "Pairing",
    "PaperStyle",
    "Person",
    "Phase",
    "Player",
    "Receipt",
    "Result",
    "Round",
    "RoundState",
    "SchockAus",
    "Seat",
    "Stage",
    "Station",
    "Status",
    "Stechen",
    "StechenCause",
    "StechenEntry",
    "StechenThrow",
    "Steering",
    "Table",
    "Team",
    "Tournament",
]
