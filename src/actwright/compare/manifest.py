"""What a comparison was made with: enough to repeat it, and to decide whether rows of two can be combined."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path, PurePath
from typing import Any, Literal, cast

from actwright.compare.case import Case
from actwright.schemas.base import Frozen
from actwright.schemas.tool import ToolSpec

PACKAGES = ("actwright", "playwright", "anthropic", "openai", "genai-prices", "pydantic", "pillow")
SECRET_OPTION = re.compile(r"--?[\w-]*(key|token|secret|password|login|credential)[\w-]*", re.IGNORECASE)
SECRET_TEXT = re.compile(r"(?<=://)[^/@\s]+(?=@)|(?<=\?)\S+|\bsk-[\w-]{6,}")
"""Matches the user and password of an address, its query, and keys in their usual form."""


class Setting(Frozen):
    """A contender: its label and its options."""

    contender: str
    policy: str
    evidence: str
    screenshot: str
    model: str = ""


class CaseHash(Frozen):
    """A case that is played: its name, its seed, and the SHA-256 of its source (`Case.source`), in hexadecimal."""

    case: str
    seed: int
    source: str


class Manifest(Frozen):
    """What a comparison is made of.

    Attributes:
        command: The command line, without secrets.
        started, ended: UTC times in ISO 8601; `ended` is empty until the comparison has ended.
        versions: Versions of this package, Python, Playwright, the providers' SDKs and the price data; `browser` is the
            version of the browser.
        platform: Operating system and machine.
        suite: The name of the suite; `suite_hash` is the SHA-256 of its code and of the files that it reads, empty if
            it is data.
        contenders: The contenders; the others are compared with the first.
        prompts, tools: SHA-256 of every file that prompts are made of, and of every tool as a model sees it.
        cases: The cases in the order played.
        limits: The limits of each run and its sampling parameters; `concurrency` is how many were played at once when last started.
        permissions: The permissions of each run, in addition to those of its case.
        judge: The model that judged what a task leaves to a model; empty if none did.
        tokens: What counted the tokens, if not the provider: the name of a tokenizer.
    """

    format: Literal[1] = 1
    command: tuple[str, ...] = ()
    started: str = ""
    ended: str = ""
    versions: Mapping[str, str] = {}
    platform: str = ""
    browser: str = ""
    suite: str = ""
    suite_hash: str = ""
    contenders: tuple[Setting, ...] = ()
    prompts: Mapping[str, str] = {}
    tools: Mapping[str, str] = {}
    cases: tuple[CaseHash, ...] = ()
    limits: Mapping[str, Any] = {}
    permissions: Mapping[str, Any] = {}
    concurrency: int = 1
    tokens: str = ""
    judge: str = ""


def versions() -> dict[str, str]:
    """Returns the versions of the installed packages on which a comparison depends."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def prompt_hashes() -> dict[str, str]:
    """Returns the SHA-256 of each file that makes prompts: texts, instruction files, and the code that joins them."""
    with as_file(files("actwright.prompts")) as folder:
        found = (file for file in folder.rglob("*") if file.suffix in (".md", ".json", ".py"))
        return {file.relative_to(folder).as_posix(): _sha256(file.read_bytes()) for file in sorted(found)}


def files_hash(paths: Sequence[Path]) -> str:
    """Returns the SHA-256 of files, and of all files in folders, with their names; empty if there are none."""
    found = {file for path in paths for file in (path.rglob("*") if path.is_dir() else [path])}
    kept = sorted((file.as_posix(), file) for file in found if file.is_file() and "__pycache__" not in file.parts)
    lines = "".join(f"{PurePath(name).name}\0{_sha256(file.read_bytes())}\n" for name, file in kept)
    return _sha256(lines.encode()) if lines else ""


def tool_hashes(tools: Iterable[ToolSpec]) -> dict[str, str]:
    """Returns the SHA-256 of each tool's name, description and parameters, as JSON with sorted keys."""
    return {
        tool.name: _sha256(json.dumps(tool.model_dump(mode="json"), sort_keys=True).encode())
        for tool in sorted(tools, key=lambda tool: tool.name)
    }


def case_hashes(cases: Iterable[tuple[int, Case]]) -> tuple[CaseHash, ...]:
    """Returns the hash of each case, with its seed."""
    return tuple(
        CaseHash(case=case.id, seed=seed, source=_sha256((case.source or case.task).encode(errors="backslashreplace")))
        for seed, case in cases
    )


def without_secrets(command: Sequence[str]) -> tuple[str, ...]:
    """Returns a command line without the values of options that name a secret, and without secrets in addresses."""
    kept: list[str] = []
    for argument in command:
        name, equals, _ = argument.partition("=")
        if kept and SECRET_OPTION.fullmatch(kept[-1]):
            kept.append("…")
        elif equals and SECRET_OPTION.fullmatch(name):
            kept.append(f"{name}=…")
        else:
            kept.append(SECRET_TEXT.sub("…", argument))
    return tuple(kept)


MAY_DIFFER = frozenset({"command", "started", "ended", "suite", "concurrency"})
"""Members that may differ between rows that are combined."""


MAY_GROW = frozenset({"contenders", "cases", "tools"})
"""Members to which more may be added."""
HASHES = {"prompts": "prompts", "tools": "tools", "cases": "tasks were edited"}
"""Members of which only the names of what differs are told."""


def changed(before: Manifest, now: Manifest) -> list[str]:
    """Returns what would make rows of the one not comparable with rows of the other, a few words each.

    Policies and cases may be added, and tools with them; what both have must be the same.
    """
    found: list[str] = []
    for name in Manifest.model_fields.keys() - MAY_DIFFER:
        old, new = _by_key(before, name), _by_key(now, name)
        both = old.keys() & new.keys() if name in MAY_GROW else old.keys() | new.keys()
        differ = [key for key in sorted(both) if old.get(key) != new.get(key)]
        if differ and name == "suite_hash":
            found.append(f"{before.suite} was edited")
        elif differ and name in HASHES:
            found.append(f"{HASHES[name]}: {', '.join(differ)}")
        else:
            found += [f"{key}: {old.get(key) or 'none'} before, {new.get(key) or 'none'} now" for key in differ]
    return sorted(found)


def _by_key(manifest: Manifest, name: str) -> Mapping[str, Any]:
    """Returns the values of a member, by what they are called in a message."""
    value = getattr(manifest, name)
    if name == "contenders":
        members = ("policy", "evidence", "screenshot", "model")
        return {f"{each} of {setting.contender}": getattr(setting, each) for setting in value for each in members}
    if name == "cases":
        return {f"{each.case} (seed {each.seed})": each.source for each in value}
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {name: value}


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
