"""Applications of component libraries: Ant Design, MUI, Shoelace, Bootstrap, a virtual list, drag and drop, editors."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from playwright.async_api import Page

from benchmarks.page.sets.arriving import painted, still, to_middle
from benchmarks.page.sets.loopback import files, loopback
from benchmarks.page.sets.packages import STAMP, digest, node_modules, run, same
from benchmarks.page.state import State

__all__ = ["serve"]

NPM = Path(__file__).parent / "npm"
BUILD = ("--bundle", "--splitting", "--format=esm", "--minify", "--jsx=automatic", '--define:process.env.NODE_ENV="production"')  # fmt: skip
PAGES = (
    "antd-form", "antd-orders", "antd-project", "mui-checkout", "mui-members", "shoelace-profile", "bootstrap-shop",
    "virtual-list", "dnd-board", "tiptap-editor", "quill-editor",
)  # fmt: skip

Step = Callable[[Page], Awaitable[object]]


def click(selector: str) -> Step:
    return lambda page: page.locator(selector).first.click()


def shown(selector: str) -> Step:
    return lambda page: page.locator(selector).first.wait_for()


async def to_end_of_list(page: Page) -> None:
    await page.locator("#list").evaluate("(list) => list.scrollTo(0, list.scrollHeight / 2)")
    await page.get_by_text("Message 5000:").wait_for()


STATES: dict[str, tuple[str, tuple[Step, ...]]] = {
    "antd/form/top": ("antd-form", ()),
    "antd/form/middle": ("antd-form", (to_middle,)),
    "antd/form/select": ("antd-form", (click("#country"), shown(".ant-select-dropdown [title=Finland]"))),
    "antd/form/dates": ("antd-form", (click("#leave"), shown(".ant-picker-dropdown td"))),
    "antd/form/tree": ("antd-form", (click("#department"), shown(".ant-select-tree-title"))),
    "antd/orders/top": ("antd-orders", ()),
    "antd/orders/middle": ("antd-orders", (to_middle,)),
    "antd/orders/drawer": ("antd-orders", (click("td button:has-text('Edit')"), shown(".ant-drawer-body textarea"))),
    "antd/orders/filter": ("antd-orders", (click(".ant-table-filter-trigger"), shown(".ant-table-filter-dropdown"))),
    "antd/orders/modal": (
        "antd-orders",
        (
            click("button:has-text('Send a report')"),
            shown(".ant-modal-footer"),
            click(".ant-modal-footer .ant-btn-primary"),
            shown(".ant-message-success"),
        ),
    ),
    "antd/project/top": ("antd-project", ()),
    "antd/project/menu": ("antd-project", (click("[role=menuitem]:has-text('File')"), shown("text=Save as"))),
    "mui/checkout/top": ("mui-checkout", ()),
    "mui/checkout/middle": ("mui-checkout", (to_middle,)),
    "mui/checkout/combobox": ("mui-checkout", (click("[role=combobox]"), shown("[role=option]"))),
    "mui/checkout/date": ("mui-checkout", (click("button[aria-label*='Choose date']"), shown("[role=gridcell]"))),
    "mui/members/top": ("mui-members", ()),
    "mui/members/dialog": ("mui-members", (click("text=Invite"), shown("[role=dialog]"))),
    "mui/members/menu": ("mui-members", (click("tbody [aria-label=More]"), shown("[role=menu]"))),
    "shoelace/profile/top": ("shoelace-profile", ()),
    "shoelace/profile/select": ("shoelace-profile", (click("#country"), shown("#country sl-option"))),
    "shoelace/profile/menu": ("shoelace-profile", (click("#more sl-button"), shown("#more sl-menu-item"))),
    "shoelace/profile/dialog": ("shoelace-profile", (click("#delete"), shown("#sure sl-input"))),
    "bootstrap/shop/top": ("bootstrap-shop", ()),
    "bootstrap/shop/middle": ("bootstrap-shop", (to_middle,)),
    "bootstrap/shop/dropdown": ("bootstrap-shop", (click("text=Rooms"), shown("text=Office"))),
    "bootstrap/shop/modal": ("bootstrap-shop", (click("text=Pay"), shown("#card"))),
    "bootstrap/shop/basket": ("bootstrap-shop", (click("text=Basket"), shown("text=Check out"))),
    "virtual/list/top": ("virtual-list", ()),
    "virtual/list/middle": ("virtual-list", (to_end_of_list,)),
    "dnd/board/top": ("dnd-board", ()),
    "tiptap/editor/top": ("tiptap-editor", ()),
    "quill/editor/top": ("quill-editor", ()),
}
"""The name and page of each state, and what to do on the page once it is drawn."""


@asynccontextmanager
async def serve(work: Path) -> AsyncGenerator[list[State]]:
    """Serves the applications in their states.

    Args:
        work: Keeps the packages (about 300 MB) and the built pages.

    Raises:
        ConfigError: The packages cannot be fetched or the pages cannot be built.
    """
    built = await build(work / "libraries")
    with loopback(files(built)) as url:
        yield [
            State(
                name,
                "applications",
                f"{url}/{page}.html",
                partial(_prepare, steps=steps),
                partial(_rerender, steps=steps),
            )
            for name, (page, steps) in STATES.items()
        ]


async def _prepare(page: Page, *, steps: tuple[Step, ...]) -> None:
    await page.locator("#root > *").first.wait_for()
    await still(page)
    for step in steps:
        await step(page)
        await still(page)


async def _rerender(page: Page, *, steps: tuple[Step, ...]) -> None:
    """Replaces every node of the page, then brings the page into its state again."""
    await page.evaluate("window.remount()")
    await painted(page)
    await _prepare(page, steps=steps)


async def build(folder: Path) -> Path:
    """Returns the folder with the built pages: a `.html` file and its scripts for each page.

    Raises:
        ConfigError: As in `serve`.
    """
    await node_modules(folder, NPM / "package.json", of="libraries")
    sources = sorted((NPM / "pages").iterdir())
    wanted = digest((folder / STAMP).read_bytes(), " ".join(BUILD).encode(), *(file.read_bytes() for file in sources))
    built = folder / "built"
    if same(built, wanted):
        return built
    shutil.rmtree(built, ignore_errors=True)
    shutil.rmtree(folder / "pages", ignore_errors=True)
    shutil.copytree(NPM / "pages", folder / "pages")
    entries = [f"pages/{file.name}" for file in sources if file.stem in PAGES]
    await run(folder / "node_modules/.bin/esbuild", *entries, *BUILD, f"--outdir={built}", of="libraries", cwd=folder)
    for name in PAGES:
        (built / f"{name}.html").write_text(_html(name, styled=(built / f"{name}.css").is_file()))
    (built / STAMP).write_text(wanted)
    return built


def _html(name: str, *, styled: bool) -> str:
    style = f'<link rel="stylesheet" href="{name}.css">' if styled else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">{style}</head>'
        f'<body style="margin: 0"><div id="root"></div><script type="module" src="{name}.js"></script></body></html>\n'
    )
