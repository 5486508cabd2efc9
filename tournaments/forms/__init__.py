"""What the desk types in: labels, sentences, and a refusal back at its field. Forms never write."""

from tournaments.forms._base import DeskForm
from tournaments.forms.people import AccountForm, LeaveForm, LoginForm, PersonForm
from tournaments.forms.setup import CreateForm, DescribeForm, FormatForm, LotNumberForm, RulesForm

__all__ = [
    "AccountForm",
    "CreateForm",
    "DescribeForm",
    "DeskForm",
    "FormatForm",
    "LeaveForm",
    "LoginForm",
    "LotNumberForm",
    "PersonForm",
    "RulesForm",
]
