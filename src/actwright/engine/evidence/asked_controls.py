"""Controls that a task names, and that a run left as they were."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from actwright.engine.evidence.own_words import (
    LITERAL,
    NAME,
    STEM,
    has_form,
    has_words,
    is_form_of,
    literals_in,
    without_marks,
    words_of,
)
from actwright.engine.evidence.refusals import NOT, asks_for, refusal_in, words_for
from actwright.engine.evidence.sent_requests import SentRequests, has_failed
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.outline import outline_of

_Group = tuple[frozenset[str], str, list[tuple[str, str]]]
"""The words of the title of a group of choices, the name of the one that was used, and IDs and names of the others."""


class AskedWords:
    """The words of a task, by which its choices are known."""

    def __init__(self, text: str) -> None:
        self._words = words_of(text)

    def names(self, label: str) -> bool:
        """Whether a task has all words of a label, and does not deny them."""
        words = words_of(label)
        return bool(words) and all(self._has(word) and not self._denies(word) for word in words)

    def shared(self, label: str) -> frozenset[str]:
        """The words of a label that the task has too."""
        return frozenset(word for word in words_of(label) if self._has(word))

    def has_any(self, words: frozenset[str]) -> bool:
        """Whether the task has one of these words."""
        return not words.isdisjoint(self._words)

    def _has(self, word: str) -> bool:
        return has_form(self._words, word)

    def _denies(self, word: str) -> bool:
        at = next(at for at, each in enumerate(self._words) if is_form_of(word, each))
        return NOT.search(" ".join(self._words[:at])) is not None


def surely_left(task: str, steps: Sequence[Step], now: Observation) -> str:
    """A control that a task names, and that a run left although no other does what the task says; empty if none.

    Another button was pressed that saves a draft or refuses something, or the choice that the task names together with
    its group was left at another; or nothing was sent, and the button that confirms what was pressed was not pressed.
    What the task quotes names nothing.
    """
    plain = REFERENCE.sub(" ", LITERAL.sub(" ", task))
    asked, touched = AskedWords(plain), _touched(steps)
    quoted = {words_of(each) for each in literals_in(task)}
    outcomes = [outcome for step in steps for outcome in step.outcomes]
    entered = {_element_of(each): receipt.got for each in outcomes for receipt in each.receipts}
    if not any(each.sent or each.asked for each in outcomes):
        pressed = any(presses(each) and each.effect is Effect.EFFECT for each in outcomes)  # Enter sends too
        return _unconfirmed(asked, outcomes, touched, now) if pressed else ""
    seen: set[str] = set()  # what was sent again was sent with other choices
    for step in reversed(steps):
        for outcome in reversed(step.outcomes):
            pressed = step.page.by_id.get(_element_of(outcome)) if presses(outcome) else None
            if pressed is None or not outcome.sent or pressed.name in seen:
                continue
            seen.add(pressed.name)
            inside = [each for each in step.page.elements if each.form == pressed.form]
            for title, used, others in (*_buttons(pressed, inside, task), *_choices(asked, inside, quoted)):
                left = [name for id, name in others if id not in touched]
                named = [name for name in left if asked.names(name) or words_of(name) in quoted]
                named = named or [name for name in left if any(len(w) >= STEM for w in asked.shared(name) - title)]
                if len(named) == 1 and not asked.shared(used):
                    return f'the task names "{one_line(named[0])}", and "{one_line(used)}" was used instead'
            if left := next(_left_whole(plain, inside, touched, entered), ""):
                return left
    return ""


def _buttons(pressed: Element, inside: Sequence[Element], task: str) -> Iterator[_Group]:
    """The name of a button against what a task asks for, and those beside it: it saves a draft, refuses, or only saves."""
    asked = AskedWords(REFERENCE.sub(" ", LITERAL.sub(" ", task)))
    same = [each for each in inside if each.submits and each.form is not None and asked.names(each.name)]
    meant = [each for each in same if words_for("dismissed").isdisjoint(words_of(each.name))]
    if words_for("finishing").issuperset(words_of(pressed.name)):
        yield frozenset(), pressed.name, [(each.id, each.name) for each in meant if each.id != pressed.id]
    is_draft = bool(refusal_in([pressed.name], task, kinds=("half",)))
    if is_draft or (asks_for("refused", pressed.name) and not asks_for("refused", task)):
        buttons = (each for each in inside if each.submits or (each.form is None and each.role == "button"))
        yield frozenset(), pressed.name, [(each.id, each.name) for each in buttons if each.id != pressed.id]


def _choices(asked: AskedWords, inside: Sequence[Element], quoted: set[tuple[str, ...]]) -> Iterator[_Group]:
    """What was chosen in each group that a task names, or of which it quotes a choice, and what was not."""
    for each in inside:
        is_quoted = any(words_of(option.label) in quoted for option in each.options)
        if (
            each.options
            and not each.multiple
            and each.form is not None
            and (is_quoted or asked.has_any(_content(each.name)))
        ):
            chosen = next((option.label for option in each.options if option.selected), "")
            yield (
                _content(each.name),
                chosen,
                [(each.id, option.label) for option in each.options if not option.selected],
            )
        title = _content(f"{each.group} {each.question} {each.attribute_name}")
        if each.type == "radio" and each.checked and asked.has_any(title):
            others = (
                other for other in inside if (other.type, other.attribute_name) == (each.type, each.attribute_name)
            )
            yield title, each.name, [(other.id, other.name) for other in others if other.id != each.id]


def _left_whole(task: str, inside: Sequence[Element], touched: set[str], entered: Mapping[str, str]) -> Iterator[str]:
    """Choices that stand whole in a task where another was made; and fields with another number than the task has for them."""
    asked, names = AskedWords(task), {words_of(match[1]) for match in NAME.finditer(task)}
    groups: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for each in inside:
        is_chosen = each.id in touched or (
            each.checked and not any(_are_one(each, o) and o.id in touched for o in inside)
        )
        if each.type == "radio":
            groups[each.attribute_name].append((each.name, bool(is_chosen)))
        elif each.options and not each.multiple:
            got = entered.get(each.id)
            groups[each.id] = [(o.label, o.label == got if got else o.selected) for o in each.options]
        word = words_of(each.name)
        if len(word) == 1 and each.value and each.value.isdecimal() and each.id not in touched:
            numbers = re.findall(rf"(?<![\w.,])(\d+) {re.escape(word[0][:STEM])}\w*", without_marks(task))
            known = {each.value, *(o.value for o in inside), *entered.values()}
            yield from (
                f'the task has "{n}" for {each.title}, which had {each.value}' for n in numbers if n not in known
            )
    for options in groups.values():
        named = [(name, is_used) for name, is_used in options if asked.names(name) and has_words([task], name)]
        sure = [name for name, _ in named if len(words_of(name)) > 1 or words_of(name) in names]
        used = next((name for name, is_used in options if is_used), "")
        if len(sure) == 1 and not any(is_used for _, is_used in named):
            yield f'the task names "{one_line(sure[0])}", and "{one_line(used)}" was chosen instead'


def _are_one(one: Element, other: Element) -> bool:
    return (one.type, one.attribute_name, one.form) == (other.type, other.attribute_name, other.form)


def _content(text: str) -> frozenset[str]:
    return frozenset(words_of(text)) - words_for("small")


def _unconfirmed(asked: AskedWords, outcomes: Sequence[Outcome], touched: set[str], now: Observation) -> str:
    """A button of a dialog with all words of the one that was pressed last, which the task names."""
    last = next((each.target.partition(" ")[2] for each in reversed(outcomes) if presses(each) and each.target), "")
    words, outline = set(words_of(last)), outline_of(now)
    if not asked.names(last) or asked.has_any(words_for("looking")):
        return ""
    dialogs = [at for at, line in enumerate(outline.lines) if line.head.rpartition(".")[2].startswith("dialog")]
    inside = {outline.lines[place].head for at in dialogs for place in outline.inside(at)}
    buttons = (each for each in now.elements if each.role == "button" and each.id in inside - touched)
    button = next((each.name for each in buttons if words <= set(words_of(each.name))), "")
    return f'a dialog has "{one_line(button)}", which was not pressed, and nothing was sent' if button else ""


def pressed_again(sent: SentRequests) -> str:
    """A request that the same control sent again with the same values of the run, and perhaps something else."""
    known: dict[tuple[str, str, frozenset[tuple[str, str]]], str] = {}
    for outcome in sent.outcomes:
        if outcome.receipts:
            known = {}
        for request in (each for each in outcome.sent if not has_failed(each)):
            values = frozenset((each.name, each.wanted) for each in request.values if each.match)
            key = outcome.target, request.request, values
            if values and request.request.startswith("POST ") and known.get(key, request.digest) != request.digest:
                return f"{request.request} was sent again with the same values"
            known[key] = request.digest
    return ""


def _touched(steps: Sequence[Step]) -> set[str]:
    outcomes = [outcome for step in steps for outcome in step.outcomes if outcome.status == "done"]
    return {name for each in outcomes for name in (_element_of(each), str(each.action.parameters.get("onto", "")))}


def _element_of(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[0]


def presses(outcome: Outcome) -> bool:
    """Whether an action pressed something, instead of filling it in."""
    return outcome.status == "done" and outcome.effect is not Effect.READ and not outcome.receipts
