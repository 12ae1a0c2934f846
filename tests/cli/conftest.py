"""The program as a user starts it, in an empty folder, without our environment variables."""

import io
import os
import subprocess
import sys

import pytest
from noted import without_waits

FOREIGN = ("ANTHROPIC_", "BRAVE_", "OPENAI_", "ACTWRIGHT_", "COLUMNS", "FORCE_COLOR", "NO_COLOR")


@pytest.fixture
def environment():
    """The environment without what would configure us, except where the browser is."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    browser = os.environ.get("ACTWRIGHT_BROWSER")
    return kept | {"COLUMNS": "120"} | ({"ACTWRIGHT_BROWSER": browser} if browser else {})


@pytest.fixture
def actwright(tmp_path, environment, monkeypatch, capsys, one_loop):
    """Runs `actwright ARGUMENTS` to its end, within this process, and returns what it printed and its exit status.

    A process of its own takes two seconds to load what is loaded here already, and a browser of its own one more.
    """
    from actwright.cli import main
    from actwright.engine.models import prices

    def run(*arguments, **variables):
        prices._warn_once.cache_clear()  # once per process, and this stands for one
        monkeypatch.chdir(tmp_path)
        for name in os.environ.keys() - environment.keys():
            monkeypatch.delenv(name)
        for name, value in (environment | variables).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.argv", ["actwright", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", io.StringIO())
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, ended.value.code, printed.out, without_waits(printed.err))

    return run


@pytest.fixture
def process(tmp_path, environment):
    """The same in a process of its own, for what also another program in it could print, or keep it from ending."""

    def run(*arguments, **variables):
        command = [sys.executable, "-m", "actwright", *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=280,
            check=False,
        )
        done.stderr = without_waits(done.stderr)
        return done

    return run


@pytest.fixture
def begin(tmp_path, environment):
    """Starts `actwright ARGUMENTS` in a session of its own and returns the running process."""

    def start(*arguments):
        command = [sys.executable, "-m", "actwright", *map(str, arguments)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, start_new_session=True, **pipes)

    return start


@pytest.fixture
def site():
    """The bundled site, on a port of its own."""
    from actwright.testing import Site

    with Site() as running:
        yield running
