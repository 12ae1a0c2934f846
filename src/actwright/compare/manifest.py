"""What a comparison was made with: enough to do it again, and to tell whether rows of two can stand together."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from actwright.compare.case import Case
from actwright.schemas.base import Frozen
from actwright.schemas.tool import ToolSpec

__all__ = [
    "CaseHash",
    "Manifest",
    "Setting",
    "case_hashes",
    "changed",
    "prompt_hashes",
    "suite_hash",
    "tool_hashes",
    "versions",
    "without_secrets",
]

PACKAGES = ("actwright", "playwright", "anthropic", "openai", "genai-prices", "pydantic", "pillow")
SECRET_OPTION = re.compile(r"--?[\w-]*(key|token|secret|password|login|credential)[\w-]*", re.IGNORECASE)
SECRET_TEXT = re.compile(r"(?<=://)[^/@\s]+(?=@)|(?<=\?)\S+|\bsk-[\w-]{6,}")
"""User and password of an address, its query, and keys by their usual form."""


class Setting(Frozen):
    """A contender: its label, and what it is made of."""

    contender: str
    policy: str
    evidence: str
    screenshot: str
    model: str = ""


class CaseHash(Frozen):
    """A case that is played: its name, its seed, and the SHA-256 of its intent in UTF-8, in hexadecimal."""

    case: str
    seed: int
    intent: str


class Manifest(Frozen):
    """What a comparison is made of.

    Attributes:
        command: The command line, without secrets.
        started, ended: UTC times in ISO 8601; `ended` is empty while it is not.
        versions: Of this package, Python, Playwright, the providers' SDKs and the price data; `browser` is its version.
        platform: Operating system and machine.
        suite: The name of the suite; `suite_hash` the SHA-256 of its file.
        contenders: The first is what the others are compared with.
        prompts, tools: SHA-256 of every file that prompts are made of, and of every tool as a model is told of it.
        cases: In the order played.
        limits: Of each run.
        judge: The model that judged what a task leaves to one; empty if none did.
        tokens: Who counted the tokens, if not the provider: the name of a tokenizer.
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
    seeds: tuple[int, ...] = ()
    cases: tuple[CaseHash, ...] = ()
    limits: Mapping[str, Any] = {}
    tokens: str = ""
    judge: str = ""


def versions() -> dict[str, str]:
    """Versions of what a comparison depends on, as far as it is installed."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def prompt_hashes() -> dict[str, str]:
    """SHA-256 of every file that prompts are made of: texts, instruction files, and the code that puts them together."""
    with as_file(files("actwright.prompts")) as folder:
        found = (file for file in folder.rglob("*") if file.suffix in (".md", ".json", ".py"))
        return {file.relative_to(folder).as_posix(): _sha256(file.read_bytes()) for file in sorted(found)}


def suite_hash(path: Path) -> str:
    """SHA-256 of a file of tasks, of the configs of a folder, or of a suite with the code and configs beside it."""
    patterns = ("*.py", "*.json", "*/*.py") if path.suffix == ".py" else ("**/*.json",)
    folder = path if path.is_dir() else path.parent
    several = path.is_dir() or path.suffix == ".py"
    found = sorted(file for pattern in patterns for file in folder.glob(pattern)) if several else [path]
    return _sha256(b"\0".join(_sha256(file.read_bytes()).encode() for file in found))


def tool_hashes(tools: Iterable[ToolSpec]) -> dict[str, str]:
    """SHA-256 of each tool's name, description and parameters, as JSON with sorted keys."""
    return {
        tool.name: _sha256(json.dumps(tool.model_dump(mode="json"), sort_keys=True).encode())
        for tool in sorted(tools, key=lambda tool: tool.name)
    }


def case_hashes(cases: Iterable[tuple[int, Case]]) -> tuple[CaseHash, ...]:
    """What is played, each with its seed."""
    return tuple(
        CaseHash(case=case.id, seed=seed, intent=_sha256(case.intent.encode(errors="backslashreplace")))
        for seed, case in cases
    )


def without_secrets(command: Sequence[str]) -> tuple[str, ...]:
    """A command line without the values of options that name a secret, and without secrets in addresses."""
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


def changed(before: Manifest, now: Manifest) -> list[str]:
    """What would make rows of the one not comparable with rows of the other, a few words each."""
    found = [
        f"{name}: {getattr(before, name) or 'unknown'} before, {getattr(now, name) or 'unknown'} now"
        for name in ("browser", "platform", "judge")
        if getattr(before, name) != getattr(now, name)
    ]
    if before.suite_hash != now.suite_hash:
        found.append("the suite's file")
    if before.limits != now.limits:
        found.append("limits")
    for name in ("versions", "prompts", "tools"):
        old, new = getattr(before, name), getattr(now, name)
        differ = [key for key in sorted(old | new) if old.get(key) != new.get(key)]
        if differ:
            found.append(f"{name}: {', '.join(differ)}")
    settings = {setting.contender: setting for setting in before.contenders}
    other = [new.contender for new in now.contenders if settings.get(new.contender, new) != new]
    if other:
        found.append(f"contenders: {', '.join(other)}")
    intents = {(each.case, each.seed): each.intent for each in before.cases}
    cases = [each.case for each in now.cases if intents.get((each.case, each.seed), each.intent) != each.intent]
    if cases:
        found.append(f"intents: {', '.join(dict.fromkeys(cases))}")
    return found


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
