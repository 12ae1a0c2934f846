"""Numbers that each run has others of are no literals in a recording: what a page gave is a value, what only stands there a type."""

from itertools import count

import pytest
from builders import action, reply
from served_pages import ServedPages

from actwright import Agent, ConfigError
from actwright.engine.matching.elements import find
from actwright.engine.matching.patterns import generalised, given_by, values_in
from actwright.engine.policies.replay import Replay
from actwright.recording import read_recording, record, write_recording
from actwright.recording.codegen import Demonstration
from actwright.recording.codegen.deeds import PersonStep
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.recording import RecordedTarget
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

TASK = "Order a kayak and look where it is"


def ordering(shown="Order {number} is placed"):
    """An order gets a number, by which it is looked up afterwards; the orders of others are in the list as well."""
    numbers = count(4711)

    def placed(_):
        number = next(numbers)
        others = "".join(f"<tr><td>{number - each}<td>Kayak<td><button>Details</button>" for each in (2, 1))
        found = "document.body.innerHTML = '<h1>On its way</h1><p>' + document.querySelector('input').value + '</p>'"
        row = f"<tr><td>{number}<td>Kayak<td><button onclick=\"this.textContent='Shown'\">Details</button>"
        return (
            f"<title>Placed</title><p>{shown.format(number=number)}</p><table>{others}{row}</table>"
            f'<label>Order number <input name=number></label><button onclick="{found}">Find</button>'
        )

    return {
        "/": "<title>Shop</title><h1>Kayak</h1><button onclick=\"location='/placed'\">Order</button>",
        "/placed": placed,
    }


async def played(page, pages, *replies, task=TASK):
    with ServedPages(pages) as site:
        return await Agent(ScriptedModel(replies), out=None).run(task, url=site.url, page=page)


def find_order(number):
    return reply(
        action("fill", element_id="input-0", value=number), action("click", element_id="button-4"),
        action("expect", text=["On its way"]), complete=True,
    )  # fmt: skip


ORDER = reply(action("click", element_id="button-0"))


@pytest.mark.slow
async def test_a_number_that_the_page_gave_is_typed_as_the_next_run_gets_it(page, tmp_path):
    result = await played(page, ordering(), ORDER, find_order("4711"))
    assert result.complete, result
    recording = record(result)
    assert recording.captures == {"order": "Order {int}"}
    assert recording.inputs == {}
    write_recording(recording, tmp_path / "order.yaml")
    assert "4711" not in (tmp_path / "order.yaml").read_text()
    pages = ordering()
    pages["/placed"](None)  # somebody else ordered meanwhile
    with ServedPages(pages) as site:
        agent = Agent(policy=Replay(read_recording(tmp_path / "order.yaml")), out=None)
        again = await agent.run(TASK, url=site.url, page=page)
    assert again.complete, again
    assert await page.inner_text("p") == "4712"


@pytest.mark.parametrize("shown", ["{number}", "Order</p><p>{number}"], ids=["bare", "words of another paragraph"])
async def test_a_number_that_nothing_tells_apart_is_refused(page, shown):
    result = await played(page, ordering(shown=shown), ORDER, find_order("4711"))
    assert result.complete, result
    with pytest.raises(
        ConfigError, match="typed 4711, which came from a page of the run, and no words beside it distinguish it"
    ):
        record(result)


async def test_a_number_that_a_later_page_gives_another_of_is_refused(page):
    pages = ordering()
    pages["/"] += "<p>Order 4600 is on its way</p><label>Look for <input></label>"
    first = reply(action("fill", element_id="input-0", value="4600"), action("click", element_id="button-0"))
    again = reply(
        action("fill", element_id="input-1", value="4600"), action("click", element_id="button-4"),
        action("expect", text=["On its way"]), complete=True,
    )  # fmt: skip
    result = await played(page, pages, first, again)
    assert result.complete, result
    with pytest.raises(ConfigError, match=r"step 2 uses 4600, .* but a later page showed another one"):
        record(result)


async def test_a_number_of_the_task_stays_as_it_is(page):
    result = await played(page, ordering(), ORDER, find_order("4711"), task="Look where order 4711 is")
    recording = record(result)
    assert recording.captures == {}
    assert recording.actions[1].parameters["value"] == "4711"


@pytest.mark.slow
async def test_where_the_page_gives_no_such_number_nothing_is_typed(page):
    recording = record(await played(page, ordering(), ORDER, find_order("4711")))
    with ServedPages(ordering(shown="It is placed")) as site:
        again = await Agent(policy=Replay(recording), out=None).run(TASK, url=site.url, page=page)
    assert not again.complete
    assert 'no page has shown {{order}} as "Order {int}"' in again.message


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Order #4711", "Order #{int}"),
        ("Invoice of 2026-05-04, 10:30", "Invoice of {date}, {time}"),
        ("Step 2 of 3", "Step 2 of 3"),
        ("Model 2048", "Model 2048"),
    ],
)
def test_what_varies_is_a_type(text, typed):
    assert generalised(text, lambda number: number == "2048") == typed


@pytest.mark.parametrize(
    ("value", "text", "pattern"),
    [
        ("4711", "Thank you\nOrder 4711 confirmed\nTotal 99", "Order {int}"),
        ("X7-22-K", "Your code: X7-22-K", "Your code: {code}"),
        ("4711", "Orders: 4711, 4712", "Orders: {int}"),
        ("4712", "Orders: 4711, 4712", ""),
        ("4711", "Order 4711\nOrder 4712", ""),
        ("4711", "4711", ""),
        ("4711", "4711 is your number", "{int} is your number"),
        ("4711", "4711 4709 Kayak 4710 Kayak", ""),
    ],
)
def test_what_a_page_gives_is_told_by_the_words_around_it(value, text, pattern):
    assert given_by(value, text) == pattern
    if pattern:
        assert values_in(text, pattern) == [value]


