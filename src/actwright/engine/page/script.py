"""The selector engine's source: one expression, made of the files in `inject`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

__all__ = ["script"]

_SOURCES = (
    "dom.js",
    "shadow.js",
    "memo.js",
    "added.js",
    "composed.js",
    "names.js",
    "cover.js",
    "reach.js",
    "aim.js",
    "place.js",
    "guard.js",
    "ids.js",
    "standin.js",
    "signs.js",
    "state.js",
    "structure.js",
    "listeners.js",
    "hints.js",
    "scope.js",
    "text.js",
    "walk.js",
    "engine.js",
)
"""In this order: a constant stands before the code that runs with it when the engine is made."""

_MEMBERS = (
    "activeElement", "adoptedStyleSheets", "assignedNodes", "assignedSlot", "attributes", "body", "checkVisibility",
    "childElementCount", "childNodes", "children", "classList", "clientHeight", "clientLeft", "clientTop",
    "clientWidth", "closest", "compareDocumentPosition", "contains", "control", "createRange", "documentElement",
    "elementFromPoint", "firstChild", "firstElementChild", "getAnimations", "getAttribute", "getAttributeNames",
    "getBoundingClientRect", "getClientRects", "getElementById", "getElementsByTagName", "getRootNode",
    "hasAttribute", "hasFocus", "implementation", "innerText", "isConnected", "isContentEditable", "labels",
    "localName", "matches", "multiple", "nextSibling", "nodeType", "offsetWidth", "ownerDocument", "parentElement",
    "parentNode", "previousSibling", "querySelector", "querySelectorAll", "readOnly", "readyState", "required",
    "scrollHeight", "scrollIntoView", "scrollLeft", "scrollTop", "scrollWidth", "scrollingElement", "shadowRoot",
    "style", "styleSheets", "textContent", "timeline", "title", "validationMessage",
)  # fmt: skip
"""What our code asks of elements or documents and a page can put something of its own in the place of.

A form answers `form.children` with its field of that name, and a document `document.body` with its image, before the
platform does. A member that is not listed here must not be asked of a form or a document.
"""

_ASKED = re.compile(rf"(\?)?\.({'|'.join(_MEMBERS)})\b(?!\s*=[^=])")
"""`.children` and `?.children`, but no assignment to it."""


@cache
def script() -> str:
    """An expression that makes the engine.

    The files are written in plain JavaScript, `form.children`, and checked as such. What goes into the page asks by
    symbols, `form[$children]`: a page has no name for those. See `member` in inject/dom.js, which is left as it is.
    """
    folder = Path(__file__).with_name("inject")
    dom, *others = ((folder / name).read_text("utf-8") for name in _SOURCES)
    symbols = "".join(f"const ${name} = member('{name}');\n" for name in _MEMBERS)
    by_symbols = _ASKED.sub(lambda asked: f"{'?.' if asked[1] else ''}[${asked[2]}]", "\n".join(others))
    return f"(() => {{\n'use strict';\n{dom}\n{symbols}{by_symbols}\nreturn engine;\n}})()"
