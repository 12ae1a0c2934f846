"""Ctrl-C and SIGTERM end a run in order."""

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from noted import without_waits
from served_pages import ServedPages

from actwright.testing import OpenAIChatServer, Silence

pytestmark = pytest.mark.slow


def marked_browsers(parent):
    """Process IDs of the browsers below a process, however deep."""
    parents = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    below = {parent}
    for _ in parents:
        below |= {pid for pid, up in parents.items() if up in below}
    words = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in below if Path(f"/proc/{pid}/cmdline").exists()}
    return [pid for pid, line in words.items() if b"--actwright-session=" in line]


@pytest.mark.parametrize(
    ("send", "number", "status"), [(os.killpg, signal.SIGINT, 130), (os.kill, signal.SIGTERM, 143)]
)
def test_a_signal_ends_the_run_in_order(begin, site, tmp_path, send, number, status):
    """The run folder is complete, the browser is gone, and one line says what happened; no traceback."""
    with OpenAIChatServer([Silence()]) as provider:
        model = ("--model", "openai-chat:m", "--base-url", provider.url)
        running = begin("run", "x", "--url", f"{site.url}/price", *model)
        deadline = time.monotonic() + 200
        while not provider.received and time.monotonic() < deadline:
            time.sleep(0.05)
        browsers = marked_browsers(running.pid)
        assert len(browsers) == 1
        send(running.pid, number)
        out, err = running.communicate(timeout=120)
    assert running.returncode == status
    (folder,) = (tmp_path / "runs").iterdir()
    by = "Ctrl-C" if number is signal.SIGINT else "SIGTERM"
    standing = "In step 1, nothing had begun that may have an effect beyond the page."
    said = f"Stopped: by {by}. {standing}\nReport: {folder / 'report.html'}\n"
    assert (out.count("Report: "), without_waits(err)) == (0, said)
    assert not Path(f"/proc/{browsers[0]}").exists()
    assert json.loads((folder / "run.json").read_text())["status"] == "interrupted"
    assert (folder / "report.html").is_file()


def test_what_had_begun_is_said(begin, tmp_path):
    """An action that was dispatched and not yet recorded may have had its effect."""
    taken, over = threading.Event(), threading.Event()

    def hanging(handler):
        if handler.command == "GET":
            return "<form method=post><label>Name <input name=n></label><button>Pay</button></form>"
        taken.set()
        return over.wait(60)

    with ServedPages({"/": hanging}) as server:
        running = begin("run", "Pay", "--url", f"{server.url}/", "--data", "name=Ada", "--json")
        assert taken.wait(60)
        running.terminate()
        out, err = running.communicate(timeout=120)
        over.set()
    assert running.returncode == 143
    said = "by SIGTERM. In step 1, click button-0 had begun: whether it took effect is not known."
    assert without_waits(err).startswith(f"Stopped: {said}\nReport: ")
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads(out) == {
        "status": "interrupted",
        "complete": False,
        "reason": "interrupted",
        "may_have_acted": True,
        "message": said,
        "run_dir": str(folder),
    }


BLOCKING = """
import pathlib, time
from contextlib import asynccontextmanager
from actwright.compare.case import Case, OracleStep

@asynccontextmanager
async def stage(browser):
    pathlib.Path("begun").touch()
    time.sleep(600)
    yield

def cases(seed):
    return [Case(id="a", task="wait", stage=stage, solver=lambda page: OracleStep())]
"""


def test_a_second_signal_ends_what_does_not_end_by_itself(begin, tmp_path):
    """A suite may hold up everything; the browser does not outlive the program."""
    (tmp_path / "suite.py").write_text(BLOCKING)
    running = begin("compare", "suite.py", "--model", "oracle")
    deadline = time.monotonic() + 200
    while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    (browser,) = marked_browsers(running.pid)
    running.send_signal(signal.SIGINT)
    time.sleep(0.5)  # two signals of one kind at once are one
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=120) == -signal.SIGINT
    running.communicate(timeout=120)
    deadline = time.monotonic() + 30
    while Path(f"/proc/{browser}/cmdline").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{browser}/cmdline").exists()
