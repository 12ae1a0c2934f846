"""What a page shows of a value in another form, after it was sent, reaches neither a model nor a picture."""

import io
import re

from builders import in_parts
from PIL import Image

from actwright.engine.values.canonical import canonical

CARD = "4929135780862244"
FORMS = {
    "groups": "<p>4929 1357 8086 2244</p>",
    "dashes in a title": "<title>4929-1357-8086-2244</title><p>Paid</p>",
    "attributes": "<img alt='4929-1357-8086-2244' width=9 height=9><button title='4929.1357.8086.2244'>x</button>",
    "an address": "<a href='/?c=4929%201357%208086%202244'>Next</a>",
    "cells": "<table><tr><th>Card</th><td>4929</td><td>1357</td><td>8086</td><td>2244</td></tr></table>",
    "blocks": "<div>4929</div><div>1357</div><div>8086</div><div>2244</div>",
    "buttons": "<button>4929</button><button>1357</button><button>8086</button><button>2244</button>",
    "fields": "<input value=4929><input value=1357><input value=8086><input value=2244>",
    "options": "<select><option>4929<option>1357<option>8086<option>2244</select>",
    "full width": "<h1>４９２９１３５７８０８６２２４４</h1>",  # noqa: RUF001 - full width
    "circles": "<h1>❹❾❷❾❶❸❺❼❽⓿❽❻❷❷❹❹</h1>",
    "ideographs": "<h1>四九二九一三五七八〇八六二二四四</h1>",
}


def everything(seen):
    return canonical(
        re.sub(r'"(?:box|shown|x|y|width|height|scroll)":[^"]*', "", seen.model_dump_json(exclude={"screenshot"}))
    )


@in_parts(FORMS, 2)
async def test_a_value_that_a_page_shows_in_another_form_is_masked(surface_on, page, rows):
    surface = await surface_on("<p>", private={"card": CARD})
    for name, html in rows:
        await page.goto("about:blank")
        await page.set_content(f"<p>Charged to</p>{html}<p>Thank you</p>")
        seen = await surface.observe()
        shown = "\n".join(
            [seen.tree, seen.text, seen.title, *(f"{each.name} {each.value} {each.href}" for each in seen.elements)]
        )
        assert CARD not in everything(seen), name
        assert "{{card}}" in shown, name
        assert not re.search(r"4929|1357|8086|2244|❹❾|四九", shown), name


async def test_cells_that_show_a_value_are_black_in_the_picture(surface_on, page):
    surface = await surface_on("<p>", private={"card": CARD}, screenshot="always")
    cells = "".join(f"<div style='font:30px monospace'>{CARD[at : at + 4]}</div>" for at in range(0, 16, 4))
    await page.set_content(f"<style>*{{margin:0}}</style>{cells}")
    seen = await surface.observe()
    picture = Image.open(io.BytesIO(seen.screenshot.data)).convert("L")
    heights = [
        await page.evaluate("n => document.querySelectorAll('div')[n].getBoundingClientRect().y + 15", n)
        for n in range(4)
    ]
    assert [max(picture.getpixel((x, int(y))) for x in range(3, 12)) for y in heights] == [0, 0, 0, 0]
