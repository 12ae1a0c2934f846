"""Whether a recording belongs to a task: the words, the references and the names of the data are compared."""

from __future__ import annotations

from actwright.engine.matching.references import referred_text
from actwright.schemas.recording import Recording
from actwright.schemas.task import REFERENCE, Task, references_in
from actwright.text import counted, one_line

EDGES = ".,;:!?\u2026\"'\u201c\u201d\u2018\u2019()"
"""Marks at the ends of words that do not change what a task says."""

AGAIN = "Record this task again, or give the task of the recording"


def task_text(task: Task) -> str:
    """The text of a task with `{{name}}` for values of its data."""
    return referred_text(task.text, task.data)


def same_words_of_task(recording: Recording, task: Task) -> bool:
    """Whether the task has the words of the recorded one, whatever the values of its data are."""
    recorded = (recording.task, referred_text(recording.task, task.data))
    return any(_words(text) == _words(given) for text in recorded for given in (task.text, task_text(task)))


def another_task(recording: Recording, task: Task) -> str:
    """Why a recording does not belong to a task, in sentences that say what to do; empty if it does."""
    return other_words(recording, task) or unused_values(recording, task)


def other_words(recording: Recording, task: Task) -> str:
    """Both tasks, in sentences that say what to do, if they have other words; empty if they have the same."""
    if same_words_of_task(recording, task):
        return ""
    return (
        f'the recording is of another task: it was made for "{one_line(recording.task)}", '
        f'and this task is "{one_line(task.text)}". {AGAIN}'
    )


def unused_values(recording: Recording, task: Task) -> str:
    """The values of a task that a recording does not use, in sentences that say what to do; empty if it uses all."""
    names = dict.fromkeys([*task.data, *references_in(task.text)])
    used = {*recording.inputs, *recording.captures}
    unused = [name for name in names if name not in used and not _is_fixed(recording, task, name)]
    if not unused:
        return ""
    said = ", ".join(f"{{{{{name}}}}}{_recorded_for(recording, name)}" for name in unused)
    return f"the recording does not use {counted(len(unused), 'value')} of the task: {said}. {AGAIN}, or leave them out"


def _is_fixed(recording: Recording, task: Task, name: str) -> bool:
    """Whether a value that no action refers to is the one for which the recording was made."""
    return name in recording.fixed and task.data.get(name) == recording.fixed[name]


def _recorded_for(recording: Recording, name: str) -> str:
    was = recording.fixed.get(name)
    return "" if was is None else f' (no action enters it; it was "{was}" in the recorded run)'


def _words(text: str) -> list[str]:
    """The words of a task as they are compared; a reference is one word."""
    whole = REFERENCE.sub(lambda match: f" {{{{{'_'.join(match[1].split())}}}}} ", text)
    return [word for part in whole.casefold().split() if (word := part.strip(EDGES))]
