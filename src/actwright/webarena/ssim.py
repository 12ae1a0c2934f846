"""Measures how alike two pictures are."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from actwright.errors import ConfigError

if TYPE_CHECKING:
    from PIL import Image as Pillow

__all__ = ["opened", "similarity"]

WINDOW = 7
"""The side of the window that SSIM compares, in px; no picture may be smaller."""


def opened(data: bytes) -> Pillow.Image:
    """Returns the pixels of an encoded picture. Raises ValueError if Pillow cannot read it, as with SVG."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when pictures are compared

    try:
        picture = Pillow.open(io.BytesIO(data))
        picture.load()
    except (OSError, SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        raise ValueError(f"this is not a readable image: {error}") from error
    return picture


def similarity(one: Pillow.Image, other: Pillow.Image) -> float:
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
