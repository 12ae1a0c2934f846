"""Makes Playwright's own trace of a test readable: calls name the elements, groups name the steps."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from actwright.engine.run import Run
from actwright.pytest_plugin.hidden_values import hiding
from actwright.pytest_plugin.record_folders import replacing
from actwright.text import one_line, shortened, with_texts

PREFIX = "actwright: "
"""The beginning of the title of a run's group."""
ENGINE = "actwright="
"""How selectors of ours begin, see `inject/main.js`; a request in JSON follows, or the names of a run and an element."""
NAMES = re.compile(r"[\w-]+ (?P<id>[\w.-]+)[^'\"]*")
QUOTED = re.compile(r'(?:\\.|[^\\"])*')
"""The rest of a string in double quotes, as logs write selectors."""
STEP = re.compile(r"step (\d+)")
LONGEST_TITLE = 120
THE_PAGE = "the page"
FIXED = frozenset({"type", "callId", "parentId", "class", "method", "sha1", "_sha1", "pageId", "frameId", "guid"})
"""Members by which events refer to one another, and which are not changed."""
VERBS = {
    "textContent": "Look at",
    "selectOption": "Select in",
    "setInputFiles": "Upload to",
    "dragTo": "Drag",
    "waitFor": "Wait for",
}


def tidied(path: Path, runs: Sequence[Run]) -> None:
    """Rewrites a trace file: calls and groups get names from its runs, in order, and withheld values are masked.

    Pictures stay as they are. A file that cannot be read as a trace is left alone.
    """
    try:
        with zipfile.ZipFile(path) as old:
            members = [(info, old.read(info)) for info in old.infolist()]
    except (OSError, zipfile.BadZipFile):
        return
    hide = hiding(runs)
    with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for info, data in members:
            new.writestr(info.filename, _member(info.filename, data, runs, hide))


def _member(name: str, data: bytes, runs: Sequence[Run], hide: Callable[[str], str] | None) -> bytes:
    if name.endswith((".trace", ".network", ".stacks")):
        return _events(data, runs if name.endswith(".trace") else (), hide)
    if hide is None:
        return data
    try:
        return hide(data.decode()).encode()
    except UnicodeDecodeError:
        return data  # a picture


def _events(data: bytes, runs: Sequence[Run], hide: Callable[[str], str] | None) -> bytes:
    left, run_of, lines = list(runs), dict[str, Run](), list[str]()
    for line in filter(None, data.decode("utf-8", "replace").split("\n")):  # other line ends occur in texts of pages
        try:
            event: Any = json.loads(line)
        except (ValueError, RecursionError):
            lines.append(hide(line) if hide else line)
            continue
        if isinstance(event, dict):
            _name(event, left, run_of)  # pyright: ignore[reportUnknownArgumentType] - an event of Playwright's
        lines.append(json.dumps(with_texts(event, hide, fixed=FIXED) if hide else event, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")  # as JSON writes half a pair


def _name(event: dict[str, Any], left: list[Run], run_of: dict[str, Run]) -> None:
    """Gives an event a readable title from the run to which it belongs."""
    call, title = str(event.get("callId", "")), str(event.get("title", ""))
    run = run_of.get(str(event.get("parentId", ""))) or run_of.get(call)
    if event.get("method") == "tracingGroup":
        if run is None and left and title == f"{PREFIX}{left[0].task.text}":
            run = left.pop(0)
        elif run is not None and (match := STEP.fullmatch(title)):
            event["title"] = _step_title(run, int(match[1]))
    if run is not None and event.get("type") == "before":
        run_of[call] = run
    params: dict[str, Any] = event.get("params") or {}
    selector = str(params.get("selector", ""))
    if event.get("type") == "before" and selector.startswith(ENGINE):
        target = _named(selector, run)
        verb = VERBS.get(str(event.get("method")), str(event.get("method")).capitalize())
        event["title"], params["selector"] = f"{verb} {target}", target
    for name, value in event.items():
        event[name] = with_texts(value, lambda text: _named(text, run), fixed=FIXED)


def _step_title(run: Run, number: int) -> str:
    step = next((step for step in run.steps if step.number == number), None)
    said = (step.problem or (step.proposal.message if step.proposal else "")) if step else ""
    return shortened(one_line(f"{number} {said}"), LONGEST_TITLE) if step else "end"


def _named(text: str, run: Run | None) -> str:
    """Returns a text in which the elements have the place of our selectors."""
    before, found, selector = text.partition(ENGINE)
    if not found:
        return text
    element_id, end = _asked_of(selector)
    return f"{before}{_target(element_id, run)}{_named(selector[end:], run)}"


def _asked_of(selector: str) -> tuple[str, int]:
    """Returns the ID of the element that a selector is about, empty if it is about none, and where the selector ends."""
    if not selector.startswith("{"):
        match = NAMES.match(selector)
        return (match["id"], match.end()) if match else ("", 0)
    try:
        request, end = json.JSONDecoder().raw_decode(selector)
    except ValueError:
        quoted = QUOTED.match(selector)
        end = quoted.end() if quoted else len(selector)
        try:
            request = json.loads(json.loads(f'"{selector[:end]}"'))
        except ValueError:  # cut off
            return "", end
    return str(request.get("args", {}).get("id", "")), end


def _target(element_id: str, run: Run | None) -> str:
    """Returns the role and name of the element with this ID; a selector without an ID is about the whole page."""
    for step in reversed(run.steps if run else ()):
        if element := step.page.by_id.get(element_id):
            return one_line(
                f'{element.role or element.tag} "{element.name}"' if element.name else element.role or element.tag
            )
    return THE_PAGE
