"""A browser or a driver that is killed during a run: the error says which, and what was under way; nothing stays on the disk."""

import asyncio
import os
import shutil
import signal
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from builders import action

from actwright import Agent, PageOptions
from actwright.engine.page.browser.processes import drivers
from actwright.errors import BrowserError
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

FORM = b"<form method=post action=/go><button>Go</button></form>"
SCRIPT = b"<button onclick=\"fetch('/go', {method: 'POST'})\">Go</button>"
CLICK = action("click", element_id="button-0")
GO = {"complete": False, "message": "Going on.", "actions": [CLICK]}


@pytest.fixture
def temporary(monkeypatch):
    """Where temporary files go. Its name is short, because sockets lie in it."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def browsers(folder):
    """Process IDs of the browsers whose profile lies in `folder`."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes().decode().split("\0") if process.name.isdigit() else []
        except OSError:
            continue
        leads = any(word.startswith("--actwright-session=") for word in words)
        if leads and any(word.startswith(f"--user-data-dir={folder}/") for word in words):
            found.append(int(process.name))
    return found


@pytest.fixture
def kill(temporary):
    """`kill("browser")`, `kill("driver")`: with SIGKILL. The test's own driver stays."""
    others = drivers()

    def killed(what):
        if what == "driver":
            (pid,) = drivers() - others
            os.kill(pid, signal.SIGKILL)
        else:
            (pid,) = browsers(temporary)
            os.killpg(pid, signal.SIGKILL)

    return killed


@asynccontextmanager
async def shop(on_post, page=FORM):
    """A page on a loopback server; `on_post` is called when what it posts arrives, which is never answered."""
    answers = set()

    async def answer(reader, writer):
        answers.add(asyncio.current_task())
        if (await reader.readline()).startswith(b"POST"):
            on_post()
            await reader.read()  # until the browser is gone
        else:
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: {len(page)}\r\n\r\n"
            writer.write(head.encode() + page)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    server.close()
    await asyncio.wait(answers)


def agent(replies):
    options = PageOptions(screenshot="never", answer_seconds=10_000)  # who waits for the dead does not end here
    return Agent(ScriptedModel(replies), out=None, page_options=options)


DIED = {"browser": "the browser died during the run", "driver": "the browser's driver died during the run"}


@pytest.mark.parametrize("what", ["browser", "driver"])
async def test_one_that_is_killed_between_actions_is_named_and_leaves_no_folder(temporary, kill, what):
    """Nothing was under way while the model was asked."""

    def dies(_request):
        kill(what)
        return GO

    async with shop(lambda: None) as url:
        with pytest.raises(BrowserError) as raised:
            await agent([dies, GO]).run("Go", url=url)
    assert str(raised.value) == f"{DIED[what]}; no action was under way"
    assert raised.value.may_have_acted is False
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("what", ["browser", "driver"])
async def test_one_that_is_killed_in_the_middle_of_an_effect_may_have_acted(temporary, kill, what):
    """The form has arrived, whether or not the driver lived long enough to report that."""
    async with shop(lambda: kill(what)) as url:
        with pytest.raises(BrowserError) as raised:
            await agent([GO, GO]).run("Go", url=url)
    assert str(raised.value) == f"{DIED[what]}; an action was under way and may have taken effect"
    assert raised.value.may_have_acted is True
    assert [outcome.status for step in raised.value.steps for outcome in step.outcomes] == ["unknown"]
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("what", ["browser", "driver"])
async def test_one_that_is_killed_while_an_answer_is_waited_for_is_not_waited_for(temporary, kill, what):
    """The click is done by then, and its POST is under way."""

    def dies_later():
        asyncio.get_running_loop().call_later(1, kill, what)

    async with shop(dies_later, SCRIPT) as url:
        with pytest.raises(BrowserError) as raised:
            await agent([GO, GO]).run("Go", url=url)
    assert str(raised.value) == f"{DIED[what]}; an action was under way and may have taken effect"
    assert [outcome.status for step in raised.value.steps for outcome in step.outcomes] == ["unknown"]
