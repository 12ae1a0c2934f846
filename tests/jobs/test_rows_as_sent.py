"""A row is compared with what leaves, on real pages that send something else than their fields contained."""

import pytest
from order_site import OrderSite
from played_jobs import played

from actwright.testing.site.request_response import SiteResponse

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 5)]
THANKED = "document.forms[0].remove(); document.body.append('Thank you, the order was received.')"
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


class Site(OrderSite):
    """As its parent; the response to `/order` can be a redirect."""

    redirect = 0

    def answer(self, request):
        answer = super().answer(request)
        if request.method == "POST" and request.path == "/order" and self.redirect:
            return SiteResponse(status=self.redirect, headers=(("Location", "/again"),))
        return answer


@pytest.fixture
def site():
    with Site() as running:
        yield running


def on_submit(script, *, alone=True):
    stop = "event.preventDefault();" if alone else ""
    return f"<script>document.forms[0].addEventListener('submit', event => {{ {stop} {script} }})</script>"


def sends(body):
    return on_submit(
        f"fetch('/order', {{method: 'POST', body: new URLSearchParams({body})}}).then(() => {{ {THANKED} }})"
    )


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (on_submit("event.target.Name.value = 'Bob'", alone=False), "would send 'Bob' instead of 'Ada 1'"),
        (sends("{Id: event.target.Id.value}"), "'Ada 1' is not in what POST"),
        (sends("{Id: event.target.Id.value, Name: 'Ada 11'}"), "would send 'Ada 11' instead of 'Ada 1'"),
    ],
)
async def test_page_that_would_send_something_else_sends_nothing(site, tmp_path, script, said):
    site.script = script
    (entry,) = await played(site, tmp_path, ROWS[:1])
    assert (site.posts, str(entry.state), entry.reason) == ([], "invalid", "not_as_wanted")
    assert entry.detail.startswith("column 'Name': ")
    assert said in entry.detail


async def test_row_that_is_done_as_earlier_ones_were_is_compared_too(site, tmp_path):
    """Private values are in no message."""
    opened = []

    def change():
        opened.append(1)
        if len(opened) > 2:
            site.script = on_submit("event.target.Name.value = 'Ada 2'", alone=False)

    site.opened = change
    found = await played(site, tmp_path, ROWS[:3], private="Name", retries=0)
    assert [str(entry.state) for entry in found] == ["done", "done", "invalid"]
    assert (site.posts, len(opened)) == (ROWS[:2], 3)
    assert found[2].detail.endswith("would send another value instead of '{{Name}}'")


async def test_page_that_is_left_sends_nothing_more(site, tmp_path):
    """Neither with the row as it is being sent, nor when a row is given up."""
    again = "new URLSearchParams(new FormData(document.forms[0]))"
    site.script = f"""<script>addEventListener('pagehide', () => {{ navigator.sendBeacon('/draft', {again});
        fetch('/order', {{method: 'POST', keepalive: true, body: {again}}}) }})</script>"""
    assert [str(entry.state) for entry in await played(site, tmp_path / "sent", ROWS[:1])] == ["done"]
    assert site.posts == ROWS[:1]
    site.script += on_submit("event.target.Name.value = 'Bob'", alone=False)
    assert [str(entry.state) for entry in await played(site, tmp_path / "given up", ROWS[1:2])] == ["invalid"]
    assert site.posts == ROWS[:1]


@pytest.mark.parametrize(
    ("submit", "state", "times"), [("", "unknown", 1), ("*/again", "done", 2), ("*/order", "unknown", 1)]
)
async def test_row_is_sent_again_by_a_redirect_only_to_an_address_that_was_named(site, tmp_path, submit, state, times):
    site.redirect = 307
    (entry,) = await played(site, tmp_path, ROWS[:1], submit=submit)
    assert (str(entry.state), len(site.posts)) == (state, times)
    assert state == "done" or "asks to send the row again" in entry.detail


async def test_value_that_only_a_hash_carries_is_said_to_be_unread(site, tmp_path):
    site.script = sends(f"{{Id: event.target.Id.value, name_hash: '{HASH}'}}")
    (entry,) = await played(site, tmp_path, ROWS[:1])
    assert (str(entry.state), len(site.posts)) == ("done", 1)
    assert entry.detail.startswith("unread: column 'Name' was sent as something hashed or encrypted")


async def test_values_that_fields_ask_for_in_another_form_are_entered_values(tmp_path):
    """They are learned from no row, as another one has others."""
    with OrderSite(Id="text", Visit="date", Amount="number") as site:
        rows = [
            {"Id": "K-1", "Visit": "24.03.2026", "Amount": "1,234,500"},
            {"Id": "K-2", "Visit": "1957-08-13 00:00:00", "Amount": "12"},
            {"Id": "K-3", "Visit": "03/04/2026", "Amount": "12"},
        ]
        found = await played(site, tmp_path, rows)
        assert site.posts == [
            {"Id": "K-1", "Visit": "2026-03-24", "Amount": "1234500"},
            {"Id": "K-2", "Visit": "1957-08-13", "Amount": "12"},
        ]
        assert [str(entry.state) for entry in found] == ["done", "done", "invalid"]
        assert "2026-03-04 or 2026-04-03" in found[2].detail


async def test_value_that_the_page_writes_as_money_is_the_same(tmp_path):
    with OrderSite(Id="text", Amount="text") as site:
        site.script = "<script>document.forms[0].Amount.onblur = (event) => event.target.value = '$1,250.00'</script>"
        (entry,) = await played(site, tmp_path, [{"Id": "K-1", "Amount": "1250"}])
        assert (str(entry.state), site.posts) == ("done", [{"Id": "K-1", "Amount": "$1,250.00"}])
