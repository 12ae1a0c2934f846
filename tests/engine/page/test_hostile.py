"""Pages that answer for the platform: forms and documents whose content takes the names of DOM members."""

from textwrap import dedent

from actwright.engine.page.reading.capture import PageReader

TAKEN = """[...new Set([
    HTMLFormElement, HTMLElement, Element, Node, EventTarget, Document, HTMLInputElement, HTMLSelectElement,
    HTMLTextAreaElement, HTMLButtonElement, HTMLLabelElement, HTMLDetailsElement, HTMLAnchorElement, SVGElement,
].flatMap((one) => Object.getOwnPropertyNames(one.prototype)))].filter((name) => name !== 'constructor')"""

FORM = """
    <style>body {{ margin: 0 }}</style>
    <main><h1>Pay</h1>
    <form aria-label="Card" style="overflow: auto; height: 300px; cursor: pointer" tabindex=0>
      <p>Total <b>12</b></p>
      <label>Number <input name=number value=41></label>
      <label><input type=checkbox name=save style="display: none"> Save</label>
      <select name=year aria-describedby=hint><option>2026<option>2027</select><span id=hint>Four digits</span>
      <fieldset><legend>Address</legend><input aria-label=Street required></fieldset>
      <button>Pay</button>
      {fields}
    </form></main><div role=dialog aria-modal=true aria-label=News><button>Close</button></div>
    {images}
"""


def lines(text):
    return dedent(text).strip("\n")


async def test_what_a_form_or_a_document_holds_does_not_answer_for_it(page):
    """Fields and images with the name of every member of the DOM change nothing in the tree."""
    await page.set_content(FORM.format(fields="", images=""))
    plain = await PageReader().capture(page)
    names = await page.evaluate(TAKEN)
    fields = "".join(f"<input hidden name={name}>" for name in names)
    images = "".join(f"<img name={name} style='display: none'>" for name in names)
    await page.goto("about:blank")
    await page.evaluate(
        "html => { document.documentElement.innerHTML = html }", FORM.format(fields=fields, images=images)
    )
    reader = PageReader()
    seen = await reader.capture(page)
    assert seen.tree == plain.tree
    assert seen.text == plain.text
    assert seen.modal == plain.modal == "dialog: News"
    assert seen.elements == plain.elements
    assert (await reader.guard.check("button-0", arm=True)).found
    assert await reader.guard.disarm(page) is None
    assert (await reader.read_text("form-0")).startswith("Total 12")
    assert await reader.work.signs(page) is not None
