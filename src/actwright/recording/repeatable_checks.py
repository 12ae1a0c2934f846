"""The checks of a recording: with types for what another run shows otherwise, and only those that prove something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from pydantic import JsonValue

from actwright.engine.evidence.sent_requests import REPORT, SentRequests
from actwright.engine.matching.patterns import CODE, VOLATILE, generalised, repeatable
from actwright.engine.matching.references import filled_text, referred_text
from actwright.schemas.hosts import host_and_port
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.typed_text import kind_of, without_types
from actwright.tools.expect import CHECKS, shows, url_matches
from actwright.tools.expect_request import ExpectRequest

HTTP = re.compile(r"[A-Z]+ https?://")
NO_FIELD = frozenset({"path", "message"})
"""Names of sent values that were in no field of a request."""
ID = re.compile(r"\d+|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
"""Segments of a path that another run does not have: numbers and UUIDs."""


def repeatable_check(
    action: RecordedAction, task: Task, known: Callable[[str], bool], before: Observation | None
) -> Iterator[RecordedAction]:
    """A check with types for what differs in another run; nothing if no such check is left, or if it proves nothing.

    It proves nothing if that was so on the page before the last effect.
    """
    if action.tool == CHECKS["url"].name:
        url = _typed_url(str(action.parameters["url"]), known)
        was_so = before is not None and url_matches(before.url, filled_text(url, task.data))
        if re.search(r"\w", without_types(url)) and not was_so:
            yield action.model_copy(update={"parameters": {"url": url}})
        return
    if action.tool != CHECKS["text"].name:
        if all(repeatable(value, known) == value for value in action.parameters.values() if isinstance(value, str)):
            yield action
        return
    earlier = before.text if before else ""
    keeps: Callable[[str], bool] = lambda number: known(number) or _is_of_page(number, earlier)  # noqa: E731
    texts = action.parameters["text"]
    typed = [repeatable(str(text), keeps) for text in (texts if isinstance(texts, list) else [texts])]
    proving = [
        text
        for text in dict.fromkeys(typed)
        if re.search(r"[^\W\d_]", without_types(text)) and not shows(earlier, filled_text(text, task.data))
    ]
    if proving:
        yield action.model_copy(update={"parameters": {"text": [*proving]}})


def _is_of_page(code: str, earlier: str) -> bool:
    """Whether a page had a short number or a code before, so that it did not invent it."""
    return not VOLATILE.fullmatch(code) and re.search(rf"(?<!\w){re.escape(code)}(?!\w)", earlier) is not None


def _typed_url(url: str, known: Callable[[str], bool]) -> str:
    """An address without its host, and with types for the numbers and IDs in it that another run has others of."""
    if "*" in url:
        return url
    parts = urlsplit(url)._replace(scheme="", netloc="") if "://" in url else urlsplit(url)
    segments = (f"{{{kind_of(each)}}}" if _is_id(each) and not known(each) else each for each in parts.path.split("/"))
    return generalised(parts._replace(path="/".join(segments)).geturl(), known)


def _is_id(segment: str) -> bool:
    """Whether a segment of a path is a number or a code, which another run does not have."""
    return ID.fullmatch(segment) is not None or CODE.fullmatch(segment) is not None


def repeatable_request(action: RecordedAction, task: Task, known: Callable[[str], bool]) -> RecordedAction:
    """A check of a request without the numbers and IDs in its path, and the values, that differ in another run."""
    path, start = str(action.parameters["path"]), urlsplit(task.url or "")
    parts = urlsplit(path)
    if parts.netloc == start.netloc:
        parts = parts._replace(scheme="", netloc="")
    segments = ("*" if _is_id(each) and not known(each) else each for each in parts.path.split("/"))
    made: dict[str, JsonValue] = {**action.parameters, "path": parts._replace(path="/".join(segments)).geturl()}
    if status := made.get("status"):
        made["status"] = f"{str(status)[0]}xx"
    if isinstance(values := made.get("values"), dict):
        made["values"] = {name: text for name, text in values.items() if repeatable(str(text), known) == text}
    return action.model_copy(update={"parameters": {name: value for name, value in made.items() if value}})


def request_checks(outcome: Outcome, step: Step, task: Task) -> list[RecordedAction]:
    """The check of what an effect sent: method, address, status, and the fields that had values of the run."""
    accepted = SentRequests(task, [outcome], host_and_port(step.page.url)).succeeded
    sent = [each for each in accepted if HTTP.match(each.request) and not REPORT.search(each.request)]
    if outcome.effect is not Effect.EFFECT or not sent or sent[-1].request.endswith("\u2026"):
        return []
    method, _, url = sent[-1].request.partition(" ")
    values: dict[str, JsonValue] = {
        value.name: f"{{{{{value.reference}}}}}"
        for value in sent[-1].values
        if value.match
        and value.reference
        and value.name not in NO_FIELD
        and value.reference not in (*task.secrets, *task.files)
    }
    parts, here = urlsplit(url)._replace(query="", fragment=""), urlsplit(step.page.url).netloc
    given: dict[str, JsonValue] = {
        "method": method,
        "path": referred_text(parts.path if parts.netloc == here else parts.geturl(), task.data),
        "status": str(sent[-1].status),
        "values": values,
    }
    check = RecordedAction(tool=ExpectRequest.name, parameters=given)
    return [repeatable_request(check, task, known_numbers(task))]


def known_numbers(task: Task, given: Mapping[str, str] | None = None) -> Callable[[str], bool]:
    """Returns a test of whether a number occurs in the task, its data or the captured values.

    Another run has the same number, or its own value in its place.
    """
    text = "\n".join((task.text, *map(str, task.data.values()), *(given or {}).values()))
    return lambda number: re.search(rf"(?<!\w){re.escape(number)}(?!\w)", text) is not None
