"""The plugin in suites of its users: each test writes a suite and runs it in a pytest of its own, with real Chromium."""

import json
import os
import re
import zipfile
from xml.etree import ElementTree as ET

import pytest
from forked_pytest import ForkedPytest
from installed_browser import launch_options

pytest_plugins = ["pytester"]

CONFTEST = f"""
import pytest
from actwright.testing import ScriptedModel

PAGE = '''
<title>Sell</title>
<form onsubmit="document.body.append('saved at ' + price.value); return false">
<input id=price aria-label=Price><button>Save</button></form>
'''
SAVE = {{
    "complete": True,
    "message": "the price is set and the listing saved",
    "actions": [
        {{"reason": "the price", "tool": "fill", "parameters": {{"element_id": "input-0", "value": "{{{{price}}}}"}}}},
        {{"reason": "save", "tool": "click", "parameters": {{"element_id": "button-0"}}}},
        {{"reason": "proof", "tool": "expect", "parameters": {{"text": ["saved at 50"]}}}},
    ],
}}
GIVE_UP = {{
    "complete": False,
    "message": "there is no such form",
    "actions": [{{"reason": "no form", "tool": "fail", "parameters": {{"reason": "there is no form to buy"}}}}],
}}

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {{**browser_type_launch_args, **{launch_options()!r}}}
"""

SAVES = """
@pytest.fixture
def actwright_options(actwright_options):
    return {**actwright_options, "model": ScriptedModel([SAVE])}
"""

GIVES_UP = SAVES.replace("SAVE]", "GIVE_UP]")

MISSED = """
from actwright.testing import Cassette

@pytest.fixture
def actwright_options():
    return {"model": Cassette("tape.json", mode="auto")}
"""

ASYNC_PAGE = f"""
import pytest
from playwright.async_api import async_playwright

@pytest.fixture
async def page():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**{launch_options()!r})
        yield await browser.new_page()
        await browser.close()
"""

SYNC_TEST = """
from conftest import PAGE

def test_sell(page, actwright):
    page.set_content(PAGE)
    actwright.run("Set the price and save", page=page, data={"price": 50})
"""


UNUSED = (
    "cacheprovider",
    "hypothesispytest",
    "inline_snapshot",
    "pytest_cov",
    "rerunfailures",
    "html",
    "metadata",
    "allure_pytest",
    "anyio",
)
"""Plugins of this project that its users' suites know nothing of; without them a suite starts twice as fast."""


@pytest.fixture(scope="module")
def forked_pytest():
    server = ForkedPytest()
    yield server
    server.close()


@pytest.fixture
def suite(pytester, monkeypatch, forked_pytest):
    """A user's suite, away from this project's configuration. Calling it runs its pytest."""
    for name in list(os.environ):
        if name.startswith(("ACTWRIGHT_", "PYTEST_")):
            monkeypatch.delenv(name)
    pytester.makeini("[pytest]\nasyncio_mode = auto\n")

    def run(*arguments, conftest=SAVES, base=CONFTEST, uses=(), **files):
        pytester.makeconftest(base + conftest)
        pytester.makepyfile(**files)
        unused = [option for plugin in UNUSED if plugin not in uses for option in ("-p", f"no:{plugin}")]
        return forked_pytest.run([f"--basetemp={pytester.path / 'temporary'}", *unused, *arguments], pytester.path)

    run.path = pytester.path
    run.ini = pytester.makeini
    return run


def reports(folder):
    """Report files under a folder, as paths from it, times removed."""
    return sorted(re.sub(r"\d{8}-\d{6}", "TIME", str(path.relative_to(folder))) for path in folder.rglob("report.html"))


# ---- a page is the caller's


def test_a_sync_suite_runs_a_task_and_keeps_its_page(suite):
    """The result comes back from a plain call; the page, its objects and its listeners are as the test left them."""
    test = """
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
    """
    suite(test_sell=test).assert_outcomes(passed=1)


