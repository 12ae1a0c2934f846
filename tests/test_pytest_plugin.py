"""The plugin in suites of its users: each test writes a suite and runs it in a pytest of its own, with real Chromium."""

import json
import os
import re
import shutil
import zipfile
from xml.etree import ElementTree as ET

import pytest
from forked_pytest import ForkedPytest
from installed_browser import launch_options
from plugin_suites import ASYNC, EACH, SYNC, WITHOUT_PAGES

pytestmark = pytest.mark.slow

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
    "pytest-bdd",
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


def failing(result):
    """The tests that failed or ended with an error, without their parameters."""
    lines = (line.split() for line in result.outlines if line.startswith(("FAILED ", "ERROR ")))
    return {words[1].partition("[")[0] for words in lines}


# ---- runs on pages


def test_a_sync_suite(suite):
    """Runs on its pages, called and step by step, with options, findings, limits, permissions and timeouts of single tests."""
    result = suite("--strict-markers", "-p", "no:xdist", conftest=EACH, **SYNC)
    result.assert_outcomes(passed=20, failed=7, errors=2)
    assert failing(result) == {
        "test_expected.py::test_sell",
        "test_findings.py::test_nonsense",
        "test_findings.py::test_without_the_extra",
        "test_incomplete.py::test_forgotten",
        "test_limit.py::test_sell",
        "test_nameless.py::test_marked",
        "test_options.py::test_typo",
        "test_steps.py::test_left",
        "test_time.py::test_slow",
    }
    for told in (
        ["*the marker actwright takes named options, as in actwright(policy=\"rules\"), not actwright('rules')"],
        ["*the marker actwright: there is no option 'polciy'; did you mean 'policy'*"],
        ["E*✗ expect *saved at 60*", "E *! not accepted as complete: *"],
        ["*ConfigError: fail_on: there is no finding 'consoul'; did you mean 'console'?*"],
        ["*ConfigError: fail_on: axe-core is not installed; pip install 'PATH_OF_THE_CLONE[[]axe]'*"],
        ["call limit*after 1 step: *", "the limit of the test is reached: 1 calls in all*"],
        [
            "interrupted after 1 step: the run was stopped from outside",
            "  1 the price first",
            "    ✓ fill*",
            "Report: *",
        ],
        ["*Timeout*", "Wait for it", "interrupted after 0 steps: *", "Report: *report.html"],
    ):
        result.stdout.fnmatch_lines(told)
    tests = {path.split("/")[0] for path in reports(suite.path / "test-results")}
    assert {"test-steps-py-test-left-chromium", "test-steps-py-test-to-the-end-chromium"} <= tests


def test_an_async_suite(suite):
    """The same calls give something to await, and steps come in an `async for`; a call that was not awaited fails its test."""
    result = suite(conftest=ASYNC_PAGE + EACH, **ASYNC)
    result.assert_outcomes(passed=4, failed=2)
    assert failing(result) == {"test_incomplete.py::test_forgotten", "test_incomplete.py::test_not_awaited"}
    result.stdout.fnmatch_lines(["nothing was done, because the test did not await this, *: 'Buy'"])


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
    """With neither of Playwright's plugins: called, step by step and awaited. A timeout ends the browser, and the next test goes on."""
    base = CONFTEST[: CONFTEST.index("@pytest.fixture")]
    result = suite("-p", "no:playwright", "-p", "no:xdist", base=base, conftest=ALONE, **WITHOUT_PAGES)
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["*Timeout*", "interrupted after *: *", "Report: *report.html"])
    assert len(reports(suite.path / "actwright-runs")) == 6
    assert (suite.path / "actwright-runs" / ".gitignore").read_text() == "*\n"


# ---- limits of a session

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


def test_nonsense_in_an_option_is_refused_before_any_test(suite):
    wrong = suite("--actwright-session-usd=plenty", test_shop=SYNC_TEST)
    wrong.stderr.fnmatch_lines(
        ["*--actwright-session-usd (actwright_session_usd) is 'plenty'; it must be a number above 0"]
    )


@pytest.mark.slow
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

MISSED = """
from conftest import PAGE
from actwright.testing import Cassette
import pytest

@pytest.fixture
def actwright_options():
    return {"model": Cassette("tape.json", mode="auto")}

def test_missed(actwright):
    actwright.run("Set the price and save", url="about:blank")
"""
NO_MODEL = "E*ConfigError: actwright has no model: pass --actwright-model NAME*actwright_model*ACTWRIGHT_MODEL*rules*"
NO_TAPE = "E*ConfigError: tape.json names no model, and none was given*"


