"""Facts about another thing of a page than the statement names, or about the opposite state of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.text import one_line
from actwright.tools.outline import Outline, outline_of, same_words, words_in

SHORTEST, LONGEST = 3, 60
"""The length of a label that a statement names, in characters."""
OF_LISTS = frozenset({"expect_every", "expect_sum", "expect_rows", "expect_same"})
PLACES = ("under", "column", "row", "label")
"""Parameters that name a place of a page."""
_OPPOSITES = (
    (("checked", "selected"), "unchecked", r"checked|ticked|on|selected|chosen|angekreuzt|gew\u00e4hlt|an"),
    (("unchecked",), "checked", r"unchecked|unticked|off|cleared|deselected|aus"),
    (("enabled",), "disabled", r"enabled|active|aktiv|usable"),
    (("disabled",), "enabled", r"disabled|inactive|greyed|grayed|inaktiv|deaktiviert"),
    (("expanded",), "collapsed", r"expanded|unfolded|open|opened|aufgeklappt"),
    (("collapsed",), "expanded", r"collapsed|folded|closed|zugeklappt"),
    (("valid",), "invalid", r"valid"),
    (("invalid",), "valid", r"invalid"),
)
ABLE = re.compile(
    r"\b(?:(?P<not>cannot|can['\u2019]t|unable|impossible)|can|could|able|possible|allow(?:s|ed)?|kann|k\u00f6nnen|l\u00e4sst|m\u00f6glich|peut|puede|pu\u00f2)\b",
    re.IGNORECASE,
)
"""Words of a statement that something can be done, as it can with a control that is enabled."""
TO_DO = re.compile(
    r"\b(?:un|in)?(?:available|accessible|clickable)|\b(?:un)?able\b|\b(?:must|may|need|needs|has to|have to|before|until|unless|ready|locked|blocked|pressed|grey|gray|verf\u00fcgbar|gesperrt|muss|darf|erst)\b|button|schaltfl",
    re.IGNORECASE,
)
"""Other words that speak of what can be done."""
WORDS = {
    state: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    for states, _, words in _OPPOSITES
    for state in states
}
OPPOSITE = {state: other for states, other, _ in _OPPOSITES for state in states}
POSITIVE = frozenset({"checked", "selected", "expanded"})
DENIED = re.compile(r"\b(?:not|nicht|never|nie|no longer|non|pas|jamais|nunca|mai)\b|n['\u2019]t\b", re.IGNORECASE)
NEGATED = re.compile(r"(?:\bnot|n['\u2019]t|\bnicht|\bneither|\bno longer)\s+(?:yet\s+|noch\s+)?$", re.IGNORECASE)
LABEL = re.compile(r"(?!\W*\d)(?=.*[^\W\d_]{2})|(?=\w*[^\W\d_])(?=\S*\d)[\w.#/-]+$")
"""A text with a word, or a code such as `B-1`."""
IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
EXISTS = re.compile(
    r"\b(?:there (?:is|are)|shows?|shown|(?:has|have)(?! (?:not |already |just )?been)|contains?|(?<!the )(?<!ing )lists|listed|visible|displayed|exists?|says?|asks?|offers?|appears?|es gibt|zeigt|steht)\b",
    re.IGNORECASE,
)
"""Words of a statement that something is there."""
AND = re.compile(r"\b(?:and|und|et|y|both|beide|as well as|but|aber)\b|[,;]", re.IGNORECASE)
LINKS = frozenset({"is", "are", "was", "were", "and", "or", "has", "have", "in", "on", "at", "of", "to", "by", "with"})
"""Words after which a statement goes on by itself."""
TERM = re.compile(r"(?:f\d+\.)?dt(?:-\d+)?")
NO = re.compile(r"(?:no|none|off|nein|aus|keine?[rs]?|nichts|never|nie|false|0|[-\u2013\u2014])", re.IGNORECASE)
"""A whole text that denies what its label says."""
UNSET = re.compile(r"un(?:assigned|set|known|specified|selected|defined)|none|nobody|no one", re.IGNORECASE)
"""A choice of nothing."""
YES = re.compile(r"yes|ja|oui|s\u00ed|true|on|an", re.IGNORECASE)
"""A whole text that confirms what its label says."""
ON = re.compile(r"\b(?:on|active|activated|enabled|running|an|ein\w*|aktiv\w*)\b", re.IGNORECASE)
NOT_SO = re.compile(
    r"(?:\b(?:not|nicht|never|noch nie)|n['\u2019]t)\s+(?:(?:yet|been|be|noch)\s+)*([^\W\d_]{3,})|: (?:off|aus|no|nein|none)$",
    re.IGNORECASE,
)
"""What a text denies, or that it says that something is off."""
DENIES = re.compile(
    r"\b(?:no|not|none|nothing|nobody|never|neither|without|off|zero|un\w{3,}|dis\w{4,}|in(?:active|valid|complete)\w*|missing|lacks?|fails?"
    r"|empty|non|pas|kein\w*|nicht\w*|nie\w*|nein|ohne|aus|leer|de(?:aktiviert)|0)\b|n['\u2019]t\b",
    re.IGNORECASE,
)


def other_thing(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """What a statement names of a page and no fact is about, where a fact is about something that it does not name.

    A heading, a row, the head of a column or a control counts. Empty if there is nothing of that kind.
    """
    outline = outline_of(page)
    said = " ".join(_texts(facts))
    controls = {one_line(each.name) for each in page.elements}
    labels = dict.fromkeys(_labels(outline, page, facts))
    named = [each for each in labels if _names(statement, each, plural=each not in controls)]
    heads = " ".join(cell for row in outline.members if outline.is_head(row) for cell in outline.cells(row))
    is_sorted = any(
        fact.tool == "expect_sorted" and not _names(statement, f"by {one_line(str(fact.parameters['column']))}")
        for fact in facts
    )
    kinds = heads if all(fact.tool in OF_LISTS for fact in facts) else ""
    missing = [each for each in named if not _names(said, each) and not _names(kinds, each.rstrip("s"))]
    pointers = [*_pointers(facts)]
    strange = any(not _names(statement, each) and not _shares_word(statement, each) for each in pointers)
    nowhere = all(fact.tool in {"expect", "expect_shown"} for fact in facts) and not pointers
    headings = _headings(outline)
    rows = (" ".join(outline.cells(row)) for row in outline.members)
    texts = [one_line(str(fact.parameters.get("text", ""))) for fact in facts if fact.tool == "expect_shown"]
    beside = [line for line in (*outline.said, *rows) if any(text and text in line for text in texts)]
    nowhere = [each for each in missing if nowhere and not any(_names(line, each) for line in beside)]
    found = {row for each in pointers for row in outline.rows_with(each) if not outline.is_head(row)}
    lines = [*beside, *(" ".join(outline.cells(row)) for row in found)]
    missing = [each for each in missing if each not in headings or not any(_has_stem(line, each) for line in lines)]
    own = [cells for cells in map(outline.cells, found) if any(same_words(*pair) for pair in product(cells, pointers))]
    own = own[0] if len(own) == 1 else []
    missing = [each for each in missing if not any(same_words(each, cell) for cell in own)]
    around = {each for each in headings if any(_is_under(outline, each, pointer) for pointer in pointers)}
    missing = [each for each in missing if each not in around]
    certain = {*nowhere, *headings} | ({each for each in missing if _names(heads, each)} if is_sorted else set[str]())
    longer = [each for each in pointers if not _names(statement, each)]
    sure = (
        each
        for each in missing
        if strange
        or each in certain
        or _is_proper(each, statement)
        or any(each.casefold() in re.split(r"[\s-]+", pointer.casefold()) for pointer in longer)
    )
    return next((f'"{each}"' for each in sure), "")


def _has_stem(line: str, label: str) -> bool:
    """Whether a line has a word with another ending of a label of one word."""
    stem = label[: max(len(label) - 2, 4)]
    return " " not in label and re.search(rf"(?<!\w){re.escape(stem)}", line, re.IGNORECASE) is not None


def _is_under(outline: Outline, heading: str, label: str) -> bool:
    """Whether a row or a label is under a heading, and nowhere else."""
    [section, *others] = outline.sections(heading) or [range(0)]
    places = {at for at, text in enumerate(outline.said) if words_in(text, label)}
    return bool(places) and not others and places <= set(section)


def _is_proper(label: str, statement: str) -> bool:
    """Whether a label is a name of several words that the statement writes with capitals."""
    return " " in label and label.istitle() and label in statement


def unsaid_state(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement says of a state or an answer, if a fact has the opposite; empty if none has."""
    states = {str(fact.parameters.get("value", "")) for fact in facts if fact.tool == "expect_state"}
    for fact in facts:
        state = str(fact.parameters.get("value", "")) if fact.tool == "expect_state" else ""
        if (
            state in OPPOSITE
            and OPPOSITE[state] not in states
            and not _says(statement, state)
            and _says_otherwise(statement, state)
        ):
            return f'"{OPPOSITE[state]}"'
        if state in {"enabled", "disabled"} and (other := _not_of_use(statement, state)):
            return other
        text = one_line(str(fact.parameters.get("text", ""))) if fact.tool == "expect_shown" else ""
        denies = DENIES.search(statement) is not None
        chosen = one_line(str(fact.parameters.get("value", ""))) if fact.tool == "expect_value" else ""
        if UNSET.fullmatch(chosen) and not denies and not _names(statement, chosen):
            return f'anything but "{chosen}"'
        if (NO.fullmatch(text) and not denies) or (YES.fullmatch(text) and (denies or not _is_so(statement, text))):
            return f'anything but "{text}"'
        said = NOT_SO.search(text) if not denies else None
        if said and (_names(statement, said[1]) if said[1] else ON.search(statement)):
            return f'anything but "{text}"'
    return ""


