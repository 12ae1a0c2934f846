"""Tasks that may mean something else than what the page offers: a button is pressed only if what stands around it says so."""

import pytest

from actwright.engine.agent import Agent
from actwright.engine.page.options import PageOptions

PRESSED = """
<script>
window.pressed = [];
addEventListener("click", (event) => {
  const button = event.target.closest("button, a");
  if (!button) return;
  event.preventDefault();
  pressed.push(button.id || button.textContent);
  document.body.innerHTML = "<h1>Thank you</h1><p>It was done</p>";
});
</script>
"""


@pytest.fixture
async def run(page):
    """`await run(html, task)`: the buttons that were pressed, and the result."""

    async def play(html, task, **data):
        await page.goto("about:blank")
        await page.set_content(PRESSED + html)
        agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
        result = await agent.run(task, page=page, data=data)
        return await page.evaluate("pressed"), result

    return play


def row(number):
    return f"<tr><td>Order {number}</td><td><form><button id={number}>Delete</button></form></td></tr>"


CONTACT = "<h1>Contact us</h1><form><label>E-mail <input name=e></label><button id=send>Send</button></form>"
KAYAK = "<h1>Kayak</h1><form><label>E-mail <input name=e></label><button id=news>Subscribe</button></form>"
LOGIN = "<h1>Log in</h1><form><input name=u aria-label=User><input type=password name=p><button>Log in</button></form>"
CARDS = """<h1>Users of Bob</h1><div><h3>Ann</h3><p>Owner</p><button id=ann>Remove</button></div>
<div><h3>Cy</h3><button id=cy>Remove</button></div>"""
ROOM = "<title>Room</title><h1>Room</h1><h2>Pictures</h2><button>Delete</button>"
TABLE = "<h1>Sales</h1><table><tr><th>Order</th><th>Do</th></tr><tr><td>{}</td><td><ul><li><a href=#>Edit</a></li><li><button id={}>Delete</button></li></ul></td></tr></table>"

REFUSED = {
    "Make everything nice": (CONTACT, {}, '"nice"'),
    "Make it": (CONTACT, {}, '"make"'),
    "Book a flight to Rome": (CONTACT, {}, '"flight", "Rome"'),
    "Complete my homework": ("<title>Home</title>" + CONTACT, {}, '"homework"'),
    "Send Bob a message": (CONTACT.replace("Contact us", "Send a message"), {}, '"Bob"'),
    "Buy the kayak": (KAYAK, {}, 'button-0 "Subscribe": nothing there says "buy"'),
    "Buy the kayak with e-mail ada@example.org": (KAYAK, {}, 'button-0 "Subscribe": nothing there says "buy"'),
    "Publish the kayak": (CONTACT, {"e_mail": "ada@example.org"}, '"kayak"'),
    "Update the account": ("<h1>Account</h1>" + LOGIN, {}, "Log in"),
    "Log in": (CONTACT, {}, '"login"'),
    "Delete the order 4711": (f"<h1>Orders</h1><table>{row(4712)}</table>", {}, 'says "4711"'),
    "Delete the order 471": (f"<h1>Order 471</h1><table>{row(4712)}</table>", {}, '"471"'),
    "Delete the order {{number}}": (TABLE.format(4712, 4712), {"number": "4711"}, '"4711"'),
    "Remove Bob": (CARDS, {}, '"Bob"'),
    "Delete the room": (ROOM, {}, '"room"'),
    "Remove Cyril": (CARDS, {}, '"Cyril"'),
    "Remove Dan": ("<h1>Users</h1><p>Ann</p><button>Remove</button>", {}, '"Dan"'),
    "Cancel the order 4711": ("<h1>Shop</h1><a href='#4711'>Order 4711</a>", {}, "cancel"),
    "Confirm the order": ("<h1>Shop</h1><a href='/orders'>Orders</a>", {}, "confirm"),
}


@pytest.mark.parametrize("task", REFUSED)
async def test_what_the_page_says_nothing_of_is_not_done(run, task):
    """Nothing is pressed, and the reason names the words that nothing around the button has."""
    html, data, reason = REFUSED[task]

    pressed, result = await run(html, task, **data)

    assert (pressed, result.status.value) == ([], "failed"), result.message
    assert reason in result.message, result.message


DONE = {
    "Submit": (CONTACT, {}, "send"),
    "Save it": (CONTACT, {}, "send"),
    "Send the form": (CONTACT, {}, "send"),
    "Subscribe": (KAYAK, {}, "news"),
    "Sign up for news about the kayak": (KAYAK + "<h2>News</h2>", {"e_mail": "ada@example.org"}, "news"),
    "Send a message": (CONTACT.replace("Contact us", "Messages"), {}, "send"),
    "Make a reservation": (CONTACT.replace("Contact us", "Reserve a table"), {}, "send"),
    "Delete the order 4712": (f"<h1>Orders</h1><table>{row(4711)}{row(4712)}{row(4713)}</table>", {}, "4712"),
    "Delete the order {{number}}": (TABLE.format(4711, 4711), {"number": "4711"}, "4711"),
    "Delete order 4711": ("<h1>Order 4711</h1><h2>Actions</h2><button id=one>Delete</button>", {}, "one"),
    "Remove Cy": (CARDS, {}, "cy"),
    "Delete it": (f"<h1>Orders</h1><table>{row(4712)}</table>", {}, "4712"),
    "Cancel the order 4711": ("<h1>Order 4711</h1><button id=stop>Cancel order</button>", {}, "stop"),
}


@pytest.mark.parametrize("task", DONE)
async def test_what_the_page_speaks_of_is_done(run, task):
    """The name of the button, its row, form, headings or title say what the task wants; a bare `submit` needs nothing."""
    html, data, button = DONE[task]

    pressed, result = await run(html, task, **data)

    assert (pressed, result.complete) == ([button], True), result.message
