"""Translates key names as people write them into Playwright's."""

from __future__ import annotations

NAMED = (
    "Alt", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "CapsLock", "Control", "Delete", "End", "Enter",
    "Escape", "Home", "Insert", "Meta", "PageDown", "PageUp", "Shift", "Space", "Tab", *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
OTHERWISE = {
    "cmd": "ControlOrMeta",
    "command": "ControlOrMeta",
    "meta": "ControlOrMeta",
    "ctrl": "Control",
    "option": "Alt",
    "del": "Delete",
    "esc": "Escape",
    "return": "Enter",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "spacebar": "Space",
}
"""WebArena takes Meta for Control where there is no Meta key."""
KEYS = {name.lower(): name for name in NAMED} | OTHERWISE


def combination(written: str) -> str:
    """`Control+a` for `ctrl+a`, `Enter` for `enter`; anything that is not the name of a key stays as it is."""
    text = written.strip()
    plus = text.endswith("+")  # the key + itself, alone or after others
    parts = text.removesuffix("+").split("+") if plus else text.split("+")
    names = [KEYS.get(part.strip().lower(), part.strip()) for part in parts if part.strip()]
    return "+".join([*names, *["+"] * plus])
