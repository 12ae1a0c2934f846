"""Tasks in unmodified applications, with answers fixed before play, judged by what each application then has.

They run if `ACTWRIGHT_APPLICATIONS` names a folder that has them (versions as of 2026-11):

    for each in streamlit nicegui wagtail jupyterlab; do
      uv venv FOLDER/$each && uv pip install --python FOLDER/$each/bin/python $each
    done
    npm install --prefix FOLDER/nodered node-red
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from actwright import Agent, Result
from actwright.engine.policies.base import Ask
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.turn import Turn

FOLDER = Path(os.environ.get("ACTWRIGHT_APPLICATIONS", "/nowhere"))
HERE = Path(__file__).parent
PASSWORD = "a long password"
START_SECONDS = 240

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="ACTWRIGHT_APPLICATIONS names no folder with the applications"),
]

Answer = Callable[[Turn], tuple[Action, ...]]


def do(tool: str, **parameters: object) -> Action:
    return Action(reason="as fixed", tool=tool, parameters=parameters)


def named(turn: Turn, name: str, role: str = "") -> str:
    """The ID of the first element whose name begins so."""
    found = [each.id for each in turn.page.elements if each.name.startswith(name) and role in (each.role, "")]
    assert found, f"no {role} {name!r} in\n{turn.page.tree}\n{turn.page.notes}"
    return found[0]


class Fixed:
    """Answers fixed before play, each found by names on the page of its step; the last one claims completion."""

    roles = ()

    def __init__(self, answers: tuple[Answer, ...]) -> None:
        self._answers = answers

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        at = len(turn.steps)
        if at >= len(self._answers):
            return Proposal(complete=False, message="refused", actions=(do("fail", reason="the claim was refused"),))
        return Proposal(complete=at == len(self._answers) - 1, message="as fixed", actions=self._answers[at](turn))


def play(task: str, url: str, *answers: Answer, **options: object) -> Result:
    return Agent(policy=Fixed(answers)).run_sync(task, url=url, **options)


def answers(port: str) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
    except OSError:
        return False
    return True


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """`start(*command)` runs a server in the test's folder, with `PORT` replaced, and returns its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    begun: list[subprocess.Popen[bytes]] = []

    def run(program: str, *arguments: str) -> str:
        command = [str(FOLDER / program), *(each.replace("PORT", port) for each in arguments)]
        environment = {
            name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"
        }  # NiceGUI obeys it
        environment["PORT"] = port
        with Path(tmp_path, "server.log").open("wb") as log:
            begun.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log))
        end = time.monotonic() + START_SECONDS
        while not answers(port):
            assert time.monotonic() < end, Path(tmp_path, "server.log").read_text()
            time.sleep(0.2)
        return f"http://127.0.0.1:{port}"

    yield run
    for each in begun:
        each.terminate()
        each.wait(20)


@pytest.fixture
def streamlit(start, tmp_path):
    shutil.copy(HERE / "streamlit_app.py", tmp_path)
    quiet = ("--server.headless", "true", "--browser.gatherUsageStats", "false")
    where = ("--server.port", "PORT", "--server.address", "127.0.0.1")
    return start("streamlit/bin/streamlit", "run", "streamlit_app.py", *where, *quiet)


def test_streamlit_takes_a_form(streamlit, tmp_path):
    result = play(
        "Add part G-9 with quantity 25, stored in Hull, tagged heavy, delivered on 2026-12-24, checked by a second person",
        streamlit,
        lambda turn: (
            do("fill", element_id=named(turn, "Part number"), value="G-9"),
            do("fill", element_id=named(turn, "Quantity", "spinbutton"), value="25"),
            do("check", element_id=named(turn, "Hull", "radio")),
            do("select", element_id=named(turn, "Tags", "combobox"), value="heavy"),
            do("fill", element_id=named(turn, "Delivery day", "group"), value="2026-12-24"),
            do("check", element_id=named(turn, "Checked by a second person")),
            do("click", element_id=named(turn, "Add part")),
            do("expect", text=["Part G-9 added"]),
        ),
    )
    assert (result.status, result.proof) == ("complete", "shown")
    assert json.loads(Path(tmp_path, "parts.json").read_text()) == ["G-9", 25, "Hull", ["heavy"], "2026-12-24", True]


