"""What a process that only prints does without."""

import subprocess
import sys

LOADED = """
import django, sys
django.setup()
import tournaments.tasks, tournaments.services.prints, tournaments.printing.content
sys.exit("numpy" in sys.modules)
"""


def test_printing_loads_no_numpy() -> None:
    """19 MB in every process of the pool."""
    assert subprocess.run([sys.executable, "-c", LOADED], check=False, timeout=120).returncode == 0
