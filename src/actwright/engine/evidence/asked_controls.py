"""Controls that a task names, and that a run left as they were, or for which it pressed another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from actwright.engine.evidence.own_words import (
    LITERAL,
    NAME,
    QUESTION,
    STEM,
    has_form,
    has_words,
    is_form_of,
    literals_in,
    without_marks,
    words_of,
)
from actwright.engine.evidence.refusals import NOT, asks_for, refusal_in, words_for
from actwright.engine.evidence.sent_requests import SentRequests, has_failed, only_asks
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.outline import outline_of

_Group = tuple[frozenset[str], str, list[tuple[str, str]]]
"""The words of the title of a group of choices, the name of the one that was used, and IDs and names of the others."""

BUTTONS = frozenset({"button", "menuitem"})
TOGGLES = frozenset({"switch", "checkbox", "radio"})


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


def left_for_another(sent: SentRequests, task: str, steps: Sequence[Step], now: Observation) -> str:
    """Why a control that a task names should have been pressed: others were, and none that it names; empty if none."""
    asked = AskedWords(LITERAL.sub(" ", REFERENCE.sub(" ", task)))
    pressed = [each for each in sent.outcomes if presses(each)]
    has_picture = any(each.target and not words_of(_name(each)) for each in pressed)
    if QUESTION.search(task) or (has_picture and (sent.all or not any(each.receipts for each in sent.outcomes))):
        return ""  # what a picture stands for is not known
    looks = [*(step.page for step in steps), now]
    return (
        next(_unpressed_buttons(sent, asked, pressed, looks), "")
        or next(_other_toggles(sent, asked, looks), "")
        or next(_other_pressed(asked, steps, {_id(each) for each in pressed}), "")
    )


def _unpressed_buttons(
    sent: SentRequests, asked: AskedWords, pressed: Sequence[Outcome], looks: Sequence[Observation]
) -> Iterator[str]:
    """Buttons with nothing but words of the task, if only controls without any were pressed, none of which finishes things."""
    presses_keys = any("key" in each.action.parameters for each in pressed)
    acting = [each for each in pressed if not only_asks(each.target)]
    finishes = any(not words_for("finishing").isdisjoint(words_of(_name(each))) for each in acting)
    entered = not sent.all and any(each.receipts for each in sent.outcomes)
    if not (pressed or entered) or presses_keys or finishes or any(asked.shared(_name(each)) for each in acting):
        return
    if asked.has_any(words_for("looking") | words_for("asks")):
        return
    names = {words_of(_name(each)) for each in pressed}
    for page in reversed(looks):
        for each in page.elements:
            is_button = (each.role in BUTTONS or each.submits) and not each.disabled
            if is_button and asked.names(each.name) and words_of(each.name) not in names:
                instead = f", and {pressed[-1].target} was" if pressed else ""
                yield f'"{one_line(each.name)}", which the task names, was not pressed{instead}'


def _other_toggles(sent: SentRequests, asked: AskedWords, looks: Sequence[Observation]) -> Iterator[str]:
    """Switches and boxes that a task names, beside one that was chosen: one that it names too, or that has no word of it."""
    chosen = [each for each in sent.outcomes if each.status == "done" and each.effect is not Effect.READ]
    touched = {_id(each) for each in chosen}
    for outcome in chosen:
        page = next((each for each in looks if _id(outcome) in each.by_id), None)
        toggle = page.by_id[_id(outcome)] if page is not None else None
        if page is None or toggle is None or toggle.role not in TOGGLES or toggle.checked:
            continue
        beside = (each for each in page.elements if (each.role, each.form) == (toggle.role, toggle.form))
        named = [each for each in beside if asked.names(each.name) and each.id not in touched and not each.checked]
        is_one_of_them = asked.names(toggle.name) and toggle.role != "radio"
        if named and (is_one_of_them or (len(named) == 1 and not asked.shared(toggle.name))):
            yield f'"{one_line(named[0].name)}", which the task names, was not chosen, and {outcome.target} was'


def _other_pressed(asked: AskedWords, steps: Sequence[Step], touched: set[str]) -> Iterator[str]:
    """A button of several of which one stays pressed, which a task names, where the pressed one has no word of it."""
    for step in steps:
        page = step.page
        states = {line.head: line.attributes.get("pressed", "") for line in outline_of(page).lines}
        for outcome in step.outcomes:
            sender = page.by_id.get(_id(outcome)) if outcome.sent and presses(outcome) else None
            inside = [each for each in page.elements if sender is not None and each.form == sender.form]
            chosen = [each for each in inside if states.get(each.id) == "true"]
            named = [each for each in inside if states.get(each.id) == "false" and asked.names(each.name)]
            if len(chosen) == len(named) == 1 and named[0].id not in touched and not asked.shared(chosen[0].name):
                yield f'"{one_line(named[0].name)}", which the task names, was not chosen, and {chosen[0].title} was'


def _name(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[2]


def _id(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[0]
