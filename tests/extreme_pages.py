"""Pages that are too large, never rest, break or resist, and a look at one of them.

A look ends within its deadline, whatever the page does. A note reports what the look could not see. A look fails with
an error only if the page is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Error, Frame, Page, Route

from actwright import BrowserError
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.page import Observation
from actwright.schemas.task import Task

HOME, OTHER = "http://shop.test/", "http://bank.test/"
SEPARATE = "--site-per-process"
HANGS = 30.0
"""Seconds after which a look counts as hanging; its own deadline is 5 s."""

Meanwhile = Callable[[Page], Awaitable[object]]


def script(code: str) -> Meanwhile:
    """Runs code in the page as soon as possible, during the look."""
    return lambda page: page.evaluate(f"() => {{ setTimeout(() => {{ {code} }}, 20); }}")


def at_once(code: str) -> Meanwhile:
    """Runs code in the page before anything else."""
    return lambda page: page.evaluate(f"() => {{ {code} }}")


async def crash(page: Page) -> None:
    session = await page.context.new_cdp_session(page)
    await session.send("Page.crash")


async def crash_frame(page: Page) -> None:
    session: Any = await page.context.new_cdp_session(_inner(page))
    await session.send("Page.crash")


async def hang_frame(page: Page) -> None:
    await _inner(page).evaluate("() => { setTimeout(() => { while (true); }, 0); }")


def _inner(page: Page) -> Frame:
    return next(frame for frame in page.frames if frame.url.startswith(OTHER))


@dataclass(frozen=True, slots=True)
class Extreme:
    """A page, and what happens to it.

    Attributes:
        name: What is extreme about it.
        html: The page.
        frame: The page in its frames of another site.
        before: Happens before the look.
        meanwhile: Happens during the look.
        url: The URL of the page; empty for the site's own URL.
    """

    name: str
    html: str
    frame: str = "<button>Pay</button>"
    before: Meanwhile | None = None
    meanwhile: Meanwhile | None = None
    url: str = ""


CONTROL = "<button>Stay</button>"
MANY = """<script>
  for (let row = 0; row < %d; row++) {
    const line = document.createElement('div');
    line.innerHTML = `<b>Row ${row}</b> <a href="#${row}">open</a> <button>Delete</button>`;
    document.body.append(line);
  }
</script>"""
WHILE = MANY % 8_000
"""So many elements that something can happen during the look."""
NESTED = """<script>
  let at = document.body;
  for (let i = 0; i < %d; i++) at = at.appendChild(document.createElement('div'));
  at.innerHTML = '<button>Deep</button>';
</script>"""
SHADOWED = """<script>
  let at = document.body;
  for (let i = 0; i < %d; i++) at = at.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  at.innerHTML = '<button>Deep</button>';
</script>"""
TAMPERED = """<script>
  const liar = () => { throw new Error('mine'); };
  for (const [owner, names] of [
    [Array.prototype, ['map', 'push', 'filter', 'join', Symbol.iterator]], [Map.prototype, ['get', 'set', 'has']],
    [WeakMap.prototype, ['get', 'set']], [JSON, ['stringify', 'parse']], [String.prototype, ['replace', 'trim', 'split']],
    [Element.prototype, ['getAttribute', 'getBoundingClientRect', 'matches', 'querySelectorAll', 'closest', 'attachShadow']],
    [Document.prototype, ['elementFromPoint', 'createRange', 'querySelector']], [window, ['getComputedStyle', 'Proxy']],
    [Node.prototype, ['contains', 'getRootNode']], [Object, ['keys', 'entries', 'assign', 'defineProperty']],
    [customElements, ['get', 'define', 'whenDefined']], [EventTarget.prototype, ['addEventListener']],
  ]) for (const name of names) Object.defineProperty(owner, name, { get: liar, configurable: true });
  for (const name of ['innerText', 'textContent', 'children', 'childNodes', 'shadowRoot', 'parentNode', 'nodeType'])
    for (const owner of [HTMLElement, Element, Node])
      Object.defineProperty(owner.prototype, name, { get: liar, configurable: true });
