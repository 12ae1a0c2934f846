"""A task on two pages, for policies that plan further than they see."""

from actwright import Agent
from actwright.testing import ScriptedModel

TWO_PAGES = """<h1>One</h1><form onsubmit="event.preventDefault(); document.body.innerHTML = window.second">
<label>Name <input></label><button>Next</button></form>
<script>window.second = `%s`</script>"""
SECOND = """<h1>Two</h1><form onsubmit="event.preventDefault(); document.body.innerHTML = '<h1>Thank you, order 7</h1>'">
<label>City <input></label><button>Send</button></form>"""


async def ordered(policy, page, second, *replies):
    """Plays the task; returns its result and the model."""
    await page.set_content(TWO_PAGES % second)
    model = ScriptedModel(list(replies))
    return await Agent(model, policy=policy, out=None).run("Order as Ada, to London", page=page), model
