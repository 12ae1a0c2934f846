"""Pages with frames of this and another origin, nested, scaled and scrolled, and with shadow roots and custom elements.

The shadow roots are open and closed, and have slots.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from playwright.async_api import Page

from actwright.testing.site.request_response import SiteResponse, text
from benchmarks.page.sets.arriving import painted, to_middle
from benchmarks.page.sets.loopback import loopback
from benchmarks.page.state import State

__all__ = ["serve"]

DOCUMENT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><link rel="icon" href="data:,">{body}'
)

FORM = """<h2>{what}</h2><form><p><label>Name <input name="name"></label> <label>City <select><option>Rome<option>Oslo</select></label>
<p><label><input type="checkbox" checked> Keep me informed</label> <button>Send {what}</button> <a href="#help">Help</a></form>"""

LONG = FORM + "".join(f'<p style="margin: 40px 0">Row {row} <button>Edit {row}</button></p>' for row in range(1, 61))

SAME = """<h1>Two forms of this origin</h1><button>Outside</button><p><iframe src="form?left" width="560" height="300" title="left"></iframe>
<iframe src="form?right" width="560" height="300" title="right"></iframe><p><a href="#end">End</a>"""

OTHER = """<h1>Checkout</h1><p>Total: € 40 <button>Change the basket</button></p>
<iframe src="{other}/card" width="600" height="260" title="Card payment"></iframe><p><button>Place the order</button>"""

CARD = """<h2>Card</h2><label>Number <input inputmode="numeric" autocomplete="cc-number"></label>
<label>Expires <input size="5" placeholder="MM/YY"></label> <label>CVC <input type="password" size="3"></label>
<p><span tabindex="0" role="button" onclick="this.textContent = 'Paid'">Pay</span>"""

NESTED = (
    """<h1>Outer</h1><button>Outer button</button><iframe src="{other}/nested-2" width="1000" height="560"></iframe>"""
)
NESTED_2 = (
    """<h2>Second</h2><button>Second button</button><iframe src="{self}/nested-3" width="900" height="400"></iframe>"""
)
NESTED_3 = """<h3>Third</h3><button>Third button</button><iframe src="form?fourth" width="700" height="260"></iframe>"""

STYLED = """<h1>Frames with a look</h1>
<iframe src="form?padded" width="480" height="240" style="border: 9px solid teal; padding: 17px 31px; margin: 5px"></iframe>
<iframe src="{other}/form?scaled" width="640" height="300" style="transform: scale(0.7); transform-origin: 0 0"></iframe>
<iframe src="form?turned" width="480" height="240" style="rotate: 4deg; border: 3px dotted"></iframe>
<iframe src="form?invisible" width="480" height="240" style="visibility: hidden"></iframe>
<div style="position: fixed; right: 20px; bottom: 20px; zoom: 0.8"><iframe src="form?zoomed" width="420" height="240"></iframe></div>"""

SCROLLED = """<h1>Long frames</h1><iframe id="a" src="long?near" width="560" height="420"></iframe>
<iframe id="b" src="{other}/long?far" width="560" height="420"></iframe><div style="height: 900px">Space</div><button>Last</button>"""

MADE = """<h1>Frames without an address</h1>
<iframe srcdoc="<h2>From srcdoc</h2><button>Srcdoc button</button><input placeholder='In srcdoc'>" width="500" height="160"></iframe>
<iframe sandbox srcdoc="<h2>Sandboxed</h2><a href='#x'>Sandboxed link</a><details><summary>More</summary>Text</details>" width="500" height="160"></iframe>
<iframe id="written" width="500" height="160"></iframe><object data="form?object" type="text/html" width="500" height="240"></object>
<script>written.contentDocument.body.innerHTML = "<h2>Written</h2><button>Written button</button>"</script>"""

COVERED = """<h1>A frame below a dialog</h1><iframe src="{other}/form?below" width="900" height="500"></iframe>
<dialog id="ask" style="width: 400px"><h2>Use cookies?</h2><button autofocus>Accept</button> <button>Refuse</button></dialog>
<script>ask.showModal()</script>"""

ELEMENTS = """<script>
const shadowed = (name, mode, html) => customElements.define(name, class extends HTMLElement {
  connectedCallback() {
    if (this.filled) return;
    this.filled = true;
    this.attachShadow({ mode, delegatesFocus: true }).innerHTML = html;
  }
});
shadowed("x-field", "MODE", `<label><slot>Field</slot> <input placeholder="inside"></label>`);
shadowed("x-button", "MODE", `<style>span { cursor: pointer; padding: 6px; border: 1px solid }</style><span role="button" tabindex="0"><slot></slot></span>`);
shadowed("x-card", "MODE", `<section style="border: 1px solid; padding: 12px; margin: 8px"><header><slot name="title"></slot>
  <button aria-label="Close the card">&times;</button></header><slot></slot><footer><x-button>Save the card</x-button> <slot name="more"><a href="#all">All cards</a></slot></footer></section>`);
