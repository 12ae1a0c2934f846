"""Cases played by contenders: every row is told, whatever breaks; real Chromium, scripted models."""

import asyncio
import json
from contextlib import aclosing, asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial

import pytest
from builders import action
from installed_browser import launch_options
from noted import noted
from playwright.async_api import Error as PlaywrightError
from reused_page import own_page

from actwright import BrowserError, ConfigError, Limits, ModelError, Permissions
from actwright.compare.case import Case, Score
from actwright.compare.contender import contenders
from actwright.compare.play import Plan, SharedBrowser, play
from actwright.compare.source import models_of
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.testing import HttpError, OpenAIChatServer, ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

TASK = "Fill the price as $50 and submit"


WORK = (action("fill", element_id="input-0", value="50"), action("click", element_id="button-0"))
PROOF = action("expect", text=["created with price $50"])
AT_ONCE = {"complete": True, "message": "done", "actions": [*WORK, PROOF]}
LATER = [{"complete": False, "message": "m", "actions": [*WORK]}, {"complete": True, "message": "m", "actions": []}]
TWICE = [{"actions": [*WORK]}, {"complete": True, "message": "m"}]


class ByContender:
    """A script for each contender."""

    told, tokens = "scripted", ""

    def check(self, case):
        """It plays anything."""

    def __init__(self, **scripts):
        self.scripts = scripts

    def model(self, case, contender, seed=0):
        return nullcontext(ScriptedModel(self.scripts[contender.label.replace("+", "_")]))


def price(site, name="price", *, posts=1):
    @asynccontextmanager
    async def stage(browser):
        async with own_page(browser) as opened:
            await opened.goto(f"{site.url}/price")

            class Stage:
                page = opened
                images = ()

                async def score(self, result, page):
                    text = await opened.inner_text("body")
                    return Score(passed="price $50" in text, reason="" if "price $50" in text else "no listing")

            yield Stage()

    return Case(id=name, task=TASK, stage=stage, size=1)


def plan(cases, names, models, **options):
    arguments = tuple(launch_options()["args"])
    return Plan(
        cases=[(0, case) for case in cases],
        contenders=contenders(names),
        models=models,
        browser=BrowserOptions(args=arguments),
        **options,
    )


async def rows_of(plan, **options):
    await plan.check()
    async with SharedBrowser(plan.browser) as shared, aclosing(play(plan, shared, **options)) as stream:
        return [played.row async for played in stream]


async def test_contenders_differ_in_calls_and_looks_alone(site, tmp_path):
    models = ByContender(single_call=[AT_ONCE], single_call_plain=LATER, two_call_blind=TWICE)
    found = await rows_of(plan([price(site)], "single_call,single_call+plain,two_call+blind", models, runs=tmp_path))
    assert [(row.contender, row.passed, row.status, row.steps, row.calls, row.captures) for row in found] == [
        ("single_call", True, "complete", 1, 1, 1),
        ("single_call+plain", True, "complete", 2, 2, 2),
        ("two_call+blind", True, "complete", 2, 2, 2),
    ]
    assert [(row.evidence, row.screenshot) for row in found] == [
        ("required", "always"),
        ("off", "always"),
        ("off", "never"),
    ]
    assert all(row.cost == row.cost_uncached == 0.0 and row.seconds > 0 for row in found)
    assert all((tmp_path.parent / row.run_dir / "report.html").is_file() for row in found)


async def test_the_models_of_a_comparison_are_asked_where_it_says(site):
    """The second has an address of its own; the first is down, so both are asked."""
    with OpenAIChatServer([HttpError(401)]) as given, OpenAIChatServer([json.dumps(AT_ONCE)]) as own:
        models = models_of(f"openai-chat:a, openai-chat:b@{own.url}", base_url=given.url)
        (row,) = await rows_of(plan([price(site)], "single_call", models))
    assert (row.passed, row.model) == (True, "openai-chat:a,openai-chat:b")
    assert {received.body["model"] for received in given.received} == {"a"}
    assert [received.body["model"] for received in own.received] == ["b"]


