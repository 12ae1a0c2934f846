"""What OpenAI's two wires share: the client, the key of its prompt cache, and the form of files and failed results."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from actwright.engine.models.client import connections, unaided
from actwright.engine.models.schema import lowered
from actwright.engine.models.wire import Endpoint
from actwright.schemas.exchange import Request, TextBlock, ToolDefinition

BASE_URL = "https://api.openai.com/v1"


def openai_client(endpoint: Endpoint) -> Any:
    """The client of OpenAI's SDK, without the settings that it takes from the environment."""
    import openai  # noqa: PLC0415 - takes 1 s

    client = unaided(
        openai.AsyncOpenAI(
            api_key=endpoint.key,
            base_url=endpoint.base_url or BASE_URL,
            max_retries=0,
            http_client=connections(openai),
        )
    )
    # Given as arguments, None would mean those of the environment.
    client.organization = client.project = client.admin_api_key = None
    return client


def cache_key(request: Request) -> dict[str, str]:
    """The key of the prompt cache: a digest of instructions and task, which steers requests that share both together."""
    said = [block for message in request.messages for block in message.blocks if isinstance(block, TextBlock)]
    family = [*request.system, *(block for block in said if block.section == "task")]
    return {"prompt_cache_key": hashlib.sha256("\0".join(block.text for block in family).encode()).hexdigest()[:32]}


def function_form(tool: ToolDefinition, request: Request) -> dict[str, Any]:
    """A tool as both wires describe it."""
    parameters = lowered(tool.parameters)
    return {"name": tool.name, "description": tool.description, "parameters": parameters, **_strict(request)}


def schema_form(request: Request) -> dict[str, Any]:
    """The schema of the answer as both wires describe it; empty if the request has none."""
    if request.answer_schema is None:
        return {}
    schema = lowered(request.answer_schema, lengths=request.answer_schema is request.paired_schema)
    return {"name": request.schema_name, "schema": schema, **_strict(request)}


def _strict(request: Request) -> dict[str, bool]:
    return {} if "strict" in request.older else {"strict": True}


def chance(request: Request) -> dict[str, float]:
    """The parameters for the randomness of the answer, as far as the request has them."""
    asked = {"temperature": request.sampling.temperature, "top_p": request.sampling.top_p}
    return {name: value for name, value in asked.items() if value is not None}


def error_text(message: str) -> str:
    """The result of a failed tool on OpenAI's wires, which have no flag for failure; `ok` is a text as well."""
    return json.dumps({"ok": "false", "error": message}, ensure_ascii=False, separators=(",", ":"))


def data_url(media_type: str, data: bytes) -> str:
    """Bytes in the form that both of OpenAI's wires accept, for files as well as images.

    Some clients send a file's bare base64. OpenAI's guide ("File inputs", Base64-encoded files) shows a data URL, and
    Chat Completions answers anything else with "Expected a base64-encoded data URL with an application/pdf MIME type".
    """
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"
