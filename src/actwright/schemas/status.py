"""How a run ended, and why, as fixed words that a program can read."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class Status(StrEnum):
    """How far a run is, or how it ended.

    Attributes:
        RUNNING: The run has not ended.
        COMPLETE: The task is done, with the evidence that the run required.
        FAILED: The policy or a tool ended the run; `Result.reason` says why.
        STUCK: The last steps repeated themselves, or changed nothing.
        STEP_LIMIT, CALL_LIMIT, TOKEN_LIMIT, COST_LIMIT, TIME_LIMIT: The run reached this limit.
        UNUSABLE_REPLIES: The model's replies could not be used.
        ERROR: The provider, the browser or the record failed; see `Result.error`.
        INTERRUPTED: The run was stopped from outside, or its process was killed.
    """

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

    @classmethod
    def _missing_(cls, value: object) -> Status | None:
        """Reads records of earlier versions, which wrote spaces."""
        return next((each for each in cls if each.words == value), None)

    @property
    def words(self) -> str:
        """The status in words for people: `step limit`."""
        return self.value.replace("_", " ")

    @property
    def is_limit(self) -> bool:
        """Whether the run reached one of its limits."""
        return self in {Status.STEP_LIMIT, Status.CALL_LIMIT, Status.TOKEN_LIMIT, Status.COST_LIMIT, Status.TIME_LIMIT}


class Reason(StrEnum):
    """Why a run ended, in one word: the word of its status, or, instead of `failed`, why it failed.

    Attributes:
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
        RUNNING, COMPLETE, ...: As in `Status`.
    """

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
    RUNNING = Status.RUNNING.value
    COMPLETE = Status.COMPLETE.value
    STUCK = Status.STUCK.value
    STEP_LIMIT = Status.STEP_LIMIT.value
    CALL_LIMIT = Status.CALL_LIMIT.value
    TOKEN_LIMIT = Status.TOKEN_LIMIT.value
    COST_LIMIT = Status.COST_LIMIT.value
    TIME_LIMIT = Status.TIME_LIMIT.value
    UNUSABLE_REPLIES = Status.UNUSABLE_REPLIES.value
    ERROR = Status.ERROR.value
    INTERRUPTED = Status.INTERRUPTED.value


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
