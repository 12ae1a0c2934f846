"""Each pattern of the ARIA Authoring Practices Guide is in the tree as in Chromium's own, and can be operated."""

import pytest
from aria_patterns import PATTERNS

MARK = "data-number"
NUMBER = f"document.querySelectorAll('*').forEach((each, n) => each.setAttribute('{MARK}', n))"
SHOWN = f"[...document.querySelectorAll('*')].filter((each) => each.checkVisibility() && each.getClientRects().length).map((each) => each.getAttribute('{MARK}'))"
ROLES = {"DisclosureTriangle": "button"}
STATED = {"checked": "checked", "expanded": "expanded", "selected": "selected", "disabled": "disabled"}


async def operable_in_chromium(page):
    """What Chromium's accessibility tree says of each element that can have the focus, by its mark."""
    await page.evaluate(NUMBER)
    session = await page.context.new_cdp_session(page)
    document = await session.send("DOM.getDocument", {"depth": -1, "pierce": True})
    tree = await session.send("Accessibility.getFullAXTree")
    known = {node.get("backendDOMNodeId"): node for node in tree["nodes"] if not node.get("ignored")}
    found, stack = {}, [document["root"]]
    while stack:
        node = stack.pop()
        stack += node.get("children", [])
        attributes = dict(zip(node.get("attributes", [])[::2], node.get("attributes", [])[1::2], strict=True))
        said = known.get(node["backendNodeId"])
        if MARK not in attributes or said is None:
            continue
        states = {each["name"]: each["value"].get("value") for each in said.get("properties", ())}
        if states.get("focusable") and said["role"]["value"] != "RootWebArea":
            found[attributes[MARK]] = (said["role"]["value"], said["name"]["value"], states)
    await session.detach()
    return found


def stated(state):
    return {"true": True, "false": False}.get(state, state)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("pattern", PATTERNS)
async def test_what_can_have_the_focus_has_an_id_role_name_and_state(visit, pattern):
    page = await visit(PATTERNS[pattern])
    expected = await operable_in_chromium(page.page)
    shown = set(await page.page.evaluate(SHOWN))
    seen = await page.see()
    reader = page.surface._observer.reader
    found = {await reader.locator(each.id).get_attribute(MARK): each for each in seen.elements}
    for mark, (role, name, states) in expected.items():
        if mark not in shown:
            continue
        element = found[mark]
        assert " ".join(element.name.split()) == " ".join(name.split())
        if role != "generic":
            assert element.role == ROLES.get(role, role)
        for state, attribute in STATED.items():
            if state in states:
                assert bool(getattr(element, attribute)) == bool(stated(states[state])), (name, state)


OPERATIONS = [
    ("treegrid", [("press", "Treegrids", {"key": "ArrowRight"})], ["opened"]),
    ("treegrid", [("click", "Drafts", {})], ["drafts"]),
    ("grid", [("click", "3", {})], ["3"]),
    ("combobox-grid", [("type", "Fruit", {"value": "Ap"}), ("click", "Apple", {})], ["Apple"]),
    ("tree-owns", [("click", "Letters", {})], ["Letters "]),
    ("slider-two", [("fill", "Highest price", {"value": "252"})], [251, 252]),
    ("spinbutton", [("fill", "Day", {"value": "17"})], [16, 17]),
    ("toolbar", [("click", "Bold", {}), ("check", "Right", {})], ["Bold true", "Right"]),
    ("menubar", [("click", "Style", {}), ("check", "Large", {})], ["Large true"]),
    ("tabs", [("click", "Ravel", {})], ["Ravel"]),
    ("feed", [("press", "Fireside", {"key": "PageDown"})], ["next"]),
    ("carousel", [("click", "Slide 2", {}), ("click", "Stop automatic slide show", {})], ["slide 2", "stopped"]),
    ("disclosure", [("click", "More About pages", {}), ("click", "Parking", {})], ["about true", "parking true"]),
    ("listbox-groups", [("click", "Whale", {}), ("select", "Animal", {"value": "Cat"})], ["Whale true", "Cat true"]),
    (
        "switch",
        [("check", "Notify", {}), ("click", "Lights", {}), ("check", "Heating", {})],
        ["a true", "b false", "c true"],
    ),
    (
        "date-dialog",
        [("click", "Choose Date", {}), ("click", "8", {}), ("click", "OK", {})],
        ["open", "day 8", "03/08/2026"],
    ),
]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("pattern", "steps", "said"), OPERATIONS)
async def test_it_is_operated_by_the_names_in_it(visit, pattern, steps, said):
    page = await visit(PATTERNS[pattern])
    for tool, name, parameters in steps:
        seen = await page.see()
        element = next(each for each in seen.elements if each.name.startswith(name))
        assert (await page.do(tool, element_id=element.id, **parameters)).startswith("done: ")
    assert await page.said() == said


@pytest.mark.parametrize(("pattern", "name"), [("toolbar", "Cut"), ("listbox-groups", "Eel")])
async def test_what_is_disabled_is_refused(visit, pattern, name):
    page = await visit(PATTERNS[pattern])
    element = next(each for each in (await page.see()).elements if each.name == name)
    assert "is disabled" in await page.do("click", element_id=element.id)
    assert await page.said() == []
