"""The live pass: replays the recording in a browser, and finds and tries on the page what the program will contain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, ClassVar, cast

from playwright.async_api import BrowserContext, Download, Page

from actwright.engine.page.surface import BrowserSurface
from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.replay import Replay
from actwright.errors import ConfigError
from actwright.recording.export.actions import REFUSED, SILENT, TRANSLATED, PendingAction
from actwright.recording.export.finding import Finder
from actwright.recording.export.line_layout import FILE_NAME, Statement
from actwright.recording.export.locators import Answer, Chain, call, prop
from actwright.recording.export.proofs import PROOFS, ShownCheck, proved
from actwright.schemas.proposal import Proposal
from actwright.schemas.recording import RecordedAction, Recording
from actwright.schemas.turn import Turn
from actwright.tools.base import Done, Tool
from actwright.tools.parameters import ELEMENT_ID, marked_fields
from actwright.tools.surface import Surface
from actwright.tools.toolbox import shipped_tools

SECONDS = 60.0
"""Seconds that finding a locator may take, in addition to the tool's own time."""


@dataclass(slots=True)
class ProgramAction:
    """One recorded action in the program.

    Attributes:
        tool: The name of its tool.
        page: The variable of the page in front.
        statements: The statements that perform it.
        opened: The variables of the pages that it opened.
        downloads: The names of the files that it began to download.
        answers: For each dialog that it opened, the answer.
        saved: The variable for its download; empty if no check needs it.
    """

    tool: str
    page: str
    statements: list[Statement]
    opened: list[str] = field(default_factory=list[str])
    downloads: list[str] = field(default_factory=list[str])
    answers: list[Answer] = field(default_factory=list[Answer])
    saved: str = ""


