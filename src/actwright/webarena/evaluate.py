"""Scores a task by its own rules."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Page

from actwright.errors import ConfigError
from actwright.webarena.addresses import url_match
from actwright.webarena.answers import string_match
from actwright.webarena.contents import program_html
from actwright.webarena.dialect import Compat, Dialect
from actwright.webarena.judge import Judge
from actwright.webarena.pictures import page_image_query
from actwright.webarena.quirks import quirks_of
from actwright.webarena.surroundings import BenchmarkSites
from actwright.webarena.task import PrivateEval
from actwright.webarena.verdict import Evaluator, FactScore, TaskScore

__all__ = ["evaluate"]

LOOKING: tuple[Evaluator, ...] = ("program_html", "page_image_query")
"""Evaluators that look at pages. Each continues where the previous one ended."""


async def evaluate(
    private: PrivateEval,
    *,
    page: Page | None,
    answer: str,
    dialect: Dialect | None = None,
    judge: Judge | None = None,
    compat: Compat = "fixed",
) -> TaskScore:
    """Scores a page and an answer, wherever they came from.

    The score is the product of all evaluators, which run in the order of `eval_types`. `url_match` and `__last_url__`
    use the URL that the page has when this is called; upstream reads it when the evaluator runs, after earlier
    evaluators may have navigated the page. In both, `last` is the page that is open at that moment. If a page cannot be
    opened, the score is None, unless another part fails.

    Args:
        private: The rules.
        page: The page in front as the agent left it; the evaluation navigates it. None if only the answer counts.
        answer: The agent's answer; empty if it gave none.
        dialect: The benchmark whose rules apply; None means the one detected for the file.
        judge: Decides what needs a model. Without one, such parts are not judged, and the score is None unless another
            part fails.
        compat: Whether to reproduce the known defects of upstream.

    Raises:
        ConfigError: There is no page and one is needed, or a package of `actwright[webarena]` is missing.
    """
    evaluation = Evaluation(
        private=private,
        given=page,
        answer=answer,
        dialect=dialect or private.dialect,
        judge=judge,
        compat=compat,
        last_url=page.url if page is not None and not quirks_of(compat).late_url else None,
    )
    parts: list[FactScore] = []
    for kind in private.rules.eval_types:
        if kind in LOOKING and any(part.lost_page for part in parts):
            continue
        parts += await evaluation.parts(kind)
    return TaskScore(parts=tuple(parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One page and one answer under the rules of one task."""

    private: PrivateEval
    given: Page | None
    answer: str
    dialect: Dialect
    judge: Judge | None
    compat: Compat
    last_url: str | None

    @property
    def page(self) -> Page:
        """The page. Raises ConfigError if none was given."""
        if self.given is None:
            raise ConfigError(f"{', '.join(self.private.rules.eval_types)}: this needs a page; give page=…")
        return self.given

    async def parts(self, kind: Evaluator) -> tuple[FactScore, ...]:
        """Returns the parts of one evaluator."""
        rules, surroundings = self.private.rules, BenchmarkSites(sites=self.private.sites, compat=self.compat)
        match kind:
            case "string_match":
                return await string_match(
                    self.answer,
                    rules.reference_answers or {},
                    task=self.private.task,
                    note=rules.string_note or "",
                    dialect=self.dialect,
                    judge=self.judge,
                    compat=self.compat,
                )
            case "url_match":
                url = self.page.url if self.last_url is None else self.last_url
                return (url_match(url, rules.reference_url or "", note=rules.url_note, dialect=self.dialect),)
            case "program_html":
                return await program_html(
                    self.page,
                    rules.program_html,
                    last_url=self.last_url,
                    surroundings=surroundings,
                    dialect=self.dialect,
                    judge=self.judge,
                    helpers=self.private.helpers,
                )
            case "page_image_query":
                return await page_image_query(
                    self.page,
                    rules.page_image_query,
                    last_url=self.last_url,
                    surroundings=surroundings,
                    judge=self.judge,
                    helpers=self.private.helpers,
                )
