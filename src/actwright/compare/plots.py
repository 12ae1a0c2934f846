"""The plots of a comparison as SVG without scripts. The page supplies their styles and captions.

Each is drawn for a width in CSS px, at which its text has its natural size. Colours are classes: `k0` to `k6` for
contenders, `p-page` and so on for the blocks of requests. Contenders also differ in the shape of their marks, so colour
is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from statistics import fmean
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from actwright.compare.intervals import Interval
from actwright.compare.summary import PARTS, ContenderResult, Point
from actwright.compare.wording import amount, percent, plain, usd
from actwright.text import counted

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["bars", "curve", "mark", "rounded_steps", "short", "spread_out", "tradeoff"]

COLOURS = 7
SHAPES = 4
FONT = 12
LINE = 17
"""The distance from one line of text to the next, in px."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in px."""

NARROW = 480
"""The width in px below which names are under a plot, or above a bar, and not beside it."""

LEFT, TOP, BOTTOM = 54, 12, 44
"""The margins in px around the area of a plot, for the numbers of the axis and for its title."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Maps values to px, from `start` to `end`. `end` may be smaller, as on an axis that points up.

    Attributes:
        low, high: The values at `start` and `end`.
        ticks: Round values between them.
    """

    start: float
    end: float
    low: float
    high: float
    ticks: Sequence[float]

    def at(self, value: float) -> float:
        """Returns the position of a value, in px."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def bars(standings: Sequence[ContenderResult], *, width: int) -> Markup | None:
    """Draws the input tokens per case as a bar for each contender, stacked by block; None if there are none."""
    parts = [_whole_parts(standing) for standing in standings]
    totals = [sum(of_bar.values()) for of_bar in parts]
    if not any(totals):
        return None
    narrow = width < NARROW
    names = [plain(standing.contender) for standing in standings]
    left = 5 if narrow else min(max(map(_width, names)) + 12, width * 0.3)
    row, thick = (50, 22) if narrow else (34, 24)
    axis = _axis(left, width - 62, max(totals), most=3 if narrow else 8)
    height = row * len(standings) + 40
    drawing = _Drawing(width, height)
    for tick in axis.ticks:
        drawing.line(axis.at(tick), 0, axis.at(tick), height - 36, "grid")
        drawing.text(axis.at(tick), height - 20, short(tick), "tick middle")
    drawing.text((axis.start + axis.end) / 2, height - 3, "input tokens, mean per case", "axis middle")
    for index, (name, of_bar, whole) in enumerate(zip(names, parts, totals, strict=True)):
        top = index * row + (row - thick if narrow else (row - thick) / 2)
        if narrow:
            drawing.text(left, top - 6, name, "label", room=width - left)
        else:
            drawing.text(left - 10, top + thick / 2 + 4, name, "label end", room=left - 10)
        drawing.parts(axis, top, thick, of_bar, whole)
        drawing.text(axis.at(whole) + 7, top + thick / 2 + 4, amount(whole), "value")
    return drawing.svg(f"Input tokens per case by what they were spent on, for {counted(len(standings), 'contender')}")


def curve(
    points: Sequence[Point], contenders: Sequence[str], *, width: int, of: Callable[[Point], float | None], unit: str
) -> Markup | None:
    """Draws a measure over the least number of acting steps, a line for each contender.

    Returns None if there are fewer than two sizes, or nothing but zeros.

    Args:
        points: The points of all contenders.
        contenders: All labels, in the order of their colours.
        width: The width in px.
        of: Returns the measure of a point; None leaves the point out.
        unit: What the measure counts, in words such as `tokens`; `USD` is shown as money.
    """
    lines = {
        index: [
            (point.size, value) for point in points if point.contender == label and (value := of(point)) is not None
        ]
        for index, label in enumerate(contenders)
    }
    lines = {index: line for index, line in lines.items() if line}
    sizes = sorted({size for line in lines.values() for size, _ in line})
    if len(sizes) < 2 or not any(value for line in lines.values() for _, value in line):  # noqa: PLR2004 - one point is no curve
        return None
    plot = _Plot(width, [contenders[index] for index in lines])
    x = Axis(plot.left, plot.right, sizes[0], sizes[-1], ticks=_sparse(sizes, plot.right - plot.left))
    y = _axis(plot.bottom, plot.top, max(value for line in lines.values() for _, value in line), most=6)
    drawing = _Drawing(width, plot.height)
    drawing.grid(x, y, plot, words=(amount, _words(y.ticks, unit)))
    drawing.text((plot.left + plot.right) / 2, plot.bottom + 36, "task length N, in acting steps", "axis middle")
    for index, line in lines.items():
        spots = [(x.at(size), y.at(value)) for size, value in line]
        drawing.path(spots, f"curve {_kind(index)}")
        for (size, value), spot in zip(line, spots, strict=True):
            figure = usd(value) if unit == "USD" else f"{amount(value)} {unit}"
            drawing.mark(index, *spot, title=f"{plain(contenders[index])}, N = {size}: {figure}")
    plot.names(drawing, {index: (x.at(line[-1][0]), y.at(line[-1][1])) for index, line in lines.items()}, contenders)
    return drawing.svg(f"{unit} per case by task length, for {counted(len(lines), 'contender')}")


def tradeoff(standings: Sequence[ContenderResult], *, width: int) -> Markup | None:
    """Draws success against the mean cost of a case, a point with intervals for each contender; None if there is none.

    The cost is in USD if every price is known, else in input tokens.
    """
    unit = "USD" if all(standing.measures["usd"] for standing in standings) else "tokens"
    found: dict[int, _Estimate] = {}
    for index, standing in enumerate(standings):
        cost = standing.measures["usd" if unit == "USD" else "input"]
        if cost and cost.mean is not None and standing.success is not None and standing.success_interval:
            across = cost.interval or Interval(low=cost.mean, high=cost.mean)
            found[index] = _Estimate(cost.mean, across, standing.success, standing.success_interval)
    if not any(each.across.high for each in found.values()):
        return None
    labels = [plain(standing.contender) for standing in standings]
    drawing = _tradeoff(found, labels, unit, width, listed=False) or _tradeoff(found, labels, unit, width, listed=True)
    assert drawing
    return drawing.svg(f"Success against {unit} per case, for {counted(len(found), 'contender')}")


def mark(index: int) -> Markup:
    """Draws the mark of a contender, for use in a line of text."""
    drawing = _Drawing(14, 14)
    drawing.mark(index, 7, 7)
    return drawing.svg("", kind="key-mark")


def rounded_steps(high: float, most: int) -> list[float]:
    """Returns round values from 0 to the first one that is not below `high`, in at most `most` steps.

    A step is 1, 2, 2.5 or 5 times a power of ten.
    """
    if high <= 0:
        return [0, 1]
    power = 10.0 ** floor(log10(high / most))
    step = next(each * power for each in (1, 2, 2.5, 5, 10, 20) if ceil(high / (each * power) - 1e-9) <= most)
    return [number * step for number in range(ceil(high / step - 1e-9) + 1)]


def short(value: float) -> str:
    """Formats a number for an axis: `0`, `500`, `2.5k`, `1M`."""
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{sign}"
    return f"{value:g}"


def spread_out(places: Mapping[int, float], *, gap: float, low: float, high: float) -> dict[int, float]:
    """Moves places as little as possible so that they are `gap` apart and within bounds; closer if there is no room."""
    order = sorted(places, key=lambda key: places[key])
    gap = min(gap, (high - low) / max(1, len(order) - 1))
    pools: list[list[float]] = []  # isotonic regression (pool adjacent violators) of each place less the gaps before it
    for number, key in enumerate(order):
        pools.append([places[key] - number * gap])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    most = high - gap * (len(order) - 1)
    found = [min(max(fmean(pool), low), most) for pool in pools for _ in pool]
    return {key: place + number * gap for number, (key, place) in enumerate(zip(order, found, strict=True))}


class _Plot:
    """The layout of a plot: its area, and the contenders' names beside its right end or, if it is narrow, below it."""

    def __init__(self, width: int, labels: Sequence[str], *, beside: bool = True) -> None:
        self.narrow = width < NARROW
        widest = max(_width(plain(label)) for label in labels)
        margin = min(widest + 30, width * 0.36) if beside and not self.narrow else 16
        self.left, self.right, self.top = LEFT, width - margin, TOP
        self.bottom = TOP + (220 if self.narrow else max(290, LINE * len(labels)))
        self.height = self.bottom + BOTTOM + (LINE * len(labels) + 6 if self.narrow else 0)

    def names(self, drawing: _Drawing, ends: Mapping[int, tuple[float, float]], labels: Sequence[str]) -> None:
        """Draws the name of each line, at its end."""
        if self.narrow:
            self.key(drawing, ends, labels)
            return
        heights = spread_out(
            {index: y for index, (_, y) in ends.items()}, gap=LINE - 1, low=self.top, high=self.bottom - 2
        )
        for index, (x, y) in ends.items():
            drawing.path([(x + 6, y), (self.right + 12, heights[index])], f"leader {_kind(index)}")
            self._name(drawing, index, self.right + 18, heights[index], labels[index])

    def key(self, drawing: _Drawing, indices: Iterable[int], labels: Sequence[str]) -> None:
        """Draws all names in lines: below the plot if it is narrow, else beside it."""
        x, y = (8, self.bottom + BOTTOM + 8) if self.narrow else (self.right + 18, self.top + 4)
        for line, index in enumerate(indices):
            self._name(drawing, index, x, y + line * LINE, labels[index])

    def _name(self, drawing: _Drawing, index: int, x: float, y: float, label: str) -> None:
        drawing.mark(index, x, y)
        drawing.text(x + 10, y + 4, plain(label), "label", room=drawing.width - x - 10)


