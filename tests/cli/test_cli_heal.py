"""`actwright run --record`, `--policy auto:FILE` and `--heal`, and `actwright heal`."""

import json
import signal
import time

import pytest
from builders import action, reply
from recorded_shop import shop
from served_pages import ServedPages

from actwright.testing import OpenAIChatServer

pytestmark = pytest.mark.slow

TASK = "Buy the Kayak"
BUY = reply(action("click", element_id="button-1"))
ORDER = (action("fill", element_id="input-0", value="{{name}}"), action("click", element_id="button-3"))
DONE = reply(*ORDER, action("expect", text=["Order 4711 confirmed"]), complete=True)
HEALED = reply(*ORDER, complete=True)


@pytest.fixture
def recorded(actwright, tmp_path):
    """A file that a run with a model wrote."""
    with ServedPages(shop()) as served, OpenAIChatServer([BUY, DONE]) as server:
        done = actwright(
            "run", TASK, "--url", served.url, "--model", f"openai-chat:gpt-5@{server.url}", "--data", "name=Ada",
            "--record", "buy.yaml",
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "buy.yaml: 3 actions and 1 check, which a replay repeats without a model."
    return tmp_path / "buy.yaml"


def run_auto(actwright, *more, replies=(BUY, HEALED)):
    with ServedPages(shop(buy="Purchase")) as served, OpenAIChatServer(list(replies)) as server:
        return actwright(
            "run", TASK, "--url", served.url, "--model", f"openai-chat:gpt-5@{server.url}", "--data", "name=Grace",
            "--policy", "auto:buy.yaml", *more,
        )  # fmt: skip


@pytest.mark.slow
def test_a_healed_run_has_a_verdict_of_its_own_and_a_patch_that_heals(actwright, recorded, tmp_path):
    before = recorded.read_bytes()
    healed = run_auto(actwright, "--out", "records")
    assert healed.returncode == 4, healed.stdout + healed.stderr
    assert "Healed (complete, but not as recorded)" in healed.stdout
    assert "A patch to the recording is in buy.patch; to apply it: git apply buy.patch." in healed.stdout
    assert recorded.read_bytes() == before
    report = next((tmp_path / "records").glob("*/report.html")).read_text()
    assert "Fallback:" in report
    (run_dir,) = (tmp_path / "records").iterdir()
    applied = actwright("heal", run_dir, "buy.yaml", "--apply")
    assert applied.returncode == 0, applied.stderr
    assert 'name "Buy" is now "Purchase"' in applied.stdout
    assert recorded.read_bytes() == before.replace(b"name: Buy\n", b"name: Purchase\n")
    again = run_auto(actwright, "--json", replies=[])
    assert again.returncode == 0, again.stdout + again.stderr
    told = json.loads(again.stdout)
    assert (told["healed"], told["replayed"], told["calls"], told["said"]) == (False, 2, 0, [])


@pytest.mark.slow
def test_heal_apply_changes_the_file(actwright, recorded):
    healed = run_auto(actwright, "--heal", "apply", "--json")
    assert healed.returncode == 4, healed.stdout + healed.stderr
    told = json.loads(healed.stdout)
    assert (told["healed"], told["replayed"], len(told["said"])) == (True, 0, 1)
    assert [step["decided_by"] for step in told["steps"]] == ["replay", "single_call", "single_call"]
    assert "name: Purchase" in recorded.read_text()
    assert not recorded.with_name("buy.patch").exists()


def test_a_recording_that_is_there_is_not_written_over_unasked(actwright, tmp_path):
    (tmp_path / "buy.yaml").write_text("mine")
    ended = actwright("run", TASK, "--url", "http://127.0.0.1:9/", "--policy", "rules", "--record", "buy.yaml")
    assert ended.returncode == 2
    assert "buy.yaml already exists; --force overwrites it" in ended.stderr
    assert (tmp_path / "buy.yaml").read_text() == "mine"


def test_heal_without_a_recording_to_heal_is_a_mistake(actwright):
    ended = actwright("run", TASK, "--url", "http://127.0.0.1:9/", "--policy", "rules", "--heal", "apply")
    assert ended.returncode == 2
    assert "--heal needs --policy auto:FILE.yaml" in ended.stderr


def test_ctrl_c_in_the_middle_leaves_no_half_recording(begin, tmp_path):
    """The run stands in its second step, for the page that it asked for does not come."""
    asked = []

    def hang(request):
        asked.append(request.path)
        time.sleep(5)

    with ServedPages(shop() | {"/order/Kayak": hang}) as served, OpenAIChatServer([BUY, DONE]) as server:
        running = begin(
            "run", TASK, "--url", served.url, "--model", f"openai-chat:gpt-5@{server.url}", "--data", "name=Ada",
            "--record", "buy.yaml",
        )  # fmt: skip
        until = time.monotonic() + 120
        while not asked and time.monotonic() < until:
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
    assert asked
    assert running.returncode == 130
    assert [each.name for each in tmp_path.iterdir()] == ["runs"]


def test_two_runs_that_write_one_file_do_not_lose_either(actwright, recorded, tmp_path):
    """Someone writes the file while the run goes on."""

    def meddle(_):
        recorded.write_text("theirs")
        return "<title>x</title><h1>Kayak</h1><label>Name <input></label><button onclick=\"document.body.innerText='Order 4711 confirmed'\">Order"

    with ServedPages(shop() | {"/order/Kayak": meddle}) as served, OpenAIChatServer([BUY, DONE]) as server:
        done = actwright(
            "run", TASK, "--url", served.url, "--model", f"openai-chat:gpt-5@{server.url}", "--data", "name=Ada",
            "--record", "buy.yaml", "--force",
        )  # fmt: skip
    assert done.returncode == 2, done.stdout
    assert "was written by someone else in the meantime" in done.stderr
    assert "the run is complete; its record is in" in " ".join(done.stderr.split()).lower()
    assert recorded.read_text() == "theirs"
