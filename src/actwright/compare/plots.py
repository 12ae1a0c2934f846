"""The plots of a comparison as SVG without scripts. The page supplies their styles, titles and legends.

Each is drawn for a width in CSS px, at which its text has its natural size. Colours are classes: `k0` to `k6` for
contenders, `p-page` and so on for the blocks of requests. Contenders also differ in the shape of their marks, so colour
is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from actwright.compare.figures_text import amount, percent, plain, usd
from actwright.compare.intervals import Interval
from actwright.compare.summary import PARTS
from actwright.compare.summary_schema import ContenderResult, Point
from actwright.engine.records.html import template
from actwright.text import counted

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

COLOURS = 7
SHAPES = (
    "M4.5 0a4.5 4.5 0 1 1-9 0a4.5 4.5 0 1 1 9 0z",
    "M-4-4h8v8h-8z",
    "M0-5.5l5.2 9h-10.4z",
    "M0-5.6l5.6 5.6-5.6 5.6-5.6-5.6z",
)
"""A circle, a square, a triangle and a diamond around the origin, in px."""
LETTER = 7.2
"""The width of a letter in px, rather too much than too little."""
LEFT, RIGHT, TOP, BOTTOM = 54, 24, 12, 44
"""The margins in px around the area of a plot, for the numbers of the axes and for their titles."""
HEIGHT = 250
"""The height of that area in px."""
Element = tuple[object, ...]


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


@dataclass(frozen=True, slots=True)
class Drawing:
    """The elements of an SVG, in the order of their layers.

    Attributes:
        lines: The class of each, and where it begins and ends.
        boxes: The part of a request that each stands for, its left, top, width and height, and its tooltip.
        curves: The class of each, and its points.
        marks: The class and the shape of each, where it is, and its tooltip.
        texts: The class of each, where its baseline is, the text, and its tooltip.
    """

    width: float
    height: float
    lines: list[Element] = field(default_factory=list[Element])
    boxes: list[Element] = field(default_factory=list[Element])
    curves: list[Element] = field(default_factory=list[Element])
    marks: list[Element] = field(default_factory=list[Element])
    texts: list[Element] = field(default_factory=list[Element])

    def svg(self, label: str, *, kind: str = "plot") -> Markup:
        """Returns the SVG, with every text in it escaped. Without a label, it is marked as decoration."""
        from markupsafe import Markup  # noqa: PLC0415 - comes with jinja2

        parts = {each.name: getattr(self, each.name) for each in fields(self)}
        return Markup(_template().render(parts, label=label, kind=kind))  # noqa: S704 - the template escapes

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """Adds a straight line."""
        self.lines.append((kind, x1, y1, x2, y2))

    def text(self, kind: str, x: float, y: float, text: str, *, title: str = "") -> None:
        """Adds a text on its baseline."""
        self.texts.append((kind, x, y, text, title))

    def mark(self, index: int, x: float, y: float, *, title: str = "") -> None:
        """Adds the mark of a contender around a spot."""
        self.marks.append((_kind(index), SHAPES[index % len(SHAPES)], x, y, title))

    def axes(
        self, x: Axis, y: Axis, *, words: tuple[Callable[[float], str], Callable[[float], str]], title: str
    ) -> None:
        """Adds both axes with their round values; the title is that of the lower one."""
        for tick in y.ticks:
            self.line("grid", x.start, y.at(tick), x.end, y.at(tick))
            self.text("tick end", x.start - 8, y.at(tick) + 4, words[1](tick))
        for tick in x.ticks:
            self.line("grid", x.at(tick), y.start, x.at(tick), y.start + 5)
            self.text("tick middle", x.at(tick), y.start + 18, words[0](tick))
        self.text("axis middle", (x.start + x.end) / 2, y.start + 36, title)


def bars(standings: Sequence[ContenderResult], *, width: int) -> Markup | None:
    """Draws the input tokens per case as a bar for each contender, stacked by block; None if there are none."""
    parts = [_whole_parts(standing) for standing in standings]
    totals = [sum(of_bar.values()) for of_bar in parts]
    if not any(totals):
        return None
    row, thick = 50, 22
    axis = _axis(5, width - 62, max(totals), most=width // 110)
    drawing = Drawing(width, row * len(standings) + 40)
    for tick in axis.ticks:
        drawing.line("grid", axis.at(tick), 0, axis.at(tick), drawing.height - 36)
        drawing.text("tick middle", axis.at(tick), drawing.height - 20, short(tick))
    drawing.text("axis middle", (axis.start + axis.end) / 2, drawing.height - 3, "input tokens, mean per case")
    for index, (standing, of_bar, whole) in enumerate(zip(standings, parts, totals, strict=True)):
        top = (index + 1) * row - thick
        name = plain(standing.contender)
        drawing.text("label", 5, top - 6, _fitting(name, width), title=name)
        drawing.text("value", axis.at(whole) + 7, top + 16, amount(whole))
        for (part, tokens), end in zip(of_bar.items(), accumulate(of_bar.values()), strict=True):
            start, wide = axis.at(end - tokens), axis.at(tokens) - axis.at(0)
            if not tokens:
                continue
            title = f"{part}: {amount(tokens)} tokens, {percent(tokens / whole)}"
            drawing.boxes.append((part, start, top, max(wide - 1, 0.5), thick, title))
            if len(_brief(tokens)) * LETTER + 8 < wide:
                drawing.text(f"inside p-{part} middle", start + (wide - 1) / 2, top + 16, _brief(tokens))
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
    found = [(point, value) for point in points if (value := of(point)) is not None]
    sizes, most = sorted({point.size for point, _ in found}), max((value for _, value in found), default=0)
    if len(sizes) < 2 or not most:  # noqa: PLR2004 - one point is no curve
        return None
    x = Axis(LEFT, width - RIGHT, sizes[0], sizes[-1], ticks=_sparse(sizes, width - LEFT - RIGHT))
    y = _axis(TOP + HEIGHT, TOP, most, most=6)
    drawing = Drawing(width, TOP + HEIGHT + BOTTOM)
    drawing.axes(x, y, words=(amount, _words(y.ticks, unit)), title="task length N, in acting steps")
    for index, label in enumerate(contenders):
        line = [(point.size, value) for point, value in found if point.contender == label]
        drawing.curves.append((_kind(index), [(x.at(size), y.at(value)) for size, value in line]))
        for size, value in line:
            title = f"{plain(label)}, N = {size}: {_figure(value, unit)}"
            drawing.mark(index, x.at(size), y.at(value), title=title)
    return drawing.svg(f"{unit} per case by task length, for {counted(len(contenders), 'contender')}")


def tradeoff(standings: Sequence[ContenderResult], *, width: int) -> Markup | None:
    """Draws success against the mean cost of a case, a point with intervals for each contender; None if there is none.

    The cost is in USD if every price is known, else in input tokens.
    """
    unit = "USD" if all(standing.measures["usd"] for standing in standings) else "tokens"
    found: list[tuple[int, float, Interval, float, Interval]] = []
    for index, standing in enumerate(standings):
        cost = standing.measures["usd" if unit == "USD" else "input"]
        if cost and cost.mean is not None and standing.success is not None:
            across = cost.interval or Interval(low=cost.mean, high=cost.mean)
            up = standing.success_interval or Interval(low=standing.success, high=standing.success)
            found.append((index, cost.mean, across, standing.success, up))
    most = max((across.high for _, _, across, _, _ in found), default=0)
    if not most:
        return None
    x = _axis(LEFT, width - RIGHT, most, most=width // 80)
    y = Axis(TOP + HEIGHT, TOP, 0, 1, ticks=[0, 0.25, 0.5, 0.75, 1])
    drawing = Drawing(width, TOP + HEIGHT + BOTTOM)
    name = "USD, mean per case" if unit == "USD" else "input tokens, mean per case"
    drawing.axes(x, y, words=(_words(x.ticks, unit), percent), title=name)
    for index, cost, across, share, along in found:
        drawing.line(f"whisker {_kind(index)}", x.at(across.low), y.at(share), x.at(across.high), y.at(share))
        drawing.line(f"whisker {_kind(index)}", x.at(cost), y.at(along.low), x.at(cost), y.at(along.high))
        title = f"{plain(standings[index].contender)}: {percent(share)}, {_figure(cost, unit)}"
        drawing.mark(index, x.at(cost), y.at(share), title=title)
    return drawing.svg(f"Success against {unit} per case, for {counted(len(found), 'contender')}")


def mark(index: int) -> Markup:
    """Draws the mark of a contender, for use in a line of text."""
    drawing = Drawing(14, 14)
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


@cache
def _template() -> Template:
    source = files("actwright.compare").joinpath("plot.svg.j2").read_text(encoding="utf-8")
    return template(source, px=_px)


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


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


def _figure(value: float, unit: str) -> str:
    return usd(value) if unit == "USD" else f"{amount(value)} {unit}"


def _words(ticks: Sequence[float], unit: str) -> Callable[[float], str]:
    """Returns a function that formats the values of an axis; money has as many decimals as its steps need."""
    if unit != "USD":
        return short
    digits = len(f"{ticks[1]:.10f}".rstrip("0").partition(".")[2])
    digits = max(digits, 2) if digits else 0  # a tenth of a dollar is ten cents
    return lambda value: f"${value:,.{digits}f}" if value else "$0"


def _fitting(text: str, room: float) -> str:
    """Returns the text, without its middle if it is too wide: names differ at their ends."""
    half = int(room / LETTER / 2) - 1
    return text if len(text) <= 2 * half + 1 else f"{text[:half]}…{text[-half:]}"
