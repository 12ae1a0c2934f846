"""Pages of the documentation that are generated from the code: commands, settings, formats, events, the API."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from actwright import cli
from actwright.engine.records.run_folder import layout
from actwright.schemas import recording, result, step
from actwright.schemas.event import EVENTS, Event
from actwright.settings import KEYS, Settings

PACKAGES = {
    "api": ("actwright", "Python API"),
    "api-recording": ("actwright.recording", "API of recordings"),
    "api-testing": ("actwright.testing", "API of test doubles"),
    "api-jobs": ("actwright.jobs", "API of form jobs"),
    "api-webarena": ("actwright.webarena", "API of WebArena's tasks"),
}
LANGUAGES = {
    ".py": "python",
    ".yaml": "yaml",
    ".toml": "toml",
    ".ini": "ini",
    ".csv": "",
    ".sh": "sh",
    ".robot": "robotframework",
    ".feature": "gherkin",
    ".jsonl": "json",
    ".txt": "",
    ".eml": "",
}


def pages(root: Path) -> dict[str, str]:
    """The Markdown of each generated page, by its name in the site.

    Args:
        root: The repository.
    """
    return {
        "reference/commands.md": _commands(),
        "reference/exit-statuses.md": _exit_statuses(),
        "reference/settings.md": _settings(),
        "reference/events.md": _events(),
        "reference/record-formats.md": _record_formats(),
        **{f"reference/{name}.md": _api(package, title) for name, (package, title) in PACKAGES.items()},
        "examples.md": _examples(root / "examples"),
    }


def _commands() -> str:
    text = re.sub(r"## Table of Contents\n.*?(?=\*\*Commands)", "", _help(), count=1, flags=re.DOTALL)
    return text.replace("# actwright\n", "# All commands\n", 1)


def _exit_statuses() -> str:
    """Those that all commands share, and those of each command that documents its own."""
    shared = (getdoc(cli) or "").partition("Exit status:")[2].replace("\n", " ").strip()
    parts = [f"# Exit statuses\n\nOf all commands: {shared}"]
    for section in re.split(r"^(?=##+ )", _help(), flags=re.MULTILINE):
        own = re.search(r"^Exit status:\n\n(.*?)(?=\n\n|\Z)", section, re.DOTALL | re.MULTILINE)
        if own:
            title = section.partition("\n")[0].lstrip("# ")
            parts.append(f"## {title}\n\n{own[1]}")
    return "\n\n".join(parts) + "\n"


def _help() -> str:
    return cli.app.generate_docs(output_format="markdown", recursive=True).replace("\\[", "[")


def _settings() -> str:
    rows = ["| in the environment | in a file | default |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        own = name.endswith("_base_url") or name in KEYS
        default = f"`{field.default}`" if field.default or field.default is False else ""
        rows.append(
            f"| `{name.upper() if own else f'ACTWRIGHT_{name.upper()}'}` | {'' if name in KEYS else f'`{name}`'} | {default} |"
        )
    table = "\n".join(rows)
    return (
        "# Settings\n\nA file is `actwright.toml`, or the table `[tool.actwright]` in `pyproject.toml`, in the current"
        f" folder. The environment comes first.\n\n{table}\n\n{_fields(Settings)}"
    )


def _events() -> str:
    rows = [f"| `{kind.name}` | {kind.usual_level} | [`{kind.__name__}`](#{_anchor(kind)}) |" for kind in EVENTS]
    table = "\n".join(["| event | usual level | class |", "|---|---|---|", *rows])
    names = [kind.__name__ for kind in (Event, *EVENTS)]
    return f"# Events\n\n{getdoc(import_module(Event.__module__))}\n\n{table}\n\n{_documented(Event.__module__, names)}"


def _record_formats() -> str:
    steps = (getattr(step, name) for name in step.__all__)
    recordings = (getattr(recording, name) for name in recording.__all__)
    return (
        f"# Record formats\n\nA run folder (format {layout.FORMAT}) has `{layout.HEAD}` with the `Result` without its steps,"
        f" `{layout.STEPS}` with one `Step` in each line, and `{layout.INTENTS}` with the effects before they are"
        " dispatched. Private values and secrets are masked.\n\n"
        f"{_fields(result.Result, *steps)}\n"
        f"A recording (version {recording.VERSION}) is the YAML form of `Recording`:\n\n{_fields(*recordings)}"
    )


def _api(package: str, title: str) -> str:
    module = import_module(package)
    return f"# {title}\n\n{getdoc(module)}\n\n{_documented(package, module.__all__)}"


def _documented(module: str, names: Iterable[str]) -> str:
    """What mkdocstrings makes of these names of a module."""
    return "\n".join(f"::: {module}.{name}\n" for name in names)


def _fields(*kinds: object) -> str:
    """The docstrings of those that are classes of fields, without their properties and methods."""
    classes = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return "\n".join(f"::: {_anchor(kind)}\n    options:\n      members: false\n" for kind in classes)


def _anchor(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__name__}"


def _examples(folder: Path) -> str:
    listed = re.sub(r"\]\((\w+)[^)]*\)", r"](#\1)", (folder / "README.md").read_text(encoding="utf-8").rstrip())
    return "\n\n".join([listed, *(_example(each) for each in sorted(folder.iterdir()) if each.is_dir())]) + "\n"


def _example(folder: Path) -> str:
    return "\n\n".join([f"## {folder.name}", *_listed(folder)])


def _listed(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in LANGUAGES and path.is_file():
            text = path.read_text(encoding="utf-8").rstrip()
            yield f"`{path.relative_to(folder.parent).as_posix()}`\n\n```{LANGUAGES[path.suffix]}\n{text}\n```"
