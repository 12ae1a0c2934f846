"""A page that replaces the built-ins of its own world: no tool asks it anything there, so it sees nothing and misleads nobody."""

from pathlib import Path

import pytest

from actwright.engine.act import act
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLBOX = Toolbox(builtin_tools())

REPLACED = """<script>
{
  const { apply } = Reflect, { getOwnPropertyDescriptor, getOwnPropertyNames, defineProperty } = Object;
  window.called = {};
  const lies = {
    getBoundingClientRect: () => ({ x: 7000, y: 7000, left: 7000, top: 7000, width: 9, height: 9, toJSON: () => ({}) }),
    getClientRects: () => [], now: () => 0, stringify: () => '"forged"', requestAnimationFrame: () => 0, setTimeout: () => 0,
    getSelection: () => 'forged', scrollBy: () => {}, scrollIntoView: () => {}, checkVisibility: () => false,
    matches: () => false, closest: () => null, elementFromPoint: () => null, getEventListeners: () => ({}), $$: () => [],
    values: () => [1], map: () => ['forged'], join: () => 'forged', querySelectorAll: () => [],
  };
  const replace = (owner, label, name) => {
    const found = getOwnPropertyDescriptor(owner, name);
    if (!found.configurable || name === 'constructor') return;
    for (const key of ['value', 'get', 'set']) {
      const real = found[key];
      if (typeof real !== 'function' || (key === 'value' && real.prototype && label === 'window')) continue;
      found[key] = function () {
        const said = label + '.' + name;
        called[said] = (called[said] || 0) + 1;
        return lies[name] && key === 'value' ? lies[name]() : apply(real, this, arguments);
      };
    }
    defineProperty(owner, name, found);
  };
  window.$$ = window.getEventListeners = () => 0;
  const owners = { Object, JSON, Date, performance, Math, Promise, Reflect, Number, Array };
  for (const one of [Array, String, Map, Set, WeakMap, RegExp, Object, Function, Promise, Event, EventTarget, Node, Element,
    HTMLElement, HTMLInputElement, HTMLLabelElement, HTMLTextAreaElement, Document, DocumentFragment, DataTransfer,
    DataTransferItemList, FileList, Range, Selection, CSSStyleDeclaration, DOMRectReadOnly, NodeList, HTMLCollection,
    NamedNodeMap, Attr, Text, CharacterData, Performance, UIEvent, MouseEvent]) owners[one.name + '.prototype'] = one.prototype;
  owners.window = window;
  const own = ['$$', 'getEventListeners', 'getComputedStyle', 'getSelection', 'requestAnimationFrame', 'setTimeout', 'eval'];
  for (const label in owners) for (const name of label === 'window' ? own : getOwnPropertyNames(owners[label])) {
    if (!['__proto__', 'prototype'].includes(name)) replace(owners[label], label, name);
  }
  called = {};
}
</script>"""

PAGE = """<style>body { margin: 0 } .item { width: 90px; height: 30px; cursor: grab }</style>
<h1>Stock</h1><p id=p tabindex=0>Twelve crates of pears</p>
<input aria-label=Name class=typeahead autocomplete=off>
<div style="position: relative; width: 120px; height: 24px"><label style="position: absolute; inset: 0; background: white">Fresh
  <input type=checkbox style="position: absolute; z-index: -1"></label></div><br>
<label>Photo <input type=file></label>
<label id=pick tabindex=0 role=button>Attach <input type=file hidden></label>
<button style="width: 200px; height: 50px">Save</button>
<button><svg width=20 height=20><rect width=20 height=20 /></svg></button>
<ul style="width: 100px; padding: 0"><li class=item tabindex=0 draggable=true>One<li class=item tabindex=0>Two</ul>
<div tabindex=0 aria-label=Log style="height: 60px; width: 100px; overflow: auto"><div style="height: 600px">Lines</div></div>
<div style="height: 3000px"></div><button>Last</button>"""


async def called(page):
    """What of the page's own was called, and how often; asked in a way that calls nothing."""
    session = await page.context.new_cdp_session(page)
    told = await session.send("Runtime.evaluate", {"expression": "called", "returnByValue": True})
    await session.detach()
    return told["result"]["value"]


@pytest.fixture
async def surface(surface_on, tmp_path):
    photo = Path(tmp_path, "front.png")
    photo.write_bytes(b"picture")  # noqa: ASYNC240 - a few bytes of a test
    return await surface_on(REPLACED + PAGE, data={"photo": photo})


ASKED = [
    ("scroll", {"direction": "down"}, "scrolled the page down by 1.0 screens, 2.2 left that way"),
    (
        "scroll",
        {"direction": "down", "element_id": "div-0"},
        'scrolled div-0 "Log" down by 1.0 screens, 8.0 left that way',
    ),
    ("scroll", {"element_id": "button-2"}, 'button-2 "Last" is in view'),
    ("scroll", {"text": "Last"}, '"Last" is in view'),
    ("click", {"element_id": "button-1"}, "clicked button-1"),
    ("click", {"element_id": "button-2"}, 'clicked button-2 "Last"'),
    ("click_with", {"element_id": "button-0", "x": 10, "y": 10}, 'clicked button-0 "Save"'),
    ("hover_at", {"element_id": "button-0", "points": "20,50"}, 'the mouse is over 20,50 % of button-0 "Save"'),
    ("drag", {"element_id": "li-0", "onto": "li-1"}, "dragged li-0 onto li-1"),
    ("drag", {"element_id": "li-0", "right": 30}, "dragged li-0 by 30 px right"),
    ("drag_along", {"element_id": "li-0", "points": "20,50 80,50"}, "dragged along 2 points of li-0"),
    ("check", {"element_id": "input-1"}, 'input-1 "Fresh" is checked'),
    ("select_text", {"element_id": "p-0"}, 'selected "Twelve crates of pears"'),
    ("select_text", {"text": "crates"}, 'selected "crates"'),
    ("upload", {"element_id": "input-2", "files": ["{{photo}}"]}, 'input-2 "Photo" holds front.png'),
    ("upload", {"element_id": "label-0", "files": ["{{photo}}"]}, 'label-0 "Attach" holds front.png'),
    ("type", {"element_id": "input-0", "value": "Ann"}, 'input-0 "Name" holds "Ann"'),
    ("fill", {"element_id": "input-0", "value": "Ann"}, 'input-0 "Name" holds "Ann"'),
    ("press", {"element_id": "input-0", "key": "a"}, 'pressed a on input-0 "Name"'),
    ("expect", {"text": "Twelve"}, 'the page shows "Twelve": yes'),
]


@pytest.mark.slow
async def test_no_tool_asks_the_page(page, surface):
    """What a tool does and says is so whatever the page answers in its own world, and nothing of the page is called."""
    for tool, parameters, detail in ASKED:
        action = Action(reason="r", tool=tool, parameters=parameters)
        (outcome,) = await act(Proposal(complete=False, message="m", actions=(action,)), TOOLBOX, surface)
        assert (outcome.status, outcome.detail) == ("done", detail)
        assert await called(page) == {}, detail
