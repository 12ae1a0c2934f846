"""The suites: equal seeds are equal, scores tell right from wrong, and the oracle plays from the page's text alone."""

import importlib.util
import itertools

import pytest

from actwright import Agent, Status
from actwright.compare.case import Score
from actwright.compare.oracle import Oracle
from actwright.schemas.result import Result
from actwright.schemas.task import Task
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer
from actwright.testing.prompt_caches import CommonPrefixes, MarkedPrefixes
from benchmarks.suites import forms, forms_rich, miniwob
from benchmarks.suites.forms_site.application import application
from benchmarks.suites.forms_site.fields import sections
from benchmarks.suites.forms_site.site import reference
from benchmarks.suites.reading import read

pytestmark = pytest.mark.slow

WIRES = {
    "single_call": ("anthropic:claude-opus-4-8", AnthropicServer, MarkedPrefixes),
    "two_call": ("openai-chat:gpt-5", OpenAIChatServer, CommonPrefixes),
    "tool_loop": ("openai-responses:gpt-5", OpenAIResponsesServer, CommonPrefixes),
    "chain_of_thought": ("openai-chat:gpt-5", OpenAIChatServer, CommonPrefixes),
    "plan_then_execute": ("openai-chat:gpt-5", OpenAIChatServer, CommonPrefixes),
    "code_as_action": ("openai-chat:gpt-5", OpenAIChatServer, CommonPrefixes),
}
needs_miniwob = pytest.mark.skipif(
    importlib.util.find_spec("miniwob") is None,
    reason="MiniWoB++ is not installed: pip install 'PATH_OF_THE_CLONE[bench]'",
)
NOTHING = Result(task=Task(text="apply"), status=Status.COMPLETE, steps=())


def case_of(suite, size, seed=7):
    return next(case for case in suite.cases(seed) if case.size == size)


async def play(case, stage, policy="single_call", *, evidence="off", foretells=True):
    model, server_of, cache = WIRES[policy]
    proves = evidence != "off"
    oracle = Oracle(case.solver, wire=server_of.wire, foretells=foretells, proves=proves, cache=cache())
    with server_of(itertools.repeat(oracle), strict=True) as server:
        agent = Agent(f"{model}@{server.url}", policy=policy, evidence=evidence, out=None)
        return await agent.run(case.task, page=stage.page)


@pytest.mark.parametrize("suite", [forms, forms_rich])
def test_equal_seeds_give_equal_cases(suite):
    told = [(case.id, case.size, case.task) for case in suite.cases(3)]
    assert told == [(case.id, case.size, case.task) for case in suite.cases(3)]
    assert told != [(case.id, case.size, case.task) for case in suite.cases(4)]
    assert [size for _, size, _ in told] == list(range(1, 13))


def test_every_question_has_a_label_of_its_own_and_takes_what_is_drawn():
    fields = [field for section in sections() for field in section.fields]
    assert len({field.label for field in fields}) == len({field.name for field in fields}) == len(fields)
    for seed in range(5):
        applied = application(seed, 20, rich=True)
        assert len(applied.sheets) == 20
        assert [
            field for sheet in applied.sheets for field in sheet.fields if field.problem(sheet.wanted[field.label])
        ] == []


TREE = """- main
  - h1 "Your stall"
  - form
    - input-0 (type=number label="Width in metres" value="3" required min="2" max="12")
    - fieldset (label="Kind of stall")
      - *input-1 (type=radio label="Table" checked)
      - input-2 (type=radio label="Trailer" unchecked)
    - f1.textarea-0 (label="Say \\"more\\"" value="(a) \\"b\\"")
    - select-0 (label="Row" options=["Church", "Quay"] selected="Quay" required)
    - button-0 (type=submit) "Next\""""
OBSERVATION = """Tab 0 (current): Your stall

[9] RootWebArea 'Your stall'
\t[10] heading 'Your stall'
\t[1] spinbutton 'Width in metres' required: True valuemin: 2
\t\t[11] StaticText '3'
\t[12] group 'Kind of stall'
\t\t[2] radio 'Table' checked: true
\t\t[3] radio 'Trailer' checked: false
\t[4] textbox 'Say "more"' required: True
\t\t[13] StaticText '(a) "b"'
\t[5] combobox 'Row' required: True
\t\t[14] option 'Church' selected: False
\t\t[15] option 'Quay' selected: True
\t[6] button 'Next'"""


@pytest.mark.parametrize(
    ("text", "ids", "options"),
    [
        (TREE, ["input-0", "input-1", "input-2", "f1.textarea-0", "select-0", "button-0"], {}),
        (OBSERVATION, ["1", "2", "3", "4", "5", "6"], {"Church": "14", "Quay": "15"}),
    ],
)
def test_both_forms_of_a_page_read_the_same(text, ids, options):
    shown = read(text)
    assert shown.shows("Your stall")
    controls = [control for control in shown.controls if control.role not in {"RootWebArea", "heading", "group"}]
    assert [control.id for control in controls] == ids
    assert [(each.role, each.label, each.group, each.value, each.checked) for each in controls] == [
        ("textbox", "Width in metres", "", "3", None),
        ("radio", "Table", "Kind of stall", "", True),
        ("radio", "Trailer", "Kind of stall", "", False),
        ("textbox", 'Say "more"', "", '(a) "b"', None),
        ("combobox", "Row", "", "Quay", None),
        ("button", "Next", "", "", None),
    ]
    assert controls[4].options == options


