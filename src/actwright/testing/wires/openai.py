"""The form of errors, which OpenAI's two protocols share."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from typing import Any

from actwright.testing.checks.reply_schema import openai_words
from actwright.testing.wires.reply_script import HttpError
from actwright.testing.wires.response import Response, identity, json_response
from actwright.testing.wires.wire_server import WireServer, retry_header


class OpenAIServer(WireServer, ABC):
    """Base of the servers with OpenAI's errors."""

    base_path = "/v1"
    wording = staticmethod(openai_words)

    def error(self, error: HttpError, body: Mapping[str, Any]) -> Response:
        """Returns `{"error": {"message", "type", "param", "code"}}`."""
        model = body.get("model")
        kind, code, usual = {
            400: ("invalid_request_error", None, "invalid request"),
            401: ("invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
            403: ("invalid_request_error", None, "You are not allowed to use this model."),
            404: (
                *("invalid_request_error", "model_not_found"),
                f"The model `{model}` does not exist or you do not have access to it.",
            ),
            429: ("requests", "rate_limit_exceeded", "Rate limit reached for requests."),
        }.get(error.status, ("server_error", None, "The server had an error while processing your request."))
        found = {"message": error.message or usual, "type": kind, "param": None, "code": error.code or code}
        return json_response(error.status, {"error": found}, {"x-request-id": identity("req_"), **retry_header(error)})

    def no_such_path(self, method: str, path: str) -> Response:
        """Returns an error that names the address."""
        found = {
            "message": f"Invalid URL ({method} {path})",
            "type": "invalid_request_error",
            "param": None,
            "code": None,
        }
        return json_response(404, {"error": found}, {"x-request-id": identity("req_")})
