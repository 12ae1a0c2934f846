"""Says where a small model ends that fills in forms by `policy="fields"`: what it sent right, refused, left out, or got wrong.

Plays the 60 forms of the suite `small_forms` and, with `--forms FOLDER`, forms of others: pages `NAME.html`, each with
rows in `NAME.jsonl` (an object for each row, values by the labels of the form). Rows are left out whose values have no
field of that label, or no option that reads like them, or that miss a value which the form requires.

The model is SmolLM2-135M-Instruct on llama.cpp with one thread; `--weights FILE` takes another, and `--model` one that
is served elsewhere. `--docs` writes the table in docs/measured.md, and the figures into benchmarks/results.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from playwright.async_api import Page
from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import Limits  # noqa: E402 - the repository's root comes first
from actwright.compare.case import Case  # noqa: E402
from actwright.compare.contender import contenders  # noqa: E402
from actwright.compare.play import Plan, SharedBrowser  # noqa: E402
from actwright.compare.row import CaseRow  # noqa: E402
from actwright.compare.source import models_of  # noqa: E402
from actwright.schemas.sampling import Sampling  # noqa: E402
from actwright.testing import LocalModelServer  # noqa: E402
from benchmarks.architecture_tables import write_section  # noqa: E402
from benchmarks.architectures import MEASURED  # noqa: E402
from benchmarks.comparing import folder_in, rows_of  # noqa: E402
from benchmarks.suites.small_forms import LEFT_OUT, NOTHING, SIZES, WORDINGS, case_of, cases  # noqa: E402

SUITE = Path(__file__).with_name("suites") / "small_forms.py"
RESULTS = ROOT / "benchmarks" / "small_models.json"
WORK = ROOT / "build" / "small_models"
BEGIN, END = "<!-- small models: written by benchmarks/small_models.py -->", "<!-- end of small models -->"
OUTCOMES = ("right", "refused", "left out", "wrong")
ROWS = 2
LONGEST_ANSWER = 400
"""Tokens: four times what the longest right answer has. Small models repeat themselves without end."""
CONTROLS = """() => {
  const labelled = new Map();
  const all = [...document.querySelectorAll("input[name], select[name], textarea[name]")];
  for (const label of document.querySelectorAll("label, legend")) {
    const after = all.find((each) => label.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
    const target = label.control ?? after;
    if (target && !labelled.has(target)) labelled.set(target, label.textContent);
  }
  return all.map((each) => ({
    name: each.name, type: each.type, required: each.required, label: labelled.get(each) ?? "", value: each.value,
    options: [...(each.options ?? [])].map((option) => [option.value, option.text]),
  }));
}"""


def words(text: object) -> str:
    """Returns the letters and digits of a text, in lower case."""
    return " ".join(re.findall(r"[^\W_]+", str(text).lower()))


def rows_in(folder: Path, most: int) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yields an ID, the page and a row for the first rows of each form in a folder."""
    for form in sorted(folder.glob("*.html")):
        html = form.read_text(encoding="utf-8")
        for number, line in enumerate(form.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()[:most], 1):
            yield f"{form.stem}-{number}", html, json.loads(line)


async def cases_of(rows: Sequence[tuple[str, str, Mapping[str, Any]]]) -> list[Case]:
    """Returns a case for each row of a form that can be filled in as it is."""
    async with SharedBrowser() as shared:
        page = await (await shared.browser()).new_page()
        found = [await _case(page, html, row, id) for id, html, row in rows]
    return [case for case in found if case is not None]


async def _case(page: Page, html: str, row: Mapping[str, Any], id: str) -> Case | None:
    await page.set_content(html)
    controls = await page.evaluate(CONTROLS)
    given = {label: value for label, value in row.items() if str(value) not in {"", "None"}}
    wanted: dict[str, str] = {}
    for label, value in given.items():
        control = _labelled(controls, label)
        sent = None if control is None else _sent(value, control)
        if control is None or sent is None:
            return None
        wanted[control["name"]] = sent
    if any(control["required"] and not wanted.get(control["name"]) for control in controls):
        return None
    texts = (each["name"] for each in controls if not each["options"] and each["type"] not in {"radio", "hidden"})
    lines = "\n".join(f"{label}: {value}" for label, value in given.items())
    task = f"Fill in the form and submit it once.\n\n{lines}"
    return case_of(id, task, html, {**dict.fromkeys(texts, ""), **wanted}, size=len(given))


def _labelled(controls: Sequence[Mapping[str, Any]], label: str) -> Mapping[str, Any] | None:
    """Returns the control of that label, or the only one whose label begins with it."""
    exact = [each for each in controls if words(each["label"]) == words(label)]
    begins = [each for each in controls if words(each["label"]).startswith(words(label) + " ")]
    return exact[0] if exact else begins[0] if len(begins) == 1 else None


def _sent(value: object, control: Mapping[str, Any]) -> str | None:
    """Returns what a browser sends for a value; None if the control does not take it."""
    if control["options"]:
        near = [sent for sent, shown in control["options"] if words(value) in (words(shown), words(sent))]
        return near[0] if near else None
    if control["type"] == "checkbox":
        return {"yes": control["value"], "true": control["value"], "no": "", "false": ""}.get(words(value))
    if control["type"] == "date":
        return re.sub(r"\D+", "-", str(value))
    return None if control["type"] in {"radio", "file"} else str(value)


def outcome_of(reason: str) -> str:
    """Returns what became of a form: right, refused (nothing was sent), left out (a value is missing), or wrong."""
    if not reason:
        return "right"
    return "refused" if reason == NOTHING else "left out" if reason.startswith(LEFT_OUT) else "wrong"


def groups(rows: Sequence[CaseRow], others: set[str]) -> Iterator[tuple[str, list[CaseRow]]]:
    """Yields the groups of rows that the table shows, with their names."""
    own = [row for row in rows if row.case not in others]
    for wording in WORDINGS:
        yield f"values as {wording}", [row for row in own if row.case.startswith(wording)]
    for size in SIZES:
        yield f"{size} values", [row for row in own if row.size == size]
    yield "all own forms", own
    yield "forms of others", [row for row in rows if row.case in others]


def markdown(figures: Mapping[str, Mapping[str, float]], model: str) -> str:
    """Returns the table of docs/measured.md."""
    lines = [f"| {model} | forms | {' | '.join(OUTCOMES)} | calls | tokens in | tokens out | seconds |"]
    lines.append("|---|" + "---:|" * (len(OUTCOMES) + 5))
    for name, each in figures.items():
        counts = " | ".join(f"{each[outcome]:g}" for outcome in OUTCOMES)
        costs = " | ".join(f"{each[cost]:,.3g}" if cost == "calls" else f"{each[cost]:,.0f}" for cost in COSTS)
        lines.append(f"| {name} | {each['forms']:g} | {counts} | {costs} |")
    return "\n".join(lines)


COSTS = ("calls", "tokens in", "tokens out", "seconds")


def figures_of(rows: Sequence[CaseRow]) -> dict[str, float]:
    """Returns the counts of outcomes, and means for each form."""
    counts, n = Counter(outcome_of(row.reason) for row in rows), len(rows)
    return {
        "forms": n,
        **{name: counts[name] for name in OUTCOMES},
        "claimed as complete, not right": sum(row.status == "complete" and not row.passed for row in rows),
        "calls": sum(row.calls for row in rows) / n,
        "tokens in": sum(row.usage.input for row in rows) / n,
        "tokens out": sum(row.usage.output for row in rows) / n,
        "seconds": sum(row.model_seconds for row in rows) / n,
    }


async def main(arguments: Sequence[str] = ()) -> None:
    """Plays the forms, prints the table, and writes what the options ask for."""
    options = _options(arguments)
    console = Console(width=None if sys.stdout.isatty() else 140)
    others = await cases_of([*rows_in(options.forms, options.rows)]) if options.forms else []
    with nullcontext() if options.model else LocalModelServer(options.weights) as server:
        address = options.model or server.model
        plan = Plan(
            cases=[(0, case) for case in (*cases(0), *others)],
            contenders=contenders("fields+blind"),
            models=models_of(address, base_url=None),
            limits=Limits(steps=6, seconds=600),
            sampling=Sampling(temperature=0, max_output_tokens=LONGEST_ANSWER),
        )
        folder = folder_in(WORK, options.out)
        command = ["benchmarks/small_models.py", *arguments]
        rows = await rows_of(plan, folder, command=command, console=console, suite=SUITE)
    if broken := [f"{row.case}: {row.error}" for row in rows if row.error]:
        console.print(f"Runs that broke and are left out: {'; '.join(broken)}", markup=False)
    sound = [row for row in rows if not row.error]
    named = {case.id for case in others}
    figures = {name: figures_of(group) for name, group in groups(sound, named) if group}
    table = markdown(figures, sound[0].model.partition(":")[2])
    console.print(table, markup=False, soft_wrap=True)
    if options.docs:
        RESULTS.write_text(json.dumps({"model": sound[0].model, **figures}, indent=1) + "\n", encoding="utf-8")
        write_section(MEASURED, BEGIN, END, table)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, metavar="FILE", help="another model, a .gguf file")
    parser.add_argument("--model", metavar="WIRE:NAME@URL", help="a model that is served elsewhere")
    parser.add_argument("--forms", type=Path, metavar="FOLDER", help="forms of others, each with rows")
    parser.add_argument("--rows", type=int, default=ROWS, metavar="N", help=f"rows for each of these forms; {ROWS}")
    parser.add_argument("--out", type=Path, help="the folder of the comparison; an unfinished one is continued")
    parser.add_argument("--docs", action="store_true", help="write the table and the figures")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
