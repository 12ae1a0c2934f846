"""Selecting text: an element, a phrase, from one phrase to another, in paragraphs, editors and fields."""

import pytest
from inline_snapshot import snapshot

ARTICLE = """<article><p>The <b>quick</b> brown fox</p><p>jumps over <i>the lazy</i> dog. The end.</p></article>
<button onmousedown="event.preventDefault()" onclick="log.push(String(getSelection()))">Quote</button>
<script>document.onmouseup = (event) => { if (event.isTrusted && event.target.localName !== 'button') log.push('up'); };</script>"""


@pytest.mark.parametrize(
    ("what", "said", "selected"),
    [
        ({"text": "quick brown"}, 'done: selected "quick brown"', "quick brown"),
        ({"text": "JUMPS over the"}, 'done: selected "jumps over the"', "jumps over the"),
        ({"text": "fox", "to": "lazy"}, 'done: selected "fox jumps over the lazy"', "fox\n\njumps over the lazy"),
        ({"text": "the"}, 'done: selected "the", the first of 2 such', "the"),
    ],
)
async def test_a_phrase_is_selected_by_the_mouse(visit, what, said, selected):
    """White space and case aside; the page hears the mouse, and the next tree shows what is selected."""
    page = await visit(ARTICLE)
    await page.see()
    assert await page.do("select_text", **what) == said
    shown = selected.replace("\n\n", " ")
    assert (await page.tree()).splitlines()[0] == f'- selection "{shown}"'
    assert await page.do("click", element_id="button-0") == 'done: clicked button-0 "Quote"'
    assert await page.said() == ["up", selected]


async def test_all_text_of_an_element_is_selected(visit):
    """An element with an ID, as an editor, is selected whole, and has the focus for what is done with it next."""
    page = await visit("""<div contenteditable aria-label=Note role=textbox>first line<br>second <b>line</b></div>
        <button onmousedown="event.preventDefault()" onclick="document.execCommand('italic'); log.push(document.querySelector('div').innerHTML)">Italic</button>""")
    await page.see()
    assert await page.do("select_text", element_id="div-0") == snapshot('done: selected "first line second line"')
    await page.do("click", element_id="button-0")
    assert await page.said() == snapshot(["<i>first line<br>second <b>line</b></i>"])


async def test_a_part_of_a_field_is_selected(visit):
    """What is typed next replaces it."""
    page = await visit(
        "<textarea aria-label=Text>one two three</textarea><input aria-label=Mail type=email value=a@b.example>"
    )
    await page.see()
    assert await page.do("select_text", element_id="textarea-0", text="two") == snapshot('done: selected "two"')
    assert await page.tree() == snapshot("""\
- selection "two"
- textarea-0 (label="Text" value="one two three" focused)
- input-0 (type=email label="Mail" value="a@b.example")\
""")
    await page.do("press", key="x")
    assert await page.page.input_value("textarea") == "one x three"
    assert await page.do("select_text", element_id="input-0") == snapshot('done: selected "a@b.example"')


async def test_text_in_a_link_is_selected_without_pressing_it(visit):
    """A mouse that presses a link drags it; so the selection is set otherwise."""
    page = await visit("<a href='#other' onclick=\"log.push('clicked')\">Read on in the book</a>")
    await page.see()
    assert await page.do("select_text", text="in the book") == snapshot('done: selected "in the book"')
    assert await page.said() == []
    assert await page.page.evaluate("String(getSelection())") == "in the book"


async def test_text_in_a_frame_is_selected(visit):
    """All frames are searched."""
    page = await visit("<p>Outside</p><iframe srcdoc='<p>Inside the frame</p>'></iframe>")
    await page.see()
    assert await page.do("select_text", text="the frame") == snapshot('done: selected "the frame"')


@pytest.mark.parametrize(
    ("html", "what", "problem"),
    [
        ("<p>Words</p>", {"text": "Other"}, 'failed: "Other" is not shown on the page'),
        (
            "<p>Words here</p>",
            {"text": "Words", "to": "there"},
            'failed: "Words … there" is not shown there: nothing after its beginning reads "there"',
        ),
        (
            "<p style='user-select: none'>Words</p>",
            {"text": "Words"},
            'failed: "Words" cannot be selected on this page',
        ),
        (
            "<p>Words <span hidden>and more</span></p>",
            {"text": "and more"},
            'failed: "and more" is not shown on the page',
        ),
        (
            "<input type=password value=x aria-label=P>",
            {"element_id": "input-0"},
            'failed: input-0 "P" holds a secret that is not selected',
        ),
    ],
)
async def test_text_that_cannot_be_selected_is_said(visit, html, what, problem):
    """What is not there, is hidden, holds a secret, or takes no selection."""
    page = await visit(html)
    await page.see()
    assert await page.do("select_text", **what) == problem
    assert await page.page.evaluate("String(getSelection())") == ""
