"""The beginning of a text, by tokens."""

import os
from pathlib import Path

import pytest

from actwright.engine.policies.chain_of_thought import truncate
from actwright.engine.policies.chain_of_thought.truncate import RANKS, beginning
from actwright.text import estimated_tokens

TEXT = "".join(f"[{number}] button 'Knopf über {number}'\n" for number in range(200))
FOLDER = os.environ.get("TIKTOKEN_CACHE_DIR", "")


@pytest.fixture(autouse=True)
def found_anew():
    truncate._encoding.cache_clear()
    yield
    truncate._encoding.cache_clear()


@pytest.fixture
def without_ranks(monkeypatch, tmp_path):
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))


def test_without_ranks_tokens_are_estimated_and_nothing_is_fetched(without_ranks):
    cut = beginning(TEXT, 500)
    assert TEXT.startswith(cut)
    assert estimated_tokens(cut) <= 500 < estimated_tokens(TEXT[: len(cut) + 1])


@pytest.mark.parametrize("most", [0, 100_000])
def test_all_of_a_text(without_ranks, most):
    assert beginning(TEXT, most) == TEXT


@pytest.mark.skipif(not (Path(FOLDER) / RANKS).is_file() or not FOLDER, reason="no ranks in TIKTOKEN_CACHE_DIR")
def test_with_ranks_they_are_counted():
    encoding = pytest.importorskip("tiktoken").get_encoding("o200k_base")
    cut = beginning(TEXT, 500)
    assert TEXT.startswith(cut)
    assert encoding.encode(cut) == encoding.encode(TEXT)[:500]