</script>"""

EXTREMES = (
    Extreme("1,000 alerts in a row", CONTROL, meanwhile=script("for (let i = 0; i < 1000; i++) alert(i)")),
    Extreme("alerts without end", CONTROL, before=script("while (true) alert('again')")),
    Extreme("a question opens during the look", CONTROL + WHILE, meanwhile=script("confirm('Leave?')")),
    Extreme(
        "grows with every frame",
        CONTROL,
        before=script("(function more() { document.body.append(document.createElement('button')); requestAnimationFrame(more); })()"),
    ),
    Extreme(
        "grows with every task",
        CONTROL,
        before=script(
            "const to = new MessageChannel(); to.port1.onmessage = () => { document.body.insertAdjacentHTML('beforeend', "
            "'<p>more <a href=#>x</a>'); to.port2.postMessage(0); }; to.port2.postMessage(0);"
        ),
    ),
    Extreme("microtasks without end", CONTROL, before=at_once("(async () => { while (true) await 0; })()")),
    Extreme("frozen before the look", CONTROL, before=at_once("while (true);")),
    Extreme("freezes during the look", CONTROL + WHILE, meanwhile=script("while (true);")),
    Extreme("busy 9 tenths of the time", CONTROL, before=script("setInterval(() => { const end = Date.now() + 450; while (Date.now() < end); }, 500)")),
    Extreme("100,000 elements", CONTROL + MANY % 25_000),
    Extreme("1,000 deep", CONTROL + NESTED % 1_000),
    Extreme("20,000 deep", CONTROL + NESTED % 20_000),
    Extreme("300 nested shadow roots", CONTROL + SHADOWED % 300),
    Extreme("5,000 nested shadow roots", CONTROL + SHADOWED % 5_000),
    Extreme("10 MB of text", CONTROL + "<p></p><script>document.querySelector('p').textContent = 'word '.repeat(2_000_000);</script>"),
    Extreme("10 MB of text in 100,000 lines", CONTROL + "<pre></pre><script>document.querySelector('pre').textContent = "
        "('a line of text '.repeat(7) + '\\n').repeat(100_000);</script>"),
    Extreme("an attribute of 10 MB", CONTROL + "<input><script>for (const name of ['aria-label', 'title']) document.querySelector('input')"
        ".setAttribute(name, 'word '.repeat(2_000_000));</script>"),
    Extreme("a value of 10 MB", CONTROL + "<textarea></textarea><script>document.querySelector('textarea').value = 'word '.repeat(2_000_000);</script>"),
    Extreme("50,000 options", CONTROL + f"<select>{''.join(f'<option>{number}' for number in range(50_000))}</select>"),
    Extreme("a title of 10 MB", CONTROL + "<script>document.title = 'word '.repeat(2_000_000)</script>"),
    Extreme("an address of 2 MB", "", url=f"data:text/html,{CONTROL}<!--{'x' * 1_900_000}-->"),
    Extreme("200 frames", CONTROL + "<iframe srcdoc='<button>In</button>' width=60 height=40></iframe>" * 200),
    Extreme("50,000 links", CONTROL + "".join(f"<a href='/{number}'>Link {number}</a> " for number in range(50_000))),
    Extreme("60 frames of another site", CONTROL + f"<iframe src={OTHER} width=60 height=40></iframe>" * 60),
    Extreme("frames 30 deep", CONTROL + "<iframe width=900 height=600></iframe><script>let at = window; for (let i = 0; i < 30; i++) {"
        "const body = at.frames[0].document.body; body.innerHTML = '<button>In</button><iframe width=800 height=500></iframe>'; at = at.frames[0]; }</script>"),
    Extreme("a frame goes during the look", CONTROL + f"<iframe src={OTHER}></iframe><iframe srcdoc='<a href=#>x</a>'></iframe>" * 20,
        meanwhile=script("for (const one of document.querySelectorAll('iframe')) setTimeout(() => one.remove(), 2)")),
    Extreme("a frame's process hangs", CONTROL + f"<iframe src={OTHER}></iframe>", before=hang_frame),
    Extreme("a frame's process crashes", CONTROL + f"<iframe src={OTHER}></iframe>", before=crash_frame),
    Extreme("a frame's process crashes during the look", CONTROL + WHILE + f"<iframe src={OTHER}></iframe>", meanwhile=crash_frame),
    Extreme("the page's process crashes", CONTROL, before=crash),
    Extreme("the page's process crashes during the look", CONTROL + WHILE, meanwhile=crash),
    Extreme("closes itself during the look", CONTROL + WHILE, meanwhile=script("window.close()")),
    Extreme("overrides what scripts are made of", TAMPERED + CONTROL),
    Extreme("fields with the names of members", CONTROL + "<form>" + "".join(
        f"<input name={name}>" for name in ("children", "parentNode", "attributes", "getAttribute", "nodeType", "tagName", "id", "style")) + "</form>"),
    Extreme("observers that answer each other", CONTROL + "<i></i>", before=script(
        "const node = document.querySelector('i'); new MutationObserver(() => setTimeout(() => node.textContent = Math.random()))"
        ".observe(node, { childList: true }); node.textContent = 0;")),
    Extreme("an observer that wakes itself", CONTROL + "<i></i>", before=at_once(
        "const node = document.querySelector('i'); new MutationObserver(() => { node.textContent = Math.random(); })"
        ".observe(node, { childList: true }); node.textContent = 0;")),
    Extreme("is rewritten without end", CONTROL, before=script(
        "setInterval(() => { document.open(); document.write('<p>' + Date.now() + '<button>Go</button>'); document.close(); }, 5)")),
    Extreme("loads itself again and again", f"{CONTROL}<script>setTimeout(() => location.reload(), 30)</script>"),
    Extreme("asks to be printed", CONTROL, before=script("print()")),
    Extreme("pushes history without end", CONTROL, before=script("let i = 0; setInterval(() => history.pushState(0, '', '#' + i++), 5)")),
    Extreme("opens 40 windows", CONTROL, before=script("for (let i = 0; i < 40; i++) open('about:blank', 'w' + i)")),
    Extreme("a table of 10,000 rows", "<table>" + "".join(
        f"<tr><td>Order {row}<td>{row * 7 % 1000}.00<td><a href=#{row}>Open</a><td><button>Delete</button>" for row in range(10_000)) + "</table>"),
)  # fmt: skip
BY_NAME = {extreme.name: extreme for extreme in EXTREMES}


@dataclass(frozen=True, slots=True)
class Look:
    """The result of a look.

    Attributes:
        seen: The observation; None if the page is gone.
        error: Why the page is gone.
    """

    seen: Observation | None
    error: str

    @property
    def said(self) -> str:
        """What the look could not see, and why."""
        return "; ".join(self.seen.notes) if self.seen else self.error

    @property
    def tokens(self) -> int:
        """The estimated tokens of the tree."""
        return len(self.seen.tree) // 4 if self.seen else 0


async def look_on(page: Page, extreme: Extreme) -> Look:
    """Looks once at a page, in a browser with a process for each site.

    Raises:
        TimeoutError: The look does not end.
    """
    async with _shown(page, extreme) as surface:
        try:
            await surface.open(extreme.url or HOME)
            await _attempted(extreme.before, page)
            meanwhile = asyncio.create_task(_attempted(extreme.meanwhile, page))
            async with asyncio.timeout(HANGS):
                seen = await surface.observe()
            meanwhile.cancel()
        except BrowserError as gone:
            return Look(None, str(gone))
        return Look(seen, "")


@asynccontextmanager
async def _shown(page: Page, extreme: Extreme) -> AsyncGenerator[BrowserSurface]:
    async def answer(route: Route) -> None:
        body = extreme.html if route.request.url == HOME else extreme.frame
        await route.fulfill(body=f"<!doctype html><title>Extreme</title>{body}", content_type="text/html")

    await register(page)
    await page.context.route("http://*.test/**", answer)
    task, folder = Task(text="look"), Path("runs")
    surface = BrowserSurface(page, task=task, values=Values({}), downloads_dir=lambda: folder, options=PageOptions())
    try:
        yield surface
    finally:
        await surface.close()


async def _attempted(happening: Meanwhile | None, page: Page) -> None:
    """Makes something happen to the page; errors are ignored, because the page may be gone before it answers."""
    try:
        async with asyncio.timeout(2):
            await (happening(page) if happening else asyncio.sleep(0))
    except (Error, TimeoutError):
        return
