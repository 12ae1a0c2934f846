"""Form jobs on many machines: a ledger in PostgreSQL, and a DBOS queue. Needs the extra `postgres`.

Each name is loaded when it is first used, so that code that only reads a ledger does not load DBOS.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actwright.jobs.postgres.database import SharedDatabase
    from actwright.jobs.postgres.shared_ledger import SharedLedger
    from actwright.jobs.postgres.worker import Worker

__all__ = ["SharedDatabase", "SharedLedger", "Worker"]

_HOMES = {"SharedDatabase": "database", "SharedLedger": "shared_ledger", "Worker": "worker"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
