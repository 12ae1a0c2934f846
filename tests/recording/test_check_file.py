"""Checks as a file that people read: what is written is read again, and what is not such a file is said."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from actwright import ConfigError
from actwright.recording.checks import add_check, read_checks, write_checks
from actwright.schemas.recording import RecordedCheck

CHECK = RecordedCheck.model_validate({
    "statement": "{{item}} is gift-wrapped",
    "facts": [
        {"tool": "expect_state", "parameters": {"value": "checked"},
         "targets": {"element_id": {"role": "checkbox", "name": "Gift wrap", "tag": "input", "row": "{{item}} | 2"}}},
        {"tool": "expect_number", "parameters": {"label": "Total", "compare": "<", "number": "80"}},
    ],
})  # fmt: skip


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "new" / "cart.checks.yaml"
    assert read_checks(path) == {}
    other = CHECK.model_copy(update={"statement": "a red button", "facts": (), "picture": "red"})
    checks = {CHECK.statement: CHECK, other.statement: other}
    write_checks(checks, path)
    assert read_checks(path) == checks
    assert [each.name for each in path.parent.iterdir()] == ["cart.checks.yaml"]
    assert path.read_text().splitlines()[1:9] == [
        "version: 1",
        "checks:",
        "- statement: a red button",
        "  facts: []",
        "  picture: red",
        "- statement: '{{item}} is gift-wrapped'",
        "  facts:",
        "  - tool: expect_state",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("version: 2\nchecks: []", "version"),
        ("checks: [{statement: x, facts: [{tool: expect, hope: 1}]}]", r"checks\.0\.facts\.0\.hope"),
        ("- x", "not a valid file of checks"),
        ("{", "not valid YAML"),
        ("checks: [{statement: x}, {statement: x}]", "a statement twice"),
        ("version: 1\nchecks:\n- statement: x\n  fac", "not valid YAML"),
    ],
    ids=["another version", "an unknown field", "no checks", "no YAML", "twice", "truncated"],
)
def test_what_is_no_such_file_is_said(tmp_path, text, why):
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(ConfigError, match=why):
        read_checks(tmp_path / "c.yaml")


def test_checks_that_several_tests_add_at_once_are_all_kept(tmp_path):
    """As workers of pytest-xdist do; one of the same statement takes the place of the one before."""
    path = tmp_path / "cart.checks.yaml"
    statements = [f"the total is {number}" for number in range(12)]
    with ThreadPoolExecutor(4) as workers:
        list(workers.map(lambda each: add_check(CHECK.model_copy(update={"statement": each}), path), statements))
    assert sorted(read_checks(path)) == sorted(statements)
    other = CHECK.model_copy(update={"statement": statements[0], "facts": ()})
    add_check(other, path)
    assert read_checks(path)[statements[0]] == other
    assert len(read_checks(path)) == len(statements)


def test_a_file_that_holds_something_else_is_left_as_it_is(tmp_path):
    (tmp_path / "c.yaml").write_text("my notes")
    with pytest.raises(ConfigError, match="not a valid file of checks"):
        add_check(CHECK, tmp_path / "c.yaml")
    assert (tmp_path / "c.yaml").read_text() == "my notes"
