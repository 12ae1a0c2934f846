import csv
import io
import json

import pytest
from inline_snapshot import snapshot

from actwright.compare.case import Case
from actwright.compare.comparison_folder import ComparisonFolder, csv_of, json_of
from actwright.compare.manifest import (
    Manifest,
    Setting,
    case_hashes,
    changed,
    prompt_hashes,
    tool_hashes,
    versions,
    without_secrets,
)
from actwright.compare.row import CaseRow
from actwright.errors import ConfigError
from actwright.schemas.exchange import Exchange, Message, Reply, Request, TextBlock
from actwright.schemas.step import Effect
from actwright.schemas.tool import ToolSpec
from actwright.schemas.usage import Usage

HOSTILE = "=1+1\"',;\t</script><img src=x onerror=owned=1>\r\n\x00\x1b[31m\u202eevil\u2066\ud800"
FIELDS = {"policy": "single_call", "evidence": "required", "screenshot": "always", "status": "complete"}


def row(case="a", *, seed=0, contender="one", passed=True, **more):
    return CaseRow(case=case, seed=seed, contender=contender, passed=passed, **{**FIELDS, **more})


FULL = row(
    "form",
    size=3,
    model="anthropic:claude-sonnet-4-5",
    reward=-0.5,
    steps=3,
    calls=4,
    captures=5,
    unusable=1,
    failed_actions=2,
    usage=Usage(fresh=100, cache_read=200, cache_write=50, output=30, reasoning=10, image=120),
    estimated=True,
    input_by_part={"page": 200, "screenshot": 120, "unheard_of": 30},
    cost=0.0125,
    cost_uncached=0.02,
    seconds=1.5,
    model_seconds=1.25,
    run_dir="runs/form",
)


def exchange(**more):
    request = Request(messages=(Message(role="user", blocks=(TextBlock(text="go"),)),))
    return Exchange(role="main", model="m", wire="anthropic", request=request, **more)


def test_csv_has_all_numbers_in_columns_of_their_own():
    assert csv_of([FULL, row(passed=None)]) == snapshot("""\
case,seed,size,contender,policy,evidence,screenshot,model,passed,reward,reason,status,ended,proof,may_have_acted,error,steps,calls,captures,unusable,failed_actions,input,fresh,cache_read,cache_write,output,reasoning,image,estimated,input_system,input_tools,input_instructions,input_schema,input_task,input_history,input_page,input_screenshot,input_other,cost,cost_uncached,seconds,model_seconds,call_seconds,judge_calls,judge_cost,run_dir
form,0,3,one,single_call,required,always,anthropic:claude-sonnet-4-5,true,-0.5,,complete,,,false,,3,4,5,1,2,350,100,200,50,30,10,120,true,0,0,0,0,0,0,200,120,30,0.0125,0.02,1.5,1.25,,0,0.0,runs/form
a,0,,one,single_call,required,always,,,,,complete,,,false,,0,0,0,0,0,0,0,0,0,0,0,0,false,0,0,0,0,0,0,0,0,0,,,0.0,0.0,,0,0.0,
""")


def test_csv_without_rows_is_its_header():
    assert csv_of([]).count("\n") == 1


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n =1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201"]
)
def test_no_text_is_a_formula_in_a_spreadsheet(text):
    [cells] = csv.DictReader(io.StringIO(csv_of([row(reason=text)])))

    assert cells["reason"] == "'" + text.strip()


def test_hostile_texts_stay_in_their_cell():
    texts = dict.fromkeys(
        ["case", "contender", "policy", "evidence", "screenshot", "model", "reason", "status", "error", "run_dir"],
        HOSTILE,
    )

    [cells] = csv.DictReader(io.StringIO(csv_of([CaseRow(seed=0, passed=None, **texts)])))

    assert {cells[name] for name in texts} == snapshot(
        {"'=1+1\"',; </script><img src=x onerror=owned=1> \\u0000\\u001b[31m\\u202eevil\\u2066\\ud800"}
    )


def test_rows_are_read_back_as_written(tmp_path):
    folder = ComparisonFolder(tmp_path / "new" / "comparison")
    rows = [FULL, row(case=HOSTILE, reason=HOSTILE, passed=None), row("b", passed=False, error=HOSTILE)]
    for each in rows:
        folder.add(each)

    assert folder.rows() == rows
    assert (folder.path / "rows.jsonl").stat().st_mode & 0o077 == 0


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    folder = ComparisonFolder(tmp_path)
    folder.add(row("a"))
    with (tmp_path / "rows.jsonl").open("ab") as file:
        file.write(b'{"case": "b", "se')
    assert [each.case for each in folder.rows()] == ["a"]

    resumed = ComparisonFolder(tmp_path)
    with resumed.alone():
        resumed.add(row("c"))

    assert [each.case for each in resumed.rows()] == ["a", "c"]


def test_a_damaged_line_in_the_middle_is_said(tmp_path):
    folder = ComparisonFolder(tmp_path)
    (tmp_path / "rows.jsonl").write_text('{"case": 1}\n')

    with pytest.raises(ConfigError, match=r"rows\.jsonl, line 1: case: Input should be a valid string"):
        folder.rows()


def test_what_crashed_is_played_again_and_replaced(tmp_path):
    folder = ComparisonFolder(tmp_path)
    folder.add(row("a", passed=False, error="BrowserError: gone"))
    folder.add(row("b"))

    assert folder.done() == {("b", 0, "one")}
    folder.add(row("a"))
    assert [(each.case, each.passed) for each in folder.rows()] == [("a", True), ("b", True)]


