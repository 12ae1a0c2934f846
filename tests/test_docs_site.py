"""The documentation site: what it is made of, and that its pages ask no other host for anything."""

import asyncio
import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from axe_checks import problems_of
from PIL import Image

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GENERATED = re.compile(r"(reference/[a-z-]+|examples|guarantees|changes|contributing|third-party)\.md")


class ConfigLoader(yaml.SafeLoader):
    """Reads the configuration without calling the functions that it names."""


ConfigLoader.add_multi_constructor("tag:yaml.org,2002:python/", lambda _, name, __: name)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Says nothing."""


def pages_in(nav):
    """The pages of a navigation, in order."""
    for entry in nav:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from pages_in(value) if isinstance(value, list) else [value]


async def problems_at(width, scheme, page, url):
    """What axe finds on a page, and whether it is too wide: the theme decides at the start what can be scrolled by keys."""
    await page.set_viewport_size({"width": width, "height": 900})
    await page.emulate_media(color_scheme=scheme)
    await page.goto(url)
    await page.add_style_tag(content="* { transition: none !important; }")
    needed = await page.evaluate("document.documentElement.scrollWidth")
    return [*await problems_of(page), *([("too wide", needed)] if needed > width else [])]


def test_the_navigation_names_every_page_and_nothing_is_fetched_from_elsewhere():
    """Pages of docs/ and generated ones; the theme takes fonts from the system, and styles are local."""
    config = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), ConfigLoader)
    pages = list(pages_in(config["nav"]))
    assert {page for page in pages if not GENERATED.fullmatch(page)} == {page.name for page in DOCS.glob("*.md")}
    assert len(pages) == len(set(pages))
    assert config["strict"]
    assert config["theme"]["font"] is False
    assert not {"repo_url", "extra"} & config.keys()
    assert all((DOCS / name).exists() for name in [*config["extra_css"], *config["extra_javascript"]])


def test_llms_txt_and_the_index_name_the_same_pages():
    """An agent finds every page that a person finds, except the index itself."""
    named = set(re.findall(r"\]\((\w[\w-]*\.md)\)", (DOCS / "llms.txt").read_text(encoding="utf-8")))
    assert named == {page.name for page in DOCS.glob("*.md")} - {"README.md"}


def test_every_picture_is_made_by_a_command_and_shown():
    """Screenshots by `make pictures`; plots by the benches that measured them."""
    from scripts.pictures import PICTURES

    plots = {"architectures.png", "noise.png", "page-bench.png"}
    pictures = {path.name for path in DOCS.glob("*.png")}
    assert pictures == plots | set(PICTURES)
    shown = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *DOCS.glob("*.md")])
    assert {name for name in pictures if f"{name})" not in shown} == set()


def test_the_plot_of_pages_shows_the_figures_of_the_table():
    """The bench writes its figures into the file, because a picture cannot be read again."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (states,) = re.findall(r"on (\d+) states of pages", readme)
    rows = re.findall(r"\n\| \**([\w-]+)\b.*? \| ([\d,]+) / [\d,]+ \| ([\d.]+ )% \|", readme)
    assert len(rows) == 4
    figures = [f"{name.lower()}: {tokens} tokens, {found.strip()}%" for name, tokens, found in rows]
    assert Image.open(DOCS / "page-bench.png").text["Description"] == "; ".join([f"{states} states", *figures])


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_the_site_is_built_without_a_warning_and_asks_no_other_host(page, tmp_path):
    """Every page is opened and looked at by axe, and the search finds a word; all requests go to the site itself."""
    pytest.importorskip("mkdocs", reason="make docs installs it")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    run = partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, timeout=400, check=False)
    built = await asyncio.to_thread(run, command)
    assert built.returncode == 0, built.stderr
    names = sorted(path.parent.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("index.html"))
    outside = []
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        page.on(
            "request", lambda request: request.url.startswith((url, "data:", "blob:")) or outside.append(request.url)
        )
        for name in names:
            await page.goto(f"{url}{name}/")
            assert await page.locator("article h1").count() == 1, name
        problems = [
            (name, width, scheme, found)
            for width, scheme in ((1280, "light"), (390, "dark"))
            for name in names
            for found in await problems_at(width, scheme, page, f"{url}{name}/")
        ]
        await page.set_viewport_size({"width": 1280, "height": 900})
        await page.goto(url)
        await page.locator(".md-search__input").fill("otpauth")
        await page.locator(".md-search-result__item").first.wait_for()
        server.shutdown()
    assert len(names) > 25
    assert outside == []
    assert problems == []
