"""What endpoints that are less than the providers' own refuse, and how they say it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, cast

__all__ = ["Refused", "capability_problem"]

Refused = Literal["schema", "json", "images", "stream"]
"""What endpoints differ in taking."""


def capability_problem(body: Mapping[str, Any], refuses: Collection[Refused]) -> str:
    """What an endpoint says of something that it does not take; empty if there is none of it in the request."""
    if "stream" in refuses and body.get("stream"):
        return "stream: streaming is not supported by this endpoint"
    form = _object(body.get("response_format") or _object(body.get("text")).get("format"))
    if "schema" in refuses and _object(body.get("output_config")).get("format"):
        return "output_config: Extra inputs are not permitted"
    if "schema" in refuses and form.get("type") == "json_schema":
        return "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    if "json" in refuses and form.get("type") == "json_object":
        return "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model."
    if "images" in refuses and _has_picture(body):
        return "Invalid content type. Images are only supported by certain models."
    return ""


def _has_picture(value: Any) -> bool:
    if isinstance(value, Mapping):
        found = _object(value)
        return found.get("type") in ("image", "image_url", "input_image") or any(map(_has_picture, found.values()))
    return isinstance(value, list) and any(map(_has_picture, cast(list[Any], value)))


def _object(value: Any) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}
