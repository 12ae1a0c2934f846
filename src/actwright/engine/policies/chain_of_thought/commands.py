"""The commands of WebArena's agent, as in its replies: `click [12]`, `type [5] [oak desk] [1]`, `stop [$50]`.

The syntax comes from `create_id_based_action` in browser_env/actions.py of web-arena-x/visualwebarena, where some of it
does not work: `type [5] [1]` is refused, an answer of several lines is lost, and no upload is ever understood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from actwright.errors import ReplyError

Compat: TypeAlias = Literal["fixed", "upstream"]
"""Whether what does not work in the benchmark's own code is `fixed`, or kept as it is there."""

ECHO = r"(?: where \[\d+\].*)?"
"""The words before the previous action in the prompt; models repeat them."""
NUMBER = r" ?\[(?P<number>\d+)\]"

FIXED: Mapping[str, str] = {
    "click": NUMBER + ECHO,
    "hover": NUMBER + ECHO,
    "clear": NUMBER + ECHO,
    "type": NUMBER + r" ?\[(?P<text>.*?)\](?: ?\[(?:press_enter_after ?= ?)?(?P<enter>[01])\])?" + ECHO,
    "upload": NUMBER + r" ?\[(?P<text>.+)\]",
    "press": r" ?\[(?P<text>.+)\]",
    "scroll": r" ?\[?(?:direction ?= ?)?(?P<text>up|down)\]?",
    "goto": r" ?\[(?P<text>.+)\]",
    "tab_focus": r" ?\[(?P<number>\d+)\]",
    "new_tab": r"(?: ?\[\])?",
    "close_tab": r"(?: ?\[\])?",
    "go_back": r"(?: ?\[\])?",
    "go_forward": r"(?: ?\[\])?",
    "stop": r"(?: ?\[(?P<text>.*)\])?",
}
"""What follows each verb, to the end of the command."""

UPSTREAM: Mapping[str, str] = {
    **dict.fromkeys(("click", "hover", "clear"), NUMBER),
    "type": NUMBER + r" ?\[(?P<text>.+)\] ?\[(?P<enter>\d+)\]",
    "upload": r"(?!)",
    "press": r" ?\[(?P<text>.+)\]",
    "scroll": r" ?\[?(?P<text>up|down)\]?",
    "goto": r" ?\[(?P<text>.+)\]",
    "tab_focus": r" ?\[(?P<number>\d+)\]",
    **dict.fromkeys(("new_tab", "close_tab", "go_back", "go_forward"), ""),
    "stop": r"(?: ?\[(?P<text>.+)\])?",
}
"""The same in the benchmark's own code, where anything may follow, and a text is one line."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a reply tells the agent to do.

    Attributes:
        verb: Its first word.
        number: The number of an element or a tab.
        text: What to type or press; or an address, an answer, a direction, or a path.
        enter: Whether Enter is pressed after typing.
    """

    verb: str
    number: int = 0
    text: str = ""
    enter: bool = True


def between(reply: str, splitter: str) -> str:
    """The command of a reply: the text between the first two splitters.

    Raises:
        ReplyError: There are no two splitters.
    """
    match = re.search(rf"{re.escape(splitter)}(.*?){re.escape(splitter)}", reply, re.DOTALL)
    if match is None:
        raise ReplyError(f"there is no action between a pair of {splitter}")
    return match[1].strip()


def parse(text: str, compat: Compat = "fixed") -> Command:
    """Parses a command.

    Raises:
        ReplyError: The text is not exactly one command.
    """
    verb = text.partition("[")[0].strip() if "[" in text else next(iter(text.split()), "")
    known = FIXED if compat == "fixed" else UPSTREAM
    if verb not in known:
        raise ReplyError(f"there is no action {verb!r}; there are {', '.join(known)}")
    if compat == "fixed":
        match = re.fullmatch(rf"{verb}{known[verb]}", text, re.DOTALL)
    else:
        flagged = text if verb != "type" or text.endswith(("[0]", "[1]")) else f"{text} [1]"
        match = re.match(rf"{verb}{known[verb]}", flagged)
    if match is None:
        raise ReplyError(f"{text!r} is not one action {verb} with its arguments")
    found = match.groupdict()
    return Command(
        verb,
        number=int(found.get("number") or 0),
        text=found.get("text") or "",
        enter=found.get("enter", "1") in {"1", None},
    )
