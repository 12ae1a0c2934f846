"""When a look has a picture."""

import asyncio

import pytest

from actwright.engine.page import observer
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.page import Dialog
from actwright.schemas.task import Task

AS_BEFORE = "no picture: the page looks as in the last picture that was shown"


@pytest.fixture
async def surface_with(page, tmp_path):
    """`await surface_with(screenshot="on_change")`: a surface on the fixture's page."""
    made = []
    await register(page)

    def make(**options):
        surface = BrowserSurface(
            page,
            task=Task(text="look"),
            values=Values({}),
            downloads_dir=lambda: tmp_path,
            options=PageOptions(**options),
        )
        made.append(surface)
        return surface

    yield make
    for surface in made:
        await surface.close()


async def pictures(surface, page, *scripts):
    """Whether each look has a picture, and its notes; one look before the scripts and one after each."""
    seen = [await surface.observe()]
    for script in scripts:
        await page.evaluate(script)
        seen.append(await surface.observe())
    return [(each.screenshot is not None, each.notes) for each in seen]


async def test_always_has_one_each_time(surface_with, page):
    await page.set_content("<button>Save</button>")
    assert await pictures(surface_with(), page, "1") == [(True, ()), (True, ())]


async def test_the_picture_is_drawn_again_only_if_the_page_or_what_is_marked_has_changed(surface_with, page):
    """A hidden button that comes to be covered changes no pixel, and loses its mark."""
    await page.set_content(
        """<button>Save</button><button style="position: fixed; left: 9px; top: 90px; opacity: 0.01">Ghost</button>
        <i hidden id=over style="position: fixed; left: 0; top: 80px; width: 300px; height: 90px"></i>"""
    )
    surface = surface_with()
    await surface.observe()
    first, same = await surface.observe(), await surface.observe()
    await page.evaluate("over.hidden = false")
    covered = await surface.observe()
    await page.evaluate("document.querySelector('button').textContent = 'Send'")
    renamed = await surface.observe()
    assert same.screenshot is first.screenshot
    assert len({each.screenshot.data for each in (first, covered, renamed)}) == 3


async def test_never_has_none_and_says_nothing(surface_with, page):
    await page.set_content("<button>Save</button>")
    assert await pictures(surface_with(screenshot="never"), page) == [(False, ())]


async def test_on_change_compares_with_the_last_picture_that_was_shown(surface_with, page):
    """What looks the same is said; a change back is a change, and so is an element that came or went unseen."""
    await page.set_content("<h1>Orders</h1><button>Save</button><div style='width:90px;height:30px'></div>")
    seen = await pictures(
        surface_with(screenshot="on_change"),
        page,
        "1",
        "document.querySelector('h1').textContent = 'Invoices'",
        "document.querySelector('h1').textContent = 'Orders'",
        "1",
        "document.querySelector('div').setAttribute('role', 'button')",
    )
    assert seen == [(True, ()), (False, (AS_BEFORE,)), (True, ()), (True, ()), (False, (AS_BEFORE,)), (True, ())]


@pytest.mark.parametrize(
    ("html", "script"),
    [
        ("<label><input type=checkbox> Used</label>", "document.querySelector('input').checked = true"),
        ("<label>Pieces <input value=3></label>", "document.querySelector('input').value = '8'"),
        ("<button>Items: 3</button>", "document.querySelector('button').textContent = 'Items: 8'"),
        ("<button>Save</button>", "document.querySelector('button').disabled = true"),
        ("<button aria-expanded=false>Menu</button>", "document.querySelector('button').ariaExpanded = 'true'"),
    ],
    ids=["ticked", "one digit", "a name", "disabled", "unseen state"],
)
async def test_on_change_another_state_of_an_element_is_a_change(surface_with, page, html, script):
    """However few px differ; the same state again is none."""
    await page.set_content(html)
    seen = await pictures(surface_with(screenshot="on_change"), page, script, "1")
    assert [shown for shown, _ in seen] == [True, True, False]


async def test_on_change_focus_alone_is_no_change(surface_with, page):
    """The tree says where the focus is."""
    await page.set_content("<style>* {outline: none}</style><button>Save</button><button>Send</button>")
    seen = await pictures(surface_with(screenshot="on_change"), page, "document.querySelector('button').focus()")
    assert [shown for shown, _ in seen] == [True, False]


