"""Claims of completion in whole runs, on pages whose server answers as it likes: true ones stand, false ones fall."""

import pytest
from builders import action
from served_pages import ServedPages

from actwright import Agent, Limits
from actwright.testing import ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pictures")]

SAVED = "<h1>Saved</h1><p>Your changes were saved.</p>"
PRICE = "<form method=post action=/price><label>Price <input name=price></label><button>Save</button></form>"


def send(path, values, *, method="POST", then="", otherwise=""):
    """A script that sends JSON, and puts a text into the page when the answer has come, whatever it is."""
    return (
        f"fetch('{path}', {{method: '{method}', headers: {{'Content-Type': 'application/json'}}, "
        f"body: JSON.stringify({values})}}).then(a => {{ {then}; if (!a.ok) {{ {otherwise} }} }})"
    )


def served(answer):
    """An answer in the form that the server takes: HTML, or (status, body, content type); a redirect has its path as body."""

    def serve(handler):
        said = answer(handler.site.posts) if callable(answer) else answer
        status, body, kind = said if isinstance(said, tuple) else (200, said, "text/html; charset=utf-8")
        return status, {"Location": body} if status == 303 else {"Content-Type": kind}, "" if status == 204 else body

    return serve


async def played(page, pages, task, *steps, evidence=None, **options):
    """Plays steps of (actions, proof or quote) on pages by path; see `served`."""

    def replies():
        for actions, proof in steps:
            claims = proof is not None
            quoted = isinstance(proof, str)
            made = [*actions, *([] if quoted or proof is None else [proof])]
            yield {"complete": claims, "message": f'Done: "{proof}"' if quoted else "Done", "actions": made}
        while True:
            yield {"complete": False, "message": "no", "actions": [action("fail", reason="it cannot be proved")]}

    with ServedPages({path: served(answer) for path, answer in pages.items()}) as site:
        await page.goto(f"{site.url}/")
        agent = Agent(ScriptedModel(replies()), out=None, evidence=evidence, limits=Limits(steps=8, seconds=60))
        return await agent.run(task, page=page, **options)


def fill(element_id, value):
    return action("fill", element_id=element_id, value=value)


def click(element_id):
    return action("click", element_id=element_id)


def shows(*texts):
    return action("expect", text=list(texts))


ITEMS = '<ul id=l></ul><label>Item <input id=f></label><button onclick="{}">Add</button><p id=t></p>'
ADD = "let x = document.createElement('li'); x.textContent = f.value; l.append(x); "
TICKETS = "".join(
    f"<form method=post action=/close><p>Ticket {number}: open</p><input type=hidden name=id value={number}>"
    f"<button>Close {number}</button></form>"
    for number in (6, 7, 8)
)
NOTE = f"""<label>Note <input id=f></label><button onclick="{send("/notes", "{note: f.value}", then="t.textContent = 'Note added'")}">Add</button><p id=t></p>"""
LOGIN = "<form method=post action=/login><label>Password <input name=word></label><button>Log in</button></form>"
BUY = f"""<button onclick="{send("/orders", "{item: 'kettle'}", then="t.textContent = 'Ordered ' + (++n)")}">Order kettle</button><p id=t></p><script>n = 0</script>"""
GUESTS = "<form method=post action=/guests><label>Name <input name=name></label><button>Add guest</button></form>"

