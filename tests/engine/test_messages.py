"""What refusals say: what was in the way, what was meant, and what exists instead."""

import pytest
from builders import click, fill, propose
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright import Agent, BrowserOptions, ConfigError, Limits, PageOptions
from actwright.engine.act import act
from actwright.engine.models.base import check_model
from actwright.engine.playwright_errors import in_words
from actwright.engine.policies.base import find_policy
from actwright.errors import BrowserError
from actwright.testing import Cassette, ScriptedModel
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.usefixtures("no_pictures")

TOOLBOX = Toolbox(builtin_tools())


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: Limits(step=3),
            "Limits: there is no option 'step'; did you mean 'steps'? There are steps, calls, tokens, usd, seconds",
        ),
        (
            lambda: BrowserOptions(headles=True),
            "BrowserOptions: there is no option 'headles'; did you mean 'headless'? There are headless, executable, ",
        ),
        (lambda: PageOptions(zzz=1), "PageOptions: there is no option 'zzz'; there are budget, screenshot, marks"),
        (
            lambda: Agent(polcy="rules"),
            "Agent: there is no option 'polcy'; did you mean 'policy'? There are model, policy, tools, ",
        ),
        (
            lambda: Agent(policy="rules", evidence="none"),
            "there is no evidence rule 'none'; there are required, sent, quoted, off",
        ),
        (
            lambda: find_policy("rule"),
            "there is no policy 'rule'; did you mean 'rules'? There are auto, chain_of_thought, ",
        ),
        (
            lambda: Agent(policy="rules", tools=["clik"]),
            "there is no built-in tool 'clik'; did you mean 'click'? There are click, double_click",
        ),
        (
            lambda: check_model("gpt-5"),
            "'gpt-5' is not a model; did you mean openai:gpt-5? Write WIRE:NAME, with one of ",
        ),
        (lambda: check_model("claude-x"), "'claude-x' is not a model; did you mean anthropic:claude-x? Write "),
        (lambda: check_model("llama"), "'llama' is not a model; write WIRE:NAME, with one of "),
        (
            lambda: check_model("google:gemini"),
            "there is no wire 'google'; to use its models, write openai-chat:NAME@https://generativelanguage.googleapis",
        ),
        (lambda: check_model("antropic:x"), "there is no wire 'antropic'; did you mean 'anthropic'? There are "),
        (
            lambda: check_model("openai-chat:x@http://127.0.0.1:8000/v1/chat/completions/"),
            "base URL http://127.0.0.1:8000/v1/chat/completions/: leave out /chat/completions/, which is added automatically",
        ),
        (
            lambda: check_model("anthropic:x@http://127.0.0.1:8000/v1"),
            "base URL http://127.0.0.1:8000/v1: leave out /v1, which this wire adds automatically",
        ),
        (
            lambda: Agent(policy="rules", out=None).run_sync("Fill the price as $50", url="about:blank"),
            "the policy 'rules' fills in forms from data, takes no values or steps from the text of a task, and got no data; ",
        ),
        (lambda: Agent(policy="rules", out=None).play(" ", url="about:blank"), "the task is empty; say what to do"),
        (
            lambda: Agent(policy="rules", out=None).play("Set the name to {name}", data={"name": "Bob"}),
            "the task has {name} in single braces; to refer to that value, write {{name}}",
        ),
    ],
)
def test_a_mistake_is_answered_with_what_was_meant(make, said):
    with pytest.raises(ConfigError) as caught:
        make()
    assert str(caught.value).startswith(said)


