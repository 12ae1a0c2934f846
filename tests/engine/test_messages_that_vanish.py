"""A message that was there only for a moment after an effect is a fact; one from before it is none."""

import pytest
from builders import click, propose

from actwright.engine.act import act
from actwright.errors import ToolError
from actwright.tools.expect import Expect
from actwright.tools.toolbox import Toolbox, builtin_tools

PAGE = """<p>Draft</p><button onclick="document.querySelector('p').textContent = 'Saved'">Save</button>"""


async def test_message_that_was_seen_since_the_effect_counts(surface_on, page):
    surface = await surface_on(PAGE)
    await act(propose(click("button-0")), Toolbox(builtin_tools()), surface)
    await surface.observe()
    await page.locator("p").evaluate("each => each.textContent = 'Ready'")
    done = await Expect(text=["Saved"]).run(surface)
    assert [(each.passed, each.found) for each in done.evidence] == [(True, "it did, only for a moment")]
    with pytest.raises(ToolError, match="does not"):
        await Expect(text=["Draft"]).run(surface)
