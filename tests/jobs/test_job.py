"""Rows in, each submitted once, every row accounted for: on a real browser and a server that keeps what it received."""

import random
import signal
import subprocess
import sys
import time
import zipfile

import pytest
import yaml
from builders import reply
from canary_forms import canaries_in
from order_site import OrderSite

from actwright.errors import ConfigError
from actwright.jobs import Job
from actwright.jobs.ledger_file import LEDGER, open_ledger_file
from actwright.jobs.receipts import write_receipts
from actwright.jobs.review.review_page import review_page
from actwright.testing import ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

TASK = "Fill in the form and submit it"
ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 4)]


def job(site, folder, rows=ROWS, **options):
    return Job(rows, task=options.pop("task", TASK), url=site.url, out=folder / "x.job", key="Id", **options)


def states(job):
    ledger = job.ledger
    found = {entry.label: str(entry.state) for entry in ledger.entries()}
    ledger.close()
    return found


def entry_of(job, number=1):
    ledger = job.ledger
    found = ledger.entry(number)
    ledger.close()
    return found


async def test_each_row_is_submitted_once_after_its_intent_is_in_the_ledger(site, tmp_path):
    """The server itself looks into the ledger when an order arrives. What was done has receipts and the site's words."""
    seen = []

    def arriving(order):
        ledger = open_ledger_file(tmp_path / "x.job" / LEDGER)
        seen.extend(
            (order["Id"], str(each.state), bool(each.intent)) for each in ledger.entries() if each.label == order["Id"]
        )
        ledger.close()

    site.arriving = arriving
    ended = []
    made = job(site, tmp_path, concurrency=2)
    report = await made.run(ended.append)
    assert sorted(seen) == [(row["Id"], "running", True) for row in ROWS]
    assert sorted(site.posts, key=str) == ROWS
    assert (dict(report.counts), report.all_done, len(ended)) == ({"done": 3}, True, 3)
    entry = entry_of(made, 2)
    assert [(each.wanted, each.got, each.reference) for each in entry.receipts] == [
        ("K-2", "K-2", "Id"),
        ("Ada 2", "Ada 2", "Name"),
    ]
    assert entry.confirmation.endswith("of K-2 was received.")
    with pytest.raises(ConfigError, match=r"was already begun\. To continue it"):
        await made.run()
    await made.run(resume=True)
    assert len(site.posts) == 3


async def test_an_answer_that_is_lost_leaves_the_row_unknown_until_it_is_found(site, tmp_path):
    """It is never submitted again; a read-only look finds it, or a function says that it had not arrived."""
    site.lost = {"K-2"}
    made = job(site, tmp_path)
    await made.run()
    assert states(made) == {"K-1": "done", "K-2": "unknown", "K-3": "done"}
    assert site.keys.count("K-2") == 1  # the browser does not send it again either
    asked = []

    def not_known(values):
        asked.append(values)

    await Job.opened(made.folder, rows=ROWS, verify=not_known).run(resume=True)
    assert (asked, states(made)["K-2"]) == ([ROWS[1], ROWS[1]], "unknown")
    look = {"url": f"{site.url}/orders?id={{{{Id}}}}", "expect": "Order of {{Id}}"}
    await Job.opened(made.folder, rows=ROWS, verify=look).run(resume=True)
    assert states(made)["K-2"] == "done"
    assert site.keys == ["K-1", "K-2", "K-3"]


async def test_a_form_that_comes_back_with_an_error_is_not_sent_again_as_it_was(site, tmp_path):
    """What was refused is told apart from what nobody can know: a private value may mask the very word that says so."""
    site.refused = {"K-1"}
    told, masked = (
        job(site, tmp_path / "a", ROWS[:2]),
        job(site, tmp_path / "b", [ROWS[0] | {"Name": "invalid"}], private="Name"),
    )
    await told.run()
    assert states(told) == {"K-1": "refused", "K-2": "done"}
    assert entry_of(told).detail == 'the page refused it: "The name is invalid."'
    await masked.run()
    assert states(masked) == {"K-1": "unknown"}
    assert site.keys == ["K-1", "K-2", "K-1"]


