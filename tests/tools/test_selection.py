import pytest
from pydantic import ValidationError

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