def test_a_run_of_a_test_has_its_own_tools_and_form_of_answer(suite):
    """As in `Agent.run`: the tools are narrowed, and the answer is an instance of the model."""
    test = """
    from conftest import PAGE
    from pydantic import BaseModel

    class Price(BaseModel):
        amount: int

    def test_sell(page, actwright):
        page.set_content(PAGE)
        result = actwright.run("Set the price and save", page=page, data={"price": 50}, tools=["fill", "click"], output=Price)
        assert result.output == Price(amount=50)
        request = result.exchanges[0].request
        assert "fill" in request.system[1].text and "upload" not in request.system[1].text
    """
    answering = SAVES.replace("[SAVE]", '[{**SAVE, "output": {"amount": 50}}]')
    suite(test_sell=test, conftest=answering).assert_outcomes(passed=1)


def test_an_async_suite_awaits_the_same_call(suite):
    """With an async page the call gives something to await."""
    test = """
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
    """
    suite(conftest=ASYNC_PAGE + SAVES, test_sell=test).assert_outcomes(passed=1)


def test_popups_dialogs_and_several_runs_share_one_page(suite):
    """Two runs in one test, on a page with a popup that the test opened and a dialog handler of its own."""
    test = """
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
    """
    suite(test_sell=test).assert_outcomes(passed=1)


def test_a_sync_suite_plays_step_by_step_with_another_tab(suite):
    """`play` gives each step; a loop that the test leaves ends the run; `tabs` are pages that the run may use."""
    test = """
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
    """
    result = suite(test_sell=test)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "interrupted after 1 step: the run was stopped from outside",
            "  1 the price first",
            "    ✓ fill*",
            "Report: *",
        ]
    )
    assert len(reports(suite.path / "test-results")) == 2


def test_an_async_suite_plays_step_by_step(suite):
    """With an async page the steps come in an `async for`."""
    test = """
    from conftest import PAGE

    async def test_sell(page, actwright):
        await page.set_content(PAGE)
        steps = [step async for step in actwright.play("Set the price and save", page=page, data={"price": 50})]
        assert actwright.result.complete and list(actwright.result.steps) == steps
    """
    suite(conftest=ASYNC_PAGE + SAVES, test_sell=test).assert_outcomes(passed=1)


# ---- a run that is not complete


def test_a_run_that_is_not_complete_fails_the_test_unless_it_is_not_checked(suite):
    """Called, awaited and played step by step; `check=False` gives its result, and a loop that is left is no failure."""
    test = """
    import pytest
    from conftest import PAGE
    from actwright import TaskFailed
    from actwright.pytest_plugin import RunFailed

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
    """
    conftest = SAVES.replace("[SAVE]", "[GIVE_UP, GIVE_UP]")
    result = suite(conftest=conftest, test_shop=test)
    result.assert_outcomes(passed=4, failed=1)
    asynchronous = """
    import pytest
    from actwright.pytest_plugin import RunFailed

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
    """
    result = suite(conftest=ASYNC_PAGE + conftest, test_shop=asynchronous)
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["nothing was done, because the test did not await this, *: 'Buy'"])


def test_a_failed_check_shows_what_was_expected_and_what_was_there(suite):
    """As the terminal does."""
    wrong = SAVES.replace("[SAVE]", "[json.loads(json.dumps(SAVE).replace('saved at 50', 'saved at 60')), GIVE_UP]")
    result = suite(conftest="import json\n" + wrong, test_shop=SYNC_TEST)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*✗ expect *saved at 60*", "E *! not accepted as complete: *"])


# ---- the page of a run


def test_the_test_s_own_page_is_used_where_none_is_given(suite):
    """And only there: a fixture of that name that is no page of Playwright is left alone."""
    test = """
    from conftest import PAGE

    def test_sell(page, actwright):
        page.set_content(PAGE)
        actwright.run("Set the price and save", data={"price": 50})
        assert page.get_by_label("Price").input_value() == "50"
    """
    suite(test_sell=test).assert_outcomes(passed=1)


ALONE = """
import pytest
from actwright import BrowserOptions
from actwright.testing import Site

@pytest.fixture
def site():
    with Site() as site:
        yield site

@pytest.fixture
def actwright_options():
    proof = {"reason": "proof", "tool": "expect", "parameters": {"text": ["Success!"]}}
    actions = [*SAVE["actions"][:2], proof]
    return {"model": ScriptedModel([{**SAVE, "actions": actions}, {**SAVE, "actions": actions}])}
"""


