"""The bench that counts controls without what tells them from their likes."""

from benchmarks.context import cut, own


async def test_no_control_is_kept_without_its_context(page):
    """Neither on cards nor in groups or tables, within a small budget."""
    found = await own(page, 1000)
    assert {name: counted.cut for name, counted in found.items() if counted.cut} == {}
    assert all(counted.kept >= 5 for counted in found.values())


async def test_what_the_tree_lacks_is_counted(page):
    """A heading that the page has and does not show is in no tree."""
    await page.set_content(
        "".join(f"<div><h3 style='opacity:0'>{name}</h3><button>Add</button></div>" for name in ("Lamp", "Desk"))
    )
    counted = await cut(page, 4000)
    assert (counted.kept, counted.cut) == (2, ('button-0 "Add": Lamp', 'button-1 "Add": Desk'))
