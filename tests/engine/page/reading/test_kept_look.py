"""A look at a page that has not changed is the look before; whatever changed, a look shows it."""

from __future__ import annotations

import difflib
import pprint
import random
from dataclasses import asdict
from typing import Any

import pytest
from playwright.async_api import Page

from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.cdp_evaluate import Counts
from actwright.engine.page.reading.snapshot import Snapshot

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><title>Page</title><style id=sheet>
  .card { border: 1px solid; position: relative; margin: 4px } #hot:hover { color: red }
  #hot:hover + p { display: none } #tick:checked ~ .after::before { content: "ticked " }
  #field:focus ~ .hint { display: none } .covered { position: relative; z-index: 0 }
  #over { position: absolute; left: 0; top: 0; width: 200px; height: 30px; z-index: -1 }
  @media (max-width: 700px) { .wide { display: none } } .icon::after { content: "added" }
</style>
<h1 id=heading>Heading</h1><button id=hot>Hot</button><p>Beside it</p>
<div class=card id=card><div id=over></div><button class=covered id=under>Under</button><a href="#there" id=link>Link</a></div>
<form id=form><label for=field>Name</label><input id=field required><input type=checkbox id=tick aria-label=Tick>
<input type=radio name=r id=one aria-label=One><input type=radio name=r id=two aria-label=Two><span class="after hint">After</span>
<input type=email id=mail aria-label=Mail><input type=range id=range aria-label=Range><textarea id=area aria-label=Area></textarea>
<select id=select aria-label=Select><option>A<option>B<option>C</select>
<select id=many multiple aria-label=Many><option>D<option>E<option>F</select>
<input id=file type=file aria-label=File><button id=send>Send</button></form>
<div id=scroller style="height:60px;width:300px;overflow:auto"><p>top</p><button>First</button><p style="margin-top:200px">low</p><button>Last</button></div>
<div id=host><b slot=s>Slotted</b><i>Not slotted</i></div><div id=shut style="width:90px;height:30px"></div>
<details id=details><summary>More</summary><p>Inside</p></details><dialog id=dialog><p>Asked</p><button>Yes</button></dialog>
<div id=pop popover>Popped<button>In it</button></div><div id=tail class=wide>Wide</div><div id=edit contenteditable>Edited</div>
<div id=sized style="width:100px;overflow:hidden"><button id=inner style="width:100%">Inner</button></div>
<canvas id=canvas width=50 height=20></canvas><progress id=bar value=0.2></progress><div id=moved>Moved<button>With it</button></div>
<iframe id=frame style="width:200px;height:60px" srcdoc="<style id=s>p{color:red}</style><button id=b>Framed</button><p>Text</p><input id=i>"></iframe>
<script>
  host.attachShadow({ mode: 'open' }).innerHTML = '<slot name=s></slot><button>Shadowed</button>';
  window.shutRoot = shut.attachShadow({ mode: 'closed' });
  shutRoot.innerHTML = '<button>Closed</button>';
  window.sheet2 = new CSSStyleSheet();
  window.frameOf = () => frame.contentDocument;
  new ResizeObserver(() => { if (inner.offsetWidth < 60) inner.textContent = 'Small'; else inner.textContent = 'Inner'; }).observe(sized);