async def test_runs_of_a_comparison_stay_inside_its_permissions_and_those_of_their_cases(site):
    """What the plan says comes before what the case says, and sites of both are permitted."""
    before = len(site.posts)
    case = replace(price(site), permissions=Permissions(sites=["pay.example"], effects=1))
    steps = [
        {**AT_ONCE, "complete": False},
        {"complete": False, "message": "m", "actions": [action("fail", reason="r")]},
    ]
    models = ByContender(single_call=steps)
    played = plan([case], "single_call", models, permissions=Permissions(sites=["shop.example"], effects=0))
    await played.check()
    async with SharedBrowser(played.browser) as shared, aclosing(play(played, shared)) as stream:
        rows = [each.row async for each in stream]
    assert [(row.passed, row.status) for row in rows] == [(False, "failed")]
    assert len(site.posts) == before
    both = played.permissions.added_to(case.permissions)
    assert both == Permissions(sites=["pay.example", "shop.example"], effects=0)


async def test_a_tool_that_is_permitted_and_does_not_exist_is_a_mistake_of_the_plan(site):
    permissions = Permissions(tools=["clik"])
    with pytest.raises(ConfigError, match="there is no tool 'clik'"):
        await plan([price(site)], "single_call", ByContender(single_call=[AT_ONCE]), permissions=permissions).check()


async def test_what_breaks_is_a_row_and_the_others_go_on(site):
    @asynccontextmanager
    async def broken(browser):
        raise OSError("the site is down")
        yield

    cases = [price(site, "a"), Case(id="b", task=TASK, stage=broken), price(site, "c")]
    models = ByContender(single_call=[AT_ONCE])
    found = await rows_of(plan(cases, "single_call", models, concurrency=2))
    assert sorted((row.case, row.passed, row.error) for row in found) == [
        ("a", True, ""),
        ("b", False, "OSError: the site is down"),
        ("c", True, ""),
    ]


async def test_a_provider_that_gives_up_in_the_middle_is_a_row_with_what_was_played(site, tmp_path):
    models = ByContender(single_call=[LATER[0], ModelError("gone")])
    (row,) = await rows_of(plan([price(site)], "single_call", models, limits=Limits(steps=3), runs=tmp_path))
    assert (row.passed, row.status, row.error, row.calls, row.steps) == (False, "error", "ModelError: gone", 2, 2)
    assert row.usage.output > 0
    assert (tmp_path.parent / row.run_dir / "report.html").is_file()


async def test_a_score_that_breaks_leaves_the_run_with_its_calls(site):
    def scoring(error):
        @asynccontextmanager
        async def stage(browser):
            async with price(site).stage(browser) as staged:

                class Stage:
                    page, images = staged.page, ()

                    async def score(self, result, page):
                        raise error

                yield Stage()

        return stage

    cases = [
        Case(id="bug", task=TASK, stage=scoring(KeyError("price"))),
        Case(id="gone", task=TASK, stage=scoring(PlaywrightError("Target closed"))),
    ]
    bug, gone = await rows_of(plan(cases, "single_call", ByContender(single_call=[AT_ONCE])))
    assert (bug.passed, bug.calls, bug.error) == (False, 1, "scoring: KeyError: 'price'")
    assert (gone.passed, gone.calls, gone.error) == (False, 1, "")
    assert gone.reason == "the page could no longer be read: Error: Target closed"


def staged(site, *, before=None, scoring=None, after=None):
    """The case with something that happens when it is set up, scored and taken down."""

    @asynccontextmanager
    async def stage(browser):
        async with price(site).stage(browser) as inner:

            class Stage:
                page, images = inner.page, ()

                async def score(self, result, page):
                    if scoring:
                        await scoring()
                    return await inner.score(result, page)

            if before:
                await before()
            yield Stage()
        if after:
            await after()

    return Case(id="a", task=TASK, stage=stage)


async def raising(error):
    raise error


HAPPENS = [
    ({"before": partial(raising, SystemExit(3))}, "crashed", "SystemExit: 3", 0),
    ({"before": partial(raising, asyncio.CancelledError())}, "crashed", "CancelledError: ", 0),
    ({"before": partial(asyncio.sleep, 60)}, "crashed", "setting the case up took more than 4 s", 0),
    ({"before": partial(raising, TimeoutError("site"))}, "crashed", "TimeoutError: site", 0),
    ({"scoring": partial(asyncio.sleep, 60)}, "crashed", "scoring took more than 4 s", 1),
    ({"scoring": partial(raising, SystemExit(3))}, "crashed", "scoring: SystemExit: 3", 1),
    ({"scoring": partial(raising, BrowserError("gone"))}, "failed", "", 1),
    (
        {"scoring": partial(raising, BrowserError("gone")), "after": partial(raising, OSError("in use"))},
        "failed",
        "",
        1,
    ),
]