def test_without_a_page_the_run_opens_its_own_browser(suite):
    """With neither of Playwright's plugins: called, step by step and awaited; a page of the suite's own is not touched."""
    test = """
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
    """
    base = CONFTEST[: CONFTEST.index("@pytest.fixture")]
    result = suite("-p", "no:playwright", "-p", "no:xdist", base=base, conftest=ALONE, test_alone=test)
    result.assert_outcomes(passed=4)
    assert len(reports(suite.path / "actwright-runs")) == 5
    assert (suite.path / "actwright-runs" / ".gitignore").read_text() == "*\n"


def test_a_timeout_ends_the_browser_that_a_run_has_opened(suite):
    """The next test goes on, and the failure names the report."""
    test = """
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
    """
    base = CONFTEST[: CONFTEST.index("@pytest.fixture")]
    result = suite("-p", "no:playwright", "-p", "no:xdist", base=base, conftest="", test_slow=test)
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*Timeout*", "interrupted after *: *", "Report: *report.html"])


# ---- limits of a test and of the session

MODEL_OF_EACH_TEST = SAVES.replace("[SAVE]", "[SAVE] * 3")


def test_a_session_over_its_limit_fails_with_a_table(suite):
    """A run that would go beyond is not begun; those that need no model still are."""
    test = """
    import pytest
    from conftest import PAGE

    def sell(page, actwright):
        page.set_content(PAGE)
        return actwright.run("Set the price and save", data={"price": 50})

    def test_first(page, actwright):
        assert sell(page, actwright).complete

    def test_second(page, actwright):
        sell(page, actwright)
        sell(page, actwright)

    @pytest.mark.actwright(policy="rules", model=None)
    def test_third(page, actwright):
        page.set_content(PAGE)
        actwright.run("Set the price", data={"price": "50"}, check=False)
    """
    result = suite("--actwright-session-calls=2", "-p", "no:xdist", conftest=MODEL_OF_EACH_TEST, test_shop=test)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "the limit of the session is reached: 2 calls in all (--actwright-session-calls)",
            "test *runs  calls     tokens  USD",
            "test_shop.py::test_first?chromium?* 1 * 1 * $0.0000",
            "test_shop.py::test_second?chromium?* 1 * 1 * $0.0000",
            "total * 2 * 2 * $0.0000",
        ]
    )


def test_a_run_ends_where_the_limit_of_its_test_does(suite):
    """In the middle of it, and the failure says whose limit that was. Nonsense in an option is refused before any test."""
    test = """
    import pytest
    from conftest import PAGE

    @pytest.mark.actwright(test_calls=1)
    def test_sell(page, actwright):
        page.set_content(PAGE)
        actwright.run("Set the price and save", data={"price": 50}, check=False)
    """
    look = SAVES.replace("[SAVE]", '[{**SAVE, "complete": False, "actions": SAVE["actions"][:1]}, SAVE]')
    result = suite(conftest=look, test_shop=test)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["call limit*after 1 step: *", "the limit of the test is reached: 1 calls in all*"])
    wrong = suite("--actwright-session-usd=plenty", test_shop=test)
    wrong.stderr.fnmatch_lines(
        ["*--actwright-session-usd (actwright_session_usd) is 'plenty'; it must be a number above 0"]
    )


def test_workers_share_the_limit_of_the_session(suite):
    """What the runs of other workers spent counts when they have ended."""
    test = """
    import pytest
    from conftest import PAGE

    @pytest.mark.parametrize("number", range(6))
    def test_sell(page, actwright, number):
        page.set_content(PAGE)
        actwright.run("Set the price and save", data={"price": 50})
    """
    result = suite("-n", "2", "--actwright-session-calls=2", conftest=MODEL_OF_EACH_TEST, test_shop=test)
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] in (2, 3)
    assert outcomes["failed"] == 6 - outcomes["passed"]


def test_a_test_that_is_run_again_counts_all_its_tries(suite):
    """pytest-rerunfailures: each try has its own record, and the totals are those of all."""
    pytest.importorskip("pytest_rerunfailures")
    result = suite("--reruns=1", "-p", "no:xdist", conftest=GIVES_UP, test_shop=SYNC_TEST, uses=("rerunfailures",))
    assert result.parseoutcomes()["rerun"] == 1
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["2 runs, 2 calls, *"])
    assert len(reports(suite.path / "test-results")) == 2


# ---- reports


