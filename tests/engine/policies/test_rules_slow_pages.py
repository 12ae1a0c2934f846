"""Pages that show their form, or say what became of it, late: `rules` waits while something may come, and no longer."""

import asyncio

import pytest

from actwright.engine.agent import Agent
from actwright.engine.page.page_options import PageOptions

pytestmark = pytest.mark.slow

FORM = "<form><label>Name <input name=name></label><button>Send</button></form>"
SAY = "document.body.innerHTML = '<h1>Thank you, Ada</h1>'"
FILL = "Fill in the form and press Send"


def answering(script):
    """The form, with a script that runs when it is submitted."""
    return f"{FORM}<script>document.forms[0].onsubmit = (event) => {{ event.preventDefault(); {script} }}</script>"


def appearing(script):
    """A page whose script calls `appear()` when the form is to show; the form answers at once."""
    return f"<h1>Order</h1><main></main><script>const appear = () => {{ document.querySelector('main').innerHTML = `{FORM}`; document.forms[0].onsubmit = (event) => {{ event.preventDefault(); {SAY} }} }}; {script}</script>"


@pytest.fixture
async def run(page):
    """`await run(html, task)`: the result of a task on that page; `/slow` of its server answers after 4.5 s."""

    async def play(html, task=FILL, **data):
        async def answer(route):
            if route.request.url.endswith("/slow"):
                await asyncio.sleep(4.5)
                return await route.fulfill(body="ok")
            return await route.fulfill(content_type="text/html", body=f"<!doctype html><meta charset=utf-8>{html}")

        await page.route("http://slow.test/**", answer)
        agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
        return await agent.run(task, page=page, url="http://slow.test/", data=data)

    return play


def tools(result):
    return [
        (outcome.action.tool, outcome.action.parameters.get("seconds"))
        for step in result.steps
        for outcome in step.outcomes
        if outcome.action.tool in ("wait", "click")
    ]


CLICK, TWO, FOUR, SIX = ("click", None), ("wait", 2.0), ("wait", 4.0), ("wait", 6.0)


@pytest.mark.parametrize(
    "script", ["setTimeout(appear, 4000)", "fetch('/slow').then(appear)"], ids=["timer", "request"]
)
async def test_a_form_that_appears_late_is_waited_for(run, script):
    """With a timer or with a slow request; then it is filled as any other."""
    result = await run(appearing(script), name="Ada")

    assert result.complete, result.message
    assert result.message == 'The page shows "Thank you, Ada"'
    assert set(tools(result)[:-1]) <= {TWO, FOUR}
    assert tools(result)[-1] == CLICK


async def test_a_button_that_appears_late_is_waited_for(run):
    """The fields are filled in, and the form is sent once it can be."""
    html = (
        FORM.replace("<button>Send</button>", "")
        + f"""<script>setTimeout(() => {{
      document.forms[0].insertAdjacentHTML("beforeend", "<button>Send</button>");
      document.forms[0].onsubmit = (event) => {{ event.preventDefault(); {SAY} }};
    }}, 1500)</script>"""
    )

    result = await run(html, name="Ada")

    assert result.complete, result.message
    assert tools(result)[-1] == CLICK


@pytest.mark.parametrize(
    ("script", "waits"),
    [
        (f"setTimeout(() => {{ {SAY} }}, 4500)", [TWO, FOUR]),
        pytest.param(
            f"setTimeout(() => {{ {SAY} }}, 9000)", [TWO, FOUR, SIX], marks=[pytest.mark.slow, pytest.mark.long]
        ),
        (f"document.body.innerHTML = 'Please wait…'; setTimeout(() => {{ {SAY} }}, 3500)", [TWO, FOUR]),
        (f"fetch('/slow', {{method: 'POST'}}).then(() => {{ {SAY} }})", []),
    ],
    ids=["after 4.5 s", "after 9 s", "in place of a word of patience", "after a request of 4.5 s"],
)
async def test_a_late_confirmation_is_waited_for(run, script, waits):
    """The form is sent once; a request is waited for by the click itself. A busy machine needs fewer waits."""
    result = await run(answering(script), name="Ada")

    assert result.complete, result.message
    assert result.message == 'The page shows "Thank you, Ada"'
    click, *waited = tools(result)
    assert (click, waited) == (CLICK, waits[: len(waited)])
    assert bool(waited) is bool(waits)


async def test_a_form_is_not_waited_for_where_nothing_is_under_way(run):
    """The page set no timer and asks for nothing: the run fails without a wait."""
    result = await run("<h1>Order</h1>", name="Ada")

    assert (result.complete, tools(result)) == (False, [])
    assert "nothing to fill in" in result.message


async def test_a_press_without_an_effect_is_waited_for_once(run):
    """Where nothing is under way more waiting is of no use."""
    result = await run(answering(""), name="Ada")

    assert (result.complete, tools(result)) == (False, [CLICK, TWO])
    assert "nothing shows that it worked" in result.message
