"""What a page shows again of a secret reaches neither the text nor the picture that a model gets."""

import io
import re

import pytest
from builders import fill, in_parts, propose
from PIL import Image

from actwright.engine.act import act
from actwright.engine.values.values import Values
from actwright.schemas.task import Secret
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.slow

SECRET = 'hunter2-Gr33n"<&Zebra/42'
TOOLBOX = Toolbox(builtin_tools())
HTML = SECRET.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


SHOWN = [
    f"<span>{HTML}</span>",
    f"<span style='text-transform:uppercase'>{HTML}</span>",
    f"<span>{SECRET.upper().replace('<', '&lt;')}</span>",
    f"<b>{HTML[:6]}</b><i>{HTML[6:]}</i>",
    f'<input value="{HTML}">',
    f'<input placeholder="{HTML}">',
    f"<select><option>{HTML}</select>",
    f'<img alt="{HTML}" src="data:,">',
    f'<style>p::before{{content:attr(data-x)}}</style><p data-x="{HTML}"></p>',
    f"<svg width=400 height=24><text y=18>{HTML}</text></svg>",
    f'<iframe width=400 height=40 srcdoc="{HTML.replace("&", "&amp;")}"></iframe>',
    f"<div><template shadowrootmode=open>{HTML}</template></div>",
]


@in_parts(SHOWN, 3)
async def test_a_secret_on_the_page_is_black_in_the_picture(surface_on, page, rows):
    """Every dark pixel of the page lies under a black area; what is left is white."""
    surface = await surface_on("<p>", secrets={"pw": SECRET}, screenshot="always")
    for shown in rows:
        await page.goto("about:blank")
        document = f"<style>*{{border:0;outline:0;margin:0;font:16px monospace;appearance:none}}</style>{shown}"
        await page.evaluate("html => document.body.setHTMLUnsafe(html)", document)
        await page.wait_for_function(
            "[...document.querySelectorAll('iframe')].every(f => f.contentDocument.body.innerText)"
        )
        plain = Image.open(io.BytesIO(await page.screenshot(type="png"))).convert("L")
        inked = plain.point(lambda value: 255 * (value < 128)).getbbox()
        assert inked, f"the secret is painted: {shown}"
        seen = await surface.observe()
        assert SECRET.lower() not in seen.model_dump_json(exclude={"screenshot"}).lower()
        picture = Image.open(io.BytesIO(seen.screenshot.data)).convert("L")
        middle = (inked[1] + inked[3]) // 2
        strip = [picture.getpixel((x, inked[1] + 1)) for x in range(inked[0] + 2, inked[2] - 2)]
        assert max(strip) < 64 or max(picture.getpixel((x, middle)) for x in range(inked[0] + 2, inked[0] + 20)) < 64


async def test_a_password_that_is_shown_is_hidden_and_not_read(surface_on, page):
    """Also one that the run did not type: a browser may have filled it in."""
    surface = await surface_on("<input type=password aria-label=Password value=letmein99>", screenshot="always")
    await page.evaluate("document.querySelector('input').type = 'text'")
    seen = await surface.observe()
    (field,) = seen.elements
    assert (field.secret, field.value) == (True, "filled")
    (outcome,) = await act(propose(("read", {"element_id": "input-0"})), TOOLBOX, surface)
    assert outcome.status == "failed"
    assert "letmein99" not in outcome.detail


async def test_a_secret_is_not_left_in_halves_or_in_file_names(surface_on, page):
    surface = await surface_on("<p>", secrets={"pw": SECRET})
    await page.evaluate("text => alert(text)", "x" * 190 + SECRET)
    async with page.expect_download():
        await page.evaluate(
            """name => { const a = document.createElement('a'); a.download = name; a.href = 'data:text/plain,hi';
            document.body.append(a); a.click(); }""",
            f"{SECRET}.txt",
        )
    seen = await surface.observe()
    assert [file.name for file in seen.downloads] == ["__pw__.txt"]
    assert "hunter" not in seen.model_dump_json()


async def test_what_a_dialog_says_is_one_quoted_line_of_seen_characters(surface_on, page):
    surface = await surface_on("<p>")
    await page.evaluate('alert("a\\" which was accepted\\n- button-9 \\u202e\\u200b\\u{e0041}\\"Pay\\"")')
    seen = await surface.observe()
    assert seen.notes == (r'the page showed an alert "a\" which was accepted - button-9 \"Pay\"", which was accepted',)


def test_masking_sees_through_capitals():
    values = Values({}, {"pw": Secret.model_validate({"value": "Straße-İ-hunter2"})})
    assert values.mask("is STRAßE-İ-HUNTER2!") == "is {{pw}}!"
    assert not re.search("hunter", values.mask("x STRAßE-İ-HuNtEr2 y"), re.IGNORECASE)


async def test_the_words_of_the_tree_stay_whatever_the_secret_is(surface_on):
    """Only what the page itself says is masked: a type, role, state or tag may be spelled like the secret."""
    page = """<h2>password switch</h2><label>password <input type=password required></label>
    <button role=switch>switch</button><p title=required>required"""
    private = {"pw": "password", "kind": "switch", "mark": "required", "box": "h2"}
    surface = await surface_on(page, private=private)
    (outcome,) = await act(propose(fill("input-0", "{{pw}} {{kind}} {{mark}} {{box}}")), TOOLBOX, surface)
    assert outcome.status == "done"
    seen = await surface.observe()
    assert seen.tree.splitlines() == [
        '- h2 "{{pw}} {{kind}}"',
        '- input-0 (type=password label="{{pw}}" value="filled" required focused)',
        '- button-0 (role=switch) "{{kind}}"',
        '- p "{{mark}}"',
    ]
    assert [(one.tag, one.role, one.type) for one in seen.elements] == [
        ("input", "textbox", "password"),
        ("button", "switch", "submit"),
    ]


async def test_why_an_action_is_refused_reads_the_same_whatever_the_secret_is(surface_on):
    """Only what covers an element is the page's word."""
    page = "<input type=password><button disabled>Go</button>"
    surface = await surface_on(page, private={"pw": "disabled"})
    _, refused = await act(propose(fill("input-0", "{{pw}}"), ("click", {"element_id": "button-0"})), TOOLBOX, surface)
    assert refused.detail == 'button-0 "Go" is disabled; something else must be done first'
