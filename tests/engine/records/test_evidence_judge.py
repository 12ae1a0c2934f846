"""What a judge that nobody here wrote says of evidence packs: `evidence-judge`, which needs a newer Python."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from served_pages import ServedPages

from actwright import Agent, Limits
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

JUDGE = "evidence-judge==0.1.1"
TASK = {"task": "Order {{qty}} {{item}}", "data": {"item": "red kettle", "qty": "2"}}
FORM = (
    "<title>Shop</title>{before}<form method=post action=/order><label>Item <input name=item></label>"
    "<label>Qty <input name=qty></label><button>Order</button></form>"
)
FETCHED = """<title>Shop</title><label>Item <input id=a></label><label>Qty <input id=b></label>
<button onclick="fetch('/api/orders', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(
  {lines: [{product: document.querySelector('#a').value, count: Number(document.querySelector('#b').value)}]})})
  .then(answer => answer.text()).then(text => { document.querySelector('p').textContent = text })">Order</button><p></p>"""
THANKS = "Thank you for your order"
VERDICTS = {0: "PASS", 1: "FAIL", 2: "NEEDS_REVIEW"}


def _newer_python():
    """A Python of at least 3.12; None if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(f"python3.{minor}") for minor in (12, 13, 14)]
    for each in [sys.executable, *filter(None, found), *sorted(pyenv.glob("3.1[2-9].*/bin/python"))]:
        asked = [each, "-c", "import sys; sys.exit(sys.version_info < (3, 12))"]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
            return str(each)
    return None


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    """`judge(folder, "trace", "har")`: the verdict on these files of a pack, and its reason."""
    python = _newer_python()
    if python is None:
        pytest.skip("evidence-judge needs Python 3.12 or newer, and none was found")
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if uv is None:
        pytest.skip("uv, which installs evidence-judge, was not found")
    folder = tmp_path_factory.mktemp("judge")
    for command in (["venv", "-p", python, folder / "env"], ["pip", "install", "-p", folder / "env", JUDGE]):
        done = subprocess.run([uv, *map(str, command)], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"evidence-judge could not be installed: {done.stderr.strip()[-200:]}")

    def judged(pack, *names):
        evidence = {"trace": ["--trace", pack / "trace.zip"], "har": ["--har", pack / "run.har"]}
        files = [each for name in names for each in evidence[name]]
        files += ["--answer-file", pack / "answer.txt", "--spec", pack / "spec.yaml"]
        command = [folder / "env/bin/evidence-judge", "judge", *files, "--offline"]
        environment = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(folder), "COLUMNS": "200"}
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, env=environment)
        return VERDICTS.get(done.returncode, done.returncode), done.stdout[:600] + done.stderr[-600:]

    return judged


def step(*calls, complete=False, message="working"):
    done = [{"reason": "r", "tool": tool, "parameters": given} for tool, given in calls]
    return {"complete": complete, "message": message, "actions": done}


def orders(item="{{item}}", qty="{{qty}}"):
    filled = [("fill", {"element_id": f"input-{at}", "value": value}) for at, value in enumerate((item, qty)) if value]
    return step(*filled, ("click", {"element_id": "button-0"}))


SAYS = step(complete=True, message=f'Ordered: "{THANKS}"')
SEES = step(complete=True, message=f'The page shows "{THANKS}"')
WAITS = step(("wait", {"seconds": 0.1}))
THERE = {"/": FORM.format(before=f"<p>{THANKS}</p>")}
RUNS = {
    "a form": ("PASS", {}, orders()),
    "JSON": ("PASS", {"/": FETCHED}, orders()),
    "a GET form": ("NEEDS_REVIEW", {"/": FORM.format(before="").replace("post", "get").replace("/order", "/done")}, orders(), SEES),
    "several steps": ("PASS", {}, step(("fill", {"element_id": "input-0", "value": "{{item}}"}))),
    "nothing done": ("FAIL", {}, WAITS),
    "other amount": ("FAIL", {}, orders(qty="20")),
    "other item": ("FAIL", {}, orders(item="blue pan")),
    "other value in JSON": ("FAIL", {"/": FETCHED}, orders(qty="22")),
    "one value forgotten": ("FAIL", {}, orders(qty="")),
    "server answered 500": ("FAIL", {"/order": (500, {}, f"<h1>{THANKS}</h1>")}, orders()),
    "text that stood before": ("FAIL", THERE, WAITS),
    "typed, not sent": ("FAIL", THERE, step(*[("fill", {"element_id": "input-0", "value": "{{item}}"})])),
}  # fmt: skip


def pages_of(served):
    def anything(request):
        return served.get(request.path) or (THANKS if request.path.startswith("/done") else None)

    site = ServedPages(
        {"/": FORM.format(before=""), "/order": (303, {"Location": "/done"}, ""), "/api/orders": THANKS} | served
    )
    site.pages.setdefault("/done", THANKS)
    site.pages["/done?item=red+kettle&qty=2"] = anything
    return site


FEW = {"a form", "other amount", "server answered 500"}


@pytest.mark.parametrize("name", [each if each in FEW else pytest.param(each, marks=pytest.mark.long) for each in RUNS])
async def test_verdicts(tmp_path, page, judge, name):
    """Honest runs pass and forged ones fail, by trace and HAR together and by the HAR alone.

    To this judge, what stands in an address proves nothing, because an agent may have put it there.
    """
    wanted, served, *steps = RUNS[name]
    if name == "several steps":
        steps += [step(("fill", {"element_id": "input-1", "value": "{{qty}}"}), ("click", {"element_id": "button-0"}))]
    # Nothing stops these models here: what others can find out is all that counts.
    options = {"evidence": "off", "evidence_pack": True, "out": tmp_path, "limits": Limits(steps=5, seconds=60)}
    with pages_of(served) as site:
        replies = steps if SEES in steps else [*steps, SAYS]
        result = await Agent(ScriptedModel(replies), **options).run(**TASK, url=f"{site.url}/", page=page)
    assert result.complete
    said = {names: judge(result.run_dir, *names) for names in (("trace", "har"), ("har",))}
    assert {names: verdict for names, (verdict, _) in said.items()} == dict.fromkeys(said, wanted), said
