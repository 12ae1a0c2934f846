"""One look at a page: its text, elements, tabs and screenshot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import not_
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, InstanceOf, field_serializer

from actwright.schemas.base import Frozen, sentence
from actwright.text import shortened

__all__ = [
    "LONGEST_TITLE",
    "Box",
    "Dialog",
    "Download",
    "Element",
    "Image",
    "Marks",
    "Observation",
    "Option",
    "PageTool",
    "Tab",
    "marked",
]
import json
import re
from dataclasses import dataclass

Marks: TypeAlias = Literal["ids", "numbers", "none"]
"""What the marks in a screenshot show: element IDs, or numbers; or there are none."""

SMALLEST_MARK = 8
"""The least width and height of a marked element, in CSS px."""
LARGEST_MARK = 0.8
"""The largest share of the viewport that a marked element may cover."""
LONGEST_TITLE = 60
"""The longest name of a container, link or button in a message, in characters."""


class Box(Frozen):
    """A rectangle in CSS px, relative to the top left of the page's viewport (frames included)."""

    x: float
    y: float
    width: float
    height: float


class Option(Frozen):
    """One choice of a select element; `group` is the label of the `optgroup` that it is in."""

    label: str
    value: str
    selected: bool = False
    disabled: bool = False
    group: str = ""


class Element(Frozen):
    """An element that can be acted on, with its state at the time of the observation.

    Attributes:
        id: `tag-n`, or `f1.tag-n` in a frame. During the run it never denotes another element.
        tag: The HTML tag in lower case.
        role: The ARIA role, explicit or implied (`button`, `textbox`, `combobox`, …); empty if none.
        name: The accessible name (from label, aria-label, text, title or placeholder, in the usual order).
        type: The type of an input or button (`text`, `date`, `submit`, …); empty for other tags.
        value: The live value of a form field, text area or editable region, cut at 4,000 characters; for a checkbox or
            radio button its `value` attribute; None if there is none. A password is never read: it is `filled` or
            empty.
        checked: Live state of a checkbox, radio button or switch; None for others, or if mixed.
        selected, expanded: As stated by `aria-selected` and `aria-expanded` (or an open `details`); None if not stated.
        options: Options of a native select or datalist that can be seen, and any selected ones. At most 5,000.
        option_count: How many options a native select has that can be seen, or all if there are more than 5,000.
        label, placeholder, attribute_name, description: The label's text; the placeholder; the `name` attribute; the
            text that `aria-describedby` refers to.
        group: The name of the fieldset, radio group or ARIA group around it.
        beside: The words beside a field that has no label; in a table, those of its row and column.
        question: The words before the group of a radio button or checkbox, or before the parts of one value.
        part: What it takes of a value that controls beside it take the rest of: `day`, `month` or `year` of a date, or
            the place of one character in a code, from 1 on.
        section: The title row that a field in a table stands under.
        form: A number shared by the controls of one form in one frame; None outside forms.
        submits: True if activating it submits a form (a submit button, an image input, a button without type).
        required, readonly, disabled, focused, multiple: As HTML or ARIA says.
        had_focus: Whether it got the focus in the last action, and the page then moved the focus on.
        invalid: The browser rejected the user's value, or `aria-invalid` is set.
        error: The message that goes with `invalid`: the one ARIA refers to, else the browser's, else the description.
        accept, minimum, maximum, step, href: The attributes `accept`, `min`, `max`, `step` and `href`, as written
            (`href` resolved).
        in_view: Whether part of it is inside the viewport.
        covered_by: What covers its clickable points; empty if nothing does.
        box: Its position; None if it has no rectangle.
        shown: Its visible part, if something clips or covers the rest, or if it is a link that wraps; None if all of it
            is visible.
        new: True if the previous look that was shown to the policy did not have it.
        secret: True if its text contains a secret, which is replaced by the secret's name, or if it shows a password in
            clear text.
    """

    id: str
    tag: str
    role: str = ""
    name: str = ""
    type: str = ""
    value: str | None = None
    checked: bool | None = None
    selected: bool | None = None
    expanded: bool | None = None
    options: tuple[Option, ...] = ()
    option_count: int = 0
    label: str = ""
    placeholder: str = ""
    attribute_name: str = ""
    description: str = ""
    group: str = ""
    beside: str = ""
    question: str = ""
    part: str = ""
    section: str = ""
    form: int | None = None
    submits: bool = False
    required: bool = False
    readonly: bool = False
    disabled: bool = False
    invalid: bool = False
    focused: bool = False
    had_focus: bool = False
    multiple: bool = False
    error: str = ""
    accept: str = ""
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    href: str = ""
    in_view: bool = True
    covered_by: str = ""
    box: Box | None = None
    shown: Box | None = None
    new: bool = False
    secret: bool = False

    @property
    def title(self) -> str:
        """The ID and the name, as in `button-0 "Save"`. Names are cut at 60 characters, except names of fields."""
        name = self.name if self.value is not None else shortened(self.name, LONGEST_TITLE)
        return f'{self.id} "{name}"' if name else self.id


