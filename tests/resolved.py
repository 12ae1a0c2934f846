"""Whether the IDs of a look resolve to elements."""

from functools import reduce

from playwright.async_api import Locator


async def assert_resolved(reader, elements):
    """Each resolves to exactly one element; all of a frame are asked about at once, and one by one if that is not conclusive."""
    frames = {}
    for element in elements:
        frames.setdefault(element.id.rpartition(".")[0], {})[element.id] = reader.locator(element.id)
    for found in frames.values():
        if await reduce(Locator.or_, found.values()).count() != len(found):  # areas of a map stand for one picture
            for name, locator in found.items():
                assert await locator.count() == 1, name
