"""A run is recorded, and replayed without a model: on the same site, on a changed one, and not at all where a doubt is left."""

import pytest
from builders import action, reply
from recorded_shop import PRODUCTS, shop
from served_pages import ServedPages

from actwright import Agent, ConfigError
from actwright.engine.policies.replay import Replay
from actwright.recording import read_recording, record, write_recording
from actwright.schemas.recording import RecordedAction, RecordedStep, Recording
from actwright.schemas.task import Task
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow


async def replayed(recording, page, url, **given):
    agent = Agent(policy=Replay(recording), out=None)
    return await agent.run(recording.task, url=url, page=page, **(given or {"data": {"name": "Ada Lovelace"}}))


async def test_what_is_recorded_is_short_and_says_what_a_person_would(bought, tmp_path):
    """No ID, no number that another run has others of, and a reference for what came from the data."""
    write_recording(record(bought), tmp_path / "buy.yaml")
    text = (tmp_path / "buy.yaml").read_text()
    assert "Ada" not in text
    assert "4711" not in text
    assert "button-" not in text
    assert "value: '{{name}}'" in text
    assert "row: Kayak | $320" in text
    assert len(text.splitlines()) < 60
    assert read_recording(tmp_path / "buy.yaml") == record(bought)


async def test_what_may_have_been_done_is_recorded_once(bought):
    """An answer that came too late: the run went on from what had come of the click, or clicked again."""

    def retold(step, *outcomes):
        return bought.model_copy(update={"steps": (step.model_copy(update={"outcomes": outcomes}), *bought.steps[1:])})

    first = bought.steps[0]
    (clicked,) = first.outcomes
    unknown = clicked.model_copy(update={"status": "unknown", "detail": "no answer in time"})
    assert record(retold(first, unknown)) == record(bought)
    assert record(retold(first, unknown, clicked)) == record(bought)


async def test_the_same_is_done_without_a_call_or_a_picture(bought, page, site):
    result = await replayed(record(bought), page, site.url, data={"name": "Grace Hopper"})
    assert result.complete, result
    assert not result.exchanges
    assert all(step.page.screenshot is None for step in result.steps)
    assert site.asked.count("/order/Kayak") == 2
    assert await page.inner_text("p") == "Thank you, Grace Hopper"


@pytest.mark.parametrize(
    "changed",
    [
        {"products": dict(reversed(PRODUCTS.items()))},
        {"products": {"Sail": 99, **PRODUCTS}},
        {"products": {**PRODUCTS, "Kayak": 350}},
        {"extra": "<nav><button>Menu</button><button>Cart (2)</button></nav><p>We have a sale.</p>"},
        {"label": "Name of the customer"},
    ],
    ids=["other order", "one row more", "another price", "a header", "a label in other words"],
)
async def test_a_changed_page_is_followed(bought, page, changed):
    with ServedPages(shop(**changed)) as other:
        result = await replayed(record(bought), page, other.url)
        assert result.complete, result
        assert [path for path in other.asked if path.startswith("/order")] == ["/order/Kayak"]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"products": {"Canoe": 420, "Paddle": 35}}, "there is no button"),
        ({"products": {"Canoe": 420, "Kayak XL": 320, "Kayak": 320}, "buy": "Delete"}, "there is no button"),
        ({"buy": "Add to the wish list"}, "there is no button"),
    ],
    ids=["its row is gone", "a button that destroys", "another name"],
)
async def test_nothing_is_done_where_the_element_is_gone(bought, page, changed, why, monkeypatch):
    monkeypatch.setattr("actwright.engine.policies.replay.policy.PATIENCE", 0.3)
    with ServedPages(shop(**changed)) as other:
        result = await replayed(record(bought), page, other.url)
        assert not result.complete
        assert why in result.message
        assert not [path for path in other.asked if path.startswith("/order")]


async def test_what_was_skipped_because_the_page_moved_on_is_done_then(bought, page):
    """The address changes with the first letter, which ends the batch there."""
    pages = shop()
    order = pages["/order/Kayak"]
    draft = "<script>addEventListener('input', () => history.replaceState(0, '', '?draft'))</script>"
    with ServedPages(pages | {"/order/Kayak": lambda _: order(None) + draft}) as other:
        result = await replayed(record(bought), page, other.url)
    assert result.complete, result
    assert [len(step.outcomes) for step in result.steps] == [1, 3, 2]


