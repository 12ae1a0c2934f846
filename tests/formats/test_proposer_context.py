"""The example of the single-call design, "Fill the price as $50 and submit", played on a real page: what each of its two calls reads."""

import re

import pytest
from builders import reply
from served_pages import ServedPages

from actwright import Agent
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

PAGES = {
    "/sell": (
        "<title>Sell</title><form action=/listings><label for=p>Price</label>"
        "<input id=p name=price placeholder='Enter price'><button>Submit</button></form>"
    ),
    "/listings?price=50": (
        "<title>Done</title><h1>Success!</h1><p>Your listing has been created with price $50</p>"
        "<a href=/listings>View all listings</a>"
    ),
}
FIRST = reply(
    {"reason": "Fill the price field with $50", "tool": "fill", "parameters": {"element_id": "input-0", "value": "50"}},
    {"reason": "Submit the form", "tool": "click", "parameters": {"element_id": "button-0"}},
    message="Need to fill price field and submit form",
)
SECOND = reply(
    complete=True,
    message="Task completed successfully: Price filled as $50 and form submitted. Success page confirms the listing was created.",
)


async def test_the_context_of_both_steps(page):
    """Task, steps, tools and page in each; the second has what became of the first, with its reasons, and the new page."""
    model = ScriptedModel([FIRST, SECOND])
    with ServedPages(PAGES) as site:
        agent = Agent(model, evidence="off", out=None)
        result = await agent.run("Fill the price as $50 and submit", page=page, url=f"{site.url}/sell")
    assert (result.complete, result.message, len(result.exchanges)) == (True, SECOND["message"], 2)
    first, second = model.requests
    assert first.system == second.system
    tools = first.system[-1].text.splitlines()
    assert "fill(element_id, value): Set a field's whole value. Dates and times: 2026-01-31, 14:30." in tools
    assert "click(element_id): Click." in tools
    assert {"navigate", "click", "fill", "type"} <= {tool.partition("(")[0] for tool in tools}
    assert said(first, site) == FIRST_CONTEXT
    assert said(second, site) == SECOND_CONTEXT
    for request in (first, second):
        assert [block.section for block in request.messages[0].blocks][-1] == "screenshot"


def said(request, site):
    text = "".join(block.text for block in request.messages[0].blocks if hasattr(block, "text"))
    return re.sub(r"page [0-9a-f]{12}\]", "page]", text.replace(site.url, "http://shop.test"))


FIRST_CONTEXT = """\
# Task
Fill the price as $50 and submit

Started at: http://shop.test/sell "Sell"

# Steps so far
# Page now
No steps yet.
[page]
URL: http://shop.test/sell
Title: "Sell"
Tree:
- form
  - input-0 (label="Price" placeholder="Enter price")
  - button-0 (type=submit) "Submit"
[end of page]"""

SECOND_CONTEXT = """\
# Task
Fill the price as $50 and submit

Started at: http://shop.test/sell "Sell"

# Steps so far
## Step 1: incomplete
Message: Need to fill price field and submit form
1. fill ["input-0","50"] (Fill the price field with $50) -> done: input-0 "Price" holds "50"
2. click ["button-0"] (Submit the form) -> done: clicked button-0 "Submit"; the page went to \
http://shop.test/listings?price=50
# Page now
[page]
URL: http://shop.test/listings?price=50
Title: "Done"
Tree:
- h1 "Success!"
- p "Your listing has been created with price $50"
- a-0 "View all listings"
[end of page]"""
