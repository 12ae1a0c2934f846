"""Messages over WebSockets are effects as requests are, except what a page sends by itself."""

import pytest
from builders import click, reply
from served_pages import ServedPages
from served_sockets import ServedSocket

from actwright import Agent, Permissions
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

OPENS = (
    "const socket = new WebSocket(`ws://${location.host}/socket`); socket.onopen = () => document.body.append('open');"
)
WAIT, ADD = ("wait", {"text": "open", "seconds": 10}), click("button-0")


def board(script="", on_click='socket.send("add milk")'):
    return f"<!doctype html><button onclick='{on_click}'>Add</button><script>{OPENS}{script}</script>"


@pytest.fixture
def socket():
    return ServedSocket()


@pytest.fixture
def played(page, socket):
    """`await played(html, **options of the agent)`: waits for the socket, clicks the button; returns the result."""

    async def play(html, *more, **options):
        with ServedPages({"/": html, "/socket": socket}) as site:
            model = ScriptedModel([reply(WAIT), reply(ADD, *more), reply(("fail", {"reason": "enough"}))])
            return await Agent(model, **options).run("Add milk", url=f"{site.url}/", page=page)

    return play


async def test_a_message_that_a_click_sends_may_have_changed_something(played, socket):
    result = await played(board())
    (request,) = result.steps[1].outcomes[0].sent
    assert request.request.startswith("SEND ws://127.0.0.1")
    assert request.status is None
    assert (result.may_have_acted, result.changed, socket.messages) == (True, True, ["add milk"])


async def test_several_messages_of_one_action_over_one_socket_are_one_entry(played, socket):
    result = await played(board(on_click='socket.send("add milk"); socket.send("add eggs")'))
    assert len(result.steps[1].outcomes[0].sent) == 1
    assert socket.messages == ["add milk", "add eggs"]


@pytest.mark.parametrize(
    "message",
    ["ping", "2", '{\\"type\\": \\"ping\\", \\"id\\": 7}', '[null, \\"5\\", \\"phoenix\\", \\"heartbeat\\", {}]'],
)
async def test_a_sign_of_life_is_no_effect(played, socket, message):
    result = await played(board(on_click=f'socket.send("{message}")'))
    assert socket.messages
    assert (result.may_have_acted, result.sent) == (False, ())


@pytest.mark.parametrize(
    "message",
    [
        '{\\"type\\": \\"message\\", \\"text\\": \\"ping\\"}',
        '{\\"type\\": \\"heartbeat\\", \\"order\\": \\"lamp\\"}',
        "ping Ada",
    ],
)
async def test_a_message_that_says_more_than_a_sign_of_life_is_an_effect(played, socket, message):
    result = await played(board(on_click=f'socket.send("{message}")'))
    assert len(result.sent) == 1
    count = len(socket.messages)

    result = await played(board(on_click=f'socket.send("{message}")'), permissions=Permissions(effects=0))
    assert "a message to ws://127.0.0.1" in result.steps[1].outcomes[0].detail
    assert len(socket.messages) == count


async def test_what_a_page_sends_without_an_action_is_no_effect_during_one(played, socket):
    beats = "let n = 0; setInterval(() => { if (socket.readyState === 1) socket.send('cursor at ' + n++) }, 100);"
    page = board(beats, on_click="")

    result = await played(page, ("wait", {"seconds": 0.5}))
    assert len(socket.messages) > 2
    assert result.sent == ()


async def test_what_the_page_says_that_an_action_leads_to_is_no_effect(page, socket):
    opened = board("socket.onopen = () => socket.send('subscribe');")
    with ServedPages({"/": "<a href=/board>Board</a>", "/board": opened, "/socket": socket}) as site:
        model = ScriptedModel([reply(click("a-0"), ("wait", {"seconds": 0.3})), reply(("fail", {"reason": "enough"}))])
        result = await Agent(model).run("Look at the board", url=f"{site.url}/", page=page)
    assert socket.messages == ["subscribe"]
    assert result.sent == ()


async def test_without_effects_no_message_leaves_but_signs_of_life_do(played, socket):
    result = await played(
        board(on_click='socket.send("add milk"); socket.send("ping")'), permissions=Permissions(effects=0)
    )
    assert socket.messages == ["ping"]
    assert "a message to ws://127.0.0.1" in result.steps[1].outcomes[0].detail
    assert not result.may_have_acted


@pytest.mark.parametrize(("button", "status"), [("Remove", "complete"), ("Cancel", "failed"), ("Close", "failed")])
async def test_a_dialog_that_a_message_closes_shows_that_it_was_sent(page, socket, button, status):
    html = f"""<!doctype html><button onclick="box.hidden = false">Remove a part</button><div id=box hidden><label>Reason
        <input></label><button onclick="socket.send('{button}'); box.hidden = true">{button}</button></div>
        <script>{OPENS}</script>"""
    gone = ("expect_gone", {"element_id": "", "value": "Reason"})
    with ServedPages({"/": html, "/socket": socket}) as site:
        edit = ("fill", {"element_id": "input-0", "value": "it is broken"})
        model = ScriptedModel(
            [
                reply(WAIT, click("button-0")),
                reply(edit, click("button-1"), gone, complete=True),
                reply(("fail", {"reason": "refused"})),
            ]
        )
        result = await Agent(model).run("Remove the part, which is broken", url=f"{site.url}/", page=page)
    assert (result.status, result.proof) == (status, "shown" if status == "complete" else None)
