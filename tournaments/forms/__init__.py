"""What the desk types in: labels, sentences, and a refusal back at its field. Forms never write."""

from tournaments.forms._base import DeskForm, read_whole
from tournaments.forms.entries import EntriesForm
from tournaments.forms.paper import PaperStyleForm
from tournaments.forms.people import AccountForm, EditPersonForm, ForgetForm, LeaveForm, LoginForm, PersonForm
from tournaments.forms.play import CorrectionForm, ReasonForm, ScharfForm, SeatForm, SlipForm, SwapForm
from tournaments.forms.rehearsal import RehearsalForm
from tournaments.forms.setup import (
    CreateForm,
    DescribeForm,
    DetailsForm,
    FormatForm,
    LotNumberForm,
    RulesForm,
)
from tournaments.forms.throws import ThrowsForm

__all__ = [
    "AccountForm",
    "CorrectionForm",
    "CreateForm",
    "DescribeForm",
    "DetailsForm",
    "DeskForm",
    "EditPersonForm",
    "EntriesForm",
    "ForgetForm",
    "FormatForm",
    "LeaveForm",
    "LoginForm",
    "LotNumberForm",
    "PaperStyleForm",
    "PersonForm",
    "ReasonForm",
    "RehearsalForm",
    "RulesForm",
    "ScharfForm",
    "SeatForm",
    "SlipForm",
    "SwapForm",
    "ThrowsForm",
    "read_whole",
]
