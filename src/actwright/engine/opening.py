"""Opens what one run needs: its page, its models, its record and its surface. An exit stack closes them again."""

from __future__ import annotations

import asyncio
import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from actwright.engine.meter import Meter, named
from actwright.engine.models.base import Model, open_model
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.on_demand import late_browser
from actwright.engine.page.browser.routing import HostGate, routed, under_rule
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.pageless_surface import PagelessSurface
from actwright.engine.people.ask_human import request_human
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorizer
from actwright.engine.permissions.folder_rule import FolderRule
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.records.evidence_pack import EvidencePack
from actwright.engine.records.report import report_at_end
from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.spans import spans
from actwright.engine.records.stream import EventStream
from actwright.engine.run_clock import RunClock
from actwright.engine.run_errors import name_death
from actwright.engine.run_request import RunRequest
from actwright.engine.values.values import Values
from actwright.errors import BrowserError
from actwright.schemas.confirmation import AskHumanRequest
from actwright.tools.page_tools import CallPageTool

NO_BROWSER = "none, unless a page was rendered"


class Opening:
    """Opens what a run needs, and subscribes its record, its report and its spans to its events.

    Attributes:
        surface: What the run acts on; None before it was opened.
        folder: The record of the run; None if none is written.
        pack: The evidence pack beside it; None if none is written.
    """

    def __init__(self, request: RunRequest, *, clock: RunClock, events: EventStream, page_control: PageControl) -> None:
        self.surface: BrowserSurface | PagelessSurface | None = None
        self.folder: RunFolder | None = None
        self.pack: EvidencePack | None = None
        self._request = request
        self._clock = clock
        self._events = events
        self._control = page_control
        self._gate: HostGate | None = None
        self._manifest: dict[str, Any] = {}

    @property
    def hosts(self) -> Sequence[str]:
        """The hosts that the pages of the run reached."""
        return self.surface.hosts() if isinstance(self.surface, BrowserSurface) else ()

    @property
    def refused(self) -> Sequence[str]:
        """The hosts that its pages requested and its list did not permit, each with the reason and the count."""
        return [str(each) for each in self._gate.refusals] if self._gate else []

    async def open(
        self, stack: AsyncExitStack, opened: Callable[[Page], object] | None
    ) -> tuple[BrowserSurface | PagelessSurface, Meter]:
        """Opens everything, and reports that the run begins before it goes anywhere.

        Args:
            stack: Closes it again.
            opened: Called with the page before it goes anywhere.

        Raises:
            BrowserError, ConfigError: Something cannot be opened. Nothing was done.
        """
        config, events = self._request.config, self._events
        if check := getattr(config.policy, "check", None):
            check(self._request.task)
        values = self._request.values()
        events.mask, events.mask_sentence = values.mask_whole, partial(values.mask_sentence, keeps_written=False)
        page, browser = await self._open_page(stack) if self._request.needs_page else (None, NO_BROWSER)
        if page is not None and opened is not None:
            opened(page)
        models = {
            role: tuple([await open_model(stack, each, base_url=config.base_url) for each in given])
            for role, given in config.models.items()
        }
        self._manifest = self._manifest_of(browser, models)
        if config.out is not None:
            self.folder = self.new_folder(config.out)
        if config.evidence_pack and self.folder is not None:
            self.pack = EvidencePack(self.folder.path, values)
            self.pack.write_spec(self._request.task, start=self._request.start)
        self._begin(models)
        self.surface = await self._open_surface(stack, page, values)
        meter = config.meter(
            models, seconds_left=self._clock.seconds_left, free=self._control.free, events=self._events
        )
        return self.surface, meter

    def new_folder(self, out: Path) -> RunFolder | None:
        """Makes a run folder in `out`; None if the run ended before it had all that it needs.

        Raises:
            ConfigError: It cannot be written.
        """
        if not self._manifest:
            return None
        masks = {"mask": self._events.mask, "mask_sentence": self._events.mask_sentence}
        return RunFolder.create(out, self._request.task, self._manifest, **masks)

    def _begin(self, models: Mapping[str, Sequence[Model]]) -> None:
        """Reports that the run begins, to everybody who then follows it."""
        events = self._events
        if self.folder is not None:
            events.run, events.store = self.folder.path.name, self.folder.store
            events.listeners.insert(0, partial(report_at_end, self.folder.path))
        if (traced := spans()) is not None:
            events.listeners.append(traced)
        asked = ", ".join(f"{role}={'|'.join(map(named, each))}" for role, each in models.items())
        events.run_started(policy=self._request.config.policy_name, models=asked, task=self._request.task.text)

    async def _open_page(self, stack: AsyncExitStack) -> tuple[Page, str]:
        """The page of the run and how people write its browser."""
        seconds = max(self._clock.seconds_left(), 1.0)
        try:
            async with asyncio.timeout(seconds):
                page, browser = await self._found_page(stack)
                await register(page)
        except TimeoutError as error:
            raise BrowserError(f"the browser was not ready within {seconds:.1f} s. Nothing was done") from error
        return page, browser

    async def _found_page(self, stack: AsyncExitStack) -> tuple[Page, str]:
        request, config, guard = self._request, self._request.config, self._request.guard()
        if request.page is None:
            opened = await stack.enter_async_context(
                config.shared.page(guard=guard)
                if config.shared is not None
                else open_browser(config.browser, guard=guard, close_seconds=self._clock.seconds_to_close)
            )
            self._gate = opened.gate
            stack.push(partial(name_death, opened.died, self._events.state))
            return opened.page, f"{opened.version} ({opened.how})"
        if request.page.is_closed():
            raise BrowserError("the page that was given is closed. Nothing was done")
        if guard is not None:
            self._gate = await stack.enter_async_context(routed(request.page, guard, tabs=request.tabs))
        return request.page, "the caller's page"

    def _manifest_of(self, browser: str, models: Mapping[str, Sequence[Model]]) -> dict[str, Any]:
        """What the run is made of, for its record."""
        config = self._request.config
        return {
            "browser": browser,
            "policy": config.policy_name,
            **({"instructions": config.instructions} if config.instructions else {}),
            "models": {role: ", ".join(map(named, each)) for role, each in models.items()},
            "limits": config.limits.model_dump(mode="json"),
            "tools": [spec.name for spec in config.toolbox.specs],
            "permissions": config.permissions.model_dump(mode="json", exclude_defaults=True),
        }

    async def _open_surface(
        self, stack: AsyncExitStack, page: Page | None, values: Values
    ) -> BrowserSurface | PagelessSurface:
        rules, guard = self._request.permission_rules(), self._request.guard()
        authorizer = self._authorizer(rules, values)
        if page is None:
            return PagelessSurface(
                await stack.enter_async_context(late_browser(self._request.config.browser, guard=guard)),
                values=values,
                authorizer=authorizer,
                clock=self._clock,
                guard=guard,
                page_control=self._control,
            )
        surface = self.surface = self._browser_surface(page, values, authorizer)
        stack.push_async_callback(self._close, surface)
        if self.pack is not None:
            last = partial(_showing, surface)
            await stack.enter_async_context(self.pack.recorded(page, tabs=self._request.tabs, front=last))
        if rules.folder is not None:
            await stack.enter_async_context(under_rule(page.context, FolderRule(rules, surface.blocked_navigation)))
        if self._request.task.url is not None:
            await surface.open(self._request.task.url)
        return surface

    def _authorizer(self, rules: PermissionRules, values: Values) -> Authorizer:
        config = self._request.config
        return Authorizer(
            rules,
            confirm=config.confirm,
            confirm_seconds=config.confirm_seconds,
            has_values=bool(self._request.task.names),
            seconds_left=self._clock.seconds_left,
            picture=lambda: self._events.state.picture,
            page_control=self._control,
            is_value=values.is_value,
        )

    def _browser_surface(self, page: Page, values: Values, authorizer: Authorizer) -> BrowserSurface:
        request, config, folder = self._request, self._request.config, self.folder
        return BrowserSurface(
            page,
            tabs=request.tabs,
            own=request.page is None,
            task=request.task,
            values=values,
            downloads_dir=cache(_temporary_folder) if folder is None else lambda: folder.downloads,
            journal=self._events.effect,
            authorizer=authorizer,
            download_bytes=config.limits.download_bytes or math.inf,
            options=config.page_options,
            clock=self._clock,
            guard=request.guard(),
            page_control=self._control,
            asks=self._ask_human,
            page_tools=any(spec.name == CallPageTool.name for spec in config.toolbox.specs),
        )

    async def _ask_human(self, reason: str, url: str) -> bool:
        """Asks a person to act on the page; False if none did in time.

        Raises:
            ToolError: They refuse, or nobody can be asked.
        """
        config, picture = self._request.config, self._events.state.picture
        request = AskHumanRequest(reason=reason, url=url, picture=picture, seconds=config.ask_human_seconds)
        return await request_human(config.ask_human, self._control, request)

    async def _close(self, surface: BrowserSurface) -> None:
        """Releases the pages; those that do not answer are left as they are."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._clock.seconds_to_close()):
                await surface.close()


def _showing(surface: BrowserSurface) -> Page | None:
    """The page of the tab in front, unless a dialog blocks it."""
    return None if surface.dialog else surface.front


def _temporary_folder() -> Path:
    """A folder for the downloads of a run that has none. The caller owns and removes it."""
    return Path(tempfile.mkdtemp(prefix="actwright-downloads-"))