def test_streamlit_filters_by_a_slider(streamlit):
    result = play(
        "How many pieces of parts with at least 45 pieces are there in York?",
        streamlit,
        lambda turn: (
            do("select", element_id=named(turn, "Site", "combobox"), value="York"),
            do("fill", element_id=named(turn, "Least quantity", "slider"), value="45"),
        ),
        lambda _: (do("expect", text=["1 parts, 55 pieces"]),),
    )
    assert result.status == "complete"


def test_streamlit_closes_a_dialog(streamlit, tmp_path):
    result = play(
        "Remove the part G-2, because it is broken",
        streamlit,
        lambda turn: (do("click", element_id=named(turn, "Remove a part")),),
        lambda turn: (
            do("select", element_id=named(turn, "Which part", "combobox"), value="G-2"),
            do("fill", element_id=named(turn, "Reason"), value="broken"),
            do("click", element_id=named(turn, "Remove it")),
            do("expect_gone", element_id="", value="Which part"),
        ),
    )
    assert (result.status, result.proof) == ("complete", "shown")
    assert json.loads(Path(tmp_path, "removed.json").read_text()) == ["G-2", "broken"]


def test_nicegui_takes_a_form_of_drawn_controls(start, tmp_path):
    shutil.copy(HERE / "nicegui_app.py", tmp_path)
    result = play(
        "Book room {{room}} on {{day}} for {{people}}, a workshop in the evening with beamer, coffee and lunch",
        start("nicegui/bin/python", "nicegui_app.py"),
        lambda turn: (
            do("select", element_id=named(turn, "Room"), value="{{room}}"),
            do("fill", element_id=named(turn, "Day"), value="{{day}}"),
            do("fill", element_id=named(turn, "", "slider"), value="{{people}}"),
            do("check", element_id=named(turn, "Beamer")),
            do("check", element_id=named(turn, "Workshop")),
            do("click", element_id=named(turn, "Evening")),
            do("select_several", element_id=named(turn, "Extras"), values=["Coffee", "Lunch"]),
            do("click", element_id=named(turn, "Book")),
            do("expect", text=["Rome is booked"]),
        ),
        data={"room": "Rome", "day": "2026-12-24", "people": "9"},
    )
    assert (result.status, result.proof) == ("complete", "shown")
    booked = ["Rome", "2026-12-24", 9, True, "Workshop", "Evening", ["Coffee", "Lunch"]]
    assert json.loads(Path(tmp_path, "booking.json").read_text()) == booked


@pytest.fixture
def jupyterlab(start, tmp_path):
    Path(tmp_path, "notes.md").write_text("# Notes\n\n- buy gauges\n")
    open_to_all = ("--IdentityProvider.token=", "--ServerApp.password=", "--allow-root")
    return start("jupyterlab/bin/jupyter-lab", "--no-browser", "--ip", "127.0.0.1", "--port", "PORT", *open_to_all)


def test_jupyterlab_saves_a_file(jupyterlab, tmp_path):
    result = play(
        'Append the line "- call Ada" to notes.md and save it',
        f"{jupyterlab}/lab",
        lambda turn: (do("double_click", element_id=named(turn, "notes.md")),),
        lambda turn: (
            do(
                "append",
                element_id=next(each.id for each in turn.page.elements if "buy gauges" in (each.value or "")),
                value="- call Ada",
            ),
            do("press", key="Control+s", element_id=""),
            do("wait", seconds=2),
        ),
        lambda _: (do("expect_request", text=["PUT /api/contents/notes.md"]),),
    )
    assert result.status == "complete"
    assert Path(tmp_path, "notes.md").read_text() == "# Notes\n\n- buy gauges\n- call Ada"


def test_jupyterlab_has_menus_in_menus(jupyterlab):
    result = play(
        "Switch to the dark theme",
        f"{jupyterlab}/lab",
        lambda turn: (do("click", element_id=named(turn, "Settings", "menuitem")),),
        lambda turn: (do("click", element_id=named(turn, "Theme", "menuitem")),),
        lambda turn: (
            do("click", element_id=named(turn, "JupyterLab Dark", "menuitem")),
            do("expect_request", text=["PUT /lab/api/settings/*/*"]),
        ),
    )
    assert result.status == "complete"