async def test_a_field_that_does_not_hold_its_value_stops_the_row_before_the_submit(site, tmp_path):
    """The page changes it afterwards, behind the back of what filled it in."""
    site.script = """<script>document.querySelector('[name=Name]').addEventListener('input', () => setInterval(() => {
        document.querySelector('[name=Id]').value = 'other' }, 5))</script>"""
    made = job(site, tmp_path, ROWS[:1])
    await made.run()
    entry = entry_of(made)
    assert (site.posts, str(entry.state)) == ([], "invalid")
    assert "did not take data 'Id'" in entry.detail
    assert '"other"' in entry.detail


async def test_a_field_that_the_page_changes_once_is_entered_again(site, tmp_path):
    """What is sent is what the row has."""
    site.script = """<script>document.querySelector('[name=Name]').addEventListener('input', () => setTimeout(() => {
        document.querySelector('[name=Id]').value = 'other' }, 0), {once: true})</script>"""
    made = job(site, tmp_path, ROWS[:1])
    await made.run()
    assert (site.keys, states(made)) == (["K-1"], {"K-1": "done"})


FILLED = (
    ("fill", {"element_id": "input-0", "value": "{{Id}}"}),
    ("fill", {"element_id": "input-1", "value": "{{Name}}"}),
    ("click", {"element_id": "button-0"}),
    ("expect", {"text": ["Thank you"]}),
)


async def test_a_column_that_was_not_entered_stops_the_row_before_the_submit(site, tmp_path):
    model = ScriptedModel([reply(FILLED[0], *FILLED[2:], complete=True)])
    made = job(site, tmp_path, ROWS[:1], policy="single_call", model=model)
    await made.run()
    entry = entry_of(made)
    assert (site.posts, str(entry.state), entry.reason) == ([], "invalid", "not_as_wanted")
    assert "column 'Name' was not entered" in entry.detail


async def test_a_model_is_asked_where_rules_find_nothing_and_later_rows_replay_what_it_did(tmp_path):
    """Labels that fit no column: the first row takes one call, and the others, begun at the same time, wait for what it found out."""
    with OrderSite(Zq="text", Vx="text") as site:
        model = ScriptedModel([reply(*FILLED, complete=True)])
        made = job(site, tmp_path, model=model, concurrency=3)
        report = await made.run()
        assert (len(site.posts), report.calls, dict(report.counts)) == (3, 1, {"done": 3})
        ledger = made.ledger
        assert sorted((entry.policy, entry.calls) for entry in ledger.entries()) == [
            ("replay", 0),
            ("replay", 0),
            ("single_call", 1),
        ]
        ledger.close()
        assert sorted(post["Vx"] for post in site.posts) == ["Ada 1", "Ada 2", "Ada 3"]


async def test_a_dry_run_fills_in_everything_and_sends_nothing(site, tmp_path):
    """Of each row there are the fields of the form and a picture of it; private values are in neither."""
    made = job(site, tmp_path, ROWS[:1], dry_run=True, private="Name")
    report = await made.run()
    entry = entry_of(made)
    assert (site.posts, dict(report.counts)) == ([], {"filled": 1})
    assert entry.payload == {'input-0 "Id"': "K-1", 'input-1 "Name"': "{{Name}}"}
    assert (made.folder / entry.picture).read_bytes()[:3] in {b"\x89PN", b"\xff\xd8\xff", b"RIF"}


async def test_a_job_stops_when_rows_end_alike_for_a_reason_that_is_not_theirs(site, tmp_path):
    """The rest stays pending, and nothing was sent."""
    site.instead = "<h1>Verify you are human</h1><p>Complete the captcha to go on.</p>"
    made = job(site, tmp_path, stop_after=2)
    report = await made.run()
    assert (dict(report.counts), site.posts) == ({"blocked": 2, "pending": 1}, [])
    assert report.stopped.startswith("2 consecutive rows ended alike (blocked, blocked):")


CANARIES = {"Name": 'Zoë "Quil" & <Sons>', "Card": "4929123412341234", "Password": "Tr0ub4dor&3-canary"}