def test_a_failing_test_names_its_report(suite):
    """The task, how it ended, and the report's path stand beside the failure; the record is among the artifacts.

    What the model was asked lies beside it, without private values.
    """
    hidden = SYNC_TEST.replace("(PAGE)", "(PAGE + '<p>For canary-4711 alone')").replace(
        "data=", "private={'who': 'canary-4711'}, data="
    )
    result = suite(conftest=GIVES_UP, test_shop=hidden)
    result.assert_outcomes(failed=1)
    artifacts = suite.path / "test-results" / "test-shop-py-test-sell-chromium"
    assert reports(artifacts) == ["TIME-set-the-price-and-save/report.html"]
    (report,) = artifacts.rglob("report.html")
    asked = (report.parent / "requests.txt").read_text()
    assert asked.startswith("##### step 1: main asks scripted (none)\n### system: system\n")
    assert "For {{who}} alone" in asked
    assert "there is no form to buy" in asked.partition("### answer (")[2]
    assert "canary-4711" not in asked
    result.stdout.fnmatch_lines(
        [
            ">*actwright.run(*",
            "E*actwright.RunFailed: failed after 1 step: there is no form to buy",
            "E       Set the price and save",
            "E         1 there is no such form",
            "E           ■ fail     there is no form to buy",
            f"E       Report: {report}",
            f"E       Requests: {report.parent / 'requests.txt'}",
            "FAILED test_shop.py::test_sell* - actwright.RunFailed: *",
        ]
    )
    assert "Captured actwright" not in result.stdout.str()


def test_a_failure_shows_the_line_of_the_test_and_none_of_the_library(suite):
    """Also where the model is not there; `--full-trace` shows the frames."""
    result = suite(conftest=GIVES_UP, test_shop=SYNC_TEST)
    result.stdout.no_fnmatch_line("*actwright/*.py:*")
    missed = suite(conftest=MISSED, test_shop=SYNC_TEST)
    missed.stdout.fnmatch_lines([">*actwright.run(*", "E*ConfigError: tape.json names no model, and none was given*"])
    missed.stdout.no_fnmatch_line("*actwright/*.py:*")
    suite("--full-trace", conftest=MISSED, test_shop=SYNC_TEST).stdout.fnmatch_lines(["*actwright/*.py:*"])


def test_a_passing_test_keeps_its_record_and_says_nothing(suite):
    """The report is there; JUnit knows its path; the terminal stays quiet."""
    result = suite("--junit-xml=junit.xml", test_shop=SYNC_TEST)
    result.assert_outcomes(passed=1)
    assert "Report:" not in result.stdout.str()
    result.stdout.fnmatch_lines(["*- actwright -*", "1 run, 1 call, 1,* tokens, $0.0000, 0 replayed, 0 healed"])
    (report,) = (suite.path / "test-results").rglob("report.html")
    properties = {each.get("name"): each.get("value") for each in ET.parse(suite.path / "junit.xml").iter("property")}
    assert int(properties.pop("actwright_tokens")) > 1000
    assert properties == {
        "actwright_report": str(report),
        "actwright_runs": "1",
        "actwright_calls": "1",
        "actwright_usd": "0.0",
        "actwright_replayed": "0",
        "actwright_healed": "0",
    }


def test_a_run_that_a_timeout_interrupts_is_recorded(suite):
    """pytest-timeout ends the test; the run folder holds what was played and the failure names it."""
    test = """
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
    """
    result = suite("-p", "no:xdist", test_slow=test)
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*Timeout*", "Wait for it", "interrupted after 0 steps: *", "Report: *report.html"])


def test_records_go_where_they_are_told(suite):
    """`--actwright-runs` beats the ini file, and each test has a folder of its own."""
    suite.ini("[pytest]\nactwright_runs = from-ini\n")
    two = SYNC_TEST + SYNC_TEST.replace("test_sell", "test_sell_again").replace("from conftest import PAGE", "")
    suite(test_shop=two).assert_outcomes(passed=2)
    folders = [re.sub(r"-[0-9a-f]{6}/.*", "", path) for path in reports(suite.path / "from-ini")]
    assert folders == ["test_shop.py-test_sell-chromium", "test_shop.py-test_sell_again-chromium"]
    suite("--actwright-runs=told", test_shop=SYNC_TEST).assert_outcomes(passed=1)
    assert len(reports(suite.path / "told")) == 1


