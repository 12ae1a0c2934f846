"""A page in the forms of WebArena (accessibility tree, HTML, picture) and VisualWebArena (set-of-marks).

All of them show what the page tree of the same look shows: the tree is read back line by line. The forms are those of
`browser_env/processors.py` in web-arena-x/visualwebarena; so are the properties and the nameless nodes that are left
out.

An element's number is its place in `Observation.elements`, from 1, as in a picture with numbers. In the accessibility
tree all other lines have numbers too, after those: the number of a text stands for the element around it. Options of a
select have numbers, and so have the buttons of a JavaScript dialog, which are not in the page at all. If the page is
shown by its picture alone, the numbers are only in the picture.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Literal, TypeAlias

from actwright.schemas.page import Dialog, Element, Observation, Option, marked, tree_line
from actwright.text import one_line, shortened

Form: TypeAlias = Literal["tree", "som", "html", "image"]
"""How a page is shown: as an accessibility tree, a set-of-marks, the tags of its elements, or by its picture alone."""

LONGEST_MARK = 200
"""The most characters of a mark's text, as in VisualWebArena."""
MOST_OPTIONS, FIRST_OPTIONS = 12, 8
"""How many options of a select are shown, and how many if it has more, as in the page tree."""
BEFORE = 3
"""How many of the last lines are searched for a text before it is shown again, as in WebArena."""
JOINT = " | "
"""Stands between texts that the page tree has in one line."""

PROPERTIES: Mapping[str, tuple[str, str]] = {
    "busy": ("busy", "True"),
    "checked": ("checked", "true"),
    "collapsed": ("expanded", "False"),
    "disabled": ("disabled", "True"),
    "error": ("errormessage", ""),
    "expanded": ("expanded", "True"),
    "focused": ("focused", "True"),
    "href": ("url", ""),
    "max": ("valuemax", ""),
    "min": ("valuemin", ""),
    "modal": ("modal", "True"),
    "multiple": ("multiselectable", "True"),
    "placeholder": ("placeholder", ""),
    "popup": ("hasPopup", ""),
    "pressed": ("pressed", ""),
    "required": ("required", "True"),
    "scrollable": ("scrollable", "True"),
    "unchecked": ("checked", "false"),
}
"""The attributes of the page tree as properties, and the value of those that have none. `readonly` and `invalid` are
left out, as in WebArena; so is what has no property in an accessibility tree."""

ROLES: Mapping[str, str] = {
    "aside": "complementary",
    "blockquote": "blockquote",
    "dd": "definition",
    "dt": "term",
    "fieldset": "group",
    "footer": "contentinfo",
    "header": "banner",
    "iframe": "Iframe",
    "li": "listitem",
    "nav": "navigation",
    "ol": "list",
    "p": "paragraph",
    "pre": "Pre",
    "progress": "progressbar",
    "td": "cell",
    "th": "columnheader",
    "tr": "row",
    "ul": "list",
}
"""The roles of structure in the page tree, by tag; other tags are named like their role."""
NAMED_BY_TEXT = frozenset({"heading", "row", "cell", "columnheader"})
NOT_ALONE = frozenset({"generic", "img", "strong"} | {ROLES[tag] for tag in ("header", "li", "nav", "ol", "p", "ul")})
"""The roles of lines that say nothing without a name or a property: they only group, set off or show something."""
BULLETS = "•" * 8
"""How a browser shows a password."""


@dataclass(frozen=True, slots=True)
class ObservationMark:
    """What a number stands for.

    Attributes:
        words: What it is, as the text says: `button 'Save'`.
        element: The element that it stands for, or that is around it.
        option: The option of the element, if it stands for one.
        accept: The answer that it gives to the open dialog, if it stands for one.
    """

    words: str
    element: Element | None = None
    option: Option | None = None
    accept: bool | None = None


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as text, and what the numbers in it stand for."""

    text: str
    marks: Mapping[int, ObservationMark]


def shown(page: Observation, *, form: Form = "tree") -> PageText:
    """The page in one of its forms, under the line of its tabs. A dialog is put into words: no picture shows it."""
    view = _Marks(page) if form == "som" else _Html(page) if form == "html" else _Tree(page)
    lines = view.dialog(page.dialog) if page.dialog else view.page()
    text = "" if form == "image" and not page.dialog else "\n\n" + "\n".join(lines)
    return PageText(text=f"{_tabs(page)}{text}", marks=view.marks)


def _tabs(page: Observation) -> str:
    titles = [(one_line(tab.title), tab.active) for tab in page.tabs] or [(one_line(page.title), True)]
    return " | ".join(
        f"Tab {number}{' (current)' if active else ''}: {title}" for number, (title, active) in enumerate(titles)
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the page tree; `note` stands in place of what was left out."""

    depth: int
    element: Element | None = None
    tag: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])
    texts: tuple[str, ...] = ()
    note: str = ""

    @property
    def name(self) -> str:
        attributes = self.attributes
        if self.element is None:
            named = attributes.get("label", "")
            return named or (" ".join(self.texts) if self.role in NAMED_BY_TEXT else "")
        drawn = attributes.get("icon") or attributes.get("hint") or ""
        return self.element.name or " ".join(self.texts) or drawn

    @property
    def role(self) -> str:
        if self.element is not None:
            return self.element.role or "generic"
        return "heading" if re.fullmatch(r"h\d+", self.tag) else ROLES.get(self.tag, self.tag)