class _Drawing:
    """Elements of an SVG; every text in it is escaped."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._elements: list[str] = []

    def svg(self, label: str, *, kind: str = "plot") -> Markup:
        """Returns the SVG. Without a label, it is marked as decoration."""
        from markupsafe import Markup, escape  # noqa: PLC0415 - comes with jinja2

        role = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
        size = f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
        return Markup(f'<svg class="{kind}" {size} {role}>{"".join(self._elements)}</svg>')  # noqa: S704 - escaped above and below

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """Draws a straight line."""
        self._elements.append(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def path(self, spots: Sequence[tuple[float, float]], kind: str) -> None:
        """Draws a line through all spots."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        self._elements.append(f'<polyline class="{kind}" points="{points}"/>')

    def text(self, x: float, y: float, text: str, kind: str, *, room: float | None = None) -> None:
        """Draws a text on its baseline. A text wider than `room` px is shortened, and its tooltip has all of it."""
        from markupsafe import escape  # noqa: PLC0415 - see above

        shown = text if room is None else _fitting(text, room)
        title = f"<title>{escape(text)}</title>" if shown != text else ""
        self._elements.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{title}{escape(shown)}</text>')

    def mark(self, index: int, x: float, y: float, *, title: str = "") -> None:
        """Draws the mark of a contender around a spot."""
        from markupsafe import escape  # noqa: PLC0415 - see above

        shapes = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>',
            f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>',
            f'<path d="M{x:.1f} {y - 5.5:.1f}l5.2 9h-10.4z"/>',
            f'<path d="M{x:.1f} {y - 5.6:.1f}l5.6 5.6-5.6 5.6-5.6-5.6z"/>',
        )
        tooltip = f"<title>{escape(title)}</title>" if title else ""
        self._elements.append(f'<g class="mark {_kind(index)}">{shapes[index % SHAPES]}{tooltip}</g>')

    def parts(self, axis: Axis, top: float, thick: float, parts: Mapping[str, float], whole: float) -> None:
        """Draws a bar of parts, each with its number if there is room."""
        edges = [sum(list(parts.values())[:number]) for number in range(len(parts) + 1)]
        for (part, value), (low, high) in zip(parts.items(), pairwise(edges), strict=True):
            x, wide = axis.at(low), axis.at(high) - axis.at(low)
            if wide <= 0:
                continue
            title = f"<title>{part}: {amount(value)} tokens, {percent(value / whole)}</title>"
            box = f'x="{x:.1f}" y="{top:.1f}" width="{max(wide - 1, 0.5):.1f}" height="{thick:.1f}"'
            number = _brief(value)
            self._elements.append(f'<g class="part p-{part}"><rect {box}/>{title}')
            if _width(number) + 8 < wide:
                self.text(x + (wide - 1) / 2, top + thick / 2 + 4, number, "inside middle")
            self._elements.append("</g>")

    def grid(
        self, x: Axis, y: Axis, plot: _Plot, *, words: tuple[Callable[[float], str], Callable[[float], str]]
    ) -> None:
        """Draws both axes with their round values."""
        for tick in y.ticks:
            self.line(plot.left, y.at(tick), plot.right, y.at(tick), "grid")
            self.text(plot.left - 8, y.at(tick) + 4, words[1](tick), "tick end")
        for tick in x.ticks:
            self.line(x.at(tick), plot.bottom, x.at(tick), plot.bottom + 5, "grid")
            self.text(x.at(tick), plot.bottom + 18, words[0](tick), "tick middle")


