"""Why a run ended and what it may have done, as fields, of real runs on pages that fail in every way."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
from builders import action, reply
from noted import noted

from actwright import Agent, Limits, PageOptions, Reason, Status, read_run
from actwright.engine.records.report import write_report
from actwright.schemas.ending import reason_of
from actwright.testing import ScriptedModel
from benchmarks.serving import Answer, Serving

pytestmark = pytest.mark.slow

FORM = """<title>Order</title><form method=post action="{action}">
<label>Name <input name=name></label><label>E-mail <input name=mail type=email required></label>
<label>Size <select name=size><option>S<option>M</select></label><button>Order</button></form>"""
BY_SCRIPT = """<title>Order</title><form><label>Name <input name=name></label><button>Order</button></form><p></p><script>
document.forms[0].onsubmit = async (event) => {
  event.preventDefault();
  const answer = await fetch("/failing", {method: "POST", body: "x"});
  document.querySelector("p").textContent = answer.ok ? "Saved" : "Something went wrong, please try again";
};</script>"""
LOGIN = """<title>Log in</title><form><label>Name <input name=user></label>
<label>Password <input type=password required></label><button>Log in</button></form>"""
ANSWERS = {
    "/taken": (200, "<title>Done</title><h1>Thank you, your order was received</h1>"),
    "/failing": (500, "<title>Internal Server Error</title><h1>Internal Server Error</h1>"),
    "/validated": (
        422,
        FORM.format(action="/validated").replace("<button>", "<p>E-mail is already taken, an error</p><button>"),
    ),
    "/captcha": (200, "<title>Just a moment</title><h1>Verify you are human</h1><p>Complete the captcha.</p>"),
}
PAGES = {
    **{f"/form{path}": (200, FORM.format(action=path)) for path in ANSWERS},
    "/by-script": (200, BY_SCRIPT),
    "/mute": (200, BY_SCRIPT.replace("/failing", "/taken").replace("Saved", "")),
    "/login": (200, LOGIN),
    "/forbidden": (403, "<title>Forbidden</title><h1>You may not see this</h1>"),
    "/twice": (200, "<title>Order</title><form><input name=name><button>Save</button><button>Save</button></form>"),
    "/held-back": (200, FORM.format(action="/taken").replace("type=email", "pattern=[a-z]+")),
    "/captcha": ANSWERS["/captcha"],
    "/empty": (200, "<title>Order</title><h1>Nothing here</h1>"),
}  # fmt: skip


class Shop(Serving):
    def __init__(self):
        super().__init__()
        self.posts, self.over = [], threading.Event()

    def answer(self, request):
        if request.method == "POST":
            self.posts.append(request.path)
            if request.path == "/never":
                self.over.wait(60)
        answers = ANSWERS if request.method == "POST" else PAGES
        status, body = answers.get(request.path, (404, "<title>Not found</title><h1>No such page</h1>"))
        return Answer(body, status=status)


@pytest.fixture
def shop():
    with Shop() as server:
        yield server
        server.over.set()


VALID = {"name": "Ada", "e-mail": "ada@example.org", "size": "M"}


@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        ("/form/taken", VALID, (Reason.COMPLETE, True, 200, 1)),
        ("/form/failing", VALID, (Reason.SERVER_ERROR, True, 500, 1)),
        ("/by-script", {"name": "Ada"}, (Reason.SERVER_ERROR, True, 200, 1)),
        ("/form/validated", VALID, (Reason.REFUSED_BY_PAGE, True, 422, 1)),
        ("/form/captcha", VALID, (Reason.BLOCKED, True, 200, 1)),
        ("/mute", {"name": "Ada"}, (Reason.UNCONFIRMED, True, 200, 1)),
        ("/form/taken", VALID | {"size": "XXL"}, (Reason.INVALID_DATA, False, 200, 0)),
        ("/form/taken", {"name": "Ada", "size": "M"}, (Reason.INVALID_DATA, False, 200, 0)),
        ("/login", {"name": "Ada"}, (Reason.BLOCKED, False, 200, 0)),
        ("/forbidden", VALID, (Reason.BLOCKED, False, 403, 0)),
        ("/gone", VALID, (Reason.NOT_FOUND, False, 404, 0)),
        ("/empty", VALID, (Reason.NOT_FOUND, False, 200, 0)),
        ("/held-back", VALID, (Reason.INVALID_DATA, False, 200, 0)),
    ],
)
async def test_rules_gives_the_exact_reason(page, shop, path, data, expected):
    """What kept the task from being done, whether anything may have been sent, and what the server answered last."""
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run("Fill in the form and submit it", page=page, url=shop.url + path, data=data)
    found = (result.reason, result.may_have_acted, result.http_status, len(shop.posts))
    assert found == expected, result.message
    if result.reason is Reason.SERVER_ERROR:
        assert "the server failed (HTTP 500); it may have taken effect" in result.message


@pytest.mark.parametrize(("path", "said"), [("/forbidden", " shows HTTP 403; "), ("/gone", " shows HTTP 404; ")])
async def test_what_is_shown_in_place_of_a_form_is_named(page, shop, path, said):
    """Not only that there is nothing to fill in."""
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run("Fill in the form and submit it", page=page, url=shop.url + path, data=VALID)
    assert said in result.message


async def test_a_captcha_in_place_of_a_form_is_named(page):
    """By the words that such pages show; their status is 200."""
    await page.set_content("<title>Just a moment</title><h1>Verify you are human</h1>")
    result = await Agent(policy="rules", out=None).run("Fill in the form", page=page, data={"name": "Bob"})
    assert result.message.startswith('the page "Just a moment" shows a captcha or a refusal; ')


async def test_a_task_without_a_page_asks_for_a_url(page):
    """Where nothing is open, nothing to fill in says little."""
    await page.goto("about:blank")
    result = await Agent(policy="rules", out=None).run("Fill in the form", page=page, data={"name": "Bob"})
    assert result.message == "no page is open; give a URL to start at; still to enter: data 'name'"


async def test_a_choice_that_would_be_a_guess_is_unclear(page, shop):
    """Two buttons answer to the same words; none is pressed."""
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run("Save", page=page, url=f"{shop.url}/twice", data={"name": "Ada"})
    assert (result.reason, result.may_have_acted) == (Reason.UNCLEAR, False)


FILLS = (action("fill", element_id="input-0", value="Ada"), action("fill", element_id="input-1", value="a@b.example"))
CLICK = action("click", element_id="button-0")
FAIL = reply(action("fail", reason="the page refused it"))


@pytest.mark.parametrize(
    ("path", "script", "limits", "expected"),
    [
        ("/form/failing", [reply(*FILLS, CLICK), FAIL], {}, (Reason.SERVER_ERROR, True, 500)),
        ("/form/taken", [reply(*FILLS, CLICK), FAIL], {}, (Reason.GAVE_UP, True, 200)),
        ("/form/taken", [reply(CLICK), FAIL], {}, (Reason.GAVE_UP, False, 200)),
        ("/gone", [FAIL], {}, (Reason.NOT_FOUND, False, 404)),
        ("/forbidden", [FAIL], {}, (Reason.BLOCKED, False, 403)),
        ("/captcha", [FAIL], {}, (Reason.BLOCKED, False, 200)),
        ("/form/captcha", [reply(*FILLS, CLICK), FAIL], {}, (Reason.BLOCKED, True, 200)),
        ("/form/taken", [reply(*FILLS)], {"steps": 1}, (Reason.STEP_LIMIT, False, 200)),
        ("/form/taken", ["{"], {"bad_replies": 1}, (Reason.UNUSABLE_REPLIES, False, 200)),
        ("/form/taken", [reply(action("wait", seconds=0.1))] * 4, {"repeats": 2}, (Reason.STUCK, False, 200)),
    ],
)
async def test_facts_tell_what_a_model_does_not(page, shop, path, script, limits, expected):
    """A model that gives up says why in words; what the server answered, and whether anything left, is known without it.

    The third clicks a form that the browser holds back for a missing value.
    """
    agent = Agent(
        ScriptedModel(script), out=None, limits=Limits(**limits), page_options=PageOptions(screenshot="never")
    )
    result = await agent.run("Order it", page=page, url=shop.url + path)
    assert (result.reason, result.may_have_acted, result.http_status) == expected


async def test_an_outcome_names_what_was_sent_and_answered(page, shop):
    """The request, its HTTP status, and that of the document that came."""
    agent = Agent(ScriptedModel([reply(*FILLS, CLICK), FAIL]), out=None)
    result = await agent.run("Order it", page=page, url=f"{shop.url}/form/failing")
    outcomes = result.steps[0].outcomes
    assert [[(each.request, each.status) for each in outcome.sent] for outcome in outcomes] == [
        [], [], [(f"POST {shop.url}/failing", 500)],
    ]  # fmt: skip
    assert [outcome.http_status for outcome in outcomes] == [None, None, 500]


@pytest.mark.parametrize("status", Status)
def test_every_status_has_a_reason(status):
    """Also of a run without steps; but for failed runs, it is the same word."""
    assert reason_of(status, ()) == (Reason.GAVE_UP if status is Status.FAILED else status)


@pytest.mark.parametrize("word", [*Status, *Reason])
def test_statuses_and_reasons_are_words_for_programs(word):
    """A key in JSON, a label in a chart: lower case, without spaces."""
    assert re.fullmatch("[a-z]+(_[a-z]+)*", word)


def test_a_status_as_earlier_versions_wrote_it_is_read():
    """Records outlive the version that wrote them."""
    assert Status("step_limit") is Status.STEP_LIMIT
    with pytest.raises(ValueError, match="no limit"):
        Status("no limit")


KILLED = """
import asyncio, sys
from actwright import Agent
from actwright.testing import ScriptedModel

