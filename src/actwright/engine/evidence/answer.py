"""Whether an answer has the requested form and contains only what the run has seen."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import urljoin

from pydantic import BaseModel, ValidationError

from actwright.engine.evidence.claim_case import QUOTED
from actwright.engine.evidence.own_words import texts_in
from actwright.errors import ReplyError
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal, problems, without_refused_nulls
from actwright.schemas.step import Outcome, Step
from actwright.schemas.task import Task
from actwright.text import one_line

URL = re.compile(r"https?://[^\s\"'<>“”]+")
UNSEEN = "the answer contains something that this run has not seen"
MOST_NAMED = 5

M = TypeVar("M", bound=BaseModel)


def typed(proposal: Proposal, output: type[M]) -> M:
    """The typed answer of a proposal, as an instance.

    Raises:
        ReplyError: There is none, or it does not fit; the message is written for the model.
    """
    if proposal.output is None:
        raise ReplyError("`output` is null; with complete: true it must be the answer")
    try:
        return without_refused_nulls(lambda value: output.model_validate_json(json.dumps(value)), proposal.output)
    except ValidationError as error:
        raise ReplyError(f"`output` does not fit: {problems(error)}") from error


def check_output(proposal: Proposal, output: type[BaseModel] | None) -> str:
    """Why the typed answer of a claim cannot be used; empty if it can, or if none is wanted."""
    if output is None:
        return ""
    try:
        typed(proposal, output)
    except ReplyError as error:
        return str(error)
    return ""


def was_doubted(steps: Sequence[Step]) -> bool:
    """Whether an earlier claim was refused because the run had not seen its answer; that happens only once."""
    return any(step.claim is not None and step.claim.reason.startswith(UNSEEN) for step in steps)


def unseen(
    proposal: Proposal, outcomes: Sequence[Outcome], *, task: Task, steps: Sequence[Step], pages: Sequence[Observation]
) -> str:
    """Why an answer is refused: URLs or quotations in it occur nowhere in the run. Empty if all of them occur.

    The run has seen the task and its data, every page that it looked at with its links, and what actions reported.
    """
    done = [*(outcome for step in steps for outcome in step.outcomes), *outcomes]
    looks = [*(step.page for step in steps), *pages]
    seen = _folded("\n".join([task.text, *task.data.values(), *map(_shown, looks), *map(_reported, done)]))
    claimed = [*_urls(proposal.message), *(url for text in texts_in(proposal.output) for url in _urls(text))]
    quoted = [match for match in QUOTED.findall(proposal.message) if re.search(r"\w{2}", match)]
    missing = [url for url in claimed if not re.search(re.escape(_folded(url).rstrip("/")) + r"(?![\w-])", seen)]
    missing += [f'"{text}"' for text in quoted if _folded(text) not in seen]
    if not missing:
        return ""
    named = ", ".join(dict.fromkeys(missing[:MOST_NAMED]))
    return f"{UNSEEN}: {named}. Take it from the pages; if it is right anyway, claim again"


def _shown(page: Observation) -> str:
    links = (urljoin(page.url, element.href) for element in page.elements if element.href)
    tabs = (text for tab in page.tabs for text in (tab.title, tab.url))
    files = (file.name for file in page.downloads)
    dialog = page.dialog.message if page.dialog else ""
    return "\n".join([page.url, page.title, page.text, page.tree, dialog, *links, *tabs, *files])


def _reported(outcome: Outcome) -> str:
    return outcome.detail if outcome.status == "done" else ""


def _urls(text: str) -> list[str]:
    return [match.rstrip(".,;:!?)]}*`") for match in URL.findall(text)]


def _folded(text: str) -> str:
    return one_line(text).casefold()
