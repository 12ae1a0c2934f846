"""Lines of real trees are read back as they were written; the trees are of pages in a real browser."""

import pytest

from actwright import Agent
from actwright.schemas.page import TreeLine, tree_line
from actwright.testing import ScriptedModel

DONE = {"complete": True, "message": "seen", "actions": []}


@pytest.mark.parametrize(
    ("line", "read", "attributes"),
    [
        ('- h1 "Set a price"', TreeLine(0, "h1", "", "Set a price"), {}),
        ('  - *input-0 (type=radio label="a \\"b\\" (c)" checked)', TreeLine(1, "input-0", 'type=radio label="a \\"b\\" (c)" checked'),
         {"type": "radio", "label": 'a "b" (c)', "checked": ""}),
        ('- select-0 (options=["x y", "g": ["z"]] selected="x y") "t"', TreeLine(0, "select-0", 'options=["x y", "g": ["z"]] selected="x y"', "t"),
         {"options": "", "selected": "x y"}),
        ("- f1.fold-2 (246 more rows below)", TreeLine(0, "f1.fold-2", "246 more rows below"), {"rows": "", "more": "", "below": ""}),
        ("… 12 more (button-3)", None, None),
    ],
)  # fmt: skip
def test_a_line_is_read_back(line, read, attributes):
    found = tree_line(line)
    assert found == read
    assert attributes is None or found.attributes == attributes


async def test_every_element_of_a_page_is_read_back_with_its_names(page):
    await page.set_content(PAGE)
    result = await Agent(ScriptedModel([DONE]), out=None, evidence="off").run("Look", page=page)
    seen = result.steps[0].page
    read = {line.head: line for line in filter(None, map(tree_line, seen.tree.splitlines()))}
    assert {element.id for element in seen.elements} <= read.keys()
    assert {id: read[id].attributes.get("label", read[id].text) for id in read if id in seen.by_id} == {
        element.id: element.name for element in seen.elements
    }


PAGE = """<fieldset><legend>Si"ze</legend><label><input type=radio name=a> (small) \\</label></fieldset>
<button>Go = "on" | [now]</button><a href="/x y">Two
lines</a><select aria-label='of "many"'><option>A, B<option>C]</select>"""
