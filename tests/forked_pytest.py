"""Runs pytest in a process of its own, as `python -m pytest` does, without the seconds that its imports take each time.

A server process imports what every suite needs, and forks for each run.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

IMPORTED = (
    "PIL.ImageDraw",
    "PIL.JpegImagePlugin",
    "_pytest.legacypath",
    "_pytest.pytester",
    "actwright.engine.agent",
    "actwright.engine.policies.auto",
    "actwright.engine.policies.single_call",
    "actwright.engine.records.report",
    "actwright.recording.checks",
    "actwright.recording.heal",
    "actwright.recording.record",
    "actwright.testing",
    "execnet",
    "jinja2",
    "playwright.sync_api",
    "pygments.lexers.diff",
    "pygments.lexers.python",
    "rapidfuzz.fuzz",
    "rapidfuzz.process",
    "rich.console",
)
"""What the server imports: no plugin, because pytest rewrites the assertions of plugins while it imports them."""


class ForkedPytest:
    """A server that runs one suite at a time."""

    def __init__(self):
        self._server = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, arguments, folder, *, seconds=280.0):
        """What a run of pytest with these arguments in a folder ends with. Its output is printed too, for a test that fails."""
        began = time.perf_counter()
        said, errors = Path(folder) / "stdout", Path(folder) / "stderr"
        request = {
            "arguments": ["-W", "ignore:Module already imported", *map(str, arguments)],
            "folder": str(folder),
            "environment": dict(os.environ),
            "stdout": str(said),
            "stderr": str(errors),
            "seconds": seconds,
        }
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        code = json.loads(self._server.stdout.readline())
        out, err = (each.read_text("utf-8", errors="replace") for each in (said, errors))
        sys.stdout.write(out)
        sys.stderr.write(err)
        return pytest.RunResult(code, out.splitlines(), err.splitlines(), time.perf_counter() - began)

    def close(self):
        self._server.stdin.close()
        self._server.wait(timeout=30)


def serve():
    """Runs what stands in each line of the input, and answers with its exit code."""
    for name in IMPORTED:
        __import__(name)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            play(request)
        sys.stdout.write(f"{wait(child, request['seconds'])}\n")
        sys.stdout.flush()


def wait(child, seconds):
    """The exit code of a child; one that takes too long is killed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def play(request):
    """Becomes `python -m pytest` in the folder of a request."""
    for number, (name, mode) in enumerate([(os.devnull, "r"), (request["stdout"], "w"), (request["stderr"], "w")]):
        with Path(name).open(mode) as file:
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, range(3), ("r", "w", "w"))
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path[0] = request["folder"]
    sys.argv = ["pytest", *request["arguments"]]
    code = pytest.main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve()
