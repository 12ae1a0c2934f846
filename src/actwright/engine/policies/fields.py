"""One question per form: code finds the fields and the button, and the model gives only the value of each field."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.field_answers import doubt_of, known_in, value_of
from actwright.engine.policies.rules.page_fields import Field, fields_of, scope_of
from actwright.engine.policies.rules.phrases import plain
from actwright.engine.policies.rules.placement import obstacle
from actwright.engine.policies.rules.policy import decide
from actwright.engine.policies.rules.progress import Item, give_up
from actwright.errors import ReplyError
from actwright.prompts.fields import SCHEMA_NAME, Question, answer_key, fields_request
from actwright.schemas.answer_json import with_bare_json
from actwright.schemas.option_names import choosable
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal, parse_arguments
from actwright.schemas.task import REFERENCE, Task
from actwright.schemas.turn import Turn
from actwright.text import one_line, with_texts

MOST_FIELDS = 100
MOST_OPTIONS = 60
"""The most options that stand in the schema; of longer lists the model names one, and code looks for it."""
Answers = Mapping[str, str | None]
"""The value of each field that was asked about, by the field's title; None for none, empty for one that the task does not have."""


class Fields:
    """Asks a model for the values of a form's fields, once for each form, and leaves everything else to `rules`.

    A small model can do this that cannot choose actions. The values may come from free text, as in a task that repeats
    a mail. What a line of the task gives as `label: value` is not asked about. An answer that the task does not state is
    not entered, and one that it states about another field stops the run before anything is sent.
    """

    roles: ClassVar = ("main",)
    preferences: ClassVar = Preferences(pictures=False)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """What `rules` does with the values of the task's data and of the model.

        Raises:
            ReplyError: The model's reply is cut off, a refusal, or no object with the fields as keys.
        """
        answers = _answers(turn)
        proposal = _decided(turn, answers)
        fields = _unasked(turn.page, turn.task, answers)
        questions = _questions(fields)
        if (
            not questions
            or turn.page.dialog
            or not (_is_at_a_loss(proposal, answers) or _asks_more(turn, proposal, fields))
        ):
            return proposal
        reply = await ask(fields_request(turn.task, questions))
        return _decided(turn, {**answers, **_read(reply.text, questions, turn.task)})


POLICY = Fields


def _is_at_a_loss(proposal: Proposal, answers: Answers) -> bool:
    """Whether `rules` cannot go on with what is known; before the first answer, it always knows too little."""
    return not answers or any(action.tool == "fail" for action in proposal.actions)


def _asks_more(turn: Turn, proposal: Proposal, fields: Mapping[str, Field]) -> bool:
    """Whether a form is about to be sent, or thought to be done, that has fields which nobody was asked about."""
    if proposal.complete:
        return any(field.required for field in fields.values())
    pressed = [action.parameters.get("element_id") for action in proposal.actions if action.tool == "click"]
    forms = [scope_of(turn.page.by_id[id]) for id in pressed if isinstance(id, str) and id in turn.page.by_id]
    return any(field.form in forms for field in fields.values())


def _decided(turn: Turn, answers: Answers) -> Proposal:
    """The proposal of `rules` if the answers were data of the task; what was not the task's is written out in it."""
    given = frozenset(turn.task.names)
    said = {title: value for title, value in answers.items() if value and title not in given}
    if not said and not given:
        return give_up("the task has no value for a field of this page", "invalid_data")
    if doubt := doubt_of(answers, _questions(_askable(turn.page)), turn.task):
        return give_up(f"the form was not sent: {doubt}", "unclear")
    task = turn.task.model_copy(update={"data": {**turn.task.data, **said}})
    proposal = decide(replace(turn, task=task))
    actions = tuple(_written_out(action, said) for action in proposal.actions)
    return proposal.model_copy(update={"actions": actions})


def _written_out(action: Action, said: Mapping[str, str]) -> Action:
    def literal(text: str) -> str:
        return REFERENCE.sub(lambda match: said.get(one_line(match[1]), match[0]), text)

    return action.model_copy(update={"parameters": with_texts(action.parameters, literal)})