FALSE = {
    "a preview of what was typed": (
        {"/": "<label>Say <input oninput='p.textContent = this.value'></label><p id=p></p>"},
        "Send the message 'Hello Ada'",
        [([fill("input-0", "Hello Ada")], shows("Hello Ada"))],
        {},
    ),
    "a text that stood there, and nothing done with what the task names": (
        {"/": "<p>Readers say: thank you for subscribing me!</p>"},
        "Subscribe ada@example.com to the newsletter",
        [([], "thank you for subscribing")],
        {},
    ),
    "words of the task that stood there": (
        {"/": "<button>Press the button</button>"},
        "Press the button.",
        [([], "Press the button")],
        {},
    ),
    "an answer that the page ignores": (
        {"/": NOTE, "/notes": (500, "{}", "application/json")},
        "Add the note 'call back'",
        [([fill("input-0", "call back"), click("button-0")], shows("Note added"))],
        {},
    ),
    "an error in an answer of status 200": (
        {"/": NOTE, "/notes": (200, '{"errors": [{"message": "no stock"}]}', "application/json")},
        "Add the note 'call back'",
        [([fill("input-0", "call back"), click("button-0")], shows("Note added"))],
        {},
    ),
    "a page that says that it was declined": (
        {"/": PRICE, "/price": "<h1>Request received</h1><p>The change was declined by the owner.</p>"},
        "Set the price to {{price}}",
        [([fill("input-0", "{{price}}"), click("button-0")], shows("Request received"))],
        {"price": "50"},
    ),
    "a page that asks to log in": (
        {"/": PRICE, "/price": (303, "/in", ""), "/in": "<h1>Welcome back</h1><input type=password>"},
        "Set the price to {{price}}",
        [([fill("input-0", "{{price}}"), click("button-0")], shows("Welcome back"))],
        {"price": "50"},
    ),
    "a value that was dropped": (
        {"/": f"{PRICE}<a href=/home>Cancel</a>", "/home": "<h1>Your shop</h1>"},
        "Set the price to {{price}}",
        [([fill("input-0", "{{price}}"), click("a-0")], shows("Your shop"))],
        {"price": "50"},
    ),
    "another item": (
        {"/": TICKETS, "/close": (303, "/done", ""), "/done": "<h1>Closed</h1>"},
        "Close ticket 7",
        [([click("button-2")], shows("Closed"))],
        {},
    ),
    "another value than the datum": (
        {"/": PRICE, "/price": (303, "/done", ""), "/done": SAVED},
        "Set the price to {{price}} and save",
        [([fill("input-0", "500"), click("button-0")], shows("Your changes were saved"))],
        {"price": "50"},
    ),
    "a form that comes back with a field marked as wrong": (
        {"/": PRICE, "/price": "<h1>Almost</h1>" + PRICE.replace("name=price", "name=price aria-invalid=true")},
        "Set the price to {{price}}",
        [([fill("input-0", "{{price}}"), click("button-0")], shows("Almost"))],
        {"price": "50"},
    ),
    "another word than the one that the task quotes": (
        {"/": PRICE, "/price": (303, "/done", ""), "/done": SAVED},
        "Set the price to 'seven'",
        [([fill("input-0", "eleven"), click("button-0")], shows("Your changes were saved"))],
        {},
    ),
    "day and month swapped": (
        {
            "/": "<form method=post action=/book><label>Date <input name=day></label><button>Book</button></form>",
            "/book": (303, "/done", ""),
            "/done": "<h1>Booked</h1><p>4 March 2026</p>",
        },
        "Book 3 April 2026",
        [([fill("input-0", "03/04/2026"), click("button-0")], shows("Booked"))],
        {},
    ),
    "a text that was cut": (
        {
            "/": "<form method=post action=/say><label>Text <input name=text></label><button>Send</button></form>",
            "/say": (303, "/done", ""),
            "/done": "<h1>Sent</h1><p>Please ring twice, the</p>",
        },
        "Send the text",
        [([fill("input-0", "Please ring twice, the bell is broken"), click("button-0")], shows("Sent"))],
        {},
    ),
    "an item that is gone when the page is opened anew": (
        {"/": ITEMS.format(ADD + send("/items", "{item: f.value}")), "/items": (202, "{}", "application/json")},
        "Add 'oat milk' to the list",
        [([fill("input-0", "oat milk"), click("button-0")], shows("oat milk"))],
        {},
    ),
    "two of three": (
        {"/": PRICE, "/price": "<h1>Prices set</h1><p>2 of 3 prices updated; 1 skipped.</p>"},
        "Set the prices 1,2,x",
        [([fill("input-0", "1,2,x"), click("button-0")], shows("Prices set"))],
        {},
    ),
    "a row that was forgotten": (
        {"/": lambda got: f"<p>{len(got)} guests</p>{GUESTS}", "/guests": (303, "/", "")},
        "Add the guests {{guest 1}} and {{guest 2}}",
        [([fill("input-0", "{{guest 1}}"), click("button-0")], shows("1 guests"))],
        {"guest 1": "Ada", "guest 2": "Bob"},
    ),
    "the same thing twice": (
        {"/": BUY, "/orders": (200, '{"ok": true}', "application/json")},
        "Order one kettle",
        [([click("button-0")], None), ([click("button-0")], shows("Ordered 2"))],
        {},
    ),
}