@pytest.fixture
def wagtail(start, tmp_path):
    python = str(FOLDER / "wagtail/bin/python")
    admin = {**os.environ, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    subprocess.run([FOLDER / "wagtail/bin/wagtail", "start", "example", tmp_path], check=True, capture_output=True)
    for command in ("migrate -v0", "createsuperuser --noinput --username admin --email a@example.org"):
        subprocess.run([python, "manage.py", *command.split()], cwd=tmp_path, env=admin, check=True)
    return start("wagtail/bin/python", "manage.py", "runserver", "127.0.0.1:PORT", "--noreload")


def log_in(turn: Turn) -> tuple[Action, ...]:
    return (
        do("fill", element_id=named(turn, "Username"), value="admin"),
        do("fill", element_id=named(turn, "Password"), value="{{password}}"),
        do("click", element_id=named(turn, "Sign in", "button")),
    )


def test_wagtail_takes_a_redirect_and_an_image(wagtail, tmp_path):
    secrets = {"password": PASSWORD}
    result = play(
        "Log in as admin and redirect /old to https://example.org/new",
        f"{wagtail}/admin/",
        log_in,
        lambda turn: (do("click", element_id=named(turn, "Settings", "button")),),
        lambda turn: (do("click", element_id=named(turn, "Redirects")),),
        lambda turn: (do("click", element_id=named(turn, "Add redirect")),),
        lambda turn: (
            do("fill", element_id=named(turn, "Redirect from"), value="/old"),
            do("fill", element_id=named(turn, "Redirect to any URL"), value="https://example.org/new"),
            do("click", element_id=named(turn, "Create", "button")),
            do("expect", text=["added"]),
        ),
        secrets=secrets,
    )
    assert (result.status, result.proof) == ("complete", "proved")
    picture = HERE.parent.parent / "docs" / "step.png"
    result = play(
        f"Log in as admin and upload the image {picture}",
        f"{wagtail}/admin/",
        log_in,
        lambda turn: (do("click", element_id=named(turn, "Images")),),
        lambda turn: (do("click", element_id=named(turn, "Add an image")),),
        lambda turn: (
            do(
                "upload",
                element_id=next(each.id for each in turn.page.elements if each.type == "file"),
                files=[str(picture)],
            ),
        ),
        lambda _: (do("expect", text=["Upload successful"]),),
        secrets=secrets,
    )
    assert result.status == "complete"
    assert list(Path(tmp_path, "media").rglob("step*.png"))


@pytest.fixture
def nodered(start, tmp_path):
    return start("nodered/node_modules/.bin/node-red", "-u", str(tmp_path), "-p", "PORT")


def ports(turn: Turn) -> list[str]:
    return re.findall(r'- \*?(\S+) \(hint="port"', turn.page.tree)


def canvas(turn: Turn) -> str:
    return re.findall(r"- \*?(\S+) \(scrollable=[^)]*to the side", turn.page.tree)[0]


def selects(turn: Turn) -> list[str]:
    return [each.id for each in turn.page.elements if each.tag == "select"]


def test_nodered_wires_nodes_that_are_dragged_from_its_palette(nodered, tmp_path):
    result = play(
        "Wire a new inject node, called Every minute and repeated in an interval, to a debug node, and deploy the flow",
        nodered,
        lambda turn: (do("click", element_id=named(turn, "No, do not enable")),),
        lambda _: (do("press", key="Escape", element_id=""),),
        lambda turn: (
            do("drag", element_id=named(turn, "inject"), onto=canvas(turn)),
            do("drag", element_id=named(turn, "debug"), onto=canvas(turn), right=180, down=60),
        ),
        lambda turn: (
            do("drag", element_id=ports(turn)[0], onto=ports(turn)[1]),
            do("double_click", element_id=named(turn, "timestamp")),
        ),
        lambda turn: (
            do("fill", element_id=named(turn, "Name"), value="Every minute"),
            do("select", element_id=selects(turn)[0], value="interval"),
            do("click", element_id=named(turn, "Done")),
        ),
        lambda turn: (
            do("click", element_id=named(turn, "Deploy")),
            do("expect", text=["Successfully deployed"]),
        ),
    )
    assert (result.status, result.proof) == ("complete", "shown")
    nodes = {each["type"]: each for each in json.loads(Path(tmp_path, "flows.json").read_text())}
    assert (nodes["inject"]["name"], nodes["inject"]["repeat"]) == ("Every minute", "1")
    assert nodes["inject"]["wires"] == [[nodes["debug"]["id"]]]
