"""The live pass: the recording is replayed in a browser, and what is written is found and tried as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, ClassVar, cast

from playwright.async_api import BrowserContext, Download, Page

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.replay import Replay
from actwright.errors import ConfigError
from actwright.recording.export.actions import REFUSED, SILENT, TRANSLATED, Acting, Sighted
from actwright.recording.export.finding import Finder
from actwright.recording.export.layout import Statement
from actwright.recording.export.locators import Chain
from actwright.recording.export.proofs import PROOFS, Shown, proved
from actwright.recording.export.words import literal
from actwright.schemas.proposal import Proposal
from actwright.schemas.recording import RecordedAction, Recording
from actwright.schemas.turn import Turn
from actwright.tools.base import Done, Tool
from actwright.tools.parameters import ELEMENT_ID, marked_fields
from actwright.tools.surface import Surface
from actwright.tools.toolbox import shipped_tools

__all__ = ["Entry", "Follower"]

SECONDS = 60.0
"""What finding a locator may take on top of a tool's own time."""


@dataclass(slots=True)
class Entry:
    """One recorded action in the program.

    Attributes:
        tool: Its tool.
        page: The variable of the page in front.
        statements: What it is.
        opened: The variables of the pages that it opened.
        downloads: The names of the files whose download it began.
        answers: What the dialogs that it opened were answered with: the code of a handler each.
        saved: The variable that takes its download; empty if nothing asks for it.
    """

    tool: str
    page: str
    statements: list[Statement]
    opened: list[str] = field(default_factory=list[str])
    downloads: list[str] = field(default_factory=list[str])
    answers: list[str] = field(default_factory=list[str])
    saved: str = ""


