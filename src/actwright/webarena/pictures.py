"""`page_image_query`: checks what the pictures of a page show."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urljoin

from playwright.async_api import Error, Page

from actwright.engine.task_images import as_images
from actwright.errors import ConfigError
from actwright.text import first_line
from actwright.webarena.calls import BenchmarkSites, Helper
from actwright.webarena.contents import visit
from actwright.webarena.helpers import HELPERS
from actwright.webarena.in_page import READ_SECONDS, stuck
from actwright.webarena.judge import Judge, NoJudge
from actwright.webarena.problems import parsed
from actwright.webarena.score import CannotTell, FactScore, discarded, part, unopened
from actwright.webarena.task_form import ImageQuery

if TYPE_CHECKING:
    from PIL import Image as Pillow

FETCH_SECONDS = 30.0
WINDOW = 7
"""The side of the window that SSIM compares, in px; no picture may be smaller."""
SOURCES = "(images) => images.map((image) => image.getAttribute('src'))"


async def page_image_query(
    page: Page,
    queries: Sequence[ImageQuery | Mapping[str, Any]],
    *,
    last_url: str | None = None,
    surroundings: BenchmarkSites | None = None,
    judge: Judge | None = None,
    helpers: Mapping[str, Helper] = HELPERS,
) -> tuple[FactScore, ...]:
    """Checks the pictures of each query: all with the role `img`, or those with a `.class` or inside such elements.

    `eval_vqa`: for every question, there is a picture for which the judge's answer contains the reference.
    `eval_fuzzy_image_match`: a picture is like one of the references, with an SSIM above the threshold. A query without
    any readable picture fails. Upstream lets only the last query decide, unless an earlier one has no picture.

    Args:
        page: The page as the agent left it; this navigates it. `last` is the page that is open at a query's turn.
        queries: `page_image_query` of the config, unchanged.
        last_url: The value of `__last_url__`. None means where the page is at that moment.
        surroundings: The sites that helpers ask, and whether to reproduce upstream's defects.
        judge: Looks at pictures; without one, their questions are not judged.
        helpers: The functions that `func:` may call.

    Raises:
        ConfigError: A query is malformed, or scikit-image is needed and not installed.
    """
    known = surroundings or BenchmarkSites()
    last_url = None if known.upstream else last_url
    parts: list[FactScore] = []
    asked = [parsed(ImageQuery, query, dialect="visualwebarena", helpers=helpers) for query in queries]
    for number, query in enumerate(asked):
        field = f"page_image_query.{number}"
        if known.upstream:
            parts = discarded(parts, "the query after it")
        try:
            await visit(page, query.eval_image_url, last_url=last_url, surroundings=known, helpers=helpers)
        except CannotTell as error:
            parts.append(unopened("page_image_query", f"{field}.eval_image_url", str(error)))
            break
        try:
            shown = await _pictures(page, query.eval_image_class)
        except CannotTell as error:
            parts.append(part("page_image_query", f"{field}.eval_image_class", None, str(error)))
            continue
        if not shown:
            where = f"at {query.eval_image_class!r}" if query.eval_image_class.strip() else "with the role img"
            parts.append(part("page_image_query", field, False, f"{page.url} has no picture {where} that can be read"))
            if known.upstream:
                break
            continue
        for at, each in enumerate(query.eval_vqa):
            parts.append(await _seen(f"{field}.eval_vqa.{at}", each.question, each.answer, shown, judge or NoJudge()))
        if query.eval_fuzzy_image_match:
            parts.append(await _alike(f"{field}.eval_fuzzy_image_match", query, shown, page))
    return tuple(parts)


async def _pictures(page: Page, locator: str) -> list[bytes]:
    """Returns the encoded pictures that the locator finds, without those that cannot be fetched or read."""
    within = page.locator(locator).locator("xpath=descendant-or-self::img")
    images = within if locator.strip() else page.get_by_role("img")
    try:
        async with asyncio.timeout(READ_SECONDS):
            sources: list[str | None] = await images.evaluate_all(SOURCES)
    except TimeoutError as error:
        raise stuck(page) from error
    except Error as error:
        raise CannotTell(f"the pictures of {page.url} cannot be found: {first_line(error.message)}") from error
    fetched = [await _fetched(page, urljoin(page.url, source)) for source in sources if source]
    return [data for data in fetched if data and _is_picture(data)]


async def _fetched(page: Page, url: str) -> bytes | None:
    """Returns the content of a URL, fetched with the page's cookies; None if it does not answer."""
    if not url.startswith(("http://", "https://")):
        return None
    try:
        answer = await page.context.request.get(url, timeout=FETCH_SECONDS * 1000)
        return await answer.body() if answer.ok else None
    except Error:
        return None


