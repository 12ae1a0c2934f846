"""Facts about another row, column, control or time than a statement names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from actwright.engine.evidence.number_words import numbers_in_words
from actwright.engine.evidence.page_after import dates_in
from actwright.engine.evidence.unnamed_place import AND
from actwright.engine.matching.surroundings import described
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction, RecordedTarget
from actwright.text import one_line
from actwright.tools.outline import Outline, outline_of, same_words, words_in
from actwright.tools.outline_fact import row_has_words
from actwright.tools.readings import labels
from actwright.tools.units import quantities_in

TEXTS = frozenset({"expect", "expect_shown"})
WORD = re.compile(r"[^\W_]{3,}")
LETTERS = re.compile(r"[^\W\d_]{3}")
TIME = re.compile(r"\b(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s?([ap])\.?m\b\.?|\b(\d{1,2}):(\d{2})\b", re.IGNORECASE)
"""A time of day. Without a.m. or p.m., an hour up to 12 without a zero before it may be either."""
EXACT = re.compile(r"(?<![\w/])/[\w-][\w/.-]*\w|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
"""Paths, and addresses of e-mail."""
NOON = 12
ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|latest|newest|oldest|\d+(?:st|nd|rd|th)|(?:erst|zweit|dritt|letzt|neuest|\u00e4ltest)e[rsnm]?)\b(?! (?:name|time|minute|hour|day|week|month|year))",
    re.IGNORECASE,
)
SORTED = re.compile(
    r"\b(?:sorted|sortiert|ordered by|in alphabetical order|alphabetically|(?:newest|oldest|cheapest|lowest|highest) first)\b",
    re.IGNORECASE,
)
DIRECTION = re.compile(
    r"\b(?:(?P<rises>ascending|aufsteigend|a (?:to|bis) z\b|a-z\b)|(?P<falls>descending|absteigend|z (?:to|bis) a\b|z-a\b|reverse alphabetical)"
    r"|(?:(?P<most>newest|latest|most \w+|highest|dearest|largest|biggest|longest|heaviest|youngest|(?:neu|h\u00f6ch|teuer|gr\u00f6\u00df|l\u00e4ng|j\u00fcng)ste[rns]?)"
    r"|oldest|earliest|soonest|lowest|cheapest|smallest|shortest|lightest|fewest|(?:\u00e4lte|fr\u00fches|niedrig|billig|klein|k\u00fcrze)ste[rns]?|fr\u00fcheste[rns]?)"
    r" (?:\w+ )?(?P<end>first|last|to|zuerst|zuletzt))\b",
    re.IGNORECASE,
)
"""In which direction a statement says that a list is sorted."""
AGE = re.compile(r"\b(?:age|alter|years?)\b", re.IGNORECASE)
OF_AGE = re.compile(r"\b(?:old|new|young|\u00e4lt|neu|j\u00fcng)", re.IGNORECASE)
"""Columns that rise from the youngest to the oldest, and words that dates and ages have in opposite directions."""
RANKED = re.compile(r"\b(?:priority|rank|place|level|priorit\u00e4t|rang|platz)\b", re.IGNORECASE)
"""Columns in which the highest may have the least number."""
AMOUNTS = re.compile(
    r"\b(?:half|quarter|a third|(?<!at )most(?! recent)|majority|in the (?:morning|afternoon|evening)|at night"
    r"|cheapest|dearest|highest|lowest|biggest|largest|smallest|longest|shortest|fastest|slowest|heaviest|lightest|youngest|best|worst"
    r"|h\u00e4lfte|meiste[nr]?|(?:billig|teuer|h\u00f6ch|niedrig|gr\u00f6\u00df|klein|l\u00e4ng|k\u00fcrz|best)ste[rnms]?|morgens|abends|nachmittags)\b",
    re.IGNORECASE,
)
"""Words that say how much of a list, which of all, or at which time of day."""
LAST_WORD = re.compile(r"([^\W\d_]{3,}) $")
BARE = re.compile(r"\d[\d.,'\u2019]*")
EMPTY = re.compile(r"\b(?:empty|blank|cleared|no(?:thing)?|unset|leer|vide|vac[i\u00ed][oa])\b", re.IGNORECASE)
NOT_EMPTY = re.compile(r"(?:\bnot|n['\u2019]t|\bnicht|\bpas|\bno longer)\s+(?:empty|blank|leer|vide)", re.IGNORECASE)
IN_BRACKETS = re.compile(r"\s*\([^()]*\)")


def times_in(text: str) -> list[frozenset[int]]:
    """The times of day in a text, each as the minutes since midnight that it may be."""
    found: list[frozenset[int]] = []
    for match in TIME.finditer(text):
        hour, minute = int(match[1] or match[4]), int(match[2] or match[5] or 0)
        if match[3]:
            found.append(frozenset({(hour % NOON + NOON * (match[3].lower() == "p")) * 60 + minute}))
        elif 0 < hour <= NOON and not (match[4] or "").startswith("0"):
            found.append(frozenset({hour % NOON * 60 + minute, (hour % NOON + NOON) * 60 + minute}))
        else:
            found.append(frozenset({hour * 60 + minute}))
    return found


def time_left_out(statement: str, said: Sequence[str]) -> str:
    """The first time of a statement that no fact has as exactly, or the first path or address; empty if none is left."""
    covered = [time for text in said for time in times_in(text)]
    matches = zip(TIME.finditer(statement), times_in(statement), strict=True)
    late = (match[0] for match, time in matches if not any(each <= time for each in covered))
    exact = (each[0] for each in EXACT.finditer(statement) if not any(each[0] in text for text in said))
    return next(chain(late, exact), "")


def unsorted(statement: str, facts: Sequence[RecordedAction]) -> str:
    """The words of a statement that a list is sorted, or in which direction, if no fact is about that; else empty."""
    given = [fact for fact in facts if fact.tool == "expect_sorted"]
    word = SORTED.search(statement)
    if not given:
        return f'"{word[0]}"' if word else ""
    said = DIRECTION.search(statement)
    if not said or len(given) > 1 or re.search(r"\b(?:not|nicht)\b|n['\u2019]t\b", statement, re.IGNORECASE):
        return ""
    column = str(given[0].parameters["column"])
    if RANKED.search(column) and not said["falls"] and not said["rises"]:
        return ""
    falls = bool(said["falls"] or said["most"])
    if not said["falls"] and not said["rises"]:
        falls ^= (said["end"].casefold() in {"last", "zuletzt"}) ^ bool(OF_AGE.match(said[0]) and AGE.search(column))
    return "" if (given[0].parameters["direction"] == "falling") == falls else f'"{said[0]}"'


def other_place(statement: str, facts: Sequence[RecordedAction], page: Observation, *, small: frozenset[str]) -> str:
    """What a statement names of a page while the facts are about another place of the same kind; empty if nothing.

    Args:
        statement: The statement, with its values.
        facts: The facts, with their values.
        page: The page.
        small: Words that say nothing by themselves.
    """
    outline = outline_of(page)
    named = words_of_text(statement) - small
    return (
        _other_number(statement, facts)
        or _other_row(statement, named, facts, outline)
        or _other_column(statement, facts, outline)
        or _other_control(named, facts, page)
        or _other_ordinal(statement, facts, outline)
        or _bare_number(statement, facts, outline)
        or _qualified(statement, facts, outline)
        or _filled(statement, facts)
        or _gone_words(statement, facts, [outline.said[at] for at in outline.rows if outline.is_row(at)], small)
    )


def in_other_rows(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """That texts which a statement of one clause says of one thing are in different rows of a list; empty if not."""
    shown = [fact for fact in facts if fact.tool in TEXTS]
    if len(shown) < 2 or len(shown) < len(facts) or AND.search(statement):  # noqa: PLR2004 - two texts
        return ""
    outline = outline_of(page)
    rows = [rows_of(fact, outline) for fact in shown]
    together = rows[0].intersection(*rows[1:])
    is_list = all(each and not any(outline.is_term(row) for row in each) for each in rows)
    return f'"{text_of(shown[0])}" together with "{text_of(shown[1])}"' if is_list and not together else ""


def lines_with(texts: Sequence[str], page: Observation) -> list[str]:
    """The rows and lines of a page that have one of these texts, with the headings above them."""
    outline = outline_of(page)
    found = [row for row in outline.members if any(words_in(" | ".join(outline.cells(row)), text) for text in texts)]
    headings = [at for at in range(len(outline.lines)) if outline.is_heading(at)]
    above = {at for at in headings for row in found if row in outline.section(at)}
    return [outline.said[at] for at in above] + [cell for row in found for cell in outline.cells(row)]


def _other_number(statement: str, facts: Sequence[RecordedAction]) -> str:
    """A text of nothing but numbers that a statement does not name, dates and times aside."""
    named = {value for each in quantities_in(statement) for value in each.values}
    named |= {number for _, number in numbers_in_words(statement)} | set(map(float, re.findall(r"\d+", statement)))
    for fact in facts:
        text = text_of(fact) if fact.tool in TEXTS else ""
        if not text or LETTERS.search(text) or times_in(text) or [*dates_in(text)]:
            continue
        given = [*map(float, re.findall(r"(?<![\d.,])\d+(?![\d.,])", text))] or [
            min(each.values) for each in quantities_in(text)
        ]
        if given and not set(given) & named:
            return f'anything but "{text}"'
        if len(given) > 1 and not set(given) <= named:
            return f'"{text}"'
    return ""


def _other_row(statement: str, named: set[str], facts: Sequence[RecordedAction], outline: Outline) -> str:
    """A word of a statement that is in another row of the table or list, and in none that the facts are about."""
    if not facts or not all(fact.tool in TEXTS for fact in facts):
        return ""
    rows = {row for fact in facts for row in rows_of(fact, outline)}
    if rows and all(map(outline.is_term, rows)) and not any(parameter(fact, "row") for fact in facts):
        terms = {row: outline.said[row] for row in outline.members if outline.is_term(row)}
        others = [term for row, term in terms.items() if row not in rows and names(statement, term)]
        return f'"{others[0]}"' if others and not any(names(statement, terms[row]) for row in rows) else ""
    if not rows or not all(outline.is_row(row) and not outline.is_term(row) for row in rows):
        return ""
    own = {word for row in rows for cell in outline.cells(row) for word in words_of_text(cell)}
    own |= {
        word for fact in facts for name in ("under", "text", "row") for word in words_of_text(parameter(fact, name))
    }
    tables = {row for each in rows for row in outline.table(each)} - rows
    others = {
        word
        for row in tables
        if not outline.is_head(row)
        for cell in outline.cells(row)
        for word in words_of_text(cell)
    }
    own |= {
        word for row in tables if outline.is_head(row) for cell in outline.cells(row) for word in words_of_text(cell)
    }
    others |= {f"{word}s" for word in others}
    absent = (word for word in sorted(named & others) if not any(word.removesuffix("s") in each for each in own))
    return next((f'"{word}"' for word in absent), "")


def _other_column(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The head of another column than a fact is about, if a statement names it and not what its row has there."""
    for fact in facts:
        text, own = text_of(fact), parameter(fact, "column")
        if fact.tool not in {*TEXTS, "expect_number"} or (fact.tool in TEXTS and not parameter(fact, "row")):
            continue
        for row in rows_of(fact, outline):
            cells = dict(_cells(row, outline))
            about = {head for head, cell in cells.items() if (same_words(head, own) if own else words_in(cell, text))}
            asked = [
                head
                for head, cell in [*cells.items()][1:]  # the first one only says what all rows are
                if names(statement, head) and not words_in(statement, cell, any_case=True)
            ]
            if about and asked and about.isdisjoint(asked) and not any(names(statement, each) for each in about):
                return f'"{asked[0]}"'
    return ""


