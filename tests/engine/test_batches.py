"""Inside a batch only what an edit set off is waited for, and what it sends is charged to it."""

import re
import time

import pytest
from builders import propose
from served_pages import ServedPages

from actwright import Agent, Limits
from actwright.engine.act import act
from actwright.engine.page.acting import action_watch
from actwright.engine.page.acting.action_watch import ActionWatch
from actwright.engine.page.reading.cdp_evaluate import CdpEvaluate
from actwright.engine.records.stream import EventStream
from actwright.schemas.page import Observation
from actwright.schemas.step import Effect, Step
from actwright.testing import ScriptedModel
from actwright.tools.checkboxes import Check
from actwright.tools.fields import Fill
from actwright.tools.toolbox import Toolbox, builtin_tools
from benchmarks.serving import Answer, Serving

TOOLBOX = Toolbox(builtin_tools())
ASKS = "<script>const ask = (what, method = 'POST') => fetch('/' + what, {method, body: method == 'POST' ? 'x' : null});</script>"
EDIT, EFFECT = Effect.EDIT, Effect.EFFECT


def fill(number, value="x"):
    return ("fill", {"element_id": f"input-{number}", "value": value})


def check(number):
    return ("check", {"element_id": f"input-{number}"})


async def perform(surface, call, tool):
    """Performs one action, and does not wait for what it set off if that is put off."""
    async with surface.authorized(propose(call).actions[0], tool, count=0):
        return await tool.run(surface)


def told(outcomes):
    return [(outcome.status, outcome.effect) for outcome in outcomes]


def fields(first="", second="", third=""):
    return (
        "<form>"
        + "".join(f"<p><input aria-label=F{n} {on}></p>" for n, on in enumerate((first, second, third)))
        + "</form>"
    )


@pytest.fixture
def form(surface_on):
    """`await form(html)`: a surface on a page whose server answers everything in 50 ms; paths are in `form.asked`."""

    def answer(_):
        time.sleep(0.05)
        return "<option>Oslo"

    with ServedPages(dict.fromkeys(("/save", "/pay", "/cities"), answer)) as site:

        async def make(html):
            site.pages["/page"] = f"<!doctype html>{ASKS}{html}"
            surface = await surface_on(url=f"{site.url}/page")
            site.asked.clear()
            return surface

        make.asked, make.url = site.asked, site.url
        yield make


@pytest.fixture
def settled(monkeypatch):
    """How often the page was waited for."""
    times = []
    wait = ActionWatch._wait

    async def counted(self, **given):
        times.append(given)
        await wait(self, **given)

    monkeypatch.setattr(ActionWatch, "_wait", counted)
    return times


async def test_edits_that_set_nothing_off_are_settled_once(form, settled, page):
    html = (
        fields() + "<label><input type=checkbox> Yes</label><select aria-label=City><option>Rome<option>Oslo</select>"
    )
    surface = await form(html)
    choose = ("select", {"element_id": "select-0", "value": "Oslo"})
    outcomes = await act(propose(fill(0), fill(1), fill(2, "z"), check(3), choose), TOOLBOX, surface)
    assert told(outcomes) == [("done", EDIT)] * 5
    assert await page.locator("input").nth(2).input_value() == "z"
    assert len(settled) == 1


def operations(expression):
    return " ".join(re.findall(r'"op": "(\w+)"', expression))


async def test_a_field_is_filled_by_two_questions_to_its_page(form, monkeypatch):
    """One that moves the focus on and checks the field, and one that writes, reads back, and says what that set off."""
    surface = await form(fields())
    await act(propose(fill(0)), TOOLBOX, surface)
    asked = []
    short = CdpEvaluate._directly

    async def counted(self, frame, expression, seconds):
        asked.append(operations(expression))
        return await short(self, frame, expression, seconds)

    monkeypatch.setattr(CdpEvaluate, "_directly", counted)
    await perform(surface, fill(0), Fill(element_id="input-0", value="x"))
    asked.clear()
    done = await perform(surface, fill(1), Fill(element_id="input-1", value="y"))
    assert asked == ["leave arm", "write content rest"]
    assert done.receipts[0].match