async def test_whatever_a_suite_does_is_a_row_with_the_calls_made(site, monkeypatch):
    """And the next case is played all the same."""
    monkeypatch.setattr("actwright.compare.play.SETUP_SECONDS", 4)
    monkeypatch.setattr("actwright.compare.play.SCORING_SECONDS", 4)
    models = ByContender(single_call=[AT_ONCE])
    cases = [replace(staged(site, **happens), id=str(number)) for number, (happens, *_) in enumerate(HAPPENS)]
    *rows, last = await rows_of(plan([*cases, price(site)], "single_call", models))
    assert [(row.outcome, row.error, row.calls) for row in rows] == [tuple(wanted) for _, *wanted in HAPPENS]
    assert last.outcome == "passed"


async def test_taking_a_case_down_does_not_change_its_score(site):
    models = ByContender(single_call=[AT_ONCE])
    with noted(match="a: taking the case down raised OSError: in use"):
        (row,) = await rows_of(plan([staged(site, after=partial(raising, OSError("in use")))], "single_call", models))
    assert (row.outcome, row.error, row.calls) == ("passed", "", 1)


async def test_a_contender_that_cannot_be_played_ends_it_before_a_browser_starts(site, tmp_path):
    """It would fail in every case."""

    class Unheard(ByContender):
        def model(self, case, contender, seed=0):
            return nullcontext("telex:x")

    with pytest.raises(ConfigError, match="there is no wire 'telex'"):
        await rows_of(plan([price(site)], "single_call", Unheard(), runs=tmp_path))
    assert not list(tmp_path.iterdir())


async def test_a_provider_that_refuses_from_the_start_ends_it(site):
    models = ByContender(single_call=[ModelError("no such key")])
    with pytest.raises(ModelError, match="no such key"):
        await rows_of(plan([price(site)], "single_call", models))


async def test_rows_that_are_done_are_not_played_again(site):
    models = ByContender(single_call=[AT_ONCE])
    found = await rows_of(
        plan([price(site, "a"), price(site, "b")], "single_call", models), done={("a", 0, "single_call")}
    )
    assert [row.case for row in found] == ["b"]


def test_a_policy_of_ones_own_is_a_contender(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "planned_for_tests.py").write_text("class Planned:\n    roles = ('main',)\n")
    (contender,) = contenders("planned_for_tests:Planned+plain")
    assert (type(contender.new_policy()).__name__, contender.evidence) == ("Planned", "off")
    with pytest.raises(ConfigError, match="'planned_for_tests:Other' cannot be made: AttributeError"):
        contenders("planned_for_tests:Other")


async def test_a_verifier_of_its_own_is_asked_for_the_verdicts_alone(site):
    with OpenAIChatServer([*TWICE[:1]]) as proposes, OpenAIChatServer([{"complete": True, "message": "m"}]) as judges:
        models = models_of(f"openai-chat:a@{proposes.url}", verifier=f"openai-chat:b@{judges.url}")
        (row,) = await rows_of(plan([price(site)], "two_call", models))
    assert (row.passed, len(proposes.received), len(judges.received)) == (True, 1, 1)
    assert row.model == "openai-chat:a, verified by openai-chat:b"


def test_what_an_oracle_foretells_is_no_matter_of_a_model():
    (contender,) = contenders("single_call+foretold-50")
    with pytest.raises(ConfigError, match=r"single_call\+foretold-50: only an oracle can foretell"):
        models_of("openai-chat:x@http://127.0.0.1:9").model(price(None), contender)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no policy is given"),
        ("single", "there is no policy 'single'; did you mean 'single_call'"),
        ("single_call,single_call", "single_call is named twice"),
        ("single_call+fast", r"single_call\+fast: there is no \+fast; there are required, quoted, plain, pictures"),
        ("single_call+foretold-101", r"there is no \+foretold-101; there are .* foretold-0 to foretold-100"),
        ("single_call+foretold-1+foretold-2", r"\+foretold-1 and \+foretold-2 exclude each other"),
        ("two_call+plain+quoted", r"two_call\+plain\+quoted: \+plain and \+quoted exclude each other"),
    ],
)
def test_a_contender_that_is_none_is_told(text, message):
    with pytest.raises(ConfigError, match=message):
        contenders(text)
