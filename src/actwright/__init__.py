"""Drives a real browser with one language-model call per step, and checks the proof of each run.

```python
from actwright import Agent

agent = Agent(model="anthropic:claude-sonnet-5-5")
result = await agent.run("Fill the price as $50 and submit", url="https://shop.example/sell")
result.raise_for_status()
```

Importing this package does nothing; every name is loaded when it is first used. Here are the names that most programs
need; those for policies, models, records and searches of one's own are in their modules (`actwright.schemas.step`, …).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from actwright.lazy import lazy_names

if TYPE_CHECKING:  # also read at run time: the one list of the public names and of their modules
    from actwright.browsing import BrowseAnswer as BrowseAnswer
    from actwright.browsing import BrowsingAgent as BrowsingAgent
    from actwright.engine.agent import Agent as Agent
    from actwright.engine.limits import Limits as Limits
    from actwright.engine.models.rate import RateLimit as RateLimit
    from actwright.engine.page.browser.browser_options import BrowserOptions as BrowserOptions
    from actwright.engine.page.browser.reusable_browser import Browser as Browser
    from actwright.engine.page.page_options import PageOptions as PageOptions
    from actwright.engine.people.ask_human import AskHuman as AskHuman
    from actwright.engine.permissions.confirmation import Confirm as Confirm
    from actwright.engine.records.run_folder import read_run as read_run
    from actwright.engine.run import Run as Run
    from actwright.engine.run_options import RunOptions as RunOptions
    from actwright.engine.statement_check import evaluate as evaluate
    from actwright.engine.statement_check import evaluate_sync as evaluate_sync
    from actwright.errors import ActwrightError as ActwrightError
    from actwright.errors import BrowserError as BrowserError
    from actwright.errors import CheckFailed as CheckFailed
    from actwright.errors import CheckUndecided as CheckUndecided
    from actwright.errors import ConfigError as ConfigError
    from actwright.errors import ModelError as ModelError
    from actwright.errors import NotPermitted as NotPermitted
    from actwright.errors import RunError as RunError
    from actwright.errors import TaskFailed as TaskFailed
    from actwright.errors import ToolError as ToolError
    from actwright.errors import Unread as Unread
    from actwright.jobs import Job as Job
    from actwright.schemas.check import CheckResult as CheckResult
    from actwright.schemas.confirmation import AskHumanRequest as AskHumanRequest
    from actwright.schemas.confirmation import ConfirmRequest as ConfirmRequest
    from actwright.schemas.event import Event as Event
    from actwright.schemas.permissions import Permissions as Permissions
    from actwright.schemas.result import Result as Result
    from actwright.schemas.sampling import Sampling as Sampling
    from actwright.schemas.status import Reason as Reason
    from actwright.schemas.status import Status as Status
    from actwright.schemas.step import Step as Step
    from actwright.schemas.task import Secret as Secret
    from actwright.schemas.totp import totp as totp
    from actwright.tools.base import Done as Done
    from actwright.tools.base import Tool as Tool
    from actwright.tools.base import Trait as Trait
    from actwright.tools.function import tool as tool
    from actwright.tools.surface import Surface as Surface
    from actwright.tools.toolbox import builtin_tools as builtin_tools
    from actwright.tools.web import web_tools as web_tools

__getattr__, __dir__ = lazy_names(__name__, __file__)
