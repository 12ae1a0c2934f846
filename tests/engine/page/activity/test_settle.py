"""Settling waits for what an action started, and not for what a page does by itself all the time."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from actwright.engine.act import act
from actwright.engine.page.acting.action_watch import SETTLE_SECONDS
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.activity.settle import BUSY, CHANGING, QUIET, After, settle
from actwright.engine.page.reading.work_signs import Signs
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools
from benchmarks.serving import Answer, Serving

TOOLBOX = Toolbox(builtin_tools())
CLICK = Proposal(
    complete=False, message="m", actions=(Action(reason="r", tool="click", parameters={"element_id": "button-0"}),)
)
BUTTON = "<!doctype html><button onclick=\"said.textContent += 'x'\">Go</button><p id=said></p>"
RESTLESS = {
    "a long poll": "(async () => { for (;;) await fetch('/slow'); })()",
    "a short poll": "(async () => { for (;;) { await fetch('/quick'); await new Promise(done => setTimeout(done, 20)); } })()",
    "a poll by POST": "setInterval(() => fetch('/quick', {method: 'POST', body: 'x'}), 60)",
    "a ticker": "setInterval(() => document.querySelector('i').textContent = Math.random(), 15)",
}


FINDS = """<script>
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const get = (ms) => fetch(`/after/${ms}`).then((answer) => answer.text());
  const show = (html = 'the end') => { said.innerHTML = html; };
  let go, timer;
</script>"""
LATE = {
    "a GET longer than those of polls": "go = async () => { await get(2600); show(); }",
    "a POST whose answer has a body that is not read": (
        "go = async () => { await fetch('/after/300', {method: 'POST'}); show(); }"
    ),
    "a second request like one that the page began before": (
        "fetch('/after/4000'); go = async () => { await fetch('/after/1500?mine'); show(); }"
    ),
    "a request after another": "go = async () => { await get(200); await pause(40); await get(200); show(); }",
    "a spinner that appears": (
        "go = async () => { show('<div style=\"width:9px;height:9px;animation:turn 1s infinite\"></div>');"
        "await pause(600); show(); }"
    ),
    "an element that says that it is busy": (
        "go = async () => { show('<div aria-busy=true>wait</div>'); await pause(900); show(); }"
    ),
    "a busy element in a shadow root": (
        "host.attachShadow({mode: 'open'}).innerHTML = '<div></div>';"
        "go = async () => { const part = host.shadowRoot.firstChild; part.ariaBusy = 'true'; part.textContent = 'wait';"
        "await pause(900); part.ariaBusy = null; part.textContent = 'the end'; }"
    ),
    "a transition": "go = () => { said.ontransitionend = () => show(); said.textContent = 'x'; said.style.marginTop = '9px'; }",
    "an answer over a socket": (
        "const socket = new WebSocket(`ws://${location.host}/socket`); socket.onmessage = () => show();"
        "go = () => socket.send('ask')"
    ),
    "an answer in an event stream": "go = () => { const s = new EventSource('/stream'); s.onmessage = () => { s.close(); show(); } }",
    "a timer and nothing else": "go = async () => { await pause(400); show(); }",
    "slices with timers": "go = async () => { for (const ms of [180, 30, 180]) { said.append('.'); await pause(ms); } show(); }",
    "slices in idle time": (
        "let n = 0; go = () => { said.append('.'); if (++n < 9) setTimeout(() => requestIdleCallback(go), 30); else show(); }"
    ),
    "a worker that answers after a first word": (
        "const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => { const end = Date.now() + 70;"
        " while (Date.now() < end); postMessage(1); }']))); worker.onmessage = () => show();"
        "go = () => { show('wait'); worker.postMessage(1); }"
    ),
    "work in turns after a first word": (
        "const port = new MessageChannel(); let until; port.port1.onmessage = () => {"
        " const end = Date.now() + 4; while (Date.now() < end); if (Date.now() > until) show(); else port.port2.postMessage(1); };"
        "go = () => { show('wait'); until = Date.now() + 80; port.port2.postMessage(1); }"
    ),
    "slices with pauses": "go = async () => { for (const ms of [90, 90, 150]) { said.append('.'); await pause(ms); } show(); }",
}
DECORATED = "<style>@keyframes turn { to { rotate: 360deg } }</style><div id=host></div>"
TYPED = """<input type=search aria-label=Find oninput="clearTimeout(timer); timer = setTimeout(async () => {
  await get(200); show(); }, 300)">"""
