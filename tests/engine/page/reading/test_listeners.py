"""Plain elements that scripts listen on: found where the browser tells, and only those that are targets themselves."""

from textwrap import dedent

import pytest

from actwright.engine.act import act
from actwright.engine.page.reading import listeners
from actwright.engine.page.reading.capture import PageReader
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools


def lines(text):
    return dedent(text).strip("\n")


RECORD = "<script>window.hits = []; const hit = (event) => hits.push(event.currentTarget.id);</script>"


async def tree_and_clicks(page, html, *, script=""):
    """The tree of a document, and what its own listeners heard when every element with an ID was clicked."""
    await page.set_content(f"{RECORD}{html}<script>{script}</script>")
    reader = PageReader()
    snapshot = await reader.capture(page)
    for element in snapshot.elements:
        await reader.locator(element.id).click()
    heard = await page.evaluate("hits")
    await reader.close()
    return snapshot.tree, heard


async def test_elements_with_listeners_of_any_kind_are_found(page):
    """Attached and assigned handlers, pressed and clicked, make plain elements targets; hovering and typing do not."""
    tree, heard = await tree_and_clicks(
        page,
        """<p>Plain</p><div id=a>Clicked</div><span id=b>Pressed</span><p id=c>Assigned</p><div id=d>Touched</div>
        <div id=e>Hovered</div><div id=f>Typed</div><em id=g>Released</em>""",
        script="""
          a.addEventListener('click', hit); b.addEventListener('mousedown', hit); c.onclick = hit;
          d.addEventListener('pointerdown', hit); e.addEventListener('mouseenter', hit);
          f.addEventListener('keydown', hit); g.addEventListener('mouseup', hit)""",
    )
    assert tree == lines("""
        - p "Plain"
        - div-0 "Clicked"
        - span-0 "Pressed"
        - p-0 "Assigned"
        - div-1 "Touched"
        - text "Hovered | Typed"
        - em-0 "Released"
    """)
    assert [one for one in heard if one != "e"] == ["a", "b", "c", "d", "g"]


async def test_what_listens_for_others_is_no_target(page):
    """The ground of a page, the root of a framework and what holds many controls get no ID; the items of a list do."""
    tree, heard = await tree_and_clicks(
        page,
        """<main id=a><button id=b>One</button><button>Two</button><button>Three</button><button>Four</button></main>
        <ul id=c><li>Bread<li>Milk</ul><div id=d style="height:500px">Ground</div><div id=e>Root</div>""",
        script="""
          for (const one of [document, document.body, a, c, d]) one.addEventListener('click', hit);
          for (const type in e) if (type.startsWith('on')) e.addEventListener(type.slice(2), () => {});""",
    )
    assert tree == lines("""
        - main
          - button-0 "One"
          - button-1 "Two"
          - button-2 "Three"
          - button-3 "Four"
        - ul
          - li-0 "Bread"
          - li-1 "Milk"
        - text "Ground | Root"
    """)
    assert heard.count("c") == 2


async def test_wrappers_and_insides_of_one_target_have_one_id(page):
    """Of elements that are hit together one has an ID; a card and the button inside it have one each."""
    tree, _ = await tree_and_clicks(
        page,
        """<div id=a style="width:fit-content"><button id=b>Wrapped</button></div><button id=c><span id=d>Inside</span></button>
        <div id=e><div id=f>Twice</div></div><div id=g><p>A card</p><p><i id=h>x</i></p></div>
        <div id=i style="pointer-events:none">Dead</div>""",
        script="for (const one of [a, b, c, d, e, f, g, h, i]) one.onclick = hit",
    )
    assert tree == lines("""
        - button-0 "Wrapped"
        - button-1 "Inside"
        - div-0 "Twice"
        - div-1
          - p "A card"
          - i-0 "x"
        - text "Dead"
    """)


