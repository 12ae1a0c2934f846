"""Work in threads that nobody has to wait for."""

import asyncio
import threading

import pytest

from actwright.threads import in_thread


async def test_what_comes_of_it_is_returned_or_raised():
    assert await in_thread(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        await in_thread(lambda: 1 / 0)


def test_a_program_ends_while_the_work_goes_on():
    """`asyncio.run` returns, and what the work comes to later is nobody's."""
    go_on, done = threading.Event(), threading.Event()

    def work():
        go_on.wait(60)
        done.set()

    async def program():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await in_thread(work)

    asyncio.run(program())
    assert not done.is_set()
    go_on.set()
    assert done.wait(60)
