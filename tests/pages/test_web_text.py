"""Text that goes into pages: editors, masks, controlled inputs, boxes that jump, fields that are replaced."""

import pytest
from inline_snapshot import snapshot

EDITOR = """
<div id=e contenteditable=true role=textbox aria-label=Message aria-multiline=true><p>Dear <b>Ada</b>,</p><p>bye</p></div>
<script>e.addEventListener('input', (event) => log.push(event.inputType));</script>"""


async def test_fill_replaces_the_text_of_an_editor_and_keeps_line_breaks(visit):
    """The editor ends up with the lines that were meant, and saw an input event."""
    page = await visit(EDITOR)
    assert await page.tree() == snapshot('- div-0 (role=textbox label="Message" value="Dear Ada,\\nbye")')
    assert await page.do("fill", element_id="div-0", value="one\ntwo") == snapshot("""\
done: div-0 "Message" holds "one
two"\
""")
    assert (await page.said())[-1].startswith("insert")
    assert await page.page.evaluate("e.innerText.trim()") == "one\n\ntwo"
    assert await page.tree() == snapshot('- div-0 (role=textbox label="Message" value="one\\ntwo" focused)')


async def test_type_writes_an_editor_anew_by_keys(visit):
    """Typing empties the editor first, and Enter makes its lines."""
    page = await visit(EDITOR)
    await page.see()
    assert await page.do("type", element_id="div-0", value="x\ny") == snapshot("""\
done: div-0 "Message" holds "x
y"\
""")
    assert await page.page.evaluate("e.innerText.trim()") == "x\n\ny"


MODEL_EDITOR = """
<div id=e contenteditable=true role=textbox aria-label=Body style="min-height:40px;border:1px solid"></div>
<script>
// Like ProseMirror or Slate: the document is a model, drawn anew after every input; foreign DOM is thrown away.
let model = '';
const draw = () => { e.innerHTML = model.split('\\n').map((line) => `<p>${line || '<br>'}</p>`).join('');
  const range = document.createRange(); range.selectNodeContents(e.lastChild); range.collapse(false);
  getSelection().removeAllRanges(); getSelection().addRange(range); };
e.addEventListener('beforeinput', (event) => {
  event.preventDefault();
  const all = getSelection().toString().length >= model.length && model;
  if (event.inputType.startsWith('delete')) model = all ? '' : model.slice(0, -1);
  else if (event.inputType === 'insertParagraph' || event.inputType === 'insertLineBreak') model += '\\n';
  else { if (all) model = ''; model += event.data ?? event.dataTransfer?.getData('text/plain') ?? ''; }
  draw();
});
</script>"""


async def test_an_editor_that_keeps_its_own_model(visit):
    """Text reaches the model of an editor that redraws itself, by fill and by type."""
    page = await visit(MODEL_EDITOR)
    await page.see()
    assert await page.do("fill", element_id="div-0", value="Hello") == snapshot('done: div-0 "Body" holds "Hello"')
    assert await page.page.evaluate("model") == "Hello"
    assert await page.do("fill", element_id="div-0", value="Bye") == snapshot('done: div-0 "Body" holds "Bye"')
    assert await page.page.evaluate("model") == "Bye"
    assert await page.do("type", element_id="div-0", value="New\ntext") == snapshot("""\
done: div-0 "Body" holds "New
text"\
""")
    assert await page.page.evaluate("model") == "New\ntext"


PHONE = """
<label>Phone <input id=p></label>
<script>
p.addEventListener('input', () => {
  const digits = p.value.replace(/\\D/g, '').slice(0, 10);
  p.value = digits.replace(/^(\\d{3})(\\d{0,3})(\\d{0,4})$/, (_, a, b, c) => `(${a}) ${b}${c ? '-' + c : ''}`);
});
</script>"""


async def test_a_mask_that_formats_is_no_failure(visit):
    """A field that adds brackets and dashes holds what was meant, in its own form."""
    page = await visit(PHONE)
    await page.see()
    assert await page.do("fill", element_id="input-0", value="5551234567") == snapshot(
        'done: input-0 "Phone" holds "(555) 123-4567"'
    )
    assert [receipt.match for receipt in page.outcomes[0].receipts] == [True]
    assert await page.do("type", element_id="input-0", value="5559876543") == snapshot(
        'done: input-0 "Phone" holds "(555) 987-6543"'
    )
    assert [receipt.match for receipt in page.outcomes[0].receipts] == [True]


