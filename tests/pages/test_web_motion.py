"""Pages that move by themselves: carousels, and documents that load themselves anew."""

import asyncio

import pytest
from inline_snapshot import snapshot

pytestmark = pytest.mark.slow

SLIDES = """
<style>#c {width:300px;height:100px;overflow:hidden;position:relative} #t {display:flex;width:900px;transition:transform .3s}
#t > div {width:300px;height:100px;flex:none}</style>
<section id=c aria-label=Deals><div id=t></div></section>
<script>
for (const name of 'ABC') t.insertAdjacentHTML('beforeend', `<div><button onclick="log.push('${name}')">Buy ${name}</button></div>`);
let i = 0; const next = () => { i = (i + 1) % 3; t.style.transform = `translateX(${-300 * i}px)`; }; setInterval(next, 900);
</script>"""
FADING = """
<style>#c {width:300px;height:100px;position:relative} #c > div {position:absolute;inset:0;background:#fff;opacity:0}
#c > .on {opacity:1;z-index:1}</style>
<section id=c aria-label=Deals></section>
<script>
for (const name of 'ABC') c.insertAdjacentHTML('beforeend', `<div><button onclick="log.push('${name}')">Buy ${name}</button></div>`);
let i = -1; const next = () => { c.children[i]?.classList.remove('on'); i = (i + 1) % 3; c.children[i].classList.add('on'); }; next();
</script>"""


async def test_a_carousel_that_slides_on(visit):
    """What is not in view says so; whichever slide is meant is brought into view and hit, or refused, never another."""
    page = await visit(SLIDES)
    seen = await page.see()
    assert sum(element.in_view for element in seen.elements) < 3
    for element in seen.elements:
        outcome = await page.do("click", element_id=element.id)
        assert (outcome.split(":")[0], await page.said()) in [("done", [element.name[-1]]), ("failed", [])]


async def test_a_slide_that_faded_away_is_refused(visit):
    """Slides that lie over each other: only the one that shows is in the tree, and one that went is covered."""
    page = await visit(FADING)
    assert await page.tree() == snapshot("""\
- region (label="Deals")
  - button-0 "Buy A"\
""")
    await page.page.evaluate("next()")
    assert await page.do("click", element_id="button-0") == snapshot(
        'failed: button-0 "Buy A" is covered by div: Buy B; deal with that first'
    )
    assert await page.said() == []
    assert await page.tree() == snapshot("""\
- region (label="Deals")
  - *button-1 "Buy B"\
""")
    assert await page.do("click", element_id="button-1") == snapshot('done: clicked button-1 "Buy B"')
    assert await page.said() == ["B"]


@pytest.mark.parametrize(
    "how",
    ["<meta http-equiv=refresh content=1>", "<script>setTimeout(() => location.reload(), 800)</script>"],
    ids=["meta", "script"],
)
async def test_a_page_that_reloads_itself(visit, web, how):
    """Every look ends; every click lands in the server's log or is refused, and some land."""
    web.pages["/"] = f"<title>Board</title><button onclick=\"fetch('/hit', {{keepalive: true}})\">Hit</button>{how}"
    web.pages["/hit"] = ""
    page = await visit(url=web.url + "/")
    done = 0
    for _ in range(10):
        seen = await page.surface.observe()
        for element in seen.elements:  # none between two documents
            outcome = await page.do("click", element_id=element.id)
            assert outcome.split(":")[0] in {"done", "failed"}
            done += outcome.startswith("done")
        if done == 3:
            break
    assert done == 3
    for _ in range(100):  # the server reads the last one while this test goes on
        if (hits := sum(path == "/hit" for _, path, _ in web.requests)) >= done:
            break
        await asyncio.sleep(0.05)
    assert hits >= done