async def test_private_and_secret_columns_are_in_nothing_that_is_written_or_sent(tmp_path, caplog):
    """Every byte of the job's folder, of the model's requests, of the review, the receipts, the log and the output. The site has them."""
    fields = {"Zq": "text", "Vx": "text", "Card": "text", "Password": "password"}
    with OrderSite(**fields) as site:
        fills = [
            ("fill", {"element_id": f"input-{at}", "value": f"{{{{{name}}}}}"})
            for at, name in ((2, "Card"), (3, "Password"))
        ]
        model = ScriptedModel([reply(*FILLED[:2], *fills, *FILLED[2:], complete=True)] * 4)
        rows = [{"Id": f"K-{number}", **CANARIES} for number in range(1, 4)]
        options = {"private": ["Name", "Card"], "secret": "Password"}
        made = job(site, tmp_path, rows, model=model, records="all", evidence_pack=True, **options)
        site.lost = {"K-2"}
        caplog.set_level("DEBUG", logger="actwright")
        heard = []
        await made.run(heard.append)
        assert [*site.posts[0].values()] == [*rows[0].values()]
        assert states(made) == {"K-1": "done", "K-2": "unknown", "K-3": "done"}
        dry = job(site, tmp_path / "dry", rows, model=model, dry_run=True, **options)
        await dry.run()
    ledger, again = made.ledger, dry.ledger
    pages = (
        review_page(ledger, {"state": "unknown"})
        + review_page(ledger, {"state": "done"})
        + review_page(again, {"state": "filled"})
    )
    write_receipts(made.folder, ledger.entries())
    ledger.close()
    again.close()
    sent = "".join(request.model_dump_json() for request in model.requests)
    output = f"{heard} {caplog.text}"
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    traces = [zipfile.ZipFile(file) for file in files if file.name == "trace.zip"]
    unpacked = [trace.read(name) for trace in traces for name in trace.namelist()]
    specs = [yaml.safe_load(file.read_text()) for file in files if file.name == "spec.yaml"]
    assert sorted(len(traces) * [["Id"]]) == sorted([each["id"] for each in spec["expect"]] for spec in specs)
    assert (len(files) > 20, "K-2" in pages, len(output) > 1000) == (True, True, True)
    for content in (sent.encode(), pages.encode(), output.encode(), *(file.read_bytes() for file in files), *unpacked):
        assert canaries_in(content, CANARIES) == []


async def test_a_value_that_holds_a_piece_of_a_private_one_by_chance_is_no_other_value(site, tmp_path):
    """The page's text is masked wherever the end of the phone number stands."""
    made = job(site, tmp_path, [{"Id": "A-00001", "Name": "+44 20 7946 0001"}], private="Name")
    await made.run()
    assert states(made) == {"A-00001": "done"}


PROGRAM = """
import json, sys
from actwright.jobs import Job
url, folder = sys.argv[1:]
rows = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(6)]
from pathlib import Path
begun = (Path(folder) / "ledger.db").exists()
Job(rows, task="Fill in the form and submit it", url=url, out=folder, key="Id", concurrency=2, records="none").run_sync(resume=begun)
"""


def test_a_job_that_is_killed_again_and_again_submits_no_row_twice(site, tmp_path):
    """kill -9 at random moments: every row ends in a state, what is done is in the server's log, what is in the log is not pending."""
    site.seconds, seed = 0.05, random.randrange(2**32)
    chance = random.Random(seed)
    folder = tmp_path / "x.job"
    command = [sys.executable, "-c", PROGRAM, site.url, str(folder)]
    for _ in range(2):
        wanted = min(len(site.posts) + chance.randint(1, 3), 5)
        running = subprocess.Popen(command, cwd=tmp_path, start_new_session=True)
        while len(site.posts) < wanted and running.poll() is None:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.3))
        running.send_signal(signal.SIGKILL)
        running.wait()
    subprocess.run(command, cwd=tmp_path, check=True, timeout=250)
    ledger = open_ledger_file(folder / LEDGER)
    found = {entry.label: str(entry.state) for entry in ledger.entries()}
    ledger.close()
    keys = site.keys
    said = f"seed {seed}: {found}, {keys}"
    assert len(keys) == len(set(keys)), said
    assert len(found) == 6, said
    assert set(found.values()) <= {"done", "unknown"}, said
    assert {key for key, state in found.items() if state == "done"} <= set(keys), said
    assert len([state for state in found.values() if state == "unknown"]) <= 4, said
