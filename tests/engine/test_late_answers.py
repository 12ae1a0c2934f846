"""A click that is answered late is done when the answer has come, and unknown only while none has."""

import threading
import time

import pytest
from builders import propose

from actwright.engine.act import act
from actwright.schemas.step import Effect
from actwright.tools.toolbox import Toolbox, builtin_tools
from benchmarks.serving import Answer, Serving

pytestmark = pytest.mark.slow

TOOLBOX = Toolbox(builtin_tools())
HOURS = 10_000
"""An answer is waited for so long where something else is to end the wait: a test that waits for it runs into its own limit."""


class Late(Serving):
    """`/after/4.5/500` answers with that status after so many seconds, unless the test ends before; `/` has the page."""

    def __init__(self):
        super().__init__()
        self.ended, self.html = threading.Event(), ""

    def answer(self, request):
        kind, *rest = request.path.strip("/").split("/")
        if kind not in {"after", "never"}:
            return Answer(self.html)
        self.ended.wait(float(rest[0]) if rest else 60)
        status = int(rest[1]) if rest else 200
        to = {"Location": "/after/0/200"} if status == 303 else {}
        return Answer(
            f"<title>Answered</title><p>Thank you {status}</p>" if rest else self.html, status=status, headers=to
        )


@pytest.fixture
def late():
    """`late(html)` is the address of a page of a server that answers late."""
    with Late() as server:

        def serve(html):
            server.html = f"<!doctype html>{html}"
            return f"{server.url}/"

        yield serve
        server.ended.set()


def form(path, method="post"):
    return (
        f"<form method={method} action='{path}'><input name=a aria-label=A><button>Buy</button></form><p id=said></p>"
    )


CLICK = ("click", {"element_id": "button-0"})
ENTER = ("press", {"key": "Enter", "element_id": "input-0"})
THANKS = ("expect", {"text": ["Thank you"]})


@pytest.mark.parametrize(("call", "seconds"), [(CLICK, 6), (ENTER, 5.5)], ids=["click", "press"])
async def test_a_document_that_comes_late_makes_the_click_done(surface_on, late, seconds, call):
    url = late(form(f"/after/{seconds}/200"))
    surface = await surface_on(url=url, answer_seconds=HOURS)
    outcome, proof = await act(propose(call, THANKS), TOOLBOX, surface)
    assert (outcome.status, outcome.effect, proof.status) == ("done", Effect.EFFECT, "done")
    assert outcome.detail.endswith(f"the page went to {url}after/{seconds}/200")
    assert proof.evidence[0].passed


@pytest.mark.parametrize(("method", "seconds"), [("GET", 6.5), ("POST", 9.5)])
async def test_an_answer_that_a_script_waits_for_may_be_late(surface_on, late, method, seconds):
    script = f"fetch('/after/{seconds}/200', {{method: '{method}'}}).then(() => {{ said.textContent = 'Thank you'; }})"
    surface = await surface_on(url=late(f'<button onclick="{script}">Buy</button><p id=said></p>'))
    outcome, proof = await act(propose(CLICK, THANKS), TOOLBOX, surface)
    assert (outcome.status, proof.status) == ("done", "done")
    assert outcome.effect is (Effect.EFFECT if method == "POST" else Effect.EDIT)


@pytest.mark.parametrize(("call", "method", "seconds"), [(CLICK, "post", 5.5), (ENTER, "get", 1)])
async def test_a_document_that_never_comes_leaves_the_action_unknown(surface_on, late, call, method, seconds):
    surface = await surface_on(url=late(form("/never", method)), answer_seconds=seconds)
    began = time.monotonic()
    (outcome,) = await act(propose(call), TOOLBOX, surface)
    assert (outcome.status, outcome.effect) == ("unknown", Effect.EFFECT)
    assert "has no answer yet; it may have taken effect: look before you repeat it" in outcome.detail
    assert time.monotonic() - began >= seconds


async def test_an_answer_is_not_waited_for_beyond_the_deadline_of_the_run(surface_on, late):
    surface = await surface_on(url=late(form("/never")), answer_seconds=HOURS)
    end = time.monotonic() + 3
    surface.clock.seconds_left = lambda: end - time.monotonic()
    outcome, proof = await act(propose(CLICK, THANKS), TOOLBOX, surface)
    assert (outcome.status, proof.status) == ("unknown", "skipped")


@pytest.mark.parametrize(
    ("path", "said"), [("/after/0/404", "404 Not Found"), ("/after/0.2/500", "500 Internal Server Error")]
)
async def test_a_document_with_an_error_status_is_done_and_says_the_status(surface_on, late, path, said):
    url = late(form(path)).rstrip("/")
    surface = await surface_on(url=url)
    (outcome,) = await act(propose(CLICK), TOOLBOX, surface)
    assert outcome.status == "done"
    assert outcome.detail.endswith(f"the page went to {url}{path}; the server answered {said} to POST {url}{path}")


async def test_an_error_status_that_a_script_gets_is_said(surface_on, late):
    url = late("<button onclick=\"fetch('/after/0/422', {method: 'POST'})\">Buy</button>")
    surface = await surface_on(url=url)
    (outcome,) = await act(propose(CLICK), TOOLBOX, surface)
    assert (outcome.status, outcome.effect) == ("done", Effect.EFFECT)
    assert (
        outcome.detail
        == f'clicked button-0 "Buy"; the server answered 422 Unprocessable Entity to POST {url}after/0/422'
    )


