"""`program_html`: checks the contents of pages after the run."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Page

from actwright.webarena.calls import BenchmarkSites, Helper, HelperCall
from actwright.webarena.compared_text import ComparedText
from actwright.webarena.dialect import Dialect
from actwright.webarena.field_checks import LAMBDA, SCRIPTS
from actwright.webarena.helpers import HELPERS
from actwright.webarena.in_page import content, go, loaded, run, run_or
from actwright.webarena.judge import Judge, NoJudge
from actwright.webarena.matching import whole_number
from actwright.webarena.problems import parsed
from actwright.webarena.score import CannotTell, FactScore, part, unopened
from actwright.webarena.task_form import Contents, HtmlTarget

QUESTION = "NOT USED"
"""The question that upstream gives to the judge of a page's content."""

Found = str | int | float | None


async def program_html(
    page: Page,
    targets: Sequence[HtmlTarget | Mapping[str, Any]],
    *,
    last_url: str | None = None,
    surroundings: BenchmarkSites | None = None,
    dialect: Dialect,
    judge: Judge | None = None,
    helpers: Mapping[str, Helper] = HELPERS,
) -> tuple[FactScore, ...]:
    """Checks each target: opens its URL unless that is `last`, finds its locator, and compares the contents.

    A locator is empty (the page's HTML), a script (`document.…`, `[...document.…`; if it fails, the text is empty),
    `lambda:` with a JavaScript function (VisualWebArena; fails if nothing is found), or `func:` with a helper. Scripts
    run in the page, and nothing of a config is ever evaluated as Python.

    Upstream checks only the first of `exact_match`, `must_include`, `must_exclude`, `required_values`, `fuzzy_match`,
    requires all alternatives of a `fuzzy_match` with ` |OR| `, and strips the characters of `lambda:` from the
    locator's beginning, however many; `compat` of the surroundings reproduces that.

    Args:
        page: The page as the agent left it; this navigates it. `last` is the page that is open at a target's turn.
        targets: `program_html` of the config, unchanged.
        last_url: The value of `__last_url__`: where the agent ended. None means where the page is at that moment.
        surroundings: The sites that helpers ask.
        dialect: The benchmark whose rules apply.
        judge: Decides fuzzy matches; without one, they are not judged.
        helpers: The functions that `func:` may call.

    Raises:
        ConfigError: A target is malformed, or NLTK is needed and not installed.
    """
    checker = Checker(
        page=page,
        last_url=last_url,
        surroundings=surroundings or BenchmarkSites(),
        dialect=dialect,
        judge=judge or NoJudge(),
        helpers=helpers,
    )
    parts: list[FactScore] = []
    known = [parsed(HtmlTarget, target, dialect=dialect, helpers=helpers) for target in targets]
    for number, target in enumerate(known):
        parts += await checker.checked(f"program_html.{number}", target)
        if parts[-1].lost_page:
            break
    return tuple(parts)


async def visit(
    page: Page,
    url: str | HelperCall,
    *,
    last_url: str | None,
    surroundings: BenchmarkSites,
    helpers: Mapping[str, Helper],
) -> None:
    """Opens the page of a target and waits until it has loaded.

    `last` opens nothing; otherwise the target has a URL or a helper that returns one.

    Raises:
        CannotTell: The page cannot be opened.
    """
    if isinstance(url, HelperCall):
        call = url.at(page.url if last_url is None else last_url)
        url = str(await call.made(helpers, page=page, surroundings=surroundings))
    await (loaded(page) if url == "last" else go(page, url))


@dataclass(frozen=True, slots=True, kw_only=True)
class Checker:
    """Checks targets on one page."""

    page: Page
    last_url: str | None
    surroundings: BenchmarkSites
    dialect: Dialect
    judge: Judge
    helpers: Mapping[str, Helper]

    async def checked(self, field: str, target: HtmlTarget) -> list[FactScore]:
        """Returns the parts of one target."""
        last_url = None if self.surroundings.upstream else self.last_url
        try:
            await visit(self.page, target.url, last_url=last_url, surroundings=self.surroundings, helpers=self.helpers)
        except CannotTell as error:
            return [unopened("program_html", f"{field}.url", str(error))]
        try:
            found = await self._found(target)
        except CannotTell as error:
            return [part("program_html", f"{field}.locator", None, str(error))]
        if found is None:
            return [
                part("program_html", f"{field}.locator", False, f"{self.page.url} has nothing at {target.locator!r}")
            ]
        if isinstance(found, str) and self.dialect == "webarena":
            found = html.unescape(found)
        return await self._compared(f"{field}.required_contents", target.required_contents, found)

    async def _found(self, target: HtmlTarget) -> Found:
        """Returns what the locator finds; None only if a `lambda:` finds nothing."""
        locator = target.locator
        if isinstance(locator, HelperCall):
            return await locator.made(self.helpers, page=self.page, surroundings=self.surroundings)
        if not locator.strip():
            return await content(self.page)
        if locator.startswith(SCRIPTS):
            return await self._read(locator, target.prep_actions)
        upstream = self.surroundings.upstream
        return await self._called(locator.lstrip(LAMBDA) if upstream else locator.removeprefix(LAMBDA))

    async def _read(self, locator: str, before: Sequence[str]) -> str:
        with suppress(Error):  # what it prepares may already be there
            for action in before:
                await run(self.page, f"() => {action}")
        return str(await run_or("", self.page, f"() => {locator}"))

    async def _called(self, function: str) -> Found:
        found = await run_or(None, self.page, function)
        if not found:
            return None
        return found if isinstance(found, (str, int, float)) else str(found)

    async def _compared(self, field: str, contents: Contents, found: str | float) -> list[FactScore]:
        """Returns the parts of one page. Upstream stops after the first key that is present."""
        content = ComparedText(
            evaluator="program_html",
            field=field,
            source=f"at {self.page.url},",
            text=str(found),
            dialect=self.dialect,
            judge=self.judge,
            upstream=self.surroundings.upstream,
        )
        parts: list[FactScore] = []
        for key in ("exact_match", "must_include", "must_exclude", "required_values", "fuzzy_match"):
            value = getattr(contents, key)
            if value is None or (parts and content.upstream):
                continue
            match key:
                case "exact_match":
                    parts.append(content.exact(key, value))
                case "required_values":
                    number = whole_number(found) if isinstance(found, str) else found
                    parts += content.values(key, value, number) if value else []
                case "fuzzy_match":
                    parts.append(await content.meaning(key, value, question=QUESTION, choices=True))
                case _:
                    parts += content.includes(key, value, wanted=key == "must_include")
        return parts
