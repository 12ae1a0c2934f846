"""`actwright compare` as a process of its own, with the oracles of a suite in place of a model."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

FORMS = Path(__file__).parents[2] / "benchmarks" / "suites" / "forms.py"


def test_an_oracle_plays_a_suite_with_several_policies(actwright, tmp_path):
    """The summary is one JSON object; the folder has the report; a second time nothing is left to play."""
    arguments = (str(FORMS), "--policy", "single_call,two_call+blind", "--model", "oracle", "--only", "apply-2")
    done = actwright("compare", *arguments, "--concurrency", "2", "--out", "out", "--json")
    assert done.returncode == 0, done.stderr
    assert "apply-2 seed 0, single_call: passed, 2 calls, $0." in done.stderr
    first, second = json.loads(done.stdout)["contenders"]
    assert (first["contender"], first["passed"], second["contender"], second["passed"]) == (
        "single_call",
        1,
        "two_call+blind",
        1,
    )
    assert (tmp_path / "out" / "report.html").is_file()
    again = actwright("compare", *arguments, "--out", "out")
    assert again.returncode == 0, again.stderr
    assert "Model: oracle, priced as openai-chat:gpt-5" in again.stdout
    assert "apply-2" in again.stdout
    assert "Report: out/report.html" in again.stdout


def test_tasks_are_listed_and_chosen_by_their_whole_id(actwright):
    listed = actwright("compare", str(FORMS), "--list", "--only", "apply-1", "--only", "*-12")
    assert listed.returncode == 0, listed.stderr
    assert [line.split()[:2] for line in listed.stdout.splitlines()] == [["apply-1", "N=1"], ["apply-12", "N=12"]]


def test_a_refused_resume_prints_no_tables_of_what_was_played(actwright, tmp_path):
    arguments = (str(FORMS), "--policy", "single_call", "--model", "oracle", "--only", "apply-1", "--out", "out")
    assert actwright("compare", *arguments).returncode == 0
    refused = actwright("compare", *arguments, "--max-steps", "9")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "out holds another comparison (steps: 30 before, 9 now)" in refused.stderr


def test_mistakes_are_told_before_a_browser_starts(actwright, tmp_path):
    """Each with exit status 2, and one paragraph."""
    (tmp_path / "own.jsonl").write_text('{"id": "a", "task": "i", "url": "http://127.0.0.1:1/"}')
    for arguments, told in (
        (("own.jsonl", "--policy", "single"), "there is no policy 'single'"),
        (("own.jsonl", "--policy", "single_call"), "no model is set: give --model WIRE:NAME"),
        (("gone.py", "--policy", "single_call", "--model", "oracle"), "gone.py: no such file or folder"),
        (("own.jsonl", "--policy", "single_call", "--model", "oracle:telex:x"), "oracles do not speak 'telex'"),
        (("own.jsonl", "--policy", "single_call", "--model", "oracle"), "the task 'a' has no oracle; give a model"),
        (
            ("own.jsonl", "--policy", "single_call", "--model", "oracle", "--only", "b"),
            "there is no task 'b'; --list shows all tasks",
        ),
        (
            ("own.jsonl", "--policy", "single_call", "--model", "oracle", "--site", "SHOP"),
            "--site SHOP: write NAME=URL",
        ),
        (
            ("own.jsonl", "--model", "openai-chat:m@http://127.0.0.1:9/v1", "--allow-site", "shop.example/x"),
            "--allow-site: 'shop.example/x' holds a path",
        ),
    ):
        done = actwright("compare", *arguments, "--out", "out")
        assert (done.returncode, told in done.stderr) == (2, True), (arguments, done.stderr)


def test_policies_that_ask_no_model_need_none(actwright, tmp_path):
    """A built-in one and one of the caller's own."""
    (tmp_path / "own.py").write_text(
        "from actwright.engine.policies.rules.policy import Rules\nclass Mine(Rules):\n    pass\n", encoding="utf-8"
    )
    (tmp_path / "form.html").write_text(
        "<form onsubmit=\"document.body.textContent = 'Saved'; return false\"><label>Price <input></label><button>Save</button></form>"
    )
    task = {"id": "a", "task": "Save", "url": (tmp_path / "form.html").as_uri(), "data": {"Price": "5"}}
    expected = {"expect": [{"kind": "text", "expected": "Saved"}]}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task | expected))
    done = actwright("compare", "tasks.jsonl", "--policy", "rules,own:Mine", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert "Model: no model" in done.stdout
    assert "a seed 0, own:Mine: passed, 0 calls, $0" in done.stderr


def test_a_mistake_is_told_in_json_too(actwright):
    done = actwright("compare", "gone.py", "--json")
    assert done.returncode == 2
    told = json.loads(done.stdout)
    assert (told["status"], told["error"], told["message"]) == (
        "error",
        "ConfigError",
        "gone.py: no such file or folder",
    )


def test_the_report_of_a_comparison_is_shown(actwright):
    arguments = (str(FORMS), "--policy", "single_call", "--model", "oracle", "--only", "apply-1", "--out", "out")
    assert actwright("compare", *arguments).returncode == 0
    assert actwright("show", "out", "--no-open").stdout == "out/report.html\n"
