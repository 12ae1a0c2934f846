"""Flows on a shop, as suites of each test runner: what stands in their files, and the verdict of each flow."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from actwright.recording import write_recording
from actwright.recording.checks import write_checks
from actwright.schemas.recording import RecordedAction, RecordedCheck, RecordedStep, RecordedTarget, Recording

TASK = "Buy the Kayak"


@dataclass(frozen=True)
class Flow:
    """A run of the recording on a shop, and a check.

    Attributes:
        passes: The verdict.
        shop: How the shop differs from the one that was recorded.
        customer: The value of the data.
        statement: The check after the run; empty for none.
        task: The task of the run.
    """

    passes: bool
    shop: dict[str, Any] = field(default_factory=dict)
    customer: str = "Ada Lovelace"
    statement: str = ""
    task: str = TASK


THANKED, GONE = "the page thanks {{name}}", "no order is confirmed"
FEW = (
    Flow(True, statement=THANKED),
    Flow(True, customer="Grace Hopper", shop={"products": {"Tent": 90, "Kayak": 300}}),
    Flow(False, shop={"products": {"Canoe": 420, "Paddle": 35}}),
    Flow(False, statement="nobody has decided this"),
    Flow(False, task="Buy the Canoe"),
)
"""None of them waits for what does not come."""
MANY = (
    *FEW,
    *(Flow(True, customer=name, statement=THANKED) for name in ("Ben", "Zoë Ångström", "O'Neill", "李 雷", "A, B")),
    *(Flow(True, shop={"order": "Order", "extra": extra}) for extra in ("<p>Sale</p>", "<nav>Home</nav>", "<h1>New</h1>")),
    *(Flow(True, shop={"products": {**dict.fromkeys(names, 5), "Kayak": 1}}) for names in ("AB", "CDE", "FGHI")),
    Flow(True, shop={"products": {"Kayak": 320}}, statement=THANKED),
    *(Flow(False, shop={"products": {name: 320}}) for name in ("Kayak XL", "Old Kayak", "Canoe")),
    *(Flow(False, shop={"confirmed": said}) for said in ("not confirmed", "refused", "pending", "")),
    *(Flow(False, shop={"buy": name}) for name in ("Delete", "Reserve")),
    *(Flow(False, shop={"order": name}) for name in ("Cancel", "Print")),
    Flow(False, shop={"send": "0"}),
    *(Flow(False, customer=name, statement=GONE) for name in ("Ben", "Eve")),
    *(Flow(False, task=task) for task in ("Sell the Kayak", "Buy the Paddle")),
)  # fmt: skip


def button(name, **more):
    return RecordedTarget(role="button", name=name, tag="button", **more)


def act(tool, target=None, **parameters):
    return RecordedAction(tool=tool, targets={"element_id": target} if target else {}, parameters=parameters)


RECORDING = Recording(
    task=TASK,
    inputs={"name": "data"},
    steps=(
        RecordedStep(
            page="/", actions=(act("click", button("Buy", row="Kayak $320 Buy", cells={"Column 1": "Kayak"})),)
        ),
        RecordedStep(
            page="/order/Kayak",
            actions=(
                act(
                    "fill",
                    RecordedTarget(role="textbox", name="Your name", tag="input", field="customer", heading="Kayak"),
                    value="{{name}}",
                ),
                act("click", button("Order", heading="Kayak")),
                act("expect", text=["Order {int} confirmed"]),
            ),
        ),
    ),
)
CHECKS = {
    THANKED: RecordedCheck(statement=THANKED, facts=(act("expect", text=["Thank you, {{name}}"]),)),
    GONE: RecordedCheck(statement=GONE, facts=(act("expect_gone", element_id=None, value="confirmed"),)),
}


def keep(file: Path, names: list[str]) -> None:
    """Writes the recording and the checks of each test beside the file of the tests."""
    for name in names:
        stem = file.parent / "recordings" / file.stem / name
        write_recording(RECORDING, f"{stem}.actwright.yaml")
        write_checks(CHECKS, f"{stem}.checks.yaml")


def in_python(flows, urls, *, arguments, owner=""):
    """Functions of tests, whose page and `actwright` are their arguments, or belong to `owner`."""
    for at, (flow, url) in enumerate(zip(flows, urls, strict=True)):
        data = {"name": flow.customer}
        yield f"def test_flow_{at}({arguments}):"
        yield f"    {owner}page.goto({url!r})"
        yield f"    {owner}actwright.run({flow.task!r}, data={data!r})"
        if flow.statement:
            yield f"    {owner}actwright.check({flow.statement!r}, data={data!r})"


def in_robot(flows, urls):
    for at, (flow, url) in enumerate(zip(flows, urls, strict=True)):
        yield f"Flow {at}"
        yield f"    Actwright Run    {flow.task}    url={url}    name={flow.customer}"
        if flow.statement:
            yield f"    Actwright Check    {flow.statement}    name={flow.customer}"


def in_gherkin(flows, urls):
    yield "Feature: flows"
    for at, (flow, url) in enumerate(zip(flows, urls, strict=True)):
        table = ["      | name | value |", f"      | name | {flow.customer} |"]
        yield f"  Scenario: flow {at}"
        yield f'    Given the page "{url}" is open'
        yield from (f'    When Actwright runs "{flow.task}"', *table)
        if flow.statement:
            yield from (f'    Then Actwright checks "{flow.statement}"', *table)