async def test_evidence_must_hold(bought, page, site):
    """The page takes the order and shows something else."""
    with ServedPages(
        {path: body if path == "/" else body(None).replace("confirmed", "refused") for path, body in site.pages.items()}
    ) as other:
        result = await replayed(record(bought), page, other.url)
    assert not result.complete
    assert "confirmed" in result.message
    assert result.steps[-1].page.screenshot  # where it gives up, and only there
    assert not any(step.page.screenshot for step in result.steps[:-1])


async def test_a_value_that_is_missing_is_told_before_anything_is_opened(bought, page, site):
    asked = len(site.asked)
    with pytest.raises(ConfigError, match=r"needs 1 value that the task does not have: \{\{name\}\}"):
        await replayed(record(bought), page, site.url, data={"nam": "Ada"})
    assert len(site.asked) == asked


async def test_without_a_recording_it_says_how_to_give_one():
    with pytest.raises(ConfigError, match=r"needs a recording: replay:FILE\.yaml"):
        await Agent(policy="replay", out=None).run("Buy the Kayak", url="http://127.0.0.1:9/")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has no names with values"),
        ("version: 9\ntask: x", "a recording of version 9"),
        ("version: 1\ntask: [", "line [23]: not valid YAML"),
        ("version: 1\ntask: x\nsteps: []", "steps"),
        ("version: 1\ntask: x\nstep: []\nsteps:\n- actions: []", "step: extra inputs are not permitted"),
    ],
)
def test_a_file_that_is_no_recording(tmp_path, text, says):
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(ConfigError, match=says):
        read_recording(tmp_path / "x.yaml")


async def test_a_field_may_be_sent_under_the_name_that_it_has_now(page):
    """Its label is the same, so it was filled in; a value under a name that no field has is another one."""
    html = """<h1>Prices</h1><form method=post action=/prices><label>Price <input name=price></label>
    <input type=hidden name=other><button>Save</button></form>"""
    with ServedPages({"/": html, "/prices": "<h1>Price saved</h1>"}) as site:
        save = action("fill", element_id="input-0", value="{{price}}"), action("click", element_id="button-0")
        checks = (
            action("expect_request", text=["POST /prices", "price={{price}}"]),
            action("expect", text=["Price saved"]),
        )
        agent = Agent(ScriptedModel([reply(*save, checks[0]), reply(checks[1], complete=True)]), out=None)
        made = record(await agent.run("Set the price", url=site.url, page=page, data={"price": "50"}))
        site.pages["/"] = html.replace("name=price", "name=f_price")
        result = await replayed(made, page, site.url, data={"price": "60"})
        assert result.complete, result
        moved = html.replace("<form", "<form onsubmit='this.other.value = this.price.value; this.price.remove()'")
        site.pages["/"] = moved
        assert not (await replayed(made, page, site.url, data={"price": "60"})).complete


async def test_a_check_of_a_request_is_recorded_without_what_another_run_has_not(page):
    """No host, no ID in the path, no status but its class, references for values; the next run proves its own request."""
    html = """<label>Price <input id=price></label><button onclick="fetch('/items/8231/prices', {method: 'POST',
    body: JSON.stringify({price: price.value, size: 9}), headers: {'Content-Type': 'application/json'}})">Save</button>"""
    with ServedPages({"/": html, "/items/8231/prices": (201, {}, "")}) as site:
        check = action(
            "expect_request", text=[f"POST {site.url}/items/8231/prices", "201", "price={{price}}", "size=9"]
        )
        save = action("fill", element_id="input-0", value="{{price}}"), action("click", element_id="button-0")
        agent = Agent(ScriptedModel([reply(*save, check, complete=True)]), out=None)
        made = record(await agent.run("Set the price", url=site.url, page=page, data={"price": "50"}))
        assert made.actions[-1] == RecordedAction(
            tool="expect_request",
            parameters={
                "path": "/items/*/prices",
                "method": "POST",
                "status": "2xx",
                "values": {"price": "{{price}}", "size": "9"},
            },
        )
        result = await replayed(made, page, site.url, data={"price": "60"})
        assert (result.complete, result.proof) == (True, "proved")
        site.pages["/"] = html.replace("price.value", "55")
        result = await replayed(made, page, site.url, data={"price": "60"})
        assert not result.complete


