import pytest

from actwright.engine.page.activity.activity import MAX_TABS
from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.navigation import Navigate
from actwright.tools.tabs import CloseTab, NewTab, SwitchTab


async def test_a_new_tab_is_in_front_and_can_be_used_and_closed(surface_on):
    surface = await surface_on("<title>Shop</title>")
    assert await NewTab().run(surface) == Done("tab-2 is open and in front")
    assert [(tab.id, tab.url, tab.active) for tab in (await surface.observe()).tabs] == [
        ("tab-1", "about:blank", False),
        ("tab-2", "about:blank", True),
    ]
    await Navigate(url="about:blank").run(surface)
    assert (await SwitchTab(tab_id="tab-1").run(surface)).detail == 'tab-1 "Shop" is in front'
    assert (await CloseTab(tab_id="tab-2").run(surface)).detail == "closed tab-2; tab-1 is in front"


async def test_tabs_are_not_without_number(surface_on):
    surface = await surface_on("")
    tab = surface._activity.tabs[0]
    surface._activity.tabs = [tab] * MAX_TABS
    with pytest.raises(ToolError, match="20 tabs are open; close one first"):
        await NewTab().run(surface)
    surface._activity.tabs = [tab]