def test_a_failing_test_names_its_report(suite):
    """The task, how it ended, and the report's path stand beside the failure; the record is among the artifacts, and Allure has it.

    What the model was asked lies beside it, without private values. The line of the test is shown, and none of the library.
    """
    pytest.importorskip("allure_pytest")
    hidden = SYNC_TEST.replace("(PAGE)", "(PAGE + '<p>For canary-4711 alone')").replace(
        "data=", "private={'who': 'canary-4711'}, data="
    )
    files = {"test_missed": MISSED, "test_shop": hidden}
    result = suite("--alluredir=allure", conftest=GIVES_UP, uses=("allure_pytest",), **files)
    result.assert_outcomes(failed=2)
    artifacts = suite.path / "test-results" / "test-shop-py-test-sell-chromium"
    assert reports(artifacts) == ["TIME-set-the-price-and-save/report.html"]
    (report,) = artifacts.rglob("report.html")
    asked = (report.parent / "requests.txt").read_text()
    assert asked.startswith("##### step 1: main asks scripted (none)\n### system: system\n")
    assert "For {{who}} alone" in asked
    assert "there is no form to buy" in asked.partition("### answer (")[2]
    assert "canary-4711" not in asked
    result.stdout.fnmatch_lines([">*actwright.run(*", NO_TAPE])
    result.stdout.fnmatch_lines(
        [
            ">*actwright.run(*",
            "E*actwright.RunFailed: failed after 1 step: there is no form to buy",
            "E       Set the price and save",
            "E         1 there is no such form",
            "E           ■ fail",
            "E       Failed",
            f"E       Report: {report}",
            f"E       Requests: {report.parent / 'requests.txt'}",
            "FAILED test_shop.py::test_sell* - actwright.RunFailed: *",
        ]
    )
    assert "Captured actwright" not in result.stdout.str().partition("_ test_sell[chromium] _")[2]
    result.stdout.no_fnmatch_line("*actwright/*.py:*")
    assert_told_to_allure(suite.path / "allure")


def assert_told_to_allure(folder):
    """The report and the last picture are attachments of the test."""
    told = [json.loads(path.read_text()) for path in folder.glob("*-result.json")]
    (test,) = (each for each in told if each["name"].startswith("test_sell"))
    attached = [(each["name"], each["type"]) for each in test["attachments"]]
    assert ("actwright: Set the price and save", "text/html") in attached
    (run,) = test["steps"]
    (step,) = run["steps"]
    assert [run["name"], step["name"]] == ["actwright: Set the price and save", "1 there is no such form"]
    assert [each["name"] for each in step["steps"]] == ["done: fail: there is no form to buy"]
    assert [each["type"] for each in step["attachments"]] == ["image/jpeg"]


