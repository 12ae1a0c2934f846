"""The suites in `examples`, as a user starts them: replayed from what is committed, and recorded anew with a model."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from actwright.testing import OpenAIChatServer

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "examples"
ASYNC = Path(sys.prefix) / "async"
"""Where scripts/setup.sh puts pytest-playwright-asyncio, which does not load beside pytest-playwright."""
OFF = {"suite_sync": ("asyncio",), "suite_async": ("playwright",)}
SUITES = [
    "suite_sync",
    pytest.param(
        "suite_async",
        marks=[
            pytest.mark.long,
            pytest.mark.skipif(not ASYNC.exists(), reason="make setup installs its plugin"),
        ],
    ),
]


def act(tool, **parameters):
    return {"reason": "as asked", "tool": tool, "parameters": parameters}


def shown(text):
    return {"fact": "expect_shown", "parameters": {"text": text, "row": "", "under": ""}}


def steps(message, *actions):
    return {"complete": True, "message": message, "actions": actions}


PUBLISH = steps(
    "published",
    act("fill", element_id="input-0", value="{{title}}"),
    act("fill", element_id="input-1", value="{{price}}"),
    act("select", element_id="select-0", value="Boats"),
    act("check", element_id="input-4"),
    act("fill", element_id="input-6", value="2027-01-31"),
    act("check", element_id="input-8"),
    act("click", element_id="button-1"),
    act("expect", text=["Listing created"]),
)
DECIDES = {"problem": "", "facts": [shown("Boats"), shown("Good"), shown("${{price}}")], "picture": None}
PRICE = steps(
    "set",
    act("fill", element_id="input-0", value="{{price}}"),
    act("click", element_id="button-0"),
    act("expect", text=["Success!"]),
)
SCRIPT = [PUBLISH, json.dumps(DECIDES), PUBLISH, json.dumps(DECIDES), PRICE]


def ran(suite, folder, *arguments):
    """The last lines of a session of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ACTWRIGHT_", "PYTEST_"))}
    if suite == "suite_async":
        environment["PYTHONPATH"] = str(ASYNC)
    unused = [f"-pno:{name}" for name in (*OFF[suite], "cacheprovider", "xdist", "html", "allure_pytest", "pytest_cov")]
    command = [sys.executable, "-m", "pytest", str(folder), "-q", f"--output={folder / 'test-results'}", *unused]
    session = subprocess.run(
        [*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert session.returncode == 0, session.stdout + session.stderr
    return session.stdout


def files(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in (folder / "recordings").rglob("*.yaml")}


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_is_replayed_and_recorded(suite, tmp_path):
    """Without a model as it stands; with one, behind a server that speaks its wire, the recordings come out as they are committed."""
    folder = shutil.copytree(EXAMPLES / suite, tmp_path / suite)
    said = ran(suite, folder)
    assert "3 passed" in said
    assert "3 runs, 0 calls, 0 tokens, $0.0000, 3 replayed, 0 healed" in said
    committed = files(folder)
    shutil.rmtree(folder / "recordings")
    with OpenAIChatServer(SCRIPT) as server:
        model = f"--actwright-model=openai-chat:gpt-5@{server.url}"
        said = ran(suite, folder, "--actwright-mode=record", model)
    assert "3 runs, 5 calls, " in said
    assert files(folder) == committed