def _not_of_use(statement: str, state: str) -> str:
    """What a statement says of a control that can or cannot be used, if its state is not that; empty if it is."""
    able = ABLE.search(statement)
    if able:
        denied = bool(able["not"]) ^ bool(DENIED.search(statement) or re.search(r"\bno\w*\b", statement, re.IGNORECASE))
        return "" if denied == (state == "disabled") else f'"{able[0]}"'
    is_said = TO_DO.search(statement) or WORDS[state].search(statement) or WORDS[OPPOSITE[state]].search(statement)
    return "" if is_said else "what was done, and not only what can be done"


def _is_so(statement: str, text: str) -> bool:
    """Whether a statement says of something what a text does that confirms it; "yes" confirms anything."""
    return text.casefold() not in {"on", "an"} or ON.search(statement) is not None


def _says_otherwise(statement: str, state: str) -> bool:
    """Whether a statement says the opposite of a state, in its words or by denying something, or by not denying it."""
    if _says(statement, OPPOSITE[state]):
        return True
    return (
        state in POSITIVE
        if DENIED.search(statement)
        else state in {"unchecked", "collapsed"} and not DENIES.search(statement)
    )


def narrower(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """That a fact about all of a part of the page is about a part that the statement does not name; empty if it is not."""
    outline = outline_of(page)
    if any(fact.tool == "expect_shown" and DENIES.search(str(fact.parameters.get("text", ""))) for fact in facts):
        return ""  # the page itself says that there is nothing
    tied = [fact for fact in facts if not _has_only_head(outline, str(fact.parameters.get("column", "")))]
    parts = (one_line(str(fact.parameters.get("under", ""))) for fact in tied)
    named = (each for each in parts if each and not _names(statement, each.rstrip("s")))
    strange = next(named, "")
    return f'what is not under "{strange}"' if strange and len(_headings(outline)) > 1 else ""


def _has_only_head(outline: Outline, column: str) -> bool:
    """Whether one table of the page has a column of that name, and no other."""
    heads = [row for row in outline.members if outline.is_head(row)]
    return sum(any(same_words(cell, column) for cell in outline.cells(row)) for row in heads) == 1


def only_label(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """What a statement says of a control or a term, if the facts only say that its label is there; empty if they do not.

    That a term is there says nothing of a thing if the page says beside it that there is none.
    """
    if not all(fact.tool == "expect_shown" and not fact.parameters.get("row") for fact in facts):
        return ""
    outline = outline_of(page)
    rows = [
        outline.cells(at) for at, line in enumerate(outline.lines) if TERM.fullmatch(line.head) and at in outline.rows
    ]
    rows += [text.split(": ", 1) for text in outline.said if ": " in text]
    terms = {one_line(cells[0]).casefold(): " ".join(cells[1:]) for cells in rows if cells}
    controls = {one_line(each.name).casefold() for each in page.elements if each.role != "link"}
    texts = [one_line(str(fact.parameters.get("text", ""))).casefold() for fact in facts]
    said = {text.casefold() for text in outline.said}
    of_controls = [{line in controls for line in said if text in line} == {True} for text in texts]
    if not all(text in terms or text in controls or alone for text, alone in zip(texts, of_controls, strict=True)):
        return ""
    is_none = not DENIES.search(statement) and any(NO.fullmatch(terms.get(text, "")) for text in texts)
    return f'what is said of "{texts[0]}"' if is_none or not EXISTS.search(statement) else ""


def other_ending(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """How a statement goes on after a text that a fact quotes from it, if the page goes on in another way; else empty."""
    for fact in facts:
        text = one_line(str(fact.parameters.get("text", ""))) if fact.tool == "expect_shown" else ""
        after = _word_after(statement, text) if text else ""
        after = "" if after in LINKS else after
        on_page = [_word_after(line, text) for line in outline_of(page).said] if after else []
        if any(on_page) and not any(_is_same_word(after, each) for each in on_page if each):
            return f'"{text} {after}"'
    return ""


def _word_after(text: str, words: str) -> str:
    """The word that follows others in a text, on the same side of every mark; empty if there is none."""
    found = re.search(rf"(?<!\w){re.escape(words)}\s+([\w@.+-]*\w)", one_line(text), re.IGNORECASE)
    return found[1].casefold() if found else ""


def _is_same_word(one: str, other: str) -> bool:
    return one == other or (len(one) > SHORTEST and other.startswith(one[:-1])) or other in one


def apart(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """That texts belong together, as a statement of one clause says, if no line or row has all of them; else empty."""
    texts = [str(fact.parameters.get("text", "")) for fact in facts if fact.tool == "expect_shown"]
    tied = any(fact.parameters.get(name) for fact in facts for name in ("row", "under"))
    if len(texts) < 2 or len(texts) < len(facts) or tied or AND.search(statement):  # noqa: PLR2004 - two texts
        return ""
    outline = outline_of(page)
    rows = [" ".join(outline.cells(row)) for row in outline.members]
    terms = [line for row, line in zip(outline.members, rows, strict=True) if TERM.fullmatch(outline.lines[row].head)]
    named = [cells for cells in map(outline.cells, outline.members) if len(cells) > 1 and cells[0] in texts]
    alone = any(not any(words_in(" ".join(cells[1:]), text) for text in texts) for cells in named)
    if not alone and sum(any(one_line(text) in line for line in terms) for text in texts) > len(texts) / 2:
        return ""
    together = any(all(one_line(text) in row for text in texts) for row in rows)
    return "" if together else f'"{one_line(texts[0])}" together with "{one_line(texts[1])}"'


def _says(statement: str, state: str) -> bool:
    """Whether a statement has a word for a state, or the denied word for its opposite."""
    is_said = any(not NEGATED.search(statement[: each.start()]) for each in WORDS[state].finditer(statement))
    denied = any(NEGATED.search(statement[: each.start()]) for each in WORDS[OPPOSITE[state]].finditer(statement))
    return is_said or denied


def _labels(outline: Outline, page: Observation, facts: Sequence[RecordedAction]) -> Iterator[str]:
    """The headings but the first, captions, cells, names of controls, and what stands before a colon.

    Heads of columns count for facts about how a table is sorted.
    """
    first = next((outline.said[at] for at in range(len(outline.lines)) if outline.is_heading(at)), "")
    by_head = any(fact.tool == "expect_sorted" for fact in facts)
    found = [*_headings(outline)]
    for row in filter(outline.is_row, outline.members):
        cells, is_head = outline.cells(row), outline.is_head(row)
        found += [IN_BRACKETS.sub("", cell) for cell in cells[1:]] if is_head and by_head else [] if is_head else cells
    found += [each.name for each in page.elements if each.role not in {"link", ""}]
    found += [text.partition(":")[0] for text in outline.said if ": " in text]
    labels = (one_line(each) for each in found if not same_words(each, first))
    return (each for each in labels if SHORTEST <= len(each) <= LONGEST and LABEL.match(each))


def _headings(outline: Outline) -> list[str]:
    """The headings but the first, and the captions of tables."""
    headings = [outline.said[at] for at in range(len(outline.lines)) if outline.is_heading(at)][1:]
    captions = [line.attributes.get("label", "") for line in outline.lines if line.head.startswith("table")]
    return [one_line(each) for each in (*headings, *captions) if each.strip()]


def _pointers(facts: Sequence[RecordedAction]) -> Iterator[str]:
    for fact in facts:
        yield from (one_line(str(fact.parameters[name])) for name in PLACES if fact.parameters.get(name))
        yield from (target.name for target in fact.targets.values() if target.name)
        texts = fact.parameters.get("texts")
        yield from (one_line(str(each)) for each in texts if each) if isinstance(texts, list) else ()


def _texts(facts: Sequence[RecordedAction]) -> Iterator[str]:
    for fact in facts:
        for value in fact.parameters.values():
            yield from map(str, value) if isinstance(value, list) else (str(value),)
        yield from (
            text for target in fact.targets.values() for text in (target.name, target.row, target.heading, target.group)
        )


def _names(text: str, label: str, *, plural: bool = True) -> bool:
    """Whether a text has a label as whole words, in any case, or its plural."""
    ending = "(?:s|es|en|n|'s|\u2019s)?" if plural else ""
    return re.search(rf"(?<![\w-]){re.escape(label)}{ending}(?![\w-])", text, re.IGNORECASE) is not None


def _shares_word(statement: str, label: str) -> bool:
    return any(
        _names(statement, word) or _names(statement, word.rstrip("s")) for word in re.findall(r"[^\W\d_]{4,}", label)
    )
