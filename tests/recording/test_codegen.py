"""What a person does once by hand becomes a recording that is replayed with other data. The person is real input of the browser."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys

import pytest
from recorded_shop import shop
from served_pages import ServedPages

from actwright import Agent, BrowserOptions, ConfigError
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.policies.replay import Replay
from actwright.recording import write_recording
from actwright.recording.codegen import proposals, watched

pytestmark = pytest.mark.slow


class Person:
    """Acts on a page as people do: slowly enough to see what came of the last thing."""

    def __init__(self, listener, page):
        self.listener, self.page = listener, page

    async def sees(self):
        """What was done has arrived, and the page has been looked at since."""
        for _ in range(2):
            await asyncio.sleep(0.25)
            await self.listener.settled()

    async def click(self, locator, **options):
        await locator.click(**options)
        await self.sees()

    async def types(self, locator, text):
        await locator.click()
        await self.page.keyboard.type(text)
        await self.sees()

    async def press(self, key):
        await self.page.keyboard.press(key)
        await self.sees()


async def shown(page, url, person, **given):
    """What came of a person's doing."""
    ready, until = asyncio.get_running_loop().create_future(), asyncio.Event()
    watching = asyncio.create_task(
        watched(page, url, until=until, ready=ready.set_result, say=given.pop("say", lambda _: None), **given)
    )
    await asyncio.wait({ready, watching}, return_when=asyncio.FIRST_COMPLETED)
    await person(Person(ready.result(), page))
    until.set()
    return await watching


def brief(recording):
    """Each action with the name of its element and its parameters."""
    return [
        (each.tool, *(target.name for target in each.targets.values()), *each.parameters.values())
        for each in recording.actions
    ]


async def buys(person):
    page = person.page
    row = page.get_by_role("row").filter(has_text="Kayak")
    await person.click(row.get_by_role("button"))
    await person.types(page.get_by_label("Your name"), "Ada Lovelace")
    await person.click(page.get_by_role("button", name="Order"))


async def test_what_is_shown_once_is_replayed_with_other_data(page, tmp_path):
    said = []
    with ServedPages(shop()) as site:
        seen = await shown(page, f"{site.url}/", buys, data={"name": "Ada Lovelace"}, say=said.append)
        recording = seen.recording("Buy the Kayak", proof=proposals(seen)[0])
        write_recording(recording, tmp_path / "buy.yaml")
        assert "Ada" not in (tmp_path / "buy.yaml").read_text()
        assert brief(recording) == [
            ("click", "Buy"), ("fill", "Your name", "{{name}}"), ("click", "Order"),
            ("expect", ["Order {int} confirmed"]),
        ]  # fmt: skip
        assert recording.actions[0].targets["element_id"].row == "Kayak | $320"
        assert said == ['1. click "Buy"', '2. fill "Your name"', '3. click "Order"']
        agent = Agent(policy=Replay(recording), out=None)
        result = await agent.run("Buy the Kayak", url=site.url, page=page, data={"name": "Grace Hopper"})
        assert result.complete, result
        assert await page.inner_text("p") == "Thank you, Grace Hopper"


FORM = """<title>Join</title><h1>Join</h1><form onsubmit="document.body.innerHTML = '<h1>Welcome</h1>'; return false">
<label>Password <input type=password></label>
<label><input type=checkbox> News</label>
<fieldset><legend>Size</legend><label><input type=radio name=s>Small</label><label><input type=radio name=s>Large</label></fieldset>
<label>Fruit <select><option>Apple<option>Pear</select></label>
<label>Email <input name=email></label><button>Send</button></form>"""


