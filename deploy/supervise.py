"""`deploy/run` after the installation: prepares the data, then keeps web process and worker alive."""

import argparse
import ctypes
import errno
import http.client
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

import bring_back
import lan
import prepare
from installation import ROOT, SUPERVISOR_LOCK, data_dir, die, take_lock, telling

ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
WATCHED = ENDING | {signal.SIGCHLD}
PATIENCE = 8.0  # seconds a process gets to end before it is killed
# Celery takes up to four to notice its end. A job that it is killed in keeps its row, whose lease runs out.
WORKER_PATIENCE = 2.0
LONGEST_PAUSE = 30.0
LONGEST_LOG = 5 * 2**20
LAST_WAIT = 30.0
STEADY = 60.0  # a process that ran so long starts again without a pause
PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None)

HELP = """\
Aufruf: deploy/run [Schalter]

  --port ZAHL      Port der Seiten (sonst PORT oder 8000)
  --demo           mit einem halb gespielten Turnier von 101 Spielern
  --new-password   ein neues Kennwort für die Leitung
  --help           diese Hilfe

Alle Einstellungen der Umgebung stehen in deploy/env.example."""


class Options(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        die(f"Diesen Aufruf gibt es nicht ({message}).\n\n{HELP}")

    def print_help(self, file: object = None) -> None:
        print(HELP)


def read_options(arguments: list[str]) -> argparse.Namespace:
    parser = Options(allow_abbrev=False)
    parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000)
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--new-password", action="store_true")
    options = parser.parse_args(arguments)
    if not 0 <= options.port < 65536:
        die(f"Den Port {options.port} gibt es nicht.")
    return options


