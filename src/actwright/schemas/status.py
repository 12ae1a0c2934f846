"""How a run ended, and why, as fixed words that a program can read."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

__all__ = ["FailKind", "Reason", "Status"]


class Status(StrEnum):
    """Where a run stands. Everything but RUNNING ends it; ERROR and INTERRUPTED come from outside the steps."""

    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"
    STUCK = "stuck"
    STEP_LIMIT = "step limit"
    CALL_LIMIT = "call limit"
    TOKEN_LIMIT = "token limit"  # noqa: S105 - a count of model tokens
    COST_LIMIT = "cost limit"
    TIME_LIMIT = "time limit"
    BAD_REPLIES = "unusable replies"
    ERROR = "error"
    INTERRUPTED = "interrupted"

    @property
    def is_limit(self) -> bool:
        """Whether it is one of the limits of a run."""
        return self in {Status.STEP_LIMIT, Status.CALL_LIMIT, Status.TOKEN_LIMIT, Status.COST_LIMIT, Status.TIME_LIMIT}


class Reason(StrEnum):
    """Why a run ended. Each run has exactly one; those from INVALID_DATA to GAVE_UP tell runs that failed apart.

    Attributes:
        RUNNING: It has not ended.
        DONE: The task is complete.
        INVALID_DATA: A value that was given cannot be entered, or one that the form requires was not given.
        REFUSED_BY_PAGE: The page did not accept what was submitted, and says so.
        SERVER_ERROR: The server failed (HTTP 5xx) at what was submitted; it may have taken effect.
        BLOCKED: Something stands in front of the page: a captcha, a login, a refusal (HTTP 401, 403, 429), an error page.
        NOT_FOUND: The page, the control or the record that the task names is not there.
        NOTHING_TO_DO: All that the task asks for was done before.
        UNCLEAR: The task is not understood, or leaves a choice that would be a guess.
        UNCONFIRMED: Something was submitted, and nothing shows whether it worked.
        GAVE_UP: The policy ended the run for another reason; `Result.message` has it in words.
        STUCK: The last steps repeated themselves, or changed nothing.
        LIMIT: A limit was reached; `Result.status` says which.
        UNUSABLE_REPLIES: The model's replies could not be used.
        ERROR: The provider, the browser or the record failed; `Result.error` says how.
        INTERRUPTED: It was stopped from outside, or its process was killed.
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
"""What a policy may give as the reason when it ends a run as failed."""
