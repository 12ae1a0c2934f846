"""What the README shows exists."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_python_examples_compile_and_import_public_names(block):
    """Each block is Python (with `await` where a coroutine would stand), and what it imports is public."""
    import ast

    import actwright

    tree = compile(block, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "actwright"]
    names = [alias.name for node in imports for alias in node.names]
    assert [name for name in names if name not in actwright.__all__] == []


def test_the_table_of_tools_names_every_built_in_one_and_no_other():
    from actwright.tools.toolbox import builtin_tools

    rows = README.read_text(encoding="utf-8").partition("\n| `click`, ")[2].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", " ".join(row.partition(" | ")[0] for row in f"| `click`, {rows}".splitlines()))
    assert sorted(named) == sorted(tool.name for tool in builtin_tools())


def test_a_stored_run_is_read_and_priced_anew_as_shown(tmp_path, monkeypatch):
    """The example runs, and finds the price of a call that had none."""
    from actwright import Exchange, Observation, Reply, Request, Status, Step, Task, Usage
    from actwright.engine.trace import RunFolder

    (block,) = (block for block in BLOCKS if "read_run" in block)
    raw = {"input_tokens": 1_000, "output_tokens": 100}
    reply = Reply(text="{}", usage=Usage(fresh=1_000, output=100), raw_usage=raw)
    call = Exchange(role="main", model="gpt-5", wire="openai_responses", request=Request(messages=()), reply=reply,
                    usage=reply.usage)  # fmt: skip
    folder = RunFolder.create(tmp_path / "runs", Task(intent="Fill the price"), {})
    folder.add(Step(number=1, page=Observation(url=""), proposal=None, exchanges=(call,)))
    folder.finish(Status.FAILED)
    folder.path.rename(tmp_path / "runs" / "20260131-174502-fill-the-price")
    monkeypatch.chdir(tmp_path)
    shown = {}
    exec(compile(block, "README.md", "exec"), shown)
    assert (shown["result"].status, shown["result"].cost) == (Status.FAILED, None)
    (cost,) = shown["costs"]
    assert cost > 0


def test_the_scripts_for_tests_run_as_shown(tmp_path, monkeypatch):
    """One after the other, as they stand: each policy submits the form and says that it is complete."""
    section = README.read_text(encoding="utf-8").partition("## For your own tests")[2]
    first, others = (block for block in BLOCKS if block in section)
    monkeypatch.chdir(tmp_path)
    shown = {}
    exec(compile(first, "README.md", "exec"), shown)
    assert shown["result"].complete
    exec(compile(others, "README.md", "exec"), shown)
    assert len(shown["site"].posts) == len(shown["scripts"]) == 3


def test_the_table_of_tools_names_every_built_in_one():
    """And none that is not there."""
    from actwright import builtin_tools

    table = README.read_text(encoding="utf-8").partition("| tools | what they do |")[2].partition("\n\n")[0]
    first_cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    shown = [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(shown) == sorted(each.name for each in builtin_tools())


def test_options_of_run_are_the_programs():
    """Every option in the README is one of the command line, and the other way round."""
    from typer.main import get_command

    from actwright.cli import app

    section = README.read_text(encoding="utf-8").partition("## Command line")[2].partition("\n## ")[0]
    table = section.partition("| option of `run`")[2].partition("| exit status")[0]
    known = {option for parameter in get_command(app).commands["run"].params for option in parameter.opts}
    shown = set(re.findall(r"--[a-z][a-z-]*", section.partition("actwright page")[0] + table))
    assert shown == {option for option in known if option.startswith("--")}


@pytest.mark.parametrize(("command", "section"), [("browse", "Browse the web"), ("compare", "Compare architectures")])
def test_options_of_a_command_are_the_programs(command, section):
    """All of them, and none that is not there."""
    from typer.main import get_command

    from actwright.cli import app

    text = (
        README.read_text(encoding="utf-8").partition(f"## {section}")[2].partition("\n## ")[0].partition("What the")[0]
    )
    known = {option for parameter in get_command(app).commands[command].params for option in parameter.opts}
    shown = set(re.findall(r"--[a-z][a-z-]*", text))
    assert shown == {option for option in known if option.startswith("--")}
