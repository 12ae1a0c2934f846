"""Writes what a run must have sent as a task spec of `evidence-judge`, from the data of its task alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

import yaml

from actwright.engine.records.evidence_pack.sensitive import is_sensitive_name
from actwright.engine.records.run_folder.disk import slug
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Task, references_in

WRITES = ("POST", "PUT", "PATCH", "DELETE")
LONGEST = 2_000
"""The most characters of a value that is expected: `evidence-judge` reads 20,000 characters of a body."""
LONGEST_PATTERN = 300
"""The most characters of a regular expression that `evidence-judge` takes."""
STATES = frozenset({"true", "false", "yes", "no", "on", "off"})
"""Values of checkboxes, which send something else or nothing."""


def spec_of(task: Task, *, start: str, mask: Callable[[str], str]) -> str:
    """The spec of a task, as YAML.

    Each value of the data that the task refers to (each value, if it refers to none) is expected, whole, in a request
    to the site that was answered with 2xx or 3xx. Other requests to the site that change something are allowed.

    Not expected are files, values of checkboxes, and values whose name says that they are passwords or the like.

    Args:
        task: The task.
        start: The URL that the run starts at; its origin is the site.
        mask: Masks private values and secrets.
    """
    site = _site(start)
    spec: dict[str, Any] = {"id": slug(mask(task.text)), "task": mask(task.text), **({"site": site} if site else {})}
    expected = [_expectation(name, task.data[name]) for name in _expected(task, mask)]
    if expected:
        spec["expect"] = expected
        if site:
            spec["allow"] = [{"kind": "request", "method": method, "url_contains": [site]} for method in WRITES]
    return yaml.safe_dump(spec, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)


def _site(start: str) -> str:
    """The origin of the start; empty if it names no single site, such as a name of an intranet without a dot."""
    origin = origin_of(start)
    host = urlsplit(origin).hostname or ""
    return origin if "." in host or ":" in host or host == "localhost" else ""


def _expected(task: Task, mask: Callable[[str], str]) -> Iterator[str]:
    """The names of the data that must be sent."""
    referred = [name for name in dict.fromkeys(references_in(task.text)) if name in task.data]
    for name in referred or task.data:
        value = task.data[name].strip()
        told = not is_sensitive_name(name) and mask(value) == value
        if told and value and len(value) <= LONGEST and value.lower() not in STATES and name not in task.files:
            yield name


def _expectation(name: str, value: str) -> dict[str, Any]:
    value = value.strip()
    body = [
        {"kind": "request", "method": method, "body_contains": [text]}
        for method in ("POST", "PUT", "PATCH")
        for text in _in_bodies(value)
    ]
    pattern = _in_addresses(value)
    address = [{"kind": "request", "method": method, "url_regex": pattern} for method in ("GET", *WRITES)]
    sent = [*body, *(address if len(pattern) <= LONGEST_PATTERN else ())]
    return {"id": name, "description": f"{name} was sent to the site, which accepted it", "any": sent}


def _in_bodies(value: str) -> list[str]:
    """The value as bodies of requests write it, with what separates it from other values."""
    lines = value.replace("\r\n", "\n").replace("\n", "\r\n")  # as browsers send them
    quoted = json.dumps(value, ensure_ascii=False)
    forms = [f"={quote_plus(lines, safe='*')}", f"={quote(lines, safe='')}", quoted, f'" {value} --', f">{value}<"]
    if value.isdigit():
        forms += [f":{value}", f": {value}"]
    return list(dict.fromkeys(forms))


def _in_addresses(value: str) -> str:
    """A pattern of the value as a whole parameter or segment of an address."""
    forms = dict.fromkeys((quote_plus(value, safe="*"), quote(value, safe="")))
    return f"[=/](?:{'|'.join(map(re.escape, forms))})(?:[&/?#;]|$)"
