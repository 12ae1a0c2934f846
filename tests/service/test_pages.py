"""The pages of the service in a real browser: sign in, ask for a run, watch it, permit what it would send."""

import asyncio
from importlib.resources import files

import pytest
from test_serve import TOKEN, asked, service, told

from actwright.testing import Site

AXE = "pytest_plugin/axe/axe.min.js"
TASK = "Fill the price as $50 and submit <img src=x onerror=document.title='owned'>"


@pytest.fixture(scope="module")
def site():
    with Site() as running:
        yield running


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
    return noticed


async def problems_of(page):
    """What axe-core finds."""
    await page.evaluate((files("actwright") / AXE).read_text("utf-8"))
    found = await page.evaluate("axe.run()")
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]]


async def test_a_run_is_asked_for_watched_and_permitted(page, site, tmp_path):
    """The picture moves, what the run would send is shown, and the answer counts; no text becomes markup."""
    site.reset()
    async with service(tmp_path, confirm=True) as client:
        noticed = await signed_in(page, client)
        assert "token" not in page.url
        cookie = next(each for each in await page.context.cookies() if each["name"] == "actwright")
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        await page.get_by_label("Task").fill(TASK)
        await page.get_by_label("Start at").fill(f"{site.url}/price")
        await page.get_by_role("button", name="Run").press("Enter")
        await page.get_by_role("button", name="Permit").wait_for()
        await page.wait_for_function("document.getElementById('frame').naturalWidth > 200")
        assert await page.get_by_role("alert", name="Approval").inner_text() >= "May this happen?"
        assert site.posts == ()
        await page.reload()  # the question outlives it
        await page.get_by_role("button", name="Permit").press("Enter")
        await page.get_by_role("link", name="Report").wait_for()
        assert await page.locator("#state").inner_text() == "complete"
        assert await page.title() == TASK
        for scheme, width in (("light", 1280), ("dark", 320)):
            await page.emulate_media(color_scheme=scheme)
            await page.set_viewport_size({"width": width, "height": 800})
            assert await problems_of(page) == []
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
        await page.get_by_role("link", name="Actwright").click()
        await page.get_by_text("complete", exact=True).wait_for()
        assert await problems_of(page) == []
    assert len(site.posts) == 1
    assert noticed == []


async def test_two_watch_one_run_and_its_cast_ends_when_they_go(site, tmp_path):
    """Both get the newest picture; the run goes on when they have gone."""
    async with service(tmp_path, confirm=True) as client:
        where = await asked(client, site)
        await told(client, where, until="approval.requested")
        first, second = await asyncio.gather(*(client.get(f"{where}/frame") for _ in range(2)))
        assert (first.headers["content-type"], first.content) == ("image/jpeg", second.content)
        waiting = (await client.get(where)).json()["approval"]["question"]
        await client.post(f"{where}/approvals/{waiting}", json={"permit": True})
        newer = await client.get(f"{where}/frame", params={"after": first.headers["x-frame"]})
        assert newer.status_code in {200, 204, 410}
        assert (await told(client, where))[-1][2]["state"] == "complete"
        assert (await client.get(f"{where}/frame")).status_code == 410


async def test_a_wrong_token_signs_nobody_in(page, site, tmp_path):
    async with service(tmp_path) as client:
        await page.goto(f"{client.base_url}/#token=wrong".replace("//#", "/#"))
        await page.get_by_text("that is not the token of this service").wait_for()
        for path in ("/runs", "/view/x", "/runs/x/frame"):
            answer = await page.request.get(f"{str(client.base_url).rstrip('/')}{path}")
            assert answer.status == 401