async def test_a_field_that_reformats_when_it_is_left(visit):
    """The price gets its form on blur; the next observation shows it."""
    page = await visit("""
        <label>Price <input onblur="this.value = '$' + Number(this.value).toFixed(2); log.push(this.value)"></label>
        <button>Next</button>""")
    await page.see()
    assert await page.batch(
        ("fill", {"element_id": "input-0", "value": "50"}), ("click", {"element_id": "button-0"})
    ) == snapshot(['done: input-0 "Price" holds "50"', 'done: clicked button-0 "Next"'])
    assert await page.said() == ["$50.00"]
    assert await page.tree() == snapshot("""\
- input-0 (label="Price" value="$50.00")
- button-0 (focused) "Next"\
""")


CONTROLLED = """
<label>Name <input id=n></label><p id=out></p>
<script>
// As React does it: the value setter of the instance is tracked, and a change that came through it fires nothing.
const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
let tracked = '', state = '';
Object.defineProperty(n, 'value', { configurable: true, get() { return native.get.call(this); },
  set(value) { tracked = String(value); native.set.call(this, value); } });
n.addEventListener('input', () => {
  if (native.get.call(n) === tracked) return;
  tracked = native.get.call(n); state = tracked; out.textContent = state; });
</script>"""


async def test_a_controlled_input_learns_of_the_text(visit):
    """The component's own state follows fill and type."""
    page = await visit(CONTROLLED)
    await page.see()
    assert await page.do("fill", element_id="input-0", value="Ada") == snapshot('done: input-0 "Name" holds "Ada"')
    assert await page.tree() == snapshot("""\
- input-0 (label="Name" value="Ada" focused)
- p "Ada"\
""")
    assert await page.do("type", element_id="input-0", value="Grace") == snapshot('done: input-0 "Name" holds "Grace"')
    assert await page.tree() == snapshot("""\
- input-0 (label="Name" value="Grace" focused)
- p "Grace"\
""")


async def test_a_limit_on_the_length_is_said(visit):
    """A maxlength cuts what is typed; the model reads what the field holds and why."""
    page = await visit("<label>Code <input maxlength=4></label><label>Long <textarea maxlength=3></textarea></label>")
    assert await page.tree() == snapshot("""\
- input-0 (label="Code")
- textarea-0 (label="Long")\
""")
    assert await page.do("fill", element_id="input-0", value="ABCDEF") == snapshot(
        'done: input-0 "Code" holds "ABCD", not "ABCDEF": it takes no more'
    )
    assert await page.do("type", element_id="input-0", value="ABCDEF") == snapshot(
        'done: input-0 "Code" holds "ABCD", not "ABCDEF": it takes no more'
    )
    assert await page.do("fill", element_id="textarea-0", value="ABCDEF") == snapshot(
        'done: textarea-0 "Long" holds "ABC", not "ABCDEF": it takes no more'
    )


OTP = """
<fieldset><legend>Code</legend>
<input maxlength=1 aria-label="Digit 1"><input maxlength=1 aria-label="Digit 2"><input maxlength=1 aria-label="Digit 3">
<input maxlength=1 aria-label="Digit 4"></fieldset>
<script>
const boxes = [...document.querySelectorAll('input')];
boxes.forEach((box, index) => box.addEventListener('input', () => {
  if (box.value && boxes[index + 1]) boxes[index + 1].focus();
  if (boxes.every((each) => each.value)) log.push(boxes.map((each) => each.value).join(''));
}));
</script>"""


async def test_code_boxes_that_jump_take_the_whole_code_typed_into_the_first(visit):
    """The keys follow the focus; the boxes are read back together."""
    page = await visit(OTP)
    assert await page.tree() == snapshot("""\
- fieldset (label="Code")
  - input-0 (label="Digit 1")
  - input-1 (label="Digit 2")
  - input-2 (label="Digit 3")
  - input-3 (label="Digit 4")\
""")
    assert await page.do("type", element_id="input-0", value="1234") == snapshot(
        'done: input-0 "Digit 1" and the boxes after it hold "1234"'
    )
    assert await page.said() == ["1234"]
    assert await page.tree() == snapshot("""\
- fieldset (label="Code")
  - input-0 (label="Digit 1" value="1")
  - input-1 (label="Digit 2" value="2")
  - input-2 (label="Digit 3" value="3")
  - input-3 (label="Digit 4" value="4" focused)\
""")


async def test_code_boxes_that_are_filled_one_by_one(visit):
    """Filling each box works as well."""
    page = await visit(OTP)
    await page.see()
    calls = [("fill", {"element_id": f"input-{n}", "value": str(n + 5)}) for n in range(4)]
    assert await page.batch(*calls) == snapshot(
        [
            'done: input-0 "Digit 1" holds "5"',
            'done: input-1 "Digit 2" holds "6"',
            'done: input-2 "Digit 3" holds "7"',
            'done: input-3 "Digit 4" holds "8"',
        ]
    )
    assert await page.said() == ["5678"]


