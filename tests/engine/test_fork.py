"""A process that is forked in the middle of a run, as a model or a policy of the caller's may do."""

import json
import os
import subprocess
import sys

import pytest

from actwright.engine.records.run_folder import RunFolder
from actwright.schemas.result import Status

pytestmark = pytest.mark.slow

SCRIPT = """
import asyncio, json, os, sys
from actwright import Agent
from actwright.testing import ScriptedModel

(out,) = sys.argv[1:]
parent = os.getpid()
ACTIONS = [
    {"reason": "r", "tool": "fill", "parameters": {"element_id": "input-0", "value": "a"}},
    {"reason": "r", "tool": "fail", "parameters": {"reason": "enough", "kind": "not_found"}},
]

def forks(_):
    for how in ("exits", "raises", "goes on"):
        child = os.fork()
        if child:
            os.waitpid(child, 0)
        elif how == "exits":
            sys.exit()
        elif how == "raises":
            raise ValueError(how)
        else:
            break
    return {"complete": False, "message": "m", "actions": ACTIONS}

async def main():
    try:
        result = await Agent(ScriptedModel([forks]), out=out).run("fill it", url="data:text/html,<input aria-label=Name>")
    finally:
        if os.getpid() != parent:
            os._exit(0)  # before the loop goes on, which is that of the parent
    print(json.dumps([result.status, result.reason, [outcome.status for outcome in result.steps[0].outcomes]]))

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_leaves_the_run_alone(tmp_path):
    """However a child ends, the browser stays open, and the record is that of the parent."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.stdout, ended.stderr
    assert json.loads(ended.stdout) == ["failed", "not_found", ["done", "done"]]
    (folder,) = tmp_path.iterdir()
    recorded = RunFolder.read(folder)
    assert (recorded.status, recorded.error, len(recorded.steps), recorded.notes) == (Status.FAILED, "", 1, ())
