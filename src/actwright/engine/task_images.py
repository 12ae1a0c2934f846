"""Pictures of a task, from what callers have: a file, its bytes, or an `Image`."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from actwright.errors import ConfigError
from actwright.schemas.page import Image

if TYPE_CHECKING:
    from PIL import Image as Pillow

Picture: TypeAlias = str | Path | bytes | Image
"""A picture as callers give it; a `str` is a path."""

THUMBNAIL = (240, 150)
"""The largest width and height of a small copy, in px."""
LONGEST_SIDE = 1568
"""The longest side of an image, in px; providers scale larger ones down themselves."""

ORIENTATION = 0x0112
"""The EXIF tag of a photo that was taken with the camera turned; models are shown a photo as it is stored."""

MediaType = Literal["image/png", "image/jpeg", "image/webp"]
KEPT: dict[str | None, MediaType] = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
"""Formats that every provider accepts."""


def as_images(given: Sequence[Picture]) -> tuple[Image, ...]:
    """The images of a task in a form that every provider accepts; an `Image` stays as it is.

    PNG, JPEG and WebP files of at most 1568 px per side are not changed. Others are turned upright, scaled down to that
    size, and saved as JPEG if they were JPEG, else as PNG; only the first frame of an animation is used.

    Raises:
        ConfigError: An image cannot be read; the message names it.
    """
    if isinstance(given, (str, bytes)):
        raise ConfigError("images must be a list; write images=[…] even for one image")
    return tuple(one if isinstance(one, Image) else _read(number, one) for number, one in enumerate(given, 1))


def _read(number: int, given: str | Path | bytes) -> Image:
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when a task has pictures

    name = f"images: picture {number}" if isinstance(given, bytes) else f"images: {given}"
    try:
        data = given if isinstance(given, bytes) else Path(given).read_bytes()
        with Pillow.open(io.BytesIO(data)) as opened:
            opened.load()
            return _encoded(opened, data)
    except OSError as error:
        said = error.strerror or f"not a complete image that can be read ({error})"
        raise ConfigError(f"{name}: {said}; give a path, the bytes of an image, or an Image") from error
    except (SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        raise ConfigError(f"{name}: this is not a readable image ({error})") from error


def _encoded(picture: Pillow.Image, data: bytes) -> Image:
    from PIL import ImageOps  # noqa: PLC0415

    kept = KEPT.get(picture.format)
    turned = picture.getexif().get(ORIENTATION, 1) != 1
    if kept and not turned and max(picture.size) <= LONGEST_SIDE:
        return Image(data=data, media_type=kept, width=picture.width, height=picture.height)
    upright = ImageOps.exif_transpose(picture)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    photo = picture.format == "JPEG"
    written = io.BytesIO()
    upright.convert("RGB" if photo else "RGBA").save(written, "JPEG" if photo else "PNG")
    return Image(
        data=written.getvalue(),
        media_type="image/jpeg" if photo else "image/png",
        width=upright.width,
        height=upright.height,
    )


def thumbnail(data: bytes) -> bytes:
    """A small copy of a picture as JPEG; empty if the picture cannot be read."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when a picture is needed
    from PIL import UnidentifiedImageError  # noqa: PLC0415

    small = io.BytesIO()
    try:
        with Pillow.open(io.BytesIO(data)) as opened:
            opened.thumbnail(THUMBNAIL, reducing_gap=2.0)
            opened.convert("RGB").save(small, "JPEG", quality=70)
    except (UnidentifiedImageError, OSError, SyntaxError):
        return b""
    return small.getvalue()