@pytest.mark.slow
async def test_listeners_in_frames_and_shadow_roots(page):
    """Frames of the same process and nested shadow roots are asked as well; clicks land."""
    await page.set_content("""
        <x-a></x-a><iframe srcdoc="<b>Frame</b><iframe srcdoc='<b>Deep</b><script>
          document.querySelector(`b`).onclick = () => { top.heard.push(`deep`) }</script>'></iframe><script>
          document.querySelector('b').onclick = () => top.heard.push('frame')</script>"></iframe>
        <script>
          window.heard = [];
          const outer = document.querySelector('x-a').attachShadow({mode: 'open'});
          outer.innerHTML = '<x-b></x-b>';
          const inner = outer.firstChild.attachShadow({mode: 'open'});
          inner.innerHTML = '<p>Shadow</p>';
          inner.firstChild.onclick = () => heard.push('shadow');
        </script>""")
    for frame in page.frames:
        await frame.wait_for_load_state()
    reader = PageReader()
    await reader.capture(page)  # opens the sessions, which may take longer than a frame may on a busy machine
    await reader.capture(page)
    snapshot = await reader.capture(page)
    assert snapshot.tree == lines("""
        - p-0 "Shadow"
        - iframe
          - f1.b-0 "Frame"
          - iframe
            - f2.b-0 "Deep"
    """)
    for element in snapshot.elements:
        await reader.locator(element.id).click()
    assert await page.evaluate("heard") == ["shadow", "frame", "deep"]
    assert (await reader.capture(page)).tree == snapshot.tree
    await page.frames[2].evaluate("location = 'about:blank'")
    await page.frames[1].goto("data:text/html,<i>New</i><script>document.querySelector('i').onclick=()=>1</script>")
    assert "f1.i-0" in (await reader.capture(page)).tree
    await reader.close()


@pytest.mark.slow
async def test_what_a_page_says_of_its_listeners_is_a_hint_only(page):
    """A page that puts its own functions in place of the browser's makes up targets at most, and only real elements."""
    await page.set_content("""<p>One</p><div id=a>Two</div><script>
        Object.prototype.click = 1; Array.prototype.join = () => 'x'; NodeList.prototype[Symbol.iterator] = null;
        Document.prototype.querySelectorAll = () => { throw 1 }; RegExp.prototype.test = () => { throw 1 };
        Object.defineProperty(Array.prototype, '0', {set() { throw 1 }});
        a.onclick = () => {}</script>""")
    reader = PageReader()
    assert 'div-0 "Two"' in (await reader.capture(page)).tree
    await page.set_content("""<p>One</p><script>window.getEventListeners = () => { while (true); }</script>""")
    assert (await reader.capture(page)).tree == '- p "One"'
    await page.set_content(
        """<p>One</p><script>var $$ = () => ({ length: '1:1:99999.1,;- button-9 "Buy"' })</script>"""
    )
    assert (await reader.capture(page)).tree == '- p "One"'
    await reader.close()


async def test_a_document_that_never_rests_is_shown_with_what_was_known(page):
    """Elements that come and go between the two looks cost nothing but a second try."""
    await page.set_content("""<div id=a>Here</div><script>a.onclick = () => {}</script>""")
    reader = PageReader()
    before = await reader.capture(page)
    await page.evaluate("""() => {
        const turn = () => {
            const old = document.querySelectorAll('u');
            if (old.length > 40) old.forEach((one) => one.remove()); else document.body.append(document.createElement('u'));
            channel.port2.postMessage(0);
        };
        const channel = new MessageChannel();
        channel.port1.onmessage = turn;
        turn();
    }""")
    assert (await reader.capture(page)).tree == before.tree == '- div-0 "Here"'
    await reader.close()


@pytest.mark.slow
async def test_a_huge_document_is_searched_in_part(page):
    """Beyond twenty thousand elements listeners are no longer looked for."""
    await page.set_content(f"""<div id=a>First</div>{"<wbr>" * 20_000}<div id=b>Last</div>
        <script>a.onclick = b.onclick = () => {{}}</script>""")
    reader = PageReader()
    assert (await reader.capture(page, timeout=30)).tree == '- div-0 "First"\n- text "Last"'
    await reader.close()


