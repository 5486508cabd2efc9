"""The service beside the web: a job's number in, a print or a slice of a Probelauf done. And what keeps it
honest: a thread beside the worker that re-sends due jobs and says that the service is there."""

import logging
import threading
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from django.db import connections, transaction
from kombu.exceptions import ChannelError, OperationalError

from tournaments.models import REHEARSAL
from tournaments.printing import files, warm
from tournaments.services.deletion import delete_due
from tournaments.services.jobs import due_jobs, forget_old, kind_of, tidy_files
from tournaments.services.prints import print_job

log = logging.getLogger(__name__)

SWEEP_EVERY = 1.0  # seconds
TIDY_EVERY = 600  # sweeps
_stop = threading.Event()


@shared_task(name="job")
def work(job_id: int) -> str:
    """Print, or play a slice of a Probelauf and get in line again behind the prints."""
    if kind_of(job_id) != REHEARSAL:
        return print_job(job_id=job_id)
    # Not before somebody plays: the draw needs NumPy, 19 MB that no print does.
    from tournaments.rehearsal.slices import play_slice

    answer = play_slice(job_id=job_id)
    if answer == "at_once":
        send(job_id)
    return answer


def enqueue(job_id: int) -> None:
    """Tell the workers once the row is committed: `delay_on_commit` that survives a broker that is down."""
    transaction.on_commit(partial(send, job_id))


def send(job_id: int) -> bool:
    """False when the broker takes nothing: the row waits, the sweeper sends again."""
    try:
        work.delay(job_id)
    except (OperationalError, ChannelError, OSError) as error:
        log.warning("job %s waits, the broker is not there: %s", job_id, error)
        return False
    return True


def sweep() -> None:
    """One round of the thread: a sign of life, and a message for every job that is due."""
    files.say_alive()
    for job_id in due_jobs():
        send(job_id)


@worker_process_init.connect
def warm_up(**kwargs: Any) -> None:
    """The first sheet costs a second for imports and fonts: better now than when somebody waits.

    In each process of the pool, not before it forks: Pango asks for fonts in a thread of its own.
    """
    try:
        warm()
    except Exception:
        log.exception("warming up failed, the worker cannot print yet")


@worker_ready.connect
def start_sweeper(**kwargs: Any) -> None:
    _stop.clear()
    threading.Thread(target=_keep_sweeping, name="sweeper", daemon=True).start()


@worker_shutting_down.connect
def stop_sweeper(**kwargs: Any) -> None:
    _stop.set()


def _keep_sweeping() -> None:
    rounds = 0
    while not _stop.is_set():
        try:
            sweep()
            if rounds % TIDY_EVERY == 0:
                delete_due()
                forget_old()
                tidy_files()
        except Exception:  # the database or the disk is away for a moment: the next round comes
            log.warning("sweep failed", exc_info=True)
        finally:
            connections.close_all()  # never open across a fork of the pool
        rounds += 1
        _stop.wait(SWEEP_EVERY)
