"""What the README shows exists."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_python_examples_compile_and_import_public_names(block):
    """Each block is Python (with `await` where a coroutine would stand), and what it imports is public."""
    import ast

    import actwright

    tree = compile(block, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "actwright"]
    names = [alias.name for node in imports for alias in node.names]
    assert [name for name in names if name not in actwright.__all__] == []


def test_options_of_run_are_the_programs():
    """Every option in the README is one of the command line, and the other way round."""
    from typer.main import get_command

    from actwright.cli import app

    section = README.read_text(encoding="utf-8").partition("## Command line")[2].partition("\n## ")[0]
    table = section.partition("| option of `run`")[2].partition("| exit status")[0]
    known = {option for parameter in get_command(app).commands["run"].params for option in parameter.opts}
    shown = set(re.findall(r"--[a-z][a-z-]*", section.partition("actwright page")[0] + table))
    assert shown == {option for option in known if option.startswith("--")}
