"""What a comparison plays is read from suites, configs and lines of JSON; what is malformed is told with its place."""

import asyncio
import json
from contextlib import aclosing, nullcontext
from pathlib import Path

import pytest
from builders import action
from installed_browser import launch_options
from noted import noted

from actwright import ConfigError, Result, Status, Step
from actwright.compare.case import Score
from actwright.compare.configs import _answer, _Configured
from actwright.compare.contender import contenders
from actwright.compare.play import CaseAnswer, Plan, SharedBrowser, play
from actwright.compare.tasks import PlainTask, _PlainStage, load_cases
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.task import Task
from actwright.testing import ScriptedModel, Site
from actwright.webarena import load_tasks

CONFIGS = Path(__file__).parents[2] / "benchmarks" / "suites" / "webarena"
NO_RESULT = Result(task=Task(text="i"), status=Status.COMPLETE, steps=())
TASK = "Fill the price as $50 and submit"


class Submits:
    """A model that fills in a price and takes itself at its word."""

    told, tokens = "scripted", ""

    def check(self, case):
        """It plays anything."""

    def model(self, case, contender, seed=0):
        actions = [action("fill", element_id="input-0", value="50"), action("click", element_id="button-0")]
        return nullcontext(ScriptedModel([{"complete": True, "message": "done", "actions": actions}]))


@pytest.mark.slow
@pytest.mark.usefixtures("one_browser")
async def test_tasks_of_ones_own_pass_by_what_they_expect_of_the_page(tmp_path):
    with Site() as site:
        task = {"task": TASK, "url": f"{site.url}/price"}
        fact = {"kind": "text", "expected": "created with price $50"}
        wrong = {"kind": "text", "expected": "created with price $60"}
        lines = [
            {"id": "holds", **task, "expect": [fact]},
            {"id": "fails", **task, "expect": [fact, wrong]},
            {"id": "open", "intent": TASK, "url": task["url"], "size": 1},
        ]
        (tmp_path / "own.jsonl").write_text("\n\n".join(map(json.dumps, lines)))
        plan = Plan(
            cases=load_cases(tmp_path / "own.jsonl", seeds=[0]),
            contenders=contenders("single_call+plain"),
            models=Submits(),
            browser=BrowserOptions(args=tuple(launch_options()["args"])),
        )
        async with SharedBrowser(plan.browser) as shared, aclosing(play(plan, shared)) as stream:
            rows = {played.row.case: played.row async for played in stream}
    assert {case: row.passed for case, row in rows.items()} == {"holds": True, "fails": False, "open": None}
    assert '"created with price $60"' in rows["fails"].reason
    assert rows["open"].reason == "the task has no `expect`, so it cannot be judged"
    assert rows["open"].size == 1


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ([("value", "#price", "50"), ("state", "text=Send", "disabled"), ("state", "#terms", "checked")], ""),
        ([("state", "dialog", "hidden"), ("state", "#price", "enabled"), ("state", "#news", "unchecked")], ""),
        ([("value", "#price", "60")], "#price has the value '50', not '60'"),
        ([("state", "#news", "checked"), ("state", "h1", "hidden")], "#news is not checked; h1 is not hidden"),
        ([("value", "#none", "")], "#none: Locator.input_value: Timeout 500ms exceeded."),
    ],
)
async def test_elements_are_named_by_selectors(page, monkeypatch, facts, reason):
    monkeypatch.setattr("actwright.compare.tasks.LOOKING", 500 if "Timeout" in reason else 60_000)
    await page.set_content(
        "<h1>Form</h1><input id=price value=50><input id=terms type=checkbox checked><input id=news type=checkbox>"
        "<button disabled>Send</button><dialog>Sure?</dialog>"
    )
    expected = [{"kind": kind, "selector": selector, "expected": value} for kind, selector, value in facts]
    task = PlainTask.model_validate({"id": "a", "task": "i", "url": "u", "expect": expected})
    assert await _PlainStage(page, task).score(NO_RESULT, page) == Score(passed=not reason, reason=reason)


def test_a_suite_gives_other_cases_for_each_seed(tmp_path):
    (tmp_path / "suite.py").write_text(
        "from actwright.compare.case import Case\n"
        "def cases(seed):\n"
        "    return [Case(id='a', task=f'do {seed}', stage=None), Case(id='b', task='b', stage=None)]\n"
    )
    found = load_cases(tmp_path / "suite.py", seeds=[0, 7])
    assert [(seed, case.id, case.task) for seed, case in found] == [
        (0, "a", "do 0"),
        (0, "b", "b"),
        (7, "a", "do 7"),
        (7, "b", "b"),
    ]


SUITE = "from actwright.compare.case import Case\ndef cases(seed): return [Case(id='a', task='i', stage=None)] * {}"