def test_parallel_workers_keep_their_records_among_the_artifacts(suite):
    """The folder is emptied once, of what an earlier session left, and not by each worker under the runs of the other."""
    test = """
    import pytest
    from conftest import PAGE

    @pytest.mark.parametrize("number", range(2))
    def test_sell(page, actwright, number):
        page.set_content(PAGE)
        result = actwright.run("Set the price and save", data={"price": 50})
        assert (result.run_dir / "report.html").is_file()
    """
    slow_worker = """
import os
import time

def recorded():
    return any("report.html" in files for _, _, files in os.walk("test-results"))  # `rglob` fails when the folder is emptied under it

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    until = time.monotonic() + 120  # the second worker begins when the first has recorded a run
    while item.config.workerinput["workerid"] == "gw1" and not recorded():
        assert time.monotonic() < until
        time.sleep(0.2)
"""
    stale = suite.path / "test-results" / "stale"
    stale.mkdir(parents=True)
    result = suite("-n", "2", "--dist=each", test_shop=test, conftest=slow_worker + SAVES)
    result.assert_outcomes(passed=4)
    assert len(reports(suite.path / "test-results")) == 4
    assert not stale.exists()
    result.stdout.fnmatch_lines(["*- actwright -*"])


def test_a_playwright_trace_is_told_in_words_and_holds_no_secret(suite):
    """A group for the run, at the line of the test, one for each step, and calls that name elements as people do."""
    test = """
    from conftest import PAGE

    def test_sell(page, actwright):
        body = PAGE.replace("<button>", "<input type=password aria-label=Pin><button>")
        page.route("https://shop.example/**", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto("https://shop.example/sell")
        secret = "-".join(["sesame", "4711", "open"])  # sources are part of a trace
        actwright.run("Set the price and save", data={"price": 50}, secrets={"pin": secret})
    """
    typed = """
PIN = {"reason": "pin", "tool": "fill", "parameters": {"element_id": "input-1", "value": "{{pin}}"}}
SAVE["actions"].insert(1, PIN)
"""
    result = suite("--tracing=on", test_shop=test, conftest=typed + SAVES)
    result.assert_outcomes(passed=1)
    (trace,) = (suite.path / "test-results").rglob("trace.zip")
    with zipfile.ZipFile(trace) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    events = [json.loads(line) for line in members["trace.trace"].splitlines()]
    groups = [event for event in events if event.get("method") == "tracingGroup"]
    titles = [re.sub(r"-\d+", "", group["title"]) for group in groups]
    assert titles[:2] == ["actwright: Set the price and save", "1 the price is set and the listing saved"]
    assert [title.split(":")[0].split()[0] for title in titles[2:]] == ["fill", "fill", "click", "expect"]
    assert [frame["file"] for frame in groups[0]["stack"]] == [str(suite.path / "test_shop.py")]
    called = [event for event in events if event.get("parentId") == groups[1]["callId"]]
    assert 'Click button "Save"' in {event.get("title") for event in called}
    assert [name for name, data in members.items() if b"sesame-4711-open" in data or b"actwright=" in data] == []
    assert b"{{pin}}" in members["trace.trace"]


def test_what_went_wrong_beside_the_task_can_fail_the_test(suite):
    """Errors of the console, failed requests, slow steps and violations of accessibility; a failing run tells those of its last step."""
    test = """
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
    """
    result = suite(test_shop=test)
    result.assert_outcomes(passed=5, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*ConfigError: fail_on: there is no finding 'consoul'; did you mean 'console'?*",
            "*ConfigError: fail_on: axe-core is not installed; pip install 'PATH_OF_THE_CLONE[[]axe]'*",
        ]
    )


def test_pytest_html_gets_the_report_and_the_last_picture(suite):
    """As extras of the test."""
    pytest.importorskip("pytest_html")
    result = suite("--html=all.html", "--self-contained-html", test_shop=SYNC_TEST, uses=("html", "metadata"))
    result.assert_outcomes(passed=1)
    (report,) = (suite.path / "test-results").rglob("report.html")
    page = (suite.path / "all.html").read_text()
    assert report.as_uri() in page
    assert "data:image/" in page


