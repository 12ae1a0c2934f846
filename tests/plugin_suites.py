"""Suites of users of the pytest plugin: what stands in their files."""

EACH = """
@pytest.fixture
def actwright_options(actwright_options, request):
    return {**actwright_options, "model": ScriptedModel(getattr(request.module, "REPLIES", [SAVE]))}
"""
"""Each file has replies of its own."""

SYNC = {
    "test_expected": """
import json
from conftest import GIVE_UP, PAGE, SAVE

REPLIES = [json.loads(json.dumps(SAVE).replace("saved at 50", "saved at 60")), GIVE_UP]

def test_sell(page, actwright):
    page.set_content(PAGE)
    actwright.run("Set the price and save", page=page, data={"price": 50})
""",
    "test_findings": """
import sys
import pytest
from conftest import PAGE
from actwright.pytest_plugin import RunFailed

BROKEN = PAGE.replace("return false", "console.error('oh no'); fetch('http://127.0.0.1:9/x').catch(() => 0); return false")
TASK = {"task": "Set the price and save", "data": {"price": 50}}

def kinds(actwright):
    return {finding.kind for finding in actwright.findings}

def test_by_default(page, actwright):
    page.set_content(BROKEN)
    actwright.run(**TASK)
    assert kinds(actwright) == {"console", "http"}

@pytest.mark.actwright(fail_on=["console", "http", "slow:60"])
def test_marked(page, actwright):
    page.set_content(BROKEN)
    with pytest.raises(RunFailed) as raised:
        actwright.run(**TASK)
    told = str(raised.value)
    assert "complete, but it had findings that fail the test: console, step 1: oh no" in told
    assert "! http, step 1: GET http://127.0.0.1:9/x: net::ERR_" in told
    assert "! slow" not in told

def test_accessibility(page, actwright):
    page.set_content(PAGE + "<img src=data:,><script>axe = 'mine'</script>")
    with pytest.raises(RunFailed, match="image-alt .critical.: Images must have alternative text"):
        actwright.run(**TASK, fail_on="axe:critical")
    assert page.evaluate("axe") == "mine"

def test_slow(page, actwright):
    page.set_content(PAGE)
    with pytest.raises(RunFailed, match="slow, step 1: its actions took"):
        actwright.run(**TASK, fail_on="slow:0.001")

def test_a_name_that_is_not_the_text(page, actwright):
    page.set_content(PAGE + "<button aria-label=Search>Go</button>")
    with pytest.raises(RunFailed, match="label-content-name-mismatch .serious."):
        actwright.run(**TASK, fail_on="axe:serious")

def test_nonsense(page, actwright):
    actwright.run(**TASK, fail_on="consoul")

def test_without_the_extra(page, actwright, monkeypatch):
    monkeypatch.setitem(sys.modules, "axe_playwright_python", None)
    actwright.run(**TASK, fail_on="axe")
""",
    "test_form": """
from conftest import PAGE, SAVE
from pydantic import BaseModel

REPLIES = [{**SAVE, "output": {"amount": 50}}]

class Price(BaseModel):
    amount: int

def test_sell(page, actwright):
    page.set_content(PAGE)
    result = actwright.run("Set the price and save", page=page, data={"price": 50}, tools=["fill", "click"], output=Price)
    assert result.output == Price(amount=50)
    request = result.exchanges[0].request
    assert "fill" in request.system[1].text and "upload" not in request.system[1].text
""",
    "test_incomplete": """
import pytest
from conftest import GIVE_UP, PAGE
from actwright import TaskFailed
from actwright.pytest_plugin import RunFailed

REPLIES = [GIVE_UP, GIVE_UP]

def test_run(page, actwright):
    with pytest.raises(RunFailed, match="failed after 1 step: there is no form to buy") as raised:
        actwright.run("Buy", page=page)
    assert isinstance(raised.value, AssertionError) and isinstance(raised.value, TaskFailed)
    assert raised.value.result is actwright.result or raised.value.result == actwright.result

def test_not_checked(page, actwright):
    result = actwright.run("Buy", page=page, check=False)
    assert (result.status, result.complete) == ("failed", False)

def test_play(page, actwright):
    steps = []
    with pytest.raises(RunFailed):
        for step in actwright.play("Buy", page=page):
            steps.append(step.number)
    assert steps == [1]
    assert [step.number for step in actwright.play("Buy", page=page, check=False)] == [1]

def test_left(page, actwright):
    for step in actwright.play("Buy", page=page):
        break

def test_forgotten(page, actwright):
    actwright.run("Buy", page=page)
""",
    "test_keeps": """
from conftest import PAGE

def flavours(*items):
    return {type(item).__module__.split(".")[1] for item in items}

def listeners(page):
    owners = page._impl_obj, page.context._impl_obj
    return {(type(owner).__name__, event): owner.listener_count(event)
            for owner in owners for event in owner.event_names() if owner.listener_count(event)}

def test_sell(page, actwright):
    requests = []
    page.on("request", lambda request: requests.append(request))
    page.route("https://shop.example/**", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto("https://shop.example/sell")
    before = listeners(page)

    result = actwright.run("Set the price and save", page=page, data={"price": 50})

    assert result.complete, result.message
    assert result.data == {"price": "50"}
    assert page.get_by_label("Price").input_value() == "50"
    assert not page.is_closed() and page.url == "https://shop.example/sell"
    assert listeners(page) == before
    page.reload()
    assert len(requests) == 2
    assert flavours(page, page.context, *page.context.pages, *page.frames, *requests) == {"sync_api"}
""",
    "test_limit": """
import pytest
from conftest import PAGE, SAVE

REPLIES = [{**SAVE, "complete": False, "actions": SAVE["actions"][:1]}, SAVE]

@pytest.mark.actwright(test_calls=1)
def test_sell(page, actwright):
    page.set_content(PAGE)
    actwright.run("Set the price and save", data={"price": 50}, check=False)
""",
    "test_nameless": """
import pytest

@pytest.mark.actwright("rules")
def test_marked(actwright):
    pass
""",
    "test_options": """
import pytest
from actwright import Limits

@pytest.mark.actwright(limits=Limits(steps=2), evidence="off")
def test_marked(actwright):
    assert (actwright.agent.limits.steps, actwright.agent.evidence) == (2, "off")

def test_plain(actwright):
    assert (actwright.agent.limits.steps, actwright.agent.evidence) == (25, "required")

@pytest.mark.actwright(polciy="rules")
def test_typo(actwright):
    actwright.agent
""",
    "test_permits": """
import pytest
from actwright import Permissions
from actwright.testing import ScriptedModel, Site

def step(tool, **parameters):
    actions = [{"reason": "r", "tool": tool, "parameters": parameters}]
    return {"complete": False, "message": "goes on", "actions": actions}

@pytest.fixture
def actwright_options():
    give_up = step("fail", reason="enough")
    steps = [step("fill", element_id="input-0", value="50"), step("click", element_id="button-0"), give_up]
    return {"model": ScriptedModel(steps)}

@pytest.fixture
def away():
    with Site() as site:
        yield site

@pytest.fixture
def went(page, actwright, away):
    with Site() as home:
        page.goto(f"{home.url}/price")
        page.evaluate("(url) => { document.querySelector('form').action = url }", f"{away.url}/price")

        def play(**options):
            result = actwright.run("Set the price", page=page, check=False, **options)
            return [each.status for step in result.steps for each in step.outcomes], result.refused

        yield play

def test_default(went, away):
    statuses, (refused,) = went()
    assert statuses == ["done", "failed", "done"]
    assert f"nothing may be submitted to {away.url}" in refused.refused
    assert away.posts == ()

def test_permitted(went, away):
    statuses, refused = went(permissions=Permissions(sites=[away.url]))
    assert (statuses, refused) == (["done", "done", "done"], ())
    assert len(away.posts) == 1

def test_forbidden(went, away):
    statuses, (refused,) = went(permissions=Permissions(sites=[away.url], effects=0))
    assert statuses == ["done", "failed", "done"]
    assert "the limit of 0 effects" in refused.refused
    assert away.posts == ()

def test_refused(went, away):
    asked = []

    def confirm(request):
        asked.append((request.tool, request.origin))
        return False

    statuses, (refused,) = went(confirm=confirm)
    assert statuses == ["done", "failed", "done"]
    assert refused.refused == "it was not confirmed: the answer is no"
    assert asked == [("click", away.url)]
    assert away.posts == ()
""",
    "test_popups": """
from conftest import PAGE, SAVE
from actwright.testing import ScriptedModel
import pytest

@pytest.fixture
def actwright_options():
    return {"model": ScriptedModel([SAVE, SAVE])}

def test_sell(page, actwright):
    heard = []
    page.on("dialog", lambda dialog: (heard.append(dialog.message), dialog.dismiss()))
    with page.expect_popup() as opened:
        page.evaluate("window.open('about:blank')")
    popup = opened.value
    for target in (page, popup):
        target.set_content(PAGE)
        actwright.run("Set the price and save", page=target, data={"price": 50}).raise_for_status()
    page.evaluate("alert('still here')")
    assert heard == ["still here"]
    assert page.context.pages == [page, popup]
""",
    "test_steps": """
import json
from conftest import PAGE, SAVE
from actwright.testing import ScriptedModel
import pytest

LOOK = {"complete": False, "message": "the price first", "actions": SAVE["actions"][:1]}

@pytest.fixture
def actwright_options(request):
    return {"model": ScriptedModel([LOOK, SAVE])}

def test_to_the_end(page, context, actwright):
    page.set_content(PAGE)
    other = context.new_page()
    other.set_content("<title>Rates</title>")
    task = {"page": page, "tabs": [other], "data": {"price": 50}}
    steps = list(actwright.play("Set the price and save", **task))
    assert [step.proposal.message for step in steps] == ["the price first", "the price is set and the listing saved"]
    assert [tab.title for tab in steps[0].page.tabs] == ["Sell", "Rates"]
    assert actwright.result.complete and list(actwright.result.steps) == steps

def test_left(page, actwright):
    page.set_content(PAGE)
    for step in actwright.play("Set the price and save", page=page, data={"price": 50}):
        assert page.get_by_label("Price").input_value() == "51"
""",
    "test_time": """
import signal
import pytest
from conftest import PAGE
from actwright.testing import ScriptedModel

def time_is_up(request):
    signal.raise_signal(signal.SIGALRM)

@pytest.fixture
def actwright_options():
    return {"model": ScriptedModel([time_is_up])}

@pytest.mark.timeout(60)
def test_slow(page, actwright):
    page.set_content(PAGE)
    actwright.run("Wait for it", page=page)

def test_next(page):
    page.set_content(PAGE)
    assert page.title() == "Sell"
""",
}
"""Runs on the pages of pytest-playwright."""