async def test_a_field_that_is_drawn_anew_when_it_gets_the_focus(visit):
    """The ID goes over to the new field, and the text is in it."""
    page = await visit("""
        <div id=box><label>Note <input></label></div>
        <script>box.addEventListener('focusin', (event) => {
          if (event.target.dataset.fresh) return;
          const fresh = document.createElement('input'); fresh.dataset.fresh = 1;
          event.target.replaceWith(fresh); fresh.focus(); });</script>""")
    await page.see()
    assert await page.do("fill", element_id="input-0", value="hello") == snapshot('done: input-0 "Note" holds "hello"')
    assert await page.tree() == snapshot('- input-0 (label="Note" value="hello" focused)')
    assert await page.page.evaluate("document.querySelector('input').value") == "hello"


async def test_a_field_that_takes_no_pasted_text(visit):
    """Neither fill nor type pastes; both get through."""
    page = await visit("<label>Again <input onpaste='return false' ondrop='return false'></label>")
    await page.see()
    assert await page.do("fill", element_id="input-0", value="a@b.test") == snapshot(
        'done: input-0 "Again" holds "a@b.test"'
    )
    assert await page.do("type", element_id="input-0", value="c@d.test") == snapshot(
        'done: input-0 "Again" holds "c@d.test"'
    )


async def test_a_field_that_only_believes_in_keys(visit):
    """Its keys are pressed, also over what it holds already; what its page counts from keys is deleted by a key."""
    page = await visit("""
        <label>PIN <input id=i></label>
        <script>let typed = '';
        i.onkeydown = (event) => { if (event.key === 'Backspace' || event.key === 'Delete') typed = '';
          if (event.key.length === 1 && !event.ctrlKey) typed += event.key; };
        i.oninput = () => { i.value = typed; };</script>""")
    await page.see()
    assert await page.do("fill", element_id="input-0", value="42") == snapshot(
        'done: typed key by key: input-0 "PIN" holds "42"'
    )
    assert await page.do("type", element_id="input-0", value="57") == snapshot('done: input-0 "PIN" holds "57"')
    assert await page.page.evaluate("i.value") == "57"


async def test_a_field_that_is_read_only_until_it_has_the_focus(visit):
    """A field that a page protects from a browser's autofill in this way takes text."""
    page = await visit("<label>Mail <input readonly onfocus='this.removeAttribute(`readonly`)'></label>")
    await page.see()
    assert await page.do("fill", element_id="input-0", value="a@b.test") == snapshot(
        'done: input-0 "Mail" holds "a@b.test"'
    )


async def test_text_is_appended_to_what_is_there(visit):
    """Type with `append` goes on at the end of a field, of a text and of an editor."""
    page = await visit("<input aria-label=A value=one><textarea aria-label=B>x\ny</textarea>" + EDITOR)
    await page.see()
    calls = [("append", {"element_id": each, "value": "+1"}) for each in ("input-0", "textarea-0", "div-0")]
    assert await page.batch(*calls) == snapshot(
        [
            'done: input-0 "A" holds "one+1"',
            """\
done: textarea-0 "B" holds "x
y+1"\
""",
            """\
done: div-0 "Message" holds "Dear Ada,
bye+1"\
""",
        ]
    )
    assert await page.page.evaluate("[...document.querySelectorAll('input, textarea')].map((each) => each.value)") == [
        "one+1",
        "x\ny+1",
    ]
    assert await page.page.evaluate("e.innerHTML") == "<p>Dear <b>Ada</b>,</p><p>bye+1</p>"


async def test_typing_on_what_is_no_field_reaches_the_page(visit):
    """A game or a canvas that listens to keys gets them, and nothing is read back."""
    page = await visit("<div tabindex=0 role=application aria-label=Game onkeydown='log.push(event.key)'>Go</div>")
    await page.see()
    assert await page.do("type", element_id="div-0", value="ab") == snapshot(
        'done: typed into div-0 "Game", which shows no value'
    )
    assert await page.said() == ["a", "b"]


