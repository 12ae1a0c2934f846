"""The cast of a page: only while somebody watches, the newest frame for all of them."""

import asyncio
from types import SimpleNamespace

import httpx2
import pytest
from test_serve import asked, service, told

from actwright.service import cast, pages
from actwright.service.cast import Cast
from actwright.testing import Site

pytestmark = pytest.mark.slow

MOVING = """<div style="width:90px;height:90px;background:red"></div>
<script>let at = 0; (function go() { document.querySelector('div').style.marginLeft = `${at++ % 300}px`; requestAnimationFrame(go); })()</script>"""


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(cast, "IDLE_SECONDS", 0.2)
    monkeypatch.setattr(cast, "TAB_SECONDS", 0.05)


async def drawn(page, frames):
    """Waits until the page was drawn so many times more."""
    await page.evaluate(
        "n => new Promise((done) => { const next = () => (n-- ? requestAnimationFrame(next) : done()); next(); })",
        frames,
    )


async def test_a_page_is_cast_while_somebody_watches_and_no_longer(page):
    """All viewers get the same frame, a slow one the newest; without a viewer no frame is made."""
    await page.set_content(MOVING)
    shown = Cast(SimpleNamespace(showing=page, ended=False))
    first, second = await asyncio.gather(*(shown.frame(0, seconds=60) for _ in range(2)))
    assert first is second
    keeps = asyncio.create_task(shown.frame(first.number + 100_000, seconds=60))  # of an earlier cast
    assert (await keeps).number >= first.number
    newer = await shown.frame(first.number, seconds=60)
    await asyncio.gather(drawn(page, 20), shown.frame(newer.number, seconds=60))
    newest = await shown.frame(first.number, seconds=60)
    assert newest.number == shown._count > newer.number
    async with asyncio.timeout(60):
        while shown.under_way:
            await drawn(page, 1)
    made = shown._count
    await drawn(page, 20)
    assert (shown.under_way, shown._count) == (False, made)
    assert (await shown.frame(made, seconds=60)).number > made


async def test_a_page_that_cannot_be_cast_at_once_is_cast_later(page):
    """Somebody else's cast of it goes on until it is stopped by who started it."""
    await page.set_content("<p>A page that never changes")
    await page.screencast.start(on_frame=lambda _: None)
    shown = Cast(SimpleNamespace(showing=page, ended=False))
    assert await shown.frame(0, seconds=1) is None
    await page.screencast.stop()
    assert (await shown.frame(0, seconds=60)).data[:2] == b"\xff\xd8"


async def test_a_page_that_shows_nothing_is_cast_anew(page, monkeypatch):
    """The first frame is lost on the way; a page that never changes sends no second one."""
    monkeypatch.setattr(cast, "FIRST_SECONDS", 0.2)
    await page.set_content("<p>A page that never changes")
    shown = Cast(SimpleNamespace(showing=page, ended=False))
    arrives, lost = shown._on_frame, []
    shown._on_frame = lambda frame: arrives(frame) if lost else lost.append(frame)
    assert (await shown.frame(0, seconds=60)).number == 1
    assert len(lost) == 1


async def test_a_viewer_that_goes_away_is_not_waited_for(tmp_path, monkeypatch):
    """Its request had seconds to go; the page is not cast for it, and the run goes on."""
    made = []
    monkeypatch.setattr(pages, "Cast", lambda *given: made.append(Cast(*given)) or made[-1])
    with Site() as site:
        async with service(tmp_path, confirm=True) as client:
            where = await asked(client, site)
            await told(client, where, until="approval.requested")
            with pytest.raises((httpx2.ReadTimeout, TimeoutError)):  # in the middle of a request
                async with asyncio.timeout(3):
                    await watched(client, where)
            async with asyncio.timeout(60):
                while made[-1].under_way:
                    await client.get(where)
            assert (await client.get(where)).json()["state"] == "needs_action"


async def watched(client, where, after="0"):
    """Asks for one frame after the other."""
    while True:
        got = await client.get(f"{where}/frame?after={after}", timeout=1)
        after = got.headers["X-Frame"]
