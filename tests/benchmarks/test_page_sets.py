"""The sets of pages that the bench measures, as far as they need nothing from the network."""

import asyncio
from urllib.request import urlopen

import pytest

from actwright.errors import ConfigError
from benchmarks.page.sets import extremes, frames, saved


async def test_saved_pages_are_served_at_the_top_and_every_second_in_the_middle(tmp_path, page):
    """Each file of the folder is a state; a state in the middle is scrolled there when it is measured."""
    for name in ("a", "b c"):
        (tmp_path / f"{name}.html").write_text("<div style='height: 4800px'>Long</div>")
    async with saved.serve(tmp_path, folder=tmp_path) as states:
        assert [state.name for state in states] == ["saved/a/middle", "saved/a/top", "saved/b c/top"]
        places = []
        for state in states:
            await page.goto(state.url)
            await state.prepare(page)
            places.append(await page.evaluate("scrollY > 1000"))
    assert places == [True, False, False]


async def test_nothing_outside_of_the_folder_is_served(tmp_path):
    """A path that climbs out of the folder of saved pages is not found."""
    (tmp_path / "secret.html").write_text("secret")
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text("a")
    async with saved.serve(tmp_path, folder=pages) as states:
        inside = await asyncio.to_thread(urlopen, states[0].url)
        assert inside.read() == b"a"
        with pytest.raises(OSError, match="404"):
            await asyncio.to_thread(urlopen, states[0].url.replace("a.html", "%2e%2e/secret.html"))


async def test_a_folder_without_pages_is_refused_with_what_to_do(tmp_path, monkeypatch):
    """No folder, or one without pages, is an error that names the variable to set."""
    monkeypatch.delenv("ACTWRIGHT_SAVED_PAGES", raising=False)
    with pytest.raises(ConfigError, match="set ACTWRIGHT_SAVED_PAGES to a folder"):
        await saved.serve(tmp_path).__aenter__()
    with pytest.raises(ConfigError, match=r"no \*\.html file in"):
        await saved.serve(tmp_path, folder=tmp_path).__aenter__()


@pytest.mark.slow
def test_extreme_pages_are_the_same_each_time():
    """Nothing in a huge or hostile page is random, and each is as large as it says."""
    assert {name: len(make()) for name, make in extremes.PAGES.items()} == {
        name: len(make()) for name, make in extremes.PAGES.items()
    }
    assert extremes.table().count("<button>Edit</button>") == extremes.plain_table().count("closed") == 10_000
    assert extremes.elements().count("</") == 100_000
    assert len(extremes.text()) > 9_900_000
    assert extremes.links().count("<a ") == 3_000


@pytest.mark.parametrize(("name", "levels", "shown"), [("depth", 20_000, False), ("depth-shown", 8_000, True)])
async def test_depth_is_reached(tmp_path, page, name, levels, shown):
    """The button at the bottom is as deep as the page says, and the browser survives it."""
    async with extremes.serve(tmp_path) as states:
        await page.goto(next(state.url for state in states if state.name == f"extremes/{name}/top"))
        depth = await page.evaluate(
            "() => { const [, last] = document.getElementsByTagName('button'); let levels = 0;"
            " for (let at = last.parentElement; at.id !== 'root'; at = at.parentElement) levels += 1;"
            " return [levels, last.getBoundingClientRect().height > 0]; }"
        )
    assert depth == [levels, shown]


async def test_frames_of_another_origin_and_closed_roots_are_what_they_say(tmp_path, page):
    """Nested frames change their host on the way down; a remount makes new nodes."""
    async with frames.serve(tmp_path) as states:
        by_name = {state.name: state for state in states}
        await page.goto(by_name["frames/nested"].url)
        hosts = [frame.url.split("//")[1].split(":")[0] for frame in page.frames]
        closed = by_name["shadow/closed"]
        await page.goto(closed.url)
        await page.evaluate("() => { window.before = document.querySelector('x-card'); }")
        await closed.rerender(page)
        now = await page.evaluate("() => [before.isConnected, document.querySelector('x-card').shadowRoot]")
    assert hosts == ["127.0.0.1", "localhost", "127.0.0.1", "127.0.0.1"]
    assert now == [False, None]
