"""The objective of a turn: the task in the user's words, and what else the model must know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from actwright.prompts.render import confirmation, task_values
from actwright.prompts.texts import load
from actwright.schemas.task import Task

__all__ = ["objective", "only_text"]


def objective(task: Task, captions: Sequence[str] = ()) -> str:
    """The objective: only the user's words if the task has no values, no typed answer, and needs no evidence.

    Args:
        task: What is to be done.
        captions: The task's pictures in words, which stand before it, as in VisualWebArena (`PromptAgent.next_action`).
    """
    return _captioned(captions) + task.text + task_values(task) + "".join(f"\n{line}" for line in _about_stop(task))


def only_text(task: Task) -> str:
    """The name of the only property of a typed answer, if it is a text; empty for any other answer."""
    properties = (task.output or {}).get("properties", {})
    name = next(iter(properties), "")
    return name if len(properties) == 1 and properties[name].get("type") == "string" else ""


def _captioned(captions: Sequence[str]) -> str:
    named = (
        f'{"input" if number > 1 else "Input"} image {number}: "{said}"' for number, said in enumerate(captions, 1)
    )
    return f"{', '.join(named)}\nIntent: " if captions else ""


def _about_stop(task: Task) -> Iterator[str]:
    if task.output is not None and not only_text(task):
        yield load("stop_output", schema=json.dumps(task.output, ensure_ascii=False))
    if required := confirmation(task, "the answer of stop").strip():
        yield required
