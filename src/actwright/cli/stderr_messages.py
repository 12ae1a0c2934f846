"""Messages and log lines go to stderr, in one line each; stdout belongs to results."""

from __future__ import annotations

import inspect
import logging
import sys
from collections.abc import Callable, MutableMapping
from functools import wraps
from typing import Annotated, Any

from cyclopts import Parameter

from actwright.errors import ConfigError
from actwright.notes import NOTES
from actwright.text import one_line, printable

Log = Annotated[
    str | None,
    Parameter(
        metavar="FORM",
        help="Log the events of runs to stderr: text or json; text:debug and json:debug include page text.",
    ),
]


class _Notes(logging.Handler):
    """Prints messages to the user, one line each."""

    def emit(self, record: logging.LogRecord) -> None:
        """Prints one."""
        sys.stderr.write(f"Note: {printable(one_line(record.getMessage()))}\n")


def notes_to_stderr() -> None:
    """Prints messages to the user on stderr. Only the program calls this: a library leaves its log to its user."""
    logging.getLogger(NOTES).handlers[:] = [_Notes()]


def with_log(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Gives a command the option `--log`."""

    @wraps(command)
    def logged(*arguments: Any, log: str | None = None, **options: Any) -> int | None:
        if log is not None:
            log_to_stderr(log)
        return command(*arguments, **options)

    signature = inspect.signature(command, eval_str=True)
    option = inspect.Parameter("log", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Log)
    logged.__dict__["__signature__"] = signature.replace(parameters=[*signature.parameters.values(), option])
    return logged


def log_to_stderr(form: str) -> None:
    """Writes the events of runs to stderr, one line each. Raises ConfigError for an unknown form."""
    import structlog

    kind, _, level = form.partition(":")
    if kind not in {"text", "json"} or level not in {"", "debug"}:
        raise ConfigError(f"--log {form}: write text or json, or text:debug or json:debug")
    render: Any = (
        structlog.processors.JSONRenderer()
        if kind == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _printable_values,
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if level else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _printable_values(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Makes the texts of an event printable, before the renderer adds colours to the line."""
    return {name: printable(value) if isinstance(value, str) else value for name, value in event.items()}