def test_allure_gets_the_report_and_the_last_picture(suite):
    """As attachments of the test."""
    pytest.importorskip("allure_pytest")
    result = suite("--alluredir=allure", conftest=GIVES_UP, test_shop=SYNC_TEST, uses=("allure_pytest",))
    result.assert_outcomes(failed=1)
    (told,) = (suite.path / "allure").glob("*-result.json")
    test = json.loads(told.read_text())
    attached = [(each["name"], each["type"]) for each in test["attachments"]]
    assert ("actwright: Set the price and save", "text/html") in attached
    (run,) = test["steps"]
    (step,) = run["steps"]
    assert [run["name"], step["name"]] == ["actwright: Set the price and save", "1 there is no such form"]
    assert [each["name"] for each in step["steps"]] == ["done: fail: there is no form to buy"]
    assert [each["type"] for each in step["attachments"]] == ["image/jpeg"]


# ---- configuration


def test_without_a_model_the_error_says_how_to_give_one(suite):
    """Command line, ini file, environment and the policy without a model are all named."""
    result = suite(conftest="", test_shop=SYNC_TEST)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*ConfigError: actwright has no model: pass --actwright-model NAME*actwright_model*ACTWRIGHT_MODEL*rules*"]
    )


@pytest.mark.parametrize(
    ("arguments", "ini", "environment", "expected"),
    [
        (
            ["--actwright-model=a:told", "--actwright-policy=rules"],
            "a:ini",
            "a:env",
            {"model": "a:told", "policy": "rules"},
        ),
        ([], "a:ini", "a:env", {"model": "a:ini"}),
        ([], "", "a:env", {"model": "a:env"}),
        ([], "", "", {}),
    ],
)
def test_the_first_place_that_names_a_model_wins(suite, monkeypatch, arguments, ini, environment, expected):
    """Command line, ini file, environment: in this order."""
    suite.ini(f"[pytest]\nactwright_model = {ini}\n")
    if environment:
        monkeypatch.setenv("ACTWRIGHT_MODEL", environment)
    test = f"def test_options(actwright_options): assert actwright_options == {expected!r}"
    suite(*arguments, conftest="", test_options=test).assert_outcomes(passed=1)


def test_the_marker_asks_for_an_evidence_pack(suite):
    """On a sync page of the suite too, the run folder has the files with which others can check the run."""
    test = """
    import pytest
    from conftest import PAGE

    @pytest.mark.actwright(evidence_pack=True)
    def test_sell(page, actwright):
        page.set_content(PAGE)
        result = actwright.run("Set the price and save", data={"price": 50})
        assert {path.name for path in result.run_dir.iterdir()} >= {"run.har", "trace.zip", "answer.txt", "spec.yaml"}
    """
    suite(test_shop=test).assert_outcomes(passed=1)


def test_a_marker_sets_options_for_one_test(suite):
    """The marker adds to the fixture's options; an unknown option is refused by name, with those that exist."""
    test = """
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
    """
    result = suite("--strict-markers", test_options=test)
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*the marker actwright: there is no option 'polciy'; did you mean 'policy'*"])


def test_a_marker_without_names_is_refused(suite):
    """It would change nothing, and nobody would know."""
    test = """
    import pytest

    @pytest.mark.actwright("rules")
    def test_marked(actwright):
        pass
    """
    result = suite(test_options=test)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["*the marker actwright takes named options, as in actwright(policy=\"rules\"), not actwright('rules')"]
    )


# ---- recordings

RECORDED = """
import pytest
from conftest import PAGE

@pytest.mark.parametrize("price", [50])
def test_sell(page, actwright, price):
    page.set_content(PAGE)
    actwright.run("Set the price and save", data={"price": price})
    actwright.check("the listing is saved at 50")
"""
FACTS = """
FACTS = {"problem": "", "facts": [{"fact": "expect_shown", "parameters": {"text": "saved at 50", "row": "", "under": ""}}], "picture": None}

@pytest.fixture
def actwright_options(actwright_options):
    return {**actwright_options, "model": ScriptedModel([SAVE, json.dumps(FACTS)])}
"""
NEEDS = "import json\n"


