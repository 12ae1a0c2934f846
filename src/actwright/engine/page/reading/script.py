"""The source of the selector engine: one expression, bundled from the modules in `inject`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parents[1].joinpath("inject")


@cache
def script() -> str:
    """An expression that creates the engine, which the browser compiles only at the first question.

    `scripts/build_in_page.js` makes it. It is as long as the one that the browser compiles at once, so that both have
    the same positions.
    """
    return _compiled_at_once().replace("const make = (", "const make =  ").replace("});\nconst made", "} ;\nconst made")


@cache
def _compiled_at_once() -> str:
    return _FOLDER.joinpath("bundle.js").read_text("utf-8")


@cache
def page_script(name: str) -> str:
    """A function expression for the page's own world: `listening` or `sending`."""
    return _FOLDER.joinpath("page_world", f"{name}.js").read_text("utf-8")


@cache
def installing() -> str:
    """An expression that installs the engine in the world of selector engines and returns the token of the document.

    An engine that is already installed stays; this one stays, too, when Playwright installs its own script.
    """
    return f"({_compiled_at_once()}.query(document, '-'), globalThis.actwright.token)"
