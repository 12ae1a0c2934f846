"""Pages that send more, less, earlier or elsewhere than a form does: what the ledger says is what the site received."""

import pytest
from order_site import OrderSite, html_page
from played_jobs import played

from actwright.testing.site.request_response import text

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 4)]
THANKED = "document.forms[0].remove(); document.body.append('Thank you, the order was received.')"
SENT = "fetch('/order', {method: 'POST', body: new URLSearchParams(new FormData(document.forms[0]))})"


class Site(OrderSite):
    """As its parent; requests to `/statistics` are answered with 404, `failing` orders with 500, and others with `answer_with` if it is set."""

    def __init__(self):
        super().__init__()
        self.failing, self.answer_with = set(), None

    def answer(self, request):
        if request.path == "/statistics":
            return text("Not found.", status=404)
        answer = super().answer(request)
        if request.method == "POST" and self.answer_with:
            return self.answer_with
        return text("Broken.", status=500) if request.value("Id") in self.failing else answer


class GetSite(OrderSite):
    """A form that sends its fields in the address."""

    def __init__(self):
        super().__init__()
        self.orders, self.script = [], "<script>document.forms[0].method = 'get'</script>"

    def answer(self, request):
        if request.path != "/order":
            return super().answer(request)
        self.orders.append(request.asked("Id"))
        return html_page("<h1>Thank you</h1><p>The order was received.")


@pytest.fixture
def site():
    with Site() as running:
        yield running


def on_submit(script, *, alone=True):
    """A page that runs a script when its form is submitted; alone if the browser does not submit it too."""
    stop = "event.preventDefault();" if alone else ""
    return f"<script>document.forms[0].addEventListener('submit', event => {{ {stop} {script} }})</script>"


def ends(found):
    return [f"{entry.state}, {entry.reason}" for entry in found]


async def test_statistics_that_go_to_another_site_do_not_stop_a_row(site, tmp_path):
    """Nor do those that get no response."""
    with OrderSite() as other:
        beacon = f"navigator.sendBeacon('{other.url}/collect', 'x')"
        unanswered = "fetch('http://127.0.0.1:9/collect', {method: 'POST', mode: 'no-cors', body: 'x'}).catch(() => 0)"
        site.script = on_submit(f"{beacon}; {unanswered}", alone=False)
        assert ends(await played(site, tmp_path, ROWS)) == ["done, complete"] * 3
    assert site.posts == ROWS


async def test_a_dry_run_sends_nothing_to_another_site_either(site, tmp_path):
    """A button that no form has sends the row elsewhere by a script."""
    with OrderSite() as other:
        send = f"fetch('{other.url}/order', {{method: 'POST', mode: 'no-cors', body: new URLSearchParams(new FormData(document.forms[0]))}})"
        site.script = f"""<script>const button = document.querySelector('button'); button.type = 'button';
            button.onclick = () => {send}.then(() => {{ {THANKED} }})</script>"""
        found = await played(site, tmp_path, ROWS[:1], dry_run=True)
        assert (ends(found), other.posts, site.posts) == (["filled, dry_run"], [], [])


async def test_a_page_that_thanks_before_the_server_has_answered_is_not_believed(site, tmp_path):
    """The row waits for the response; the third row is done as the first two were."""
    site.script = on_submit(f"{SENT}.catch(() => 0); {THANKED}")
    site.seconds, site.lost, site.failing = 0.5, {"K-2"}, {"K-4"}
    rows = [*ROWS, {"Id": "K-4", "Name": "Ada 4"}, {"Id": "K-5", "Name": "Ada 5"}]
    site.lost.add("K-5")
    assert ends(await played(site, tmp_path, rows)) == [
        "done, complete",
        "unknown, no_answer",
        "done, complete",
        "unknown, server_error",
        "unknown, no_answer",
    ]


async def test_an_error_beside_an_order_under_way_is_no_refusal(site, tmp_path):
    """What counts as refused may be sent again, so nothing does as long as the order may still be accepted."""
    statistics = "fetch('/statistics', {method: 'POST', body: 'x'})"
    site.script = on_submit(
        f"{SENT}.then(() => {{ {THANKED} }}); {statistics}; setTimeout(() => {statistics}.catch(() => 0), 100)"
    )
    site.arriving = lambda order: setattr(site, "seconds", 2.5 if order["Id"] == "K-3" else 0)
    assert ends(await played(site, tmp_path, ROWS)) == ["done, complete"] * 3
    assert site.posts == ROWS


