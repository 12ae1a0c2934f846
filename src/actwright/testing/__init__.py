"""Test doubles: a scripted model, local servers that speak the providers' wires, cassettes, and a site.

Each name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from actwright.lazy import lazy_names

if TYPE_CHECKING:  # also read at run time: the one list of the public names and of their modules
    from actwright.schemas.exchange import ToolCall as ToolCall
    from actwright.testing.cassette import Cassette as Cassette
    from actwright.testing.local_model import LocalModelServer as LocalModelServer
    from actwright.testing.requests import request_of as request_of
    from actwright.testing.scripted import Scripted as Scripted
    from actwright.testing.scripted import ScriptedModel as ScriptedModel
    from actwright.testing.site import Site as Site
    from actwright.testing.wires import Answer as Answer
    from actwright.testing.wires import AnthropicServer as AnthropicServer
    from actwright.testing.wires import Drop as Drop
    from actwright.testing.wires import HttpError as HttpError
    from actwright.testing.wires import OpenAIChatServer as OpenAIChatServer
    from actwright.testing.wires import OpenAIResponsesServer as OpenAIResponsesServer
    from actwright.testing.wires import Received as Received
    from actwright.testing.wires import Silence as Silence

__getattr__, __dir__ = lazy_names(__name__, __file__)
