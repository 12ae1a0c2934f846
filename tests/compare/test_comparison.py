"""A comparison is recorded as it is played, gone on with where it stood, and refused where it would mix what differs."""

import json
from contextlib import aclosing, asynccontextmanager, nullcontext

import pytest
from installed_browser import launch_options
from noted import noted
from reused_page import own_page

from actwright import ConfigError, Limits
from actwright.compare.case import Case, Score
from actwright.compare.comparison import Comparison
from actwright.compare.comparison_folder import ComparisonFolder
from actwright.compare.contender import contenders
from actwright.compare.play import Plan
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.testing import ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

DONE = {"complete": True, "message": "done", "actions": []}


class Claims:
    """A model that says at once that all is done."""

    told, tokens = "scripted", ""

    def check(self, case):
        """It plays anything."""

    def model(self, case, contender, seed=0):
        return nullcontext(ScriptedModel([DONE]))


@asynccontextmanager
async def blank(browser):
    async with own_page(browser) as opened:

        class Stage:
            page = opened
            images = ()

            async def score(self, result, page):
                return Score(passed=result.complete)

        yield Stage()


@asynccontextmanager
async def broken(browser):
    raise OSError("the site is down")
    yield


def comparison(folder, models, suite, ids, *, stage=blank, **options):
    return Comparison(
        plan=Plan(
            cases=[(0, Case(id=id, task=f"do {id}", stage=stage)) for id in ids],
            contenders=contenders("single_call+plain+blind"),
            models=models,
            browser=BrowserOptions(args=tuple(launch_options()["args"])),
            **options,
        ),
        folder=ComparisonFolder(folder),
        suite=suite,
        files=[suite],
        command=["actwright", "compare", "--base-url", "http://ada:lovelace@127.0.0.1:1/v1"],
    )


async def played(comparison):
    async with aclosing(comparison.play()) as stream:
        return [each.row.case async for each in stream]


@pytest.fixture
def suite(tmp_path):
    (tmp_path / "suite.py").write_text("# tasks")
    return tmp_path / "suite.py"


async def test_it_goes_on_where_it_stood_and_what_broke_is_played_again(tmp_path, suite):
    models, folder = Claims(), tmp_path / "out"
    assert await played(comparison(folder, models, suite, ["a"])) == ["a"]
    assert await played(comparison(folder, models, suite, ["b"], stage=broken)) == ["b"]
    whole = comparison(folder, models, suite, ["a", "b", "c"])
    assert await played(whole) == ["b", "c"]
    assert [(row.case, row.passed, row.error) for row in whole.rows] == [
        ("a", True, ""),
        ("b", True, ""),
        ("c", True, ""),
    ]
    usage = (folder / "usage.jsonl").read_text().splitlines()
    assert [json.loads(line)["case"] for line in usage] == ["a", "b", "c"]
    assert await played(whole) == []
    assert {path.name for path in folder.iterdir()} == {
        "manifest.json", "rows.jsonl", "rows.csv", "usage.jsonl", "summary.json", "report.html",
    }  # fmt: skip
    manifest = json.loads((folder / "manifest.json").read_text())
    assert [case["case"] for case in manifest["cases"]] == ["a", "b", "c"]
    assert manifest["ended"] >= manifest["started"]
    assert "lovelace" not in json.dumps(manifest)


async def test_what_was_played_before_it_is_stopped_is_written_up(tmp_path, suite):
    begun = comparison(tmp_path / "out", Claims(), suite, ["a", "b"])
    async with aclosing(begun.play()) as stream:
        async for _ in stream:
            break
    assert [row.case for row in begun.rows] == ["a"]
    assert (tmp_path / "out" / "report.html").is_file()


async def test_other_limits_or_another_suite_need_another_folder(tmp_path, suite):
    await played(comparison(tmp_path / "out", Claims(), suite, ["a"]))
    with pytest.raises(
        ConfigError, match=r"holds another comparison \(steps: 25 before, 3 now\); choose another folder with"
    ):
        await played(comparison(tmp_path / "out", Claims(), suite, ["a", "b"], limits=Limits(steps=3)))
    suite.write_text("# other tasks")
    with pytest.raises(ConfigError, match=r"suite\.py was edited"):
        await played(comparison(tmp_path / "out", Claims(), suite, ["a", "b"]))


async def test_what_is_refused_changes_nothing(tmp_path, suite):
    """Nor does it the second time."""
    await played(comparison(tmp_path / "out", Claims(), suite, ["a"]))
    manifest = tmp_path / "out" / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "browser": "1.2.3"}))
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    for _ in range(2):
        with pytest.raises(ConfigError, match=r"browser: 1\.2\.3 before, [\d.]+ now"):
            await played(comparison(tmp_path / "out", Claims(), suite, ["a", "b"]))
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


async def test_further_policies_and_cases_join_those_there_are(tmp_path, suite):
    """The plan's own come first."""
    await played(comparison(tmp_path / "out", Claims(), suite, ["a"]))
    joined = comparison(tmp_path / "out", Claims(), suite, ["b"])
    assert await played(joined) == ["b"]
    assert [row.case for row in joined.rows] == ["b", "a"]
    assert [line.partition(",")[0] for line in (tmp_path / "out" / "rows.csv").read_text().splitlines()[1:]] == [
        "b",
        "a",
    ]


async def test_no_run_is_begun_once_enough_is_spent(tmp_path, suite):
    class Dear(ScriptedModel):
        def price(self, reply):
            return 0.3

    class AllDear(Claims):
        def model(self, case, contender, seed=0):
            return nullcontext(Dear([DONE]))

    dear = comparison(tmp_path / "out", AllDear(), suite, ["a", "b", "c"], usd=0.5)
    with noted(match=r"\$0\.60 has been spent; runs that had not started are left out"):
        assert await played(dear) == ["a", "b"]