async def test_fields_are_told_by_what_became_of_them_and_passwords_never(page):
    """Keystrokes are one fill, a click on a label is a check, Enter submits and is no click on the button."""

    async def joins(person):
        page = person.page
        await person.types(page.get_by_label("Password"), "hunter2")
        await person.click(page.get_by_text("News"))
        await person.click(page.get_by_label("Large"))
        await page.get_by_label("Fruit").focus()
        await person.press("P")
        await person.types(page.get_by_label("Email"), "a@b.orh")
        await person.press("Backspace")
        await page.keyboard.type("g")
        await person.press("Enter")

    with ServedPages({"/": FORM}) as site:
        seen = await shown(page, f"{site.url}/", joins)
    recording = seen.recording("Join", proof="Welcome")
    assert brief(recording) == [
        ("fill", "Password", "{{password}}"), ("check", "News"), ("check", "Large"), ("select", "Fruit", "Pear"),
        ("fill", "Email", "a@b.org"), ("press", "Email", "Enter"), ("expect", ["Welcome"]),
    ]  # fmt: skip
    assert recording.inputs == {"password": "secret"}
    assert "hunter2" not in recording.model_dump_json()


async def test_ways_to_a_page_are_told_only_if_no_click_led_there(page):
    pages = {"/": "<h1>Start</h1><a href=/next>Next</a>", "/next": "<h1>Next</h1>", "/far": "<h1>Far</h1>"}

    async def goes(person):
        await person.click(person.page.get_by_role("link"))
        await person.page.goto(person.page.url.replace("/next", "/far"))
        await person.sees()

    with ServedPages(pages) as site:
        seen = await shown(page, f"{site.url}/", goes)
    assert brief(seen.recording("Go", proof="Far")) == [("click", "Next"), ("navigate", "/far"), ("expect", ["Far"])]


async def test_what_could_not_be_found_again_is_said_at_once_and_not_written(page):
    said = []
    body = "<h1>Twins</h1><button>Go</button><button>Go</button>"
    with ServedPages({"/": body}) as site:
        seen = await shown(
            page, f"{site.url}/", lambda person: person.click(page.get_by_role("button").first), say=said.append
        )
    assert said[0].startswith('Not recorded: click on button-0 "Go": two elements are alike')
    with pytest.raises(ConfigError, match="not everything could be recorded"):
        seen.recording("Go")


async def test_a_proof_must_hold_and_must_not_have_held_before(page):
    with ServedPages(shop()) as site:
        seen = await shown(page, f"{site.url}/", buys)
    assert proposals(seen) == ["Order {int} confirmed", "Thank you, Ada Lovelace"]
    with pytest.raises(ConfigError, match="does not show 'Paid'"):
        seen.recording("Buy", proof="Paid")
    with pytest.raises(ConfigError, match="held before the last action"):
        seen.recording("Buy", proof="/order/Kayak")
    assert [each.tool for each in seen.recording("Buy").actions] == ["click", "fill", "click"]


async def test_a_message_that_has_gone_is_a_proof_and_a_wrong_proof_loses_no_action(page):
    saves = """document.querySelector('p').textContent = 'Order 4711 saved';
    setTimeout(() => document.querySelector('p').remove(), 700)"""
    with ServedPages({"/": f'<h1>Orders</h1><p></p><button onclick="{saves}">Save</button>'}) as site:

        async def presses(person):
            await person.click(page.get_by_role("button"))
            await page.wait_for_function("!document.querySelector('p')")
            await person.sees()

        seen = await shown(page, f"{site.url}/", presses)
    assert "Order {int} saved" in proposals(seen)
    assert brief(seen.recording("Save", proof="Order 4711 saved"))[-1] == ("expect", ["Order {int} saved"])
    with pytest.raises(ConfigError, match="has not shown it since the last action"):
        seen.recording("Save", proof="Paid")
    assert brief(seen.recording("Save")) == [("click", "Save")]


async def test_what_was_sent_is_checked_in_each_replay(page):
    saves = """fetch('/orders', {method: 'POST', headers: {'content-type': 'application/json'},
    body: JSON.stringify({customer: document.querySelector('input').value})}).then(() => document.querySelector('p').textContent = 'Saved')"""
    form = '<h1>Orders</h1><label>Name <input></label><button onclick="%s">Save</button><p></p>'
    with ServedPages({"/": form % saves.replace('"', "&quot;"), "/orders": "ok"}) as site:

        async def saves_one(person):
            await person.types(page.get_by_label("Name"), "Ada Lovelace")
            await person.click(page.get_by_role("button"))

        seen = await shown(page, f"{site.url}/", saves_one, data={"name": "Ada Lovelace"})
        recording = seen.recording("Save an order", proof="Saved")
    sent = {"method": "POST", "path": "/orders", "status": "2xx", "values": {"customer": "{{name}}"}}
    assert [each.parameters for each in recording.actions if each.tool == "expect_request"] == [sent]


