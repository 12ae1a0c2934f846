"""`Job(database=…)`: what works with a ledger in a folder works with one in PostgreSQL."""

import csv

import pytest
import sqlalchemy as sa
from canary_forms import canaries_in
from members_site import MembersSite

from actwright.jobs import Job
from actwright.jobs.ledger_row import digest_of
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.review.decisions import decide
from actwright.jobs.review.review_page import review_page

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

KEY = "a key of some length"
CANARIES = {"Name": 'Zoë "Quil" & <Sons>', "password": "open-sesame-1"}


def written(file, *names):
    with file.open("w", newline="", encoding="utf-8") as opened:
        csv.writer(opened).writerows([["Id", "Name"], *([f"K-{at}", name] for at, name in enumerate(names, 1))])


def contents(database):
    """Everything in all tables, each as one text."""
    names = (
        "SELECT table_schema || '.' || table_name FROM information_schema.tables WHERE table_schema LIKE 'actwright%'"
    )
    opened = SharedDatabase(database)
    tables = opened.within(lambda connection: connection.execute(sa.text(names)).scalars().all())
    found = {
        table: opened.within(
            lambda connection, table=table: connection.exec_driver_sql(f"SELECT t::text FROM {table} t").scalars().all()
        )
        for table in tables
    }
    opened.close()
    return {table: "\n".join(lines) for table, lines in found.items()}


async def test_rows_are_filled_in_reviewed_sent_and_corrected_after_one_login(database, tmp_path, caplog):
    """Private values and the password are in nothing that is written: tables, folder, review, log."""
    file, heard, there = tmp_path / "rows.csv", [], {"database": database, "database_key": KEY}
    written(file, CANARIES["Name"], CANARIES["Name"], CANARIES["Name"])
    caplog.set_level("DEBUG", logger="actwright")
    with MembersSite() as site:
        login = {"url": f"{site.url}/login", "task": "Log in with the user {{user}} and the password {{password}}"}
        secrets = {"password": CANARIES["password"]}
        asked = {"values": {"user": "ada"}, "login": login, "key": "Id", "private": "Name", "concurrency": 2}
        made = Job(
            file, task="Fill in the form and submit it", url=site.url, secrets=secrets, dry_run=True, **asked, **there
        )
        report = await made.run(heard.append)
        assert (dict(report.counts), site.logins, site.posts) == ({"filled": 3}, ["ada"], [])
        ledger = made.ledger
        shown = review_page(ledger, {"state": "filled"})
        assert ('src="/pictures/2"' in shown, len(ledger.picture(2).data) > 1000) == (True, True)
        seen = [f"{number}:{digest_of(ledger.entry(number).payload)}" for number in (2, 3)]
        assert decide(ledger, {"decision": ["approve"], "row": seen}).startswith("2 rows approved.")
        assert decide(ledger, {"decision": ["reject"], "row": ["4:x"]}) == "1 row rejected."
        again = Job.opened(tmp_path / "rows.job", secrets=secrets, **there)
        report = await again.run(resume=True)
        assert (dict(report.counts), site.logins, sorted(site.keys)) == (
            {"done": 2, "rejected": 1},
            ["ada"],
            ["K-1", "K-2"],
        )
        assert site.posts[0]["Name"] == CANARIES["Name"]
        shown += review_page(ledger, {"state": "done"})
        written(file, CANARIES["Name"], CANARIES["Name"], "Ada")
        assert await again.correct() == [4]
        assert (str(ledger.entry(4).state), ledger.row(4).values["Name"]) == ("pending", "Ada")
        ledger.close()
    files = [each for each in (tmp_path / "rows.job").rglob("*") if each.is_file()]
    tables = contents(database)
    assert {"actwright.rows", "actwright.pictures", "actwright_dbos.workflow_status"} <= set(tables)
    written_down = [shown, f"{heard} {caplog.text}", *tables.values()]
    for content in (*(each.encode() for each in written_down), *(each.read_bytes() for each in files)):
        assert canaries_in(content, CANARIES) == []
