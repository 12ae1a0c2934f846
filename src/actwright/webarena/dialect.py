"""The two dialects of task files, which score similar configs differently."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, cast

__all__ = ["VISUAL_ANSWERS", "VISUAL_CONTENTS", "Compat", "Dialect", "detected"]

Dialect: TypeAlias = Literal["webarena", "visualwebarena"]
Compat: TypeAlias = Literal["fixed", "upstream"]
"""`fixed` scores as the configs intend; `upstream` as the published evaluators do, including their known defects."""

VISUAL_ANSWERS = {"must_exclude", "one_of", "required_values"}
"""Keys of `reference_answers` that WebArena does not have."""

VISUAL_CONTENTS = {"must_exclude", "required_values", "fuzzy_match"}
"""Keys of `required_contents` that WebArena does not have."""

TASK_MARKS = {"image", "viewport_size", "visual_difficulty", "reasoning_difficulty", "overall_difficulty"}
EVAL_MARKS = {"page_image_query"}


def detected(tasks: Iterable[Any]) -> Dialect:
    """Returns the dialect of a file's tasks: VisualWebArena's if any of them uses what WebArena does not have."""
    return "visualwebarena" if any(map(_is_visual, tasks)) else "webarena"


def _is_visual(task: Any) -> bool:
    rules = _mapping(_mapping(task).get("eval"))
    targets = rules.get("program_html")
    return (
        not TASK_MARKS.isdisjoint(_mapping(task))
        or not EVAL_MARKS.isdisjoint(rules)
        or rules.get("url_note") == "EXACT"
        or not VISUAL_ANSWERS.isdisjoint(_mapping(rules.get("reference_answers")))
        or any(map(_is_visual_target, cast("list[Any]", targets) if isinstance(targets, list) else ()))
    )


def _is_visual_target(target: Any) -> bool:
    locator = _mapping(target).get("locator")
    contents = _mapping(_mapping(target).get("required_contents"))
    return not VISUAL_CONTENTS.isdisjoint(contents) or (isinstance(locator, str) and locator.startswith("lambda:"))


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
