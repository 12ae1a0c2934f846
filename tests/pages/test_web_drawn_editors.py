"""Editors that draw their lines themselves, and terminals: a hidden text area takes the keys for them."""

from inline_snapshot import snapshot

EDITOR = """<div class=editor style="position:relative;width:400px;height:200px;border:1px solid">
<div class=gutter style="float:left"><div class=gutter-line>1</div></div>
<div id=lines tabindex=-1 style="overflow:auto;height:200px"></div>
<div style="position:absolute;overflow:hidden;width:3px;height:0"><textarea id=keys style="position:absolute;width:1000px" aria-label=Query></textarea></div></div>
<button onclick="log.push(text)">Run</button>
<script>
let text = '{ cities }', all = false, end = false;
const draw = () => requestAnimationFrame(() => { lines.replaceChildren(...text.split('\\n').map((each) => {
  const line = Object.assign(document.createElement('pre'), { className: 'ed-line', textContent: each || '\\u200b' }); line.style.margin = 0; return line; })); });
const put = (added) => { text = all ? added : text + added; all = false; draw(); };
lines.parentElement.addEventListener('mousedown', (event) => { event.preventDefault(); keys.focus(); });
keys.addEventListener('keydown', (event) => {
  if (event.key === 'a' && event.ctrlKey) { all = true; event.preventDefault(); }
  if (event.key === 'Delete') put('');
});
keys.addEventListener('paste', (event) => { put(event.clipboardData.getData('text')); event.preventDefault(); });
keys.addEventListener('input', () => { put(keys.value); keys.value = ''; });
draw();
</script>"""


async def test_the_value_of_an_editor_is_what_it_draws_and_a_text_replaces_all_of_it(visit):
    """Its hidden field holds nothing. What is pasted is not indented and closed by the editor, as what is typed is."""
    page = await visit(EDITOR)
    assert await page.tree() == snapshot("""\
- div-0 (label="1")
  - textarea-0 (label="Query" value="{ cities }")
- button-0 "Run"\
""")
    assert await page.do("fill", element_id="textarea-0", value="{ rivers {\n\n  name } }") == snapshot("""\
done: textarea-0 "Query" holds "{ rivers {

  name } }"\
""")
    assert await page.do("append", element_id="textarea-0", value="\n# end") == snapshot("""\
done: textarea-0 "Query" holds "{ rivers {

  name } }
# end"\
""")
    await page.do("click", element_id="button-0")
    assert await page.said() == ["{ rivers {\n\n  name } }\n# end"]
    assert await page.do("fill", element_id="textarea-0", value="") == snapshot('done: textarea-0 "Query" holds ""')


TERMINAL = """<div style="width:400px;height:100px;background:#000;color:#fff"><div id=rows>$ </div>
<textarea id=keys aria-label=Terminal style="position:absolute;left:8px;top:8px;width:9px;height:16px;opacity:0"></textarea></div>
<script>
keys.addEventListener('keypress', (event) => { rows.textContent += event.key; event.preventDefault(); });
keys.addEventListener('input', () => { rows.textContent += keys.value; keys.value = ''; });
</script>"""


async def test_what_is_typed_into_a_terminal_is_typed_once(visit):
    """Its field is empty again at once, which is no sign that it did not take the text."""
    page = await visit(TERMINAL)
    await page.see()
    assert await page.do("fill", element_id="textarea-0", value="ls") == snapshot(
        'done: typed key by key: typed "ls" into textarea-0 "Terminal", which passes it on: look at what the page shows'
    )
    assert await page.tree() == snapshot("""\
- text "$ ls"
- textarea-0 (label="Terminal" focused)\
""")


CURSOR = """<div style="position:relative;height:100px"><textarea id=keys style="opacity:0;position:absolute;width:10px;height:16px" aria-label="Cursor at row 1">
</textarea><div id=lines><div class=x_line>one</div><div class=x_line>two</div></div></div>
<script>keys.addEventListener('paste', (event) => { lines.innerHTML = `<div class=x_line>${event.clipboardData.getData('text')}</div>`; event.preventDefault();
keys.ariaLabel = 'Cursor at row 2'; log.push('pasted'); });</script>"""


async def test_an_editor_whose_name_says_where_its_cursor_is_stays_the_same(visit):
    page = await visit(CURSOR)
    await page.see()
    told = await page.batch(*(("fill", {"element_id": "textarea-0", "value": value}) for value in ("a", "b")))
    assert [each.partition(":")[0] for each in told] == ["done", "done"]
    assert await page.said() == ["pasted", "pasted"]
