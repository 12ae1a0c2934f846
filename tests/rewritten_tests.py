"""The rewriting of assertions, shared among the workers of a run: it takes longer than to collect the tests, and all need all of it."""

import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from _pytest.assertion.rewrite import assertstate_key


def rewrite_share(config):
    """Rewrites a worker's share of the test files into the cache, from which the other workers load them.

    Without it each worker rewrites every file on a fresh clone, since all of them collect the files in the same order.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    number, workers = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for file in sorted(Path(__file__).parent.rglob("test_*.py"))[number::workers]:
        cached = rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(file, cached) is None:
            stat, code = rewrite._rewrite_test(file, config)
            rewrite.try_makedirs(cached.parent)
            rewrite._write_pyc(config.stash[assertstate_key], code, stat, cached)
