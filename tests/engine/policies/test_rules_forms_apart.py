"""Values that a form was sent with go into no other form of the page that comes back."""

import pytest
from served_pages import ServedPages

from actwright.engine.agent import Agent
from actwright.engine.page.page_options import PageOptions

MAIN = (
    """<form method=post action=/main>{}<label>Email <input name=e type=email {}></label><button>{}</button></form>"""
)
NEWS = """<form method=post action=/news><label>Your e-mail <input name=n type=email required></label>
<button>Subscribe</button></form>"""
BARE = """<p>Newsletter <input name=n type=email placeholder="Your e-mail"> <button onclick="fetch('/news', {method: 'POST',
body: this.previousElementSibling.value})">Subscribe</button>"""
NAME = "<label>Name <input name=a></label>"
ERROR = "<p role=alert>Error: we could not save it, please try again later.</p>"


@pytest.mark.parametrize(
    ("page_one", "page_two"),
    [
        (MAIN.format("", "", "Send") + NEWS, MAIN.format("", "", "Send") + NEWS),
        (MAIN.format("", "", "Send") + NEWS, ERROR + NEWS),
        (MAIN.format("", "", "Send") + BARE, ERROR + BARE),
        (MAIN.format(NAME, "", "Send") + NEWS, ERROR + NEWS),
        (MAIN.format(NAME, "", "Send") + BARE, ERROR + BARE),
        (MAIN.format("", "", "Continue") + NEWS, MAIN.format("", "", "Continue") + NEWS),
        (MAIN.format("", "", "Continue") + NEWS, ERROR + NEWS),
        (MAIN.format("", "", "Continue"), NEWS),
        (MAIN.format("", "", "Continue"), BARE),
        (MAIN.format("", "", "Continue") + NEWS, ERROR + MAIN.format("", "disabled", "Continue") + NEWS),
        (MAIN.format("", "", "Send") + NEWS, ERROR + MAIN.format("", "value=ada@example.org", "Send") + NEWS),
        (MAIN.format(NAME, "", "Send") + NEWS, ERROR + MAIN.format(NAME, "disabled", "Send") + NEWS),
    ],
)
async def test_values_that_were_sent_go_into_no_other_form(page, page_one, page_two):
    asked = []

    def news(request):
        asked.append(request.path)
        return "<h1>Thank you</h1>"

    with ServedPages({"/": page_one, "/main": page_two, "/news": news}) as site:
        await page.goto(site.url)
        agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
        data = {"Email": "ada@example.org", **({"Name": "Ada"} if NAME in page_one else {})}
        result = await agent.run("Fill in the form and submit", page=page, data=data)
        values = await page.eval_on_selector_all("[name=n]", "fields => fields.map(field => field.value)")
    assert (asked, {*values} - {""}) == ([], set()), result.message
