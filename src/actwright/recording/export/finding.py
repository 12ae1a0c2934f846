"""Finds, on a live page, a locator that resolves to exactly one element, best first as a person would write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from typing import Any, Literal

from playwright.async_api import ElementHandle, Error, Frame, Locator, Page

from actwright.engine.matching.references import filled_text
from actwright.errors import ConfigError
from actwright.recording.export.literals import escaped, pattern_of
from actwright.recording.export.locators import Chain, LocatorCall, LocatorText, Pattern, call, named, texted
from actwright.recording.export.python_code import PythonCode
from actwright.schemas.page import Element
from actwright.schemas.recording import RecordedTarget
from actwright.schemas.task import REFERENCE
from actwright.text import one_line

Reach = Literal["", "check", "click", "hover", "uncheck"]
"""How the element is used; a trial without pressing tests whether Playwright's mouse hits it. Empty for no trial."""

MOST = 150
"""The maximum number of locators that are tried for one element."""
ANSWER, TRIAL = 10_000, 4_000
"""Milliseconds that a page may take to answer, and that an element may take until the mouse would hit it."""
SAME = "(found, sought) => found === sought || (sought.localName === 'label' && sought.control === found)"
LABELS = "(found, sought) => found === sought || found.control === sought"
ATTRIBUTES = """(holder) => ({
  tag: holder.localName, title: holder.title, name: holder.getAttribute('name') || '',
  id: holder.id, src: holder.getAttribute('src') || '',
})"""

VARYING = re.compile(
    r"[(\[]\d[\d.,+]*[)\]]|#?\d{4,}|#\d+|\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b"
)
"""Numbers that differ on another day: counters, order numbers, dates and times."""
ONE_OF_A_KIND = frozenset({"banner", "complementary", "contentinfo", "dialog", "main", "navigation", "search"})
REPEATED = frozenset({"article", "group", "listitem", "option", "radiogroup", "row", "treeitem"})
FIELDS = frozenset({"combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox"})
NAMELESS = FIELDS | {"button", "checkbox", "img", "link", "radio", "tab"}
"""Roles by which an element without a name may be found if it is the only one with that role."""
LEAST_LETTERS = 1
MOST_TEXTS = 6


def candidates(
    base: Chain, target: RecordedTarget, element: Element, info: Mapping[str, Any], data: Mapping[str, str]
) -> Iterator[Chain]:
    """Locators for an element, from the plainest to chains that begin at the elements around it.

    Args:
        base: The page, or the frame in it.
        target: The element as it was recorded, with `{{name}}` in its texts.
        element: The element on the live page.
        info: The description that `around.js` returns.
        data: The values of the run that may be written into the program.
    """
    own = list(_own(_name(target, element, data), element, info))
    scopes = list(_scopes(base, target, info, data))
    by_data = [scope for scope in scopes if _refers(scope)]
    plain = (base.then(each) for each in own)
    first, second = ((scope.then(each) for scope in by_data for each in own), plain) if by_data else (plain, iter(()))
    inside = (scope.then(each) for scope in scopes for each in own)
    nested = (
        outer.then(*inner.calls[len(base.calls) :], each)
        for at, inner in enumerate(scopes)
        for outer in scopes[at + 1 :]
        for each in own[:2]
    )
    field = [call("locator", f'{info["tag"]}[name="{info["field"]}"]', kind="field")] if info["field"] else []
    kinds = (first, second, inside, nested, map(base.then, field), _from_anchors(base, own, info, data))
    return (each for kind in kinds for each in kind)


def frame_candidates(base: Chain, attributes: Mapping[str, str], *, only: bool) -> Iterator[Chain]:
    """Locators for the element that holds a frame."""
    tag = attributes["tag"]
    for name in ("title", "name", "id", "src"):
        value = attributes.get(name, "")
        if value and '"' not in value and not (name in {"id", "name"} and VARYING.search(value)):
            yield base.then(call("locator", f'{tag}[{name}="{value}"]', kind="frame"))
    if only:
        yield base.then(call("locator", tag, kind="frame"))


def _name(target: RecordedTarget, element: Element, data: Mapping[str, str]) -> str:
    """The accessible name as a template: the recorded template if it still gives that name, else the name itself."""
    name = one_line(element.name)
    return target.name if target.name and one_line(filled_text(target.name, data)) == name else name


