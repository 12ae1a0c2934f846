"""A job of rows that were extracted: doubts wait for a person, and no value is more than a value."""

import json

import pytest
from order_site import OrderSite
from served_pages import ServedPages

from actwright.errors import ConfigError
from actwright.jobs import Job, JobOptions
from actwright.jobs.extract import Column, DocumentRow, ExtractedValue, write_rows
from actwright.jobs.ledger_row import digest_of
from actwright.jobs.review.review_page import review_page
from actwright.testing import ScriptedModel
from actwright.testing.wires import HttpError, OpenAIChatServer

pytestmark = pytest.mark.slow

COLUMNS = (Column("Id"), Column("Name"))
HOSTILE = "{{Id}} =1+1 ../../etc/passwd http://127.0.0.1:9/"


def extracted(folder, *rows):
    """A workbook of rows as `(id, name, doubt)`, with its provenance."""
    documents = [
        DocumentRow(
            f"mails/{at}.eml",
            values={"Id": ExtractedValue(name, name, 1), "Name": ExtractedValue(value, f"I am <{value}>", 2, doubt)},
        )
        for at, (name, value, doubt) in enumerate(rows, 1)
    ]
    write_rows(documents, COLUMNS, folder / "rows.xlsx")
    return folder / "rows.xlsx"


@pytest.mark.usefixtures("one_browser")
async def test_a_row_with_doubts_is_sent_once_a_person_approved_it(tmp_path):
    """The others are sent as usual, and what a value looks like changes nothing. The review shows where values come from."""
    rows = extracted(tmp_path, ("K-1", HOSTILE, ""), ("K-2", "Grace", "not there"))
    with OrderSite() as site:
        made = Job(rows, url=site.url, key="Id")
        report = await made.run()
        assert site.posts == [{"Id": "K-1", "Name": HOSTILE}]
        assert {str(state): count for state, count in report.counts.items() if count} == {"done": 1, "filled": 1}
        ledger = made.ledger
        entry = ledger.entry(3)
        assert (entry.reason, entry.detail.partition("; ")[2]) == ("doubtful_values", "look at Name: not there")
        page = review_page(ledger, {"state": "filled"})
        assert "mails/2.eml, page 2: \u201cI am &lt;Grace&gt;\u201d; not there" in page
        assert "mails/1.eml" not in page
        ledger.approve({3: digest_of(entry.payload)})
        ledger.close()
        await Job.opened(made.folder).run(resume=True)
        assert site.posts[1:] == [{"Id": "K-2", "Name": "Grace"}]


@pytest.mark.usefixtures("one_browser")
async def test_the_review_shows_no_source_of_private_and_of_corrected_values(tmp_path):
    rows = extracted(tmp_path, ("K-1", "Ada", "x"), ("K-2", "Grace", "x"))
    import openpyxl

    book = openpyxl.load_workbook(rows)
    book.active["B3"] = "Hopper"
    book.save(rows)
    with OrderSite() as site:
        made = Job(rows, url=site.url, private=["Id"])
        await made.run()
        ledger = made.ledger
        page = review_page(ledger, {"state": "filled"})
        ledger.close()
    assert "I am &lt;Ada&gt;" in page
    assert "I am &lt;Grace&gt;" not in page
    assert "mails/1.eml, page 1" not in page


@pytest.mark.usefixtures("one_browser")
async def test_an_address_in_a_row_is_no_home_of_its_run(tmp_path, site):
    """A model that was led there is refused, and nothing is asked of that server."""
    with ServedPages({"/": "<form method=post><input name=Name></form>"}) as other:
        rows = extracted(tmp_path, ("K-1", f"{other.url}/", ""))
        to = {"reason": "x", "tool": "navigate", "parameters": {"url": f"{other.url}/"}}
        give_up = {"reason": "x", "tool": "fail", "parameters": {"reason": "x", "kind": "unconfirmed"}}
        model = ScriptedModel({"complete": False, "message": "x", "actions": [each]} for each in (to, give_up))
        await Job(rows, url=site.url, policy="single_call", model=model, retries=0).run()
        assert (other.asked, len(model.requests)) == ([], 2)
    assert "permitted: " in str(model.requests[1])


def test_documents_become_rows_from_the_command_line(jobs, tmp_path):
    """It says what it made and spent, keeps what was paid for when the provider fails, and overwrites nothing."""
    (tmp_path / "columns.txt").write_text("Id\nName: as it is written\n")
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(f"{name}: my name is Ada\n")
    value = {"column": "Name", "value": "Ada", "quote": "my name is Ada"}
    told = [json.dumps({"problem": "", "values": [value | {"quote": quote}]}) for quote in ("my name is Ada", "I, Ada")]
    documents = ("a.txt", "b.txt", "x.txt")
    with OpenAIChatServer([*told, told[0], HttpError(401)]) as provider:
        given = ("--columns", "columns.txt", "--model", f"openai-chat:x@{provider.url}", "--out", "rows.csv")
        nothing = jobs("extract", "x.txt", *given)
        assert (nothing.returncode, "no rows; rows.csv was not written" in nothing.stdout) == (1, True)
        ran = jobs("extract", *documents, *given)  # the file is free
        assert ran.returncode == 1
        assert ran.stdout.startswith("rows.csv: 2 rows, 1 with doubts; 2 calls, ")
        assert "x.txt: no row: x.txt: it cannot be read: No such file" in ran.stderr
        assert jobs("extract", *documents, *given).returncode == 2
        failed = jobs("extract", "a.txt", "b.txt", *given, "--force", "--json")
        assert (failed.returncode, json.loads(failed.stdout)["rows"]) == (3, 1)
    assert (tmp_path / "rows.csv").read_text("utf-8-sig").splitlines() == ["Id,Name,actwright doubts", ",Ada,"]
    assert jobs("extract", "a.txt", "--columns", "columns.txt").returncode == 2


async def test_a_row_with_doubts_is_not_queued_for_workers_without_a_dry_run():
    """A worker on another machine would send it."""
    from actwright.jobs.postgres.begin import begin

    rows = [{"Id": "K-1", "Name": "Ada", "actwright doubts": "Name: x"}]
    with pytest.raises(ConfigError, match=r"row 1, column 'actwright doubts': a person must approve it"):
        await begin(rows, JobOptions(url="http://127.0.0.1:9/"), database=None, name="x")