def test_mistakes_are_said_and_a_full_trace_shows_the_frames_of_the_library(suite):
    """Without a model, the command line, the ini file, the environment and the policy without one are all named."""
    base = CONFTEST[: CONFTEST.index("@pytest.fixture")]
    nothing = "def test_nothing(actwright):\n    actwright.run('Set the price and save', url='about:blank')\n"
    files = {"test_missed": MISSED, "test_nothing": nothing}
    result = suite("--full-trace", "-p", "no:playwright", base=base, conftest="", **files)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*actwright/*.py:*"])
    result.stdout.fnmatch_lines([NO_TAPE, NO_MODEL])


AGAIN = SYNC_TEST + SYNC_TEST.replace("test_sell", "test_sell_again").replace("from conftest import PAGE", "")


def test_passing_tests_keep_their_records_and_say_nothing(suite):
    """The reports are in the folder of the ini file, one for each test; JUnit knows their paths; the terminal stays quiet."""
    suite.ini("[pytest]\nactwright_runs = from-ini\n")
    result = suite("--junit-xml=junit.xml", test_shop=AGAIN)
    result.assert_outcomes(passed=2)
    assert "Report:" not in result.stdout.str()
    result.stdout.fnmatch_lines(["*- actwright -*", "2 runs, 2 calls, * tokens, $0.0000, 0 replayed, 0 healed"])
    found = reports(suite.path / "from-ini")
    folders = [re.sub(r"-[0-9a-f]{6}/.*", "", path) for path in found]
    assert folders == ["test_shop.py-test_sell-chromium", "test_shop.py-test_sell_again-chromium"]
    first = next(ET.parse(suite.path / "junit.xml").iter("testcase"))
    properties = {each.get("name"): each.get("value") for each in first.iter("property")}
    assert int(properties.pop("actwright_tokens")) > 1000
    report = properties.pop("actwright_report")
    assert reports(suite.path / "from-ini")[0].startswith(
        report.removeprefix(f"{suite.path / 'from-ini'}/").split("/")[0]
    )
    assert properties == {
        "actwright_runs": "1",
        "actwright_calls": "1",
        "actwright_usd": "0.0",
        "actwright_replayed": "0",
        "actwright_healed": "0",
        "actwright_proof": "shown: nothing was sent that could change something",
    }


def test_the_command_line_names_the_folder_and_pytest_html_gets_the_report_and_the_last_picture(suite):
    pytest.importorskip("pytest_html")
    suite.ini("[pytest]\nactwright_runs = from-ini\n")
    told = ("--actwright-runs=told", "--html=all.html", "--self-contained-html")
    suite(*told, test_shop=SYNC_TEST, uses=("html", "metadata")).assert_outcomes(passed=1)
    assert not (suite.path / "from-ini").exists()
    (report,) = (suite.path / "told").rglob("report.html")
    page = (suite.path / "all.html").read_text()
    assert report.as_uri() in page
    assert "data:image/" in page


@pytest.mark.slow
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


# ---- configuration


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
VARIANTS = """
import pytest

@pytest.mark.parametrize("price", [50])
def test_with_parameters(page, actwright, price):
    assert actwright._recordings._test.has_variants

def test_without(page, actwright):
    assert not actwright._recordings._test.has_variants
"""


def test_a_recorded_test_is_replayed_without_a_model_and_healed_with_one(suite):
    """The recording and the facts of its checks lie beside the test; without a model the test does the same, with none it is refused.

    By default a recording is followed where there is one, and the model goes on where the page is another.
    """
    recorded = suite("--actwright-mode=record", conftest=NEEDS + FACTS, test_shop=RECORDED)
    recorded.assert_outcomes(passed=1)
    recorded.stdout.fnmatch_lines(
        [
            "*test_sell.actwright.yaml: 2 actions and 1 check, which a replay repeats without a model.",
            "1 run, 2 calls, *",
        ]
    )
    recordings = suite.path / "recordings"
    files = sorted(path.name for path in (recordings / "test_shop").iterdir())
    assert files == ["test_sell.actwright.yaml", "test_sell.checks.yaml"]
    shutil.copytree(recordings / "test_shop", recordings / "test_wrong")
    wrong = RECORDED.replace("is saved at 50", "is saved at 60")
    tests = {"test_missing": RECORDED, "test_shop": RECORDED, "test_variants": VARIANTS, "test_wrong": wrong}
    replayed = suite("--actwright-mode=replay", conftest="", **tests)
    replayed.assert_outcomes(passed=3, failed=2)
    assert failing(replayed) == {"test_missing.py::test_sell", "test_wrong.py::test_sell"}
    replayed.stdout.fnmatch_lines(
        [
            "*ConfigError: there is no recording *recordings/test_missing/test_sell.actwright.yaml; make it *",
            "*ConfigError: *test_sell.checks.yaml has no facts for 'the listing is saved at 60'; record *",
            "2 runs, 0 calls, 0 tokens, $0.0000, 2 replayed, 0 healed",
        ]
    )
    renamed = SYNC_TEST.replace("(PAGE)", "(PAGE.replace('<button>Save', '<button>Keep the price'))")
    healed = suite(
        "test_shop.py", test_shop=renamed
    )  # the field stands beside nothing that was there, so the model fills it too
    healed.assert_outcomes(passed=1)
    healed.stdout.fnmatch_lines(
        ["A patch to the recording is in *test_sell.actwright.patch*", "1 run, 1 call, * 0 replayed, 1 healed"]
    )


@pytest.mark.slow
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
    suite(name, "--actwright-token-baseline-update", test_shop=SYNC_TEST).assert_outcomes(passed=1)
    baseline = json.loads((suite.path / "tokens.json").read_text())
    ((test, blocks),) = baseline["tests"].items()
    assert {"system", "tools", "task", "page", "screenshot", "output"} <= blocks.keys()
    baseline["tests"][test.replace("test_shop", "test_longer")] = blocks
    (suite.path / "tokens.json").write_text(json.dumps(baseline))
    longer = SYNC_TEST.replace("(PAGE)", "(PAGE + '<p>' + 'A long text that nobody needs. ' * 20)")
    compared = suite(name, test_absent=SYNC_TEST, test_longer=longer, test_shop=SYNC_TEST)
    compared.assert_outcomes(passed=1, failed=2)
    assert failing(compared) == {"test_absent.py::test_sell", "test_longer.py::test_sell"}
    compared.stdout.fnmatch_lines(
        [
            "the tokens of this test differ from *tokens.json:",
            "  the test is not in this file",
            "*update the file with *",
            f"  page: {blocks['page']:,} -> * tokens (+*)",
        ]
    )
    suite(name, "--actwright-token-tolerance=1000", "test_longer.py", test_longer=longer).assert_outcomes(passed=1)


# ---- suites that do not use it


def test_other_suites_are_not_touched(pytester):
    """Loading the plugin imports neither Playwright nor pydantic, and it offers nothing but its own fixtures."""
    test = """
    import sys

    PLUGIN = "actwright.pytest_plugin"
    OWN = ("baseline", "plugin_options", "record_folders", "session_summary")
    SHARED = ["actwright.runners", "actwright.runners.record_folder"]
    LOADED = ["actwright", "actwright.lazy", PLUGIN, *(f"{PLUGIN}.{name}" for name in OWN), *SHARED]

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