def test_a_file_that_is_no_cassette_is_called_so(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(ConfigError, match=r"a\.json is not a cassette: it is not JSON of the form"):
        Cassette(tmp_path / "a.json", mode="replay")


@pytest.mark.slow
async def test_a_window_without_a_display_says_how_to_do_without(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    agent = Agent(ScriptedModel([]), browser=BrowserOptions(headless=False), out=None)
    with pytest.raises(BrowserError, match="there is no display for its window; start it without a window"):
        await agent.run("Look", url="about:blank")


async def test_what_intercepts_a_click_is_named(page):
    """The last thing that was in the way, without a secret that stands in it."""
    await page.set_content("<button>Go</button><div title=tulip-77 style='position:fixed;inset:0'><b>Wait</b></div>")
    with pytest.raises(PlaywrightTimeout) as caught:
        await page.click("button", timeout=2_000)
    said = in_words(caught.value, lambda text: text.replace("tulip-77", "{{pin}}"))
    assert said == 'not possible in time: <div title="{{pin}}">…</div> covers it'


def test_of_what_intercepts_the_nearest_element_is_named():
    """Playwright adds the one that it stands in."""
    log = """Timeout 300ms exceeded.
  - <p>old</p> intercepts pointer events
  - retrying
    - <h1 class="x">Wait</h1> from <div id="cover">…</div> subtree intercepts pointer events"""
    assert in_words(PlaywrightTimeout(log), str) == 'not possible in time: <h1 class="x">Wait</h1> covers it'
    assert in_words(PlaywrightTimeout("Timeout\n  - element is not stable"), str) == (
        "not possible in time: element is not stable"
    )


async def test_only_what_the_tree_shows_is_suggested(surface_on, page):
    """And of that what is still there."""
    surface = await surface_on("<button>Save</button><button>Send</button><button>Undo</button>")
    await page.evaluate(
        "document.querySelectorAll('button')[0].remove(); document.querySelectorAll('button')[0].remove()"
    )
    (outcome,) = await act(propose(click("button-0")), TOOLBOX, surface)
    assert outcome.detail == 'button-0 "Save" is no longer on the page; closest are button-2 "Undo"'


async def test_a_field_that_hands_the_focus_on_says_where_it_went(surface_on):
    """As one that opens a dialog with a field of its own does: typing there again would not help."""
    surface = await surface_on(
        """<input aria-label=Search oninput="this.value = ''; dialog.showModal(); inner.focus()">
        <dialog id=dialog><input id=inner aria-label=Term></dialog>"""
    )
    (outcome,) = await act(propose(fill("input-0", "thaddeus")), TOOLBOX, surface)
    assert outcome.status == "failed"
    assert outcome.detail.startswith(
        'input-0 "Search" did not take "thaddeus": it stayed empty; the focus went on to input-1 "Term"'
    )


async def test_a_field_that_took_a_command_is_not_told_to_have_refused_it(surface_on):
    """A terminal keeps another text than was typed once it has taken that."""
    surface = await surface_on(
        "<input aria-label=Command oninput=\"if (this.value === 'ls') { log.textContent = 'ls'; this.value = 's' }\"><p id=log></p>"
    )
    (outcome,) = await act(propose(("type", {"element_id": "input-0", "value": "ls"})), TOOLBOX, surface)
    assert (outcome.status, outcome.detail) == (
        "done",
        'input-0 "Command" holds "s", not "ls": the page changed it, or took it and went on; look before you write it again',
    )


@pytest.mark.parametrize("field", ["input", "textarea"])
async def test_a_field_that_is_empty_again_after_enter_took_what_was_typed(surface_on, page, field):
    """As a terminal does, and a chat."""
    script = "if (event.key === 'Enter') { event.preventDefault(); log.textContent += this.value; this.value = '' }"
    surface = await surface_on(f'<{field} aria-label=Command onkeydown="{script}"></{field}><p id=log></p>')
    (outcome,) = await act(propose(("type", {"element_id": f"{field}-0", "value": "ls\n"})), TOOLBOX, surface)
    assert (outcome.status, outcome.detail) == (
        "done",
        f'typed "ls" into {field}-0 "Command" and pressed Enter; the field is empty again',
    )
    assert await page.text_content("#log") == "ls"


def test_the_obstacle_that_is_told_is_the_last_one():
    log = "Timeout\n  - <b></b> intercepts pointer events\n  - element was detached from the DOM, retrying"
    assert in_words(PlaywrightTimeout(log), str) == (
        "not possible in time: element was detached from the DOM, retrying"
    )


async def test_a_reference_in_the_reason_of_giving_up_stays_as_it_is(surface_on):
    surface = await surface_on("<p>", secrets={"password": "tulip-77"})
    (outcome,) = await act(propose(("fail", {"reason": "no field for {{password}} or {{pin}}"})), TOOLBOX, surface)
    assert outcome.detail == "no field for {{password}} or {{pin}}"