FILL = Proposal(
    complete=False,
    message="m",
    actions=(Action(reason="r", tool="fill", parameters={"element_id": "input-0", "value": "kayak"}),),
)


def seconds_until(path):
    """When the server answers a path."""
    named = {"/never": 60, "/slow": 0.8, "/stream": 0.5}
    return int(path.partition("?")[0].removeprefix("/after/")) / 1000 if "/after/" in path else named.get(path, 0)


class Slow(Serving):
    """Answers /slow after 0.8 s, /after/N after N ms and a message over a socket after 0.4 s, and notes each POST."""

    def __init__(self):
        super().__init__()
        self.pages, self.posts, self.ended = {}, [], Event()

    def answer(self, request):
        self.posts += [request.target] * (request.method == "POST")
        if request.path == "/stream":
            return Answer(self.later("/stream", b"data: ok\n\n"), "text/event-stream")
        self.ended.wait(seconds_until(request.target))
        return Answer(self.pages.get(request.target, "data: ok\n\n"))

    def later(self, path, said):
        """The headers at once, and the body after its time."""
        self.ended.wait(seconds_until(path))
        yield said

    def talk(self, request, messages):
        next(messages, None)
        waits = {"/socket?parts": (0, 0.3, 0.3), "/socket?late": (2.5,)}.get(request.target, (0.4,))
        for seconds in waits:
            self.ended.wait(seconds)
            yield "ok"
        next(messages, None)  # until the page is gone


@pytest.fixture
def served():
    """`served(html)` is the address of a page whose server is slow."""
    with Slow() as server:

        def serve(html):
            server.pages["/page"] = html
            return f"{server.url}/page"

        serve.posts = server.posts
        yield serve
        server.ended.set()


@pytest.mark.slow
@pytest.mark.parametrize("script", RESTLESS.values(), ids=RESTLESS.keys())
async def test_a_page_that_never_rests_does_not_slow_every_step(surface_on, served, script):
    surface = await surface_on(url=served(f"{BUTTON}<i></i><script>{script}</script>"))
    outcomes = [(await act(CLICK, TOOLBOX, surface))[0] for _ in range(4)]
    assert [outcome.status for outcome in outcomes] == ["done"] * 4
    assert min(outcome.milliseconds for outcome in outcomes) < SETTLE_SECONDS * 1000


@pytest.mark.slow
async def test_a_page_whose_own_post_hangs_is_opened_in_time(surface_on, served):
    began = time.monotonic()
    url = served(f"{BUTTON}<script>fetch('/never', {{method: 'POST', body: 'beacon'}})</script>")
    surface = await surface_on(url=url)
    assert time.monotonic() - began < 60
    (outcome,) = await act(CLICK, TOOLBOX, surface)
    assert (outcome.status, outcome.effect) == ("done", "edit")


async def test_a_second_post_like_one_without_an_answer_is_still_seen(surface_on, served):
    """What an action sent is never taken for the page's chatter."""
    pay = "fetch('/never', {method: 'POST', body: 'pay'})"
    html = f'<!doctype html><button onclick="{pay}">Pay</button>'
    surface = await surface_on(url=served(html), answer_seconds=1)
    first = (await act(CLICK, TOOLBOX, surface))[0]
    second = (await act(CLICK, TOOLBOX, surface))[0]
    assert [first.status, second.status] == ["unknown", "unknown"]
    assert "has no answer yet" in second.detail
    assert served.posts == ["/never"] * 2


@pytest.mark.parametrize("script", LATE.values(), ids=LATE.keys())
async def test_what_an_action_started_is_over_when_the_page_is_seen_next(surface_on, served, script):
    html = f"{DECORATED}<button onclick=go()>Go</button><p id=said style='transition: margin .5s'></p>{FINDS}<script>{script}</script>"
    surface = await surface_on(url=served(f"<!doctype html>{html}"))
    (outcome,) = await act(CLICK, TOOLBOX, surface)
    assert outcome.status == "done"
    seen = await surface.observe()
    assert "the end" in seen.text
    assert seen.notes == ()


async def test_what_a_page_looks_up_while_one_types_is_there_when_it_is_seen_next(surface_on, served):
    """The page asks 0.3 s after the last key, which no other sign announces."""
    surface = await surface_on(url=served(f"<!doctype html>{FINDS}{TYPED}<p id=said></p>"))
    await act(FILL, TOOLBOX, surface)
    assert "the end" in (await surface.observe()).text