def _is_picture(data: bytes) -> bool:
    try:
        _opened(data)
    except ValueError:
        return False
    return True


async def _seen(field: str, question: str, wanted: str, shown: Sequence[bytes], judge: Judge) -> FactScore:
    try:
        answers = [await judge.look(question, picture) for picture in as_images(list(shown))]
    except CannotTell as error:
        return part("page_image_query", field, None, f"{question!r}: {error}")
    holds = any(wanted.lower() in each.lower() for each in answers)
    return part(
        "page_image_query", field, holds, f"the judge answers {answers} to {question!r}; the reference is {wanted!r}"
    )


async def _alike(field: str, query: ImageQuery, shown: Sequence[bytes], page: Page) -> FactScore:
    try:
        wanted = [await _reference(page, each) for each in query.eval_fuzzy_image_match]
    except CannotTell as error:
        return part("page_image_query", field, None, str(error))
    best = await asyncio.to_thread(_best, shown, wanted)
    holds = best > query.ssim_threshold
    said = f"the highest SSIM of {len(shown)} pictures is {best:.3f}; it must be above {query.ssim_threshold:g}"
    return part("page_image_query", field, holds, said)


def _best(shown: Sequence[bytes], wanted: Sequence[bytes]) -> float:
    references = [_opened(each) for each in wanted]
    return max(_similarity(_opened(data), each) for data in shown for each in references)


async def _reference(page: Page, place: str) -> bytes:
    try:
        local = not place.startswith("http")
        data = await (asyncio.to_thread(Path(place).read_bytes) if local else _fetched(page, place))
    except OSError as error:
        raise CannotTell(f"the reference picture {place} cannot be read: {error.strerror or error}") from error
    if data is None or not _is_picture(data):
        raise CannotTell(f"the reference picture {place} cannot be read")
    return data


def _opened(data: bytes) -> Pillow.Image:
    """Returns the pixels of an encoded picture. Raises ValueError if Pillow cannot read it, as with SVG."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when pictures are compared

    try:
        picture = Pillow.open(io.BytesIO(data))
        picture.load()
    except (OSError, SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        raise ValueError(f"this is not a readable image: {error}") from error
    return picture


def _similarity(one: Pillow.Image, other: Pillow.Image) -> float:
    """Returns the SSIM of both, from -1 to 1, in grey and scaled to the larger width and the larger height.

    Uses scikit-image's defaults: a uniform window of 7 x 7 px. Smaller pictures are scaled up to it; upstream stops
    with an error.

    Raises:
        ConfigError: scikit-image is not installed.
    """
    try:
        import numpy as np  # noqa: PLC0415 - loaded when pictures are compared
        from skimage.metrics import structural_similarity  # noqa: PLC0415 # pyright: ignore[reportUnknownVariableType]
    except ImportError as error:
        raise ConfigError(
            "eval_fuzzy_image_match compares images with scikit-image; run `pip install scikit-image`"
        ) from error
    from PIL import Image as Pillow  # noqa: PLC0415

    size = (max(one.width, other.width, WINDOW), max(one.height, other.height, WINDOW))

    def grey(picture: Pillow.Image) -> Any:
        scaled = picture.resize(size, Pillow.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]
        return np.asarray(scaled.convert("L"))

    score = cast("Callable[[Any, Any], float]", structural_similarity)
    return float(score(grey(one), grey(other)))