shadowed("x-deep", "MODE", `<x-card><b slot="title">Deep</b><x-field>Deepest</x-field></x-card>`);
</script>"""

SHADOWED = """<h1>Components</h1><div id="root"></div><script>
const draw = () => { root.innerHTML = `<x-card><h2 slot="title">First</h2><x-field>Colour</x-field><p>Text in a slot, <a href="#light">light link</a></p></x-card>
  <x-card><h2 slot="title">Second</h2><x-field>Size</x-field><button slot="more">Slotted button</button><i slot="nowhere">Never shown</i></x-card>
  <x-deep></x-deep><x-button>Alone</x-button>`; };
draw();
window.remount = () => { root.replaceChildren(); draw(); };
</script>"""

FORM_ELEMENTS = """<h1>Elements of our own</h1><script>
customElements.define("y-switch", class extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();
  connectedCallback() {
    this.tabIndex = 0;
    this.#internals.role = "switch";
    this.#internals.ariaChecked = "false";
    this.addEventListener("click", () => { this.#internals.ariaChecked = this.#internals.ariaChecked === "true" ? "false" : "true"; });
  }
});
</script><style>y-switch { display: inline-block; width: 44px; height: 22px; background: #bbb; border-radius: 11px }</style>
<form><p><label>Night mode <y-switch></y-switch></label> <label for="late">Late</label> <y-switch id="late"></y-switch></p>
<p id="declared"><template shadowrootmode="open"><button>Declared in HTML</button> <slot></slot></template>Light text</p></form>
<div id="host"><template shadowrootmode="closed"><a href="#closed">Declared and closed</a></template></div>
<iframe src="open" width="900" height="460" title="Components in a frame"></iframe>"""


async def _scrolled(page: Page) -> None:
    for frame in page.frames[1:]:
        await frame.evaluate("() => scrollTo({ top: 1500, behavior: 'instant' })")
    await page.evaluate("() => scrollTo(0, 60)")
    await painted(page)


async def _remount(page: Page) -> None:
    await page.evaluate("window.remount()")
    await painted(page)


BODIES = {
    "same": SAME, "other": OTHER, "nested": NESTED, "styled": STYLED, "scrolled": SCROLLED, "made": MADE,
    "covered": COVERED, "open": ELEMENTS.replace("MODE", "open") + SHADOWED,
    "closed": ELEMENTS.replace("MODE", "closed") + SHADOWED, "elements": FORM_ELEMENTS,
    "form": FORM.replace("{what}", "a form"), "long": LONG.replace("{what}", "a long form"), "card": CARD,
    "nested-2": NESTED_2, "nested-3": NESTED_3,
}  # fmt: skip

STATES: dict[str, tuple[str, Callable[[Page], Awaitable[None]]]] = {
    "frames/same": ("same", painted),
    "frames/other": ("other", painted),
    "frames/nested": ("nested", painted),
    "frames/styled": ("styled", painted),
    "frames/long": ("scrolled", painted),
    "frames/scrolled": ("scrolled", _scrolled),
    "frames/made": ("made", painted),
    "frames/covered": ("covered", painted),
    "shadow/open": ("open", painted),
    "shadow/closed": ("closed", painted),
    "shadow/elements": ("elements", painted),
    "shadow/elements-middle": ("elements", to_middle),
}
"""The name and page of each state, and what to do on the page once it has loaded."""


@asynccontextmanager
async def serve(work: Path) -> AsyncGenerator[list[State]]:  # noqa: ARG001 - the contract
    """Serves the pages with frames and shadow roots; the other origin is the same port of `localhost`.

    Args:
        work: Not used, because nothing is downloaded.
    """
    origins: dict[str, str] = {}
    with loopback(partial(_page, origins=origins)) as url:
        origins |= {"{self}": url, "{other}": url.replace("127.0.0.1", "localhost")}
        yield [
            State(name, "frames", f"{url}/{page}", prepare, _remount if page in {"open", "closed"} else None)
            for name, (page, prepare) in STATES.items()
        ]


def _page(path: str, *, origins: dict[str, str]) -> SiteResponse | None:
    name = path.strip("/")
    if name not in BODIES:
        return None
    body = BODIES[name]
    for mark, origin in origins.items():
        body = body.replace(mark, origin)
    return text(DOCUMENT.format(title=name, body=body), type="text/html")
