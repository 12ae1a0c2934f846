"""What JupyterLab, Node-RED and Streamlit do that the small pages of other tests did not."""

from inline_snapshot import snapshot

MENU = """<div tabindex=0><ul role=menu style="list-style:none">
  <li tabindex=0 aria-haspopup=true onclick="log.push('Theme')"><div>Theme</div><div><svg width=16 height=16 aria-hidden=true></svg></div></li>
  <li tabindex=0 role=presentation style="height:9px"><div></div><div></div></li>
  <li tabindex=0 role=menuitem onclick="log.push('Bigger')">Bigger</li></ul></div>"""


async def test_a_line_between_the_items_of_a_menu_is_none_of_them(visit):
    """It can have the focus like them. An item that opens another menu is one, whose name messages give."""
    page = await visit(MENU)
    assert await page.tree() == snapshot("""\
- div-0
  - menu
    - li-0 (role=menuitem popup="menu") "Theme"
    - li-1 (role=menuitem) "Bigger"\
""")
    assert await page.do("click", element_id="li-0") == snapshot('done: clicked li-0 "Theme"')
    assert await page.said() == ["Theme"]


async def test_a_link_that_leads_nowhere_does_not_seem_to_lead_home(visit, web):
    """Scripts make buttons of links to nothing but "#"."""
    web.pages["/"] = (
        "<a href='#' onclick='1' style='font:20px/1 serif'><i class='fa fa-bars'></i>&nbsp;</a> <a href=/home><i class='fa fa-home'></i>&nbsp;</a>"
    )
    page = await visit(url=f"{web.url}/")
    assert await page.tree() == snapshot("""\
- a-0 (icon="fa-bars")
- a-1 (icon="fa-home" href="/home")\
""")


SWITCH = """<label style="display:flex"><span style="position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden">
<input type=checkbox role=switch aria-label=Urgent></span>
<div style="width:32px;height:16px;background:#ccc"><div style="width:12px;height:12px;background:#fff"></div></div><div>Urgent</div></label>
<script>for (const type of ['pointerdown', 'pointermove']) document.addEventListener(type, () => {});</script>"""


async def test_the_drawing_of_a_labelled_switch_is_no_surface_to_drag(visit):
    """Also where the whole page listens to presses and moves, as component libraries do."""
    page = await visit(SWITCH)
    assert await page.tree() == snapshot('- input-0 (type=checkbox role=switch label="Urgent" unchecked)')
