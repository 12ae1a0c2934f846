"""Keeps a page of a row from sending anything while it is being left, because no firewall sees those requests.

Chromium 156 shows beacons and `keepalive` requests of a page that is being left to nobody, so that a page could send a
row again, or one that was not to be sent at all.
"""

from __future__ import annotations

from playwright.async_api import BrowserContext

SCRIPT = """(() => {
    let leaving = false;
    addEventListener('pagehide', () => { leaving = true; }, true);
    addEventListener('pageshow', () => { leaving = false; }, true);
    const silence = (owner, name, instead) => {
        owner[name] = new Proxy(owner[name], {
            apply: (target, self, given) => (leaving ? instead() : Reflect.apply(target, self, given)),
        });
    };
    silence(Navigator.prototype, 'sendBeacon', () => false);
    silence(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    silence(XMLHttpRequest.prototype, 'send', () => undefined);
})();"""


async def silence_leaving_pages(context: BrowserContext) -> None:
    """Applies to all documents that the pages of a context open from now on."""
    await context.add_init_script(SCRIPT)
