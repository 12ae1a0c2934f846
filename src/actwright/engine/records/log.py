"""Events -> the log.

If the program has configured structlog, events go through it, with the name `actwright`. Otherwise they go to the
logger `actwright` of the standard library, which prints nothing unless the program gives it, or the root logger, a
handler and a level. The program's own handlers, levels and configuration are not changed.
"""

from __future__ import annotations

import logging
from typing import Any

from actwright.notes import NAME, configured_structlog
from actwright.schemas.event import Event, said_fields


def log(event: Event) -> None:
    """Logs an event at its level. What it quotes is logged only at debug, as an event of its own (`action_said`)."""
    said = {name: value for name in said_fields(event) if (value := getattr(event, name))}
    fields = event.model_dump(mode="json", exclude=set(said_fields(event)))
    plain = logging.getLogger(NAME)
    structlog = configured_structlog()
    if structlog is not None:
        logger = structlog.get_logger(NAME)
    elif plain.isEnabledFor(logging.getLevelNamesMapping()[event.level.upper()]) and _is_heard(plain):
        logger = _over(plain)
    else:
        return
    getattr(logger, event.level)(event.name, **fields)
    if said:
        quoting = f"{event.name}_said"
        logger.debug(quoting, run=event.run, **said)


def _is_heard(plain: logging.Logger) -> bool:
    """Whether any handler gets what is logged. If none does, the standard library would print it to stderr."""
    inherited = plain.propagate and plain.parent is not None and plain.parent.hasHandlers()
    return inherited or any(not isinstance(handler, logging.NullHandler) for handler in plain.handlers)


def _over(plain: logging.Logger) -> Any:
    """A structlog logger over one of the standard library. Fields are in the line and, for programs, in `extra`."""
    import structlog  # noqa: PLC0415 - it loads rich, which takes longer than the rest of this package

    line = structlog.processors.LogfmtRenderer(bool_as_flag=False)

    def render(logger: Any, method: str, event: Any) -> tuple[tuple[str], dict[str, Any]]:
        name = event.pop("event")
        return (f"{name} {line(logger, method, dict(event))}",), {"extra": {"event": name, "fields": dict(event)}}

    return structlog.wrap_logger(
        plain, processors=[structlog.stdlib.filter_by_level, render], wrapper_class=structlog.stdlib.BoundLogger
    )
