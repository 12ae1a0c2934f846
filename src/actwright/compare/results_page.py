"""Rows -> one HTML file for people: the results of the contenders in plots and tables, down to single rows.

The file is self-contained, as the report of a run is (see `actwright.engine.records.html`); it can be read without its script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from actwright.compare.figures import curve_tables, difference_table, standing_tables
from actwright.compare.figures_text import NONE, UNKNOWN, amount, intervals, notes, plain, usd, why
from actwright.compare.manifest import Manifest
from actwright.compare.plots import bars, curve, mark, short, tradeoff
from actwright.compare.row import CaseRow
from actwright.compare.summary import PARTS, summary_of
from actwright.compare.summary_schema import Point, Summary
from actwright.engine.records.html import csp_hash, host_time, styled, template
from actwright.text import counted, shortened

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

WIDE, MEDIUM, HALF, NARROW = 1_180, 720, 570, 336
"""Widths of a plot in px: over the full width of a desktop screen and of a tablet, beside another plot, on a phone."""

FEW, LONGEST_TITLE, LONGEST_MODELS = 3, 60, 60
"""How many contenders a title names, and how many characters their names, and those of models, may have together."""

BARS = "Mean per case. Parts that are the same in every call are blue."
CURVE = "Mean per case."
TRADEOFF = "Up and to the left is better. Bars are 95 % confidence intervals."
SIGN = re.compile(r"([+_/.\-])(?=\w)")
CURVES: tuple[tuple[str, Callable[[Point], float | None], str], ...] = (
    ("Input tokens by task length", lambda point: point.input, "tokens"),
    ("Model calls by task length", lambda point: point.calls, "calls"),
    ("Cost by task length", lambda point: point.usd, "USD"),
)
TONES = {"passed": "good", "failed": "bad", "crashed": "bad", "not judged": "limit"}


class Figure(NamedTuple):
    """A plot with its title, drawn for several screen widths: a CSS class and a plot for each."""

    title: str
    caption: str
    drawn: Sequence[tuple[str, Markup]]


def page_of(rows: Sequence[CaseRow], manifest: Manifest, *, summary: Summary | None = None) -> str:
    """Returns the HTML page of a comparison; `summary` is that of the rows, if it was computed already."""
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja2

    summary = summary or summary_of(rows, contenders=[each.contender for each in manifest.contenders])
    style = styled(_asset("actwright.engine.records", "report.css"), _asset("actwright.compare", "page.css"))
    script = _asset("actwright.compare", "page.js")
    return _template().render(
        manifest=manifest,
        title=_title(summary, manifest),
        tiles=_tiles(rows, summary),
        tables=standing_tables(summary),
        differences=difference_table("Differences on the same cases", summary.differences),
        both_passed=difference_table("Only cases that both passed", summary.differences, both_passed=True),
        screenshots=difference_table("Effect of screenshots", summary.screenshots),
        curves=list(curve_tables(summary)),
        marks={plain(standing.contender): mark(index) for index, standing in enumerate(summary.contenders)},
        parts=[part for part in PARTS if any(standing.parts.get(part) for standing in summary.contenders)],
        bars=_figure(
            "What input tokens were spent on", BARS, lambda width: bars(summary.contenders, width=width), alone=True
        ),
        plots=_figures(summary),
        notes=notes(summary),
        intervals=intervals(summary),
        rows=sorted(rows, key=lambda row: (row.case, row.seed)),
        seeds=len({row.seed for row in rows}) > 1,
        tones=TONES,
        dash=NONE,
        unknown=UNKNOWN,
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        style_hash=csp_hash(style),
        script_hash=csp_hash(script),
    )


def _title(summary: Summary, manifest: Manifest) -> str:
    labels = [plain(standing.contender) for standing in summary.contenders]
    if not labels:
        return "No cases were played"
    if len(labels) > FEW or sum(map(len, labels)) > LONGEST_TITLE:
        named = f"{len(labels)} policies"
    else:
        named = " against ".join(filter(None, [labels[0], " and ".join(labels[1:])]))
    suite = plain(PurePath(manifest.suite).stem)
    return f"{named} on {suite}" if suite else named


def _tiles(rows: Sequence[CaseRow], summary: Summary) -> list[tuple[str, str, str]]:
    """Returns the title, the figure and the line below it for each total of the comparison."""
    cases, seeds = len({row.case for row in rows}), len({row.seed for row in rows})
    models = {standing.model for standing in summary.contenders if standing.model}
    passed, crashed = (sum(row.outcome == became for row in rows) for became in ("passed", "crashed"))
    costs = [row.cost for row in rows if row.cost is not None]
    tokens = sum(row.usage.total for row in rows)
    output = sum(row.usage.output for row in rows)
    return [
        (
            "Policies",
            str(len(summary.contenders)),
            shortened(plain(", ".join(sorted(models))) or "no model", LONGEST_MODELS),
        ),
        ("Tasks", f"{cases:,}", counted(seeds, "seed")),
        ("Passed", f"{passed:,}", f"of {counted(len(rows), 'row')}, {crashed:,} crashed"),
        (
            "Model calls",
            f"{sum(row.calls for row in rows):,}",
            counted(sum(row.captures for row in rows), "look") + " at pages",
        ),
        ("Tokens", short(float(f"{tokens:.3g}")), f"{short(float(f'{output:.3g}'))} output"),
        (
            "Cost",
            usd(sum(costs)) if len(costs) == len(rows) else UNKNOWN,
            f"{len(costs):,} of {counted(len(rows), 'row')} priced",
        ),
    ]


def _figures(summary: Summary) -> list[Figure]:
    """Returns the plots for which there are figures."""
    labels = [standing.contender for standing in summary.contenders]
    drawing: list[tuple[str, str, Callable[[int], Markup | None]]] = [
        (title, CURVE, lambda width, of=of, unit=unit: curve(summary.curve, labels, width=width, of=of, unit=unit))
        for title, of, unit in CURVES
    ]
    drawing.append(("Success against cost", TRADEOFF, lambda width: tradeoff(summary.contenders, width=width)))
    return [figure for each in drawing if (figure := _figure(*each))]


def _figure(title: str, caption: str, draw: Callable[[int], Markup | None], *, alone: bool = False) -> Figure | None:
    """Returns a plot for each screen width; None if there is nothing to draw. `alone`: over the page's full width."""
    widths = {"wide": WIDE, "medium": MEDIUM, "small": NARROW} if alone else {"large": HALF, "small": NARROW}
    drawn = [(screen, plot) for screen, width in widths.items() if (plot := draw(width))]
    return Figure(title, caption, drawn) if drawn else None


def _report_of(row: CaseRow) -> str:
    """Returns the run report's address relative to the page. It can never be a web address or a script."""
    return f"./{quote(row.run_dir.encode(errors='replace'))}/report.html"


def _label(text: str) -> Markup:
    """Returns a name that may be wrapped after its punctuation."""
    from markupsafe import Markup, escape  # noqa: PLC0415 - comes with jinja2

    return Markup(SIGN.sub(r"\1<wbr>", str(escape(plain(text)))))  # noqa: S704 - escaped


@lru_cache(maxsize=1)
def _template() -> Template:
    return template(
        _asset("actwright.compare", "page.html.j2"),
        amount=amount,
        host_time=host_time,
        label=_label,
        plain=plain,
        report_of=_report_of,
        usd=usd,
        why=why,
    )


def _asset(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
