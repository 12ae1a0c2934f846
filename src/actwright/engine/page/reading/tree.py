"""Turns nodes into the lines that a model reads, `- tag[-n] (attributes and live state) "text"`, within a budget.

Text of a page appears only between quotes, on one line, with quotes and backslashes escaped and without invisible
characters, so that no page can forge an ID or a line of structure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from actwright.engine.page.reading.addresses import distinct_addresses, short_link
from actwright.engine.page.reading.attributes import element_attributes, structure_attributes, where_of
from actwright.engine.page.reading.budget import AS_CLOSE, Keep, Rank, RankedLine, cut_line, prune
from actwright.engine.page.reading.context import context
from actwright.engine.page.reading.node import Fold, Node, Text, Viewport, nodes
from actwright.engine.page.reading.page_text import clean, quote
from actwright.engine.page.reading.simplify import simplified

_LONGEST_IN_VIEW = 2_000
_LONGEST_OUTSIDE = 160
_LONGEST_SELECTION = 200
_LEAST_REPEATED = 8
"""This many consecutive lines that the previous page had, too, are not a coincidence."""
_CHROME = frozenset({"nav", "aside", "header", "footer"})
_NUMBERED = re.compile(r"^- \*?((?:f\d+\.)?[a-z0-9-]*?)-\d+(?= |$)")

_FIELDS = frozenset({"input", "select", "textarea"})


@dataclass(frozen=True, slots=True)
class Tree:
    """The lines of a page, before anything is left out for a budget.

    Attributes:
        lines: The lines of what can be seen and reached, and of what lies around it.
        behind: The lines of what an open modal dialog covers.
        signs: The lines without the numbers of their IDs, by which they are recognized on another page.
        head: How many lines describe the page as a whole.
    """

    lines: Sequence[RankedLine]
    behind: Sequence[RankedLine]
    signs: frozenset[str]
    head: int

    def within(self, budget: float, *, keep: Keep | None = None, read: Collection[str] = ()) -> str:
        """The text, in at most about `budget` tokens; `keep` receives the omitted lines and returns an ID for them.

        Parts of the tree of which every line is in `read` as it is now are omitted, if they have an ID.
        """
        again = frozenset(_read_again(self.lines, read)) if read else frozenset[int]()
        shown = prune(self.lines, budget, needs=context(self.lines), keep=keep, read=again)
        if self.behind:
            shown.insert(self.head, cut_line(self.behind, keep, " behind the dialog"))
        return "\n".join(shown)


def render(root: Node, view: Viewport, *, budget: float = 4_000) -> str:
    """The tree of a page as text in at most about `budget` tokens; see `tree_of`."""
    return tree_of(root, view).within(budget)


def tree_of(root: Node, view: Viewport, *, before: frozenset[str] = frozenset()) -> Tree:
    """The lines of a page's tree, in document order.

    When the budget is too small for all lines, those in view are added first, the open modal dialog and the focused
    element before all others; then those near the viewport, fields first; then navigation, sidebars and footers, and
    lines farther away. A control brings the lines that distinguish it from similar ones. Where lines are omitted, one
    line counts them; another counts those that an open modal dialog covers.

    Args:
        root: The root of the page.
        view: The viewport.
        before: The `signs` of the previous page: navigation that it had, too, is added after what is near.
    """
    distinctions = _distinctions(root, view.url)
    page = simplified(root)
    lines = _Lines(view, distinctions, behind=behind_modal(page))
    if view.above or view.below:
        lines.add(RankedLine(_page_line(view), 0, -1, Rank.MODAL))
    if view.selection:
        lines.add(RankedLine(f"- selection {quote(view.selection, _LONGEST_SELECTION)}", 0, -1, Rank.MODAL))
    for line in lines.number_covers(page):
        lines.add(RankedLine(line, 0, -1, Rank.MODAL))
    head = len(lines.lines)
    for top in page.kids:
        lines.emit(top, 0, -1, _Around())
    signs = frozenset(map(_sign, lines.lines))
    return Tree(_repeated(lines.lines, before), lines.hidden, signs, head)


def _read_again(lines: Sequence[RankedLine], read: Collection[str]) -> Iterator[int]:
    """The lines of the parts of a tree of which every line was read, and is still the same."""
    at = 0
    while at < len(lines):
        end = next((n for n in range(at + 1, len(lines)) if lines[n].depth <= lines[at].depth), len(lines))
        part = [line.text.strip() for line in lines[at:end]]
        if all(text in read for text in part) and any(_NUMBERED.match(text) for text in part):
            yield from range(at, end)
            at = end
        else:
            at += 1


def _sign(line: RankedLine) -> str:
    return _NUMBERED.sub(r"\1", line.text.strip())


def _repeated(lines: Sequence[RankedLine], before: frozenset[str]) -> list[RankedLine]:
    """The lines; those that repeat the previous page, as navigation or many in a row, get a late rank."""
    if not before:
        return list(lines)
    again = [line.rank in {Rank.IN_VIEW, Rank.FIELD, Rank.NEAR} and _sign(line) in before for line in lines]
    found: list[RankedLine] = []
    for repeated, run in groupby(zip(lines, again, strict=True), key=lambda one: one[1]):
        stretch = [line for line, _ in run]
        late = repeated and len(stretch) >= _LEAST_REPEATED
        found += [replace(line, rank=Rank.CHROME) if late or (repeated and line.chrome) else line for line in stretch]
    return found


def _page_line(view: Viewport) -> str:
    beyond = [f"{view.above:g} screens above"] * bool(view.above) + [f"{view.below:g} screens below"] * bool(view.below)
    return f"- page (scrollable, {', '.join(beyond)})"


def _distinctions(root: Node, url: str) -> dict[tuple[str, ...], str]:
    """What distinguishes elements that share a name: the shown address of a link, the value of a radio button or checkbox.

    The keys are the name and the address, or the name, that of the field and the value.
    """
    addresses: dict[str, set[str]] = {}
    values: dict[tuple[str, str], set[str]] = {}
    for element in (node.element for node in nodes(root) if node.element):
        if element.href:
            addresses.setdefault(element.name, set()).add(short_link(element.href, url))
        elif element.checked is not None and element.value:
            values.setdefault((element.name, element.attribute_name), set()).add(element.value)
    links = {
        (name, link): shown
        for name, found in addresses.items()
        if len(found) > 1
        for link, shown in distinct_addresses(found).items()
    }
    return {**links, **{(*key, value): value for key, found in values.items() if len(found) > 1 for value in found}}


@dataclass(frozen=True, slots=True)
class _Around:
    """What lines lie in: an open modal dialog; navigation, a sidebar or a footer; a row of column headers.

    Attributes:
        where: Where the nearest element around them is, if that is out of view.
    """

    modal: bool = False
    chrome: bool = False
    in_headers: bool = False
    where: str = ""

    def inside(self, node: Node, view: Viewport) -> _Around:
        """The same for the children of a node."""
        return _Around(
            modal=self.modal or node.modal,
            chrome=self.chrome or node.tag in _CHROME,
            in_headers=self.in_headers or node.header_row,
            where=where_of(node.element, view) if node.element else self.where,
        )


class _Lines:
    """The lines of a tree in document order, each with its rank.

    Attributes:
        lines: The lines of what can be seen and reached, and of what lies around it.
        hidden: The lines of what lies behind an open modal dialog.
    """

    def __init__(self, view: Viewport, distinctions: Mapping[tuple[str, ...], str], *, behind: frozenset[int]) -> None:
        self.lines: list[RankedLine] = []
        self.hidden: list[RankedLine] = []
        self._view = view
        self._distinctions = distinctions
        self._behind = behind
        self._covers: dict[str, str] = {}

    def number_covers(self, page: Node) -> Iterator[str]:
        """Names each cover of several elements, such as `c1`, and yields a line for it."""
        stack: list[Node | Text] = [page]
        counts: Counter[str] = Counter()
        while stack:
            one = stack.pop()
            if isinstance(one, Text) or id(one) in self._behind:
                continue
            stack += one.kids
            if one.element and one.element.covered_by:
                counts[one.element.covered_by] += 1
        for cover, count in counts.most_common():
            if count > 1:
                self._covers[cover] = f"c{len(self._covers) + 1}"
                yield f"- cover ({self._covers[cover]}={quote(cover, 80)} over={count})"

    def add(self, line: RankedLine) -> int:
        self.lines.append(line)
        return len(self.lines) - 1

    def emit(self, kid: Node | Text, depth: int, parent: int, around: _Around) -> None:
        """Adds the lines of a node or text."""
        if id(kid) in self._behind:
            hidden = _Lines(self._view, self._distinctions, behind=frozenset())
            hidden.emit(kid, 0, -1, around)
            self.hidden += hidden.lines
            return
        rank, distance = self._rank(kid, around)
        longest = _LONGEST_IN_VIEW if rank <= Rank.IN_VIEW or self._view.unfolded else _LONGEST_OUTSIDE
        indent = "  " * depth
        if isinstance(kid, Text):
            line = f"{indent}- text {quote(kid.text, longest)}"
            self.add(
                RankedLine(
                    line,
                    depth,
                    parent,
                    rank,
                    distance,
                    has_text=True,
                    in_headers=around.in_headers,
                    chrome=around.chrome,
                )
            )
            return
        text, kids = "", kid.kids
        if kids and isinstance(kids[0], Text):
            text, kids = kids[0].text, kids[1:]
        inside = around.inside(kid, self._view)
        element = kid.element
        here = self.add(
            RankedLine(
                f"{indent}{self._line(kid, text, longest, around.where)}", depth, parent, rank, distance,
                tag=kid.tag, control=f"{element.tag} {element.role} {element.name}" if element else "",
                has_text=bool(text or kid.label or (element and element.name)),
                in_headers=inside.in_headers, chrome=inside.chrome,
            )
        )  # fmt: skip
        for inner in kids:
            self.emit(inner, depth + 1, here, inside)

    def _line(self, node: Node, text: str, longest: int, where: str) -> str:
        if node.fold is not None:
            return _fold_line(node.fold)
        element = node.element
        head = node.tag if element is None else f"{'*' if element.new else ''}{element.id}"
        attributes = (
            structure_attributes(node)
            if element is None
            else element_attributes(
                node,
                element,
                longest=longest,
                view=self._view,
                distinctions=self._distinctions,
                covers=self._covers,
                around=where,
            )
        )
        parts = [f"- {head}"]
        if attributes:
            parts.append(f"({' '.join(attributes)})")
        if text:
            parts.append(quote(text, longest))
        return " ".join(parts)

    def _rank(self, kid: Node | Text, around: _Around) -> tuple[Rank, float]:
        """The rank, and the distance from the viewport in CSS px."""
        element = kid.element if isinstance(kid, Node) else None
        box = kid.box
        if element is not None and element.box is not None:
            box = (element.box.x, element.box.y, element.box.width, element.box.height)
        height = self._view.height
        distance = 0.0 if box is None else max(0.0, box[1] - height, -(box[1] + box[3]))
        near = distance <= height
        if around.modal or (isinstance(kid, Node) and kid.modal):
            return Rank.MODAL, distance
        if element is not None and (element.focused or (element.new and near)):
            return Rank.FOCUSED if element.focused else Rank.NEW, distance
        if box is not None and distance == 0.0 and (element is None or element.in_view):
            return Rank.IN_VIEW, float(AS_CLOSE * (element is not None and bool(element.covered_by)))
        return _rank_outside(kid, around, near=near), distance


def _rank_outside(kid: Node | Text, around: _Around, *, near: bool) -> Rank:
    """The rank of a node or text that is not in view."""
    if isinstance(kid, Node) and kid.fold:
        return Rank.FAR
    element = kid.element if isinstance(kid, Node) else None
    if element is not None and (element.tag in _FIELDS or element.submits or element.checked is not None):
        return Rank.FIELD if near else Rank.FAR
    if around.chrome or (isinstance(kid, Node) and kid.tag in _CHROME):
        return Rank.CHROME
    return Rank.NEAR if near else Rank.REST


def _fold_line(fold: Fold) -> str:
    contents = "".join(f", {count} {kind if count > 1 else kind[:-1]}" for kind, count in fold.contents.items())
    headings = f", headings=[{', '.join(quote(heading, 40) for heading in fold.headings)}]" if fold.headings else ""
    return f"- {fold.id} ({fold.count} more {clean(fold.tag)} {fold.side}{contents}{headings})"


_MESSAGES = frozenset({"alert", "status"})
"""Roles of messages that a page shows beside a dialog, such as one that something was saved."""


def behind_modal(page: Node) -> frozenset[int]:
    """The `id()` of each node and text behind the modal dialogs of a page and its frames, without the nodes in these.

    It leaves out what can be reached beside a dialog: a list of options that a field opened, a button on the backdrop.
    """
    found: set[int] = set()
    for scope in (page, *(node for node in nodes(page) if node.tag == "iframe")):
        path = _path_to_modal(scope)
        if path and _blocks(scope, path[-1]):
            found.update(_behind(path))
    return frozenset(found)


def _path_to_modal(scope: Node) -> list[Node]:
    """The nodes from the root of a document to its modal dialog, both included; empty if there is no dialog."""
    for kid in scope.kids:
        if not isinstance(kid, Node) or kid.tag == "iframe":
            continue
        if kid.modal:
            return [scope, kid]
        if path := _path_to_modal(kid):
            return [scope, *path]
    return []


def _blocks(scope: Node, modal: Node) -> bool:
    """Whether a dialog covers an element, or no element is in view beside it."""
    inside = {id(node) for node in nodes(modal)}
    outside = [node.element for node in nodes(scope) if node.element and id(node) not in inside]
    return any(one.covered_by for one in outside) or not any(one.in_view for one in outside)


def _behind(path: list[Node]) -> Iterator[int]:
    """The `id()` of what lies beside the path to the dialog and cannot be reached."""
    for node, inner in pairwise(path):
        for kid in node.kids:
            if kid is not inner and not _stays(kid):
                yield id(kid)
            elif kid is not inner and isinstance(kid, Node):
                yield from _unreached(kid)


def _unreached(node: Node) -> Iterator[int]:
    """The `id()` of the parts that cannot be reached, in a node of which another part can be."""
    if node.tag in _MESSAGES or _is_free(node):
        return
    alike = {_kind(kid) for kid in node.kids if isinstance(kid, Node) and _is_free(kid)}
    for kid in node.kids:
        if isinstance(kid, Text):
            continue
        if _stays(kid):
            yield from _unreached(kid)
        elif _kind(kid) not in alike or (kid.element and kid.element.covered_by):
            yield id(kid)


def _stays(kid: Node | Text) -> bool:
    """Whether something in it can be reached, or it shows a message about what just happened."""
    return isinstance(kid, Node) and any(_is_free(node) or node.tag in _MESSAGES for node in nodes(kid))


def _is_free(node: Node) -> bool:
    one = node.element
    return one is not None and one.in_view and not (one.covered_by or one.disabled)


def _kind(node: Node) -> tuple[str, str]:
    return (node.tag, node.element.role if node.element else "")
