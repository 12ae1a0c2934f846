"""The two dialects of task files, which score similar configs differently."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, cast

Dialect: TypeAlias = Literal["webarena", "visualwebarena"]
Compat: TypeAlias = Literal["fixed", "upstream"]
"""`fixed` scores as the configs intend; `upstream` as the published evaluators do, including their known defects:

* `< 5` and `> 5` hold for 5 itself.
* After `required_values`, the later keys of `reference_answers` compare the number that it made of the answer.
* `fuzzy_match: "N/A"` discards earlier results once the reason is judged, even if the answer is "N/A". A reason is judged
  even if the config gives none to compare it with.
* The judge is asked even about an empty answer.
* `url_match` and `__last_url__` use where the page is at their turn, and not where the agent ended.
* All characters of `lambda:` are stripped from the beginning of a locator, however many there are.
* Only the first key of `required_contents` is checked.
* The content of a page must match all alternatives of a `fuzzy_match` with ` |OR| `.
* Only the last query of `page_image_query` decides, or the first that finds no picture.
* A price of $1,299.00 is read as 1.
"""

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