def test_a_name_with_a_type_is_found_whatever_its_number_is():
    sought = RecordedTarget(role="link", name="Order #{int}", tag="a")
    page = {
        "a-0": RecordedTarget(role="link", name="Orders", tag="a"),
        "a-1": RecordedTarget(role="link", name="Order #9", tag="a"),
    }
    assert find(sought, page).id == "a-1"
    two = page | {"a-2": RecordedTarget(role="link", name="Order #10", tag="a")}
    assert "two elements are alike" in find(sought, two).why
    assert not find(sought, {"a-0": page["a-0"]}).id


NAMED = RecordedTarget(role="button", name="Delete order 4711", tag="button")
IN_ROW = RecordedTarget(role="button", name="Delete", row="4711 | Kayak | Delete", tag="button")
IN_GROUP = RecordedTarget(role="button", name="Cancel", group="Order #4711", tag="button")


FIELD = NAMED.model_copy(update={"field": "delete", "type": "submit", "heading": "Orders", "near": ("Orders", "Shop")})


@pytest.mark.parametrize("sought", [NAMED, IN_ROW, IN_GROUP, FIELD], ids=["name", "row", "group", "field"])
def test_what_ends_one_record_is_not_done_to_another(sought):
    texts = {name: value.replace("4711", "4712") for name, value in sought if isinstance(value, str)}
    another = sought.model_copy(update=texts)
    assert find(sought, {"b-0": sought}).id == "b-0"
    assert find(sought, {"b-0": another, "b-1": sought}).id == "b-1"
    assert not find(sought, {"b-0": another}).id


def test_a_type_is_a_whole_number_and_only_that():
    sought = RecordedTarget(role="link", name="Order #{int}", tag="a")
    for name in ("Orders", "Order #", "Order #12a", "Order #12 and 13", "Reorder #12", "Order #{int} of 3"):
        assert not find(sought, {"a-0": RecordedTarget(role="link", name=name, tag="a")}).id, name


def deleting(number):
    gone = "document.body.innerHTML = '<p>It is deleted</p>'"
    row = f'<tr><td>{number}<td>Kayak<td><button onclick="{gone}">Delete</button>'
    named = f'<button onclick="{gone}">Delete order {number}</button>'
    return {"/": f"<title>Orders</title><h1>Order {number}</h1><table>{row}</table>{named}"}


@pytest.mark.slow
@pytest.mark.parametrize("button", ["button-0", "button-1"], ids=["row", "name"])
async def test_a_recording_deletes_no_other_order_than_the_recorded(page, button):
    steps = reply(action("click", element_id=button), action("expect", text=["It is deleted"]), complete=True)
    result = await played(page, deleting(4711), steps, task="Delete the order")
    assert result.complete, result
    recording = record(result)
    target = recording.actions[0].targets["element_id"]
    assert "4711" in f"{target.name} {target.row}"
    with ServedPages(deleting(4712)) as site:
        again = await Agent(policy=Replay(recording), out=None).run("Delete the order", url=site.url, page=page)
    assert not again.complete
    assert not [outcome for step in again.steps for outcome in step.outcomes if outcome.action.tool == "click"]
    with ServedPages(deleting(4711)) as site:
        again = await Agent(policy=Replay(recording), out=None).run("Delete the order", url=site.url, page=page)
    assert again.complete, again


@pytest.mark.slow
async def test_the_number_in_an_address_that_proved_a_run_is_another_in_the_next(page):
    numbers = count(4711)
    pages = {
        "/": lambda _: f"<title>Shop</title><button onclick=\"location='/orders/{next(numbers)}'\">Order</button>",
        "/orders/4711": "<title>Placed</title><h1>Thanks</h1>",
        "/orders/4712": "<title>Placed</title><h1>Thanks</h1>",
    }
    with ServedPages(pages) as site:
        proof = reply(action("expect_url", url="/orders/4711"), complete=True)
        agent = Agent(ScriptedModel([ORDER, proof]), out=None)
        result = await agent.run("Order a kayak", url=site.url, page=page)
        assert result.complete, result
        recording = record(result)
        assert recording.actions[-1].parameters == {"url": "/orders/{int}"}
        again = await Agent(policy=Replay(recording), out=None).run("Order a kayak", url=site.url, page=page)
        assert again.complete, again
        assert page.url.endswith("/orders/4712")


def test_a_number_in_brackets_does_not_make_another_name():
    assert (
        find(RecordedTarget(role="button", name="Cart (2)"), {"b": RecordedTarget(role="button", name="Cart (17)")}).id
        == "b"
    )


def test_a_typed_date_can_become_a_value():
    """A date that was right when it was recorded is in the past some day."""
    page = Observation(url="http://shop.test/")
    typed = [("2026-12-03", 'input-0 "Due"'), ("Ada", 'input-1 "Name"'), ("12", 'input-2 "Number"')]
    done = tuple(
        PersonStep(Action(reason="", tool="fill", parameters={"element_id": "x", "value": value}), page, title)
        for value, title in typed
    )
    shown = Demonstration("http://shop.test/", done, page, data={"name": "Ada"})
    assert shown.typed_dates == {"2026-12-03": 'input-0 "Due"'}
    named = shown.with_value("due", "2026-12-03")
    assert [each.action.parameters["value"] for each in named.done] == ["{{due}}", "Ada", "12"]
    assert named.data == {"name": "Ada", "due": "2026-12-03"}
    for name in ("name", "{x}"):
        with pytest.raises(ConfigError):
            shown.with_value(name, "2026-12-03")