async def test_what_stands_in_a_form_is_not_waited_for_as_a_search_is(surface_on, served):
    surface = await surface_on(url=served("<!doctype html><form><input aria-label=Name><button>Send</button></form>"))
    await act(FILL, TOOLBOX, surface)
    signs = await surface._observer.signs()
    assert signs.typed is None


DECORATION = "width: 9px; height: 9px; animation: turn 1s infinite"


@pytest.mark.slow
async def test_decoration_and_clocks_are_no_signs_of_work(surface_on, served):
    """What moved, changed or claimed to be busy before the action says nothing about the action."""
    clock = (
        "<i></i><script>setInterval(() => { document.querySelector('i').textContent = Math.random(); }, 15)</script>"
    )
    html = f'{DECORATED}<p style="{DECORATION}"></p><p aria-busy=true>x</p>{clock}{BUTTON}'
    surface = await surface_on(url=served(html))
    await asyncio.sleep(0.3)  # the clock ticks while nobody acts
    await act(CLICK, TOOLBOX, surface)
    signs = await surface._observer.signs()
    assert (signs.busy, signs.turning, signs.moving) == (False, False, 0)
    assert (await surface.observe()).notes == ()


BUSY_ELSEWHERE = {
    "one that is hidden": '<p aria-busy=true style="visibility: hidden">x</p>',
    "one without a box": "<p aria-busy=true hidden>x</p>",
    "one below the view": '<p aria-busy=true style="position: absolute; top: 3000px">x</p>',
    "an endless bar beside the view": '<progress style="position: absolute; left: -3000px"></progress>',
}


@pytest.mark.parametrize("busy", BUSY_ELSEWHERE.values(), ids=BUSY_ELSEWHERE)
async def test_what_is_busy_out_of_sight_is_not_waited_for(surface_on, served, busy):
    """Only what shows in the viewport says that the page is busy; the same element in view does."""
    surface = await surface_on(
        url=served(f"<!doctype html><button onclick='said.innerHTML = `{busy}`'>Go</button><p id=said></p>")
    )
    await act(CLICK, TOOLBOX, surface)
    assert (await surface._observer.signs()).busy is False
    assert (await surface.observe()).notes == ()
    shown = "for (const one of said.children) { one.hidden = false; one.style.cssText = 'visibility: visible'; }"
    await surface.page.evaluate(shown)
    assert (await surface._observer.signs()).busy is True


VAIN = "setTimeout(() => {}, 0)"
TICKS = "const tick = () => setTimeout(tick, 20); tick()"
IDLES = "const idle = () => requestIdleCallback(idle, {timeout: 20}); idle()"


async def test_timers_that_come_to_nothing_are_not_waited_for_again(surface_on, served):
    surface = await surface_on(url=served(f'<!doctype html><button onclick="{VAIN}">Go</button>'))
    timed = []
    for _ in range(4):
        await act(CLICK, TOOLBOX, surface)
        timed.append((await surface._observer.signs()).timed)
    assert timed == [True, True, False, False]


@pytest.mark.parametrize("script", [TICKS, IDLES])
async def test_what_a_page_puts_off_all_the_time_is_no_sign_of_work(surface_on, served, script):
    surface = await surface_on(url=served(f"{BUTTON}<script>{script}</script>"))
    await surface.observe()
    await asyncio.sleep(0.3)  # it does so while nobody acts
    await act(CLICK, TOOLBOX, surface)
    signs = await surface._observer.signs()
    assert (signs.timed, signs.idling, signs.changed) == (False, False, True)


COMES = {
    "by a timer": "go = async () => { await pause(3000); show(); }",
    "by a timer that was set with a change": "go = async () => { show('Saving'); await pause(3000); show(); }",
    "with an answer": "go = async () => { await get(3000); show(); }",
    "with an answer that is asked for later": "go = async () => { await pause(1200); await get(2000); show(); }",
    "over a socket": (
        "const socket = new WebSocket(`ws://${location.host}/socket?late`); socket.onmessage = () => show();"
        "go = () => socket.send('ask')"
    ),
    "with a poll": (
        "let asked = Infinity; go = () => { asked = performance.now(); };"
        "setInterval(async () => { await get(0); if (performance.now() - asked > 2500) show(); }, 300)"
    ),
    "in busy time": (
        "go = async () => { show('<div aria-busy=true>wait</div>'); for (let n = 0; n < 9; n++) await get(300); show(); }"
    ),
}


def click_and_expect(text):
    expect = Action(reason="r", tool="expect", parameters={"text": [text]})
    return CLICK.model_copy(update={"actions": (*CLICK.actions, expect)})


