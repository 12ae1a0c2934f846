"""Builds the source of the selector engine: one expression, made of the files in `inject`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

__all__ = ["installing", "script"]

_SOURCES = (
    "dom.js",
    "shadow.js",
    "memo.js",
    "added.js",
    "composed.js",
    "names.js",
    "cover.js",
    "clips.js",
    "reach.js",
    "aim.js",
    "place.js",
    "entry.js",
    "own_listeners.js",
    "guard.js",
    "taint.js",
    "pasting.js",
    "ids.js",
    "hidden_inputs.js",
    "boxes.js",
    "panes.js",
    "dragging.js",
    "selecting.js",
    "uploading.js",
    "signs.js",
    "state.js",
    "form.js",
    "structure.js",
    "writing.js",
    "listeners.js",
    "hints.js",
    "scope.js",
    "overlays.js",
    "text.js",
    "walk.js",
    "lacking.js",
    "kept_look.js",
    "hold.js",
    "in_focus.js",
    "person_listener.js",
    "engine.js",
)
"""The files in this order: a constant stands before the code that uses it when the engine is created."""

_MEMBERS = (
    "activeElement", "adoptedStyleSheets", "assignedNodes", "assignedSlot", "attributes", "baseURI", "body",
    "checkVisibility", "childElementCount", "childNodes", "children", "classList", "clientHeight", "clientLeft",
    "clientTop", "clientWidth", "closest", "compareDocumentPosition", "contains", "control", "createElement",
    "createRange", "designMode", "dispatchEvent", "documentElement", "elementFromPoint", "elementsFromPoint",
    "execCommand", "firstChild", "firstElementChild", "focus", "getAnimations", "getAttribute", "getAttributeNames",
    "getBoundingClientRect", "getClientRects", "getElementById", "getElementsByTagName", "getRootNode",
    "hasAttribute", "hasFocus", "hidden", "implementation", "innerText", "isConnected", "isContentEditable", "labels",
    "localName", "matches", "multiple", "nextElementSibling", "nextSibling", "nodeType", "offsetHeight", "offsetWidth",
    "ownerDocument", "parentElement", "parentNode", "previousElementSibling", "previousSibling", "querySelector",
    "querySelectorAll", "readOnly", "readyState", "required", "scrollBy", "scrollHeight", "scrollIntoView",
    "scrollLeft", "scrollTop", "scrollWidth", "scrollingElement", "shadowRoot", "style",
    "styleSheets", "textContent", "timeline", "title", "validationMessage",
)  # fmt: skip
"""The members of elements and documents that our code uses and a page can shadow.

If a form has a field named `children`, `form.children` returns that field and not the platform's member. Likewise,
`document.body` returns an image named `body`. Our code must not use a member of a form or a document that is not
listed here.
"""

_MEMBER = re.compile(rf"(\?)?\.({'|'.join(_MEMBERS)})\b(?!\s*=[^=])")
"""Matches `.children` and `?.children`, but no assignment to them."""

_LAZY_ENGINE = """(() => {
let engine = null;
const make = () => {
%s
};
const made = () => (engine ??= Object.hasOwn(globalThis, 'actwright') ? globalThis.actwright.engine : make());
return {
  query: (root, selector) => made().query(root, selector),
  queryAll: (root, selector) => made().queryAll(root, selector),
};
})()"""
_COMMENT = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/) *$\n?", re.MULTILINE)
"""Comments on lines of their own: a third of the source, which the browser would receive with every document."""


@cache
def script() -> str:
    """An expression that creates the engine.

    The files are written and checked as plain JavaScript, such as `form.children`. In the expression, symbols replace
    the names of members, as in `form[$children]`, because a page cannot shadow those. Only inject/dom.js stays
    unchanged; see `member` there.

    Playwright also loads engines in the page's own world, as soon as it holds an element there, but asks them nothing.
    So the code runs only at the first question, and calls no functions that a page may have replaced. A world has one
    engine, however often it is installed.
    """
    folder = Path(__file__).parents[1].joinpath("inject")
    dom, *others = ((folder / name).read_text("utf-8") for name in _SOURCES)
    symbols = "".join(f"const ${name} = member('{name}');\n" for name in _MEMBERS)
    by_symbols = _MEMBER.sub(lambda asked: f"{'?.' if asked[1] else ''}[${asked[2]}]", "\n".join(others))
    return _LAZY_ENGINE % _COMMENT.sub("", f"'use strict';\n{dom}\n{symbols}{by_symbols}\nreturn engine;")


@cache
def installing() -> str:
    """An expression that installs the engine in the world of selector engines and returns the token of the document.

    An engine that is already installed stays; this one stays, too, when Playwright installs its own script.
    """
    return f"{script()}.query(document, '- token').textContent"
