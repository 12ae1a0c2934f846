"""How a run ended, and why, as fixed words that a program can read."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

__all__ = ["EndKind", "FailKind", "Reason", "Status"]


class Status(StrEnum):
    """Where a run stands. Everything but RUNNING ends it; ERROR and INTERRUPTED come from outside the steps."""

    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"
    STUCK = "stuck"
    STEP_LIMIT = "step_limit"
    CALL_LIMIT = "call_limit"
    TOKEN_LIMIT = "token_limit"  # noqa: S105 - a count of model tokens
    COST_LIMIT = "cost_limit"
    TIME_LIMIT = "time_limit"
    UNUSABLE_REPLIES = "unusable_replies"
    ERROR = "error"
    INTERRUPTED = "interrupted"

    @property
    def is_limit(self) -> bool:
        """Whether the run reached one of its limits."""
        return self in {Status.STEP_LIMIT, Status.CALL_LIMIT, Status.TOKEN_LIMIT, Status.COST_LIMIT, Status.TIME_LIMIT}


class Reason(StrEnum):
    """Why a run ended. Each run has exactly one reason; INVALID_DATA to UNATTENDED distinguish runs with status FAILED.

    Attributes:
        RUNNING: The run has not ended.
        DONE: The task is complete.
        INVALID_DATA: A given value cannot be entered, or a value that the form requires was not given.
        REFUSED_BY_PAGE: The page reported that it did not accept what was submitted.
        SERVER_ERROR: The server failed (HTTP 5xx) when something was submitted; it may have taken effect.
        BLOCKED: Something blocks the page: a captcha, a login, a refusal (HTTP 401, 403, 429), an error page.
        NOT_FOUND: The page, control or record that the task names does not exist.
        NOTHING_TO_DO: Everything that the task asks for is already done.
        UNCLEAR: The task cannot be understood, or leaves a choice that would be a guess.
        UNCONFIRMED: Something was submitted, and nothing shows whether it worked.
        GAVE_UP: The policy ended the run for another reason; see `Result.message`.
        UNATTENDED: The run asked for a person, and nobody came in time.
        STUCK: The last steps repeated themselves, or changed nothing.
        LIMIT: A limit was reached; `Result.status` names it.
        UNUSABLE_REPLIES: The model's replies could not be used.
        ERROR: The provider, the browser or the record failed; see `Result.error`.
        INTERRUPTED: The run was stopped from outside, or its process was killed.
    """

    RUNNING = "running"
    DONE = "done"
    INVALID_DATA = "invalid_data"
    REFUSED_BY_PAGE = "refused_by_page"
    SERVER_ERROR = "server_error"
    BLOCKED = "blocked"
    NOT_FOUND = "not_found"
    NOTHING_TO_DO = "nothing_to_do"
    UNCLEAR = "unclear"
    UNCONFIRMED = "unconfirmed"
    GAVE_UP = "gave_up"
    UNATTENDED = "unattended"
    STUCK = "stuck"
    LIMIT = "limit"
    UNUSABLE_REPLIES = "unusable_replies"
    ERROR = "error"
    INTERRUPTED = "interrupted"


FailKind = Literal[
    "invalid_data",
    "refused_by_page",
    "server_error",
    "blocked",
    "not_found",
    "nothing_to_do",
    "unclear",
    "unconfirmed",
]
"""The reasons that a policy may give when it ends a run as failed."""

EndKind = FailKind | Literal["unattended"]
"""These reasons, and the one for which a tool itself ends a run."""
