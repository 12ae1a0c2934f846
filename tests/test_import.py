"""Importing does nothing, and heavy libraries load when they are used."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("playwright", "anthropic", "openai", "PIL", "rich", "jinja2", "rapidfuzz", "genai_prices", "cyclopts")


def loaded(statement):
    """Top-level names of all modules that a fresh Python has after the statement."""
    code = f"import sys; {statement}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("statement", ["import actwright", "import actwright.testing", "import actwright.errors"])
def test_import_loads_nothing_heavy(statement):
    """No browser driver, SDK, picture or terminal library."""
    assert loaded(statement) & set(HEAVY) == set()


def test_the_program_shows_its_help_without_the_engine():
    """The commands are declared without what they use."""
    assert loaded("import actwright.cli") & (set(HEAVY) - {"cyclopts"}) == set()


def test_import_reads_no_environment_and_no_file(tmp_path):
    """A broken configuration is no concern of an import."""
    (tmp_path / "actwright.toml").write_text("not toml")
    done = subprocess.run(
        [sys.executable, "-c", "import actwright, actwright.settings"],
        cwd=tmp_path,
        env={"ACTWRIGHT_HEADLESS": "perhaps"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_public_name_is_there():
    """`__all__` promises nothing that is missing."""
    import actwright
    import actwright.testing

    for module in (actwright, actwright.testing):
        assert [name for name in module.__all__ if not hasattr(module, name)] == []
        assert dir(module) == sorted(module.__all__)


def test_only_what_is_promised_is_in_an_all():
    """Apart from packages, only modules from which the docs, the examples or the typed examples import have one."""
    root = Path(__file__).parents[1]
    pages = (
        root / "README.md",
        *root.glob("docs/**/*.md"),
        *root.glob("examples/**/*.py"),
        *root.glob("tests/typing/*.py"),
    )
    promised = {
        name for page in pages for name in re.findall(r"from (actwright[\w.]*) import", page.read_text("utf-8"))
    }
    promised |= {"actwright.schemas.event", "actwright.schemas.recording", "actwright.schemas.step"}  # the reference
    modules = {
        ".".join(file.relative_to(root / "src").with_suffix("").parts)
        for file in root.glob("src/actwright/**/*.py")
        if file.name != "__init__.py" and re.search("^__all__", file.read_text("utf-8"), re.MULTILINE)
    }
    by_config = {name for name in modules if name.startswith("actwright.webarena.helpers.")}  # task files name these
    assert modules - promised - by_config == set()