@pytest.fixture
def patient(monkeypatch):
    """Facts may take long to come true, however slow the machine is."""
    monkeypatch.setattr("actwright.tools.expect.SECONDS", 60)


@pytest.mark.parametrize("script", COMES.values(), ids=COMES)
async def test_a_fact_is_waited_for_while_anything_may_bring_it(surface_on, served, patient, script):
    html = f"<!doctype html>{FINDS}<button onclick=go()>Go</button><p id=said></p><script>{script}</script>"
    surface = await surface_on(url=served(html))
    await asyncio.sleep(1.2 if "setInterval" in script else 0)  # so often that it is known to poll
    _, expected = await act(click_and_expect("the end"), TOOLBOX, surface)
    assert (expected.status, expected.detail) == ("done", 'the page shows "the end": yes')


@pytest.mark.parametrize("script", ["go = () => show('Saved')", "go = async () => { await get(300); show('Saved'); }"])
async def test_a_wrong_forecast_ends_once_the_page_has_settled(surface_on, served, patient, script):
    html = f"<!doctype html>{FINDS}<button onclick=go()>Go</button><p id=said></p><script>{script}</script>"
    surface = await surface_on(url=served(html))
    async with asyncio.timeout(30):
        _, expected = await act(click_and_expect("The end"), TOOLBOX, surface)
    assert expected.status == "failed"
    assert expected.detail.startswith('expected that the page shows "The end", but it does not;')


async def test_a_forecast_that_a_form_does_not_fulfil_ends_once_its_answer_has_settled(surface_on, served, patient):
    surface = await surface_on(url=served("<!doctype html><form><button>Go</button></form><p>Price is missing"))
    async with asyncio.timeout(30):
        _, expected = await act(click_and_expect("Saved"), TOOLBOX, surface)
    assert expected.status == "failed"


def resting():
    activity = Activity(Path)
    activity.active = SimpleNamespace(page=SimpleNamespace(workers=[]))
    return activity


def looks_that_say(*signs):
    """A look that gives these signs one after the other, the last one for ever, and counts in `.count`."""

    async def look():
        look.count += 1
        return signs[min(look.count, len(signs)) - 1]

    look.count = 0
    return look


async def test_a_page_at_rest_is_asked_once():
    look = looks_that_say(Signs(ready=True, quiet=60))
    assert await settle(resting(), look, ceiling=30, longest=90) == []
    assert look.count == 1


ANSWERED = Signs(ready=True, quiet=0.04, changed=True, idle=True)


@pytest.mark.parametrize("after", [After.ACTION, After.EDITS_BEFORE_ACTION])
async def test_a_page_that_answered_at_once_and_has_nothing_to_do_is_asked_once(after):
    look = looks_that_say(replace(ANSWERED, changed=after is After.ACTION))
    assert await settle(resting(), look, ceiling=30, longest=90, after=after) == []
    assert look.count == 1


async def test_a_page_is_not_asked_before_its_answer_can_end_the_waiting():
    """One that did nothing at once is asked after the usual rest, and one whose requests have ended after theirs."""
    for started, after in ((0, After.EDITS), (1, After.ACTION)):
        activity, began = resting(), time.monotonic()
        activity.traffic.started = started
        look = looks_that_say(Signs(ready=True, quiet=60, idle=True))
        assert await settle(activity, look, ceiling=30, longest=90, since=began, after=after) == []
        assert look.count == 1
        assert time.monotonic() - began >= QUIET


@pytest.mark.parametrize(
    "more",
    [{"changed": False}, {"idle": False}, {"pending": True}, {"timed": True, "pending": True}, {"turning": True}],
)
async def test_a_page_of_which_more_may_come_rests_longer(more):
    look = looks_that_say(replace(ANSWERED, **more), Signs(ready=True, quiet=60))
    assert await settle(resting(), look, ceiling=30, longest=90) == []
    assert look.count == 2


async def test_a_new_document_whose_scripts_asked_for_something_rests_longer():
    for fetched, count in ((False, 1), (True, 2)):
        activity = resting()
        activity.traffic.documents = 1
        look = looks_that_say(replace(ANSWERED, fetched=fetched), Signs(ready=True, quiet=60))
        assert await settle(activity, look, ceiling=30, longest=90) == []
        assert look.count == count


async def test_a_page_that_is_busy_for_ever_is_left_at_the_ceiling_with_a_note():
    look = looks_that_say(Signs(ready=True, quiet=60, busy=True))
    assert await settle(resting(), look, ceiling=0.3, longest=90) == [BUSY]


