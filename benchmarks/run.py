"""Runs all benchmarks in turn, or the named ones; `make bench` runs the short ones.

Figures are medians of one run on one machine: read them as ratios between the rows of a table. Tokens are estimated as
characters / 4 unless a table says otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
BENCHES = ("calls_per_task", "architectures")
BY_NAME = ("acting", "settling")
"""These benchmarks take minutes."""


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "only",
        nargs="*",
        help=f"which of {', '.join(BENCHES)}; all by default. By name only: {', '.join(BY_NAME)}",
        default=BENCHES,
    )
    for name in parser.parse_args().only:
        asyncio.run(load(name).main())


if __name__ == "__main__":
    main()