TRUE = {
    "a form with a datum": (
        {"/": PRICE, "/price": (303, "/done", ""), "/done": SAVED},
        "Set the price to {{price}} and save",
        [([fill("input-0", "{{price}}"), click("button-0")], shows("Your changes were saved"))],
        {"price": "50"},
        "proved",
    ),
    "the same in a later step": (
        {"/": PRICE, "/price": (303, "/done", ""), "/done": SAVED},
        "Set the price to {{price}} and save",
        [([fill("input-0", "{{price}}"), click("button-0")], None), ([], "Your changes were saved")],
        {"price": "50"},
        "proved",
    ),
    "a value that the page writes in its own way": (
        {"/": PRICE, "/price": (303, "/done", ""), "/done": "<h1>Saved</h1><p>€ 1,234.50</p>"},
        "Set the price to '1234.5'",
        [([fill("input-0", "1234.5"), click("button-0")], shows("€ 1,234.50"))],
        {},
        "proved",
    ),
    "several rows": (
        {"/": lambda got: f"<p>{len(got)} guests</p>{GUESTS}", "/guests": (303, "/", "")},
        "Add the guests {{guest 1}} and {{guest 2}}",
        [
            ([fill("input-0", "{{guest 1}}"), click("button-0")], None),
            ([fill("input-1", "{{guest 2}}"), click("button-1")], shows("2 guests")),
        ],
        {"guest 1": "Ada", "guest 2": "Bob"},
        "proved",
    ),
    "an error that was asked for": (
        {"/": LOGIN, "/login": (401, "<h1>Wrong password. Please try again.</h1>", "text/html")},
        "Check that a wrong password shows an error",
        [([fill("input-0", "nonsense"), click("button-0")], shows("Wrong password"))],
        {},
        "shown",
    ),
    "a refusal that answers a question": (
        {"/": PRICE, "/price": "<h1>Prices</h1><p>That price has expired</p>"},
        "What does the shop say to the price {{price}}?",
        [([fill("input-0", "{{price}}"), click("button-0")], shows("has expired"))],
        {"price": "50"},
        "proved",
    ),
    "as often as the task names it": (
        {"/": lambda got: f"<p>{len(got)} prices</p>{PRICE}", "/price": (303, "/", "")},
        "Save {{price}} for Ada and {{price}} for Bob",
        [
            ([fill("input-0", "{{price}}"), click("button-0")], None),
            ([fill("input-1", "{{price}}"), click("button-1")], shows("2 prices")),
        ],
        {"price": "50"},
        "shown",
    ),
    "a draft that was asked for": (
        {"/": PRICE, "/price": "<h1>Draft saved</h1>"},
        "Save the price 50 as a draft",
        [([fill("input-0", "50"), click("button-0")], shows("Draft saved"))],
        {},
        "shown",
    ),
    "a filter in the page": (
        {"/": "<label>Find <input oninput='t.textContent = \"1 kettle found\"'></label><p id=t></p>"},
        "Find kettles",
        [([fill("input-0", "kettle")], shows("1 kettle found"))],
        {},
        "shown",
    ),
    "a state that was there already": (
        {"/": "<p>Newsletter: off</p><button>Save</button>"},
        "Make sure that the newsletter is off",
        [([], "Newsletter: off")],
        {},
        "shown",
    ),
    "the same thing twice, as asked": (
        {"/": BUY, "/orders": (200, '{"ok": true}', "application/json")},
        "Order two kettles",
        [([click("button-0")], None), ([click("button-0")], shows("Ordered 2"))],
        {},
        "shown",
    ),
    "a message that looks the same as before": (
        {"/": NOTE.replace("<p id=t></p>", "<p id=t>Note added</p>"), "/notes": (200, "{}", "application/json")},
        "Add the note 'call back'",
        [([fill("input-0", "call back"), click("button-0")], shows("Note added"))],
        {},
        "proved",
    ),
    "a record that is deleted": (
        {
            "/": f"""<p id=r>report.pdf <button onclick="{send("/f/7", "{}", method="DELETE", then="r.remove()")}">Delete</button></p>""",
            "/f/7": (204, "", "text/plain"),
        },
        "Delete report.pdf",
        [([click("button-0")], action("expect_gone", value="report.pdf"))],
        {},
        "shown",
    ),
    "a body that cannot be read": (
        {
            "/": """<label>Word <input id=f></label><button onclick="crypto.subtle.digest('SHA-256', new TextEncoder().encode(f.value))
            .then(d => fetch('/word', {method: 'POST', body: d})).then(() => t.textContent = 'Word set')">Set</button><p id=t></p>""",
            "/word": (200, "{}", "application/json"),
        },
        "Set the word {{word}}",
        [([fill("input-0", "{{word}}"), click("button-0")], shows("Word set"))],
        {"word": "elephant"},
        "shown",
    ),
    "a value that was refused and corrected": (
        {
            "/": PRICE,
            "/price": lambda got: (303, "/done", "") if b"50" in got[-1] else (422, PRICE, "text/html"),
            "/done": SAVED,
        },
        "Set the price to {{price}} and save",
        [
            ([fill("input-0", "fifty"), click("button-0")], None),
            ([fill("input-1", "{{price}}"), click("button-1")], shows("Your changes were saved")),
        ],
        {"price": "50"},
        "proved",
    ),
    "data that the task does not need": (
        {"/": PRICE, "/price": (303, "/done", ""), "/done": SAVED},
        "Set the price to {{price}} and save",
        [([fill("input-0", "{{price}}"), click("button-0")], shows("Your changes were saved"))],
        {"price": "50", "colour": "red"},
        "proved",
    ),
}


