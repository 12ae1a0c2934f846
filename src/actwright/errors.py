"""The error tree.

```
ActwrightError
├── ToolError     one action could not be done; the model reads it and goes on      -> Outcome
│   └── NotPermitted  the permissions of the run do not cover it
├── ReplyError    the model's reply cannot be used; nothing of it acted             -> Step.problem
├── LimitError    a call was not made, because it may go beyond a limit of the run  -> Step.limit
├── ModelError    the provider gave up or refused, after our retries                -> raised
├── BrowserError  the browser or the page is gone                                   -> raised
├── ConfigError   the caller's mistake: says what to change                         -> raised
├── TaskFailed    the run ended without completing; from `raise_for_status()`, and from the pytest fixture
├── CheckFailed     a check is not true of the page; an AssertionError too          -> only from `raise_for_status()`
└── CheckUndecided  a check could not be judged, which is neither true nor false    -> only from `raise_for_status()`
```

`ModelError` and `BrowserError` end a run. They carry the steps that were played until then, and say whether something
may already have happened on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

__all__ = [
    "ActwrightError",
    "BrowserError",
    "CheckFailed",
    "CheckUndecided",
    "ConfigError",
    "LimitError",
    "ModelError",
    "NotPermitted",
    "ReplyError",
    "TaskFailed",
    "ToolError",
]


class ActwrightError(Exception):
    """Any error of this library."""


class ToolError(ActwrightError):
    """One action could not be done. The message is written for the model: what was wrong and what exists instead.

    Attributes:
        may_have_acted: True if the action may have taken effect on the page although it failed.
    """

    def __init__(self, message: str, *, may_have_acted: bool = False) -> None:
        super().__init__(message)
        self.may_have_acted = may_have_acted


class NotPermitted(ToolError):  # noqa: N818 - a refusal, and no mistake of anybody
    """The permissions of the run do not cover the action; the message says what they cover."""


class ReplyError(ActwrightError):
    """The model's reply cannot be used. Nothing of it acted on the page."""


class LimitError(ActwrightError):
    """A model was not asked, because the call may have gone beyond a limit of the run; the run ends by that limit.

    Attributes:
        limit: Which.
    """

    def __init__(self, message: str, *, limit: Literal["calls", "tokens", "usd", "seconds"]) -> None:
        super().__init__(message)
        self.limit: Literal["calls", "tokens", "usd", "seconds"] = limit


class ConfigError(ActwrightError):
    """The caller's mistake. The message says what to change."""


class RunError(ActwrightError):
    """Base of the errors that end a run; carries what was played until then.

    Attributes:
        steps: The steps that were completed before the error (`actwright.Step`).
        run_dir: The run folder with their record, if one was written.
        may_have_acted: True if an action was under way whose effect on the page is not known.
        partial: What a `BrowsingAgent` had found until then (`actwright.BrowseAnswer`); None for other runs.
    """

    def __init__(self, message: str, *, may_have_acted: bool = False) -> None:
        super().__init__(message)
        self.may_have_acted = may_have_acted
        self.partial: Any = None
        self.steps: Sequence[Any] = ()
        self.run_dir: Path | None = None


class ModelError(RunError):
    """The provider gave up: refused the request, or kept failing until our retries or the deadline ran out.

    Attributes:
        status: The HTTP status of the last attempt, or None if there was no answer.
        retryable: True if the same request may succeed later.
        retry_after: Seconds the provider asked to wait, if it did.
        may_be_billed: Whether the provider may charge for the attempt: it took the request, and did not refuse it.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
        may_be_billed: bool | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retryable = retryable
        self.retry_after = retry_after
        self.may_be_billed = status is None if may_be_billed is None else may_be_billed


class BrowserError(RunError):
    """The browser, its page or its connection is gone, or could not be started."""


class TaskFailed(ActwrightError):  # noqa: N818 - the name says what happened; it is raised only on request
    """The run ended without completing the task. Raised by `Result.raise_for_status()`, and by the pytest fixture.

    Attributes:
        result: The result of the run (`actwright.Result`).
    """

    def __init__(self, message: str, *, result: Any) -> None:
        super().__init__(message)
        self.result = result


class CheckFailed(ActwrightError, AssertionError):  # noqa: N818 - as `TaskFailed`
    """What a check states is not so; the message says what was there instead.

    Attributes:
        result: What was checked and found (`actwright.CheckResult`).
    """

    def __init__(self, message: str, *, result: Any) -> None:
        super().__init__(message)
        self.result = result


class CheckUndecided(ActwrightError):  # noqa: N818 - as `TaskFailed`
    """A check could not be judged: it is neither passed nor failed, and the message says why.

    Attributes:
        result: What was checked and found (`actwright.CheckResult`).
    """

    def __init__(self, message: str, *, result: Any) -> None:
        super().__init__(message)
        self.result = result
