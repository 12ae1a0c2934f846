"""A PostgreSQL server of the tests' own: started from what is installed, in a temporary folder, on a port of loopback."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path


class NoServerError(Exception):
    """No server is installed, or it does not start."""


class Server:
    """A server in a folder of its own; as root it runs as another user, because it refuses root."""

    def __init__(self):
        self._bin = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="actwright-postgres-"))
        self._data = self._folder / "data"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        user = other_user()
        self._as = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user is not None else []
        if user is not None:
            os.chown(self._folder, user, user)
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")

    def url(self, name):
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def start(self):
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self._folder} -c max_connections=200"
        self._run("pg_ctl", "-D", self._data, "-l", self._folder / "log", "-o", options, "-w", "-t", "60", "start")

    def stop(self, mode="fast"):
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "-t", "60", "stop")

    def restart(self, mode="immediate"):
        """As after a crash, by default: it recovers from its log."""
        self.stop(mode)
        self.start()

    def create(self, name):
        """A database of that name; its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return self.url(name)

    def remove(self):
        if (self._data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program, *arguments):
        command = [*self._as, self._bin / program, *arguments]
        log = self._folder / "out"
        with log.open("w+") as out:  # not a pipe: the server would keep it open
            ran = subprocess.run(
                command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out, timeout=120, check=False
            )
        if ran.returncode:
            raise NoServerError(f"{program}: {log.read_text()[-500:]}")


def programs():
    """The folder with the programs of a server."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise NoServerError(
        "no PostgreSQL server is installed (initdb): apt-get install postgresql, or run make setup as root"
    )


def other_user():
    """Whom the server runs as; None if it is us."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise NoServerError("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