ASYNC = {
    "test_awaited": """
import inspect
from conftest import PAGE

async def test_sell(page, actwright):
    await page.set_content(PAGE)
    coming = actwright.run("Set the price and save", page=page, data={"price": 50})
    assert inspect.iscoroutine(coming)
    result = await coming
    assert result.raise_for_status() is result
    assert await page.get_by_label("Price").input_value() == "50"
    assert not page.is_closed()
""",
    "test_incomplete": """
import pytest
from actwright.pytest_plugin import RunFailed
from conftest import GIVE_UP

REPLIES = [GIVE_UP, GIVE_UP]

async def test_run(page, actwright):
    with pytest.raises(RunFailed):
        await actwright.run("Buy", page=page)
    assert not (await actwright.run("Buy", page=page, check=False)).complete

async def test_play(page, actwright):
    with pytest.raises(RunFailed):
        async for step in actwright.play("Buy", page=page):
            assert step.number == 1

async def test_forgotten(page, actwright):
    await actwright.run("Buy", page=page)

async def test_not_awaited(page, actwright):
    actwright.run("Buy", page=page)
""",
    "test_steps": """
from conftest import PAGE

async def test_sell(page, actwright):
    await page.set_content(PAGE)
    steps = [step async for step in actwright.play("Set the price and save", page=page, data={"price": 50})]
    assert actwright.result.complete and list(actwright.result.steps) == steps
""",
}
"""Runs on async pages that a fixture of the suite opens."""

