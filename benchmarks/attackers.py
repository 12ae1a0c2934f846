"""Sites on loopback that keep everything they receive, and obedient models, for proofs on hostile pages and models."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from serving import Answer, Request, Serving

HOME, AWAY = "127.0.0.1", "127.0.0.2"
CONTROL = re.compile(r"(?<![\w.-])((?:f\d+\.)?(?:input|textarea|button|a|select|div|tool)-\d+)(?![\w-])")

Call = tuple[str, dict[str, Any]]
Content = str | tuple[int, Mapping[str, str], str] | Callable[["Site", str, str], "Content"]
"""A body; or a status, headers and a body; or a function that makes them from the site, the path and the sent body."""


class Site(Serving):
    """A web server on one loopback address.

    `asked` has the paths of GET requests, `posts` the path and body of every other request and message over WebSockets,
    and `bytes_in` everything that arrived, byte for byte.
    """

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.pages: dict[str, Content] = {}
        self.asked: list[str] = []
        self.posts: list[tuple[str, str]] = []
        self.bytes_in: list[str] = []

    def answer(self, request: Request) -> Answer:
        """Records a request, and returns the response that the pages have for it."""
        sent = request.body.decode("latin-1")
        if request.method == "GET":
            self.asked.append(request.target)
        else:
            self.posts.append((request.target, sent))
        self.bytes_in.append(f"{request.line}\n{request.headers}\n{sent}")
        found = self.pages.get(request.target.partition("?")[0], "<title>Other</title>Nothing here")
        while callable(found):
            found = found(self, request.target, sent)
        status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
        return Answer(body, status=status, headers=headers)

    def talk(self, request: Request, messages: Iterator[str]) -> Iterator[str]:
        """Records the messages, and answers none."""
        self.asked.append(request.target)
        self.bytes_in.append(f"{request.line}\n{request.headers}")
        for text in messages:
            self.posts.append((request.target, text))
            self.bytes_in.append(text)
        yield from ()


def reply(*calls: Call, message: str = "going on", reason: str = "the page asks for it") -> dict[str, Any]:
    """Returns the reply of a model that calls these tools."""
    actions = [{"reason": reason, "tool": tool, "parameters": parameters} for tool, parameters in calls]
    return {"complete": False, "message": message, "actions": actions}


def controls(shown: str, *kinds: str) -> list[str]:
    """Returns the IDs of the controls of these kinds in a text, in order."""
    return [one for one in dict.fromkeys(CONTROL.findall(shown)) if one.split(".")[-1].rpartition("-")[0] in kinds]
