import pytest
from pydantic import ValidationError

from actwright.errors import ToolError
from actwright.tools.pointer import Scroll
from actwright.tools.selection import SelectText

PART = """() => {
  const text = document.querySelector('p').firstChild;
  getSelection().setBaseAndExtent(text, 0, text, 5);
}"""


async def test_in_a_run_with_secrets_only_the_length_of_a_selection_is_told(surface_on, page):
    """A selection may hold a part of a secret, which no mask finds."""
    surface = await surface_on("<p>hunter2horse</p>", secrets={"password": "hunter2horse"})
    await page.evaluate(PART)
    assert (await surface.observe()).tree.splitlines()[0] == '- selection "5 characters"'


def test_selecting_needs_an_element_or_a_text():
    with pytest.raises(ValidationError, match="give an element_id or a text"):
        SelectText(to="end")


async def test_no_search_tells_what_a_masked_value_has_in_it(surface_on):
    """A right guess is answered as a wrong one, and nothing is scrolled to; text beside the value is found."""
    surface = await surface_on(
        "<p>Your password is hunter2horse</p><p>Hunt well</p>", secrets={"password": "hunter2horse"}
    )
    for phrase in ("hunter2", "password is h", "hunter3"):
        for tool in (SelectText(text=phrase), Scroll(text=phrase)):
            with pytest.raises(ToolError, match=f'"{phrase}" is not shown on the page'):
                await tool.run(surface)
    with pytest.raises(ToolError, match="is not shown on the page"):
        await SelectText(text="Your", to="horse").run(surface)
    assert (await SelectText(text="hunt").run(surface)).detail.startswith("selected ")
    assert (await Scroll(text="your password").run(surface)).detail == '"your password" is in view'
