"""Pages with little room for labels: grids, toolbars, pickers, links in running text, popups and dialogs over forms."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.page.sets.arriving import still
from benchmarks.page.sets.loopback import loopback, pages
from benchmarks.page.state import State

__all__ = ["PAGES", "serve"]

HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title><link rel="icon" href="data:,">'
    "<style>body {{ font: 14px/20px sans-serif; margin: 16px }} .grid {{ display: grid; width: max-content }}</style>"
)
MONTH = (
    "<style>.month td { padding: 0 } .month button { width: 36px; height: 32px; border: 0; background: #f3f3f3 }</style>"
    "<table class=month>{rows}</table>"
)
WORDS = ("oak", "river", "order", "paid", "lamp", "desk", "house", "garden", "letter", "window", "market", "north")
DIALOG = (
    "<style>.over { position: fixed; inset: 0; background: #0007 } .box { position: fixed; left: 400px; top: 150px;"
    " width: 480px; padding: 24px; background: #fff } button:disabled { pointer-events: none }</style>"
)


def _month(start: int) -> str:
    days = [day - start if 0 < day - start <= 30 else 0 for day in range(1, 43)]
    cells = [f"<td><button>{day}</button></td>" if day else "<td></td>" for day in days]
    return MONTH.replace("{rows}", "".join(f"<tr>{''.join(cells[at : at + 7])}</tr>" for at in range(0, 42, 7)))


def _grid(columns: int, cells: list[str], *, gap: int = 0) -> str:
    return (
        f'<div class=grid style="grid-template-columns: repeat({columns}, auto); gap: {gap}px">{"".join(cells)}</div>'
    )


def _icons(size: int, gap: int, count: int, columns: int) -> str:
    style = f"width: {size}px; height: {size}px; border: 0; padding: 0; background: #678; border-radius: 4px"
    return _grid(columns, [f'<button aria-label="Icon {n}" style="{style}"></button>' for n in range(count)], gap=gap)


def _cells(size: int, count: int, columns: int) -> str:
    style = f"width: {size}px; height: {size}px; border: 1px solid #999; cursor: pointer; box-sizing: border-box"
    return _grid(columns, [f'<span onclick="1" style="{style}"></span>' for _ in range(count)])


def _checks() -> str:
    head = "".join(f"<th>{word}</th>" for word in WORDS[:8])
    rows = "".join(f"<tr><td>{word}</td>{'<td><input type=checkbox></td>' * 8}</tr>" for word in WORDS)
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def _sheet() -> str:
    row = "".join(
        '<td><input style="width: 70px; height: 20px; border: 1px solid #bbb; padding: 0 2px" value=12.50></td>' * 14
    )
    return f"<table style='border-spacing: 0'>{f'<tr>{row}</tr>' * 30}</table>"


def _text() -> str:
    words = [f'<a href="#{n}">{WORDS[n % 12]} {WORDS[n % 7]}</a>' if n % 3 == 0 else WORDS[n % 11] for n in range(420)]
    return f"<p style='width: 900px'>{' '.join(words)}</p>"


def _index() -> str:
    links = "".join(f'<li><a href="#{n}">{WORDS[n % 12].title()} {WORDS[n % 5]}</a></li>' for n in range(180))
    return f"<ul style='columns: 6; font-size: 12px; line-height: 15px; list-style: none; padding: 0'>{links}</ul>"


def _fields(count: int, *, disabled: bool = False) -> str:
    off = " disabled" if disabled else ""
    field = '<p><label>{word} <input style="width: 420px"></label> <button{off}>Save {word}</button> <a href="#">Remove</a></p>'
    return "".join(field.format(word=WORDS[n % 12].title(), off=off) for n in range(count))


PAGES = {
    "month": f"<h1>March</h1>{_month(3)}",
    "months": f"<div style='display: flex; gap: 24px'>{_month(3)}{_month(6)}{_month(1)}</div>",
    "icons-16": _icons(16, 4, 120, 30),
    "icons-24": _icons(24, 2, 120, 20),
    "toolbar": f"{_icons(28, 0, 34, 34)}<p>A document</p>",
    "swatches": _icons(20, 0, 96, 12),
    "cells-20": _cells(20, 140, 14),
    "cells-32": _cells(32, 200, 20),
    "seats": _grid(12, [f"<button style='width: 40px; height: 26px'>{n}</button>" for n in range(1, 145)], gap=2),
    "keyboard": _grid(10, [f"<button style='width: 48px; height: 40px; font-size: 18px'>{key}</button>" for key in "1234567890QWERTYUIOPASDFGHJKL;ZXCVBNM,./"], gap=3),
    "checkboxes": _checks(),
    "sheet": _sheet(),
    "links-in-text": _text(),
    "index": _index(),
    "actions": "<table>" + f"<tr>{'<td>Ada Lovelace</td><td><a href=#e>Edit</a> | <a href=#c>Copy</a> | <a href=#d>Delete</a></td>' * 4}</tr>" * 26 + "</table>",
    "cards": _grid(6, [f"<a href='#{n}' style='display: block; width: 180px; color: #222'><b>{WORDS[n % 12].title()} {n}</b><br>{' '.join(WORDS[: 9])}<br><button>Add</button> <button>Later</button></a>" for n in range(36)], gap=12),
    "dialog-over-form": f"{DIALOG}{_fields(18, disabled=True)}<div class=over></div><div class=box role=dialog aria-modal=true><h2>Card</h2><p><label>Number <input style='width: 300px'></label></p><p><label>Name <input></label></p><button>Pay</button> <button>Cancel</button></div>",
    "popup-over-form": f"{_fields(18)}<div style='position: absolute; left: 180px; top: 130px; background: #fff; border: 1px solid; box-shadow: 0 2px 8px; padding: 8px'>{_month(2)}</div>",
    "list-over-form": f"{_fields(18)}<ul role=listbox style='position: absolute; left: 70px; top: 90px; width: 300px; background: #fff; border: 1px solid; margin: 0; padding: 0; list-style: none'>{''.join(f'<li role=option tabindex=-1>{word}</li>' for word in WORDS)}</ul>",
    "scrolled-lists": "<div style='display: flex; gap: 16px'>" + "".join(f"<div style='height: 270px; width: 280px; overflow: auto; border: 1px solid'><div style='width: 420px'>{_fields(9).replace('420px', '160px')}</div></div>" for _ in range(4)) + "</div>",
    "under-bar": f"<div style='position: fixed; inset: 0 0 auto; height: 64px; background: #fff; border-bottom: 1px solid; z-index: 2'><a href=#>Home</a> <a href=#>Shop</a> <input></div>{_fields(18)}",
}  # fmt: skip
"""The HTML of the pages, by name."""


@asynccontextmanager
async def serve(work: Path) -> AsyncGenerator[list[State]]:  # noqa: ARG001 - the contract
    """Serves the pages, which are measured as they load."""
    made = {f"/{name}": (lambda name=name, body=body: HEAD.format(name=name) + body) for name, body in PAGES.items()}
    with loopback(pages(made)) as url:
        yield [State(f"grids/{name}", "applications", f"{url}/{name}", still) for name in PAGES]
