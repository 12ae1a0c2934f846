"""Ctrl-C and SIGTERM end a run in order."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from actwright.testing import OpenAIChatServer, Silence


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


@pytest.mark.parametrize("send", [os.kill, os.killpg])
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_run_in_order(begin, site, tmp_path, send, number, status):
    """The run folder is complete, the browser is gone, and one line says what happened; no traceback."""
    with OpenAIChatServer([Silence()]) as provider:
        model = ("--model", "openai-chat:m", "--base-url", provider.url)
        running = begin("run", "x", "--url", f"{site.url}/price", *model)
        deadline = time.monotonic() + 60
        while not provider.received and time.monotonic() < deadline:
            time.sleep(0.05)
        browsers = marked_browsers(running.pid)
        assert len(browsers) == 1
        send(running.pid, number)
        out, err = running.communicate(timeout=30)
    assert running.returncode == status
    assert err.startswith("Stopped: by ")
    assert err.count("\n") == 1, err
    assert not Path(f"/proc/{browsers[0]}").exists()
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads((folder / "run.json").read_text())["status"] == "interrupted"
    assert (folder / "report.html").is_file()
    assert f"Report: {folder / 'report.html'}" in out