async def test_an_error_of_a_question_that_was_not_let_through_is_no_refusal(site, tmp_path):
    """A page that asks twice whether its order has arrived, by the same POST: the second is blocked, as it might be another order."""
    ask = "fetch('/news', {method: 'POST', body: 'x'})"
    said = "document.body.insertAdjacentHTML('beforeend', '<p role=alert>Error: try again.</p>')"
    last = "document.forms[0].Id.value === 'K-3'"
    site.script = on_submit(
        f"{SENT}.then(() => {{ if ({last}) {ask}.then(() => {ask}).catch(() => {said}); else {{ {THANKED} }} }})"
    )
    found = await played(site, tmp_path, ROWS)
    assert ends(found) == ["done, complete", "done, complete", "unknown, no_answer"]
    assert "/news was blocked" in found[2].detail
    assert [post for post in site.posts if post.get("Id")] == ROWS


async def test_a_page_that_submits_by_a_script_and_by_its_form_submits_once(site, tmp_path):
    """The second differs from the first, and leaves before the first is answered."""
    marked = SENT.replace("new FormData(document.forms[0])", "[...new FormData(document.forms[0]), ['t', '1']]")
    site.script, site.seconds = on_submit(marked.replace("method:", "keepalive: true, method:"), alone=False), 0.3
    found = await played(site, tmp_path, ROWS[:1])
    assert (ends(found), site.keys) == (["unknown, not_as_wanted"], ["K-1"])
    assert "a second time" in found[0].detail


async def test_a_form_that_submits_by_itself_is_not_submitted_by_its_button_too(site, tmp_path):
    """A script sends it when the last field is filled in."""
    site.script = f"<script>document.querySelector('[name=Name]').addEventListener('input', () => {SENT})</script>"
    found = await played(site, tmp_path, ROWS[:1])
    assert (ends(found), site.keys) == (["unknown, not_as_wanted"], ["K-1"])


async def test_a_page_that_thanks_without_sending_anything_is_not_believed(site, tmp_path):
    site.script = on_submit(THANKED)
    assert ends(await played(site, tmp_path, ROWS[:1])) == ["failed, nothing_sent"]


async def test_an_empty_page_confirms_nothing(site, tmp_path):
    site.answer_with = html_page("")
    assert ends(await played(site, tmp_path, ROWS[:1])) == ["unknown, unconfirmed"]
    assert site.keys == ["K-1"]


async def test_a_form_that_is_answered_in_a_new_tab_is_done_for_every_row(site, tmp_path):
    site.script = "<script>document.forms[0].target = '_blank'</script>"
    assert ends(await played(site, tmp_path, ROWS)) == ["done, complete"] * 3


async def test_a_form_that_sends_by_get_is_done_for_every_row(tmp_path):
    """By rules and as earlier rows were."""
    with GetSite() as site:
        assert ends(await played(site, tmp_path, ROWS)) == ["done, complete"] * 3
        assert site.orders == ["K-1", "K-2", "K-3"]


@pytest.mark.parametrize("permitted", [False, True])
async def test_a_row_goes_to_another_site_only_if_that_is_permitted(site, tmp_path, permitted):
    with OrderSite() as other:
        site.script = f"<script>document.forms[0].action = '{other.url}/order'</script>"
        found = await played(site, tmp_path, ROWS[:1], sites=[other.url] if permitted else [])
        expected = (["done, complete"], ["K-1"]) if permitted else (["invalid, not_as_wanted"], [])
        assert (ends(found), other.keys) == expected
        assert permitted or f"would go to {other.url}, another site" in found[0].detail


async def test_a_column_may_be_in_a_password_field(site, tmp_path):
    site.script = "<script>document.querySelector('[name=Name]').type = 'password'</script>"
    assert ends(await played(site, tmp_path, ROWS[:1])) == ["done, complete"]
    assert site.posts == ROWS[:1]
