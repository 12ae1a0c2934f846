"""What the live view shows beside the moving picture: the look that a model had, what frames do not hold, and a lost service."""

import asyncio
from functools import partial

import pytest
from builders import action
from reused_page import close_all
from served_pages import ServedPages
from test_pages import problems_of, signed_in
from test_serve import TOKEN, asked, service, service_process, told

from actwright.testing import OpenAIChatServer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

PLACE = "position:fixed;left:10vw;width:30vw;height:6vh"
CONTROLS = f"""<title>Sell</title>
<form method=post action=/sold style="position:fixed;top:70vh"><label>Price <input name=price></label><button>Submit</button></form>
<label for=size style="position:fixed;top:2vh">Size</label>
<select id=size style="{PLACE};top:10vh" onchange="tell(this.value)"><option>small<optgroup label=Rare><option>huge<option disabled>none</optgroup></select>
<input type=date aria-label=Day style="{PLACE};top:20vh" onchange="tell(this.value)">
<input type=color aria-label=Colour style="{PLACE};top:30vh" onchange="tell(this.value)">
<input type=file style="{PLACE};top:40vh">
<button style="{PLACE};top:50vh" onclick="tell(prompt('Your name?', 'Ann'))">Ask</button>
<iframe style="{PLACE};top:60vh;border:0" srcdoc='<select aria-label="Inner" style="position:fixed;inset:0;width:100%" onchange="parent.tell(this.value)"><option>one<option>two</select>'></iframe>
<script>
var tell = (what) => fetch('/told?' + encodeURIComponent(what));
const lie = (of, name) => Object.defineProperty(of, name, {{ get() {{ tell('noticed ' + name); return null; }} }});
lie(Document.prototype, 'activeElement');
lie(HTMLSelectElement.prototype, 'options');
lie(HTMLInputElement.prototype, 'type');
</script>"""


async def shown(page, client, where):
    await page.goto(f"{str(client.base_url).rstrip('/')}/view/{where.rpartition('/')[2]}")


async def test_the_look_that_a_model_had_is_shown_as_it_was_sent(page, site, tmp_path):
    """The annotated picture of each step, small in the view and whole beside the request; withheld values stay so; and one in the list."""
    fill = action("type", element_id="input-0", value="{{price}}")
    send = action("click", element_id="button-0")
    holds = action("expect", text=["Success!"])
    script = [
        {"complete": False, "message": "filling", "actions": [fill]},
        {"complete": True, "message": "sent", "actions": [send, holds]},
    ]
    with OpenAIChatServer(script) as server:
        async with service(tmp_path, models=("openai-chat:gpt-5",), base_url=server.url) as client:
            await signed_in(page, client)
            task = "Fill the price as {{price}} and submit"
            where = await asked(client, site, task=task, private={"price": "73519"})
            await told(client, where)
            await shown(page, client, where)
            seen = page.get_by_role("link", name="What the model got in step 2")
            await seen.locator("img").evaluate("image => image.decode()")
            assert await seen.locator("img").evaluate("image => image.naturalWidth") == 240
            assert "tokens in" in await page.locator("#spent").inner_text()
            assert await problems_of(page) == []
            await seen.click()
            await page.get_by_role("heading", name="Step 2: what the model got").wait_for()
            picture = page.get_by_role("img", name="The page at step 2, as the model saw it")
            await picture.evaluate("image => image.decode()")
            sent = str(server.received[1].body)
            blocks = await page.locator("pre").all_text_contents()
            tree = next(block for block in blocks if "input-0" in block and "button-0" in block)
            assert repr(tree.strip())[1:-1] in sent
            assert "73519" not in await page.content()
            assert await problems_of(page) == []
            await page.get_by_role("link", name="Step 1").click()
            await page.get_by_role("heading", name="Step 1: what the model got").wait_for()
            await page.get_by_role("link", name="Actwright").click()
            listed = page.locator(".runs li img")
            await listed.evaluate("image => image.decode()")
            for path in (
                f"{where}/picture",
                f"{where}/steps/1/picture",
                "/list",
                f"/view/{where[6:]}/steps/1",
                f"{where}/beside",
            ):
                assert (await client.get(path, headers={"Authorization": "Bearer wrong"})).status_code == 401
            assert (await client.get(f"{where}/steps/3/picture")).status_code == 404