FACT = '{{"id": "a", "task": "i", "url": "u", "expect": {}}}'


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.py", None, "no such file or folder"),
        ("tasks.txt", "x", r"not tasks; give a suite \(.py\), tasks \(.jsonl\), or WebArena configs"),
        ("empty.jsonl", "\n", "there are no tasks in it"),
        ("broken.jsonl", '{"id": "a"', "line 1: it is not valid JSON: Expecting ',' delimiter"),
        ("short.jsonl", '\n{"id": "a", "task": "i"}', "line 2: url: Field required"),
        (
            "more.jsonl",
            '{"id": "a", "task": "i", "url": "u", "pass": 1}',
            "line 1: pass: Extra inputs are not permitted",
        ),
        ("list.jsonl", "[]", "line 1: Input should be a valid dictionary"),
        (
            "facts.jsonl",
            FACT.format('{"kind": "text", "expected": "x"}'),
            "line 1: expect: Input should be a valid list",
        ),
        (
            "kind.jsonl",
            FACT.format('[{"kind": "txt", "expected": "x"}]'),
            r"line 1: expect\.0\.kind: Input should be 'text'",
        ),
        (
            "key.jsonl",
            FACT.format('[{"kind": "text", "expeted": "x"}]'),
            r"line 1: expect\.0\.expeted: Extra inputs are not permitted",
        ),
        ("blank.jsonl", FACT.format('[{"kind": "text"}]'), r"line 1: expect\.0: .*`text` needs `expected`"),
        (
            "value.jsonl",
            FACT.format('[{"kind": "value", "expected": "5"}]'),
            r"line 1: expect\.0: value needs a selector",
        ),
        (
            "state.jsonl",
            FACT.format('[{"kind": "state", "selector": "a", "expected": "x"}]'),
            "must be one of checked, enabled, vis",
        ),
        ("deep.jsonl", "[" * 100_000, "line 1: it is not valid JSON: maximum recursion depth"),
        ("utf16.jsonl", "x".encode("utf-16"), "is not a list of tasks: it is not text in UTF-8"),
        ("raises.py", "\n1 / 0", "raises.py, line 2: loading it raised ZeroDivisionError: division by zero"),
        ("syntax.py", "def", "syntax.py: loading it raised SyntaxError: invalid syntax"),
        ("exits.py", "import sys; sys.exit(0)", "exits.py, line 1: loading it raised SystemExit: 0"),
        ("calls.py", "def cases(): return []", r"calls.py: cases\(0\) raised TypeError: cases\(\) takes 0 positional"),
        (
            "none_of.py",
            "def cases(seed): return None",
            r"cases\(0\) raised TypeError: 'NoneType' object is not iterable",
        ),
        ("others.py", "def cases(seed): return [5]", r"cases\(0\) returns 5, which is not a Case"),
        ("bare.py", "x = 1", r"a suite must have a function cases\(seed: int\)"),
        ("twice.py", SUITE.format(2), "two tasks have the ID 'a'"),
        ("empty.py", SUITE.format(0), "there are no tasks in it"),
    ],
)
def test_what_is_malformed_is_told_with_its_place(tmp_path, name, text, message):
    if text is not None:
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigError, match=message) as caught:
        load_cases(tmp_path / name, seeds=[0])
    assert str(tmp_path / name) in str(caught.value)


@pytest.mark.parametrize(
    ("status", "output", "answer"),
    [
        (Status.COMPLETE, {"answer": "$24.50"}, "$24.50"),
        (Status.COMPLETE, None, "It costs $24.50."),
        (Status.FAILED, None, "It costs $24.50."),
        (Status.STEP_LIMIT, None, ""),
        (Status.UNUSABLE_REPLIES, None, ""),
    ],
)
def test_only_a_run_that_came_to_an_answer_has_one(status, output, answer):
    said = Proposal(complete=True, message="It costs $24.50.", actions=())
    step = Step(number=1, page=Observation(url="about:blank"), proposal=said)
    given = None if output is None else CaseAnswer(**output)
    result = Result(task=Task(text="How much?"), status=status, steps=(step,), output=given)
    assert _answer(result) == answer


def test_what_a_config_wants_and_nobody_does_is_said(tmp_path):
    config = json.loads((CONFIGS / "plain.json").read_text())[0]
    (tmp_path / "two.json").write_text(
        json.dumps([{**config, "task_id": number, "require_reset": number == 1} for number in (1, 2)])
    )
    with noted(match=r"two\.json: 1 task should start on a freshly installed site"):
        load_cases(tmp_path / "two.json", seeds=[0], sites={"SITE": "http://127.0.0.1:1"})


def meaning(folder, *references):
    """A task whose answer a judge compares."""
    rules = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": list(references)}}
    (folder / "1.json").write_text(json.dumps({"task_id": 1, "intent": "How much?", "eval": rules}))
    return load_tasks(folder)[0]


async def test_a_run_that_came_to_no_answer_is_not_judged_by_a_model(tmp_path):
    """It failed; the judge, which nobody could reach, is not asked."""
    stuck = NO_RESULT.model_copy(update={"status": Status.STEP_LIMIT})
    stage = _Configured(None, meaning(tmp_path, "$24.50"), "openai-chat:m@http://127.0.0.1:9/v1")
    score = await stage.score(stuck, None)
    assert score == Score(
        passed=False, reward=0.0, reason="reference_answers.fuzzy_match.0: no answer was given", exchanges=()
    )


async def silent(reader, writer):
    """Takes what it is asked until the other side gives up."""
    await reader.read()
    writer.close()


async def test_a_judge_that_hangs_leaves_a_case_unjudged_in_time(tmp_path, monkeypatch):
    """All its questions together; what was asked is kept."""
    monkeypatch.setattr("actwright.compare.configs.JUDGING_SECONDS", 2)
    answered = NO_RESULT.model_copy(update={"output": CaseAnswer(answer="$24")})
    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        judge = f"openai-chat:m@http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        stage = _Configured(None, meaning(tmp_path, "$24.50", "$25"), judge)
        score = await stage.score(answered, None)
    assert score.passed is None
    assert "the judge gave no answer within 2 s" in score.reason
    assert "the judge was not asked: its 2 s for all questions are used up" in score.reason
    assert [exchange.error for exchange in score.exchanges] == ["cancelled before a reply arrived"]