def _cells(row: int, outline: Outline) -> Iterator[tuple[str, str]]:
    """The cells of a row by the heads of their columns, as far as these are known."""
    table = outline.table(row)
    heads = outline.cells(table[0]) if table and outline.is_head(table[0]) and table[0] != row else []
    for head in heads:
        column, _ = outline.column(row, head)
        if row in column:
            yield head, column[row]


def _other_control(named: set[str], facts: Sequence[RecordedAction], page: Observation) -> str:
    """A control of the same role as one of the facts that a statement names, if no fact is about it."""
    targets = [target for fact in facts for target in fact.targets.values()]
    if not targets:
        return ""
    own = {word for target in targets for word in _control_words(target)}
    own |= {word for fact in facts for word in words_of_text(parameter(fact, "value"))}
    roles = {target.role for target in targets}
    for other in described(page).values():
        distinct = _control_words(other) - own
        if other.role in roles and distinct and distinct <= named:
            return f'"{" ".join(sorted(distinct))}"'
    return ""


def _control_words(target: RecordedTarget) -> set[str]:
    return words_of_text(IN_BRACKETS.sub("", target.name)) | words_of_text(target.group)


def _other_ordinal(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The place in a list that a statement names, if facts only say what one of several rows has."""
    said = " ".join(parameter(fact, name) for fact in facts for name in ("text", "row", "label", "column"))
    said += " ".join(under for fact in facts if names(statement, under := parameter(fact, "under") or "-"))
    ordinal = next((each for each in ORDINAL.finditer(statement) if not names(said, each[0])), None)
    if ordinal is None or not all(fact.tool in {*TEXTS, "expect_number"} for fact in facts):
        return ""
    rows = {row for fact in facts for row in rows_of(fact, outline)}
    in_list = any(outline.is_row(row) and not outline.is_term(row) and len(outline.table(row)) > 1 for row in rows)
    return f'"{ordinal[0]}"' if in_list else ""


def _bare_number(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The head of the column in which a bare number stands, if the row has several and a statement does not name it."""
    for fact in facts:
        text = text_of(fact) if fact.tool == "expect_shown" and parameter(fact, "row") else ""
        for row in rows_of(fact, outline) if BARE.fullmatch(text) else ():
            cells = list(_cells(row, outline))
            heads = [head for head, cell in cells if words_in(cell, text)]
            several = sum(any(letter.isdigit() for letter in cell) for _, cell in cells) > 1
            if several and heads and not any(_shares_stem(statement, head) for head in heads):
                return f'what is not "{heads[0]}"'
    return ""


def _shares_stem(text: str, words: str) -> bool:
    stems = [word[: max(4, len(word) - 3)] for word in re.findall(r"[^\W\d_]+", words)]
    return any(re.search(rf"(?<!\w){re.escape(stem)}", text, re.IGNORECASE) for stem in stems)


def _qualified(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The cell in which a single word is qualified by others that a statement does not name, as in "half open"."""
    for fact in facts:
        text = text_of(fact) if fact.tool == "expect_shown" and parameter(fact, "row") else ""
        if not re.fullmatch(r"[^\W\d_]+", text):
            continue
        cells = [cell for row in rows_of(fact, outline) for cell in outline.cells(row) if words_in(cell, text)]
        cells = [cell for cell in cells if not words_in(cell, parameter(fact, "row"))]
        before = [LAST_WORD.search(cell[: words_in(cell, text)[0][0]]) for cell in cells]
        if cells and all(word and not names(statement, word[1]) for word in before):
            return f'"{cells[0]}"'
    return ""


def _filled(statement: str, facts: Sequence[RecordedAction]) -> str:
    """That a statement does not say that a field is empty, as a fact does; empty if it does."""
    empty = any(fact.tool == "expect_value" and not parameter(fact, "value") for fact in facts)
    return "a content" if empty and (NOT_EMPTY.search(statement) or not EMPTY.search(statement)) else ""


def _gone_words(statement: str, facts: Sequence[RecordedAction], said: Sequence[str], small: frozenset[str]) -> str:
    """A text that is gone with a word that the statement does not name: it may never have been there.

    Nor does one decide that has the words of a statement in another order, while the page has one of them.
    """
    for fact in facts:
        text = parameter(fact, "value") if fact.tool == "expect_gone" else ""
        if strange := [
            word for word in words_of_text(text) - small if not word.isdigit() and not names(statement, word)
        ]:
            return f'anything but "{strange[0]}"'
        on_page = (
            word for word in words_of_text(text) - small if any(words_in(line, word, any_case=True) for line in said)
        )
        if text and not names(statement, text) and (word := next(on_page, "")):
            return f'"{word}"'
    return ""


def rows_of(fact: RecordedAction, outline: Outline) -> set[int]:
    """The rows, or lines outside of rows, in which the text or the label of a fact is."""
    text, row, label = text_of(fact), parameter(fact, "row"), parameter(fact, "label")
    places = {at for section in outline.sections(parameter(fact, "under")) for at in section}
    rows = [each for each in outline.members if each in places and not outline.is_heading(each)]
    if label:
        return {each for each in rows if any(labels(cell, label) for cell in outline.cells(each))}
    return {
        each
        for each in rows
        if words_in(" | ".join(outline.cells(each)), text) and (not row or row_has_words(outline, each, row))
    }


def heads_of(facts: Sequence[RecordedAction], page: Observation) -> Iterator[str]:
    """The heads of the columns in which the texts of facts are, in their rows, where each is in one column only."""
    outline = outline_of(page)
    for fact in (each for each in facts if each.tool == "expect_shown" and parameter(each, "row")):
        rows = [row for row in rows_of(fact, outline) if outline.is_row(row)]
        cells = _cells(rows[0], outline) if len(rows) == 1 else ()
        at = [head for head, cell in cells if words_in(cell, text_of(fact))]
        yield from at if len(at) == 1 else ()


def text_of(fact: RecordedAction) -> str:
    """The text of a fact, the first of several; empty if it has none."""
    text = fact.parameters.get("text", "")
    return one_line(str(text[0] if isinstance(text, list) and text else text))


def parameter(fact: RecordedAction, name: str) -> str:
    """A parameter of a fact as text on one line; empty if it has none."""
    return one_line(str(fact.parameters.get(name) or ""))


def words_of_text(text: str) -> set[str]:
    """The words of three letters or digits or more, in lower case."""
    return set(WORD.findall(text.casefold()))


def names(text: str, words: str) -> bool:
    """Whether a text has these words, or forms of them."""
    stem = IN_BRACKETS.sub("", words)
    stem = stem[:-1] if len(stem) > 3 and stem[-1] in "se" else stem  # noqa: PLR2004 - of the shortest words
    return re.search(rf"(?<![\w-]){re.escape(stem)}\w{{0,3}}(?![\w-])", text, re.IGNORECASE) is not None