def _own(name: str, element: Element, info: Mapping[str, Any]) -> Iterator[LocatorCall]:
    """Calls that find the element by its own name, label, text and attributes."""
    kind = _kind(element)
    yield from _by_name(name, element, info)
    for label in info["labels"]:
        yield call("get_by_label", LocatorText(label), exact=True, kind=kind)
    for method, attribute in (("get_by_placeholder", "placeholder"), ("get_by_alt_text", "alt")):
        if info[attribute]:
            yield call(method, LocatorText(info[attribute]), exact=True, kind=kind)
    if info["testid"]:
        yield call("get_by_test_id", info["testid"], kind=kind)
    text = info["own"] or ("" if element.role in FIELDS else info["text"])
    if text and info["tag"] not in {"select", "textarea"}:
        if pattern := _pattern(text):
            yield call("get_by_text", pattern, kind=kind)
        yield texted(text, kind)
    if info["title"]:
        yield call("get_by_title", LocatorText(info["title"]), exact=True, kind=kind)
    if not name and element.role in NAMELESS:
        yield call("get_by_role", element.role, kind=kind)


def _by_name(name: str, element: Element, info: Mapping[str, Any]) -> Iterator[LocatorCall]:
    """Calls by the accessible name: a field is found by its label first, anything else by its role and name first."""
    kind = _kind(element)
    by_label = call("get_by_label", LocatorText(name), exact=True, kind=kind)
    if name and element.role not in {"", "generic", "none", "presentation"}:
        by_role = named(element.role, name, kind)
        if pattern := _pattern(name):
            yield call("get_by_role", element.role, name=pattern, kind=kind)
        labelled = element.role in FIELDS and (element.label or info["label"])
        yield from (by_label, by_role) if labelled else (by_role, by_label)
    elif name and element.tag in {"input", "textarea", "select"}:
        yield by_label


def _kind(element: Element) -> str:
    if element.role in FIELDS or element.tag in {"input", "textarea"}:
        return "field" if element.role not in {"checkbox", "radio", "button", "switch"} else element.role
    return element.role or "element"


def _pattern(text: str) -> Pattern | None:
    """A pattern for a text that contains numbers that differ on another day; None for any other text."""
    if not any(VARYING.search(piece) for piece in REFERENCE.split(text)[::2]):
        return None
    return Pattern(f"^{pattern_of(text, _without_numbers)}$")


def _without_numbers(text: str) -> str:
    return r"\S+".join(map(escaped, VARYING.split(text)))


def _scopes(base: Chain, target: RecordedTarget, info: Mapping[str, Any], data: Mapping[str, str]) -> Iterator[Chain]:
    """Locators for the elements around the element, from the innermost to the outermost."""
    for each in info["around"]:
        role, name = str(each["role"]), one_line(str(each["name"]))
        if name:
            yield base.then(named(role, name))
        if role in REPEATED:
            for inner in _inner(Chain(base.base), _preferred(each["texts"], target, data)):
                yield base.then(call("get_by_role", role, kind=f"{role}s"), LocatorCall("filter", (), (inner,), role))
        if role in ONE_OF_A_KIND:
            yield base.then(call("get_by_role", role, kind=role))


def _preferred(
    texts: Iterable[Mapping[str, Any]], target: RecordedTarget, data: Mapping[str, str]
) -> list[tuple[str, Mapping[str, Any]]]:
    """Templates for the texts of a row: texts with values of the data first, then the others in their order."""
    recorded = {one_line(filled_text(cell, data)): cell for cell in target.row.split(" | ") if cell}
    found = [(_template(text, data, recorded.get(text, text)), each) for text, each in _lasting(texts)]
    return sorted(found, key=lambda one: not REFERENCE.search(one[0]))[:MOST_TEXTS]


