"""Twenty seeded failures of a replay: `failure.md` alone has the words that name the cause."""

import pytest
from builders import action, reply
from served_pages import ServedPages

from actwright import Agent, Limits
from actwright.engine.policies.replay import Replay
from actwright.engine.policies.replay import policy as replay_policy
from actwright.recording import record
from actwright.testing import ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.long]

TASK, DATA = "Change the quantity of order 1003 to {{quantity}}", {"quantity": "4"}
ROW = "<tr><td>{0}</td><td>{1}</td><td><a href=/orders/1003>{2}</a></td></tr>"
ROWS = (("1001", "Ada Lovelace", "Edit"), ("1003", "Alan Turing", "Edit"))
MODAL = "<dialog id=d aria-label=Cookies>We use cookies.<button>Accept</button></dialog><script>d.showModal()</script>"
LOGIN = "<h1>Sign in</h1><form><label>Password <input type=password></label><button>Go</button></form>"


def orders(rows=ROWS, more=""):
    listed = "".join(ROW.format(*each) for each in rows)
    return f"<title>Orders</title><h1>Orders</h1><table><tr><th>No.<th>Customer<th>Actions</tr>{listed}</table>{more}"


def form(
    quantity="<label>Quantity <input name=quantity type=number value=1 {0}></label>",
    more="",
    attributes="",
    save="Save",
    error="",
):
    field = quantity.format(attributes)
    return f"<title>Edit</title><h1>Edit order 1003</h1><form method=post>{field}{error}<button>{save}</button></form>{more}"


def then(answer, edited=None):
    """The page of the form, which answers what is sent to it."""
    return lambda handler: (edited or form()) if handler.command == "GET" else answer


def moved(path):
    return (303, {"Location": path}, "")


def saved(toast="Order 1003 saved"):
    return f"<title>Order</title><h1>Order 1003</h1><p role=status>{toast}</p>"


def pages(edit=None, listed=None, done=None):
    return {
        "/orders": listed or orders(), "/orders/1003": edit or then(moved("/done")), "/done": done or saved(), "/login": LOGIN,
    }  # fmt: skip


def on_save(script):
    return form(more=f"<script>document.forms[0].onsubmit = (event) => {{ {script} }}</script>")


def gone_soon(text):
    return f"<title>Order</title><h1>Order 1003</h1><p role=status id=t>{text}</p><script>setTimeout(() => t.remove(), 900)</script>"


FAILURES = {
    "a new required field": (pages(then(form(error="<p role=alert>VAT number is required</p>"))), ["VAT number is required"]),
    "an error of the server": (pages(then((500, {}, "<h1>Internal error</h1>"))), ["500"]),
    "too many requests": (pages(then((429, {}, "<h1>Slow down</h1>"))), ["429"]),
    "not found": (pages(then(moved("/nowhere"))), ["no such page"]),
    "a button renamed": (pages(then("", form(save="Store"))), ['"Save"', '"Store"']),
    "a field renamed": (
        pages(then("", form("<label>Pieces <input name=pieces type=number value=1></label>"))), ['"Quantity"', '"Pieces"'],
    ),
    "a row gone": (pages(listed=orders(ROWS[:1])), ["1003"]),
    "a row on another page": (pages(listed=orders(ROWS[:1], "<p>page 1 of 3</p>")), ["1003", "page 1 of 3"]),
    "another record": (pages(listed=orders((ROWS[0], ("1099", "Alan Turing", "Edit")))), ["1003", "1099"]),
    "a modal over the list": (pages(listed=orders(more=MODAL)), ["Cookies"]),
    "a login": (pages(listed=LOGIN), ["login"]),
    "a session that has ended": (pages(then(moved("/login"))), ["login"]),
    "an alert": (pages(then("", on_save("event.preventDefault(); alert('Out of stock: only 2 left')"))), ["Out of stock: only 2 left"]),
    "a question": (pages(then(moved("/done"), on_save("if (!confirm('Really change it?')) event.preventDefault()"))), ["Really change it?"]),
    "a message that vanishes": (pages(done=gone_soon("Order 1003 could not be saved")), ["Order 1003 could not be saved"]),
    "a message that is denied": (pages(done=saved("Order 1003 was not saved")), ["Order 1003 was not saved"]),
    "a draft": (pages(done=saved("Draft saved")), ["Draft saved"]),
    "nothing happens": (pages(then("", on_save("event.preventDefault()"))), ["nothing was sent", "click button"]),
    "a value that is not allowed": (pages(then("", form(attributes="max=2"))), ["Quantity", "2"]),
    "a field that cannot be changed": (pages(then("", form(attributes="readonly"))), ["Quantity", "read-only"]),
    "a button disabled": (pages(then("", form().replace("<button", "<button disabled"))), ["Save", "disabled"]),
    "two alike": (pages(then("", form(save="Save</button><button name=copy value=1>Save"))), ['"Save"', "alike"]),
    "an edit that deletes": (pages(listed=orders((ROWS[0], ("1003", "Alan Turing", "Delete")))), ["Edit", "Delete"]),
}  # fmt: skip
NEEDED = 19 / 20


async def recorded(page):
    model = ScriptedModel([
        reply(action("click", element_id="a-1")),
        reply(
            action("fill", element_id="input-0", value="{{quantity}}"), action("click", element_id="button-0"),
            action("expect", text=["Order 1003 saved"]), complete=True,
        ),
    ])  # fmt: skip
    with ServedPages(pages()) as site:
        result = await Agent(model, out=None).run(TASK, url=f"{site.url}/orders", page=page, data=DATA)
    return record(result)


async def test_the_file_of_a_failed_replay_names_the_cause(page, tmp_path, monkeypatch):
    monkeypatch.setattr(replay_policy, "PATIENCE", 1.0)
    recording, silent = await recorded(page), {}
    for cause, (changed, words) in FAILURES.items():
        with ServedPages(changed) as site:
            agent = Agent(policy=Replay(recording), out=tmp_path / "runs", limits=Limits(seconds=60))
            result = await agent.run(TASK, url=f"{site.url}/orders", page=page, data=DATA)
        assert not result.complete, (cause, result)
        told = (result.run_dir / "failure.md").read_text("utf-8")
        if missing := [word for word in words if word not in told]:
            silent[cause] = (missing, told)
    assert len(silent) <= len(FAILURES) * (1 - NEEDED), silent