async def test_a_click_asks_each_document_once_before_and_once_after_it(form, monkeypatch):
    """The first question also begins the action; the page is then asked only whether it has settled."""
    inner = "<iframe srcdoc='<p>In</p>'></iframe>"
    surface = await form(f"<button onclick=\"said.textContent += 'x'\">Go</button><p id=said></p>{inner}")
    click = propose(("click", {"element_id": "button-0"}))
    await act(click, TOOLBOX, surface)
    await surface.observe()
    asked = []
    short = CdpEvaluate._directly

    async def counted(self, frame, expression, seconds):
        asked.append((frame.parent_frame is None, operations(expression)))
        return await short(self, frame, expression, seconds)

    monkeypatch.setattr(CdpEvaluate, "_directly", counted)
    assert told(await act(click, TOOLBOX, surface)) == [("done", EDIT)]
    outer, inner = ([question for main, question in asked if main is whose] for whose in (True, False))
    if "slipped" in outer:
        outer.remove("slipped")  # whether the click was stopped, asked once where the page was slow to draw
    assert outer[:2] == ["arm", "disarm"]
    assert inner[:2] == ["bar", "disarm"]
    assert {*outer[2:], *inner[2:]} == {"signs"}


async def test_what_a_page_draws_in_answer_to_an_edit_comes_before_the_next_edit(form, page):
    on = "oninput=\"requestAnimationFrame(() => log.push('drawn'))\""
    surface = await form(f"<script>log = []</script>{fields(on, 'onfocus=log.push(1)')}")
    assert told(await act(propose(fill(0), fill(1)), TOOLBOX, surface)) == [("done", EDIT)] * 2
    assert await page.evaluate("log") == ["drawn", 1]


async def test_a_page_that_asks_for_no_frame_may_draw_later(form, page, settled):
    surface = await form(fields())
    await act(propose(fill(0)), TOOLBOX, surface)
    never = "(globalThis.requestAnimationFrame = () => 0, '')"
    assert await surface._observer.reader.frames.cdp._directly(page.main_frame, never, 5) == ""
    settled.clear()
    await perform(surface, fill(1), Fill(element_id="input-1", value="y"))
    assert settled == []


async def test_the_pace_of_edits_is_not_taken_for_that_of_a_page_that_draws_in_turns(form):
    script = "onclick=\"this.parentNode.className += 'x'\""
    surface = await form(
        fields(*[f"type=checkbox {script}"] * 3) + "<p><input type=checkbox aria-label=F3 " + script + "></p>"
    )
    for number in range(4):
        await perform(surface, check(number), Check(element_id=f"input-{number}"))
    signs = await surface._observer.signs()
    assert (signs.changed, signs.pace) == (True, 0.0)


async def test_what_a_field_changes_around_itself_is_its_own(form, settled):
    script = "oninput=\"this.parentNode.className = 'dirty'; this.parentNode.append('ok')\""
    surface = await form(fields(script, script, script))
    assert told(await act(propose(fill(0), fill(1), fill(2)), TOOLBOX, surface)) == [("done", EDIT)] * 3
    assert len(settled) == 1


@pytest.mark.parametrize(
    "on",
    [
        "oninput=\"ask('save')\"",
        "onchange=\"ask('save')\"",
        "onblur=\"ask('save')\"",
        "onchange=\"Promise.resolve().then(() => ask('save'))\"",
        "oninput=\"clearTimeout(window.t); window.t = setTimeout(() => ask('save'), 300)\"",
        "onblur=\"setTimeout(() => ask('save'), 200)\"",
        "oninput=\"const c = new MessageChannel(); c.port1.onmessage = () => ask('save'); c.port2.postMessage(1)\"",
        "oninput=\"requestAnimationFrame(() => ask('save'))\"",
    ],
    ids=["input", "change", "blur", "change, later", "input, debounced", "blur, a timer", "a message", "a frame"],
)
async def test_what_a_field_sends_is_charged_to_its_edit(form, on, monkeypatch):
    monkeypatch.setattr(action_watch, "LEAVING_SECONDS", 0.2)  # on a busy machine Playwright reports a request later
    surface = await form(fields("", on, ""))
    proposal, events = propose(fill(0), fill(1), fill(2)), EventStream()
    events.proposal(Step(number=1, page=Observation(url="u"), proposal=proposal))
    outcomes = await act(proposal, TOOLBOX, surface, events)
    assert told(outcomes) == [("done", EDIT), ("done", EFFECT), ("done", EDIT)]
    assert form.asked == ["/save"]
    assert events.state.under_way.outcomes == outcomes