async def test_where_an_answer_leads_counts_not_the_redirection(surface_on, late):
    url = late(form("/after/0/303"))
    surface = await surface_on(url=url)
    (outcome,) = await act(propose(CLICK), TOOLBOX, surface)
    assert (outcome.status, outcome.detail) == ("done", f'clicked button-0 "Buy"; the page went to {url}after/0/200')


@pytest.mark.parametrize(
    ("html", "pending"),
    [
        ("<p>All of it</p>", False),
        ("<p>Soon</p><script>setTimeout(() => document.body.append('more'), 60_000)</script>", True),
        ("<p>Soon</p><script>fetch('/never')</script>", True),
        ("<meta http-equiv=refresh content=60><p>Soon</p>", True),
    ],
    ids=["nothing", "timer", "request", "refresh"],
)
async def test_a_look_says_whether_the_page_may_go_on_by_itself(surface_on, late, html, pending):
    surface = await surface_on(url=late(html))
    assert (await surface.observe()).pending is pending


async def test_a_timer_that_a_click_sets_is_pending_until_the_next_action(surface_on, late):
    later = "setTimeout(() => document.body.append('more'), 60_000)"
    surface = await surface_on(url=late(f'<button onclick="{later}">Later</button><button>Now</button>'))
    assert not (await surface.observe()).pending
    await act(propose(CLICK), TOOLBOX, surface)
    assert (await surface.observe()).pending
    await act(propose(("click", {"element_id": "button-1"})), TOOLBOX, surface)
    assert not (await surface.observe()).pending


SENDING = """<form method={method} action='{path}'>
<select name=s aria-label=Sort onchange='this.form.submit()'><option>Old<option>New</select>
<label><input type=checkbox name=c onchange='this.form.submit()'>Sold</label>
<input type=date name=d aria-label=Day onchange='this.form.submit()'><input name=q aria-label=Words><button>Go</button></form>"""
EDITS = {
    "select": ("select", {"element_id": "select-0", "value": "New"}),
    "check": ("check", {"element_id": "input-0"}),
    "date": ("fill", {"element_id": "input-1", "value": "2026-01-31"}),
    "type": ("type", {"element_id": "input-2", "value": "kayak\n"}),
    "append": ("append", {"element_id": "input-2", "value": "kayak\n"}),
}


@pytest.mark.parametrize(
    ("edit", "method", "seconds"),
    [
        *(("select", method, 0) for method in ("get", "post")),
        *(("type", method, 0) for method in ("get", "post")),
        *((edit, method, 1 if method == "get" else 2.5) for edit in EDITS for method in ("get", "post")),
    ],
)
async def test_an_edit_that_submits_is_done_when_its_document_has_come(surface_on, late, edit, method, seconds):
    url = late(SENDING.format(method=method, path=f"/after/{seconds}/200"))
    surface = await surface_on(url=url)
    outcome, proof = await act(propose(EDITS[edit], THANKS), TOOLBOX, surface)
    assert (outcome.status, proof.status, proof.evidence[0].passed) == ("done", "done", True)
    assert outcome.effect is (Effect.EFFECT if method == "post" else Effect.EDIT)
    assert f"the page went to {url}after/{seconds}/200" in outcome.detail
    assert all(receipt.match for receipt in outcome.receipts)


@pytest.mark.parametrize(
    "script", ["location = '/after/0/200'", "setTimeout(() => { location = '/after/0/200' }, 300)"]
)
async def test_a_choice_that_leads_elsewhere_is_done(surface_on, late, script):
    url = late(f'<select aria-label=Sort onchange="{script}"><option>Old<option>New</select>')
    surface = await surface_on(url=url)
    outcome, proof = await act(propose(EDITS["select"], THANKS), TOOLBOX, surface)
    assert (outcome.status, proof.status) == ("done", "done")
    assert outcome.detail.endswith(f"; the page went to {url}after/0/200")


async def test_a_choice_that_replaces_the_document_of_its_frame_is_done(surface_on, late):
    inner = "<select aria-label=Sort onchange=location='/after/0/200'><option>Old<option>New</select>"
    surface = await surface_on(url=late(f'<iframe srcdoc="{inner}"></iframe>'))
    call = ("select", {"element_id": "f1.select-0", "value": "New"})
    outcome, proof = await act(propose(call, THANKS), TOOLBOX, surface)
    assert (outcome.status, proof.status) == ("done", "done")


@pytest.mark.parametrize(("method", "status"), [("post", "unknown"), ("get", "failed")])
async def test_an_edit_whose_document_never_comes_says_so(surface_on, late, method, status):
    url = late(SENDING.format(method=method, path="/never"))
    surface = await surface_on(url=url, answer_seconds=3)
    (outcome,) = await act(propose(EDITS["check"]), TOOLBOX, surface)
    assert outcome.status == status
    assert outcome.detail.startswith(f"{method.upper()} {url}never")
    assert "has no answer yet" in outcome.detail


async def test_an_edit_of_a_field_that_the_page_takes_away_is_no_success(surface_on, late):
    surface = await surface_on(url=late("<input aria-label=Words oninput='this.remove()'>"))
    (outcome,) = await act(propose(("type", {"element_id": "input-0", "value": "k"})), TOOLBOX, surface)
    assert (outcome.status, outcome.detail) == ("failed", 'input-0 "Words" is no longer on the page')
