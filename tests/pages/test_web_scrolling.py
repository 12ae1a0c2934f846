"""What lies beyond: panes, virtual lists, lists without end, wide tables."""

from inline_snapshot import snapshot

VIRTUAL = """
<div id=v tabindex=0 role=list aria-label=Mails style="height:120px;width:300px;overflow:auto"><div id=space style="height:3000px;position:relative"></div></div>
<script>
const draw = () => { const first = Math.floor(v.scrollTop / 30);
  space.innerHTML = Array.from({length: 5}, (_, n) => first + n).filter((n) => n < 100).map((n) =>
    `<div role=listitem style="position:absolute;top:${n * 30}px;height:30px"><button onclick="log.push(${n})">Mail ${n}</button></div>`).join(''); };
v.onscroll = draw; draw();
</script>"""


async def test_a_virtual_list_is_scrolled_inside(visit):
    """What is beyond is said in screens; scrolling by the list's ID brings other rows, and its end is said."""
    page = await visit(VIRTUAL)
    assert await page.tree() == snapshot("""\
- div-0 (role=list label="Mails" scrollable="24 screens below")
  - button-0 "Mail 0"
  - button-1 "Mail 1"
  - button-2 "Mail 2"
  - button-3 "Mail 3"
  - button-4 (out-of-view) "Mail 4"\
""")
    assert await page.do("scroll", element_id="div-0", direction="down", amount=2) == snapshot(
        'done: scrolled div-0 "Mails" down by 2.0 screens, 22.0 left that way'
    )
    seen = await page.see()
    assert seen.tree == snapshot("""\
- div-0 (role=list label="Mails" scrollable="2 screens above, 22 screens below")
  - *button-5 "Mail 8"
  - *button-6 "Mail 9"
  - *button-7 "Mail 10"
  - *button-8 "Mail 11"
  - *button-9 (out-of-view) "Mail 12"\
""")
    assert await page.do("click", element_id=next(e.id for e in seen.elements if e.name == "Mail 10")) == snapshot(
        'done: clicked button-7 "Mail 10"'
    )
    assert await page.said() == [10]
    assert await page.do("scroll", element_id="div-0", direction="down", amount=100) == snapshot(
        'done: scrolled div-0 "Mails" down by 22.0 screens, 0.0 left that way'
    )
    assert await page.do("scroll", element_id="div-0", direction="down") == snapshot(
        'failed: div-0 "Mails" cannot scroll further down'
    )


async def test_a_list_without_end_loads_more(visit):
    """Reaching the end of the page loads rows, which are waited for; the true end is said."""
    page = await visit("""
        <div id=l></div><script>
        let n = 0; const more = () => { for (let i = 0; i < 4; i++) l.insertAdjacentHTML('beforeend',
          `<p style="height:200px;margin:0">Row ${n++}</p>`); };
        more();
        onscroll = () => { if (scrollY + innerHeight > l.offsetHeight - 10 && n < 12) setTimeout(more, 150); };</script>""")
    await page.see()
    for last in (7, 11):
        assert (await page.do("scroll", direction="down", amount=5)).startswith("done: scrolled the page down by ")
        assert await page.do("wait", text=f"Row {last}") == f'done: "Row {last}" is there'
        assert f"Row {last}" in (await page.see()).text
    await page.do("scroll", direction="down", amount=5)
    assert await page.do("scroll", direction="down", amount=5) == snapshot(
        "failed: the page cannot scroll further down"
    )


async def test_a_wide_table_is_scrolled_sideways(visit):
    """A pane that scrolls across says so and goes to its end."""
    page = await visit("""
        <div tabindex=0 aria-label=Prices style="width:300px;overflow:auto"><table style="width:900px"><tr><td>A<td>B
        <td><button onclick="log.push('buy')">Buy</button></table></div>""")
    assert await page.tree() == snapshot("""\
- div-0 (label="Prices" scrollable="2 screens to the side")
  - tr
    - td "A | B"
    - button-0 (out-of-view) "Buy"\
""")
    assert await page.do("scroll", element_id="div-0", direction="right") == snapshot(
        'done: scrolled div-0 "Prices" right by 1.0 screens, 1.0 left that way'
    )
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Buy"')
    assert await page.said() == ["buy"]
    assert await page.do("scroll", element_id="div-0", direction="down") == snapshot(
        'failed: div-0 "Prices" cannot scroll further down'
    )


LAZY = """
<div id=l></div><div id=end style="height:1px"></div><script>
let n = 0;
const more = () => { for (let i = 0; i < 6; i++)
  l.insertAdjacentHTML('beforeend', `<p style="height:150px;margin:0"><a href="#${n}">Row ${n++}</a></p>`); };
more();
new IntersectionObserver(([end]) => { if (end.isIntersecting && n < 18) setTimeout(() => fetch('/rows').then(more), 150); }).observe(end);
</script>"""


async def test_rows_that_load_when_they_are_scrolled_to_are_waited_for(visit, web):
    """An IntersectionObserver asks for more; the next observation has it, and so has the next action."""
    web.pages["/"] = LAZY
    web.pages["/rows"] = "more"
    page = await visit(url=web.url + "/")
    await page.see()
    for last in (11, 17):
        assert (await page.do("scroll", direction="down", amount=9)).startswith("done: scrolled the page down by ")
        assert f"Row {last}" in (await page.see()).text
    assert await page.do("scroll", text="Row 3") == 'done: "Row 3" is in view'


async def test_a_virtual_list_that_draws_late_is_waited_for(visit):
    """Rows that are drawn when scrolling has paused are in the next observation."""
    page = await visit(
        VIRTUAL.replace(
            "v.onscroll = draw;", "let h; v.onscroll = () => { clearTimeout(h); h = setTimeout(draw, 120); };"
        )
    )
    await page.see()
    await page.do("scroll", element_id="div-0", direction="down", amount=5)
    assert [element.name for element in (await page.see()).elements if element.tag == "button"] == [
        "Mail 20", "Mail 21", "Mail 22", "Mail 23", "Mail 24",
    ]  # fmt: skip


async def test_a_text_is_scrolled_to_as_a_whole_word_first(visit):
    """Only a text that stands nowhere as whole words is found inside of others."""
    page = await visit("<p>12pm<p style='margin-top:3000px'>2pm<p>2pmx")
    await page.see()
    assert await page.do("scroll", text="2pm") == 'done: "2pm" is in view'
    assert await page.page.evaluate("scrollY") > 1_000
    assert await page.do("scroll", text="2p") == 'done: "2p" is in view, the first of 3'