async def test_an_edit_whose_request_failed_after_it_was_left_is_unknown_and_ends_the_batch(form, page, monkeypatch):
    monkeypatch.setattr(action_watch, "LEAVING_SECONDS", 0.2)  # on a busy machine Playwright reports a request later
    surface = await form(fields("onchange=\"ask('save')\"") + "<button type=button>Next</button>")
    await page.route(f"{form.url}/save", lambda route: route.abort("connectionreset"))
    outcomes = await act(propose(fill(0), fill(1), ("click", {"element_id": "button-0"})), TOOLBOX, surface)
    assert told(outcomes)[0] == ("unknown", EFFECT)
    assert f"POST {form.url}/save failed" in outcomes[0].detail
    assert outcomes[2].status == "skipped"


async def test_a_dependent_select_is_filled_before_it_is_chosen_from(form):
    on = "onchange=\"fetch('/cities').then(a => a.text()).then(t => { city.innerHTML = '<option value=>' + t; })\""
    html = (
        f"<select aria-label=Country {on}><option>Italy<option>Norway</select><select id=city aria-label=City></select>"
    )
    surface = await form(html)
    calls = [("select", {"element_id": f"select-{n}", "value": value}) for n, value in enumerate(("Norway", "Oslo"))]
    assert told(await act(propose(*calls), TOOLBOX, surface)) == [("done", EDIT)] * 2


@pytest.mark.parametrize("later", ["0", "20"])
async def test_a_checkbox_that_the_page_takes_back_is_no_success(form, later):
    script = f"onchange='setTimeout(() => {{ this.checked = false; }}, {later})'"
    surface = await form(f"<label><input type=checkbox {script}> Terms</label>{fields()}")
    outcomes = await act(propose(check(0), fill(1)), TOOLBOX, surface)
    assert [outcome.status for outcome in outcomes] == ["failed", "skipped"]
    assert outcomes[0].detail == 'input-0 "Terms" stayed unchecked'


async def test_the_page_has_settled_before_an_effect(form, page):
    """The first field shows the button's form anew a moment after it was left, without a request or a timer."""
    later = "for (let n = 0; n < 15; n++) await new Promise(requestAnimationFrame);"
    script = f"<script>const late = async () => {{ {later} document.title = 'ready'; }};</script>"
    button = '<button type=button onclick="this.textContent = document.title">Go</button>'
    surface = await form(f"{script}{fields('oninput=late()')}{button}")
    await act(propose(fill(0), fill(1), ("click", {"element_id": "button-0"})), TOOLBOX, surface)
    assert await page.locator("button").text_content() == "ready"


async def test_the_page_has_settled_before_a_look(form):
    later = "for (let n = 0; n < 15; n++) await new Promise(requestAnimationFrame);"
    script = f"<script>const late = async () => {{ {later} said.textContent = 'shown'; }};</script><p id=said></p>"
    surface = await form(f"{script}{fields('oninput=late()')}")
    await act(propose(fill(0)), TOOLBOX, surface)
    assert "shown" in (await surface.observe()).text


PAY = "<button type=button onclick=\"ask('pay'){more}\">Pay</button><p id=said>0</p>"
TEN_TIMES = tuple(("click", {"element_id": "button-0"}) for _ in range(10))


async def test_an_effect_that_changed_nothing_is_not_repeated_in_a_batch(form):
    """Neither by the same tool nor by another kind of click."""
    surface = await form(PAY.format(more=""))
    click, *_ = TEN_TIMES
    outcomes = await act(propose(*TEN_TIMES), TOOLBOX, surface)
    assert told(outcomes) == [("done", EFFECT)] + [("skipped", Effect.READ)] * 9
    assert outcomes[1].detail == "not tried, because action 1 did this before, and the page has not changed since"
    outcomes = await act(propose(click, ("double_click", click[1])), TOOLBOX, surface)
    assert [outcome.status for outcome in outcomes] == ["done", "skipped"]
    assert form.asked == ["/pay"] * 2


