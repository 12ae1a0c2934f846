"""A job that logs in once, whose rows then begin logged in."""

import pytest
from members_site import MembersSite

from actwright.errors import ConfigError
from actwright.jobs import Job

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 4)]


def job(site, folder, password="open-sesame-1", **options):
    login = {"url": f"{site.url}/login", "task": "Log in with the user {{user}} and the password {{password}}"}
    given = {"values": {"user": "ada"}, "secrets": {"password": password}, "login": login, "key": "Id"}
    return Job(ROWS, task="Fill in the form and submit it", url=site.url, out=folder / "x.job", **given | options)


async def test_a_job_logs_in_once_and_its_rows_begin_logged_in(tmp_path):
    """The password is in no file. Where a login comes in the way again, the next part of the job logs in anew."""
    with MembersSite() as site:
        made = job(site, tmp_path, concurrency=2, stop_after=2, retries=0)
        site.arriving = lambda order: setattr(site, "session", "s2" if len(site.posts) == 1 else site.session)
        report = await made.run()
        assert (site.logins, report.counts["blocked"] > 0) == (["ada"], True)
        ledger = made.ledger
        ledger.retry(["blocked"])
        ledger.close()
        again = Job.opened(made.folder, rows=ROWS, secrets={"password": "open-sesame-1"})
        report = await again.run(resume=True)
        assert (site.logins, dict(report.counts), sorted(site.keys)) == (
            ["ada"] * 2,
            {"done": 3},
            ["K-1", "K-2", "K-3"],
        )
    assert (made.folder / "session.json").stat().st_mode & 0o777 == 0o600
    files = [file for file in made.folder.rglob("*") if file.is_file()]
    assert not any(b"open-sesame-1" in file.read_bytes() for file in files)


async def test_no_row_is_begun_without_the_login(tmp_path):
    with MembersSite() as site:
        made = job(site, tmp_path, password="wrong-one-99")
        with pytest.raises(ConfigError, match="the login failed, so no row was begun"):
            await made.run()
        ledger = made.ledger
        assert (dict(ledger.counts()), site.posts) == ({"pending": 3}, [])
        ledger.close()
