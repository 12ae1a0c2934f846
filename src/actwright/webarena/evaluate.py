"""Scores a task by its own rules."""

from __future__ import annotations

from playwright.async_api import Page

from actwright.errors import ConfigError
from actwright.webarena.calls import BenchmarkSites
from actwright.webarena.contents import program_html
from actwright.webarena.dialect import Compat, Dialect
from actwright.webarena.judge import Judge
from actwright.webarena.pictures import page_image_query
from actwright.webarena.score import Evaluator, FactScore, TaskScore
from actwright.webarena.string_match import string_match
from actwright.webarena.task import PrivateEval
from actwright.webarena.url_match import url_match

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
        ConfigError: There is no page and one is needed, or a package of the extra `webarena` is missing.
    """
    dialect, rules = dialect or private.dialect, private.rules
    helpers, surroundings = private.helpers, BenchmarkSites(sites=private.sites, compat=compat)
    if page is None and set(rules.eval_types) != {"string_match"}:
        raise ConfigError(f"{', '.join(rules.eval_types)}: this needs a page; give page=…")
    last_url = page.url if page is not None and not surroundings.upstream else None
    parts: list[FactScore] = []
    for kind in rules.eval_types:
        if kind == "string_match":
            parts += await _by_text(private, answer, dialect=dialect, judge=judge, compat=compat)
        elif page is None or (kind in LOOKING and any(part.lost_page for part in parts)):
            continue
        elif kind == "url_match":
            url = page.url if last_url is None else last_url
            parts.append(url_match(url, rules.reference_url or "", note=rules.url_note, dialect=dialect))
        elif kind == "program_html":
            parts += await program_html(
                page,
                rules.program_html,
                last_url=last_url,
                surroundings=surroundings,
                dialect=dialect,
                judge=judge,
                helpers=helpers,
            )
        else:
            parts += await page_image_query(
                page,
                rules.page_image_query,
                last_url=last_url,
                surroundings=surroundings,
                judge=judge,
                helpers=helpers,
            )
    return TaskScore(parts=tuple(parts))


async def _by_text(
    private: PrivateEval, answer: str, *, dialect: Dialect, judge: Judge | None, compat: Compat
) -> tuple[FactScore, ...]:
    return await string_match(
        answer,
        private.rules.reference_answers or {},
        task=private.task,
        note=private.rules.string_note or "",
        dialect=dialect,
        judge=judge,
        compat=compat,
    )