async def test_what_no_frame_holds_is_chosen_and_answered_beside_the_picture(page, tmp_path):
    """A select, a date, a colour, a file and a dialog, of frames too; only who has the page is offered them, and it does not notice."""
    with ServedPages({"/": CONTROLS}) as pages:
        async with service(tmp_path, confirm=True) as client:
            await signed_in(page, client)
            where = await asked(client, pages, url=pages.url)
            await told(client, where, until="approval.requested")
            await shown(page, client, where)
            await page.locator("#frame").wait_for()
            panel = page.get_by_role("group", name="Not in the picture")
            await page.get_by_role("button", name="Take over").click()
            await page.get_by_text("paused", exact=True).wait_for()
            click = partial(clicked, page)
            await click(0.13)
            await panel.get_by_label("Size").select_option("huge")
            await heard(pages, "/told?huge")
            await click(0.23)
            await panel.get_by_label("Day").fill("2026-03-04")
            await heard(pages, "/told?2026-03-04")
            await click(0.33)
            await panel.get_by_label("Colour").fill("#ff8800")
            await heard(pages, "/told?%23ff8800")
            await click(0.43)
            await panel.get_by_text("The page asks for a file").wait_for()
            await click(0.63)
            await panel.get_by_label("Inner").select_option("two")
            await heard(pages, "/told?two")
            await click(0.53)
            await panel.get_by_text("Your name?").wait_for()
            assert await problems_of(page) == []
            anybody = (await client.get(f"{where}/beside")).json()
            assert anybody == {"dialog": {"kind": "prompt", "text": "Your name?", "default": "Ann"}}
            await panel.get_by_label("Answer").fill("Bob")
            await panel.get_by_role("button", name="OK").press("Enter")
            await heard(pages, "/told?Bob")
            await panel.wait_for(state="hidden")
            await client.delete(where)
        assert not [path for path in pages.asked if "noticed" in path]


async def clicked(page, down):
    box = await page.locator("#frame").bounding_box()
    await page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * down)


async def heard(pages, path):
    async with asyncio.timeout(60):
        while path not in pages.asked:  # noqa: ASYNC110 - the pages are served by a thread
            await asyncio.sleep(0.02)


async def test_a_page_outlives_the_service_that_it_is_of(page, site, tmp_path):
    """It says that nothing answers, then what to do, and goes on where it was with the new service, and its token."""
    async with service_process(tmp_path) as (_, url, token):
        await page.goto(f"{url}/#token={token}")
        await page.get_by_label("Task").wait_for()  # the page after the one that has changed the token for a cookie
        await page.wait_for_load_state()  # its script listens to the form
        await page.get_by_label("Task").fill("Set the price")
        await page.get_by_label("Data").fill("price=50")
        await page.get_by_label("Start at").fill(f"{site.url}/price")
        await page.get_by_role("button", name="Run").click()
        await page.get_by_role("button", name="Permit").wait_for()
    steps = await page.locator("#steps").inner_text()
    await page.get_by_text("The service does not answer").wait_for()
    async with service(tmp_path, port=int(url.rpartition(":")[2])):
        await page.get_by_text("The service was restarted").wait_for()
        assert await problems_of(page) == []
        other = await page.context.new_page()
        await other.goto(f"{url}/#token={TOKEN}")
        await other.get_by_label("Task").wait_for()
        await close_all(other)
        await page.get_by_text("interrupted", exact=True).wait_for()
        assert await page.get_by_role("alert").all_inner_texts() == []
        assert await page.locator("#steps").inner_text() == steps