</script>"""

CHANGES = {
    "text": "heading.firstChild.data = 'Heading ' + n",
    "attribute": "link.setAttribute('aria-label', 'Link ' + n)",
    "node comes": "card.insertAdjacentHTML('beforeend', '<button>New ' + n + '</button>')",
    "node goes": "card.querySelectorAll('button:not(#under)').forEach((one) => one.remove())",
    "class": "card.classList.toggle('icon')",
    "inline style": "under.style.display = under.style.display ? '' : 'none'",
    "rule comes": "sheet.sheet.insertRule('#hot { cursor: pointer; display: ' + (n % 2 ? 'none' : 'block') + ' }', sheet.sheet.cssRules.length)",
    "rule changes": "sheet.sheet.cssRules[0].style.visibility = n % 2 ? 'hidden' : 'visible'",
    "rule is lifted": "document.querySelector('#sheet').sheet.cssRules[6].style.zIndex = n % 2 ? '5' : '-1'",
    "rule goes": "sheet.sheet.cssRules.length > 9 && sheet.sheet.deleteRule(sheet.sheet.cssRules.length - 1)",
    "sheet is off": "sheet.sheet.disabled = !sheet.sheet.disabled",
    "sheet is adopted": "document.adoptedStyleSheets = n % 2 ? [sheet2] : []; sheet2.replaceSync('.wide { pointer-events: none; opacity: 0 }')",
    "sheet in a root": "host.shadowRoot.adoptedStyleSheets = n % 2 ? [sheet2] : []; sheet2.replaceSync('button { visibility: hidden }')",
    "media of a sheet": "sheet.sheet.media.mediaText = n % 2 ? 'print' : 'all'",
    "value": "field.value = 'v' + n",
    "same length value": "area.value = 'w' + n",
    "checked": "tick.checked = !tick.checked",
    "radio": "(n % 2 ? one : two).checked = true",
    "indeterminate": "tick.indeterminate = !tick.indeterminate",
    "range": "range.value = String(n % 100)",
    "selected": "select.selectedIndex = n % 3",
    "many selected": "many.options[n % 3].selected = !many.options[n % 3].selected",
    "validity": "mail.setCustomValidity(n % 2 ? 'No: ' + n : '')",
    "reported": "form.reportValidity()",
    "disabled": "send.disabled = !send.disabled",
    "focus": "(n % 2 ? field : area).focus()",
    "blur": "document.activeElement.blur()",
    "selection": "getSelection().selectAllChildren(n % 2 ? heading : tail)",
    "field selection": "field.focus(); field.setSelectionRange(0, n % 3)",
    "scrolled": "scroller.scrollTop = (n * 37) % 240",
    "page scrolled": "scrollTo(0, (n * 53) % 400)",
    "in a shadow root": "host.shadowRoot.lastChild.textContent = 'Shadowed ' + n",
    "in a closed root": "shutRoot.lastChild.textContent = 'Closed ' + n",
    "new shadow root": "const d = document.createElement('div'); d.style.cssText = 'width:60px;height:30px'; tail.append(d); n % 2 && (d.attachShadow({ mode: 'open' }).innerHTML = '<button>Rooted</button>')",
    "late shadow root": "const late = tail.querySelector('div'); late && !late.shadowRoot && late.attachShadow({ mode: 'open' }).append('late')",
    "slot": "host.firstElementChild.slot = n % 2 ? 's' : 'none'",
    "details": "details.open = !details.open",
    "dialog": "dialog.open ? dialog.close() : n % 2 ? dialog.showModal() : dialog.show()",
    "popover": "pop.togglePopover()",
    "canvas": "canvas.getContext('2d').fillRect(n % 40, 0, 5, 5)",
    "progress": "bar.value = (n % 10) / 10",
    "edited": "edit.textContent = 'Edited ' + n",
    "editable": "document.designMode = n % 2 ? 'on' : 'off'",
    "resized": "sized.style.width = n % 2 ? '50px' : '100px'",
    "listener": "tail.addEventListener('click', () => {})",
    "listener moves": "const f = (window.f ??= () => {}); (n % 2 ? heading : moved).removeEventListener('click', f); (n % 2 ? moved : heading).addEventListener('click', f)",
    "handler": "(n % 2 ? heading : bar).onclick = () => {}",
    "handler in markup": "(n % 2 ? moved : sized).setAttribute('ondblclick', '1')",
    "listener comes with a node": "const b = document.createElement('b'); b.textContent = 'Heard ' + n; b.onclick = () => {}; card.append(b)",
    "listener in a shadow root": "host.shadowRoot.querySelector('slot').onclick = () => {}",
    "node with a listener moves": "heading.onclick = () => {}; (n % 2 ? tail : document.body).append(heading)",
    "list that listens": "tail.innerHTML = '<ul><li>A<li>B</ul>'; tail.firstChild.onclick = () => {}",
    "item of a list that listens": "tail.querySelector('ul')?.append(Object.assign(document.createElement('li'), { textContent: 'C' + n }))",
    "title": "document.title = 'Page ' + n",
    "address": "history.replaceState(null, '', '#at' + n)",
    "in the frame": "frameOf().querySelector('p').textContent = 'Text ' + n",
    "frame's field": "frameOf().querySelector('input').value = 'f' + n",
    "frame's rule": "frameOf().styleSheets[0].cssRules[0].style.display = n % 2 ? 'none' : 'block'",
    "frame's place": "frame.style.marginLeft = (n % 30) + 'px'",
    "animation stands": "const a = moved.animate([{ transform: 'none' }, { transform: 'translateX(200px)' }], 1000); a.pause(); a.currentTime = (n * 130) % 1000",
    "animation is faint": "const a = moved.animate([{ opacity: 0 }, { opacity: 1 }], 1000); a.pause(); a.currentTime = n % 2 ? 0 : 600",
    "animations end": "document.getAnimations().forEach((one) => one.cancel())",
    "nothing": "0",
    "nothing at all": "0",
}
MOUSE = {"hover": (30, 60), "hover elsewhere": (900, 600), "hover the card": (40, 110)}
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


class Both:
    """Two runs that look at one page by turns; the second gives no look again."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keeping, self.fresh = PageReader(), PageReader()
        self.fresh.frames.cdp.counts = _none  # pyright: ignore[reportAttributeAccessIssue]
        self.given_again = 0

    async def look(self, *, remember: bool = True, whole: bool = False) -> tuple[Snapshot, Snapshot]:
        numbers = self._number(whole=whole)
        kept = await self.keeping.capture(self.page, remember=remember, whole=whole)
        self.given_again += numbers == self._number(whole=whole) is not None
        return kept, await self.fresh.capture(self.page, remember=remember, whole=whole)

    def _number(self, *, whole: bool) -> int | None:
        answers = self.keeping._looks._kept.get(self.page.main_frame, {})
        return answers[whole, False]["look"] if (whole, False) in answers else None

    async def close(self) -> None:
        await self.keeping.close()
        await self.fresh.close()


