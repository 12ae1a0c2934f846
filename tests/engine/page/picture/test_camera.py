"""Pictures of pages, by either way."""

import asyncio
import io

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Error
from reused_page import close_all

from actwright.engine.page.picture.run_pictures import Camera
from actwright.engine.page.reading.cdp import Protocol

PAGE = """<body style="margin:0;background:white"><div style="position:absolute;left:100px;top:60px;width:200px;height:80px;
background:rgb(0,0,200)"></div><div style="height:3000px"></div>"""
VIEWPORTS = {
    "plain": {"viewport": {"width": 640, "height": 480}},
    "scale 2": {"viewport": {"width": 640, "height": 480}, "device_scale_factor": 2},
    "scale 3": {"viewport": {"width": 500, "height": 700}, "device_scale_factor": 3},
    "phone": {"viewport": {"width": 390, "height": 664}, "device_scale_factor": 3, "is_mobile": True},
    "larger than the window": {"viewport": {"width": 2000, "height": 1500}},
    "no viewport": {"no_viewport": True},
}


def opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def differ(one, other):
    """The bounding box of px that differ by more than JPEG does."""
    strongest = ImageChops.difference(one, other).convert("L")
    return strongest.point(lambda value: 255 * (value > 40)).getbbox()


@pytest.mark.parametrize("options", VIEWPORTS.values(), ids=VIEWPORTS)
async def test_the_viewport_at_one_px_per_css_px(chromium, options):
    """It is Playwright's picture at CSS scale, after a scroll too, and the page's emulation stays as it is."""
    context = await chromium.new_context(**options)
    page = await context.new_page()
    await page.set_content(PAGE)
    await page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )  # it has its size
    await page.evaluate("addEventListener('resize', () => document.title += 'resized')")
    protocol = Protocol()
    camera = Camera(protocol)
    try:
        for top in (0, 40):
            await page.evaluate("top => scrollTo(0, top)", top)
            size = await page.evaluate("[innerWidth, innerHeight, devicePixelRatio]")
            taken = opened(await camera.shoot(page, seconds=60))
            wanted = opened(await page.screenshot(type="jpeg", quality=90, scale="css", caret="initial"))
            assert taken.size == wanted.size
            assert differ(taken, wanted) is None
            assert await page.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == size
        assert await page.title() == ""
    finally:
        protocol.close()
        await close_all(context)


async def test_other_browsers_are_asked_by_playwright(page, monkeypatch):
    """Where there is no protocol session, the picture is the same."""
    await page.set_content(PAGE)
    protocol = Protocol()
    wanted = opened(await Camera(protocol).shoot(page, seconds=60))

    async def refuse(target):
        raise Error("CDP session is only available in Chromium")

    monkeypatch.setattr(page.context, "new_cdp_session", refuse)
    assert differ(opened(await Camera(Protocol()).shoot(page, seconds=60)), wanted) is None
    protocol.close()


async def test_a_lost_session_is_opened_again(page):
    """The picture in between is taken all the same."""
    await page.set_content(PAGE)
    protocol = Protocol()
    camera = Camera(protocol)
    first = opened(await camera.shoot(page, seconds=60))
    session = await protocol.session(page)
    await session.detach()
    assert differ(opened(await camera.shoot(page, seconds=60)), first) is None
    assert differ(opened(await camera.shoot(page, seconds=60)), first) is None
    protocol.close()


@pytest.mark.slow
async def test_a_frozen_page_gives_none_by_the_deadline(page):
    """Its main thread never comes back."""
    await page.set_content(PAGE)
    protocol = Protocol()
    camera = Camera(protocol)
    await camera.shoot(page, seconds=60)
    frozen = asyncio.ensure_future(page.evaluate("setTimeout(() => { for (;;); }); document.body.style.color = 'red'"))
    await asyncio.wait([frozen], timeout=1)
    with pytest.raises(TimeoutError):
        await camera.shoot(page, seconds=0.5)
    protocol.close()


async def test_a_closed_page_is_an_error(page):
    """It is Playwright's own."""
    await page.close()
    with pytest.raises(Error, match="closed"):
        await Camera(Protocol()).shoot(page, seconds=60)
