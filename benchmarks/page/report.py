"""Reports the results: the table, the raw figures, a list of misses, the plot, and the figures with their targets."""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.page.measure import Measured
from benchmarks.page.score import ninetieth

__all__ = ["Claim", "against_targets", "claims", "misses", "plot", "save", "table"]

GROUPS = ("saved", "miniwob", "applications", "frames", "extremes")
FLOOR = "floor"
OURS = "actwright"
TITLES = {"actwright": "Actwright", "playwright": "Playwright AI snapshot", "browsergym": "BrowserGym"}
Value = Callable[[Measured], float | None]
Middle = Callable[[Sequence[float]], float]
_median = statistics.median
THE_TABLE = re.compile(r"table/")
"""The text in the names of the states that have 10,000 rows."""


def table(measured: Sequence[Measured], console: Console) -> None:
    """Prints a block for each group and one for all states, with the medians and 90th percentiles of every system."""
    systems = list(dict.fromkeys(each.system for each in measured))
    groups = [group for group in GROUPS if any(each.group == group for each in measured)]
    shown = Table(title="Medians over page states / 90th percentile; recall and text: median / mean")
    for head in (
        "states", "system", "n", "tokens", "chars", "tree ms", "again ms", "tree + screenshot ms", "recall in view", "without listener-only",
        "whole page", "spurious", "text in view", "IDs kept",
    ):  # fmt: skip
        shown.add_column(head, justify="left" if head in {"states", "system"} else "right", no_wrap=True)
    for name, group in (*((group, {group}) for group in groups), ("all", set(groups))):
        shown.add_section()
        for system in systems:
            rows = [each for each in measured if each.system == system and each.group in group]
            shown.add_row(name, system, *_figures(rows))
    console.print(shown)
    failed = [each for each in measured if each.problems or each.notes]
    if failed:
        console.print("Problems:")
    for each in failed:
        console.print(f"  {each.state} · {each.system}: {'; '.join(each.problems + each.notes)}", markup=False)


def _figures(rows: Sequence[Measured]) -> list[str]:
    with_text = [each for each in rows if each.text]
    scored = [each for each in rows if each.finding is not None]
    return [
        str(sum(bool(each.tree_ms) for each in rows)),
        _spread((each.tokens for each in with_text), "{:,.0f}"),
        _spread((len(each.text) for each in with_text), "{:,.0f}"),
        _spread(_all(rows, _tree_ms), "{:,.0f}"),
        _spread(_all(rows, _again_ms), "{:,.0f}"),
        _spread(_all(rows, _image_ms), "{:,.0f}"),
        _share(_recall(each) for each in scored),
        _share(_recall(each, without="listener") for each in scored),
        _share(_recall(each, whole=True) for each in scored),
        _spread(_all(scored, _spurious), "{:.1%}"),
        _share(_text(each) for each in scored),
        _kept(rows),
    ]


def _recall(each: Measured, *, whole: bool = False, without: str = "") -> float | None:
    return each.finding.recall(whole=whole, without=without) if each.finding else None


def _spurious(each: Measured) -> float | None:
    return each.finding.spurious_share if each.finding else None


def _spread(numbers: Iterable[float], form: str) -> str:
    found = list(numbers)
    return f"{form.format(_median(found))} / {form.format(ninetieth(found))}" if found else ""


def _share(shares: Iterable[float | None]) -> str:
    found = [share for share in shares if share is not None]
    return f"{_median(found):.3f} / {statistics.fmean(found):.3f}" if found else ""


def _kept(rows: Sequence[Measured]) -> str:
    kept = [each.kept for each in rows if each.kept is not None]
    pairs = sum(each.pairs for each in kept)
    wrong = sum(each.wrong for each in kept)
    return f"{sum(each.kept for each in kept)} of {pairs}{f', {wrong} wrong' if wrong else ''}" if pairs else ""


def save(measured: Sequence[Measured], facts: dict[str, Any], folder: Path) -> Path:
    """Saves all raw figures as JSON, and the texts as files beside it. Returns the path of the JSON file."""
    texts = folder / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    states: list[dict[str, Any]] = []
    for each in measured:
        whole = asdict(each)
        if each.text:
            name = re.sub(r"[^\w.-]+", "_", each.state)
            (texts / f"{name}.{each.system}.txt").write_text(each.text, "utf-8")
        whole["text"] = len(each.text)
        states.append(whole)
    path = folder / "results.json"
    path.write_text(json.dumps({**facts, "states": states}, indent=1, ensure_ascii=False), "utf-8")
    return path