@dataclass(frozen=True, slots=True)
class _Estimate:
    """The mean cost of a case and the share of success, each with its interval."""

    cost: float
    across: Interval
    share: float
    along: Interval


def _tradeoff(
    found: Mapping[int, _Estimate], labels: Sequence[str], unit: str, width: int, *, listed: bool
) -> _Drawing | None:
    """Draws the plot with names in a list or at their points; None if they would cover something at their points."""
    plot = _Plot(width, [labels[index] for index in found], beside=listed)
    most = max(each.across.high for each in found.values())
    x = _axis(plot.left, plot.right, most, most=4 if plot.narrow or listed else 7)
    y = Axis(plot.bottom, plot.top, 0, 1, ticks=[0, 0.25, 0.5, 0.75, 1])
    drawing = _Drawing(width, plot.height)
    drawing.grid(x, y, plot, words=(_words(x.ticks, unit), percent))
    name = "USD, mean per case" if unit == "USD" else "input tokens, mean per case"
    drawing.text((plot.left + plot.right) / 2, plot.bottom + 36, name, "axis middle")
    spots = {index: (x.at(each.cost), y.at(each.share)) for index, each in found.items()}
    whiskers: list[Box] = []
    for index, each in found.items():
        spot_x, spot_y = spots[index]
        left, right, top, bottom = (
            x.at(each.across.low),
            x.at(each.across.high),
            y.at(each.along.high),
            y.at(each.along.low),
        )
        drawing.line(left, spot_y, right, spot_y, f"whisker {_kind(index)}")
        drawing.line(spot_x, top, spot_x, bottom, f"whisker {_kind(index)}")
        whiskers += [(left, spot_y - 1, right, spot_y + 1), (spot_x - 1, top, spot_x + 1, bottom)]
    for index, each in found.items():
        cost = usd(each.cost) if unit == "USD" else f"{amount(each.cost)} tokens"
        drawing.mark(index, *spots[index], title=f"{labels[index]}: {percent(each.share)}, {cost}")
    if listed or plot.narrow:
        plot.key(drawing, found, labels)
        return drawing
    places = _places(spots, whiskers, labels, plot)
    for index, box in (places or {}).items():
        drawing.text(box[0], box[3] - 3, labels[index], "label halo")
    return drawing if places else None


