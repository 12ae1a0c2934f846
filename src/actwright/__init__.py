"""Drives a real browser with one language-model call per step, and proves that the job is done.

```python
from actwright import Agent

agent = Agent(model="anthropic:claude-sonnet-5-5")
result = await agent.run("Fill the price as $50 and submit", url="https://shop.example/sell")
result.raise_for_status()
```

Importing this package does nothing; every name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actwright.browsing import BrowseAnswer, BrowsingAgent
    from actwright.engine.agent import Agent
    from actwright.engine.checks import evaluate, evaluate_sync
    from actwright.engine.limits import Limits
    from actwright.engine.models.base import Model
    from actwright.engine.models.prices import repriced
    from actwright.engine.models.rate import RateLimit
    from actwright.engine.models.stored import sendable_input
    from actwright.engine.page.browser.options import BrowserOptions, HttpCredentials
    from actwright.engine.page.options import PageOptions
    from actwright.engine.policies.base import Ask, Policy, Preferences
    from actwright.engine.run import Run
    from actwright.engine.trace import read_run
    from actwright.errors import (
        ActwrightError,
        BrowserError,
        CheckFailed,
        CheckUndecided,
        ConfigError,
        LimitError,
        ModelError,
        ReplyError,
        TaskFailed,
        ToolError,
    )
    from actwright.jobs import Job
    from actwright.schemas.ask_human import AskHumanRequest
    from actwright.schemas.check import CheckedFact, CheckResult
    from actwright.schemas.confirmation import ConfirmRequest
    from actwright.schemas.event import Event
    from actwright.schemas.exchange import Exchange, Reply, Request, Usage
    from actwright.schemas.page import Element, Image, Observation
    from actwright.schemas.permissions import Permissions
    from actwright.schemas.proposal import Action, Proposal
    from actwright.schemas.recording import RecordedCheck
    from actwright.schemas.result import Result
    from actwright.schemas.sampling import Sampling
    from actwright.schemas.status import Reason, Status
    from actwright.schemas.step import Claim, Effect, Evidence, Intent, Outcome, Receipt, SentRequest, Step
    from actwright.schemas.task import Secret, Task
    from actwright.schemas.tool import ToolSpec
    from actwright.schemas.turn import Turn
    from actwright.schemas.visit import Visit
    from actwright.tools.base import Done, Tool
    from actwright.tools.function import tool
    from actwright.tools.parameters import ElementId, Value
    from actwright.tools.surface import Surface, Target
    from actwright.tools.toolbox import builtin_tools
    from actwright.tools.web import web_tools
    from actwright.web.guard import Guard
    from actwright.web.local_index import LocalIndex
    from actwright.web.search import BraveSearch, SearchBackend, SearchError, SearchResult
    from actwright.web.sources import Source, Sources

__all__ = [
    "Action",
    "ActwrightError",
    "Agent",
    "Ask",
    "AskHumanRequest",
    "BraveSearch",
    "BrowseAnswer",
    "BrowserError",
    "BrowserOptions",
    "BrowsingAgent",
    "CheckFailed",
    "CheckResult",
    "CheckUndecided",
    "CheckedFact",
    "Claim",
    "ConfigError",
    "ConfirmRequest",
    "Done",
    "Effect",
    "Element",
    "ElementId",
    "Event",
    "Evidence",
    "Exchange",
    "Guard",
    "HttpCredentials",
    "Image",
    "Intent",
    "Job",
    "LimitError",
    "Limits",
    "LocalIndex",
    "Model",
    "ModelError",
    "Observation",
    "Outcome",
    "PageOptions",
    "Permissions",
    "Policy",
    "Preferences",
    "Proposal",
    "RateLimit",
    "Reason",
    "Receipt",
    "RecordedCheck",
    "Reply",
    "ReplyError",
    "Request",
    "Result",
    "Run",
    "Sampling",
    "SearchBackend",
    "SearchError",
    "SearchResult",
    "Secret",
    "SentRequest",
    "Source",
    "Sources",
    "Status",
    "Step",
    "Surface",
    "Target",
    "Task",
    "TaskFailed",
    "Tool",
    "ToolError",
    "ToolSpec",
    "Turn",
    "Usage",
    "Value",
    "Visit",
    "builtin_tools",
    "evaluate",
    "evaluate_sync",
    "read_run",
    "repriced",
    "sendable_input",
    "tool",
    "web_tools",
]

_HOMES = {
    "engine.agent": ("Agent",),
    "engine.checks": ("evaluate", "evaluate_sync"),
    "engine.limits": ("Limits",),
    "engine.models.base": ("Model",),
    "engine.models.prices": ("repriced",),
    "engine.models.rate": ("RateLimit",),
    "engine.models.stored": ("sendable_input",),
    "engine.page.browser.options": ("BrowserOptions", "HttpCredentials"),
    "engine.page.options": ("PageOptions",),
    "engine.policies.base": ("Ask", "Policy", "Preferences"),
    "engine.run": ("Run",),
    "engine.trace": ("read_run",),
    "jobs": ("Job",),
    "errors": (
        "ActwrightError",
        "BrowserError",
        "CheckFailed",
        "CheckUndecided",
        "ConfigError",
        "LimitError",
        "ModelError",
        "ReplyError",
        "TaskFailed",
        "ToolError",
    ),
    "schemas.check": ("CheckResult", "CheckedFact"),
    "schemas.confirmation": ("ConfirmRequest",),
    "schemas.ask_human": ("AskHumanRequest",),
    "schemas.event": ("Event",),
    "schemas.exchange": ("Exchange", "Reply", "Request", "Usage"),
    "schemas.page": ("Element", "Image", "Observation"),
    "schemas.permissions": ("Permissions",),
    "schemas.proposal": ("Action", "Proposal"),
    "schemas.recording": ("RecordedCheck",),
    "schemas.result": ("Result",),
    "schemas.sampling": ("Sampling",),
    "schemas.status": ("Reason", "Status"),
    "schemas.step": ("Claim", "Effect", "Evidence", "Intent", "Outcome", "Receipt", "SentRequest", "Step"),
    "schemas.task": ("Secret", "Task"),
    "schemas.tool": ("ToolSpec",),
    "schemas.turn": ("Turn",),
    "tools.base": ("Done", "Tool"),
    "tools.function": ("tool",),
    "tools.parameters": ("ElementId", "Value"),
    "tools.surface": ("Surface", "Target"),
    "browsing": ("BrowseAnswer", "BrowsingAgent"),
    "schemas.visit": ("Visit",),
    "tools.web": ("web_tools",),
    "web.guard": ("Guard",),
    "web.local_index": ("LocalIndex",),
    "web.search": ("BraveSearch", "SearchBackend", "SearchError", "SearchResult"),
    "web.sources": ("Source", "Sources"),
    "tools.toolbox": ("builtin_tools",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__