def misses(measured: Sequence[Measured], system: str) -> str:
    """Lists, by state, the targets in view that a system missed, its spurious marks, and the words its text lacks."""
    lines = [f"# {system}: missed in view, spurious, words missing"]
    for each in measured:
        if each.system != system or each.finding is None:
            continue
        found = each.finding
        if not found.missed and not found.spurious and not each.words_missing:
            continue
        lines += ["", f"## {each.state}"]
        asked = sum(found.in_view.values())
        lines += [f"- missed {len(found.missed)} of {asked} in view"] * bool(found.missed)
        lines += [f"  - {target.title}{' (closed root)' * target.closed}" for target in found.missed]
        lines += [f"- spurious {len(found.spurious)} of {found.marks}"] * bool(found.spurious)
        lines += [f"  - {mark.id}: {mark.what}" for mark in found.spurious]
        if each.words_missing:
            some = " ".join(each.words_missing[:60])
            lines.append(f"- words missing {len(each.words_missing)} of {each.words}: {some}")
    return "\n".join(lines) + "\n"


def plot(measured: Sequence[Measured], path: Path) -> None:
    """Plots tokens against recall in view, with one dot per system.

    A dot is the median of the tokens and the mean of the recall over the states that all systems have.
    """
    systems = [name for name in dict.fromkeys(each.system for each in measured) if name != FLOOR]
    common = _common(measured, systems)
    dots: list[tuple[str, float, float]] = []
    for system in systems:
        rows = [each for each in measured if each.system == system and each.state in common]
        recalls = [recall for each in rows if (recall := _recall(each)) is not None]
        if recalls:
            dots.append((system, _median(each.tokens for each in rows), statistics.fmean(recalls)))
    draw(dots, len(common), path)


def draw(dots: Sequence[tuple[str, float, float]], states: int, path: Path) -> None:
    """Draws tokens and recall of each system over a number of states; the file's description says the same in words."""
    import matplotlib as mpl  # noqa: PLC0415 - the extra

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(6.4, 4.0), dpi=200, layout="constrained")
    said = {system: f"{tokens:,.0f} tokens, {recall:.1%}" for system, tokens, recall in dots}
    for system, tokens, recall in dots:
        ours = system == OURS
        axes.scatter(tokens, recall, s=70, color="#0b6e4f" if ours else "#8a8f98", zorder=3)
        axes.annotate(
            f"{TITLES.get(system, system)}\n{said[system]}", (tokens, recall), xytext=(9, 0),
            textcoords="offset points", va="center", fontsize=9, weight="bold" if ours else "normal", color="#222222",
        )  # fmt: skip
    axes.set_xscale("log")
    low = min((tokens for _, tokens, _ in dots), default=100)
    high = max((tokens for _, tokens, _ in dots), default=1_000)
    axes.set_xlim(low / 1.4, high * 3)
    ticks = [tick for power in range(1, 7) for tick in (10**power, 2 * 10**power, 5 * 10**power)]
    axes.set_xticks([tick for tick in ticks if low / 1.4 <= tick <= high * 3], minor=False)
    axes.xaxis.set_major_formatter(lambda tokens, _: f"{tokens:,.0f}")
    axes.xaxis.set_minor_locator(mpl.ticker.NullLocator())
    bottom = min((recall for *_, recall in dots), default=0.9)
    axes.set_ylim(max(0.0, bottom - 0.05), 1.004)
    axes.yaxis.set_major_locator(mpl.ticker.MultipleLocator(0.05))
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(f"tokens per page, median of {states} page states (o200k, log scale)")
    axes.set_ylabel("controls in view found, mean")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    described = f"{states} states; " + "; ".join(f"{system}: {each}" for system, each in said.items())
    figure.savefig(path, metadata={"Description": described})
    plt.close(figure)


def _common(measured: Sequence[Measured], systems: Sequence[str]) -> set[str]:
    """Returns the states for which every system has figures."""
    by_system = [{each.state for each in measured if each.system == name and each.finding} for name in systems]
    return set.intersection(*by_system) if by_system else set()


