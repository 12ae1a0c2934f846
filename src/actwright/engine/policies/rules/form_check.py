"""What of a table of rows does not fit a form: found by a look at the form, before anything is entered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from actwright.engine.policies.rules.buttons import submit_button
from actwright.engine.policies.rules.form_plan import FormPlan, plan_form
from actwright.engine.policies.rules.page_fields import Field, fields_of
from actwright.engine.policies.rules.placement import obstacle, title_score, unlabelled_field
from actwright.engine.policies.rules.progress import Item, Progress
from actwright.engine.policies.rules.similarity import ENOUGH
from actwright.schemas.turn import Turn
from actwright.text import counted

SHOWN = 3
"""The most values of a column in one line."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit between the rows and the form.

    Attributes:
        column: The name of the column; empty for a field that no column fills.
        field: What people call the field; empty if no field is near.
        why: Why it does not fit.
        mend: What would mend it.
    """

    column: str
    field: str
    why: str
    mend: str


def check_form(
    turn: Turn,
    rows: Sequence[Mapping[str, str]],
    files: Iterable[str],
    optional: Collection[str],
    readings: Mapping[str, str],
) -> tuple[Misfit, ...]:
    """What does not fit between rows and the form on a page.

    Args:
        turn: The page, and a task with a value for each column that has one in any row.
        rows: The values of each row, by column, without withheld ones.
        files: All values that are files which may be uploaded.
        optional: Names of columns that the form may lack.
        readings: What values mean that can be read in two ways.
    """
    progress = Progress.of(turn, optional, readings)
    fields = fields_of(progress.page, asked=[item.name for item in progress.items])
    if not fields:
        return ()
    plan = plan_form(progress)
    button = submit_button(progress.page, plan.scope, progress.words, more_to_come=bool(plan.unplaced)).found
    more_pages = button is not None and button.onward
    given = frozenset(files)
    found = [
        misfit
        for item in progress.items
        if (misfit := _misfit_of(item, plan, fields, _items(item, rows, given, readings), more_pages=more_pages))
    ]
    told = {each.field for each in found}
    found += [
        Misfit("", one.name, "the form requires it, and no column fills it", _COLUMN_FOR)
        for one in plan.missing
        if one.name not in told
    ]
    if plan.stuck:
        found.append(Misfit("", "", plan.stuck, "say in the task which form is meant (--task)"))
    return tuple(found)


_COLUMN_FOR = "name a column after it with --column HEADING=NAME, or give a value for all rows in the job file"


def _misfit_of(
    item: Item,
    plan: FormPlan,
    fields: Sequence[Field],
    items: Sequence[Item],
    *,
    more_pages: bool,
) -> Misfit | None:
    field = plan.pairs.get(item.name) or _nearest(item, fields)
    refused = {each.value or "": why for each in items if field and (why := obstacle(each, field))}
    if field is not None and refused and not field.only_in_code:
        return _refused(item, field, refused)
    if item.name not in plan.unplaced or more_pages:
        return None
    near = field.name if field else ""
    return Misfit(item.name, near, plan.unplaced[item.name], _mend_column(item, field))


def _items(
    item: Item, rows: Sequence[Mapping[str, str]], files: frozenset[str], readings: Mapping[str, str]
) -> list[Item]:
    """An item for each value that the rows have for a column."""
    values = dict.fromkeys(row[item.name] for row in rows if item.name in row)
    return [Item(item.name, each, is_file=each in files, reading=readings.get(each.strip(), "")) for each in values]


def _refused(item: Item, field: Field, refused: Mapping[str, str]) -> Misfit:
    shown = list(refused)[:SHOWN]
    more = f", and {counted(len(refused) - SHOWN, 'more value')}" if len(refused) > SHOWN else ""
    if field.kind == "file":
        mend = "name the folder of the files with --files DIR; if you have, put the file there or correct its path"
    elif field.choices:
        mend = f'say in the job file which option it is: [replace."{item.name}"] "{shown[0]}" = "…"'
    else:
        mend = f'correct the rows, or say in the job file what it is here: [replace."{item.name}"]'
    return Misfit(item.name, field.name, "; ".join(refused[value] for value in shown) + more, mend)


def _nearest(item: Item, fields: Sequence[Field]) -> Field | None:
    if unlabelled := unlabelled_field(item, fields):
        return unlabelled
    best = max(fields, key=lambda field: title_score(item, field))
    return best if title_score(item, best) >= ENOUGH else None


def _mend_column(item: Item, field: Field | None) -> str:
    name = "LABEL OF THE FIELD" if field is None else field.name
    return f'--column "{item.name}={name}" if it is a field of the form, else --ignore "{item.name}"'
