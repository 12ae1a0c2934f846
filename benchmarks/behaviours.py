"""Thirty-five things that pages do after an action, each on a page that records when its final content was complete.

Every page calls `stood()` at that moment, which stores the time in `idealAt`, in ms since the epoch. A server on
loopback answers with the delay that a page asks for, speaks WebSocket, and streams events.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from serving import Answer, Request, Serving

__all__ = ["BEHAVIOURS", "FINAL", "Behaviour", "Pages"]

FINAL = "Final content"

SHELL = """<!doctype html><title>A behaviour</title>
<style>
  @keyframes turn { to { rotate: 360deg } }
  @keyframes glow { 50% { opacity: .4 } }
  @keyframes slide { from { transform: translateY(80px); opacity: 0 } }
  .spinner { width: 24px; height: 24px; border: 3px solid #999; border-top-color: #06c; border-radius: 50%;
             animation: turn .8s linear infinite }
  .live { width: 10px; height: 10px; border-radius: 50%; background: #c00; animation: glow 1.2s infinite }
  .bone { width: 300px; height: 20px; background: #ddd; animation: glow 1s infinite }
</style>
<script>
  const stood = () => { window.idealAt = Date.now(); };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const get = (ms) => fetch('/after/' + ms).then((answer) => answer.text());
  const show = (html = 'Final content') => { document.getElementById('out').innerHTML = html; stood(); };
  const onGo = (work) => { document.getElementById('go').onclick = work; };
</script>
"""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A page and what to do on it.

    Attributes:
        name: What the page does after the action.
        html: The page, after `SHELL`.
        act: `click` its button or link "Go", `fill` its field, or all its fields in one batch, or go `back` to it from
            another page.
    """

    name: str
    html: str
    act: str = "click"

    @property
    def path(self) -> str:
        return "/page/" + "-".join(self.name.replace(",", "").split())


def scripted(name: str, script: str, *, html: str = "", act: str = "click") -> Behaviour:
    control = "<button id=go>Go</button>" if act == "click" else ""
    return Behaviour(name, f"{control}{html}<main id=out></main><script>{script}</script>", act)


TWO_FIELDS = "<p><input id=field aria-label=Name></p><p><input aria-label=Note></p>"

BEHAVIOURS = (
    scripted("nothing at all", "onGo(stood)", html=f"<p>{FINAL}</p>"),
    scripted("a change at once", "onGo(() => show())"),
    scripted("a request of 50 ms", "onGo(async () => { await get(50); show(); })"),
    scripted("a request of 400 ms", "onGo(async () => { await get(400); show(); })"),
    scripted("a request of 1.5 s", "onGo(async () => { await get(1500); show(); })"),
    scripted("a request of 5 s", "onGo(async () => { await get(5000); show(); })"),
    scripted(
        "a POST of 1.2 s",
        "onGo(async () => { await fetch('/after/1200', {method: 'POST', body: 'x'}); show(); })",
    ),
    scripted(
        "three chained requests, 40 ms apart",
        "onGo(async () => { for (const ms of [150, 100, 200]) { out.append('.'); await get(ms); await pause(40); } show(); })",
    ),
    scripted(
        "a long poll all the time, a request of 300 ms",
        "(async () => { for (;;) await fetch('/after/4000?poll'); })(); onGo(async () => { await get(300); show(); })",
    ),
    scripted(
        "a job that is polled until it is done, a spinner",
        """onGo(async () => {
             out.innerHTML = '<div class=spinner></div>';
             await fetch('/after/30', {method: 'POST', body: 'start'});
             for (let n = 0; n < 6; n++) { await pause(250); await fetch('/after/20?job=' + n); }
             show();
           })""",
    ),
    scripted(
        "a socket that talks all the time, a request of 300 ms",
        """const socket = new WebSocket(`ws://${location.host}/chatter`);
           socket.onmessage = (event) => { log.append(event.data + ' '); if (log.childNodes.length > 40) log.textContent = ''; };
           onGo(async () => { await get(300); show(); })""",
        html="<p id=log></p>",
    ),
    scripted(
        "a socket that answers after 400 ms",
        """const socket = new WebSocket(`ws://${location.host}/answers`);
           socket.onmessage = () => show();
           onGo(() => socket.send('ask'))""",
    ),
    scripted(
        "an event stream that answers after 500 ms",
        "onGo(() => { const stream = new EventSource('/stream'); stream.onmessage = () => { stream.close(); show(); }; })",
    ),
    scripted(
        "a clock that ticks every 30 ms, a request of 300 ms",
        "setInterval(() => { clock.textContent = Date.now(); }, 30); onGo(async () => { await get(300); show(); })",
        html="<p id=clock></p>",
    ),
    scripted(
        "decoration that always moves, a request of 300 ms",
        "onGo(async () => { await get(300); show(); })",
        html="<div class=live></div><div class=spinner></div>",
    ),
    scripted(
        "a spinner for 800 ms, no request",
        "onGo(async () => { out.innerHTML = '<div class=spinner></div>'; await pause(800); show(); })",
    ),
    scripted(
        "an accordion that opens in 350 ms",
        "onGo(() => { panel.style.height = '80px'; }); panel.ontransitionend = stood",
        html=f"<div id=panel style='height: 0; overflow: hidden; transition: height .35s'><p>{FINAL}</p></div>",
    ),
    scripted(
        "a dialog that slides in within 300 ms",
        f"""onGo(() => {{
             out.innerHTML = '<div role=dialog aria-label=Slid style="animation: slide .3s">{FINAL}</div>';
             out.firstChild.onanimationend = stood;
           }})""",
    ),
    scripted(
        "a route change, lazy script and request",
        """window.route = async () => { await get(250); show(); };
           onGo(() => {
             history.pushState({}, '', '/page/elsewhere');
             out.textContent = 'Loading';
             const chunk = document.createElement('script');
             chunk.src = '/script/150';
             document.head.append(chunk);
           })""",
    ),
    scripted(
        "skeletons, filled after 500 and 900 ms",
        """onGo(async () => {
             out.innerHTML = '<div class=bone aria-busy=true></div><div class=bone aria-busy=true></div>';
             await Promise.all([500, 900].map(async (ms, n) => {
               await get(ms);
               out.children[n].outerHTML = `<p>Part ${n}</p>`;
             }));
             show();
           })""",
    ),
    scripted(
        "a search field that asks 300 ms after typing",
        """let timer;
           field.oninput = () => { clearTimeout(timer); timer = setTimeout(async () => { await get(150); show(); }, 300); }""",
        html="<input id=field type=search aria-label=Search>",
        act="fill",
    ),
    scripted(
        "a plain field that asks 300 ms after typing",
        """let timer;
           field.oninput = () => { clearTimeout(timer); timer = setTimeout(async () => { await get(150); show(); }, 300); }""",
        html="<input id=field aria-label=Name>",
        act="fill",
    ),
    scripted(
        "shown at once, confirmed by a POST of 700 ms",
        """onGo(async () => {
             out.textContent = 'Saved, not confirmed';
             await fetch('/after/700', {method: 'POST', body: 'x'});
             show();
           })""",
    ),
    Behaviour("a link to a page of 600 ms", "<a id=go href='/slow-page'>Go</a>"),
    Behaviour("a link to a page that renders itself", "<a id=go href='/self-rendering'>Go</a>"),
    Behaviour(
        "a form and two redirects", "<form method=post action='/hop/2'><input type=hidden name=a value=b><button id=go>Go</button></form>"
    ),
    scripted(
        "a frame of 400 ms that asks for 200 ms more",
        """window.onmessage = stood;
           onGo(() => { out.innerHTML = '<iframe src="/framed" title=Frame></iframe>'; })""",
    ),
    scripted("back to a page that asks for 200 ms", "get(200).then(() => show()); onpageshow = (e) => { if (e.persisted) stood(); }", act="back"),
    scripted(
        "a list drawn in slices for 600 ms",
        """onGo(() => {
             let n = 0;
             const slice = () => {
               const row = document.createElement('p');
               row.textContent = 'Row ' + n;
               out.append(row);
               if (++n < 20) setTimeout(() => requestIdleCallback(slice), 30); else { out.append('Final content'); stood(); }
             };
             slice();
           })""",
    ),
    scripted(
        "a field of a batch that asks 300 ms after typing",
        """let timer;
           field.oninput = () => { clearTimeout(timer); timer = setTimeout(async () => { await get(150); show(); }, 300); }""",
        html=TWO_FIELDS,
        act="fill",
    ),
    scripted(
        "a field of a batch that is saved when it is left",
        "field.onblur = async () => { await fetch('/after/700', {method: 'POST', body: 'x'}); show(); }",
        html=TWO_FIELDS,
        act="fill",
    ),
    scripted(
        "a field of a batch whose options come in 400 ms",
        "field.onchange = async () => { await get(400); show('<select aria-label=Model><option>Kayak</select>Final content'); }",
        html=TWO_FIELDS,
        act="fill",
    ),
    scripted(
        "a word at once, the answer of a worker after 70 ms",
        """const work = 'onmessage = () => { const end = Date.now() + 70; while (Date.now() < end); postMessage(1); }';
           const worker = new Worker(URL.createObjectURL(new Blob([work])));
           worker.onmessage = () => show();
           onGo(() => { out.textContent = 'Working'; worker.postMessage(1); })""",
    ),
    scripted(
        "a word at once, then work in turns for 80 ms",
        """const { port1, port2 } = new MessageChannel();
           let until;
           port1.onmessage = () => {
             const end = Date.now() + 4;
             while (Date.now() < end);
             if (Date.now() > until) show(); else port2.postMessage(1);
           };
           onGo(() => { out.textContent = 'Working'; until = Date.now() + 80; port2.postMessage(1); })""",
    ),
    scripted(
        "a change after fifteen frames",
        """onGo(async () => {
             for (let frame = 0; frame < 15; frame += 1) await new Promise(requestAnimationFrame);
             show();
           })""",
    ),
    scripted("a change after 400 ms, no sign of it", "onGo(async () => { await pause(400); show(); })"),
)  # fmt: skip

DOCUMENTS = {
    "/slow-page": f"<p>{FINAL}</p><script>stood()</script>",
    "/self-rendering": "<main id=out></main><script>window.route = async () => { await get(400); show(); }</script><script src='/script/100'></script>",
    "/hop/0": f"<p>{FINAL}</p><script>stood()</script>",
    "/framed": "<main id=out></main><script>get(200).then(() => { show(); parent.postMessage(1); })</script>",
    "/other": "<p>Another page</p>",
    "/work": "<button id=go>Go</button><input id=field aria-label=Note><p id=out></p><iframe srcdoc='<p>A frame</p>'></iframe><ul id=rows></ul>"
    "<script>let n = 0; onGo(async () => { await get(20); show('Number ' + ++n); });"
    "rows.innerHTML = Array.from({length: 200}, (_, i) => `<li><a href='#${i}'>Row ${i}</a></li>`).join('');</script>",
}
SLOWER = {"/slow-page": 600, "/framed": 400, "/self-rendering": 80}


class Pages(Serving):
    """Serves the pages and what they request, each answer after the delay that its path asks for."""

    def answer(self, request: Request) -> Answer:
        """Returns a page, a script, a text, a stream of events or the next hop of a redirect."""
        _, first, *rest = request.path.split("/")
        if first == "stream":
            return Answer(later(0.5, b"data: done\n\n"), "text/event-stream")
        if first == "hop" and rest != ["0"]:
            time.sleep(0.12)
            return Answer(status=303, headers={"Location": f"/hop/{int(rest[0]) - 1}"})
        if first in {"after", "script"}:
            time.sleep(int(rest[0]) / 1000)
            return Answer("ok", "text/plain") if first == "after" else Answer("window.route()", "text/javascript")
        time.sleep(SLOWER.get(request.path, 0) / 1000)
        pages = DOCUMENTS | {each.path: each.html for each in BEHAVIOURS}
        return Answer(SHELL + pages.get(request.path, "<p>There is no such page</p>"))

    def talk(self, request: Request, messages: Iterator[str]) -> Iterator[str]:
        """Yields a message every 40 ms, or an answer 400 ms after each message."""
        chatter = request.path == "/chatter"
        for number in count(1):
            if not chatter and next(messages, None) is None:
                return
            time.sleep(0.04 if chatter else 0.4)
            yield f"message {number}"


def later(seconds: float, said: bytes) -> Iterator[bytes]:
    """Yields this after some time. The response began before."""
    yield b""
    time.sleep(seconds)
    yield said