# Figures and their targets


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure that should stay within a bound.

    Attributes:
        figure: The name of the figure.
        numbers: One number per page state.
        of: Computes the figure from the numbers.
        bound: The bound.
        least: The figure should be at least the bound, not at most.
        form: The format of both.
        origin: How the bound was computed, if it was measured.
    """

    figure: str
    numbers: Sequence[float]
    of: Callable[[Sequence[float]], float]
    bound: float
    least: bool = False
    form: str = "{:,.0f}"
    origin: str = ""

    def row(self) -> tuple[str, str, str, str]:
        """Returns the figure, the target, the measured value and the verdict; no verdict if nothing was measured."""
        target = f"{'>=' if self.least else '<='} {self.origin}{self.form.format(self.bound)}"
        if not self.numbers:
            return self.figure, target, "not measured", ""
        value = self.of(self.numbers)
        met = value >= self.bound if self.least else value <= self.bound
        return self.figure, target, self.form.format(value), "pass" if met else "miss"


def against_targets(measured: Sequence[Measured], console: Console) -> None:
    """Prints the figures with their targets."""
    shown = Table("figure", "target", "measured", "", title="Figures and their targets")
    for claim in claims(measured):
        *cells, verdict = claim.row()
        shown.add_row(*cells, f"[{'green' if verdict == 'pass' else 'red'}]{verdict}[/]" if verdict else "")
    console.print(shown)


def claims(measured: Sequence[Measured]) -> list[Claim]:
    """Returns the targets, with the figures of this run."""
    ours = [each for each in measured if each.system == OURS]
    applications = [each for each in ours if each.group == "applications"]
    big = [each for each in ours if THE_TABLE.search(each.state)]
    screenshots = _beside(measured, FLOOR, _image_ms)
    trees = _beside(measured, "playwright", _tree_ms, group="applications")
    ratios = [mine / raw for mine, raw in screenshots]
    share = "{:.1%}"
    return [
        Claim("recall in view, median", _all(ours, _recall), _median, 0.99, least=True, form="{:.3f}"),
        Claim("recall in view, mean", _all(ours, _recall), statistics.fmean, 0.99, least=True, form="{:.3f}"),
        Claim("spurious, median", _all(ours, _spurious), _median, 0.03, form=share),
        Claim("spurious, applications, median", _all(applications, _spurious), _median, 0.03, form=share),
        Claim("text in view that is in the tree, median", _all(ours, _text), _median, 1.0, least=True, form="{:.3f}"),
        _than("tokens, median", _beside(measured, "browser-use", _tokens), _median, 1.0),
        _than("tokens, 90th percentile", _beside(measured, "browser-use", _tokens), ninetieth, 1.0),
        _than(
            "tokens, applications, median",
            _beside(measured, "browser-use", _tokens, group="applications"),
            _median,
            0.7,
        ),
        _than("tree alone, ms, median", _beside(measured, "playwright", _tree_ms), _median, 0.5, form="{:.1f}"),
        _than("tree alone, applications, ms, median", trees, _median, 1.0, form="{:.1f}"),
        Claim(
            "look at an unchanged page / at a changed one, median",
            _all(ours, _again_share),
            _median,
            0.3,
            form="{:.2f}",
        ),
        Claim("tree + screenshot / raw screenshot, median", ratios, _median, 1.6, form="{:.2f}"),
        Claim("tree + screenshot / raw screenshot, 90th percentile", ratios, ninetieth, 2.0, form="{:.2f}"),
        Claim("10,000 rows: tree, ms", _all(big, _tree_ms), max, 150),
        Claim("10,000 rows: tokens", _all(big, _tokens), max, 6_000),
        Claim("10,000 rows: recall in view", _all(big, _recall), min, 1.0, least=True, form="{:.3f}"),
    ]


def _than(
    figure: str, pairs: Sequence[tuple[float, float]], of: Middle, factor: float, *, form: str = "{:,.0f}"
) -> Claim:
    """Returns a claim that our figure is within that of another system times a factor."""
    bound = of([theirs for _, theirs in pairs]) * factor if pairs else 0.0
    return Claim(figure, [mine for mine, _ in pairs], of, bound, form=form, origin=f"{factor:g} x theirs: ")


def _all(measured: Iterable[Measured], value: Value) -> list[float]:
    return [found for each in measured if (found := value(each)) is not None]


def _beside(measured: Sequence[Measured], other: str, value: Value, *, group: str = "") -> list[tuple[float, float]]:
    """Returns our value and that of another system, for the states that both have."""
    theirs = {each.state: value(each) for each in measured if each.system == other}
    ours = [each for each in measured if each.system == OURS and group in {"", each.group}]
    pairs = ((value(each), theirs.get(each.state)) for each in ours)
    return [(mine, their) for mine, their in pairs if mine is not None and their is not None]


def _tokens(each: Measured) -> float | None:
    return each.tokens or None


def _tree_ms(each: Measured) -> float | None:
    return _median(each.tree_ms) if each.tree_ms else None


def _again_ms(each: Measured) -> float | None:
    return _median(each.again_ms) if each.again_ms else None


def _again_share(each: Measured) -> float | None:
    return _median(each.again_ms) / _median(each.tree_ms) if each.again_ms and each.tree_ms else None


def _image_ms(each: Measured) -> float | None:
    return _median(each.image_ms) if each.image_ms else None


def _text(each: Measured) -> float | None:
    return each.words_found / each.words if each.words else None
