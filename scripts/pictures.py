"""Makes the screenshots in docs/ from the current version, with scripted models on the bundled site: `make pictures`.

`step.png` is a step of a complete run in its report, `failed-run.html` the report of a run that failed, with
`failed-run.png` of its beginning, and `live.png` the live view of a run that waits for approval. The plots in docs/ are
made from measurements, by the benches that CONTRIBUTING.md names.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from playwright.async_api import Page

from actwright import Agent, Result
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.launch import open_browser
from actwright.testing import OpenAIResponsesServer, Site

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = ("step.png", "failed-run.png", "live.png")
BEGIN, END = "<!-- failure: written by scripts/pictures.py -->", "<!-- end of failure -->"
MODEL = "openai:gpt-5"
TASK = "Fill the price as {{price}} and submit"
SERVING = re.compile(r"http://127\.0\.0\.1:\d+")


def act(tool: str, why: str, *parameters: str) -> dict[str, Any]:
    """An action of a scripted model, which gives parameters by position."""
    return {"tool": tool, "reason": why, "parameters": parameters}


FILL = act("fill", "the price from the task", "input-0", "{{price}}")
SUBMIT = act("click", "submit the form", "button-0")
PROOF = act("expect", "proof that it worked", "Your listing has been created with price ${{price}}")
SET = {
    "complete": True,
    "message": "Fill in the price and submit; the page must then confirm it.",
    "actions": [FILL, SUBMIT, PROOF],
}
FILL_FIRST = {"complete": False, "message": "I fill in the price and look again before I submit it.", "actions": [FILL]}
THEN_SUBMIT = {"complete": True, "message": "The price is set.", "actions": [SUBMIT, PROOF]}
LOG_IN = {
    "complete": True,
    "message": "Log in; the page must then offer to sell something.",
    "actions": [
        act("fill", "the email from the task", "input-0", "{{email}}"),
        act("fill", "the password from the task", "input-1", "{{password}}"),
        act("click", "send the form", "button-0"),
        act("expect", "proof that it worked", "Log out"),
    ],
}
GIVE_UP = {
    "complete": False,
    "message": "The page refuses the password.",
    "actions": [
        act("fail", "nothing else can be tried",
            "the page says that the email address or the password is not right", "kind=refused_by_page"),
    ],
}  # fmt: skip


async def main() -> None:
    """Makes all of them."""
    with tempfile.TemporaryDirectory() as folder, Site() as site:
        options = BrowserOptions(viewport=(1180, 900))
        async with open_browser(options) as opened:
            await complete_step(opened.page, site, Path(folder))
            await failed_run(opened.page, site, Path(folder))
            await live_view(opened.page, site, Path(folder))


async def run_of(script: list[Any], folder: Path, task: str, **options: Any) -> Result:
    """A run that the script answers."""
    with OpenAIResponsesServer(script) as server:
        return await Agent(MODEL, base_url=server.url, out=folder).run(task, **options)


async def complete_step(page: Page, site: Site, folder: Path) -> None:
    """The first step in the report of a complete run."""
    result = await run_of([SET], folder, TASK, url=f"{site.url}/price", data={"price": "50"})
    await page.goto(report_of(result.raise_for_status()).as_uri())
    await page.locator(".step").first.screenshot(path=DOCS / "step.png")


async def failed_run(page: Page, site: Site, folder: Path) -> None:
    """The report of a run that failed, and a picture of its beginning."""
    values = {"data": {"email": site.EMAIL}, "private": {"password": "lovelace-1842"}}
    task = "Log in as {{email}} with {{password}}"
    result = await run_of([LOG_IN, GIVE_UP], folder, task, url=f"{site.url}/login", **values)
    report = report_of(result)
    (DOCS / "failed-run.html").write_text(report.read_text(encoding="utf-8"), encoding="utf-8")
    await page.goto(report.as_uri())
    await page.screenshot(path=DOCS / "failed-run.png")
    write_failure((report.parent / "failure.md").read_text(encoding="utf-8"))


def write_failure(text: str) -> None:
    """Shows the file `failure.md` on the page about failed runs."""
    page = DOCS / "when-a-run-fails.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n```text\n{text.strip()}\n```\n{END}{after}", encoding="utf-8")


def report_of(result: Result) -> Path:
    """The report of a run that wrote its folder."""
    assert result.run_dir
    return result.run_dir / "report.html"


async def live_view(page: Page, site: Site, folder: Path) -> None:
    """The live view of a run that waits before it submits."""
    with OpenAIResponsesServer([FILL_FIRST, THEN_SUBMIT]) as server:
        async with served(folder, "--model", MODEL, "--base-url", server.url, "--confirm") as (url, token):
            await page.set_viewport_size({"width": 1280, "height": 930})
            await page.goto(f"{url}/#token={token}")
            await page.get_by_label("Task").wait_for()
            task = {"task": TASK, "url": f"{site.url}/price", "data": {"price": "50"}}
            async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as client:
                run = (await client.post(f"{url}/runs", json=task)).raise_for_status().json()
            await page.goto(f"{url}/view/{run['id']}")
            await page.get_by_role("button", name="Permit").wait_for()
            await page.locator("#frame").wait_for()
            await page.screenshot(path=DOCS / "live.png")


@asynccontextmanager
async def served(folder: Path, *options: str) -> AsyncGenerator[tuple[str, str]]:
    """The service as its command starts it: its address and its token."""
    command = ["-m", "actwright", "serve", "--port", "0", "--out", str(folder / "served"), *options]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert process.stdout
    try:
        async with asyncio.timeout(60):
            while not (found := SERVING.search((await process.stdout.readline()).decode())):
                pass
        yield found[0], (folder / "served" / "serve-token").read_text().strip()
    finally:
        process.terminate()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main())
