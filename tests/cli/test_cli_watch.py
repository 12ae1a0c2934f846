"""`--watch`: a run, and the rows of a job, in the person's browser, until they have seen the end."""

import asyncio
import re
import sys
from contextlib import asynccontextmanager

import pytest
from order_site import OrderSite

from actwright.testing import Site

pytestmark = pytest.mark.slow

TASK = "Fill the price as $50 and submit"


@asynccontextmanager
async def watched(environment, *arguments):
    """The program, and the address that it prints."""
    opens = {"BROWSER": "true %s"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "actwright", *map(str, arguments), "--watch"),
        env=environment | opens,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(60):
            while not (found := re.search(rb"Watch it at (\S+)", await process.stderr.readline())):
                assert process.returncode is None
        yield process, found[1].decode()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_run_is_watched_and_permitted_and_ends_when_its_page_is_closed(page, environment, tmp_path):
    """There is no list and no form; what the page is asked for needs the token."""
    with Site() as site:
        where = ("--url", f"{site.url}/price", "--data", "price=50", "--out", tmp_path, "--confirm")
        async with watched(environment, "run", TASK, *where) as (process, url):
            await page.goto(url.partition("#")[0])
            await page.get_by_text("Open the address").wait_for()
            await page.goto(url)
            await page.get_by_role("button", name="Permit").wait_for()
            await page.reload()
            await page.get_by_role("button", name="Permit").click()
            await page.get_by_role("link", name="Report").wait_for()
            assert await page.locator("#state").inner_text() == "complete"
            assert await page.get_by_label("Task").count() == 0
            answer = await page.request.post(f"{url.partition('#')[0]}runs", data={"task": TASK, "url": site.url})
            assert answer.status in {404, 405}
            await page.get_by_role("link", name="The page in step 1").click()
            await page.get_by_role("heading", name="Step 1").wait_for()
            await page.goto("about:blank")
            assert await asyncio.wait_for(process.wait(), 30) == 0
        assert len(site.posts) == 1


async def test_a_run_that_is_stopped_on_its_page_ends_in_order(page, environment, tmp_path):
    with Site() as site:
        where = ("--url", f"{site.url}/price", "--data", "price=50", "--out", tmp_path, "--confirm")
        async with watched(environment, "run", TASK, *where) as (process, url):
            await page.goto(url)
            await page.get_by_role("button", name="Permit").wait_for()
            await page.get_by_role("button", name="Stop the run").click()
            await page.get_by_text("interrupted", exact=True).wait_for()
            await page.goto("about:blank")
            assert await asyncio.wait_for(process.wait(), 30) == 1
        assert site.posts == ()


async def test_the_rows_of_a_job_are_listed_and_shown(page, environment, tmp_path):
    """Those that are done as earlier ones were too, and those that are retried; nothing can be done there."""
    with OrderSite() as site:
        site.refused.add("K-3")
        file = tmp_path / "orders.csv"
        file.write_text("Id,Name\nK-1,Ann\nK-2,Bob\nK-3,Cem\nK-4,Dee\n", "utf-8")
        given = ("--task", "Fill in the form and submit it", "--url", site.url, "--key", "Id")
        async with watched(environment, "jobs", "run", file, *given) as (process, url):
            await page.goto(url)
            await page.get_by_role("heading", name="Rows of orders.job").wait_for()
            await page.get_by_text("done 3").wait_for()
            await page.get_by_text("refused 1").wait_for()
            listed = page.locator(".runs li")
            assert sorted(await listed.locator(".state").all_inner_texts()) == [*["done"] * 3, "refused"]
            await page.get_by_role("link", name=re.compile("^Row 2")).click()
            await page.locator("#steps li").first.wait_for()
            assert await page.get_by_role("button", name="Take over").count() == 0
            await page.goto("about:blank")
            assert await asyncio.wait_for(process.wait(), 30) == 1
        site.refused.clear()
        retried = ("jobs", "retry", tmp_path / "orders.job", "--state", "refused")
        async with watched(environment, *retried) as (process, url):
            await page.goto(url)
            await page.get_by_text("done 4").wait_for()
            assert await listed.locator(".state").all_inner_texts() == ["done"]
            await page.goto("about:blank")
            assert await asyncio.wait_for(process.wait(), 30) == 0


async def test_rows_of_a_database_are_not_watched_from_here(actwright):
    for given in (("run", "rows.csv", "--task", "x", "--url", "http://x.test"), ("resume", "x"), ("retry", "x")):
        ended = actwright("jobs", *given, "--database", "postgresql://x/y", "--watch")
        assert (ended.returncode, "--watch shows only rows that this program does" in ended.stderr) == (2, True)
