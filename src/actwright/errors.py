"""The error tree.

```
ActwrightError
├── ToolError     an action could not be done; the model reads why and goes on      -> Outcome
│   ├── NotPermitted  the permissions of the run do not allow the action
│   └── Unread        the input was entered, but its result could not be read
├── ReplyError    the model's reply cannot be used; none of it was acted on         -> Step.problem
├── LimitError    a call was not made, because it could exceed a limit of the run   -> Step.limit
├── ModelError    the provider refused, or kept failing after all retries           -> raised
├── BrowserError  the browser or the page is gone                                   -> raised
├── ConfigError   a mistake of the caller; the message says what to change          -> raised
├── TaskFailed    the run ended without completing the task; from `raise_for_status()` and the pytest fixture
├── CheckFailed     a check failed; also an AssertionError                          -> only from `raise_for_status()`
└── CheckUndecided  a check could not be decided, so it neither passed nor failed   -> only from `raise_for_status()`
```

`ModelError` and `BrowserError` end a run. They have the steps so far, and say whether something may already have
happened on the page.
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
    "Unread",
]


LONGEST_MESSAGE = 5_000


class ActwrightError(Exception):
    """Base of all errors of this library."""


class ToolError(ActwrightError):
    """An action could not be done. The message is written for the model: what was wrong, and what exists instead.

    Attributes:
        may_have_acted: True if the action may have had an effect on the page although it failed.
    """

    def __init__(self, message: str, *, may_have_acted: bool = False) -> None:
        super().__init__(message)
        self.may_have_acted = may_have_acted


class NotPermitted(ToolError):  # noqa: N818 - a refusal, and nobody's mistake
    """The permissions of the run do not allow the action; the message says what they allow."""


class Unread(ToolError):  # noqa: N818 - no mistake of anybody, if the page went on because of the input
    """All input of an action went in, but the element could not be read back: it, or its document, is gone or busy."""

    def __init__(self, message: str) -> None:
        super().__init__(message, may_have_acted=True)


class ReplyError(ActwrightError):
    """The model's reply cannot be used. None of it was acted on."""


class LimitError(ActwrightError):
    """A model call was not made, because it could exceed a limit of the run. The run ends with that limit.

    Attributes:
        limit: The limit.
    """

    def __init__(self, message: str, *, limit: Literal["calls", "tokens", "usd", "seconds"]) -> None:
        super().__init__(message)
        self.limit: Literal["calls", "tokens", "usd", "seconds"] = limit


class ConfigError(ActwrightError):
    """A mistake of the caller. The message says what to change. It may quote a file, so it has a limit."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]}…")


class RunError(ActwrightError):
    """Base of the errors that end a run.

    Attributes:
        steps: The steps that were completed before the error (`actwright.Step`).
        run_dir: The run folder with the record of these steps; None if none was written.
        may_have_acted: True if an action was under way whose effect on the page is not known.
        partial: What a `BrowsingAgent` had found so far (`actwright.BrowseAnswer`); None for other runs.
    """

    def __init__(self, message: str, *, may_have_acted: bool = False) -> None:
        super().__init__(message)
        self.may_have_acted = may_have_acted
        self.partial: Any = None
        self.steps: Sequence[Any] = ()
        self.run_dir: Path | None = None


class ModelError(RunError):
    """The provider refused the request, or kept failing until all retries or the deadline were used up.

    Attributes:
        status: HTTP status of the last attempt; None if there was no response.
        retryable: True if the same request may succeed later.
        retry_after: Seconds that the provider asked to wait; None if it did not.
        may_be_billed: Whether the provider may charge for the attempt, because it accepted the request.
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


class _ResultError(ActwrightError):
    """Base of the errors that have the result about which they are."""

    def __init__(self, message: str, *, result: Any) -> None:
        super().__init__(message)
        self.result = result


class TaskFailed(_ResultError):  # noqa: N818 - the name says what happened; it is raised only on request
    """The run ended without completing the task. Raised by `Result.raise_for_status()` and by the pytest fixture.

    Attributes:
        result: The result of the run (`actwright.Result`).
    """


class CheckFailed(_ResultError, AssertionError):  # noqa: N818 - as `TaskFailed`
    """A check failed: its statement is not true of the page. The message says what was there instead.

    Attributes:
        result: The result of the check (`actwright.CheckResult`).
    """


class CheckUndecided(_ResultError):  # noqa: N818 - as `TaskFailed`
    """A check could not be decided, so it neither passed nor failed. The message says why.

    Attributes:
        result: The result of the check (`actwright.CheckResult`).
    """
