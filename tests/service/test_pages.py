"""The pages of the service in a real browser: sign in, ask for a run, watch it, permit what it would send."""

import asyncio

import pytest
from axe_checks import open_details, problems_in_every_look, problems_of
from test_serve import TOKEN, asked, service, told

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

TASK = "Set the price <img src=x onerror=document.title='owned'>"


async def signed_in(page, client):
    """The page, signed in; and what it asked for elsewhere, or printed."""
    noticed = []
    page.on("console", lambda message: noticed.append(message.text))
    page.on(
        "request",
        lambda request: request.url.startswith((str(client.base_url), "data:", "blob:")) or noticed.append(request.url),
    )
    await page.goto(f"{client.base_url}/#token={TOKEN}".replace("//#", "/#"))
    await page.get_by_label("Task").wait_for()
    await page.wait_for_load_state()  # its script listens to the form
    return noticed


async def test_a_run_is_asked_for_watched_and_permitted(page, site, tmp_path):
    """The picture moves, what the run would send is shown, and the answer counts; no text becomes markup."""
    async with service(tmp_path, confirm=True) as client:
        noticed = await signed_in(page, client)
        assert "token" not in page.url
        cookie = next(each for each in await page.context.cookies() if each["name"].startswith("actwright-"))
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        await page.get_by_label("Task").fill(TASK)
        await page.get_by_label("Data").fill("price=50")
        await page.get_by_label("Start at").fill(f"{site.url}/price")
        await page.get_by_role("button", name="Run").press("Enter")
        await page.get_by_role("button", name="Permit").wait_for()
        await page.locator("#frame").wait_for()
        asked_for = await page.get_by_role("alert", name="Approval").inner_text()
        assert 'click button-0 "Submit"' in asked_for
        assert "Permit this effect?" in asked_for
        assert site.posts == ()
        assert await page.locator("#spent").inner_text() == "1 step"
        await page.reload()  # the question outlives it
        await page.get_by_role("button", name="Permit").press("Enter")
        await page.get_by_role("link", name="Report").wait_for()
        assert await page.locator("#state").inner_text() == "complete"
        assert await page.title() == TASK
        assert await problems_in_every_look(page) == []
        await page.get_by_role("link", name="Actwright").click()
        await page.get_by_text("complete", exact=True).wait_for()
        assert await problems_in_every_look(page) == []
    assert len(site.posts) == 1
    assert noticed == []


@pytest.mark.long
async def test_everybody_can_use_the_pages_whatever_the_screen(page, site, tmp_path):
    """Signing in, an effect that waits, a page that was taken over, and what the model got."""
    async with service(tmp_path, confirm=True) as client:
        await page.goto(f"{client.base_url}/#token=wrong".replace("//#", "/#"))
        await page.get_by_text("this is not the token of the service").wait_for()
        assert await problems_in_every_look(page) == []
        await page.goto("about:blank")  # another token alone would load nothing
        where = await waiting_run_shown(page, client, site)
        await page.get_by_role("button", name="Permit").wait_for()
        assert await problems_in_every_look(page) == []
        await page.get_by_role("button", name="Take over").click()
        await page.get_by_text("A person has the page").wait_for()
        assert await problems_in_every_look(page) == []
        await page.goto(f"{str(client.base_url).rstrip('/')}/view/{where.rpartition('/')[2]}/steps/1")
        await open_details(page)
        assert await problems_in_every_look(page) == []


async def waiting_run_shown(page, client, site):
    """Opens the live view of a new run that waits for approval; its address."""
    await signed_in(page, client)
    where = await asked(client, site)
    await told(client, where, until="approval.requested")
    await page.goto(f"{str(client.base_url).rstrip('/')}/view/{where.rpartition('/')[2]}")
    return where


async def test_a_person_takes_over_the_page_and_gives_it_back(page, site, tmp_path):
    """What the run had decided is not done any more; it looks anew."""
    async with service(tmp_path, confirm=True) as client:
        where = await waiting_run_shown(page, client, site)
        await page.locator("#frame").wait_for()
        await page.get_by_role("button", name="Take over").click()
        await page.get_by_text("paused", exact=True).wait_for()
        assert (await client.post(f"{where}/take-over", json={})).status_code == 409
        box = await page.locator("#frame").bounding_box()
        await page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.312)
        await page.keyboard.press("Control+A")
        await page.keyboard.type("7é")
        await page.keyboard.press("Shift+Escape")
        assert await page.evaluate("document.activeElement.id") == "take"
        await page.keyboard.press("Enter")
        await page.get_by_text("running", exact=True).or_(page.get_by_text("needs action", exact=True)).wait_for()
        for _ in range(
            2
        ):  # what was decided before, what the person typed (which the server refuses), and what the task says
            await page.get_by_role("button", name="Permit").click()
            await page.get_by_role("button", name="Permit").wait_for(state="hidden")
        await page.get_by_role("link", name="Report").wait_for()
        events = await told(client, where)
    names = [name for _, name, _ in events]
    assert names.index("run.paused") < names.index("run.resumed") < names.index("action.refused")
    refused = next(fields for _, name, fields in events if name == "action.refused")
    assert "a person acted on the page" in refused["why"]
    asked_for = [[*fields["values"].values()] for _, name, fields in events if name == "approval.requested"]
    assert asked_for == [["50"], ["{{typed by a person}}"]]