def test_every_call_is_recorded_with_the_usage_that_the_provider_reported(tmp_path):
    folder = ComparisonFolder(tmp_path)
    reply = Reply(text="{}", model="m-2026", raw_usage={"input_tokens": 7, "cache": {"read": 1}})

    folder.add(
        FULL, [(1, exchange(error="overloaded")), (1, exchange(attempt=2, reply=reply, usage=Usage(fresh=7), cost=0.1))]
    )

    assert [json.loads(line) for line in (tmp_path / "usage.jsonl").read_text().splitlines()] == snapshot(
        [
            {
                "case": "form",
                "seed": 0,
                "contender": "one",
                "run_dir": "runs/form",
                "step": 1,
                "role": "main",
                "attempt": 1,
                "wire": "anthropic",
                "model": "m",
                "answered_by": "",
                "usage": {"fresh": 0, "cache_read": 0, "cache_write": 0, "output": 0, "reasoning": 0, "image": 0},
                "estimated": False,
                "cost": None,
                "milliseconds": 0.0,
                "error": "overloaded",
                "raw_usage": {},
            },
            {
                "case": "form",
                "seed": 0,
                "contender": "one",
                "run_dir": "runs/form",
                "step": 1,
                "role": "main",
                "attempt": 2,
                "wire": "anthropic",
                "model": "m",
                "answered_by": "m-2026",
                "usage": {"fresh": 7, "cache_read": 0, "cache_write": 0, "output": 0, "reasoning": 0, "image": 0},
                "estimated": False,
                "cost": 0.1,
                "milliseconds": 0.0,
                "error": "",
                "raw_usage": {"input_tokens": 7, "cache": {"read": 1}},
            },
        ]
    )


def test_a_file_is_replaced_as_a_whole(tmp_path):
    folder = ComparisonFolder(tmp_path)
    manifest = Manifest(command=("actwright", "compare"), versions=versions(), prompts=prompt_hashes())
    for ended in ("", "2026-01-31T12:00:00Z"):
        folder.write("manifest.json", json_of(manifest.model_copy(update={"ended": ended})))

    assert folder.manifest() == manifest.model_copy(update={"ended": "2026-01-31T12:00:00Z"})
    assert [file.name for file in tmp_path.iterdir()] == ["manifest.json"]


def test_a_manifest_of_another_version_is_refused(tmp_path):
    (tmp_path / "manifest.json").write_text('{"format": 2}')

    with pytest.raises(ConfigError, match=r"manifest\.json: format: Input should be 1; choose another folder"):
        ComparisonFolder(tmp_path).manifest()


def test_a_folder_that_cannot_be_written_is_the_callers_mistake(tmp_path):
    (tmp_path / "file").write_text("")

    with (
        pytest.raises(ConfigError, match="cannot write the comparison"),
        ComparisonFolder(tmp_path / "file" / "x").alone(),
    ):
        pass


def test_one_comparison_at_a_time_is_played_into_a_folder(tmp_path):
    first, second = ComparisonFolder(tmp_path), ComparisonFolder(tmp_path)
    with first.alone(), pytest.raises(ConfigError, match="another comparison is using"), second.alone():
        pass
    with second.alone():
        second.add(row("a"))
    assert [each.case for each in first.rows()] == ["a"]


def test_hashes_name_what_models_read():
    tool = ToolSpec(name="press", description="Press a key.", parameters={"type": "object"}, effect=Effect.EFFECT)
    case = Case(id="a", task="Grüße", stage=lambda _: None)

    assert {"single_call.md", "render.py"} <= set(prompt_hashes())
    assert tool_hashes([tool])["press"] != tool_hashes([tool.model_copy(update={"description": "Press."})])["press"]
    assert [each.model_dump() for each in case_hashes([(3, case)])] == snapshot(
        [{"case": "a", "seed": 3, "source": "f83e039796c6453a10f5519e39fd113901572316a1a8ea07cb525d2801dfd074"}]
    )


def test_no_secret_of_the_command_line_is_kept():
    command = [
        "actwright", "compare", "suite.py", "--api-key", "abc", "--token=abc", "--login", "me@shop.test", "--model", "openai:gpt-5",
        "--base-url", "https://me:abc@models.test/v1?key=abc", "--note=sk-live-12345678",
    ]  # fmt: skip

    assert without_secrets(command) == snapshot(
        (
            "actwright",
            "compare",
            "suite.py",
            "--api-key",
            "…",
            "--token=…",
            "--login",
            "…",
            "--model",
            "openai:gpt-5",
            "--base-url",
            "https://…@models.test/v1?…",
            "--note=…",
        )
    )


def test_what_makes_rows_incomparable_is_named():
    setting = Setting(contender="one", policy="single_call", evidence="required", screenshot="always")
    case = Case(id="a", task="Do it", stage=lambda _: None)
    before = Manifest(
        browser="130", versions={"actwright": "1", "python": "3"}, prompts={"a.md": "1"}, contenders=(setting,),
        limits={"steps": 25}, suite="forms.py", cases=case_hashes([(0, case)]), started="yesterday",
    )  # fmt: skip
    now = before.model_copy(
        update={
            "started": "today", "browser": "131", "versions": {"actwright": "2", "python": "3"}, "prompts": {"b.md": "1"},
            "contenders": (setting.model_copy(update={"screenshot": "never"}),), "limits": {"steps": 5}, "suite_hash": "other",
            "cases": case_hashes([(0, Case(id="a", task="Do that", stage=lambda _: None)), (1, case)]),
        }
    )  # fmt: skip

    assert changed(before, before) == []
    assert changed(before, now) == snapshot(
        [
            "actwright: 1 before, 2 now",
            "browser: 130 before, 131 now",
            "forms.py was edited",
            "prompts: a.md, b.md",
            "screenshot of one: always before, never now",
            "steps: 25 before, 5 now",
            "tasks were edited: a (seed 0)",
        ]
    )