async def test_a_page_known_to_change_without_a_rest_is_left_before_the_ceiling():
    look = looks_that_say(Signs(ready=True, quiet=0))
    assert await settle(resting(), look, ceiling=30, longest=90, restless=True) == [CHANGING]


async def test_a_page_that_does_not_answer_is_left_at_the_ceiling():
    """The look that follows says that it does not answer."""
    assert await settle(resting(), looks_that_say(None), ceiling=0.2, longest=90) == []


@pytest.mark.parametrize("before", ["Loading...", ""])
async def test_a_page_that_is_not_built_yet_is_awaited_while_it_has_a_socket(surface_on, served, before):
    """It is empty, or says that it is loading. Without a socket it is taken as it is."""
    come = (
        "const socket = new WebSocket(`ws://${location.host}/socket?late`); socket.onopen = () => socket.send('ask');"
        "socket.onmessage = () => { said.textContent = 'The end'; };"
    )
    for script, text in ((come, "The end"), ("", before)):
        html = f"<!doctype html><main id=said style='min-height: 300px'>{before}</main><script>{script}</script>"
        surface = await surface_on(url=served(html))
        assert (await surface.observe()).text.strip() == text


async def test_an_empty_part_that_says_that_it_is_busy_is_awaited(surface_on, served):
    """While it is empty, it has no height."""
    come = (
        "setTimeout(async () => { await fetch('/after/10'); await new Promise((done) => setTimeout(done, 250));"
        "part.innerHTML = '<button>Add</button>'; part.ariaBusy = 'false'; }, 300)"
    )
    surface = await surface_on(url=served(f"<main id=part aria-busy=true></main><script>{come}</script>"))
    assert [each.name for each in (await surface.observe()).elements] == ["Add"]


async def test_a_page_that_a_socket_builds_in_parts_is_awaited(surface_on, served):
    """Other parts are there already, and none says that more comes."""
    parts = (
        "const socket = new WebSocket(`ws://${location.host}/socket?parts`); socket.onopen = () => socket.send('ask');"
        "let count = 0; socket.onmessage = () => { if (++count === 3) cells.innerHTML = '<button>Run</button>'; }"
    )
    html = f"<!doctype html><h1>Notebook</h1><button>Save</button><div id=cells></div><script>{parts}</script>"
    surface = await surface_on(url=served(html))
    assert [each.name for each in (await surface.observe()).elements] == ["Save", "Run"]


OVERLAY = "<meta charset=utf-8><div id=over style='position:fixed;inset:0;background:#fff'><p>Loading...</p></div><table><tr><td>1</table>"


async def test_a_page_behind_a_sign_that_it_loads_is_awaited(surface_on, served):
    come = "setTimeout(async () => { await fetch('/after/10'); setTimeout(() => { over.remove(); }, 600); }, 300)"
    surface = await surface_on(url=served(f"<!doctype html>{OVERLAY}<button>Sum</button><script>{come}</script>"))
    assert "Loading" not in (await surface.observe()).text


COME = """const socket = new WebSocket(`ws://${location.host}/socket?late`); socket.onopen = () => socket.send('ask');
socket.onmessage = () => { part.outerHTML = '<button>Add part</button>'; };"""


@pytest.mark.parametrize(
    "part",
    [
        "<div id=part class=stSkeleton style='height:40px;background:#eee'></div>",
        "<svg id=part role=img aria-label='Running...' width=20 height=20></svg>",
    ],
)
async def test_a_page_with_a_skeleton_or_a_running_man_is_awaited_while_it_has_a_socket(surface_on, served, part):
    """Its other parts are there already."""
    surface = await surface_on(
        url=served(f"<!doctype html><main><h1>Stock</h1><button>Open</button>{part}</main><script>{COME}</script>")
    )
    assert [each.name for each in (await surface.observe()).elements] == ["Open", "Add part"]


@pytest.mark.slow
@pytest.mark.long
async def test_a_page_that_counts_how_far_it_has_loaded_is_awaited(surface_on, served):
    """Whatever brings its content: here no request and no socket is open."""
    count = """let n = 0; const step = setInterval(() => { said.textContent = `Preparing your workspace… ${n += 10}%`;
        if (n > 90) { clearInterval(step); said.innerHTML = '<button>Start</button>'; } }, 60);"""
    surface = await surface_on(
        url=served(f"<meta charset=utf-8><main id=said>Preparing your workspace…</main><script>{count}</script>")
    )
    assert [each.name for each in (await surface.observe()).elements] == ["Start"]
