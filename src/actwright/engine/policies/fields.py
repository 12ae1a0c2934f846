"""One question per form: code finds the fields and the button, and the model gives only the value of each field."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from actwright.engine.matching.references import value_filled
from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.field_answers import LITERAL, doubt_of, known_in, value_of
from actwright.engine.policies.rules.page_fields import Field, fields_of, scope_of
from actwright.engine.policies.rules.phrases import plain
from actwright.engine.policies.rules.placement import CERTAIN, obstacle, place_items, title_score
from actwright.engine.policies.rules.policy import decide
from actwright.engine.policies.rules.progress import Item, give_up
from actwright.errors import ReplyError
from actwright.prompts.fields import SCHEMA_NAME, Question, answer_key, fields_request
from actwright.schemas.answer_json import with_bare_json
from actwright.schemas.option_names import choosable
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal, parse_arguments
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.text import one_line

MOST_FIELDS = 100
MOST_OPTIONS = 60
"""The most options that stand in the schema; of longer lists the model names one, and code looks for it."""
LINE = re.compile(r"\W*(\w[^:=]*?)\s*[:=]\s*(\S.*?)\s*")
"""A label, and its value."""
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
        questions = _questions(fields)  # numbered before some are left out, as when the reply is read again
        if not _says_more(turn.task, answers):
            fields = {title: field for title, field in fields.items() if field.required}
            questions = tuple(question for question in questions if question.title in fields)
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
    actions = tuple(
        action.model_copy(update={"parameters": value_filled(dict(action.parameters), said)})
        for action in proposal.actions
    )
    return proposal.model_copy(update={"actions": actions})


def _unasked(page: Observation, task: Task, answers: Answers) -> Mapping[str, Field]:
    """The fields of a page, by title, that nothing is known about: not asked about before, and not given by the task."""
    known = {plain(title) for title in (*answers, *task.names)}
    stated = _stated(page, task)
    fresh = [each for each in _askable(page).items() if plain(each[0]) not in known and each[0] not in stated]
    return dict(fresh[:MOST_FIELDS])


def _askable(page: Observation) -> Mapping[str, Field]:
    """The fields of a page that a model may be asked about, by title."""
    return dict(_titled([field for field in fields_of(page) if field.kind != "file" and not field.element.secret]))


def _stated(page: Observation, task: Task) -> Mapping[str, str]:
    """What lines of the task give, by the title of the field. In a task that is a list, labels may be shortened."""
    fields, lines = _askable(page), {plain(line.label): line for line in _lines(task)}
    found = {title: line for title in fields if (line := lines.get(plain(title))) and line.fits(fields[title])}
    if _is_list(task):
        items = [Item(line.label, line.value) for line in lines.values() if line not in found.values()]
        free = {id(field): title for title, field in fields.items() if title not in found}
        pairs = place_items(items, [field for field in fields.values() if id(field) in free]).pairs
        for item in items:
            field, line = pairs.get(item.name), lines[plain(item.name)]
            if field is not None and title_score(item, field) >= CERTAIN and line.fits(field):
                found[free[id(field)]] = line
    return {title: line.value for title, line in found.items()}


def _says_more(task: Task, answers: Answers) -> bool:
    """Whether the task may have values that no answer has yet: beside its lines, or on a line that no answer has."""
    values = Counter(match[2] for row in task.text.splitlines() if (match := LINE.fullmatch(row)))
    return not _is_list(task) or bool(values - Counter(value or "" for value in answers.values()))


def _is_list(task: Task) -> bool:
    """Whether all values of a task stand on lines of their own."""
    rows = [row for row in task.text.splitlines() if not LINE.fullmatch(row)]
    return len(rows) < len(task.text.splitlines()) and not LITERAL.search("\n".join(rows))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line `label: value` of a task.

    Attributes:
        label, value: The two parts.
        has_more_text: Whether the next line is text, so that the value may go on there.
        has_paragraphs: The same for the next line that is not blank.
    """

    label: str
    value: str
    has_more_text: bool
    has_paragraphs: bool

    def fits(self, field: Field) -> bool:
        """Whether the value is whole, as data would have it, and the field can take it."""
        if self.has_more_text or ": " in self.value:
            return False
        is_sentence = re.search(r"[.,;:!?]$", self.value) and not re.search(r"\b[A-Z]\w{0,3}\.$", self.value)
        is_whole = not (self.has_paragraphs if field.element.tag == "textarea" else is_sentence)
        return is_whole and not obstacle(Item(self.label, self.value), field)


def _lines(task: Task) -> list[_Line]:
    """The lines `label: value` of a task, without labels that stand before two values."""
    rows, found = task.text.splitlines(), list[_Line]()
    for number, row in enumerate(rows):
        if match := LINE.fullmatch(row):
            later = rows[number + 1 :]
            follows = next(filter(str.strip, later), "")
            is_text = bool(follows) and ":" not in follows and not LINE.fullmatch(follows)
            is_next = bool(later) and bool(later[0].strip())
            found.append(_Line(*match.groups(), has_more_text=is_text and is_next, has_paragraphs=is_text))
    counts = Counter(plain(line.label) for line in found)
    return [line for line in found if counts[plain(line.label)] == 1]


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
        found |= {title: value for title, value in _stated(page, turn.task).items() if plain(title) not in named}
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