class Follower:
    """Replays a recording, and writes down what each action is in Playwright's words, just before it is done.

    As a policy it decides what `Replay` decides; `tools` are the tools of such a run, which let it look first.

    Args:
        recording: What is exported.
        names: The variable of each value.
        data: The values that may stand in names and texts.
    """

    roles: tuple[str, ...] = ()
    preferences: ClassVar = Preferences(pictures=False)

    def __init__(self, recording: Recording, names: Mapping[str, str], data: Mapping[str, str]) -> None:
        self.entries: list[Entry] = []
        self.stopped = ""
        self._recording, self._replay, self._names = recording, Replay(recording), names
        self._finder = Finder(data)
        self._begun, self._batch = 0, ()
        self._going: dict[int, Chain] = {}
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

    def check(self, task: Any) -> None:
        """Raises ConfigError if the task lacks a value that the recording needs."""
        self._replay.check(task)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """What the recording did next."""
        proposal = await self._replay.decide(turn, ask)
        self._begun = self._replay.done(turn.steps)
        self._batch, self._going = proposal.actions, {}
        self.stopped = next((str(each.parameters["reason"]) for each in proposal.actions if each.tool == "fail"), "")
        return proposal

    @property
    def tools(self) -> list[type[Tool]]:
        """The tools of the run."""
        used = {"fail", *(action.tool for action in self._recording.actions)}
        return [_watched(tool, self) for name, tool in shipped_tools().items() if name in used]

    async def before(self, tool: Tool, surface: Sighted) -> None:
        """Writes down an action that is about to be done. Raises ConfigError if it cannot be."""
        if tool.name == "fail":
            return
        at = len(self.entries)
        action = self._recording.actions[at]
        if tool.name != "answer_dialog":
            self._hear(surface.page)
            await self._find_what_goes(surface)
        acting = Acting(action, _ids(tool), surface, self._finder, self._names)
        page = self.entries[-1].page if tool.name == "answer_dialog" else acting.page.base
        entry = Entry(tool.name, page, [])
        if tool.name in TRANSLATED:
            entry.statements = await TRANSLATED[tool.name](acting)
        elif tool.name in PROOFS and acting.ids and tool.name != "expect_gone":
            self._going[at] = await acting.find()
        self.entries.append(entry)

    async def after(self, tool: Tool, surface: Sighted) -> None:
        """Adds what is known once it is done."""
        if tool.name == "fail":
            return
        at = len(self.entries) - 1
        entry, action = self.entries[at], self._recording.actions[at]
        if tool.name in PROOFS:
            element = surface.known(_ids(tool)["element_id"]) if _ids(tool) and tool.name != "expect_gone" else None
            shown = Shown(action, surface.page, self._finder, self._names, self._going.get(at), element)
            entry.statements = await proved(shown)
        elif tool.name == "answer_dialog":
            self._answered(action)
        elif tool.name == "expect_download":
            entry.statements = [self._downloaded(action)]
        elif tool.name in {"switch_tab", "new_tab"}:
            self._hear(surface.page)
            variable = self._finder.variable(surface.page)
            new = Statement(Chain(entry.page), ".context.new_page()", assign=variable)
            entry.statements = [new if tool.name == "new_tab" else Statement(Chain(variable), ".bring_to_front()")]
        elif tool.name == "close_tab":
            closed = [name for page, name in self._finder.pages.items() if page.is_closed() and page in self._open]
            entry.statements = [Statement(Chain(name), ".close()") for name in closed]
            self._open = {page: name for page, name in self._open.items() if not page.is_closed()}

    async def _find_what_goes(self, surface: Sighted) -> None:
        """What a check of the batch says will be gone is there only before its first action."""
        done = len(self.entries) - self._begun
        if done:
            return
        tools = shipped_tools()
        for at, proposed in enumerate(self._batch):
            if proposed.tool == "expect_gone" and proposed.parameters.get("element_id"):
                action = self._recording.actions[self._begun + at]
                ids = {name: str(proposed.parameters[name]) for name in marked_fields(tools[proposed.tool], ELEMENT_ID)}
                self._going[self._begun + at] = await Acting(action, ids, surface, self._finder, self._names).find()

    def _hear(self, page: Page) -> None:
        """Listens for what an action sets off."""
        self._open[page] = self._finder.variable(page)
        if page.context not in self._heard:
            self._heard.add(page.context)
            page.context.on("page", self._opened)
        if page not in self._heard:
            self._heard.add(page)
            page.on("download", self._began)

    def _opened(self, page: Page) -> None:
        known = page in self._finder.pages
        self._hear(page)
        if self.entries and not known and self.entries[-1].tool != "new_tab":
            self.entries[-1].opened.append(self._finder.variable(page))

    def _began(self, download: Download) -> None:
        if self.entries:
            self.entries[-1].downloads.append(download.suggested_filename)

    def _answered(self, action: RecordedAction) -> None:
        """Puts the answer to a dialog before the action that opened it."""
        acted = next((entry for entry in reversed(self.entries) if entry.tool not in {"answer_dialog", *PROOFS}), None)
        if acted is None or acted.answers:
            raise ConfigError("answer_dialog cannot be exported: no single action opened the dialog that was answered")
        text = str(action.parameters.get("text") or "")
        given = literal(text) if text else ""
        acted.answers.append(f"dialog.accept({given})" if action.parameters.get("accept") else "dialog.dismiss()")

    def _downloaded(self, action: RecordedAction) -> Statement:
        """The assertion that a file arrived, and a name for it where its download began."""
        wanted = str(action.parameters["file"])
        for entry in reversed(self.entries):
            if any(fnmatchcase(name, wanted) for name in entry.downloads):
                count = sum(bool(each.saved) for each in self.entries)
                entry.saved = entry.saved or f"download{count + 1 if count else ''}"
                name = Chain(f"{entry.saved}.suggested_filename")
                if any(sign in wanted for sign in "*?["):
                    return Statement(name, f", {literal(wanted)})", before="assert fnmatch(", awaits=False)
                return Statement(name, f" == {literal(wanted)}", before="assert ", awaits=False)
        raise ConfigError(f"expect_download: no recorded action began a download of {wanted}")


def _ids(tool: Tool) -> dict[str, str]:
    names = marked_fields(type(tool), ELEMENT_ID)
    return {name: getattr(tool, name) for name in names if getattr(tool, name)}


def _watched(tool: type[Tool], follower: Follower) -> type[Tool]:
    """The tool, with a look before and after it."""

    async def run(self: Tool, surface: Surface) -> Done | str | None:
        sighted = cast("Sighted", surface)
        await follower.before(self, sighted)
        done = await tool.run(self, surface)
        await follower.after(self, sighted)
        return done

    members = {"run": run, "name": tool.name, "timeout_seconds": tool.timeout_seconds + SECONDS}
    made: Any = type(tool)
    return made(tool.__name__, (tool,), {**members, "__doc__": tool.__doc__, "__module__": __name__})
