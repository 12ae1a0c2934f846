"""`actwright jobs`, and the example, as a user starts them."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from actwright.errors import ConfigError
from actwright.jobs.export import export
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_file import create_ledger
from actwright.jobs.ledger_row import LedgerRow, RowState
from actwright.jobs.row_table import read_table

EXAMPLE = Path(__file__).parents[2] / "examples" / "job" / "run.py"


@pytest.mark.slow
def test_the_example_runs_as_it_stands(tmp_path):
    """Two are taken, the site refuses one, and each says why."""
    ran = subprocess.run([sys.executable, EXAMPLE, tmp_path / "x.job"], capture_output=True, text=True, check=True)
    *rows, last = ran.stdout.splitlines()
    assert [row.split()[:2] for row in sorted(rows)] == [["A-001", "done"], ["A-002", "done"], ["A-003", "refused"]]
    assert "Thank you, Ada Lovelace. Your application" in ran.stdout
    assert "Enter an email address" in ran.stdout
    assert last == "3 posts; {'done': 2, 'refused': 1}"


@pytest.mark.slow
def test_a_job_from_the_command_line_to_its_export(jobs, site, tmp_path):
    """`run` says how each row ended and refuses to begin the same job again; `status`, `review`, `retry` and `export` go on from there."""
    (tmp_path / "rows.csv").write_bytes('Id;Name;Note\r\nK-1;=Ada;-5\r\nK-2;"B;b";\r\n'.encode("utf-16"))
    site.lost = {"K-2"}
    begin = ("run", "rows.csv", "--url", site.url, "--key", "Id")
    ran = jobs(*begin, "--ignore", "Note", "--rate", "600/min")
    assert (ran.returncode, ran.stdout) == (
        1,
        "1 done, 1 unknown; 0 calls, $0.0000\nRun `actwright jobs review rows.job` to say whether unknown rows arrived.\n",
    )
    assert "row 2 (K-1): done, " in ran.stderr
    again = jobs(*begin)
    assert (again.returncode, "was already begun" in again.stderr, len(site.posts)) == (2, True, 2)
    retried = jobs("retry", "rows.job", "--state", "unknown")
    assert (retried.returncode, "it may have arrived; find out first" in retried.stderr) == (2, True)
    assert "row 3 (K-2): unknown" in jobs("status", "rows.job").stdout
    marked = jobs("review", "rows.job", "--mark", "3=done")
    assert (marked.returncode, marked.stdout) == (0, "2 done; 0 calls, $0.0000\n")
    (tmp_path / "rows.csv").write_bytes('Id;Name;Note\r\nK-1;=Ada;-5\r\nK-2;"B;c";\r\n'.encode("utf-16"))
    changed = jobs("retry", "rows.job", "--corrected")
    assert (changed.returncode, "row 3, column Name: it is done; only" in " ".join(changed.stderr.split())) == (2, True)
    assert jobs("export", "rows.job").returncode == 0
    with (tmp_path / "rows.result.csv").open(encoding="utf-16", newline="") as file:
        headings, first, second = csv.reader(file, delimiter=";")
    assert (headings[:4], first[:4], second[:4]) == (
        ["Id", "Name", "Note", "actwright status"],
        ["K-1", "=Ada", "-5", "done"],
        ["K-2", "B;c", "", "done"],
    )
    page, _, place = second[-1].partition("#")
    assert (headings[-1], place) == ("actwright receipt", "row-3")
    assert f'<article id="{place}">' in (tmp_path / page).read_text()


@pytest.mark.parametrize("kind", ["csv", "xlsx", "jsonl"])
def test_an_export_keeps_the_format_and_holds_no_formula_of_others(tmp_path, kind):
    """What a site said begins with an apostrophe if a spreadsheet would run it; the rows themselves are as they were."""
    rows = tmp_path / f"rows.{kind}"
    if kind == "xlsx":
        import openpyxl

        book = openpyxl.Workbook()
        book.active.append(["Id", "Postcode"])
        book.active.append(["K-1", 123])
        book.active["B2"].number_format = "00000"
        book.save(rows)
    else:
        rows.write_text({"csv": "Id,Postcode\nK-1,00123\n", "jsonl": '{"Id": "K-1", "Postcode": "00123"}\n'}[kind])
    table = read_table(rows)
    (line,) = table.lines
    entries = {
        line.number: LedgerRow(
            number=line.number, state=RowState.DONE, confirmation='=HYPERLINK("http://evil.example")'
        )
    }
    to = tmp_path / f"out.{kind}"
    export(table, entries, rows=rows, to=to)
    with pytest.raises(ConfigError, match="is the file of rows itself"):
        export(table, entries, rows=rows, to=rows)
    if kind == "jsonl":
        assert '"Postcode": "00123", "actwright": {"actwright status": "done"' in to.read_text()
        return
    (written,) = read_table(to).lines
    assert (written.cells["Postcode"], written.cells["actwright status"]) == ("00123", "done")
    assert written.cells["actwright confirmation"] == '\'=HYPERLINK("http://evil.example")'


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "rows.csv", "--task", "x"), "give --url, or a job file with url"),
        (
            ("run", "rows.csv", "--task", "x", "--url", "http://127.0.0.1:9/", "--rate", "fast"),
            "--rate fast: write a number",
        ),
        (("run", "job.toml"), "job.toml cannot be read"),
        (("resume", "none.job"), "there is no job in none.job"),
        (("review", "none.job", "--mark", "7=done"), "there is no job in none.job"),
        (("run", "rows.csv", "--task", "x", "--url", "http://x/", "--login-url", "http://x/"), "a login needs both"),
        (("retry", "none.job", "--state", "faild"), "--state: there is no state 'faild'"),
    ],
)
def test_a_mistake_is_said_before_anything_begins(jobs, arguments, said):
    ended = jobs(*arguments)
    assert (ended.returncode, said in " ".join(ended.stderr.split())) == (2, True)


def test_a_job_stands_beside_its_rows_unless_another_folder_is_named(tmp_path):
    """`applicants.csv` has `applicants.job`, and a second ledger there is refused."""
    from actwright.jobs import Job

    job = Job(tmp_path / "applicants.csv", task="x", url="http://127.0.0.1:9/")
    assert job.folder == tmp_path / "applicants.job"
    row = JobRow(number=2, data={}, private={}, secret={}, key="k", digest="d")
    create_ledger(job.folder / "ledger.db", [row], {"salt": "00"}).close()
    with pytest.raises(ConfigError, match="was already begun"):
        job.run_sync()
