"""What a field holds after it was written: the receipt, and why it holds something else."""

from __future__ import annotations

from actwright.errors import ToolError
from actwright.schemas.page import LONGEST_TITLE, Element
from actwright.schemas.step import Receipt
from actwright.text import shortened
from actwright.tools.base import Done
from actwright.tools.formats import expected_format, has_format
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import FieldContent, Target


async def written(
    surface: Surface,
    target: Target,
    value: str,
    *,
    content: FieldContent | None = None,
    entered: bool = False,
) -> Done:
    """Reads a field back after it was written: reports what it holds, and what the browser finds wrong with that.

    Args:
        surface: Where the field is.
        target: The field.
        value: What was written, references included.
        content: What the field holds, if that was asked already.
        entered: Enter was pressed last, after which a field that is empty may have been taken, as a command or a message is.

    Raises:
        ToolError: It is empty or unchanged, although something else was meant.
    """
    with reading_back():
        content = content or await surface.fields.content(target)
    receipt = await surface.fields.read_back(target, value, content)
    element = target.element
    if receipt.match:
        holds = "and the boxes after it hold" if len(content.code) > len(content.value) else "holds"
        return Done(f'{receipt.field} {holds} "{receipt.got}"{_flaws(content, target.element)}', (receipt,))
    if content.unseen and not receipt.got:
        return Done(f'typed "{receipt.wanted}" into {receipt.field}, which passes it on: look at what the page shows')
    if entered and not receipt.got and not await focus_or_cover(surface, target):
        return Done(
            f'typed "{receipt.wanted.rstrip()}" into {receipt.field} and pressed Enter; the field is empty again'
        )
    wanted_form = f"; it takes {expected_format(element)}" if has_format(element) else ""
    if receipt.got in {"", element.value}:
        state = f'still holds "{receipt.got}"' if receipt.got else "stayed empty"
        why = wanted_form or await focus_or_cover(surface, target)
        message = f'{receipt.field} did not take "{receipt.wanted}": it {state}{why}'
        raise ToolError(message, may_have_acted=True)
    why = wanted_form or await _why(surface, target, receipt)
    return Done(f'{receipt.field} holds "{receipt.got}", not "{receipt.wanted}"{why}', (receipt,))


async def _why(surface: Surface, target: Target, receipt: Receipt) -> str:
    """Why a field holds something other than what was written into it."""
    if receipt.wanted.startswith(receipt.got):
        return (await focus_or_cover(surface, target)).replace("; ", ": ", 1) or ": it takes no more"
    return ": the page changed it, or took it and went on; look before you write it again"


async def focus_or_cover(surface: Surface, target: Target) -> str:
    """Where the focus went while a field was written, or else what came over it; empty if neither."""
    page = await surface.look()
    if focused := next((each for each in page.elements if each.focused and each.id != target.element.id), None):
        return f"; the focus went on to {focused.title}"
    field = page.by_id.get(target.element.id)
    if field is not None and field.covered_by and not target.element.covered_by:
        return f'; it is now covered by "{shortened(field.covered_by, LONGEST_TITLE)}"'
    return ""


def _flaws(content: FieldContent, element: Element) -> str:
    """What the browser's own validation finds wrong with a field's value; empty for nothing."""
    if element.tag not in {"input", "textarea"}:
        return ""
    words = {
        "rangeOverflow": f"at most {element.maximum}",
        "rangeUnderflow": f"at least {element.minimum}",
        "stepMismatch": f"in steps of {element.step or 1}",
        "typeMismatch": f"in the form of its type, {element.type}",
        "patternMismatch": "in the pattern of the page",
        "tooShort": "longer",
    }
    found = [text for flaw, text in words.items() if flaw in content.flaws]
    return f", which is invalid: it must be {' and '.join(found)}" if found else ""