class Follower:
    """A policy that replays a recording, and translates each action just before it is performed.

    It decides what `Replay` decides. The run must use its `tools`, through which it looks at the page before and after
    each action.

    Args:
        recording: The recording to export.
        names: The variable for each value, by the name of the value.
        data: The values, by name, that may be written into the program.
    """

    roles: tuple[str, ...] = ()
    preferences: ClassVar = Preferences(pictures=False)

    def __init__(self, recording: Recording, names: Mapping[str, str], data: Mapping[str, str]) -> None:
        self.entries: list[ProgramAction] = []
        self.stopped = ""
        self._recording, self._replay, self._names = recording, Replay(recording, any_task=True), names
        self._finder = Finder(data)
        self._begun, self._batch = 0, ()
        self._located: dict[int, Chain] = {}
        self._heard: set[BrowserContext | Page] = set()
        self._open: dict[Page, str] = {}
        if recording.captures:
            named = ", ".join(f"{{{{{name}}}}}" for name in recording.captures)
            raise ConfigError(
                f"{named}: a value that is read from a page cannot be exported; record a run that has it as data"
            )
        for action in recording.actions:
            if why := REFUSED.get(action.tool):
                raise ConfigError(f"{action.tool} cannot be exported: {why}")
            if action.tool not in TRANSLATED and action.tool not in PROOFS and action.tool not in SILENT:
                raise ConfigError(f"{action.tool} cannot be exported: it has no counterpart in Playwright")

        tools = {action.tool for action in recording.actions}
        if "expect_request" in tools and tools.isdisjoint({*PROOFS, "expect_download"}):
            raise ConfigError(
                "expect_request becomes a comment in a program, which would then check nothing; record a check of the page"
            )

    def check(self, task: Any) -> None:
        """Raises ConfigError if the task lacks a value that the recording needs."""
        self._replay.check(task)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """Proposes what the recording did next."""
        proposal = await self._replay.decide(turn, ask)
        self._begun = self._replay.done(turn.steps)
        self._batch, self._located = proposal.actions, {}
        self.stopped = next((str(each.parameters["reason"]) for each in proposal.actions if each.tool == "fail"), "")
        return proposal

    @property
    def tools(self) -> list[type[Tool]]:
        """The tools that the run must use."""
        used = {"fail", *(action.tool for action in self._recording.actions)}
        return [_watched(tool, self) for name, tool in shipped_tools().items() if name in used]

    async def before(self, tool: Tool, surface: BrowserSurface) -> None:
        """Translates an action that is about to be performed. Raises ConfigError if that is not possible."""
        if tool.name == "fail":
            return
        at = len(self.entries)
        action = self._recording.actions[at]
        if tool.name != "answer_dialog":
            self._listen(surface.page)
            await self._locate_what_goes(surface)
        acting = PendingAction(action, _ids(tool), surface, self._finder, self._names)
        page = self.entries[-1].page if tool.name == "answer_dialog" else acting.page.base
        entry = ProgramAction(tool.name, page, [])
        if tool.name in TRANSLATED:
            entry.statements = await TRANSLATED[tool.name](acting)
        elif tool.name in PROOFS and acting.ids and tool.name != "expect_gone":
            self._located[at] = await acting.find()
        self.entries.append(entry)

    async def after(self, tool: Tool, surface: BrowserSurface) -> None:
        """Adds the statements that can be written only once the action is done."""
        if tool.name == "fail":
            return
        at = len(self.entries) - 1
        entry, action = self.entries[at], self._recording.actions[at]
        if tool.name in PROOFS:
            element = surface.known(_ids(tool)["element_id"]) if _ids(tool) and tool.name != "expect_gone" else None
            shown = ShownCheck(action, surface.page, self._finder, self._names, self._located.get(at), element)
            entry.statements = await proved(shown)
        elif tool.name == "answer_dialog":
            self._answered(action)
        elif tool.name == "expect_download":
            entry.statements = [self._downloaded(action)]
        elif tool.name in {"switch_tab", "new_tab"}:
            self._listen(surface.page)
            variable = self._finder.variable(surface.page)
            new = Statement(Chain(entry.page, (prop("context"),)), call("new_page"), assign=variable)
            entry.statements = [new if tool.name == "new_tab" else Statement(Chain(variable), call("bring_to_front"))]
        elif tool.name == "close_tab":
            closed = [name for page, name in self._finder.pages.items() if page.is_closed() and page in self._open]
            entry.statements = [Statement(Chain(name), call("close")) for name in closed]
            self._open = {page: name for page, name in self._open.items() if not page.is_closed()}

    async def _locate_what_goes(self, surface: BrowserSurface) -> None:
        """Finds locators for the elements that `expect_gone` checks, before the batch's first action removes them."""
        done = len(self.entries) - self._begun
        if done:
            return
        tools = shipped_tools()
        for at, proposed in enumerate(self._batch):
            if proposed.tool == "expect_gone" and proposed.parameters.get("element_id"):
                action = self._recording.actions[self._begun + at]
                ids = {name: str(proposed.parameters[name]) for name in marked_fields(tools[proposed.tool], ELEMENT_ID)}
                self._located[self._begun + at] = await PendingAction(
                    action, ids, surface, self._finder, self._names
                ).find()

    def _listen(self, page: Page) -> None:
        """Listens for the pages and downloads that an action opens."""
        self._open[page] = self._finder.variable(page)
        if page.context not in self._heard:
            self._heard.add(page.context)
            page.context.on("page", self._opened)
        if page not in self._heard:
            self._heard.add(page)
            page.on("download", self._began)

    def _opened(self, page: Page) -> None:
        known = page in self._finder.pages
        self._listen(page)
        if self.entries and not known and self.entries[-1].tool != "new_tab":
            self.entries[-1].opened.append(self._finder.variable(page))

    def _began(self, download: Download) -> None:
        if self.entries:
            self.entries[-1].downloads.append(download.suggested_filename)

    def _answered(self, action: RecordedAction) -> None:
        """Adds the answer to a dialog to the action that opened it."""
        acted = next((entry for entry in reversed(self.entries) if entry.tool not in {"answer_dialog", *PROOFS}), None)
        if acted is None or acted.answers:
            raise ConfigError("answer_dialog cannot be exported: no single action opened the dialog that was answered")
        acted.answers.append(Answer(bool(action.parameters.get("accept")), str(action.parameters.get("text") or "")))

    def _downloaded(self, action: RecordedAction) -> Statement:
        """The assertion that a file arrived; also names a variable for it at the action that began the download."""
        wanted = str(action.parameters["file"])
        for entry in reversed(self.entries):
            if any(fnmatchcase(name, wanted) for name in entry.downloads):
                count = sum(bool(each.saved) for each in self.entries)
                entry.saved = entry.saved or f"download{count + 1 if count else ''}"
                name = Chain(entry.saved, (prop("suggested_filename"),))
                return Statement(name, expects=call(FILE_NAME, wanted), awaits=False)
        raise ConfigError(f"expect_download: no recorded action began a download of {wanted}")


def _ids(tool: Tool) -> dict[str, str]:
    names = marked_fields(type(tool), ELEMENT_ID)
    return {name: getattr(tool, name) for name in names if getattr(tool, name)}


def _watched(tool: type[Tool], follower: Follower) -> type[Tool]:
    """The tool, extended to call the follower before and after it runs."""

    async def run(self: Tool, surface: Surface) -> Done | str | None:
        browser = cast("BrowserSurface", surface)
        await follower.before(self, browser)
        done = await tool.run(self, surface)
        await follower.after(self, browser)
        return done

    members = {"run": run, "name": tool.name, "timeout_seconds": tool.timeout_seconds + SECONDS}
    made: Any = type(tool)
    return made(tool.__name__, (tool,), {**members, "__doc__": tool.__doc__, "__module__": __name__})