WITHOUT_PAGES = {
    "test_alone": """
TASK = "Set the price and save"

def test_run(actwright, site):
    result = actwright.run(TASK, url=f"{site.url}/price", data={"price": 50})
    assert result.complete and len(site.posts) == 1

def test_play(actwright, site):
    steps = list(actwright.play(TASK, url=f"{site.url}/price", data={"price": 50}))
    assert [step.number for step in steps] == [1] and len(site.posts) == 1

def test_left(actwright, site):
    for step in actwright.play(TASK, url=f"{site.url}/price", data={"price": 50}):
        break

async def test_async(actwright, site):
    await actwright.run(TASK, url=f"{site.url}/price", data={"price": 50})
    async for step in actwright.play(TASK, url=f"{site.url}/price", data={"price": 50}):
        assert step.number == 1
    assert len(site.posts) == 2
""",
    "test_slow": """
import signal
import threading
import pytest
from actwright.testing import ScriptedModel, Site

@pytest.fixture
def actwright_options():
    waits = {"reason": "r", "tool": "wait", "parameters": {"seconds": 10}}
    reply = {"complete": False, "message": "waits", "actions": [waits]}
    main = threading.main_thread().ident
    return {"model": ScriptedModel([lambda request: (signal.pthread_kill(main, signal.SIGALRM), reply)[1]])}

@pytest.mark.timeout(60)
def test_slow(actwright):
    with Site() as site:
        actwright.run("Wait for it", url=f"{site.url}/price")

def test_next():
    pass
""",
}
"""Runs that open a browser of their own."""