class PageTool(Element):
    """A tool that a document of the page offers to agents (WebMCP). Everything in it is the page's word.

    Attributes:
        origin: The origin of its document.
        input_schema: The JSON schema of its arguments, without references; empty if it takes none.
        signature: A hash of name, description, schema and kind: another tool of the same name has another one.
        consequential: Whether the page says that a person should confirm each call.
        fills_form: Whether it is a form that a call fills, and that its button then sends.
        problem: Why it cannot be called; empty if it can.
    """

    tag: str = "tool"
    role: str = "tool"
    origin: str = ""
    input_schema: Mapping[str, Any] = {}
    signature: str = ""
    consequential: bool = False
    fills_form: bool = False
    problem: str = ""


def marked(elements: Iterable[Element], width: int, height: int) -> dict[str, int]:
    """The numbers in a set-of-marks, by element ID. A number is the position of the element in the page, from 1.

    Elements that are out of view or covered, less than 8 CSS px wide or high, or larger than 80 % of the viewport have
    none, as in VisualWebArena (browser_env/processors.py, `draw_bounding_boxes`).
    """
    return {element.id: number for number, element in enumerate(elements, 1) if _is_mark(element, width * height)}


def _is_mark(element: Element, viewport: int) -> bool:
    box = element.box
    if box is None or not element.in_view or element.covered_by or min(box.width, box.height) < SMALLEST_MARK:
        return False
    return box.width * box.height <= LARGEST_MARK * viewport


class Tab(Frozen):
    """A browser tab of this run. `id` is `tab-n`; the observation shows the active tab."""

    id: str
    title: str
    url: str
    active: bool = False


class Dialog(Frozen):
    """A JavaScript dialog that waits for an answer; the page is blocked until then.

    Only a `confirm` or `prompt` waits. An `alert` or `beforeunload` is accepted at once and becomes a note, unless a
    person has the page.
    """

    kind: Literal["confirm", "prompt", "alert", "beforeunload"]
    message: str
    default: str = ""


class Download(Frozen):
    """A downloaded file. `path` is inside the run folder; `error` says why the file is incomplete."""

    name: str
    path: str = ""
    bytes: int = 0
    error: str = ""


