"""The selector engine's source: one expression, made of the files in `inject`."""

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
    "reach.js",
    "aim.js",
    "place.js",
    "entry.js",
    "own_listeners.js",
    "guard.js",
    "taint.js",
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
    "kept_look.js",
    "persons.js",
    "in_focus.js",
    "hearing.js",
    "engine.js",
)
"""In this order: a constant stands before the code that runs with it when the engine is made."""

_MEMBERS = (
    "activeElement", "adoptedStyleSheets", "assignedNodes", "assignedSlot", "attributes", "baseURI", "body", "checkVisibility",
    "childElementCount", "childNodes", "children", "classList", "clientHeight", "clientLeft", "clientTop",
    "clientWidth", "closest", "compareDocumentPosition", "contains", "control", "createElement", "createRange", "designMode", "dispatchEvent", "documentElement",
    "elementFromPoint", "elementsFromPoint", "execCommand", "firstChild", "firstElementChild", "focus", "getAnimations", "getAttribute", "getAttributeNames",
    "getBoundingClientRect", "getClientRects", "getElementById", "getElementsByTagName", "getRootNode",
    "hasAttribute", "hasFocus", "hidden", "implementation", "innerText", "isConnected", "isContentEditable", "labels",
    "localName", "matches", "multiple", "nextElementSibling", "nextSibling", "nodeType", "offsetWidth", "ownerDocument", "parentElement",
    "parentNode", "previousElementSibling", "previousSibling", "querySelector", "querySelectorAll", "readOnly", "readyState", "required",
    "scrollBy", "scrollHeight", "scrollIntoView", "scrollLeft", "scrollTop", "scrollWidth", "scrollingElement", "shadowRoot",
    "style", "styleSheets", "textContent", "timeline", "title", "validationMessage",
)  # fmt: skip
"""What our code asks of elements or documents and a page can put something of its own in the place of.

A form answers `form.children` with its field of that name, and a document `document.body` with its image, before the
platform does. A member that is not listed here must not be asked of a form or a document.
"""

_ASKED = re.compile(rf"(\?)?\.({'|'.join(_MEMBERS)})\b(?!\s*=[^=])")
"""`.children` and `?.children`, but no assignment to it."""

_ASKED_FIRST = """(() => {
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
"""Comments on lines of their own: a third of the text, which the browser would get with every document."""


@cache
def script() -> str:
    """An expression that makes the engine.

    The files are written in plain JavaScript, `form.children`, and checked as such. What goes into the page asks by
    symbols, `form[$children]`: a page has no name for those. See `member` in inject/dom.js, which is left as it is.

    Playwright loads engines in the page's own world too as soon as it holds an element there, and asks them nothing. So
    all of it runs at the first question only: a page that has put something of its own in the place of what it calls
    is not called. A world has one engine, however often it is put in.
    """
    folder = Path(__file__).parents[1].joinpath("inject")
    dom, *others = ((folder / name).read_text("utf-8") for name in _SOURCES)
    symbols = "".join(f"const ${name} = member('{name}');\n" for name in _MEMBERS)
    by_symbols = _ASKED.sub(lambda asked: f"{'?.' if asked[1] else ''}[${asked[2]}]", "\n".join(others))
    return _ASKED_FIRST % _COMMENT.sub("", f"'use strict';\n{dom}\n{symbols}{by_symbols}\nreturn engine;")


@cache
def installing() -> str:
    """An expression that puts the engine into the world of selector engines, and is the token of the document.

    One that is there already stays; so does this one, when Playwright comes with its own script.
    """
    return f"{script()}.query(document, '- token').textContent"