async def test_a_look_that_is_not_shown_is_no_picture_to_compare_with(surface_with, page):
    """Tools look too; only what the policy saw counts."""
    await page.set_content("<h1>Orders</h1>")
    surface = surface_with(screenshot="on_change")
    await surface.observe()
    await page.evaluate("document.querySelector('h1').textContent = 'Invoices'")
    assert (await surface.look()).screenshot is None
    assert (await surface.observe()).screenshot is not None


async def test_the_budget_bounds_the_tree(surface_with, page):
    """In tokens, estimated."""
    await page.set_content("".join(f"<p>Paragraph {n} of a long text that nobody reads</p>" for n in range(400)))
    small, large = surface_with(budget=300, screenshot="never"), surface_with(budget=3_000, screenshot="never")
    assert len((await small.observe()).tree) <= 300 * 4 < len((await large.observe()).tree) <= 3_000 * 4


async def test_a_dialog_that_opens_during_a_look_is_what_is_seen(surface_with, page):
    """The look does not wait for a page that waits for an answer itself."""
    surface = surface_with(screenshot="never")
    asking = asyncio.ensure_future(
        page.evaluate("() => { const end = Date.now() + 500; while (Date.now() < end); return confirm('Leave?'); }")
    )
    await asyncio.sleep(0)
    seen = await surface.observe()
    assert seen.dialog == Dialog(kind="confirm", message="Leave?")
    assert seen.notes == ("the page stands still until the dialog is answered",)
    await surface.tabs.answer_dialog(accept=True)
    assert await asking


@pytest.mark.parametrize("wakes", [True, False])
async def test_a_page_without_an_answer_is_looked_at_again_only_if_it_is_back(surface_with, page, monkeypatch, wakes):
    """A frozen page is not waited for twice."""
    released, looks = asyncio.Event(), []

    async def passed(route):
        await released.wait()
        await route.fulfill(body="")

    await page.route("**/held", passed)
    await page.route("**/page", lambda route: route.fulfill(body="<button>Save</button>", content_type="text/html"))
    await page.goto("http://held.test/page")
    surface = surface_with(screenshot="never")
    capture = surface._observer.reader.capture

    async def spied(*given, **options):
        looks.append(await capture(*given, **options))
        monkeypatch.setattr(observer, "LOOK_SECONDS", 30.0)
        if wakes:
            released.set()
        return looks[-1]

    monkeypatch.setattr(observer, "LOOK_SECONDS", 0.5)
    monkeypatch.setattr(observer, "AWAKE_SECONDS", 30.0 if wakes else 0.5)
    monkeypatch.setattr(surface._observer.reader, "capture", spied)
    async with page.expect_request("**/held"):
        await page.evaluate(
            "setTimeout(() => { const asked = new XMLHttpRequest(); asked.open('GET', '/held', false); asked.send(); })"
        )
    seen = await surface.observe()
    released.set()
    assert [look.answered for look in looks] == ([False, True] if wakes else [False])
    assert (seen.notes, [element.name for element in seen.elements]) == (
        ((), ["Save"]) if wakes else (("the page does not answer",), [])
    )


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        ("p.textContent = String(n)", ("the page keeps changing: its picture may be of another moment than its tree",)),
        ("p.style.marginLeft = n % 2 ? '90px' : '0'", ()),
        ("p.dataset.n = n", ()),
    ],
)
async def test_a_picture_that_may_show_another_moment_than_the_tree_has_a_note(surface_with, page, change, notes):
    """What says or moves nothing that the tree has is no other moment."""
    await page.set_content(f"<p id=p>0</p><script>let n = 0; setInterval(() => {{ n += 1; {change}; }}, 1)</script>")
    assert (await surface_with().observe()).notes == notes


async def test_elements_that_are_as_before_are_the_same_objects(surface_with, page):
    await page.set_content("<button>One</button><button id=two>Two</button>")
    surface = surface_with()
    first = await surface.observe()
    await surface.observe()  # what was new is new no more
    await page.evaluate("two.textContent = 'Three'")
    second, third = surface._observer.last, await surface.observe()
    assert [one is other for one, other in zip(second.elements, third.elements, strict=True)] == [True, False]
    assert [element.name for element in first.elements] == ["One", "Two"]
