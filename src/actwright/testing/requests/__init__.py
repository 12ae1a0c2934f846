"""Decodes a provider's request into Actwright's own form: the inverse of what each wire encodes.

```python
with OpenAIResponsesServer(["done"]) as server:
    ...
    assert server.received[0].request.messages[-1] == Message(role="user", blocks=(TextBlock(text="Go on"),))
```

The result equals what was encoded, including the order, except for what the wire cannot carry:

| | Anthropic Messages | OpenAI Chat Completions | OpenAI Responses |
|---|---|---|---|
| sections of blocks | no: the defaults | no | no |
| system prompt | whole | whole | one block, texts joined by an empty line |
| a reminder (`system`, no name) | a turn of the user | whole, unless it is first, without a system prompt | whole |
| a named example | a turn of the named speaker | whole | a turn of the named speaker |
| other speakers' names | no | whole | no |
| cache marks | the last four | no | no |
| texts without visible characters | left out | whole | whole |
| detail of pictures | no: `high` | whole | whole |
| pictures and documents by address or ID | whole, except the detail | pictures by address, documents by ID | whole |
| files | PDF whole; texts as `text/plain` | whole | whole |
| arguments that are not a JSON object | `{"arguments": …}`; spaces in JSON are ours | whole | whole |
| status of calls | no | no | whole |
| order of blocks | results first | results, then texts and pictures, then calls | whole |
| texts of a result | whole | one, joined by line ends, before its pictures | the same, if it has no picture or failed |
| a result that failed | whole | whole | whole |
| reasoning | its own | no | its own, with contents |
| refusals | as text | whole | whole |
| borders of messages | whole | whole, except at calls and results | whole, except at calls, results and reasoning |
| an answer's schema, tools' parameters | lowered | lowered | lowered |
| temperature, `top_p` | no | whole | whole |
| effort | from `low` on | whole | whole |
| the schema's name | no: `answer` | whole | whole |

Where borders of messages are lost, adjacent messages of one speaker become one message. Messages with nothing left are
dropped. The size of a picture is read from its bytes: 0 x 0 if they are no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from actwright.errors import ConfigError
from actwright.schemas.exchange import Request
from actwright.testing.requests.anthropic import anthropic_request
from actwright.testing.requests.openai_chat import openai_chat_request
from actwright.testing.requests.openai_responses import openai_responses_request

__all__ = ["request_of"]

READERS: Mapping[str, Callable[[Mapping[str, Any]], Request]] = {
    "anthropic": anthropic_request,
    "openai_chat": openai_chat_request,
    "openai_responses": openai_responses_request,
}


def request_of(body: Mapping[str, Any], *, wire: str) -> Request:
    """Returns the request in a body; the table above lists what no body can carry.

    Args:
        body: The body of the provider's request.
        wire: `anthropic`, `openai_chat` or `openai_responses`.

    Raises:
        ConfigError: The body is not a request of that wire, or has something that Actwright's form cannot express.
    """
    if wire not in READERS:
        raise ConfigError(f"there is no wire {wire!r}; there are {', '.join(READERS)}")
    try:
        return READERS[wire](body)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(f"the body is not a request of {wire} that can be read: {error!r}") from error