def _lasting(texts: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The texts that have letters, and no number that differs on another day."""
    for each in texts:
        text = one_line(each["text"])
        if re.search(r"[^\W\d_]", text) and not VARYING.search(text):
            yield text, each


def _template(text: str, data: Mapping[str, str], otherwise: str) -> str:
    """A reference to the value that a text is; `otherwise` if it is none."""
    values = {value: name for name, value in data.items() if len(value) > LEAST_LETTERS}
    return f"{{{{{values[text]}}}}}" if text in values else otherwise


def _inner(page: Chain, texts: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Chain | Pattern]]:
    """Filters that distinguish a row from others: a cell, a heading or a text in it."""
    for template, each in texts:
        kind = each["kind"]
        if kind in {"cell", "rowheader", "heading"}:
            yield "has", page.then(named(kind, template))
        if kind != "own":
            yield "has", page.then(texted(template))
        elif each["after"] and not re.search(r"\d", each["after"]):
            start = r"^\s*" if each["first"] else ""
            yield "has_text", Pattern(rf"{start}{pattern_of(template)}\s*{escaped(each['after'])}")
    for template, _ in texts:
        yield "has_text", Pattern(rf"(?<!\w){pattern_of(template)}(?!\w)")


def _refers(scope: Chain) -> bool:
    return "{{" in repr(scope)


def _from_anchors(
    base: Chain, own: Sequence[LocatorCall], info: Mapping[str, Any], data: Mapping[str, str]
) -> Iterator[Chain]:
    """Locators that go from a heading or text nearby up to the first ancestor with an element of this tag, and down."""
    up = call("locator", f"xpath=ancestor::*[.//{info['tag']}][1]", kind="card")
    for text, each in _lasting(info["anchors"]):
        template = _template(text, data, text)
        found = [named("heading", template)] if each["kind"] == "heading" else []
        for near in (*found, texted(template)):
            yield from (base.then(near, up, mine) for mine in own[:2])


class Finder:
    """Finds locators on the pages of one run.

    Attributes:
        pages: The variable of each page, in the order in which they opened.
        data: The values, by name, that may be written into the program.
    """

    def __init__(self, data: Mapping[str, str]) -> None:
        self.pages: dict[Page, str] = {}
        self.data = data
        self._frames: dict[Frame, Chain] = {}
        self._around = files("actwright.recording.export").joinpath("around.js").read_text("utf-8")

    def variable(self, page: Page) -> str:
        """The variable of a page: `page` for the first, `page1` for the next."""
        return self.pages.setdefault(page, f"page{len(self.pages) or ''}")

    @property
    def roots(self) -> dict[str, Any]:
        """The pages, by their variables."""
        return {name: page for page, name in self.pages.items()}

    def frames(self, page: Page) -> list[Chain]:
        """The frames of a page in which something was done."""
        return [chain for frame, chain in self._frames.items() if frame.page is page and not frame.is_detached()]

    def live(self, chain: Chain) -> Any:
        """Playwright's object for a chain."""
        return chain.live(self.roots, self.data)

    async def find(
        self, frame: Frame, sought: Locator, target: RecordedTarget, element: Element, reach: Reach = ""
    ) -> Chain:
        """The first of the candidates that finds this element, finds no other, and lets the mouse hit it.

        Raises:
            ConfigError: No candidate is unique, or the mouse cannot hit the element.
        """
        try:
            handle = await sought.element_handle(timeout=ANSWER)
            info: dict[str, Any] = await handle.evaluate(self._around)
        except Error as error:
            raise ConfigError(f"{target} disappeared before a locator for it could be checked") from error
        base = await self._base(frame)
        unique: list[Chain] = []
        for chain in islice(candidates(base, target, element, info, self.data), MOST):
            if await self._finds(chain, handle, SAME):
                unique.append(chain)
                if await self._reaches(chain, reach):
                    return chain
                if len(unique) > 1:
                    break
        for chain in _labels(base, info) if reach in {"check", "click", "uncheck"} else ():
            if await self._finds(chain, handle, LABELS) and await self._reaches(chain, reach):
                return chain
        if unique:
            raise ConfigError(
                f"{target}: {PythonCode({}).chain(unique[0])} is unique, but something covers it, so that Playwright's mouse cannot reach it"
            )
        raise ConfigError(
            f"{target}: no locator finds only this element, by role, label, placeholder, text, test ID or the elements "
            "around it; give it an accessible name or a data-testid"
        )

    async def _base(self, frame: Frame) -> Chain:
        """The page, or the frame in it, with which a locator begins."""
        if frame.parent_frame is None:
            return Chain(self.variable(frame.page))
        if frame not in self._frames:
            outer = await self._base(frame.parent_frame)
            holder = await frame.frame_element()
            attributes: dict[str, str] = await holder.evaluate(ATTRIBUTES)
            only = await self.live(outer.then(call("locator", attributes["tag"]))).count() == 1
            self._frames[frame] = await self._first(frame_candidates(outer, attributes, only=only), holder)
        return self._frames[frame]

    async def _first(self, chains: Iterable[Chain], holder: ElementHandle) -> Chain:
        for chain in chains:
            if await self._finds(chain, holder, SAME):
                return chain.then(LocatorCall("content_frame", is_property=True))
        raise ConfigError("nothing distinguishes a frame of the page from others; give its iframe a title or a name")

    async def _finds(self, chain: Chain, sought: ElementHandle, same: str) -> bool:
        """Whether a chain resolves to one element, and this is the one that is sought."""
        locator = self.live(chain)
        try:
            return await locator.count() == 1 and await locator.evaluate(same, sought, timeout=ANSWER)
        except Error:
            return False

    async def _reaches(self, chain: Chain, reach: Reach) -> bool:
        if not reach:
            return True
        locator = self.live(chain)
        try:
            await getattr(locator, reach)(trial=True, timeout=TRIAL)
        except Error:
            return False
        return True


def _labels(base: Chain, info: Mapping[str, Any]) -> Iterable[Chain]:
    """Locators for the label of a control that is hidden behind it."""
    for text in info["labels"]:
        yield base.then(
            call("locator", "label"),
            call("filter", has_text=Pattern(rf"^\s*{escaped(text)}\s*$"), kind="label"),
        )