def _lines(page: Observation) -> Iterator[_Line]:
    for written in page.tree.splitlines():
        line = tree_line(written)
        if line is None:
            yield _Line((len(written) - len(written.lstrip(" "))) // 2, note=written.strip())
        elif re.match(r"(f\d+\.)?fold-\d", line.head):
            yield _Line(line.depth, note=f"… {line.said}" if line.said else written.strip())
        elif line.head == "page":
            yield _Line(line.depth, tag="page", note=line.said)
        else:
            texts = tuple(line.text.split(JOINT)) if line.text else ()
            yield _Line(line.depth, page.by_id.get(line.head), line.head, line.attributes, texts)


def _options(element: Element) -> tuple[list[Option], int]:
    """The options of a select that are shown, and how many more there are."""
    if element.tag != "select":
        return [], 0
    options = list(element.options)
    some = options if len(options) <= MOST_OPTIONS else options[:FIRST_OPTIONS]
    some += [option for option in options[len(some) :] if option.selected]
    return some, max(element.option_count, len(options)) - len(some)


class _Tree:
    """The lines of an accessibility tree."""

    def __init__(self, page: Observation) -> None:
        self.marks: dict[int, ObservationMark] = {}
        self._page = page
        self._numbers = {element.id: number for number, element in enumerate(page.elements, 1)}
        self._others = count(len(page.elements) + 1)
        self._said: list[str] = []
        self._lines: list[str] = []

    def page(self) -> list[str]:
        """The whole page."""
        lines = list(_lines(self._page))
        beyond = next((line.note for line in lines if line.tag == "page"), "").removeprefix("scrollable, ")
        root = f"RootWebArea {one_line(self._page.title)!r}" + (f" scrollable: {beyond}" if beyond else "")
        self._add(root, 0)
        around: list[tuple[int, Element | None]] = [(1, None)]
        for line in lines:
            if line.tag == "page":
                continue
            del around[line.depth + 1 :]
            depth, outer = around[-1]
            around.append(self._add_line(line, depth, outer))
        for element in self._page.elements:  # the picture also has numbers for what the page tree left out
            line = _Line(0, element)
            self.marks.setdefault(self._numbers[element.id], ObservationMark(f"{line.role} {line.name!r}", element))
        return self._lines

    def dialog(self, dialog: Dialog) -> list[str]:
        """A JavaScript dialog in place of the page, which stands still."""
        self._add(f"alertdialog {one_line(dialog.message)!r} modal: True", 0)
        if dialog.kind == "prompt":
            self._add(f"textbox {dialog.default!r} focused: True", 1, accept=True)
        self._add("button 'OK'", 1, accept=True)
        self._add("button 'Cancel'", 1, accept=False)
        return self._lines

    def _add_line(self, line: _Line, depth: int, outer: Element | None) -> tuple[int, Element | None]:
        """Adds a line; returns the depth of what is in it, and the element around that."""
        if line.note:
            self._add(f"StaticText {line.note!r}", depth, outer)
            return depth, outer
        element, kept = line.element or outer, False
        if line.tag != "text":
            words = self._words(line)
            kept = line.element is not None or not _is_empty(line)
            if kept:
                self._add(words, depth, element, number=self._numbers.get(line.element.id) if line.element else None)
        inner = depth + kept
        for text in line.texts:
            self._text(text, inner, element)
        if line.element is not None:
            self._content(line, line.element, inner)
        return inner, element

    def _words(self, line: _Line) -> str:
        """What a line says about an element or about structure."""
        return " ".join([line.role, repr(line.name), *_properties(line)])

    def _content(self, line: _Line, element: Element, depth: int) -> None:
        """Adds what a field holds, as a browser shows it: a text or options."""
        value = line.attributes.get("value")
        if value:
            said = BULLETS if element.type == "password" else value
            self._add(f"StaticText {one_line(said)!r}", depth, element)
        options, more = _options(element)
        for option in options:
            words = f"option {option.label!r} selected: {option.selected}" + " disabled: True" * option.disabled
            self._add(words, depth, element, option=option)
        if more:
            self._add(f"StaticText {f'… {more} more options'!r}", depth, element)

    def _text(self, text: str, depth: int, element: Element | None) -> None:
        said = repr(text)
        if not any(said[1:-1] in before for before in self._said[-BEFORE:]):
            self._add(f"StaticText {said}", depth, element)

    def _add(
        self,
        words: str,
        depth: int,
        element: Element | None = None,
        *,
        number: int | None = None,
        option: Option | None = None,
        accept: bool | None = None,
    ) -> None:
        number = number or next(self._others)
        self.marks[number] = ObservationMark(words, element, option, accept)
        self._said.append(words.partition(" ")[2])  # without the role, which is not text of the page
        self._lines.append("\t" * depth + f"[{number}] {words}")


class _Html(_Tree):
    """The same lines with tags and attributes: `[3] <input type="text" value="Oak"> Name`.

    As in WebArena's own form, the name of an element stands after its tag, and no tag is closed.
    """

    def _words(self, line: _Line) -> str:
        tag = line.element.tag if line.element else line.tag
        left_out = {"label", "options", "icon", "hint", "covered-by", "below", "above"}
        given = {name: value for name, value in line.attributes.items() if name not in left_out}
        attributes = "".join(
            f' {name}="{html.escape(value)}"' if value else f" {name}" for name, value in given.items()
        )
        return f"<{tag}{attributes}> {one_line(line.name)}".rstrip()


def _is_empty(line: _Line) -> bool:
    """Whether a line of structure says nothing, as one of a listitem without a name always does."""
    if line.name.strip():
        return False
    return line.role == "listitem" or (line.role in NOT_ALONE and not any(_properties(line)))


def _properties(line: _Line) -> Iterator[str]:
    for name, value in line.attributes.items():
        known = PROPERTIES.get(name)
        if known and (value or known[1]):
            yield f"{known[0]}: {value or known[1]}"
        elif name == "selected" and not value and not (line.element and line.element.options):
            yield "selected: True"


class _Marks:
    """The lines of a set-of-marks."""

    def __init__(self, page: Observation) -> None:
        self.marks: dict[int, ObservationMark] = {}
        self._page = page
        self._numbers = marked(page.elements, page.width, page.height)
        self._left = [element for element in page.elements if element.id in self._numbers]
        self._said: set[str] = set()
        self._lines: list[str] = []

    def page(self) -> list[str]:
        """What is marked in the picture, in the order of the page, and the texts between."""
        hidden: int | None = None
        for line in _lines(self._page):
            if hidden is not None and line.depth > hidden:
                continue
            hidden = None
            if line.element is not None and line.element.id in self._numbers:
                self._catch_up(line.element)
                self._mark(line.element, line)
            elif line.element is not None and not line.element.in_view:
                hidden = line.depth
            else:
                self._texts(line)
        self._catch_up(None)
        return self._lines

    def dialog(self, dialog: Dialog) -> list[str]:
        """A JavaScript dialog in place of the page, which stands still."""
        answers = [("BUTTON", "OK", True), ("BUTTON", "Cancel", False)]
        if dialog.kind == "prompt":
            answers.append(("INPUT", dialog.default, True))
        self._static(dialog.message)
        for number, (tag, text, accept) in enumerate(answers, 1):
            self._line(number, ObservationMark(f"[{tag}] [{one_line(text)}]", accept=accept))
        return self._lines

    def _catch_up(self, element: Element | None) -> None:
        """Adds the marks before an element that the page tree left out, because the picture has them."""
        while self._left and self._left[0] is not element:
            self._mark(self._left[0], _Line(0, self._left[0]))

    def _mark(self, element: Element, line: _Line) -> None:
        del self._left[0]
        options, more = _options(element)
        listed = ", ".join([*(option.label for option in options), *[f"… {more} more"] * bool(more)])
        text = ": ".join(filter(None, (line.name, listed)))
        self._said |= {line.name, *line.texts}
        words = f"[{element.tag.upper()}] [{shortened(one_line(text), LONGEST_MARK)}]"
        self._line(self._numbers[element.id], ObservationMark(words, element))

    def _texts(self, line: _Line) -> None:
        for text in (line.note,) if line.note else (line.attributes.get("label", ""), *line.texts):
            self._static(text)

    def _static(self, text: str) -> None:
        if text and text not in self._said:
            self._said.add(text)
            self._lines.append(f"[] [StaticText] [{shortened(one_line(text), LONGEST_MARK)}]")

    def _line(self, number: int, mark: ObservationMark) -> None:
        self.marks[number] = mark
        self._lines.append(f"[{number}] {mark.words}")