def test_a_recorded_test_is_replayed_without_a_model(suite):
    """The recording and the facts of its checks lie beside the test; without a model the test does the same, with none it is refused."""
    missing = suite("--actwright-mode=replay", conftest="", test_shop=RECORDED)
    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(
        ["*ConfigError: there is no recording *recordings/test_shop/test_sell.actwright.yaml; make it *"]
    )
    recorded = suite("--actwright-mode=record", conftest=NEEDS + FACTS, test_shop=RECORDED)
    recorded.assert_outcomes(passed=1)
    recorded.stdout.fnmatch_lines(
        ["*test_sell.actwright.yaml: 3 actions that a replay repeats without a model.", "1 run, 2 calls, *"]
    )
    files = sorted(path.name for path in (suite.path / "recordings" / "test_shop").iterdir())
    assert files == ["test_sell.actwright.yaml", "test_sell.checks.yaml"]
    replayed = suite("--actwright-mode=replay", conftest="", test_shop=RECORDED)
    replayed.assert_outcomes(passed=1)
    replayed.stdout.fnmatch_lines(["1 run, 0 calls, 0 tokens, $0.0000, 1 replayed, 0 healed"])
    wrong = RECORDED.replace("is saved at 50", "is saved at 60")
    refused = suite("--actwright-mode=replay", conftest="", test_shop=wrong)
    refused.assert_outcomes(failed=1)
    refused.stdout.fnmatch_lines(
        ["*ConfigError: *test_sell.checks.yaml has no facts for 'the listing is saved at 60'; record *"]
    )


def test_a_recording_that_does_not_fit_is_healed_and_a_patch_is_proposed(suite):
    """By default a recording is followed where there is one, and the model goes on where the page is another."""
    suite("--actwright-mode=record", test_shop=SYNC_TEST).assert_outcomes(passed=1)
    renamed = SYNC_TEST.replace("(PAGE)", "(PAGE.replace('<button>Save', '<button>Keep the price'))")
    result = suite(test_shop=renamed)  # the field stands beside nothing that was there, so the model fills it too
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["A patch to the recording is in *test_sell.actwright.patch*", "1 run, 1 call, * 0 replayed, 1 healed"]
    )


def test_two_tests_do_not_write_one_recording(suite):
    """Names that a file cannot tell apart are an error, also in two workers; of one test with several parameters the first is recorded."""
    test = """
    import pytest
    from conftest import PAGE

    @pytest.mark.parametrize("price", [50, "50"])
    def test_sell(page, actwright, price):
        page.set_content(PAGE)
        actwright.run("Set the price and save", data={"price": price})

    def other(page, actwright):
        page.set_content(PAGE)
        actwright.run("Set the price and save", data={"price": 50})

    globals()["test_sell "] = other
    globals()["test_sell-"] = other
    """
    result = suite("--actwright-mode=record", "-n", "2", test_shop=test)
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*ConfigError: *test_sell-.actwright.yaml was written by test_shop.py::test_sell*"])
    files = sorted(path.name for path in suite.path.rglob("*.actwright.yaml"))
    assert files == ["test_sell-.actwright.yaml", "test_sell.actwright.yaml"]


def test_ctrl_c_leaves_recordings_as_they_were(suite):
    """Also cassettes: nothing is half written, and the record of the run is whole."""
    interrupted = """
import signal

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs do not hear it

@pytest.fixture
def actwright_options(actwright_options):
    return {**actwright_options, "model": ScriptedModel([{**SAVE, "complete": False}, lambda request: signal.raise_signal(signal.SIGINT)])}
"""
    recording = suite.path / "recordings" / "test_shop" / "test_sell.actwright.yaml"
    recording.parent.mkdir(parents=True)
    recording.write_text("the old one")
    modes = ("--actwright-mode=record", "--actwright-cassettes=tapes", "--record-mode=once", "-p", "no:xdist")
    result = suite(*modes, conftest=interrupted, test_shop=SYNC_TEST)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert {path.name: path.read_text() for path in recording.parent.iterdir()} == {recording.name: "the old one"}
    (tape,) = (suite.path / "tapes").rglob("*.*")
    assert len(json.loads(tape.read_text())["exchanges"]) == 1
    (run,) = (path.parent for path in (suite.path / "test-results").rglob("run.json"))
    assert json.loads((run / "run.json").read_text())["status"] == "interrupted"
    assert (run / "report.html").exists()


# ---- cassettes