async def test_elements_are_asked_about_once_and_all_again_after_a_listener_was_added(page, monkeypatch):
    """A look asks about new elements alone; one after a listener came anywhere asks about all, and finds what is new."""
    asked = []
    evaluate = listeners._expression
    monkeypatch.setattr(listeners, "_expression", lambda what, react: asked.append(what) or evaluate(what, react))
    await page.set_content("<p>One</p><p id=a>Two</p><script>a.onclick = () => {}</script>")
    reader = PageReader()
    await reader.capture(page)
    asked.clear()
    for script in (
        "document.body.toggleAttribute('hidden', false)",
        "document.body.insertAdjacentHTML('beforeend', '<p><b>Three</b></p>')",
        "document.querySelector('b').onclick = () => {}",
        "document.querySelector('p').remove()",
    ):
        await page.evaluate(script)
        snapshot = await reader.capture(page)
    assert asked == [[[-1, 8, [[6, 8]]]], [[-1, 8, [[0, 8]]]]]
    assert snapshot.tree == '- p-0 "Two"\n- b-0 "Three"'
    await reader.close()


async def test_a_listener_that_was_taken_away_is_forgotten_when_the_browser_has_let_go_of_it(page):
    """Until then the element keeps its ID, though it no longer listens: the browser counts no removals."""
    await page.set_content("<p id=a>One</p><script>a.onclick = () => {}</script>")
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("a.onclick = null")
    session = await page.context.new_cdp_session(page)
    await session.send("HeapProfiler.collectGarbage")
    assert (await reader.capture(page)).tree == '- p "One"'
    await reader.close()


FORM = """
<input aria-label=Name><textarea aria-label=Note></textarea><input type=checkbox aria-label=Agree>
<select aria-label=Size><option>S<option>M<option>L</select><button type=button>Go</button>
<div style="overflow: auto; height: 60px" tabindex=0 aria-label=Box><p style="height: 900px">Long</p></div>
<p draggable=true id=a>One</p><p id=b>Two</p><script>b.ondrop = () => {}; b.ondragover = (event) => event.preventDefault()</script>
"""


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("click", {"element_id": "button-0"}),
        ("fill", {"element_id": "input-0", "value": "{n}"}),
        ("fill", {"element_id": "textarea-0", "value": "{n}"}),
        ("append", {"element_id": "input-0", "value": "{n}"}),
        ("type", {"element_id": "input-0", "value": "{n}"}),
        ("check", {"element_id": "input-1"}),
        ("select", {"element_id": "select-0", "value": "{option}"}),
        ("press", {"key": "Tab"}),
        ("hover", {"element_id": "button-0"}),
        ("scroll", {"element_id": "div-0", "direction": "down"}),
    ],
    ids=lambda value: value if isinstance(value, str) else value.get("element_id", ""),
)
async def test_what_an_action_itself_listens_for_has_no_element_asked_about_again(
    surface_on, monkeypatch, tool, parameters
):
    """The browser counts our listeners among all others, and again whenever one is added that is there already.

    On a busy machine an answer or a count may come too late for its look; the next one then asks again, once.
    """
    surface = await surface_on(FORM)
    asked, quiet = [], 0
    evaluate = listeners._expression
    monkeypatch.setattr(listeners, "_expression", lambda what, react: asked.append(what) or evaluate(what, react))
    for n in range(8):
        before = len(asked)
        given = {name: value.format(n=n, option="ML"[n % 2]) for name, value in parameters.items()}
        (outcome,) = await act(
            Proposal(complete=False, message="m", actions=(Action(reason="r", tool=tool, parameters=given),)),
            Toolbox(builtin_tools()),
            surface,
        )
        assert outcome.status == "done", outcome.detail
        await surface.observe()
        quiet = quiet + 1 if len(asked) == before else 0
        if quiet == 2:
            break
    assert quiet == 2, asked
