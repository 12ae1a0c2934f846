"""Local servers that speak the providers' protocols, with errors on demand.

```python
with AnthropicServer([HttpError(429, retry_after=1), Answer(said=proposal)]) as server:
    agent = Agent(model="anthropic:claude-opus-4-8", base_url=server.url)
```
"""

from __future__ import annotations

from actwright.testing.wires.anthropic import AnthropicServer
from actwright.testing.wires.openai_chat import OpenAIChatServer
from actwright.testing.wires.openai_responses import OpenAIResponsesServer
from actwright.testing.wires.reply_script import Answer, Drop, HttpError, Line, Received, Silence

__all__ = [
    "Answer",
    "AnthropicServer",
    "Drop",
    "HttpError",
    "Line",
    "OpenAIChatServer",
    "OpenAIResponsesServer",
    "Received",
    "Silence",
]