def action(tool, **parameters):
    return {"reason": "r", "tool": tool, "parameters": parameters}

fills = [action("fill", element_id=f"input-{n}", value=f"value {n}") for n in range(8)]
actions = [*fills, action("click", element_id="button-0")]
model = ScriptedModel([{"complete": False, "message": "filling eight fields", "actions": actions}])
asyncio.run(Agent(model, out=sys.argv[2]).run("Order it", url=sys.argv[1]))
"""


def killed_while_it_submits(shop, folder):
    running = subprocess.Popen(
        [sys.executable, "-c", KILLED, f"{shop.url}/eight", str(folder)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 90
    while not shop.posts and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGKILL)
    assert running.wait() == -9


@pytest.mark.slow
async def test_a_run_killed_in_the_middle_of_a_step_is_read_with_what_it_had_done(page, shop, tmp_path):
    """Eight fields were filled and the form was on its way: the steps, the journal and the report agree on that."""
    fields = "".join(f"<label>Field {n} <input name=f{n}></label>" for n in range(8))
    PAGES["/eight"] = (200, f"<title>Eight</title><form method=post action=/never>{fields}<button>Send</button></form>")
    await asyncio.to_thread(killed_while_it_submits, shop, tmp_path)
    assert shop.posts == ["/never"]

    (folder,) = tmp_path.iterdir()
    with noted(match="no recorded end"):
        result = read_run(folder)
    assert (result.status, result.reason, result.may_have_acted) == (Status.INTERRUPTED, Reason.INTERRUPTED, True)
    (step,) = result.steps
    assert (step.cut_off, step.proposal.message, len(step.exchanges)) == (True, "filling eight fields", 1)
    assert [(outcome.action.tool, outcome.status) for outcome in step.outcomes] == [("fill", "done")] * 8
    assert [intent.action.tool for intent in result.journal] == ["click"]
    assert result.unsettled == result.journal

    await page.goto(write_report(folder).as_uri())
    assert await page.locator(".badge").inner_text() == "Interrupted"
    assert await page.locator(".tiles dd").first.inner_text() == "1"
    assert await page.locator(".receipts tbody tr").count() == 8
    assert await page.locator(".actions > li > .mark").evaluate_all("all => all.map(mark => mark.title)") == [
        *["done"] * 8, "unknown",
    ]  # fmt: skip
    assert "click" in await page.locator(".banner.limit li").inner_text()
