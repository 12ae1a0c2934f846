"""Findings on the pages of a run: console errors, failed requests, slow steps and accessibility violations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError
from playwright.async_api import Error as PlaywrightError

from actwright.engine.run import Run
from actwright.errors import ConfigError
from actwright.schemas.step import Step
from actwright.suggestions import unknown
from actwright.text import one_line, printable, shortened

Kind: TypeAlias = Literal["console", "http", "slow", "axe"]

CLIENT_ERROR = 400
LONGEST = 300
MOST = 200
"""How many findings of one kind are kept for a run."""
IMPACTS = ("minor", "moderate", "serious", "critical")
WITHDRAWN = ("net::ERR_ABORTED", "net::ERR_BLOCKED_BY_CLIENT")
"""Requests that the page itself aborted, or that the permissions of the run blocked: these did not fail."""
TWICE_TOLD = "Failed to load resource"
"""The console reports this for responses that are findings of their own."""
ICON = re.compile(r"/favicon\.ico(?:\?|$)")
"""Browsers request it by themselves."""

AXE = "axe_playwright_python"
"""The package of the extra `axe`, of which only its file of axe-core is used."""
RUN_AXE = """
(async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'axe');
  const module = undefined, exports = undefined, define = undefined;
  SOURCE
  const { axe } = globalThis;
  if (before) Object.defineProperty(globalThis, 'axe', before); else delete globalThis.axe;
  const rules = { 'label-content-name-mismatch': { enabled: true } };  // an experiment only before axe-core 4.14
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules });
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact: impact ?? '', help, count: nodes.length, html: nodes[0]?.html ?? '',
  }));
})()
"""


@dataclass(frozen=True, slots=True)
class PageFinding:
    """Something that went wrong on a page during a run.

    Attributes:
        kind: `console` (an error that the page reported or did not catch), `http` (a request that failed, or a status
            from 400), `slow` (a step whose actions took long) or `axe` (a violation that axe-core found at the end).
        step: The number of the step.
        text: A description; values that the caller withheld are masked.
        seconds: How long the actions of a slow step took.
        impact: The impact of a violation as axe-core rates it: `minor`, `moderate`, `serious` or `critical`.
    """

    kind: Kind
    step: int
    text: str
    seconds: float = 0.0
    impact: str = ""

    def __str__(self) -> str:
        return f"{self.kind}, step {self.step}: {self.text}"


@dataclass(frozen=True, slots=True)
class FailureCriteria:
    """The findings that fail a test; see `wanted`."""

    console: bool = False
    http: bool = False
    slow: float | None = None
    axe: str = ""

    def of(self, findings: Iterable[PageFinding]) -> list[PageFinding]:
        """Returns the findings that fail the test."""
        return [each for each in findings if self._covers(each)]

    def _covers(self, finding: PageFinding) -> bool:
        match finding.kind:
            case "console":
                return self.console
            case "http":
                return self.http
            case "slow":
                return self.slow is not None and finding.seconds > self.slow
            case "axe":
                return bool(self.axe) and _rank(finding.impact) >= _rank(self.axe)


def wanted(given: str | Sequence[str] | None) -> FailureCriteria:
    """Reads `fail_on`: `console`, `http`, `slow:SECONDS`, `axe` or `axe:IMPACT`, in a sequence or a text.

    In a text, they are separated by spaces or commas.

    Raises:
        ConfigError: A word is unknown; the message names the closest one. Or axe-core is not installed.
    """
    words = re.split(r"[\s,]+", given.strip()) if isinstance(given, str) else list(given or ())
    found: dict[str, Any] = {}
    for word in filter(None, words):
        name, colon, argument = word.partition(":")
        if name in ("console", "http") and not colon:
            found[name] = True
        elif name == "slow":
            found[name] = _seconds(argument, word)
        elif name == "axe":
            if argument not in ("", *IMPACTS):
                raise ConfigError(f"fail_on: {unknown('impact', argument, IMPACTS)}")
            if find_spec(AXE) is None:
                raise ConfigError("fail_on: axe-core is not installed; pip install 'PATH_OF_THE_CLONE[axe]'")
            found[name] = argument or IMPACTS[0]
        else:
            raise ConfigError(
                f"fail_on: {unknown('finding', word, ('console', 'http', 'slow:SECONDS', 'axe', 'axe:IMPACT'))}"
            )
    return FailureCriteria(**found)


def _seconds(argument: str, word: str) -> float:
    with suppress(ValueError):
        if (seconds := float(argument)) > 0:
            return seconds
    raise ConfigError(f"fail_on: {word!r} has no number of seconds; write it as in 'slow:5'")


def _rank(impact: str) -> int:
    return IMPACTS.index(impact) if impact in IMPACTS else 0


class PageListener:
    """Listens to the pages of a run, from when its page is open to its end.

    Attributes:
        findings: What went wrong, oldest first.
    """

    def __init__(self, run: Run) -> None:
        self.findings: list[PageFinding] = []
        self._run = run
        self._page: Page | None = None
        self._context: BrowserContext | None = None
        self._listeners: dict[str, Callable[..., None]] = {
            "console": self._on_console,
            "weberror": self._on_error,
            "requestfailed": self._on_failed,
            "response": self._on_response,
        }
        run.opened = self._begin

    def _begin(self, page: Page) -> None:
        self._page, self._context = page, page.context
        for event, listener in self._listeners.items():
            self._context.on(event, listener)  # pyright: ignore[reportCallIssue, reportArgumentType] - an overload for each event

    def end(self) -> None:
        """Stops listening."""
        context, self._context = self._context, None
        if context is None:
            return
        for event, listener in self._listeners.items():
            with suppress(Exception):  # a context that is gone has no listeners
                context.remove_listener(event, listener)

    def stepped(self, step: Step, *, slow: float | None) -> None:
        """Notes that a step has ended. It is a finding if its actions took more than `slow` seconds."""
        seconds = sum(outcome.milliseconds for outcome in step.outcomes) / 1000
        if slow is not None and seconds > slow:
            self._add("slow", f"its actions took {seconds:.1f} s", step=step.number, seconds=seconds)

    async def audit(self) -> None:
        """Lets axe-core look for violations on the page of the run.

        Raises:
            ConfigError: The page cannot be checked, so nothing is known about it.
        """
        if self._page is None or self._page.is_closed():
            raise ConfigError("axe: the page is closed, so its accessibility cannot be checked")
        try:
            violations: list[dict[str, Any]] = await self._page.evaluate(_axe())
        except PlaywrightError as error:
            raise ConfigError(f"axe: the accessibility of the page cannot be checked: {error.message}") from error
        for each in violations:
            more = f" and {each['count'] - 1} more" if each["count"] > 1 else ""
            text = f"{each['id']} ({each['impact']}): {each['help']}: {each['html']}{more}"
            self._add("axe", text, step=len(self._run.steps), impact=each["impact"])

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert") and not message.text.startswith(TWICE_TOLD):
            self._add("console", message.text)

    def _on_error(self, error: WebError) -> None:
        self._add("console", f"not caught: {error.error.message}")

    def _on_failed(self, request: Request) -> None:
        failure = request.failure or "failed"
        if failure not in WITHDRAWN and not ICON.search(request.url):
            self._add("http", f"{request.method} {request.url}: {failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= CLIENT_ERROR and not ICON.search(response.url):
            answer = f"{response.status} {response.status_text}".strip()
            self._add("http", f"{response.request.method} {response.url}: {answer}")

    def _add(self, kind: Kind, text: str, *, step: int | None = None, seconds: float = 0.0, impact: str = "") -> None:
        if sum(each.kind == kind for each in self.findings) >= MOST:
            return
        said = shortened(one_line(printable(self._run.mask(text))), LONGEST)
        number = len(self._run.steps) + 1 if step is None else step
        self.findings.append(PageFinding(kind, number, said, seconds, impact))


@cache
def _axe() -> str:
    source = (files(AXE) / "axe.min.js").read_text("utf-8")
    return RUN_AXE.replace("SOURCE", source)