def unlike(kept: Snapshot, fresh: Snapshot) -> list[str]:
    """The lines that differ; all of both would hide them."""
    one, other = (pprint.pformat(asdict(each)).splitlines() for each in (kept, fresh))
    return [line for line in difflib.ndiff(one, other) if not line.startswith("  ")]


async def _none(*_: Any, **__: Any) -> Counts:
    return Counts()


async def looked_at(page: Page) -> Both:
    await page.set_content(PAGE)
    finder = PageReader()
    await finder.capture(page)  # the closed shadow root is known to every run from now on
    await finder.close()
    both = Both(page)
    for _ in range(3):
        kept, fresh = await both.look()
        assert kept == fresh
        await both.keeping.frames.cdp._connecting  # pyright: ignore[reportGeneralTypeIssues]
    return both


async def change(page: Page, name: str, number: int) -> None:
    if name in MOUSE:
        await page.mouse.move(*MOUSE[name])
    else:
        await page.evaluate("([code, n]) => { (0, eval)(`{ const n = ${n}; ${code} }`); }", [CHANGES[name], number])
    await page.evaluate(DRAWN)  # the page answers some changes when it is drawn next


async def test_a_second_look_at_an_unchanged_page_is_the_first(page: Page) -> None:
    both = await looked_at(page)
    before = both.given_again
    for _ in range(3):
        kept, fresh = await both.look()
        assert kept == fresh
    assert both.given_again == before + 3
    await both.close()


async def test_what_was_new_is_not_new_when_the_look_is_given_again(page: Page) -> None:
    both = await looked_at(page)
    await change(page, "node comes", 7)
    first, second, third = [await both.look() for _ in range(3)]
    assert [[element.name for element in kept.elements if element.new] for kept, _ in (first, second, third)] == [
        ["New 7"],
        [],
        [],
    ]
    assert [kept == fresh for kept, fresh in (first, second, third)] == [True, True, True]
    await both.close()


async def test_a_look_shows_every_change(page: Page) -> None:
    both = await looked_at(page)
    for name in [*CHANGES, *MOUSE]:
        for number in (1, 2):
            await change(page, name, number)
            kept, fresh = await both.look(remember=number == 1, whole=number == 2)
            assert unlike(kept, fresh) == [], (name, number)
    await both.close()


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
async def test_a_look_shows_what_a_fresh_one_would(page: Page, seed: int) -> None:
    chance = random.Random(seed)
    both = await looked_at(page)
    done: list[str] = []
    for number in range(20):
        for _ in range(chance.randrange(3)):
            done.append(chance.choice([*CHANGES, *MOUSE]))
            await change(page, done[-1], number)
        kept, fresh = await both.look(remember=chance.random() < 0.6, whole=chance.random() < 0.3)
        assert kept == fresh, done
    assert both.given_again > 0
    await both.close()


async def test_a_look_at_all_of_a_page_is_not_given_for_one_that_folds(page: Page) -> None:
    await page.set_content("<ul>" + "".join(f"<li><a href='#{n}'>Book {n}</a></li>" for n in range(300)) + "</ul>")
    reader = PageReader()
    folded = await reader.capture(page, remember=False, whole=True)
    unfolded = await reader.capture(page, remember=False, whole=True, unfolded=True)
    again = await reader.capture(page, remember=False, whole=True)
    assert len(folded.elements) < len(unfolded.elements) == 300
    assert again.elements == folded.elements


async def test_a_page_that_stayed_as_it_was_is_not_put_together_again(page):
    """Where something was new, it is put together once more: nothing is new in the second look."""
    await page.set_content("<p>One</p><button>Go</button>")
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("document.querySelector('p').textContent = 'Two'")
    second = await reader.capture(page)
    assert await reader.capture(page) is second
    await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button>New</button>')")
    third = await reader.capture(page)
    fourth = await reader.capture(page)
    assert [element.new for element in third.elements] == [False, True]
    assert [element.new for element in fourth.elements] == [False, False]
    assert await reader.capture(page) is fourth
    await reader.close()
