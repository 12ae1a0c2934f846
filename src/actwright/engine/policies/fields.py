"""One question per form: code finds the fields and the button, and the model gives only the value of each field."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, cast

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.rules.page_fields import Field, fields_of, scope_of
from actwright.engine.policies.rules.phrases import plain
from actwright.engine.policies.rules.policy import decide
from actwright.engine.policies.rules.progress import give_up
from actwright.errors import ReplyError
from actwright.prompts.fields import SCHEMA_NAME, Question, answer_key, fields_request
from actwright.schemas.answer_json import with_bare_json
from actwright.schemas.option_names import choosable
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal, parse_arguments
from actwright.schemas.task import REFERENCE, Task
from actwright.schemas.turn import Turn
from actwright.text import one_line, with_texts

ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOST_FIELDS = 100
MOST_OPTIONS = 60
"""The most options that stand in the schema; of longer lists the model names one, and code looks for it."""
LAST_MONTH = 12
SHORT = 3
"""Words of this many letters name no option."""
FORMS: Mapping[str, str] = {"email": "@", "number": r"\d", "tel": r"\d"}
"""What a value for a type of control must have."""

Answers = Mapping[str, str | None]
"""The value of each field that was asked about, by the field's title; None for a field that the task says nothing of."""


class Fields:
    """Asks a model for the values of a form's fields, once for each form, and leaves everything else to `rules`.

    A small model can do this that cannot choose actions. The values may come from free text, as in a task that repeats
    a mail. A value that does not stand in the task, its data or the options of its field is not entered.
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
    said = {title: value for title, value in answers.items() if value is not None and title not in given}
    if not said and not given:
        return give_up("the task has no value for a field of this page", "invalid_data")
    task = turn.task.model_copy(update={"data": {**turn.task.data, **said}})
    proposal = decide(replace(turn, task=task))
    actions = tuple(_written_out(action, said) for action in proposal.actions)
    return proposal.model_copy(update={"actions": actions})


def _written_out(action: Action, said: Mapping[str, str]) -> Action:
    def literal(text: str) -> str:
        return REFERENCE.sub(lambda match: said.get(one_line(match[1]), match[0]), text)

    return action.model_copy(update={"parameters": with_texts(action.parameters, literal)})


def _unasked(page: Observation, task: Task, answers: Answers) -> Mapping[str, Field]:
    """The fields of a page, by title, that nothing is known about: not asked about before, and not named by the data."""
    known = {plain(title) for title in (*answers, *task.names)}
    fields = [field for field in fields_of(page) if field.kind != "file" and not field.element.secret]
    titled = _titled(fields)
    fresh = [(title, field) for title, field in titled if plain(title) not in known]
    return dict(fresh[:MOST_FIELDS])


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
    """What the model said in the steps so far; a reply that cannot be used said nothing."""
    found = dict[str, str | None]()
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
    return {each.title: _value(said.get(each.key), each, task) for each in questions}


def _value(said: object, question: Question, task: Task) -> str | None:
    """A value as data have it; None if it is not one, or stands neither in the task nor among the options."""
    if isinstance(said, bool) or question.kind == "tick":
        return ("yes" if said else "no") if question.kind == "tick" and isinstance(said, bool) else None
    if isinstance(said, list):
        chosen = [option for each in cast("list[object]", said) if (option := _option(str(each), question, task))]
        return " | ".join(chosen) or None
    if not isinstance(said, str | int | float) or not str(said).strip():
        return None
    value = str(said).strip()
    if question.options:
        return _option(value, question, task)
    is_title = plain(value) == plain(question.title)
    has_form = re.search(FORMS.get(question.type, ""), value)
    return value if has_form and not is_title and _stands_in(value, _known(task)) else None


def _option(said: str, question: Question, task: Task) -> str | None:
    """An option, unless the task names another one better; it may also say the same in other words than all of them."""
    if said not in question.options:
        return None
    known = set(_words(_known(task)))
    best = max(_share_named(option, known) for option in question.options)
    return said if not _telling_words(said) or _share_named(said, known) >= best else None


def _share_named(option: str, known: set[str]) -> float:
    words = _telling_words(option)
    return len(words & known) / max(1, len(words))


def _telling_words(option: str) -> set[str]:
    """The words of an option that a task would hardly have for another reason, unlike "no"."""
    return {word for word in _words(option) if len(word) > SHORT or word.isdecimal()}


def _known(task: Task) -> str:
    """All that a value may come from."""
    return "\n".join((task.text, *task.data.values()))


def _stands_in(value: str, known: str) -> bool:
    """Whether all words and numbers of a value stand in a text; the month of a date may stand there as a word."""
    there = {_bare(word) for word in _words(known)}
    missing = [word for word in map(_bare, _words(value)) if word not in there]
    is_month = ISO_DATE.fullmatch(value) and len(missing) == 1 and int(missing[0]) <= LAST_MONTH
    return not missing or bool(is_month)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain(text))


def _bare(word: str) -> str:
    """A number without leading zeros, any other word as it is."""
    return word.lstrip("0") or "0" if word.isdecimal() else word
