"""Measures how much longer `import actwright` takes than bare Python."""

from __future__ import annotations

import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

ROWS = {
    "bare Python": "pass",
    "import actwright": "import actwright",
    "from actwright import Agent": "from actwright import Agent",
    "import playwright.async_api": "import playwright.async_api",
    "import pydantic": "import pydantic; pydantic.BaseModel",
}
ROUNDS = 5


def seconds(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - began


async def main() -> None:
    best = dict.fromkeys(ROWS, float("inf"))
    for _ in range(ROUNDS):
        for name, code in ROWS.items():
            best[name] = min(best[name], seconds(code))
    table = Table("program", "seconds, best of 5", "more than bare Python", title="Import time")
    for name, value in best.items():
        table.add_row(name, f"{value:.3f}", f"{value - best['bare Python']:+.3f}")
    Console().print(table)
