"""What a claim leaves unexplained. What was sent proves it only if nothing is left.

Words of the task must be in something that was used, and what a page now says must consist of values of the run, of words
of the task and of the controls, and of a few that only say that something is done.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

from actwright.engine.evidence.asked_controls import pressed_again, presses
from actwright.engine.evidence.claim_case import ClaimCase
from actwright.engine.evidence.items import Items
from actwright.engine.evidence.own_words import (
    LITERAL,
    NAME,
    SHORT,
    entered_texts,
    has_digit,
    has_form,
    has_words,
    literals_in,
    with_values,
    words_of,
)
from actwright.engine.evidence.page_after import dates_in, month_of, new_texts, said_texts
from actwright.engine.evidence.refusals import IF, QUESTION, SENTENCE, is_part, words_for
from actwright.engine.values.same_value import means_same
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Effect
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.outline import outline_of
from actwright.tools.units import may_be_same, quantities_in

LOOKS_FOR = re.compile(
    r"(?:quick )?(?:search|find|filter|such|recherche|chercher|filtrer|buscar|cerca|zoek|szukaj)|(?:bulk )?actions?\b",
    re.IGNORECASE,
)
"""The name of a field that looks for something in a list, or does something with what is ticked there."""
TITLE = re.compile(r"(?:f\d+\.)?(?:h1|legend|caption)(?:-\d+)?")
FIELDS = frozenset({"textbox", "combobox", "spinbutton", "listbox"})
DIGITS = re.compile(r"\S*\d\S*")
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
FEWEST_UNKNOWN = 2
"""From how many words on that nothing explains a sentence says something else than what was done."""
MOST_LABELS = 200
"""Labels of options that were not chosen, and that a sentence may have; a longer list is of days, towns and the like."""
LONGEST_VALUE = 4
"""Words of a value that a page writes in its own form, such as a date."""
PUNCTUATION = ".,;:!?()[]\"'\u201c\u201d\u00bb\u00ab\u2013\u2014-"


def unexplained(case: ClaimCase) -> str:
    """What keeps that which was sent from proving a claim; empty if nothing does."""
    return (
        _of_task(case)
        or _of_press(case)
        or pressed_again(case.sent)
        or _of_fields(case)
        or _of_form(case)
        or _of_page(case)
    )


def _of_task(case: ClaimCase) -> str:
    """A name, number or choice of the task that is in nothing that was used; empty if there is none."""
    text = LITERAL.sub(" ", REFERENCE.sub(" ", case.task.text))
    words = [word for word in dict.fromkeys(words_of(text)) if word not in words_for("small")]
    named = {word for match in NAME.finditer(text) for word in words_of(match[1])}
    used = _words(_used(case))
    pages = [step.page for step in case.all_steps if any(each.target for each in step.outcomes)]
    offered = _words(text for page in pages for text in _offered(page)) | _words(_controls(case.now or case.seen))
    said = used | _words(new_texts(case.before_effect, case.now or case.seen))  # for what nothing offers
    for word in words:
        is_offered = has_form(offered, word)
        if (is_offered or word in named or has_digit(word)) and not has_form(used if is_offered else said, word):
            return f'"{word}", which the task names, is in nothing that was used'
    return ""


def _used(case: ClaimCase) -> Iterator[str]:
    """What was sent and entered; and the names of the controls that were used, their items, and what their forms held."""
    values = [value for request in case.sent.all for value in request.values]
    yield from (text for each in values for text in (each.wanted, each.name, each.field.partition(" ")[2]))
    yield from entered_texts(case.sent.outcomes, case.task)
    for step in case.all_steps:
        done = [each for each in step.outcomes if each.status == "done"]
        titles = [title for each in done for title in (each.target, *(to.field for to in each.receipts)) if title]
        yield from (title.partition(" ")[2] for title in titles)
        ids, page = {title.partition(" ")[0] for title in titles}, step.page
        if not ids:
            continue
        outline, items = outline_of(page), Items(page, ())
        yield page.title
        yield from (outline.said[at] for at in range(len(outline.lines)) if TITLE.fullmatch(outline.lines[at].head))
        yield from map(items.of_element, ids)
        forms = {page.by_id[id].form for id in ids if id in page.by_id} - {None}
        for each in page.elements:
            chosen = [option.label for option in each.options if option.selected]
            if each.id in ids or (each.form in forms and (each.checked or chosen)):
                yield from (*_texts_about(each), *chosen)


def _offered(page: Observation) -> Iterator[str]:
    """The controls and rows of a page, between which a run chooses."""
    outline = outline_of(page)
    yield from _controls(page)
    yield from (text for at in outline.members if outline.is_row(at) for text in outline.cells(at))


def _controls(page: Observation) -> Iterator[str]:
    for each in page.elements:
        yield from (each.name, *(option.label for option in each.options))


def _texts_about(element: Element) -> tuple[str, ...]:
    return element.name, element.group, element.question, element.section, element.description, element.placeholder


def _of_press(case: ClaimCase) -> str:
    """A control that sent something after all values were sent, and that neither the task names nor finishes things."""
    last = next((each for each in reversed(case.all_outcomes) if each.sent), None)
    words = words_of(last.target.partition(" ")[2]) if last is not None and presses(last) else ()
    asked = _words([with_values(case.task.text, case.task)]) | words_for("finishing")
    if (
        last is None
        or not words
        or any(has_form(asked, word) for word in words)
        or any(each.values for each in last.sent)
    ):
        return ""
    return f"{last.target} was pressed last"


def _of_fields(case: ClaimCase) -> str:
    """A field that was filled in, and that shows what it held before; empty if there is none."""
    receipts = {each.field: each for outcome in case.sent.outcomes for each in outcome.receipts}
    for field, receipt in receipts.items() if case.now is not None else ():
        name = field.partition(" ")[2]
        old = {each.value for step in case.all_steps for each in step.page.elements if each.title == field}
        fields = [each for each in (case.now or case.seen).elements if name and each.title.partition(" ")[2] == name]
        if len(fields) == 1 and fields[0].value and fields[0].value in old - {receipt.got}:
            return f'the page shows "{one_line(fields[0].value)}" in {fields[0].title} again'
    return ""


def _looks_before(case: ClaimCase) -> list[Observation]:
    """The pages as they were before the run did what it did last."""
    acting = [
        at for at, step in enumerate(case.all_steps) if any(each.effect is not Effect.READ for each in step.outcomes)
    ]
    return [case.before_effect, *(step.page for step in case.all_steps[: max(acting, default=-1) + 1])]


def _of_form(case: ClaimCase) -> str:
    """A field that is new on the page and empty, in a form that can be sent or in none; empty if there is none.

    Fields for a list, which look for something in it or do something with it, ask for nothing.
    """
    now = case.now or case.seen
    known = {each.name for page in _looks_before(case) for each in page.elements}
    forms = {None, *(each.form for each in now.elements if each.submits)}
    asked = (each for each in now.elements if each.form in forms and each.role in FIELDS and not each.value)
    asked = (each for each in asked if each.type != "search" and not LOOKS_FOR.match(each.name))
    field = next((each for each in asked if each.name not in known and not each.disabled), None)
    return f'the page now asks for "{one_line(field.name)}"' if field is not None else ""


def _of_page(case: ClaimCase) -> str:
    """A sentence that is new on the page, and that says something else than what was done; empty if there is none."""
    if case.now is None:
        return ""
    text, shown = with_values(case.task.text, case.task), case.now.text
    own = [each for each in (*entered_texts(case.sent.outcomes, case.task), *case.task.data.values()) if words_of(each)]
    sent = (value.wanted for request in case.sent.all for value in request.values)
    kept = frozenset(_kept_values(case))
    values = tuple(dict.fromkeys((*own, *literals_in(text), *sent, *kept)))
    asked = frozenset(words_of(text))
    denying = words_for("denying") - asked
    controls = (text for page in _looks_before(case) for text in _titles(page))
    known = _words(controls).union(asked, words_for("small"), words_for("addressing"), words_for("done"))
    known = frozenset(word for word in known - denying if word in asked or not has_digit(word))
    labels = {option.label for page in _looks_before(case) for each in page.elements for option in each.options}
    unchosen = [label for label in labels - kept if not has_words((text, *values), label)][:MOST_LABELS]
    is_shown, by_start = cache(partial(shows_value, shown)), defaultdict[str, list[str]](list)
    for word in known:
        by_start[word[:SHORT]].append(word)
    for said in said_texts(case.before_effect, case.now, own):
        for sentence in SENTENCE.split(said):
            left = _without_values(sentence, (*values, *DIGITS.findall(text)))
            unknown = [word for word in left if not has_digit(word) and not has_form(by_start[word[:SHORT]], word)]
            plain = " ".join(words_of(sentence))
            puts_off = not denying.isdisjoint(left) or IF.match(plain) or QUESTION.search(sentence) or is_part(plain)
            others = any(has_digit(value) and _is_like(sentence, value) and not is_shown(value) for value in values)
            others = others or any(has_words([sentence], label) for label in unchosen)
            if left and (puts_off or others or _has_other_unit(sentence, text) or len(unknown) >= FEWEST_UNKNOWN):
                return f'the page says "{sentence.strip()}"'
    return ""


def _kept_values(case: ClaimCase) -> Iterator[str]:
    """What the other fields had before the last effect in the forms that the run filled in: the rest of what it sent."""
    entered = {receipt.field for outcome in case.sent.outcomes for receipt in outcome.receipts}
    fields = case.before_effect.elements
    forms = {each.form for each in fields if each.title in entered} - {None}
    for each in (one for one in fields if one.form in forms and one.title not in entered):
        yield from (option.label for option in each.options if option.selected)
        yield from [each.value] if each.value and not each.options else ()


def _titles(page: Observation) -> Iterator[str]:
    """The names of what can be used on a page, and its headings."""
    outline = outline_of(page)
    yield from (page.title, *_controls(page))
    yield from (text for each in page.elements for text in (*_texts_about(each), each.label))
    yield from (outline.said[at] for at in range(len(outline.lines)) if outline.is_heading(at))


def _without_values(sentence: str, values: Sequence[str]) -> list[str]:
    """The words of a sentence without those of values, in whatever form it writes a number, a day or a code."""
    parts, at = sentence.split(), 0
    if not YEAR.search(sentence):  # a day of the year is meant
        values = [*values, *(f"{day.day} {day:%B}" for value in values for day in dates_in(value))]
    while at < len(parts):
        lengths = range(LONGEST_VALUE, 0, -1)
        found = next((each for each in lengths if _is_value(" ".join(parts[at : at + each]), values)), 0)
        parts[at : at + found] = ["|"] if found else []
        at += 1
    plain = f" {' '.join(words_of(' '.join(parts)))} "
    for words in sorted((" ".join(words_of(each)) for each in values), key=len, reverse=True):
        plain = plain.replace(f" {words} ", " ") if words else plain
    return plain.split()


def _is_value(text: str, values: Iterable[str]) -> bool:
    plain = text.strip(PUNCTUATION)
    return has_digit(plain) and any(means_same(value, plain) for value in values)


def shows_value(shown: str, value: str) -> bool:
    """Whether a page shows a value, in whatever form."""
    return len(_without_values(shown, [value])) < len(words_of(shown))


def _is_like(sentence: str, value: str) -> bool:
    """Whether a sentence has a number or day of the same form as a value."""
    if [*dates_in(value)]:
        return bool([*dates_in(sentence)]) or (has_digit(sentence) and any(map(month_of, words_of(sentence))))
    return any(_form(each) == _form(value) for each in DIGITS.findall(sentence))


def _has_other_unit(sentence: str, task: str) -> bool:
    """Whether a sentence has a number of the task in another unit, or currency, than the task."""
    asked = [each for each in quantities_in(task) if each.unit]
    found = [each for each in quantities_in(sentence) if each.unit]
    pairs = ((one, other) for one in found for other in asked if one.values & other.values)
    return any(one.unit != other.unit and not may_be_same(one.unit, other.unit) for one, other in pairs)


def _form(text: str) -> tuple[int, bool]:
    """How many digits a number has, and whether it has decimals."""
    return sum(each.isdigit() for each in text), re.search(r"\d[.,]\d{1,2}(?!\d)", text) is not None


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(words_of("\n".join(texts)))