async def test_a_record_that_the_data_name_is_named_by_them_in_the_path_of_its_request(page):
    """With the number of another record, the next run sends to that record's address, and this is its proof."""
    html = """<h1>Prices</h1><form method=post action=/items/8231><label>Price <input name=price></label>
    <button>Save</button></form>"""
    with ServedPages({"/": html} | {f"/items/{n}": f"<h1>Item {n} saved</h1>" for n in (8231, 9004)}) as site:
        done = action("fill", element_id="input-0", value="{{price}}"), action("click", element_id="button-0")
        answer = reply(*done, action("expect", text=["Item 8231 saved"]), complete=True)
        agent, data = Agent(ScriptedModel([answer]), out=None), {"price": "50", "item": "8231"}
        task = "Set the price of item {{item}} to {{price}}"
        made = record(await agent.run(task, url=site.url, page=page, data=data))
        sent = [each.parameters["path"] for each in made.actions if each.tool == "expect_request"]
        assert sent == ["/items/{{item}}"]
        site.pages["/"] = html.replace("8231", "9004")
        assert (await replayed(made, page, site.url, data={"price": "60", "item": "9004"})).complete


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("status", "beacon", "why"),
    [(422, False, "refused_by_page"), (422, True, "unconfirmed"), (200, False, "unconfirmed")],
)
async def test_a_form_that_the_server_refuses_is_refused(page, status, beacon, why, apart):
    """Unless it accepted something else that was sent with it; also where the proof was shown one step later."""
    also = "navigator.sendBeacon('/beacon', 'x')" if beacon else ""
    form = f"""<h1>Claim</h1><form method=post action=/claims onsubmit="{also}"><label>Amount <input name=amount></label>
    <button>Send</button></form>"""
    with ServedPages({"/": form, "/claims": "<h1>Claim received</h1>", "/beacon": (204, {}, "")}) as site:
        done = action("fill", element_id="input-0", value="{{amount}}"), action("click", element_id="button-0")
        proof = action("expect", text=["Claim received"])
        replies = [reply(*done), reply(proof, complete=True)] if apart else [reply(*done, proof, complete=True)]
        agent, data = Agent(ScriptedModel(replies), out=None), {"amount": "5"}
        made = record(await agent.run("Claim {{amount}}", url=site.url, page=page, data=data))
        site.pages["/claims"] = status, {}, form + "<p role=alert>The amount is too high.</p>"
        result = await replayed(made, page, site.url, data={"amount": "9000"})
    assert (result.reason, result.may_have_acted) == (why, True)
    assert "The amount is too high." in result.message


CHOICE = """<form method=post action=/order><fieldset><legend>Size</legend>
<label><input type=radio name=size value=s> Small</label><label><input type=radio name=size value=l> Large</label>
</fieldset><fieldset><legend>Gift wrap</legend><label><input type=radio name=wrap value=1> Yes</label>
<label><input type=radio name=wrap value=0> No</label></fieldset><button>Order</button></form>"""


async def test_a_radio_button_stands_for_the_value_that_chose_it(page):
    """Its form sends another word than its label: the run is proved all the same, and so is a replay with another value."""
    with ServedPages({"/": CHOICE, "/order": "<p>Thank you, the order was placed"}) as site:
        agent = Agent(policy="rules", out=None, evidence="sent")
        ordered = await agent.run("Order", url=site.url, page=page, data={"Size": "Large", "Gift wrap": "no"})
        recording = record(ordered)
        again = await replayed(recording, page, site.url, data={"Size": "Small", "Gift wrap": "no"})
    for result in (ordered, again):
        assert result.proof == "proved", result
        receipts = [receipt for step in result.steps for each in step.outcomes for receipt in each.receipts]
        assert [each.reference for each in receipts] == ["Size", "Gift wrap"]
    proof = next(action for action in recording.actions if action.tool == "expect_request")
    assert proof.parameters["values"] == {"size": "{{Size}}", "wrap": "{{Gift wrap}}"}


def test_a_fixed_value_that_was_sent_is_needed_too():
    """Without it, the request could not be compared once it had been sent."""
    sent = RecordedAction(tool="expect_request", parameters={"values": {"gift": "{{Gift wrap}}"}})
    step = RecordedStep(page="/", actions=(sent,))
    recording = Recording(task="Order", fixed={"Gift wrap": "yes", "Note": "none"}, steps=(step,))
    with pytest.raises(ConfigError, match=r"needs 1 value that the task does not have: \{\{Gift wrap\}\}"):
        Replay(recording).check(Task(text="Order"))