def _unasked(page: Observation, task: Task, answers: Answers) -> Mapping[str, Field]:
    """The fields of a page, by title, that nothing is known about: not asked about before, and not given by the task."""
    known = {plain(title) for title in (*answers, *task.names)}
    fresh = [(title, field) for title, field in _askable(page).items() if plain(title) not in known]
    return dict([each for each in fresh if not _stated(*each, task)][:MOST_FIELDS])


def _askable(page: Observation) -> Mapping[str, Field]:
    """The fields of a page that a model may be asked about, by title."""
    return dict(_titled([field for field in fields_of(page) if field.kind != "file" and not field.element.secret]))


def _stated(title: str, field: Field, task: Task) -> str:
    """What the task gives on the only line `title: value`, as data would have it; empty if there is none."""
    line = rf"^\W*{re.escape(title)}\s*[:=]\s*(\S[^\n]*?)[ \t]*(?=\Z|\n[ \t]*(?:\Z|\n|[^\n:]+:))"
    found = re.findall(line, task.text, re.IGNORECASE | re.MULTILINE)
    is_whole = len(found) == 1 and field.element.tag != "textarea" and not re.search(r"[.,;:!?]$|: ", found[0])
    return found[0] if is_whole and not obstacle(Item(title, found[0]), field) else ""


def _questions(fields: Mapping[str, Field]) -> tuple[Question, ...]:
    return tuple(_question(number, title, field) for number, (title, field) in enumerate(fields.items(), 1))


def _titled(fields: Sequence[Field]) -> Iterator[tuple[str, Field]]:
    """Each field with a title that no other has, if need be with its heading; those that have none are left out."""
    taken = set[str]()
    for field in fields:
        named = (field.name, f"{field.heading} {field.name}", f"{field.name} {field.element.attribute_name}")
        title = next(
            (text for each in named if (text := one_line(re.sub(r"[{}]", "", each))) and text not in taken), ""
        )
        if plain(title):
            taken.add(title)
            yield title, field


def _question(number: int, title: str, field: Field) -> Question:
    element = field.element
    several = field.kind == "ticks" or element.multiple
    if field.kind == "select":
        choices = tuple(option.label for option in choosable(element.options, required=True))
    else:
        choices = field.choices
    options = choices if 0 < len(choices) <= MOST_OPTIONS else ()
    return Question(
        key=answer_key(title, number),
        title=title,
        kind="tick" if field.kind == "tick" else "several" if several and options else "one" if options else "text",
        options=options,
        type=element.type if element.type != "text" else "",
        required=field.required,
        now="" if element.type == "password" or field.kind in ("tick", "ticks", "radios") else element.value or "",
    )


def _answers(turn: Turn) -> Answers:
    """What the task gives line by line, and the model said in the steps so far; an unusable reply said nothing."""
    found, named = dict[str, str | None](), {plain(name) for name in turn.task.names}
    for page in (*(step.page for step in turn.steps), turn.page):
        lines = {title: _stated(title, field, turn.task) for title, field in _askable(page).items()}
        found |= {title: value for title, value in lines.items() if value and plain(title) not in named}
    for step in turn.steps:
        replies = [each.reply for each in step.exchanges if each.reply and each.request.schema_name == SCHEMA_NAME]
        questions = _questions(_unasked(step.page, turn.task, found)) if replies else ()
        asked = fields_request(turn.task, questions)  # what was sent may have had no schema
        for reply in replies:
            with contextlib.suppress(ReplyError):
                found |= _read(with_bare_json(reply, asked).text, questions, turn.task)
    return found


def _read(text: str, questions: Sequence[Question], task: Task) -> Answers:
    """The value of each field in a reply. Raises ReplyError if it is no JSON object."""
    said = parse_arguments(text)
    return {each.title: value_of(said.get(each.key), each, known_in(task)) for each in questions}