async def test_a_readonly_field_is_refused_at_once(visit):
    """The model is told that the field is read-only."""
    page = await visit("<label>Number <input value=7 readonly></label><label>Off <input disabled></label>")
    assert await page.tree() == snapshot("""\
- input-0 (label="Number" value="7" readonly)
- input-1 (label="Off" disabled)\
""")
    assert await page.do("fill", element_id="input-0", value="8") == snapshot(
        'failed: input-0 "Number" is read-only: click it if it opens something to choose from'
    )
    assert await page.do("type", element_id="input-0", value="8") == snapshot(
        'failed: input-0 "Number" is read-only: click it if it opens something to choose from'
    )
    assert await page.do("fill", element_id="input-1", value="8") == snapshot(
        'failed: input-1 "Off" is disabled; something else must be done first'
    )


async def test_enter_submits_and_escape_closes(visit):
    """Keys do what they do for people; a submitting Enter is recorded as an effect."""
    page = await visit("""
        <form onsubmit="log.push('sent ' + q.value); return false"><input id=q aria-label=Find></form>
        <div id=d role=dialog aria-label=Help tabindex=-1>Help <button>Fine</button></div>
        <script>onkeydown = (event) => { if (event.key === 'Escape') d.remove(); };</script>""")
    assert await page.tree() == snapshot("""\
- form
  - input-0 (label="Find")
- dialog (label="Help") "Help"
  - button-0 "Fine"\
""")
    assert await page.batch(
        ("fill", {"element_id": "input-0", "value": "boats"}), ("press", {"element_id": "input-0", "key": "Enter"})
    ) == snapshot(['done: input-0 "Find" holds "boats"', 'done: pressed Enter on input-0 "Find"'])
    assert await page.said() == ["sent boats"]
    assert await page.do("press", key="Escape") == snapshot("done: pressed Escape")
    assert await page.tree() == snapshot("""\
- form
  - input-0 (label="Find" value="boats" focused)\
""")


async def test_shortcuts_and_tab_order(visit):
    """Combinations reach the page; Tab moves the focus in order, past what cannot take it."""
    page = await visit("""
        <input aria-label=A><button disabled>B</button><a href=#c>C</a>
        <script>onkeydown = (event) => { if (event.ctrlKey && event.key === 'k') { log.push('search'); event.preventDefault(); } };
        </script>""")
    await page.see()
    assert await page.do("press", key="Control+k") == snapshot("done: pressed Control+k")
    assert await page.said() == ["search"]
    assert await page.do("press", element_id="input-0", key="Tab") == snapshot('done: pressed Tab on input-0 "A"')
    assert await page.tree() == snapshot("""\
- input-0 (label="A")
- button-0 (disabled) "B"
- a-0 (focused) "C"\
""")
    assert await page.do("press", key="Ctrl+K") == snapshot(
        "failed: there is no key 'Ctrl+K'; write Enter, Tab, Escape, ArrowDown, a, Control+A"
    )


async def test_values_keep_their_lines(visit):
    """What is written on several lines is shown with its breaks, on one line of the tree."""
    page = await visit("""
        <label>Note <textarea>first
second

fourth</textarea></label><div contenteditable aria-label=Letter>Dear <b>Ann</b><br>hello</div>""")
    assert await page.tree() == snapshot("""\
- textarea-0 (label="Note" value="first\\nsecond\\n\\nfourth" scrollable="0.9 screens below")
- div-0 (role=textbox label="Letter" value="Dear Ann\\nhello")\
""")


REPLACED = """<label>Title <input id=title></label><main></main><script>
  const show = (person) => { document.querySelector('main').innerHTML = `<div><h2>${person}</h2><div><input aria-label=Note></div></div>`; };
  show('Alice Ames');
  document.addEventListener('keydown', (event) => { if (event.target.ariaLabel && document.querySelector('h2').textContent !== 'Bob Best') queueMicrotask(() => show('Bob Best')); });
  document.addEventListener('input', (event) => log.push(event.target.closest('main > div')?.innerText ?? 'Title'));
</script>"""


@pytest.mark.parametrize(
    ("before", "refusal"),
    [
        ([], 'failed: input-1 "Note" is no longer on the page'),
        (
            [("fill", {"element_id": "input-0", "value": "Trip"})],
            'failed: input-1 was under "Alice Ames", now it is under "Bob Best"; the rest of the action was stopped',
        ),
    ],
)
async def test_a_field_that_replaced_the_one_that_was_filled_is_not_typed_into(visit, before, refusal):
    """Nor after an edit that may have changed what the page is about: only what the action began with counts."""
    page = await visit(REPLACED)
    await page.see()
    outcomes = await page.batch(*before, ("fill", {"element_id": "input-1", "value": "x1"}))
    assert outcomes[-1] == refusal
    assert await page.said() == ["Title"] * len(before) + ["Alice Ames"]
    assert await page.page.evaluate("document.querySelector('main input').value") == ""
