"""A proof stays whole, with types for what the page invents, and a replay is done only if it is new there, too."""

import re

import pytest
from builders import action, reply
from served_pages import ServedPages

from actwright import Agent, ConfigError
from actwright.engine.matching.patterns import repeatable
from actwright.engine.matching.same_task import another_task
from actwright.engine.policies.replay import Replay
from actwright.recording import record
from actwright.schemas.recording import RecordedAction, RecordedStep, Recording
from actwright.schemas.task import Task
from actwright.testing import ScriptedModel
from actwright.tools.expect import shows, url_matches

pytestmark = pytest.mark.usefixtures("no_pictures")


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Order 23741 saved", "Order {int} saved"),
        ("Order 7 saved", "Order {int} saved"),
        ("Ticket #12 was opened", "Ticket #{int} was opened"),
        ("Booking AB12-7F of 26 Nov 2026, 10:45 PM", "Booking {code} of {date}, {time}"),
        ("There are 3 items, page 1 of 2", "There are 3 items, page 1 of 2"),
        ("Total $150.00", "Total $150.00"),
    ],
)
def test_what_a_page_invents_is_a_type(text, typed):
    assert repeatable(text, lambda _: False) == typed
    assert shows(f"Hello. {text}.", typed)


def test_a_type_is_what_it_says():
    assert not shows("Order 5 could not be saved", "Order {int} saved")
    assert url_matches("http://x/orders/12", "/orders/{int}")
    assert not url_matches("http://x/orders/new", "/orders/{int}")


def shop(said="Order {number} saved", to="/orders", alert=""):
    """A form whose answer says that an order was saved, or what else is given."""
    numbers = iter(range(23741, 23800))
    form = f'<h1>New order</h1><form method=post action="{to}"><label>Customer <input name=customer></label><button>Save</button></form>'
    saved = lambda _: f"<nav>Orders</nav><h1>{said.format(number=next(numbers))}</h1>{alert}"  # noqa: E731
    return {"/": f"<nav>Orders</nav>{form}", "/orders": saved, "/drafts": saved}


async def played(page, pages, policy, who="Ann Lee"):
    with ServedPages(pages) as site:
        agent = Agent(policy, out=None) if isinstance(policy, ScriptedModel) else Agent(policy=policy, out=None)
        return await agent.run("Order for {{who}}", url=site.url, page=page, data={"who": who})


@pytest.mark.slow
async def test_a_replay_proves_what_the_run_proved_and_says_why_it_does_not(page):
    steps = [action("fill", element_id="input-0", value="{{who}}"), action("click", element_id="button-0")]
    model = ScriptedModel([reply(*steps, action("expect", text=["Order 23741 saved"]), complete=True)])
    recording = record(await played(page, shop(), model))
    *_, request, proof = recording.actions
    assert proof.parameters == {"text": ["Order {int} saved"]}
    assert request.parameters == {
        "method": "POST",
        "path": "/orders",
        "status": "2xx",
        "values": {"customer": "{{who}}"},
    }
    assert (await played(page, shop("Order 9{number} saved"), Replay(recording), "Ben Moss")).complete
    alert = "<p role=alert>VAT number is required</p>"
    failed = await played(page, shop("Order {number} could not be saved", alert=alert), Replay(recording))
    assert not failed.complete
    assert "New on the page:" in failed.message
    assert "VAT number is required" in failed.message
    assert not (await played(page, shop(to="/drafts"), Replay(recording))).complete
    renamed = shop() | {"/": shop()["/"].replace("Customer", "Client name").replace("name=customer", "name=client")}
    assert "Client name" in (await played(page, renamed, Replay(recording))).message


async def test_a_value_that_its_field_had_already_is_right_for_no_other_run(page):
    pages = shop()
    pages["/"] = pages["/"].replace("<button>", "<label>Boats <input name=boats value=1></label><button>")
    steps = [action("fill", element_id="input-0", value="{{who}}"), action("click", element_id="button-0")]
    model = ScriptedModel([reply(*steps, action("expect", text=["Order 23741 saved"]), complete=True)])
    task, sent = "Order {{boats}} for {{who}}", []
    pages["/orders"] = lambda request, answer=pages["/orders"]: (sent.append(1), answer(request))[1]
    with ServedPages(pages) as site:
        data = {"who": "Ann Lee", "boats": "1"}
        recording = record(await Agent(model, out=None).run(task, url=site.url, page=page, data=data))
        assert (recording.inputs, recording.fixed) == ({"who": "data"}, {"boats": "1"})
        replay = Agent(policy=Replay(recording), out=None)
        assert (await replay.run(task, url=site.url, page=page, data=data | {"who": "Ben Moss"})).complete
        with pytest.raises(ConfigError, match=r'\{\{boats\}\} \(no action enters it; it was "1" in the recorded run\)'):
            await replay.run(task, url=site.url, page=page, data=data | {"boats": "2"})
    assert len(sent) == 2


RECORDING = Recording(
    task="Order a {{what}} for {{who}}",
    inputs={"what": "data", "who": "data"},
    fixed={"size": "L"},
    steps=(RecordedStep(actions=(RecordedAction(tool="click"),)),),
)


@pytest.mark.parametrize(
    ("text", "data", "says"),
    [
        ("order a {{what}} for  {{who}}.", {"what": "kayak", "who": "Ann"}, ""),
        ("Order a kayak for Ann", {"what": "kayak", "who": "Ann", "size": "L"}, ""),
        ("Cancel the {{what}} of {{who}}", {"what": "kayak", "who": "Ann"}, "made for .*, and this task is "),
        ("Order a {{what}} for {{who}} and tick express", {"what": "kayak", "who": "Ann"}, "of another task"),
        ("Order a {{what}} for {{who}}", {"what": "kayak", "who": "Ann", "size": "M"}, "does not use 1 value .*size"),
        ("Order a {{what}} for {{who}}", {"what": "kayak", "who": "Ann", "tip": "3"}, "does not use 1 value .*tip"),
    ],
)
def test_a_recording_belongs_to_its_task(text, data, says):
    task = Task(text=text, data=data)
    assert re.search(says, another_task(RECORDING, task)) if says else not another_task(RECORDING, task)
    if says:
        with pytest.raises(ConfigError, match="Record this task again"):
            Replay(RECORDING).check(task)


def test_a_reference_whose_name_has_digits_stays_whole():
    assert (
        repeatable("Address {{address1}} of order 4711 saved", lambda _: False)
        == "Address {{address1}} of order {int} saved"
    )