def test_a_suite_with_cassettes_asks_no_model_once_they_are_there(suite):
    """The folder of the option has one for each test; without a model and a recording the test does the same."""
    suite("--actwright-cassettes=tapes", "--record-mode=once", test_shop=SYNC_TEST).assert_outcomes(passed=1)
    assert (suite.path / "tapes" / "test_shop" / "test_sell[chromium].json").exists()
    suite.ini(
        "[pytest]\nactwright_cassettes = tapes\nactwright_record_mode = none\nactwright_cassette_ignore = for \\w+\n"
    )
    replayed = suite(conftest="", test_shop=SYNC_TEST)
    replayed.assert_outcomes(passed=1)
    replayed.stdout.fnmatch_lines(["1 run, 0 calls, 0 tokens, $0.0000, 1 replayed, 0 healed"])


# ---- tokens


def test_a_test_that_takes_more_tokens_than_its_baseline_fails(suite):
    """It names what grew; a baseline is written anew on request, and a test that is not in it fails as well."""
    name = "--actwright-token-baseline=tokens.json"
    absent = suite(name, test_shop=SYNC_TEST)
    absent.assert_outcomes(failed=1)
    absent.stdout.fnmatch_lines(
        [
            "the tokens of this test differ from *tokens.json:",
            "  the test is not in this file",
            "*update the file with *",
        ]
    )
    suite(name, "--actwright-token-baseline-update", test_shop=SYNC_TEST).assert_outcomes(passed=1)
    suite(name, test_shop=SYNC_TEST).assert_outcomes(passed=1)
    baseline = json.loads((suite.path / "tokens.json").read_text())
    (blocks,) = baseline["tests"].values()
    assert {"system", "tools", "task", "page", "screenshot", "output"} <= blocks.keys()
    longer = SYNC_TEST.replace("(PAGE)", "(PAGE + '<p>' + 'A long text that nobody needs. ' * 20)")
    grown = suite(name, test_shop=longer)
    grown.assert_outcomes(failed=1)
    grown.stdout.fnmatch_lines([f"  page: {blocks['page']:,} -> * tokens (+*)"])
    suite(name, "--actwright-token-tolerance=1000", test_shop=longer).assert_outcomes(passed=1)


# ---- suites that do not use it


def test_other_suites_are_not_touched(pytester):
    """Loading the plugin imports neither Playwright nor pydantic, and it offers nothing but its own fixtures."""
    test = """
    import sys

    PLUGIN = "actwright.pytest_plugin"
    OWN = ("baseline", "plugin_options", "record_folders", "session_summary")
    LOADED = ["actwright", "actwright.lazy", PLUGIN, *(f"{PLUGIN}.{name}" for name in OWN)]

    def test_nothing_is_loaded():
        heavy = {"playwright", "pydantic", "structlog", "PIL", "anthropic", "openai"} & set(sys.modules)
        loaded = sorted(name for name in sys.modules if name.split(".")[0] == "actwright")
        assert (heavy, loaded) == (set(), LOADED)

    def test_page_is_the_suites_own(request):
        import pytest
        with pytest.raises(pytest.FixtureLookupError):
            request.getfixturevalue("page")
    """
    arguments = ["--disable-plugin-autoload", "-p", "actwright.pytest_plugin"]
    pytester.makeini("[pytest]\n")
    pytester.makepyfile(test_other=test)
    pytester.runpytest_subprocess(*arguments).assert_outcomes(passed=2)


# ---- what a run may do


def test_a_suite_whose_warnings_are_errors_gets_messages_in_the_summary(suite):
    """A message to the user neither ends a run nor fails a test; it stands at the end of the session."""
    test = """
    from actwright import Limits
    from conftest import PAGE

    def refuse(request):
        raise OSError("no terminal")

    def test_sell(page, actwright):
        page.set_content(PAGE)
        once = Limits(steps=1)
        actwright.run("Set the price and save", data={"price": 50}, confirm=refuse, limits=once, check=False)
    """
    strict = "error::UserWarning\n    ignore::pytest.PytestWarning"  # of the other plugins
    suite.ini(f"[pytest]\nasyncio_default_fixture_loop_scope = function\nfilterwarnings =\n    {strict}\n")
    result = suite(test_sell=test)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*- actwright -*", "Note: confirm failed, which counts as no: OSError: no terminal"])


def test_permissions_and_confirm_of_the_fixture_hold(suite):
    """Away from home nothing is submitted: not by default, only where it is permitted, and not after a no."""
    result = suite(
        test_it="""
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
    )
    result.assert_outcomes(passed=4)
