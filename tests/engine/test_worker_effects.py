"""What workers, and the documents that a page writes itself, send is an effect as what the page sends is."""

import asyncio

import pytest
from builders import click, reply
from served_pages import ServedPages
from served_sockets import ServedSocket

from actwright import Agent, Permissions
from actwright.testing import ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pictures")]

SAVES = 'const socket = new WebSocket("ws://HOST/socket"); socket.onopen = () => socket.send("add milk");'
POSTS = 'fetch("http://HOST/add", { method: "POST", body: "milk" });'
FRAME = "const frame = document.createElement('iframe'); document.body.append(frame);"
IN_FRAME = SAVES.replace("new WebSocket", "new frame.contentWindow.WebSocket")
WRITTEN = f"new Blob(['<script>{SAVES}</' + 'script>'], {{ type: 'text/html' }})"


def shared(does):
    return f"onconnect = (event) => {{ event.ports[0].onmessage = () => {{ {does} }}; }};"


OLD_SHARED = "const worker = new SharedWorker('/worker.js'); worker.port.start();"
SENT = {
    "a worker": (
        "const worker = new Worker('/worker.js');",
        "worker.postMessage(1)",
        f"onmessage = () => {{ {SAVES} }}",
    ),
    "a new worker": ("", "new Worker('/worker.js')", SAVES),
    "a new module worker": ("", "new Worker('/worker.js', { type: 'module' })", SAVES),
    "a new worker that the page writes": ("", f"new Worker(URL.createObjectURL(new Blob([`{SAVES}`])))", ""),
    "a worker of a worker": ("", "new Worker('/outer.js')", SAVES),
    "a shared worker": (OLD_SHARED, "worker.port.postMessage(1)", shared(SAVES)),
    "a new shared worker": ("", "new SharedWorker('/worker.js')", SAVES),
    "a request of a shared worker": (OLD_SHARED, "worker.port.postMessage(1)", shared(POSTS)),
    "a service worker": (
        "let worker; navigator.serviceWorker.register('/worker.js').then((all) => { worker = all.installing });",
        "worker.postMessage(1)",
        f"onmessage = () => {{ {SAVES} }}",
    ),
    "a new blank frame": ("", FRAME + IN_FRAME, ""),
    "a new frame that the page writes": ("", f"{FRAME} frame.src = URL.createObjectURL({WRITTEN});", ""),
    "a blank tab": ("", f"const frame = {{ contentWindow: open('') }}; {IN_FRAME}", ""),
    "a request of a blank tab": ("", f"open('').{POSTS}", ""),
    "a tab that the page writes": ("", f"open(URL.createObjectURL({WRITTEN}));", ""),
}
COUNTED = ["a worker", "a shared worker", "a request of a shared worker", "a service worker", "a new blank frame"]


@pytest.fixture
def played(page):
    """`await played(name, **options of the agent)`: clicks the button; returns the result and what the server got."""

    async def play(name, **options):
        prepares, on_click, script = SENT[name]
        socket = ServedSocket()
        with ServedPages({"/socket": socket, "/add": "ok"}) as site:

            def served(text):
                return text.replace("HOST", site.url.removeprefix("http://"))

            def javascript(text):
                return 200, {"Content-Type": "text/javascript"}, served(text)

            site.pages |= {
                "/": served(
                    f"<button id=save>Save</button><script>{prepares} save.onclick = () => {{ {on_click} }};"
                    "setTimeout(() => document.body.append('open'), 200)</script>"
                ),
                "/worker.js": javascript(script),
                "/outer.js": javascript("new Worker('/worker.js')"),
            }
            model = ScriptedModel(
                [
                    reply(("wait", {"text": "open", "seconds": 10}), click("button-0"), ("wait", {"seconds": 0.3})),
                    reply(("fail", {"reason": "enough"})),
                ]
            )
            result = await Agent(model, **options).run("Save it", url=f"{site.url}/", page=page)
            await asyncio.sleep(0.1)
            return result, [*socket.messages, *site.posts]

    return play


@pytest.mark.parametrize("name", SENT)
async def test_without_effects_nothing_is_sent(played, name):
    result, got = await played(name, permissions=Permissions(effects=0))
    assert got == []
    assert not result.may_have_acted


@pytest.mark.parametrize("name", COUNTED)
async def test_what_is_sent_may_have_changed_something(played, name):
    result, got = await played(name)
    assert len(got) == 1
    assert len(result.sent) == 1
    assert result.may_have_acted


async def test_what_is_blocked_in_a_worker_is_in_the_outcome(played):
    result, _ = await played("a shared worker", permissions=Permissions(effects=0))
    assert "a message to ws://127.0.0.1" in result.steps[0].outcomes[1].detail