@pytest.mark.parametrize("name", FALSE)
async def test_a_false_claim_is_refused(page, name):
    pages, task, steps, data = FALSE[name]
    result = await played(page, pages, task, *steps, data=data)
    assert not result.complete
    assert result.steps[0].problem == ""
    assert any(step.claim and not step.claim.accepted for step in result.steps)


@pytest.mark.parametrize("name", TRUE)
async def test_a_true_claim_is_accepted_at_once_with_its_grade(page, name):
    pages, task, steps, data, grade = TRUE[name]
    result = await played(page, pages, task, *steps, data=data)
    assert (result.complete, result.proof, len(result.steps)) == (True, grade, len(steps)), result.steps[-1].claim
    assert bool(result.shortfall) is (grade == "shown")


async def test_the_same_claim_again_does_not_answer_a_doubt_and_new_evidence_does(page):
    pages = {
        "/": PRICE,
        "/price": "<h1>Request received</h1><p>The bank declined the first try.</p><p>Paid in full</p>",
    }
    begun = ([fill("input-0", "{{price}}"), click("button-0")], shows("Request received"))
    again, other = ([], shows("Request received")), ([], shows("Paid in full"))
    task, data = "Set the price to {{price}}", {"price": "50"}
    result = await played(page, pages, task, begun, again, ([], "Request received"), data=data)
    assert not result.complete
    assert "the same evidence does not answer that" in result.steps[1].claim.reason
    result = await played(page, pages, task, begun, other, data=data)
    assert (result.proof, len(result.steps)) == ("shown", 2)
    assert "declined" in result.shortfall


async def test_a_doubt_that_was_answered_does_not_meet_the_demand_for_proof(page):
    said = "<h1>Request received</h1><p>The bank declined the first try.</p><p>Paid in full</p>"
    begun = ([fill("input-0", "{{price}}"), click("button-0")], shows("Request received"))
    pages, data = {"/": PRICE, "/price": said}, {"price": "50"}
    result = await played(
        page, pages, "Set the price to {{price}}", begun, ([], shows("Paid in full")), data=data, evidence="sent"
    )
    assert not result.complete
    assert result.steps[1].claim.reason.startswith("this run needs proof by what was sent: the page says")


async def test_a_change_that_is_only_queued_does_not_meet_the_demand_for_proof(page):
    pages = {"/": NOTE, "/notes": (202, "{}", "application/json")}
    added = ([fill("input-0", "call back"), click("button-0")], shows("Note added"))
    result = await played(page, pages, "Add the note 'call back'", added, evidence="sent")
    assert not result.complete
    assert "only queued (HTTP 202)" in result.steps[0].claim.reason
    assert (await played(page, pages, "Add the note 'call back'", added)).proof == "shown"


async def test_a_run_may_demand_proof_by_what_was_sent(page):
    pages = {"/": PRICE, "/price": (303, "/done", ""), "/done": SAVED}
    proof = shows("Your changes were saved")
    saved = ([fill("input-0", "{{price}}"), click("button-0")], proof)
    assert (
        await played(page, pages, "Set the price to {{price}}", saved, data={"price": "50"}, evidence="sent")
    ).complete
    result = await played(
        page, pages, "Set the price", ([fill("input-0", "50"), click("button-0")], proof), evidence="sent"
    )
    assert not result.complete
    assert result.steps[0].claim.reason.startswith("this run needs proof by what was sent: no value was named")
