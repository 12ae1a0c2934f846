"""Finds out whether a row arrived, without sending anything."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias
from urllib.parse import quote

from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.page.browser.routing import router_of
from actwright.engine.permissions.request_firewall import Block, PageRequest, RequestRule
from actwright.errors import BrowserError
from actwright.jobs.job_options import Verify
from actwright.schemas.task import REFERENCE
from actwright.text import one_line

OPEN_SECONDS = 30.0
LOOK_SECONDS = 5.0
BETWEEN = 0.2
FUNCTION_SECONDS = 120.0

VerifyFunction: TypeAlias = Callable[[Mapping[str, str]], bool | Awaitable[bool | None] | None]
"""A function that takes the values of a row. It returns True if the site has the row, and None if that is not known.

False means that the site certainly does not have the row, and that it may be submitted again.
"""


async def verified(verify: Verify | VerifyFunction, values: Mapping[str, str], shared: Browser) -> bool | None:
    """Returns whether a row arrived; None if that is not known.

    A `Verify` never returns False: a page that does not show the row proves nothing, because a slow server may still
    accept it. An error of a function is raised as it is; after 120 s, TimeoutError is raised.
    """
    if isinstance(verify, Verify):
        return await _looked_up(verify, values, shared)
    async with asyncio.timeout(FUNCTION_SECONDS):
        answer = verify(values)
        if inspect.isawaitable(answer):
            answer = await answer
    return answer if isinstance(answer, bool) else None


async def _looked_up(verify: Verify, values: Mapping[str, str], shared: Browser) -> bool | None:
    wanted = one_line(_filled(verify.expect, values, quoted=False)).casefold()
    try:
        async with asyncio.timeout(OPEN_SECONDS + LOOK_SECONDS), shared.context() as context:
            await router_of(context).add(_ReadOnlyRule())
            page = await context.new_page()
            await page.goto(_filled(verify.url, values, quoted=True), wait_until="commit", timeout=OPEN_SECONDS * 1000)
            until = asyncio.get_running_loop().time() + LOOK_SECONDS
            while asyncio.get_running_loop().time() < until:
                if wanted in one_line(await page.locator("body").inner_text()).casefold():
                    return True
                await asyncio.sleep(BETWEEN)
    except (PlaywrightError, TimeoutError, BrowserError):
        return None
    return None


class _ReadOnlyRule(RequestRule):
    """Blocks every request that could change something."""

    subject = "effects"

    async def decide(self, request: PageRequest) -> Block | None:
        return None if request.is_safe else Block("was blocked: a look at the site may not change anything")


def _filled(text: str, values: Mapping[str, str], *, quoted: bool) -> str:
    def value(name: str) -> str:
        found = values.get(one_line(name), "")
        return quote(found, safe="") if quoted else found

    return REFERENCE.sub(lambda match: value(match[1]), text)