async def test_a_run_is_paused_whoever_has_its_page_meanwhile(page, site, tmp_path):
    """What was permitted is not done before it is resumed, and a pause outlasts a take-over; twice is no error."""
    async with service(tmp_path, confirm=True) as client:
        where = await waiting_run_shown(page, client, site)
        await page.get_by_role("button", name="Pause").click()
        await page.get_by_text("The run is paused").wait_for()
        assert (await client.post(f"{where}/pause", json={})).json()["state"] == "paused"
        await page.get_by_role("button", name="Permit").click()
        await page.get_by_role("button", name="Permit").wait_for(state="hidden")
        await page.get_by_role("button", name="Take over").click()
        await page.get_by_text("A person has the page").wait_for()
        found = (await client.get(where)).json()
        assert (found["state"], found["paused"], found["taken_over"]) == ("paused", True, True)
        await page.get_by_role("button", name="Give back").click()
        await page.get_by_text("The run is paused").wait_for()
        assert await page.locator("#state").inner_text() == "paused"
        assert site.posts == ()
        await page.set_viewport_size({"width": 320, "height": 800})
        assert await problems_of(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= 320
        await page.get_by_role("button", name="Resume").click()
        await page.get_by_role("link", name="Report").wait_for()
        assert (await client.get(where)).json()["paused"] is False
        for path in ("pause", "resume"):
            answer = await client.post(f"{where}/{path}", json={})
            assert (answer.status_code, answer.json()) == (409, {"error": "this run has ended"})
        events = await told(client, where)
    names = [name for _, name, _ in events]
    waits = [(name, *fields.values()) for _, name, fields in events if name in {"run.paused", "run.resumed"}]
    assert waits == [
        ("run.paused", True, False),
        ("run.paused", True, True),
        ("run.paused", True, False),
        ("run.resumed", False, False),
    ]
    assert names.index("approval.answered") < names.index("run.resumed") < names.index("effect.announced")
    assert len(site.posts) == 1


async def test_a_lease_ends_by_itself_and_only_one_has_the_page(site, tmp_path, monkeypatch):
    """Nothing that is no input reaches the page, nor anything of who has no lease."""
    monkeypatch.setattr("actwright.service.takeover.LEASE_SECONDS", 1.0)
    async with service(tmp_path, confirm=True) as client:
        where = await asked(client, site)
        await told(client, where, until="approval.requested")
        lease = (await client.post(f"{where}/take-over", json={})).json()["lease"]
        assert (await client.post(f"{where}/take-over", json={})).status_code == 409
        assert (await client.get(where)).json()["state"] == "paused"
        for events in (
            [{"kind": "click", "x": 2, "y": 0}],
            [{"kind": "click", "x": 0, "y": 0, "count": 9}],
            [{"kind": "key", "key": "Control+Enter; rm"}],
            [{"kind": "text", "text": "x" * 10_001}],
            [{"kind": "evaluate", "text": "1"}],
            [{"kind": "move", "x": 0, "y": 0}] * 101,
        ):
            answer = await client.post(f"{where}/take-over/{lease}", json={"events": events})
            assert answer.status_code == 422, events
        renewed = await client.post(f"{where}/take-over/{lease}", json={"events": [{"kind": "text", "text": "1"}]})
        assert renewed.json()["problem"] == ""
        assert (await client.post(f"{where}/take-over/another", json={})).status_code == 409
        await told(client, where, until="run.resumed")
        assert (await client.post(f"{where}/take-over/{lease}", json={})).status_code == 409
        assert (await client.delete(f"{where}/take-over/{lease}")).status_code == 409
        assert (await client.get(where)).json()["state"] == "needs_action"
        await client.delete(where)
        assert (await client.post(f"{where}/take-over", json={})).status_code == 409


async def test_two_watch_one_run_that_goes_on_without_them(site, tmp_path):
    """Both get the newest picture; nobody watches when it ends, and there is no picture any more then."""
    async with service(tmp_path, confirm=True) as client:
        where = await asked(client, site)
        await told(client, where, until="approval.requested")
        first, second = await asyncio.gather(*(client.get(f"{where}/frame") for _ in range(2)))
        assert (first.headers["content-type"], first.content) == ("image/jpeg", second.content)
        waiting = (await client.get(where)).json()["approval"]["question"]
        await client.post(f"{where}/approvals/{waiting}", json={"permit": True})
        assert (await told(client, where))[-1][2]["state"] == "complete"
        assert (await client.get(f"{where}/frame")).status_code == 410


async def test_a_wrong_token_signs_nobody_in(page, site, tmp_path):
    async with service(tmp_path) as client:
        await page.goto(f"{client.base_url}/#token=wrong".replace("//#", "/#"))
        await page.get_by_text("this is not the token of the service").wait_for()
        for path in ("/runs", "/view/x", "/runs/x/frame"):
            answer = await page.request.get(f"{str(client.base_url).rstrip('/')}{path}")
            assert answer.status == 401