@pytest.mark.slow
async def test_an_effect_that_shows_may_be_repeated(form):
    surface = await form(PAY.format(more=".then(() => said.textContent++)"))
    outcomes = await act(propose(*TEN_TIMES), TOOLBOX, surface)
    assert told(outcomes) == [("done", EFFECT)] * 10
    assert form.asked == ["/pay"] * 10


class Shop(Serving):
    def __init__(self):
        super().__init__()
        self.posts, self.pages, self.handed = [], {}, 0

    def answer(self, request):
        if request.method == "POST":
            self.posts.append(request.path)
            return Answer(status=204)
        if request.path.startswith("/file/"):
            return Answer(self.handing_over(int(request.path.removeprefix("/file/"))), "application/octet-stream")
        kind, body = self.pages.get(request.path, ("text/plain", ""))
        return Answer(body, kind)

    def handing_over(self, size):
        for _ in range(size // 100_000):
            yield bytes(100_000)
            self.handed += 100_000


@pytest.fixture
def shop():
    with Shop() as server:
        yield server


BY_WORKER = (
    "navigator.serviceWorker.controller.postMessage(1)",
    (
        "addEventListener('activate', (event) => event.waitUntil(clients.claim()));"
        "addEventListener('message', () => fetch('/sent', {method: 'POST', body: 'x'}));"
    ),
)


@pytest.mark.parametrize(
    ("on", "worker", "effect"),
    [
        ("navigator.sendBeacon('/sent', 'x')", "", EFFECT),
        (*BY_WORKER, EFFECT),
        ("new Image().src = '/seen?' + this.value", "", EDIT),
    ],
    ids=["beacon", "service worker", "image"],
)
async def test_what_leaves_beside_the_page_counts_if_it_changes_something(surface_on, page, shop, on, worker, effect):
    """Nobody waits for its answer."""
    registered = "navigator.serviceWorker.register('/worker.js')" if worker else ""
    shop.pages["/"] = "text/html", f'<input aria-label=F oninput="{on}"><script>{registered}</script>'
    shop.pages["/worker.js"] = "text/javascript", worker
    url = f"{shop.url}/"
    if worker:
        await page.goto(url)
        await page.wait_for_function("navigator.serviceWorker.controller")
    surface = await surface_on(url=url)
    outcomes = await act(propose(fill(0), ("wait", {"seconds": 0.3})), TOOLBOX, surface)
    assert told(outcomes)[0] == ("done", effect)
    assert [each.request for each in outcomes[0].sent] == ([f"POST {url}sent"] if effect is EFFECT else [])
    assert shop.posts == (["/sent"] if effect is EFFECT else [])


@pytest.mark.slow
async def test_files_beyond_the_limit_are_stopped_and_removed(page, shop, tmp_path):
    """While they come, as the browser tells their size, and all files of a run together."""
    shop.pages["/"] = (
        "text/html",
        "".join(f"<a href=/file/{size} download>F{size}</a>" for size in (2_000_000, 2_500_000, 10**11)),
    )
    actions = [{"reason": "r", "tool": "click", "parameters": {"element_id": f"a-{n}"}} for n in (0, 1, 2)]
    waiting = {"reason": "r", "tool": "wait", "parameters": {"seconds": 3}}
    replies = [{"complete": False, "message": "m", "actions": [action, waiting]} for action in actions]
    replies.append({"complete": True, "message": "Done.", "actions": []})
    agent = Agent(ScriptedModel(replies), out=tmp_path, evidence="off", limits=Limits(download_bytes=4_000_000))
    await page.goto(f"{shop.url}/")
    result = await agent.run("Download them", page=page)
    whole, second, endless = result.steps[-1].page.downloads
    assert (whole.bytes, whole.error) == (2_000_000, "")
    assert second.error == endless.error == "stopped: the files of this run may have 4,000,000 bytes in all"
    assert [file.stat().st_size for file in (result.run_dir / "downloads").iterdir()] == [2_000_000]
    assert shop.handed < 10**10  # of 10**11; how soon the browser tells its size depends on the machine
