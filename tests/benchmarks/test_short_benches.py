"""The benchmark that needs no extra runs as it stands; what it prints belongs to the machine and is not compared."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.long
def test_a_short_bench_runs(tmp_path):
    command = [sys.executable, str(ROOT / "benchmarks" / "run.py"), "calls_per_task"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "│" in ended.stdout  # a row of a table