def listen(port: int) -> socket.socket:
    """The listening socket, held here for as long as the stack runs."""
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind(("0.0.0.0", port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            die(f"Der Port {port} ist belegt. Ein anderer: deploy/run --port {port + 1}")
        if error.errno == errno.EACCES:
            die(f"Der Port {port} ist root vorbehalten. Ein anderer: deploy/run --port 8000")
        raise
    server.listen(2048)
    return server


def tell(sentence: str) -> None:
    """Whatever becomes of the telling: the terminal may be gone, the file of the output on a full disk."""
    with suppress(OSError):
        print(sentence, flush=True)


def in_child() -> None:
    """Between fork and exec: a term signal should the supervisor be killed."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Ear:
    """The signals that arrived, through a pipe. Not sigtimedwait: interrupted after its time, as by Ctrl-Z
    and fg or by a laptop that slept, Python's answers with a signal that nobody sent."""

    def __init__(self) -> None:
        self.pipe, end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        for number in WATCHED:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup deploy/run
                signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(end, warn_on_full_buffer=False)

    def heard(self, wait: float) -> set[int]:
        """Within so many seconds; empty when there was none."""
        ready, _, _ = select.select([self.pipe], [], [], wait)
        return set(os.read(self.pipe, 4096)) if ready else set()


class Service:
    """A process that is started again whenever it ends, with a growing pause."""

    def __init__(
        self,
        title: str,
        argv: list[str],
        log: Path,
        env: dict[str, str],
        keep: tuple[int, ...],
        patience: float = PATIENCE,
    ) -> None:
        self.title, self.argv, self.log, self.env, self.keep = title, argv, log, env, keep
        self.patience = patience
        self.process: subprocess.Popen[bytes] | None = None
        self.due, self.started, self.failures = 0.0, 0.0, 0

    def start(self) -> None:
        """Without a log where none can be written: pages are worth more than lines about them."""
        self.started = time.monotonic()
        try:
            log: int | BinaryIO = self.log.open("ab")
        except OSError:
            log = subprocess.DEVNULL
        try:
            # A session of its own: Ctrl-C reaches the supervisor alone, and killpg reaches all it started.
            self.process = subprocess.Popen(
                self.argv,
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self.keep,
                start_new_session=True,
                preexec_fn=in_child,
            )
        except OSError as error:  # no memory or no process is left for the moment
            tell(f"{self.title}: startet nicht ({error.strerror})")
            self.failures += 1
            self.due = self.started + self.pause()
        finally:
            if not isinstance(log, int):
                log.close()

    def pause(self) -> float:
        """Seconds until the next try."""
        return min(LONGEST_PAUSE, 0.25 * 2**self.failures) if self.failures > 1 else 0.0

    def look_after(self) -> None:
        now = time.monotonic()
        if self.process is None:
            if now >= self.due:
                self.start()
            return
        if self.process.poll() is None:
            return
        self.sweep()
        self.failures = 0 if now - self.started > STEADY else self.failures + 1
        tell(f"{self.title}: beendet ({self.process.returncode}), startet neu. Mehr in {self.log}")
        self.process, self.due = None, now + self.pause()
        if self.due <= now:
            self.start()

    def sweep(self) -> None:
        """Ends what is left of the process group."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def ask_to_end(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def end(self, deadline: float) -> None:
        if self.process:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.0, deadline - time.monotonic()))
            self.sweep()
            self.process.wait()
            self.process = None

    def renew(self) -> None:
        """Ended and started again on purpose."""
        self.ask_to_end()
        self.end(time.monotonic() + self.patience)
        self.start()


class Stack:
    """Web process and worker on one data folder and one port."""

    def __init__(self, folder: Path, lock: int, server: socket.socket) -> None:
        self.folder, self.server = folder, server
        self.port: int = server.getsockname()[1]
        self.hosts = lan.addresses()
        log = folder / "log"
        env = os.environ | {"DATA_DIR": str(folder), "LISTEN_FD": str(server.fileno())}
        self.web = Service(
            "Webdienst",
            [sys.executable, str(ROOT / "deploy" / "web.py")],
            log / "web.log",
            env,
            (lock, server.fileno()),
        )
        worker = [
            "-m",
            "celery",
            "-A",
            "schockturnier",
            "worker",
            "--loglevel",
            "WARNING",
            "--hostname",
            "druck@%h",
        ]
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        # A job in the middle goes back into the queue instead of holding up the end.
        worker_env = env | {"REMAP_SIGTERM": "SIGQUIT"}
        self.worker = Service(
            "Druckdienst",
            [sys.executable, *worker, *quiet],
            log / "worker.log",
            worker_env,
            (lock,),
            WORKER_PATIENCE,
        )
        self.tell_hosts()

    def tell_hosts(self) -> None:
        for service in (self.web, self.worker):
            service.env["PUBLIC_URL"] = self.url()
            service.env["ALLOWED_HOSTS"] = os.environ.get("ALLOWED_HOSTS") or ",".join(
                [*lan.host_names(), *self.hosts]
            )

    def url(self) -> str:
        return lan.named_url() or f"http://{self.hosts[0] if self.hosts else 'localhost'}:{self.port}"

    def alone(self) -> bool:
        """No device but this one can open the pages."""
        return not self.hosts and not lan.named_url()

    def run(self, welcome: Callable[[], None]) -> None:
        """Until a signal asks for the end."""
        ear = Ear()
        try:
            self.web.start()
            answered, next_look = False, 0.0
            while not ear.heard(0.05 if not answered else 1.0) & ENDING:
                self.web.look_after()
                if not answered and (status := self.answer()):
                    answered = True
                    if status >= 500:
                        die(f"Die Seiten melden einen Fehler. Das Protokoll: {self.web.log}")
                    with suppress(OSError):
                        welcome()
                if answered:
                    self.worker.look_after()
                elif self.web.failures >= 3:
                    die(f"Der Webdienst startet nicht. Das Protokoll: {self.web.log}")
                if time.monotonic() >= next_look:
                    next_look = time.monotonic() + 5
                    self.follow_the_network()
                    rotate(self.folder / "log")
            tell("\nBeende Webdienst und Druckdienst …")
        finally:
            self.end()

    def answer(self) -> int:
        """The status of a first page, 0 while there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=0.5)
        try:
            connection.request("GET", "/leitung/anmelden/", headers={"Host": "localhost"})
            response = connection.getresponse()
            response.read()
        except (OSError, http.client.HTTPException):
            return 0
        else:
            return response.status
        finally:
            connection.close()

    def follow_the_network(self) -> None:
        """The laptop joined another network: its new address is let in and shown."""
        hosts = lan.addresses()
        if set(hosts) <= set(self.hosts):
            return
        alone = self.alone()
        self.hosts = list(dict.fromkeys([*hosts, *self.hosts]))
        self.tell_hosts()
        self.web.renew()
        tell(f"\nNeue Adresse: {self.url()}/")
        if alone:
            with suppress(OSError):
                show_code(self.url())

    def end(self) -> None:
        asked = time.monotonic()
        for service in (self.web, self.worker):
            service.ask_to_end()
        for service in (self.web, self.worker):
            service.end(asked + service.patience)


ALONE = """\
  Dieser Rechner ist noch in keinem Netz: Tablets und Handys erreichen ihn nicht.
  Bitte mit dem Netz des Routers verbinden, die neue Adresse erscheint dann hier.
  Vorher nichts mit QR-Code drucken: Codes von jetzt führen nirgendwohin.
"""


def show(stack: Stack, password: str) -> None:
    url = stack.url()
    print(f"\nSchockturnier läuft.\n\n  Leitung   {url}/leitung/\n  Tische    {url}/t/\n  Halle     {url}/\n")
    if stack.alone():
        print(ALONE)
    else:
        show_code(url)
    print(f"{password}  Daten     {stack.folder}\n  Ende      Strg-C\n", flush=True)


def show_code(url: str) -> None:
    """The way to the tables for a camera."""
    import segno  # late: the web process starts meanwhile

    segno.make(f"{url}/t/", error="l", micro=False).terminal(compact=True, border=2)
    print("\n  Der Code öffnet die Tische.\n", flush=True)


def rotate(log: Path) -> None:
    """One old log of each kind is kept, also in a long evening: whoever writes appends, so that a log that
    is emptied goes on at its beginning. On a full disk the old lines go."""
    for file in log.glob("*.log"):
        with suppress(OSError):
            if file.stat().st_size > LONGEST_LOG:
                with suppress(OSError):
                    shutil.copyfile(file, file.with_suffix(".old"))
                os.truncate(file, 0)


def wait_for_the_last(folder: Path) -> int:
    """The lock, once the children of a supervisor that was killed have ended, or a restore is done."""
    tell("Warte, bis der vorige Lauf beendet ist …")
    lock = take_lock(folder, patience=LAST_WAIT)
    if lock is None:
        die("Der vorige Lauf ist noch nicht beendet. Gleich noch einmal starten.")
    return lock


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    options = read_options(sys.argv[1:])
    folder = data_dir()
    setup = folder / "log" / "setup.log"
    if take_lock(folder, name=SUPERVISOR_LOCK) is None:
        if options.new_password:
            print(prepare.first_login(folder, setup, again=True), end="")
            return
        die(f"Schockturnier läuft schon mit den Daten in {folder}.")
    lock = take_lock(folder) or wait_for_the_last(folder)
    rotate(folder / "log")
    bring_back.clear_up(folder)
    server = listen(options.port)
    prepare.compile_messages()
    prepare.collect_static(setup)
    prepare.migrate(folder, setup)
    password = prepare.first_login(folder, setup, again=options.new_password)
    if options.demo:
        prepare.demo(folder, setup)
    stack = Stack(folder, lock, server)
    stack.run(lambda: show(stack, password))
    tell("Beendet. Alle Daten sind gespeichert.")


if __name__ == "__main__":
    try:
        with telling():
            main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
