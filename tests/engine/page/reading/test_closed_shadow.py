"""Closed shadow roots: what is in them is seen, named and clicked like anything else."""

from textwrap import dedent

from actwright.engine.page.reading.capture import PageReader


def lines(text):
    return dedent(text).strip("\n")


async def test_closed_roots_are_seen_and_clicked(page):
    """Custom hosts, plain ones, nested ones and slotted children; what no slot takes does not show."""
    await page.set_content("""
        <x-card><b>Slotted</b><i slot=none>Unslotted</i></x-card><div id=plain></div><x-empty></x-empty>
        <div class=spacer style="height:40px"></div>
        <script>
          window.heard = [];
          const card = document.querySelector('x-card').attachShadow({mode: 'closed'});
          card.innerHTML = '<button>Before</button><slot></slot><x-deep></x-deep>';
          card.querySelector('button').onclick = () => heard.push('before');
          const deep = card.querySelector('x-deep').attachShadow({mode: 'closed'});
          deep.innerHTML = '<label>Deep <input></label>';
          const root = plain.attachShadow({mode: 'closed'});
          root.innerHTML = '<a href="#there">Plain</a>';
        </script>""")
    reader = PageReader()
    await reader.capture(page)  # opens a session, which may take longer than it may on a busy machine
    assert (await reader.capture(page)).tree == lines("""
        - button-0 "Before"
        - text "Slotted"
        - input-0 (label="Deep")
        - a-0 "Plain"
    """)
    await reader.locator("button-0").click()
    await reader.locator("input-0").fill("typed")
    await reader.locator("a-0").click()
    after = await reader.capture(page)
    assert await page.evaluate("heard.concat(location.hash)") == ["before", "#there"]
    assert [element.value for element in after.elements if element.id == "input-0"] == ["typed"]
    assert not any(element.covered_by for element in after.elements)
    await reader.close()


async def test_a_closed_root_in_a_frame(page):
    """Frames are searched too, and new elements are marked as new although the page was looked at twice."""
    await page.set_content("<p>Top</p><iframe srcdoc='<p>Frame</p>'></iframe>")
    await page.frames[1].wait_for_load_state()
    reader = PageReader()
    await reader.capture(page)
    await page.frames[1].evaluate("""() => {
        const host = document.body.appendChild(document.createElement('x-late'));
        host.attachShadow({mode: 'closed'}).innerHTML = '<button>Late</button>';
    }""")
    assert (await reader.capture(page)).tree == lines("""
        - p "Top"
        - iframe
          - p "Frame"
          - *f1.button-0 "Late"
    """)
    await reader.locator("f1.button-0").click()
    await reader.close()
