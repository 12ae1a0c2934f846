"""Pages that are too large, never rest, break or fight back: a look at each ends, and says what it could not see."""

import contextlib
import re

import pytest
from extreme_pages import BY_NAME, EXTREMES, SEPARATE, look_on
from installed_browser import launch_options
from playwright.async_api import Error, async_playwright
from reused_page import close_all
from spinning_processes import ender

from actwright.engine.page import observer
from actwright.engine.page.reading.capture import PageReader
from benchmarks.forgery import forged

pytestmark = [pytest.mark.slow, pytest.mark.long]

SEEN = (
    "overrides what scripts are made of",
    "fields with the names of members",
    "observers that answer each other",
    "asks to be printed",
)
"""Pages that do something to scripts, which does not keep them from being seen."""
PATIENT_SECONDS = 25.0
"""For pages that are large, and not hostile: on a busy machine they take longer than a look may."""
IMPATIENT_SECONDS = 2.0
"""For pages that take a core as long as they are looked at, and never answer."""
HANGS = ("microtasks without end", "frozen before the look", "an observer that wakes itself")
NEVER_SEEN = (*HANGS, "freezes during the look", "loads itself again and again")
WITH_TESTS_OF_THEIR_OWN = ("50,000 links", "200 frames")


class Separating:
    """A browser with a process for each site, started anew when a page has brought the last one down."""

    def __init__(self, playwright):
        self.playwright = playwright
        self.browser = self.end_spinning = None

    async def page(self):
        """A page in a context of its own; a browser that the last page brought down may not be gone yet when it is asked."""
        if self.browser is not None and self.browser.is_connected():
            with contextlib.suppress(Error):
                return await self._page()
        options = launch_options()
        self.browser = await self.playwright.chromium.launch(**{**options, "args": [*options["args"], SEPARATE]})
        self.end_spinning = await ender(self.browser)
        return await self._page()

    async def _page(self):
        context = await self.browser.new_context(viewport={"width": 1280, "height": 800})
        return await context.new_page()


@pytest.fixture(scope="module")
async def separating():
    async with async_playwright() as playwright:
        started = Separating(playwright)
        yield started
        if started.browser is not None:
            await close_all(started.browser)


@pytest.fixture
async def separate_page(separating):
    page = await separating.page()
    yield page
    await close_all(page.context)
    with contextlib.suppress(Error):  # the page may have brought the browser down
        await separating.end_spinning()


@pytest.mark.parametrize("name", [each.name for each in EXTREMES if each.name not in WITH_TESTS_OF_THEIR_OWN])
async def test_a_look_ends_and_what_is_not_seen_is_said(separate_page, name, monkeypatch):
    """Whatever the page does: the look returns, within the budget, forges nothing, and is not silently empty."""
    if name in NEVER_SEEN:
        monkeypatch.setattr(observer, "LOOK_SECONDS", IMPATIENT_SECONDS)
    look = await look_on(separate_page, BY_NAME[name])
    tree = look.seen.tree if look.seen else ""
    assert look.tokens < 6_000
    assert forged(tree) == []
    assert tree or look.said
    if name in SEEN:
        restless = name == "observers that answer each other"  # without end, also while the picture is taken
        assert look.said in {"", observer.OTHER_MOMENT if restless else ""}
    if name in (*SEEN, "1,000 deep"):
        assert '- button-0 "Stay"' in tree
    if name == "1,000 deep":
        assert look.said == "elements nested more than 800 deep are shown only if they are controls"
    if name in HANGS:
        assert look.said.startswith("the page does not answer; no picture: the page did not deliver one within 2 s")
    if name == "a table of 10,000 rows":  # every control in view, and the rest in a few lines
        shown = [element.id for element in look.seen.elements if element.in_view]
        assert len(shown) > 40
        assert [each for each in shown if f"{each} " not in tree and f"{each}\n" not in tree] == []


async def test_of_50_000_links_those_in_view_are_shown_and_the_rest_is_counted(separate_page, monkeypatch):
    """All that is not shown stands in the tree as a line that can be read on."""
    monkeypatch.setattr(observer, "LOOK_SECONDS", PATIENT_SECONDS)
    look = await look_on(separate_page, BY_NAME["50,000 links"])
    assert look.said == ""
    assert look.tokens < 6_000
    assert '- button-0 "Stay"\n- a-0 "Link 0"\n- a-1 "Link 1"' in look.seen.tree
    shown = len(re.findall(r"^ *- a-\d+ ", look.seen.tree, re.MULTILINE))
    (rest,) = re.findall(r"fold-\d+: [\d,]+ more \(([\d,]+) a, 1 fold\)", look.seen.tree)
    folded = re.findall(r"\(([\d,]+) more", look.seen.tree)
    assert shown > 100
    assert shown + int(rest.replace(",", "")) == len(look.seen.elements) - 1
    assert folded == []


async def test_of_200_frames_each_is_shown_or_named_as_silent(page):
    """None of them keeps the page around them from being seen."""
    await page.set_content(BY_NAME["200 frames"].html)
    seen = await PageReader().capture(page, timeout=PATIENT_SECONDS)
    said = "; ".join(seen.notes)
    shown = len(re.findall(r'^ *- f\d+\.button-0 "In"', seen.tree, re.MULTILINE))
    named = len(re.findall(r"frame f\d+ \(about:srcdoc\) does not answer", said))
    more = sum(map(int, re.findall(r"(\d+) more frames do not answer", said)))
    assert seen.tree.startswith('- button-0 "Stay"\n- iframe')
    assert shown + named + more == 200


def test_the_pages_of_which_more_is_expected_are_there():
    assert {*SEEN, *NEVER_SEEN, *WITH_TESTS_OF_THEIR_OWN, "1,000 deep", "a table of 10,000 rows"} <= BY_NAME.keys()
