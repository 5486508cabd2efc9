"""`manage.py first_login [--new-password]`: the account that opens the desk."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.services.accounts import FIRST_USER, ensure_first_login


class Command(BaseCommand):
    help = "Makes the user of the Leitung and prints the password; prints nothing when there is one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--new-password", action="store_true", help="makes another password")

    def handle(self, *args: Any, new_password: bool, **options: Any) -> None:
        password = ensure_first_login(again=new_password)
        if password:
            self.stdout.write(f"  Name      {FIRST_USER}")
            self.stdout.write(f"  Kennwort  {password}   (ein neues: deploy/run --new-password)")