@pytest.fixture
def display(monkeypatch):
    """A screen that nobody sees."""
    program = shutil.which("Xvfb")
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Xvfb is not installed (the Debian package xvfb)")
    read, write = os.pipe()
    running = subprocess.Popen(
        [program, "-displayfd", str(write), "-screen", "0", "1400x1000x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    monkeypatch.setenv("DISPLAY", f":{number}")
    yield
    running.terminate()
    running.wait()


async def test_a_window_is_watched_until_it_is_closed(display):
    """In a headed browser; closing its only tab ends the recording, and nothing that was seen is lost."""
    with ServedPages(shop()) as site:
        async with open_browser(BrowserOptions(headless=False)) as opened:

            async def closes(person):
                await buys(person)
                await opened.page.close()

            seen = await shown(opened.page, f"{site.url}/", closes, data={"name": "Ada Lovelace"})
    assert [each.tool for each in seen.recording("Buy", proof="confirmed").actions] == [
        "click",
        "fill",
        "click",
        "expect",
    ]


BOARD = """<title>Board</title><h1>Board</h1><style>ul { display: none } div:hover > ul { display: block }
[role=button] { height: 60px; margin: 20px }</style>
<div role=button aria-label=Card onpointerdown="setPointerCapture(event.pointerId); this.held = true"
 onpointermove="if (this.held) this.style.translate = `0 ${event.clientY - 100}px`"
 onpointerup="this.held = false; if (event.clientY > 150) document.querySelector('p').textContent = 'Card moved'">Card</div>
<div role=button aria-label=Later>Later</div><button>Archive</button>
<div><button>Share</button><ul><li><button onclick="document.querySelector('p').textContent = 'Sent'">By mail</button></ul></div><p></p>"""


async def test_what_the_mouse_shows_and_carries_is_recorded(display):
    """A menu that opens under it, and a drag that the page makes of its moves; over what changes nothing it says nothing."""

    async def moves(person):
        page = person.page
        card, later = [await page.get_by_role("button", name=name).bounding_box() for name in ("Card", "Later")]
        await page.mouse.move(card["x"] + 50, card["y"] + 30)
        await page.mouse.down()
        await page.mouse.move(later["x"] + 50, later["y"] + 30, steps=5)
        await page.mouse.up()
        await person.sees()
        for name in ("Archive", "Share"):
            await page.get_by_role("button", name=name).hover()
            await person.sees()
        await person.click(page.get_by_role("button", name="By mail"))

    with ServedPages({"/": BOARD}) as site:
        async with open_browser(BrowserOptions(headless=False)) as opened:
            seen = await shown(opened.page, f"{site.url}/", moves)
            recording = seen.recording("Send it", proof="Sent")
            result = await Agent(policy=Replay(recording), out=None).run("Send it", url=site.url, page=opened.page)
    assert brief(recording) == [
        ("drag", "Card", "Later"), ("hover", "Share"), ("click", "By mail"), ("expect", ["Sent"]),
    ]  # fmt: skip
    assert result.complete, result


def test_ctrl_c_without_anything_done_writes_nothing(tmp_path):
    with ServedPages(shop()) as site:
        command = [sys.executable, "-m", "actwright", "codegen", site.url, "-o", "buy.yaml", "--headless"]
        running = subprocess.Popen(command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert running.stdout.readline() == "Do the task now. When it is done, close the window or press Ctrl-C.\n"
        running.send_signal(signal.SIGINT)
        _, complained = running.communicate(timeout=120)
    assert running.returncode == 2
    assert "there is nothing to record" in complained
    assert not list(tmp_path.iterdir())
