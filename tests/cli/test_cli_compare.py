"""`actwright compare` as a process of its own, with the oracles of a suite in place of a model."""

import json
from pathlib import Path

FORMS = Path(__file__).parents[2] / "benchmarks" / "suites" / "forms.py"


def test_an_oracle_plays_a_suite_with_several_policies(actwright, tmp_path):
    """The summary is one JSON object; the folder has the report; a second time nothing is left to play."""
    arguments = (str(FORMS), "--policy", "single_call,two_call+blind", "--model", "oracle", "--only", "apply-2")
    done = actwright("compare", *arguments, "--concurrency", "2", "--out", "out", "--json")
    assert done.returncode == 0, done.stderr
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
    assert "1/1 1 passed" in again.stdout
    assert "apply-2" in again.stdout
    assert "Report: out/report.html" in again.stdout


def test_mistakes_are_told_before_a_browser_starts(main, tmp_path):
    """Each with exit status 2, and one paragraph."""
    (tmp_path / "own.jsonl").write_text('{"id": "a", "intent": "i", "url": "http://127.0.0.1:1/"}')
    for arguments, told in (
        (("own.jsonl", "--policy", "single"), "there is no policy 'single'"),
        (("own.jsonl", "--policy", "single_call"), "no model: give one with --model"),
        (("gone.py", "--policy", "single_call", "--model", "oracle"), "gone.py: no such file or folder"),
        (("own.jsonl", "--policy", "single_call", "--model", "oracle:telex:x"), "oracles do not speak 'telex'"),
        (("own.jsonl", "--policy", "single_call", "--model", "oracle"), "the case 'a' has no oracle; give a model"),
        (("own.jsonl", "--policy", "single_call", "--model", "oracle", "--only", "b"), "no task has b in its id"),
        (
            ("own.jsonl", "--policy", "single_call", "--model", "oracle", "--site", "SHOP"),
            "--site SHOP: write NAME=URL",
        ),
    ):
        done = main("compare", *arguments, "--out", "out")
        assert (done.returncode, told in done.stderr) == (2, True), (arguments, done.stderr)
