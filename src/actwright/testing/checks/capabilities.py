"""What endpoints with fewer capabilities than the providers' own refuse, and in which words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal, cast

from actwright.testing.checks.shapes import mapping

Refused = Literal["schema", "json", "images", "stream", "cap", "parts"]
"""The features that some endpoints refuse."""


def capability_problem(body: Mapping[str, Any], refuses: Collection[Refused]) -> str:
    """Returns the endpoint's error for a feature that it refuses; empty if the request uses none of them."""
    return next((said for name, asked, said in _asked(body) if asked and name in refuses), "")


def _asked(body: Mapping[str, Any]) -> Iterator[tuple[Refused, bool, str]]:
    """Yields each feature that may be refused, whether a request uses it, and the words of the refusal."""
    form = mapping(body.get("response_format") or mapping(body.get("text")).get("format")).get("type")
    contents = [message.get("content") for message in body.get("messages", ())]
    not_taken = "Invalid parameter: 'response_format' of type '{}' is not supported with this model."
    yield "cap", "max_completion_tokens" in body, "body.max_completion_tokens: Extra inputs are not permitted"
    yield "parts", any(isinstance(content, list) for content in contents), "messages[0].content must be a string"
    yield "stream", bool(body.get("stream")), "stream: streaming is not supported by this endpoint"
    yield "schema", "format" in mapping(body.get("output_config")), "output_config: Extra inputs are not permitted"
    yield "schema", form == "json_schema", not_taken.format(form)
    yield "json", form == "json_object", not_taken.format(form)
    yield "images", _has_picture(body), "Invalid content type. Images are only supported by certain models."


def _has_picture(value: Any) -> bool:
    if isinstance(value, Mapping):
        found = mapping(value)
        return found.get("type") in ("image", "image_url", "input_image") or any(map(_has_picture, found.values()))
    return isinstance(value, list) and any(map(_has_picture, cast(list[Any], value)))
