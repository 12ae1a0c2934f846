"""The sets of pages that the bench measures, as far as they need nothing from the network."""

import asyncio
from urllib.request import urlopen

import pytest

from actwright.errors import ConfigError
from benchmarks.page.sets import saved


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
