"""The same flows in suites of every test runner: each has the same verdict in all of them."""

import io
import os
import socket
import sys
import unittest
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from installed_browser import launch_options
from playwright.sync_api import sync_playwright
from recorded_shop import shop
from served_pages import ServedPages
from suite_flows import FEW, MANY, in_gherkin, in_python, in_robot, keep

from actwright.engine.policies.replay import policy

pytestmark = pytest.mark.slow

PAGE = """
import pytest
import flow_page

@pytest.fixture
def page():
    return flow_page.new()
"""
UNUSED = ("asyncio", "cacheprovider", "faulthandler", "playwright", "timeout", "xdist")


STEPS = "actwright.runners.behave_steps"
"""Each run of behave in one process has new steps."""


class FlowPage:
    """A module that gives suites in this process pages of one browser, which starts when one is first asked for."""

    def __init__(self, stack):
        self._stack = stack

    @cached_property
    def port(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            return free.getsockname()[1]

    @cached_property
    def browser(self):
        options = launch_options()
        options["args"].append(f"--remote-debugging-port={self.port}")
        return self._stack.enter_context(sync_playwright()).chromium.launch(**options)

    def new(self):
        for context in self.browser.contexts:
            context.close()
        return self.browser.new_page()


@pytest.fixture
def flow_page(monkeypatch):
    with ExitStack() as stack:
        given = FlowPage(stack)
        monkeypatch.setitem(sys.modules, "flow_page", given)
        yield given


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a suite, in which its runner is started in replay mode. Modules that a runner imports are forgotten."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = dict(sys.modules)
    for name in list(os.environ):
        if name.startswith(("ACTWRIGHT_", "PYTEST_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("ACTWRIGHT_MODE", "replay")
    monkeypatch.setenv("ACTWRIGHT_BROWSER", str(launch_options()["executable_path"]))
    monkeypatch.setattr(policy, "PATIENCE", 0.1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text(PAGE)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if name == STEPS or str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    sys.modules.update({name: module for name, module in before.items() if name not in {STEPS, *sys.modules}})


@contextmanager
def served(flows):
    """The address of a shop for each flow."""
    with ExitStack() as stack:
        yield [f"{stack.enter_context(ServedPages(shop(**flow.shop))).url}/" for flow in flows]


def written(file, lines, names):
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join([*lines, ""]))
    keep(file, names)
    return file


def named(form, flows):
    return [form.format(at) for at in range(len(flows))]


def of_junit(path):
    """Whether each test passed, in the order of the file."""
    return [
        not (set(case) and {each.tag for each in case} & {"failure", "error"})
        for case in ET.parse(path).iter("testcase")
    ]


def by_pytest(folder, flows, urls):
    file = folder / "test_plain.py"
    written(file, in_python(flows, urls, arguments="page, actwright"), named("test_flow_{}", flows))
    return pytests(folder, file)


def pytests(folder, file):
    options = [f"-pno:{name}" for name in UNUSED]
    pytest.main([str(file), "-q", "--rootdir", str(folder), "--junitxml=junit.xml", *options])
    return of_junit("junit.xml")


def by_pytest_bdd(folder, flows, urls):
    written(folder / "flows.feature", in_gherkin(flows, urls), [])
    lines = [
        "from pytest_bdd import scenarios",
        "from actwright.runners.pytest_bdd_steps import *",
        "scenarios('flows.feature')",
    ]
    return pytests(folder, written(folder / "test_bdd.py", lines, named("test_flow_{}", flows)))


def by_unittest(folder, flows, urls):
    lines = [
        "import unittest, flow_page",
        "from actwright.runners.unittest_mixin import ActwrightMixin",
        "class Flows(ActwrightMixin, unittest.TestCase):",
        "    def setUp(self):",
        "        self.page = flow_page.new()",
        *(f"    {line}" for line in in_python(flows, urls, arguments="self", owner="self.")),
    ]
    written(folder / "flow_cases.py", lines, named("Flows.test_flow_{}", flows))
    tests = unittest.TestLoader().discover(str(folder), "flow_cases.py")
    said = io.StringIO()
    result = unittest.TextTestRunner(said).run(tests)
    sys.stdout.write(said.getvalue())
    failed = {case.id().rpartition("_")[2] for case, _ in (*result.failures, *result.errors)}
    assert result.testsRun == len(flows)
    return [str(at) not in failed for at in range(len(flows))]


def by_robot(folder, flows, urls, option=""):
    """On a browser that the library starts."""
    import robot

    lines = [
        "*** Settings ***",
        f"Library    actwright.runners.robot_library.ActwrightLibrary{option}",
        "*** Test Cases ***",
        *in_robot(flows, urls),
    ]
    file = written(folder / "flows.robot", lines, named("Flow-{}", flows))
    robot.run(str(file), outputdir="robot", xunit="junit.xml", stdout=sys.stdout, stderr=sys.stderr)
    log = Path("robot/output.xml").read_text()
    assert "<b>complete after 2 steps" in log.replace("&lt;", "<").replace("&gt;", ">")
    assert "data:image/" in log  # where a replay stopped
    return of_junit("robot/junit.xml")


def by_robot_attached(folder, flows, urls):
    """On the newest page of a browser that runs, as with Browser library."""
    import flow_page

    flow_page.new()
    return by_robot(folder, flows, urls, f"    cdp_url=http://127.0.0.1:{flow_page.port}")


def by_behave(folder, flows, urls):
    from behave.__main__ import main

    (folder / "steps").mkdir()
    (folder / "steps" / "all.py").write_text("from actwright.runners.behave_steps import *\n")
    (folder / "environment.py").write_text(
        "import flow_page\n"
        "def before_scenario(context, scenario):\n"
        "    if scenario.name != 'flow 9':  # on a browser that the steps start\n"
        "        context.page = flow_page.new()\n"
    )
    written(folder / "flows.feature", in_gherkin(flows, urls), named("flow-{}", flows))
    main([".", "--no-color", "--junit", "--junit-directory=junit", "--no-capture"])
    [report] = Path("junit").glob("*.xml")
    return of_junit(report)


RUNNERS = {
    "unittest": by_unittest,
    "robot": by_robot,
    "pytest-bdd": by_pytest_bdd,
    "behave": by_behave,
    "pytest": by_pytest,
}


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("flow_page")
def test_every_runner_gives_the_same_verdicts(folder):
    expected = [flow.passes for flow in FEW]
    with served(FEW) as urls:
        in_one_browser = {**RUNNERS, "robot": by_robot_attached}
        verdicts = {name: play(folder, FEW, urls) for name, play in in_one_browser.items()}
    assert verdicts == dict.fromkeys(RUNNERS, expected)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("flow_page")
@pytest.mark.parametrize("name", RUNNERS)
def test_thirty_flows(folder, name):
    with served(MANY) as urls:
        assert RUNNERS[name](folder, MANY, urls) == [flow.passes for flow in MANY]