@pytest.mark.parametrize(("policy", "calls"), [("single_call", 1), ("chain_of_thought", 5)])
async def test_the_oracle_plays_one_page(chromium, policy, calls):
    """Over HTTP, in the form that each policy asks for."""
    case = case_of(forms_rich, 1)
    async with case.stage(chromium) as stage:
        result = await play(case, stage, policy, evidence="required" if policy == "single_call" else "off")
        assert await stage.score(result, stage.page) == Score(passed=True)
    assert (result.status, len(result.exchanges)) == (Status.COMPLETE, calls)


@pytest.mark.parametrize(
    ("policy", "evidence", "foretells", "calls"),
    [
        ("single_call", "required", True, 3),
        ("single_call", "off", False, 4),
        ("two_call", "off", True, 6),
        ("tool_loop", "off", True, 4),
        ("plan_then_execute", "required", True, 3),
        ("code_as_action", "required", True, 3),
    ],
)
async def test_the_oracle_plays_three_pages(chromium, policy, evidence, foretells, calls):
    """A call more than there are pages where the end is seen and not foretold; two for each with a verifier."""
    case = case_of(forms, 3)
    async with case.stage(chromium) as stage:
        result = await play(case, stage, policy, evidence=evidence, foretells=foretells)
        assert await stage.score(result, stage.page) == Score(passed=True)
    assert (result.status, len(result.exchanges)) == (Status.COMPLETE, calls)
    assert result.usage.cache_read > 1_000
    assert result.usage.image > 1_000


async def test_a_field_that_the_text_does_not_show_is_a_failure(chromium):
    """The oracle knows what is wanted, not where it is."""
    case = case_of(forms, 1)
    async with case.stage(chromium) as stage:
        await stage.page.add_style_tag(content="main .field { display: none }")
        result = await play(case, stage)
        assert await stage.score(result, stage.page) == Score(passed=False, reason="nothing was sent")
    assert result.status is Status.FAILED
    assert "the page shows no" in result.steps[-1].outcomes[-1].detail


async def test_what_the_site_received_is_the_score(chromium):
    """A wrong value, an application that is sent twice, and another form are told apart."""
    case = case_of(forms, 1)
    wanted = application(7, 1).wanted
    async with case.stage(chromium) as stage:
        post = stage.page.context.request.post
        address = stage.page.url
        refused = await post(address, form={})
        assert (refused.status, await stage.score(NOTHING, stage.page)) == (
            422,
            Score(passed=False, reason="nothing was sent"),
        )
        answers = {name: values[0] for name, values in wanted.items()}
        received = await post(address, form=answers)
        assert reference(wanted) in await received.text()
        assert await stage.score(NOTHING, stage.page) == Score(passed=True)
        await post(address, form=answers)
        assert (await stage.score(NOTHING, stage.page)).reason == "the application was sent 2 times"
        await post(address.replace("apply/1", "newsletter"), form={"news_email": "ada@example.org"})
        assert (await stage.score(NOTHING, stage.page)).reason == "another form was sent: /newsletter"
    async with case.stage(chromium) as stage:
        await stage.page.context.request.post(stage.page.url, form={**answers, "phone_number": "01234 567890"})
        assert (
            await stage.score(NOTHING, stage.page)
        ).reason == "phone_number is '01234 567890' instead of '01947 600123'"


async def to_the_end(page, task, *, right):
    """What a person would do; wrong is another text."""
    if task == "login-user":
        _, user, _, password, _ = (await page.locator("#query").inner_text()).split('"')
        await page.fill("#username", user)
        await page.fill("#password", password if right else "wrong")
    if task == "enter-text":
        _, text, _ = (await page.locator("#query").inner_text()).split('"')
        await page.fill("#tt", text if right else "wrong")
    await page.click("#subbtn")


@needs_miniwob
@pytest.mark.parametrize(
    ("task", "right", "score"),
    [
        ("click-test", True, Score(passed=True, reward=1)),
        ("login-user", True, Score(passed=True, reward=1)),
        ("login-user", False, Score(passed=False, reward=-1, reason="the raw reward is -1")),
        ("enter-text", False, Score(passed=False, reward=-1, reason="the raw reward is -1")),
    ],
)
async def test_the_raw_reward_of_the_first_episode_is_the_score(chromium, task, right, score):
    """It does not fall with time, and another episode does not change it."""
    case = next(case for case in miniwob.cases(5) if case.id == task)
    async with case.stage(chromium) as stage:
        told = await case.told(stage.page)
        assert await stage.score(NOTHING, stage.page) == Score(passed=False, reward=0, reason="the episode did not end")
        await to_the_end(stage.page, task, right=right)
        await stage.page.get_by_text("START").click()
        assert await stage.score(NOTHING, stage.page) == score
    async with case.stage(chromium) as stage:
        assert await case.told(stage.page) == told


@needs_miniwob
def test_miniwob_has_all_its_tasks():
    found = [case.id for case in miniwob.cases(5)]
    assert len(found) == len(set(found)) == 134
    assert [name for name in found if name.startswith("flight-")] == [
        "flight-AA",
        "flight-Alaska",
        "flight-Alaska-auto",
        "flight-Alaska-auto-medium",
    ]
