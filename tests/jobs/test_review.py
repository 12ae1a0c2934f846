"""What a dry run filled in, and what nobody knows: shown to a person, decided by the person, and sent as it was approved."""

import http.client
from urllib.parse import urlencode, urlsplit

import pytest
from axe_checks import problems_in_every_look

from actwright.errors import ConfigError
from actwright.jobs import Job
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_file import create_ledger, open_ledger_file
from actwright.jobs.ledger_row import LedgerRow, RowState, digest_of
from actwright.jobs.receipts import write_receipts
from actwright.jobs.review import ReviewServer

pytestmark = pytest.mark.slow

ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 4)]


def job(site, folder, **options):
    return Job(ROWS, task="Fill in the form and submit it", url=site.url, out=folder / "x.job", key="Id", **options)


def states(job):
    ledger = job.ledger
    found = [str(entry.state) for entry in ledger.entries()]
    ledger.close()
    return found


@pytest.mark.usefixtures("one_browser")
async def test_what_is_approved_on_the_page_is_sent_and_nothing_else(site, page, tmp_path):
    """By keys: two rows are approved, one is rejected. A form that changed after that stops its row."""
    made = job(site, tmp_path, dry_run=True, concurrency=2)
    await made.run()
    assert (states(made), site.posts) == (["filled"] * 3, [])
    with ReviewServer(lambda: made.ledger) as review:
        await page.goto(review.url)
        assert (await page.locator("article").count(), page.url.endswith("/")) == (3, True)
        assert await page.locator("tbody tr").first.inner_text() == "Id\tK-1\tread back"
        for key in "jxjxa":
            await page.keyboard.press(key)
        await page.get_by_text("2 rows approved").wait_for()
        await page.get_by_role("checkbox", name="Row 3: K-3").check()
        await page.get_by_role("button", name="Reject").click()
        await page.get_by_text("1 row rejected").wait_for()
        await page.get_by_role("button", name="End the review").click()
        review.wait()
    assert states(made) == ["pending", "pending", "rejected"]
    site.script = "<script>document.querySelector('form').insertAdjacentHTML('afterbegin', '<input name=coupon value=X>')</script>"
    await Job.opened(made.folder, rows=ROWS).run(resume=True)
    assert (states(made), site.posts) == (["invalid", "invalid", "rejected"], [])
    ledger = made.ledger
    assert ledger.entry(1).reason == "not_as_approved"
    ledger.retry([RowState.INVALID])
    ledger.close()
    site.script = ""
    await Job.opened(made.folder, rows=ROWS).run(resume=True)
    assert (states(made), sorted(site.keys)) == (["done", "done", "rejected"], ["K-1", "K-2"])


@pytest.fixture
def review(tmp_path):
    """A review of two rows that are unknown and one that was filled in, and how to ask it: `ask(path, …)`."""
    rows = [JobRow(number=n, data={}, private={}, secret={}, key=f"{n}", digest=f"{n}") for n in (2, 3, 4)]
    ledger = create_ledger(tmp_path / "ledger.db", rows, {"salt": "00"})
    for number, state in ((2, RowState.UNKNOWN), (3, RowState.UNKNOWN), (4, RowState.FILLED)):
        ledger.begin(number).end(LedgerRow(number=number, state=state, payload={'input-0 "<b>"': "=x"}))
    with ReviewServer(lambda: open_ledger_file(tmp_path / "ledger.db")) as served:
        yield served, ledger
    ledger.close()


def asked(review, path, *, form=None, **headers):
    parts = urlsplit(review.url if review._token else review.origin)
    given = {"Host": parts.netloc} | {name.title(): value for name, value in headers.items()}
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    body = None if form is None else urlencode(form, doseq=True)
    connection.request("GET" if form is None else "POST", path, body, given)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode()


def test_only_the_browser_that_was_given_the_address_may_look_and_decide(review):
    """The token works once; another host, another origin and a request without the cookie are refused."""
    served, ledger = review
    address = urlsplit(served.url)
    once = f"/?{address.query}"
    origin = f"http://{address.netloc}"
    assert asked(served, "/")[0] == 403
    assert asked(served, once, host="evil.example")[0] == 403
    status, headers, _ = asked(served, once)
    assert (status, headers["Location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in headers["Set-Cookie"]
    assert asked(served, once)[0] == 403
    cookie = headers["Set-Cookie"].partition(";")[0]
    status, headers, text = asked(served, "/?state=filled", cookie=cookie)
    assert (status, "&lt;b&gt;" in text, "<b>" in text.partition("<main>")[2]) == (200, True, False)
    assert headers["Content-Security-Policy"].startswith("default-src 'none';")
    decision = {"decision": "done", "row": ["2:x"]}
    assert asked(served, "/decide", form=decision, cookie=cookie)[0] == 403
    assert asked(served, "/decide", form=decision, cookie=cookie, origin="http://evil.example")[0] == 403
    assert asked(served, "/decide", form=decision, origin=origin)[0] == 403
    assert asked(served, "/pictures/..%2Fledger.db", cookie=cookie)[0] == 404
    assert ledger.entry(2).state is RowState.UNKNOWN
    assert asked(served, "/decide", form=decision, cookie=cookie, origin=origin)[0] == 303
    assert ledger.entry(2).state is RowState.DONE


@pytest.mark.long
async def test_everybody_can_use_the_review_and_read_receipts_whatever_the_screen(site, page, tmp_path):
    """Rows of a dry run with their pictures, and the receipts of an export."""
    made = job(site, tmp_path, dry_run=True)
    await made.run()
    with ReviewServer(lambda: made.ledger) as review:
        await page.goto(review.url)
        assert await problems_in_every_look(page) == []
    ledger = made.ledger
    write_receipts(tmp_path, [*ledger.entries()])
    ledger.close()
    await page.goto((tmp_path / "receipts" / "1.html").as_uri())
    assert await problems_in_every_look(page) == []


def test_all_marked_rows_are_decided_or_none(review):
    served, ledger = review
    cookie = asked(served, f"/?{urlsplit(served.url).query}")[1]["Set-Cookie"].partition(";")[0]
    ours = {"cookie": cookie, "origin": served.origin}
    _, headers, _ = asked(served, "/decide", form={"decision": "pending", "row": ["3:x", "4:x"]}, **ours)
    assert "row%204%20is%20filled" in headers["Location"]
    _, headers, _ = asked(served, "/decide", form={"decision": "approve", "row": ["4:another"]}, **ours)
    assert "filled%20in%20again" in headers["Location"]
    assert [str(ledger.entry(number).state) for number in (2, 3, 4)] == ["unknown", "unknown", "filled"]


def test_what_is_approved_is_the_form_whatever_its_ids(review):
    _, ledger = review
    assert digest_of({'input-0 "Id"': "1"}) == digest_of({'input-7 "Id"': "1"}) != digest_of({'input-0 "Id"': "2"})
    with pytest.raises(ConfigError, match="row 2 is unknown; only a row that a dry run has filled in"):
        ledger.reject([2])
