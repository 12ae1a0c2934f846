"""Names as the W3C computes them: what is hidden, what fields in labels say, where words end."""

from inline_snapshot import snapshot

from actwright.engine.page.reading.capture import PageReader

NAMES = [
    ("<span id=l>Price <span hidden>is missing</span></span><input aria-labelledby=l>", "Price"),
    ("<span id=l hidden>Price <b>now</b></span><input aria-labelledby=l>", "Price now"),
    ("<label for=e>Email</label><input id=e><label for=e style='display:none'>Required</label>", "Email"),
    ("<label><input type=checkbox>Remind me <input aria-label=Minutes value=15> early</label>", "Remind me 15 early"),
    ("<label><input type=checkbox>Volume <i role=slider aria-valuenow=4></i></label>", "Volume 4"),
    (
        "<label><input type=checkbox>Flash <b role=listbox><i role=option aria-selected=true>1</i><i role=option>2</i></b> times</label>",
        "Flash 1 times",
    ),
    ("<select id=s><option>Not<option selected>Chosen</select><input aria-labelledby=s>", "Chosen"),
    ("<button><b style='display:inline-block'>Add</b><b style='display:inline-block'>to cart</b></button>", "Add to cart"),
    ("<a href=#>My name is <img alt='' title=Bryan>Eli</a>", "My name is Eli"),
    ("<style>b::before { content: '*' / 'New ' }</style><button><b>mail</b></button>", "New mail"),
    ("<label><input type=checkbox>In <i aria-owns=o>about</i> days</label><b id=o role=combobox>3</b>", "In about 3 days"),
    ("<label><input type=checkbox>Copy <b role=menu><i role=menuitem>all</i></b> files</label>", "Copy files"),
    ("<table><tr><th aria-sort=ascending><button>Name <input type=submit value=now></button></table>", "Name now"),
]  # fmt: skip


async def test_a_name_is_what_the_standard_says(page):
    found = {}
    for html, _ in NAMES:
        await page.set_content(html)
        found[html] = [element.name for element in (await PageReader().capture(page)).elements]
    assert {html: names for html, names in found.items() if dict(NAMES)[html] not in names} == {}


async def test_a_tree_shows_what_only_attributes_say(page):
    """Limits, order, level, position among more than are there, number behind the words, and the part with the focus."""
    await page.set_content(
        "<div role=slider tabindex=0 aria-label=Heat aria-valuemin=10 aria-valuemax=38 aria-valuenow=25 aria-valuetext=warm>"
        ".</div><table><tr><th aria-sort=ascending><button>Name</button></table><div role=meter aria-label=Disk aria-valuenow=7>"
        "</div><ul role=tree><li role=treeitem aria-level=2 aria-posinset=4 aria-setsize=90>Logs"
        "<li role=treeitem aria-level=deep>Notes</ul>"
        "<ul role=listbox aria-label=Days tabindex=0 aria-multiselectable=true aria-activedescendant=o><li id=o role=option>Mon</ul>"
    )
    await page.focus("[role=listbox]")
    assert (await PageReader().capture(page)).tree == snapshot("""\
- div-0 (role=slider label="Heat" value="warm" min="10" max="38" now="25") "."
- tr
  - th (sort="ascending")
    - button-0 "Name"
- meter (label="Disk" value="7")
- tree
  - li-0 (role=treeitem level="2" position="4/90") "Logs"
  - li-1 (role=treeitem) "Notes"
- ul-0 (role=listbox label="Days" multiple focused)
  - li-2 (role=option active) "Mon"\
""")
