"""What a page says that helps to understand why a replay stopped there: new messages, an open dialog, a login."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from actwright.schemas.page import Observation, tree_line
from actwright.schemas.recording import RecordedTarget
from actwright.text import one_line, shortened
from actwright.tools.rest_of_list import rest_of_list

MOST, LONGEST = 3, 120
MESSAGE, HEADING = re.compile(r"(?:f\d+\.)?(?:alert|status)(?:-\d+)?"), re.compile(r"(?:f\d+\.)?h[1-3](?:-\d+)?")
TROUBLE = re.compile(
    r"\b(?:not|n't|cannot|fail\w*|error|invalid|required|must|missing|wrong|denied|expired|exceed\w*|already|too \w+|sorry"
    r"|nicht|fehl\w*|ung\u00fcltig\w*|muss|zu (?:hoch|niedrig|lang|kurz)|erreur|invalide|obligatoire|no se|error)\b",
    re.IGNORECASE,
)
"""Words of texts that say why something did not work; they only put these texts first."""
ALERT = re.compile(r"showed an alert (.*), which was accepted$", re.DOTALL)
"""The note of a look on a message that a script showed, and that is answered at once."""
DIALOG = re.compile(r"(?:f\d+\.)?(?:dialog|alertdialog)(?:-\d+)?")


def row_elsewhere(page: Observation, targets: Iterable[RecordedTarget]) -> str:
    """Words that end a message on a row that is not there: the page shows a part of a list; empty if it shows all."""
    more = rest_of_list(page) if any(target.row for target in targets) else ""
    return f'; the list goes on ("{more}"), and the row may be there' if more else ""


def news_of(pages: Sequence[Observation], before: Observation | None, *, expects_login: bool) -> str:
    """Sentences about a page, each with a space before it; empty if there is nothing to say.

    Args:
        pages: The looks since the last action that did something, oldest first; the last one is the page as it is.
        before: The page before that action; None if there was none.
        expects_login: Whether the recording enters a password somewhere.
    """
    return "".join(f" {sentence}." for sentence in _sentences(pages, before, expects_login))


def _sentences(pages: Sequence[Observation], before: Observation | None, expects_login: bool) -> Iterator[str]:  # noqa: FBT001 - as above
    page = pages[-1]
    known = {_plain(line) for line in _lines(before)} if before else set[str]()
    alerts = [match[1] for look in pages for note in look.notes if (match := ALERT.search(note))]
    if alerts:
        yield f"The page showed an alert: {', '.join(list(dict.fromkeys(map(one_line, alerts)))[-MOST:])}"
    if listed := _listed(page, known) if before else [*_errors(page)][:MOST]:
        yield f"New on the page: {', '.join(listed)}"
    now = known | {_plain(line) for line in _lines(page)}
    gone = (
        [
            line
            for look in pages
            for line in (*look.moments, *(() if look is page else (*_messages(look), *_lines(look))))
            if _is_new(line, now)
        ]
        if before
        else []
    )
    if gone:
        yield f"Shown for a moment: {', '.join(list(dict.fromkeys(map(_quoted, gone)))[:MOST])}"
    if dialog := next(_dialogs(page), ""):
        yield f'A dialog is open: "{shortened(dialog, LONGEST)}"'
    if not expects_login and any(element.type == "password" for element in page.elements):
        yield "The page asks for a login; start the replay signed in"


def _listed(page: Observation, known: AbstractSet[str]) -> list[str]:
    """The most telling of what is new: errors of fields, messages, headings, other texts."""
    told = {one_line(element.error) for element in page.elements if element.invalid}
    lines = [line for line in _lines(page) if _is_new(line, known) and line not in told]
    first = [line for line in (*_messages(page), *filter(TROUBLE.search, lines), *_headings(page)) if line in lines]
    return list(dict.fromkeys([*_errors(page), *map(_quoted, [*first, *lines])]))[:MOST]


def _lines(page: Observation) -> list[str]:
    """The texts of a page, and the labels of its elements, in which messages may stand."""
    lines = (tree_line(text) for text in page.tree.splitlines())
    return [
        one_line(said)
        for line in lines
        if line
        for said in (line.text, line.attributes.get("label", ""))
        if said.strip()
    ]


def _is_new(line: str, known: AbstractSet[str]) -> bool:
    return re.search(r"[^\W\d_]{2}", line) is not None and _plain(line) not in known


def _plain(line: str) -> str:
    """A line as it is compared: other numbers, as in a clock, are nothing new."""
    return re.sub(r"\d+", "0", line)


def _errors(page: Observation) -> Iterator[str]:
    invalid = (element for element in page.elements if element.invalid and element.error)
    return (f'{element.title}: "{one_line(element.error)}"' for element in invalid)


def _messages(page: Observation) -> list[str]:
    return _texts_of(page, MESSAGE)


def _headings(page: Observation) -> list[str]:
    return _texts_of(page, HEADING)


def _texts_of(page: Observation, head: re.Pattern[str]) -> list[str]:
    lines = (tree_line(text) for text in page.tree.splitlines())
    return [one_line(line.text) for line in lines if line and line.text and head.fullmatch(line.head)]


def _quoted(text: str) -> str:
    return f'"{shortened(text, LONGEST)}"'


def _dialogs(page: Observation) -> Iterator[str]:
    lines = [line for text in page.tree.splitlines() if (line := tree_line(text))]
    for at, line in enumerate(lines):
        if DIALOG.fullmatch(line.head):
            inside = " ".join(filter(None, (each.text for each in lines[at + 1 : at + 4])))
            yield one_line(line.attributes.get("label", "") or line.text or inside)