def _places(
    spots: Mapping[int, tuple[float, float]], whiskers: Sequence[Box], names: Sequence[str], plot: _Plot
) -> dict[int, Box] | None:
    """Finds a place for each name next to its point, covering as little of the whiskers as possible.

    Returns None if a name would cover another name or a point.
    """
    taken: list[Box] = [(x - 7, y - 7, x + 7, y + 7) for x, y in spots.values()]
    places: dict[int, Box] = {}
    for index, (x, y) in spots.items():
        wide = _width(names[index])
        boxes: list[Box] = [
            (left, middle - 7, left + wide, middle + 7)
            for middle in (y - 13, y + 13, y)
            for left in (x + 8, x - 8 - wide, x - wide / 2)
        ]
        free = [
            box
            for box in boxes
            if plot.left <= box[0] and box[2] <= plot.right + 14 and plot.top - 12 <= box[1] and box[3] <= plot.bottom
            if not any(_overlap(box, other) for other in taken)
        ]
        if not free:
            return None
        places[index] = min(free, key=lambda box: sum(_overlap(box, other) for other in whiskers))
        taken.append(places[index])
    return places


def _overlap(one: Box, other: Box) -> float:
    """Returns the area that two boxes share, in px²."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


def _kind(index: int) -> str:
    """Returns the classes of a contender: its colour and, once all colours are used, hollow marks and dashes."""
    return f"k{index % COLOURS}{' again' if index // COLOURS % 2 else ''}"


def _whole_parts(standing: ContenderResult) -> dict[str, float]:
    """Returns the mean tokens by part; what the parts do not account for is `other`."""
    spread = standing.measures["input"]
    parts = {part: standing.parts.get(part, 0.0) for part in PARTS}
    missing = (spread.mean or 0.0) - sum(parts.values()) if spread else 0.0
    return {**parts, "other": parts["other"] + max(missing, 0.0)}


def _axis(start: float, end: float, high: float, *, most: int) -> Axis:
    ticks = rounded_steps(high, most)
    return Axis(start, end, 0, ticks[-1], ticks)


def _sparse(sizes: Sequence[int], wide: float) -> list[float]:
    """Returns the sizes that fit side by side on an axis of this width: if not all, at least the first and the last."""
    apart = 22 / wide * (sizes[-1] - sizes[0])
    chosen: list[float] = []
    for size in sizes:
        if not chosen or (size - chosen[-1] >= apart and (size == sizes[-1] or sizes[-1] - size >= apart)):
            chosen.append(size)
    return chosen


def _brief(value: float) -> str:
    """Formats a number of tokens, in thousands with one decimal: `4.9k`, `10.4k`, `560`."""
    return f"{value / 1000:.1f}k" if value >= 1000 else f"{value:.0f}"  # noqa: PLR2004


def _words(ticks: Sequence[float], unit: str) -> Callable[[float], str]:
    """Returns a function that formats the values of an axis; money has as many decimals as its steps need."""
    if unit != "USD":
        return short
    digits = len(f"{ticks[1]:.10f}".rstrip("0").partition(".")[2])
    digits = max(digits, 2) if digits else 0  # a tenth of a dollar is ten cents
    return lambda value: f"${value:,.{digits}f}" if value else "$0"


def _width(text: str) -> float:
    """Estimates the width of a text in px, rather too wide than too narrow."""
    return sum(FONT * (1.0 if east_asian_width(letter) in "WF" else 0.6) for letter in text)


def _fitting(text: str, room: float) -> str:
    """Returns the text, without its middle if it is too wide: names differ at their ends."""
    if _width(text) <= room:
        return text
    letters = max(2, int(len(text) * (room - FONT) / _width(text)))
    return f"{text[: ceil(letters / 2)]}…{text[-(letters // 2) :]}"
