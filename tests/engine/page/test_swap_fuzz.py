"""Seeded changes of a page between the look and the action, and inside the action."""

import pytest

from benchmarks.swap_fuzz import HARMFUL, ORDINARY, fuzz, rounds

pytestmark = [pytest.mark.slow, pytest.mark.long]


async def test_no_id_ever_hits_another_control(page):
    """Renames, recycled rows, swaps, twins, covers and re-renders at any moment: what is reached is what was meant."""
    chosen = rounds(36, 7, HARMFUL)
    endings = await fuzz(page, chosen, seed=700)
    assert [(each, ending) for each, ending in zip(chosen, endings, strict=True) if ending.wrong] == []
    assert sum(ending.reached for ending in endings) > 4
    assert sum(ending.refused for ending in endings) > 4


async def test_ordinary_changes_refuse_nothing(page):
    """Clocks, badges, states, messages and other rows leave a control what it was."""
    chosen = rounds(20, 8, ORDINARY)
    endings = await fuzz(page, chosen, seed=800)
    assert [(each, ending) for each, ending in zip(chosen, endings, strict=True) if ending.refused] == []
    assert sum(ending.reached for ending in endings) > 15