class Image(Frozen):
    """An encoded image and its size in px.

    Attributes:
        content: The image, or the file that it is read from; passed as `data`.
        media_type: The encoding.
        width, height: The size in px.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    content: bytes | InstanceOf[Path] = Field(alias="data", repr=False)
    media_type: Literal["image/png", "image/jpeg", "image/webp"]
    width: int
    height: int

    @property
    def data(self) -> bytes:
        """The encoded image. Raises OSError if its file can no longer be read."""
        return self.content.read_bytes() if isinstance(self.content, Path) else self.content

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Image):
            return NotImplemented
        return self._size == other._size and (self.content == other.content or self.data == other.data)

    def __hash__(self) -> int:
        return hash(self._size)

    @property
    def _size(self) -> tuple[str, int, int]:
        return self.media_type, self.width, self.height

    @field_serializer("content")
    def _bytes(self, _: bytes | Path) -> bytes:
        return self.data


class Observation(Frozen):
    """One look at the page.

    Attributes:
        url, title: URL and title of the active tab, with secrets masked. The URL is empty if the run has no page.
        http_status: HTTP status of its document; None if it has none, or was loaded before the run.
        tree: The element-ID tree, one line per node; the text that a model reads.
        text: Visible text in document order, with white space folded; quotes are checked against it. It has what is
            within one screen of the viewport, or the whole page if only facts are checked, as `expect` does.
        elements: Every described element that has an ID, in document order, including those that the tree left out for
            its budget, but not those in a fold far from the viewport.
        page_tools: The tools that the page offers, if the run calls such tools.
        dialog: The open dialog, if any.
        tabs: All tabs of the run.
        downloads: Files downloaded so far in this run.
        notes: What could not be seen, is still loading, or just happened, in plain sentences.
        moments: Messages that the page has shown since the last action that may have an effect, and that have gone.
        screenshot: The annotated screenshot; None if none was taken, or none could be.
        width, height: The viewport in CSS px.
        milliseconds: How long the look took.
        pending: Whether the page may change by itself: it set a timer since the last action, or loads or waits for
            something.
    """

    url: str
    title: str = ""
    http_status: int | None = None
    tree: str = ""
    text: str = ""
    elements: tuple[Element, ...] = ()
    page_tools: Annotated[tuple[PageTool, ...], Field(exclude_if=not_)] = ()
    dialog: Dialog | None = None
    tabs: tuple[Tab, ...] = ()
    downloads: tuple[Download, ...] = ()
    notes: Annotated[tuple[str, ...], sentence] = ()
    moments: Annotated[tuple[str, ...], Field(exclude_if=not_)] = ()
    screenshot: Image | None = None
    width: int = 0
    height: int = 0
    milliseconds: float = 0.0
    pending: bool = False

    @property
    def is_page(self) -> bool:
        """Whether there is a page; a run that only reads the web has none."""
        return bool(self.url)

    @cached_property
    def by_id(self) -> dict[str, Element]:
        """The elements and the tools of the page by their ID."""
        return {element.id: element for element in (*self.page_tools, *self.elements)}


STRING = r'"(?:[^"\\]|\\.)*"'
LINE = re.compile(rf"( *)- \*?(\S+)(?: \(((?:[^\"]|{STRING})*?)\))?(?: ({STRING}))?")
LIST = rf"\[(?:[^\"\[\]]|{STRING}|\[(?:[^\"\[\]]|{STRING})*\])*\]"
ATTRIBUTE = re.compile(rf"([a-z][a-z-]*)(?:=(?:({STRING})|{LIST}|([^\s\"\[\]]+)))?(?= |$)")
INDENT = 2
"""Spaces for each level."""


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of the page tree, parsed.

    Attributes:
        depth: Levels from the root, from 0.
        head: The ID of an element, or a tag.
        said: The text in brackets after it, unparsed.
        text: The text after that; texts in one line are joined by ` | `.
    """

    depth: int
    head: str
    said: str = ""
    text: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes in brackets, by name; lists, and attributes without a value, are empty."""
        return {
            match[1]: json.loads(match[2]) if match[2] else match[3] or "" for match in ATTRIBUTE.finditer(self.said)
        }


def tree_line(line: str) -> TreeLine | None:
    """Parses a line; None for a line that reports what was left out."""
    match = LINE.fullmatch(line)
    if match is None:
        return None
    text = json.loads(match[4]) if match[4] else ""
    return TreeLine(len(match[1]) // INDENT, match[2], match[3] or "", text)
