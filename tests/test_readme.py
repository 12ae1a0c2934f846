"""What the README and the pages in docs show exists."""

import ast
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, *sorted(DOCS.glob("*.md")), DOCS / "skills" / "actwright" / "SKILL.md"]
OTHERS = [
    *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "GUARANTEES.md", "THIRD_PARTY.md")),
    DOCS / "llms.txt",
]


def name_of(page):
    return str(page.relative_to(ROOT))


def text_of(page):
    return page.read_text(encoding="utf-8")


def blocks_of(page, language="python"):
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(page), re.DOTALL | re.MULTILINE)


def section(page, title):
    """The text below a heading, to the next heading of its level or a higher one."""
    _, found, rest = text_of(page).partition(f"\n{title}\n")
    assert found, f"{name_of(page)} has no heading {title!r}"
    level = len(title) - len(title.lstrip("#"))
    return re.split(rf"^#{{1,{level}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def prose_of(page):
    """The text without blocks of code and comments."""
    return re.sub(r"^```.*?^```$|<!--.*?-->", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


def anchors_of(page):
    """The anchors that GitHub gives the headings of a page."""
    found = []
    for heading in re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        same = sum(re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", other) is not None for other in found)
        found.append(f"{anchor}-{same}" if same else anchor)
    return found


def commands():
    """Every command of the program by its words, as `jobs run`, with its options."""
    from actwright.cli import app

    found = {}

    def walk(group, words):
        for name in group:
            if name.startswith("-"):
                continue
            if group[name].default_command is None:
                walk(group[name], (*words, name))
                continue
            arguments = group[name].assemble_argument_collection(default_parameter=app.default_parameter)
            names = {each for argument in arguments for each in argument.names}
            found[" ".join((*words, name))] = {each for each in names if each.startswith("-")} | {"--help"}

    walk(app, ())
    return found


def long_options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


@pytest.mark.parametrize(
    ("file", "block"),
    [pytest.param(page, block, id=f"{page.stem}: {block.splitlines()[0]}") for page in PAGES for block in blocks_of(page)],
)  # fmt: skip
def test_python_examples_compile_and_import_public_names(file, block):
    """Each block is Python (with `await` where a coroutine would stand), and what it imports is public."""
    from importlib import import_module

    tree = compile(block, name_of(file), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)
    imports = [
        node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("actwright")
    ]  # fmt: skip
    names = [(node.module, alias.name) for node in imports for alias in node.names]
    assert [(module, name) for module, name in names if name not in import_module(module).__all__] == []


def test_a_stored_run_is_read_and_priced_anew_as_shown(tmp_path, monkeypatch):
    """The example runs, and finds the price of a call that had none."""
    from actwright import Result, Status, Step
    from actwright.engine.records.run_folder import RunFolder
    from actwright.schemas.exchange import Exchange, Reply, Request
    from actwright.schemas.page import Observation
    from actwright.schemas.task import Task
    from actwright.schemas.usage import Usage

    (block,) = (block for block in blocks_of(DOCS / "records.md") if "read_run" in block)
    raw = {"input_tokens": 1_000, "output_tokens": 100}
    reply = Reply(text="{}", usage=Usage(fresh=1_000, output=100), raw_usage=raw)
    call = Exchange(role="main", model="gpt-5", wire="openai_responses", request=Request(messages=()), reply=reply,
                    usage=reply.usage)  # fmt: skip
    folder = RunFolder.create(tmp_path / "runs", Task(text="Fill the price"), {})
    step = Step(number=1, page=Observation(url=""), proposal=None, exchanges=(call,))
    folder.take(Result(task=Task(text="Fill the price"), status=Status.FAILED, steps=(step,)))
    folder.path.rename(tmp_path / "runs" / "20260131-174502-fill-the-price")
    monkeypatch.chdir(tmp_path)
    shown = {}
    exec(compile(block, "records.md", "exec"), shown)
    assert (shown["result"].status, shown["result"].cost) == (Status.FAILED, None)
    (cost,) = shown["costs"]
    assert cost > 0


@pytest.mark.slow
def test_the_scripts_for_tests_run_as_shown(tmp_path, monkeypatch):
    """One after the other, as they stand: each policy submits the form and says that it is complete."""
    page = DOCS / "testing.md"
    first, others = (block for block in blocks_of(page) if block in section(page, "## Scripts"))
    monkeypatch.chdir(tmp_path)
    shown = {}
    exec(compile(first, "testing.md", "exec"), shown)
    assert shown["result"].complete
    exec(compile(others, "testing.md", "exec"), shown)
    assert len(shown["site"].posts) == len(shown["scripts"]) == 3


async def test_the_policy_of_your_own_runs_as_shown(page, monkeypatch):
    """A click that fails in the first step makes it ask the other model in the second one."""
    from actwright.testing import ScriptedModel

    shown = {}
    (block,) = (block for block in blocks_of(DOCS / "policies.md") if "policy=" in block)
    for provider in ("ANTHROPIC", "OPENAI"):
        monkeypatch.setenv(f"{provider}_API_KEY", "unused")
    exec(compile(block, "policies.md", "exec"), shown)
    click = {"reason": "", "tool": "click", "parameters": {"element_id": "button-9"}}
    gives_up = {"reason": "", "tool": "fail", "parameters": {"reason": "no such button", "kind": "not_found"}}
    models = {
        role: ScriptedModel([{"complete": False, "message": role, "actions": [each]}])
        for role, each in (("main", click), ("strong", gives_up))
    }
    await page.set_content("<button>Save</button>")
    result = await shown["agent"].run("Press the button", page=page, model=models)
    assert [exchange.role for exchange in result.exchanges] == ["main", "strong"]


def test_the_table_of_tools_names_every_built_in_one():
    """And none that does not exist."""
    from actwright import builtin_tools

    table = section(DOCS / "python.md", "## Tools").partition("| tools | what they do |")[2].partition("\n\n")[0]
    first_cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    shown = [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(shown) == sorted(each.name for each in builtin_tools())


@pytest.mark.parametrize(
    ("command", "file"),
    [("run", "command-line.md"), ("browse", "browsing.md"), ("compare", "compare.md"), ("jobs run", "jobs.md")],
)
def test_the_table_of_options_is_the_programs(command, file):
    """Every option in the table is one of the command, and the other way round."""
    table = text_of(DOCS / file).partition(f"| option of `{command}` | meaning |")[2].partition("\n\n")[0]
    assert long_options_in(table) == {each for each in commands()[command] if each.startswith("--")} - {"--help"}


def test_the_table_of_commands_names_every_command():
    """Commands of a group stand for the group."""
    table = text_of(DOCS / "command-line.md").partition("| command | what it does |")[2].partition("\n\n")[0]
    shown = re.findall(r"^\| `actwright (\w+)", table, re.MULTILINE)
    assert sorted(shown) == sorted({command.split()[0] for command in commands()})


def test_commands_in_examples_exist_with_their_options():
    """In every shell example of every page."""
    known, wrong, seen = commands(), [], 0
    for page in PAGES:
        for block in blocks_of(page, "sh"):
            for line in block.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] != ["actwright"]:
                    continue
                seen += 1
                name = " ".join(words[1:3]) if " ".join(words[1:3]) in known else words[1]
                options = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
                if name not in known or options - known[name]:
                    wrong.append(f"{name_of(page)}: {line}")
    assert seen > 20
    assert wrong == []


def test_options_of_pytest_in_examples_exist():
    """Those of the plugin, in every shell example and ini file of every page."""
    from actwright.pytest_plugin import plugin_options

    names = {each.name for each in plugin_options.OPTIONS} | {"token-baseline-update"}
    blocks = [block for page in PAGES for language in ("sh", "toml") for block in blocks_of(page, language)]
    options = {name.rstrip("-") for block in blocks for name in re.findall(r"--actwright-([a-z-]+)", block)}
    settings = {
        name.replace("_", "-") for block in blocks for name in re.findall(r"^actwright_(\w+) =", block, re.MULTILINE)
    }
    assert {"mode", "model", "heal", "session-usd"} <= options | settings
    assert options | settings <= names


def test_no_page_names_a_package_index_before_the_package_is_there():
    """All commands install from `PATH_OF_THIS_CLONE`, until one script replaces it on all pages and in messages."""
    from scripts.publish_docs import PATH, published

    code = [file for folder in ("src", "examples") for file in (ROOT / folder).rglob("*.py")]
    texts = [text_of(page) for page in [*PAGES, DOCS / "llms.txt", *code]]
    installs = [line for text in texts for line in re.findall(r"\b(?:pip|pipx|uv|uvx) .*\bactwright\b.*", text)]
    assert [line for line in installs if not PATH.search(line)] == []
    later = [published(text) for text in texts]
    assert sum("pip install actwright" in text for text in later) > 2
    assert [text for text in later if PATH.search(text) or "until published" in text] == []


@pytest.mark.parametrize("file", [*PAGES, *OTHERS], ids=name_of)
def test_every_relative_link_leads_somewhere(file):
    """To a file or folder of the repository, and to a heading of it where the link has an anchor."""
    prose = re.sub(r"`[^`\n]*`", "code", prose_of(file))
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    broken = []
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        leads_to = (file.parent / path).resolve() if path else file
        inside = leads_to.is_relative_to(ROOT)
        if not (inside and leads_to.exists()) or (anchor and anchor not in anchors_of(leads_to)):
            broken.append(target)
    assert broken == []


def test_the_anchors_of_headings_are_those_of_github(tmp_path):
    """Lower case, hyphens for spaces, no punctuation; a heading that is there again gets a number."""
    page = tmp_path / "page.md"
    page.write_text("# A, `b` & c\n```sh\n# no heading\n```\n## Same\n## Same\n## [Link](x.md) one-two\n")
    assert anchors_of(page) == ["a-b--c", "same", "same-1", "link-one-two"]


def test_the_index_names_every_page():
    """And the README names the index."""
    targets = set(re.findall(r"^\| \[[^]]+\]\((\w[\w-]*\.md)\)", text_of(DOCS / "README.md"), re.MULTILINE))
    assert sorted(targets) == sorted(page.name for page in DOCS.glob("*.md") if page.name != "README.md")
    assert "(docs/README.md)" in text_of(README)


def test_the_readme_is_short_and_names_what_to_try_first():
    """At most 180 lines, with `make demo` and `make test` as commands."""
    lines = text_of(README).splitlines()
    assert len(lines) <= 180
    assert {"make demo", "make test"} <= {line.partition("#")[0].strip() for line in lines}


def test_the_figures_in_the_readme_are_those_of_the_page_measured():
    """Its table of pages stands there word for word; its table of architectures has the same shares, calls and USD."""
    from benchmarks import architecture_tables, architectures
    from benchmarks.peers.known import NAMES as PEERS

    of_pages = section(README, "## Measured").partition("\n| | tokens")[2].partition("\n\n")[0]
    assert of_pages in text_of(DOCS / "measured.md")

    def rows(page):
        written = text_of(page).partition(architectures.BEGIN)[2].partition("\n\n")[0].partition(architectures.END)[0]
        return [[cell.strip() for cell in row.strip("| ").split("|")] for row in written.strip().splitlines()[2:]]

    full = dict(zip([*architecture_tables.NAMES, *PEERS], rows(DOCS / "measured.md"), strict=True))
    expected = [
        [name, *(re.search(r"\((.+)\)", cell)[1] for cell in full[label][1:6]), full[label][6], full[label][8]]
        for label, name in architecture_tables.HEADLINE.items()
    ]
    assert rows(README) == expected


@pytest.mark.parametrize("file", [*PAGES, *OTHERS], ids=name_of)
def test_a_line_of_prose_has_at_most_120_characters(file):
    """Tables, pictures and code may be wider."""
    long = [line for line in prose_of(file).splitlines() if len(line) > 120 and not line.startswith(("|", "!["))]
    assert long == []
