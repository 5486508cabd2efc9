"""Printing one job: claim, lay out, write, finish. What a worker does with a job's number."""

import errno
import logging
import secrets
import time

from django.db import DatabaseError

from tournaments.printing import Cancelled, content, files, render
from tournaments.printing.content.kinds import NothingToPrint
from tournaments.printing.paper import DoesNotFit
from tournaments.services.jobs import Claim, claim_job, fail_job, finish_job, heartbeat

log = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between two heartbeats at least: a write a sheet would queue before results."""


def print_job(*, job_id: int) -> str:
    """Make the paper of a job, if it is free. Answer: printed · not_free · stopped · failed.

    An answer of the database that is no answer (locked, gone) is raised: the lease runs out, and the job
    is sent again.
    """
    claim = claim_job(job_id=job_id)
    if claim is None:
        return "not_free"
    try:
        return _print(claim)
    except Cancelled:
        return "stopped"
    except DatabaseError:
        raise
    except Exception as error:
        log.warning("job %s: %s", claim.job, error, exc_info=not _is_known(error))
        fail_job(claim=claim, error=_code(error))
        return "failed"


def _print(claim: Claim) -> str:
    document, digest = content.document(claim.tournament, claim.kind, claim.params)
    pulse = _Pulse(claim)
    pdf = render(document, progress=pulse)
    # Never a name again: after a backup is brought back the numbers of jobs count anew, for other papers.
    name = f"{claim.job}-{claim.attempt}-{secrets.token_hex(4)}.pdf"
    files.write(name, pdf)
    if finish_job(claim=claim, file=name, digest=digest, total=len(document.sheets)):
        return "printed"
    files.remove([name])
    return "stopped"


class _Pulse:
    """Progress to the row, twice a second at most; stops the work when nobody wants it any more."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.next = claim, 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + EVERY
        if not heartbeat(claim=self.claim, done=done, total=total):
            raise Cancelled


def _is_known(error: Exception) -> bool:
    return _code(error) != "print_failed"


def _code(error: Exception) -> str:
    if isinstance(error, NothingToPrint):
        return "nothing_to_print"
    if isinstance(error, DoesNotFit):
        return "does_not_fit"
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "disk_full"
    if isinstance(error, OSError) and error.errno in {errno.EACCES, errno.EROFS, errno.EPERM}:
        return "not_writable"
    if isinstance(error, ImportError) or "cannot load library" in str(error):
        return "library_missing"
    return "print_failed"
