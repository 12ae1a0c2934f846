"""IDs through re-renders: keyed and unkeyed lists, replaced subtrees, and elements that a capture left out."""

import pytest

from actwright.engine.act import act
from actwright.engine.page.reading.capture import PageReader
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.slow

LIST = """<main></main><script>
    const main = document.querySelector('main');
    const row = (person) => {
        const li = document.createElement('li');
        li.append(Object.assign(document.createElement('b'), { textContent: person }), ' ');
        for (const name of ['Edit', 'Delete']) li.append(Object.assign(document.createElement('button'), { textContent: name }));
        return li;
    };
    const rows = new Map();
    // React's two ways: a row that follows its key, and the n-th row that takes the n-th record.
    const keyed = (people) => {
        for (const [person, li] of rows) if (!people.includes(person)) { li.remove(); rows.delete(person); }
        for (const person of people) {
            if (!rows.has(person)) rows.set(person, row(person));
            list.append(rows.get(person));
        }
    };
    const unkeyed = (people) => {
        while (list.children.length > people.length) list.lastChild.remove();
        people.forEach((person, n) => {
            if (list.children[n]) list.children[n].firstChild.textContent = person;
            else list.append(row(person));
        });
    };
    const replaced = (people) => { list = document.createElement('ul'); list.append(...people.map(row)); main.replaceChildren(list); };
    let list;
    replaced([]);
</script>"""


async def titles(reader, page):
    """Which ID the "Delete" of each person has."""
    snapshot = await reader.capture(page)
    found = {}
    for element in snapshot.elements:
        if element.name == "Delete":
            person = await reader.locator(element.id).evaluate("button => button.closest('li').firstChild.textContent")
            found[person] = element.id
    return found


PEOPLE = ["Alice Ames", "Bob Best", "Carol Cox", "Dan Dahl", "Eve Eder"]


@pytest.mark.parametrize("way", ["keyed", "replaced"])
async def test_rows_keep_their_ids(page, way):
    """Whether a list moves its nodes or makes all of them anew: a row that says the same has the IDs it had."""
    await page.set_content(LIST)
    others = (PEOPLE, PEOPLE[::-1], ["Zoe Zink", *PEOPLE], PEOPLE[1:], [PEOPLE[3], PEOPLE[0], "Zoe Zink"])
    for after in others:
        reader = PageReader()
        await page.evaluate("rows.clear(), replaced([])")
        await page.evaluate(f"people => {{ {way}(people) }}", PEOPLE)
        before = await titles(reader, page)
        assert len(before) == len(PEOPLE)
        await page.evaluate(f"people => {{ {way}(people) }}", after)
        now = await titles(reader, page)
        assert {person: now[person] for person in after if person in before} == {
            person: before[person] for person in after if person in before
        }
        assert set(now.values()) - set(before.values()) == {now[person] for person in after if person not in before}


async def test_an_unkeyed_list_keeps_nodes_but_not_their_meaning(page):
    """Where nodes take other records, an ID stays with its node, and the check says what it belonged to."""
    await page.set_content(LIST)
    reader = PageReader()
    await page.evaluate("people => { unkeyed(people) }", PEOPLE)
    before = await titles(reader, page)
    await page.evaluate("people => { unkeyed(people) }", PEOPLE[1:])
    moved = (await reader.guard.check(before["Alice Ames"])).moved
    assert moved == 'was in "Alice Ames Edit", now it is in "Bob Best Edit"'
    assert not (await reader.guard.check(before["Eve Eder"])).found


async def test_rows_that_say_the_same_share_no_ids(page):
    """Among rows that nothing tells apart, a new node takes no ID of an old one."""
    await page.set_content(LIST)
    reader = PageReader()
    await page.evaluate("replaced(['Twin', 'Twin', 'Alice'])")
    before = [element.id for element in (await reader.capture(page)).elements]
    await page.evaluate("replaced(['Twin', 'Twin', 'Alice'])")
    after = [element.id for element in (await reader.capture(page)).elements]
    assert after[4:] == before[4:]
    assert not set(after[:4]) & set(before)


async def test_an_id_is_handed_on_without_another_look(page):
    """An element that was replaced since the last capture is found as soon as it is asked for."""
    await page.set_content(LIST)
    reader = PageReader()
    await page.evaluate("people => { replaced(people) }", PEOPLE)
    before = await titles(reader, page)
    await page.evaluate("people => { replaced(people) }", ["Zoe Zink", *PEOPLE])
    button = reader.locator(before["Carol Cox"])
    assert await button.evaluate("button => button.closest('li').firstChild.textContent") == "Carol Cox"
    assert (await reader.guard.check(before["Carol Cox"])).found
    after = await titles(reader, page)
    assert after.pop("Zoe Zink") not in before.values()
    assert after == before


async def test_a_clock_in_a_row_does_not_cost_its_id(page):
    """Rows made anew with another time in them are the same rows."""
    await page.set_content(LIST)
    reader = PageReader()
    await page.evaluate("replaced(['Vase 00:59', 'Lamp 01:10'])")
    before = [element.id for element in (await reader.capture(page)).elements]
    await page.evaluate("replaced(['Vase 00:58', 'Lamp 01:09'])")
    assert [element.id for element in (await reader.capture(page)).elements] == before


FIELDS = """<h1>Trip</h1><form></form><script>
    let counted = 0;
    const use = { react: () => `_r_${(counted++).toString(36)}_`, 'older react': () => `:r${(counted++).toString(36)}:` };
    const draw = (kind) => { document.querySelector('form').innerHTML = ['From', 'To'].map((name) => {
        const id = use[kind]();
        return `<div id="${use[kind]()}"><label for="${id}">${name}</label><input id="${id}" role=combobox aria-expanded=true>
            <button aria-label=Open></button><ul role=listbox><li role=option tabindex=-1 id="${id}-1">Oslo</li></ul></div>`;
    }).join(''); };
    customElements.define('sl-field', class extends HTMLElement {
        connectedCallback() {
            this.id = `sl-field-${counted++}`;
            this.attachShadow({ mode: this.getAttribute('mode') }).innerHTML =
                `<label for=input>${this.title}</label><input id=input><button>Clear</button>`;
        }
    });
    const components = (mode) => { document.querySelector('form').innerHTML =
        ['From', 'To'].map((name) => `<sl-field mode=${mode} title=${name}></sl-field>`).join(''); };
</script>"""
OF = "e => e.closest('div, sl-field')?.innerText?.trim().split('\\n')[0] ?? e.getRootNode().host.title"


@pytest.mark.parametrize("way", ["draw('react')", "draw('older react')", "components('open')", "components('closed')"])
async def test_counted_markup_ids_do_not_cost_an_id(page, way):
    """Frameworks number what they mount; what is mounted anew in the same place is the same control, in shadow roots too."""
    await page.set_content(FIELDS)
    reader = PageReader()

    async def whose():
        elements = (await reader.capture(page)).elements
        return {(await reader.locator(each.id).evaluate(OF), each.role, each.name): each.id for each in elements}

    await page.evaluate(way)
    before = await whose()
    assert len(before) == (4 if "components" in way else 8)
    for _ in range(2):
        await page.evaluate(way)
        assert await whose() == before


@pytest.mark.parametrize(
    "of", ["<button id=delete-{}>Delete</button>", "<x-card id=x-card-{}><button>Delete</button></x-card>"]
)
async def test_numbers_that_a_page_gives_tell_records_apart(page, of):
    """A button whose markup ID names another record is another button."""
    await page.set_content(of.format(17))
    reader = PageReader()
    (before,) = (await reader.capture(page)).elements
    await page.evaluate("html => { document.body.innerHTML = html }", of.format(18))
    assert not (await reader.guard.check(before.id)).found
    (after,) = (await reader.capture(page)).elements
    assert after.id != before.id


RESULTS = """<main></main><button id=next>Next</button><script>
    const PAGES = [
        [['Ada', 'a.example/1', 'poet', 9], ['Keneth', 'k.example/2', 'smith', 8], ['Bo', 'b.example/3', 'baker', 7]],
        [['Zoe', 'z.example/4', 'miner', 6], ['Keneth', 'q.example/5', 'tailor', 5], ['Ann', 'm.example/6', 'nurse', 4]],
    ];
    const main = document.querySelector('main');
    const opened = [];
    const fill = (box, [name, address, trade, points]) => {
        const link = box.matches('a') ? box : box.querySelector('a, button');
        link.textContent = name;
        if (link.hasAttribute('href')) link.setAttribute('href', link.className ? '/to/' + address : '#');
        link.onclick = (event) => { event.preventDefault(); opened.push(address); };
        for (const [part, text] of [['address', address], ['trade', trade], ['points', `${points} points`]]) {
            const place = box.querySelector(`[data-part=${part}]`);
            if (place) place.textContent = text;
        }
    };
    const made = (layout, record) => {
        const box = document.createRange().createContextualFragment(layout).firstChild;
        fill(box, record);
        return box;
    };
    const show = (layout, records) => {
        if (!main.firstChild) main.append(document.createElement('div'));
        main.firstChild.replaceChildren(...records.map((record) => made(layout, record)));
    };
    const refill = (records) => records.forEach((record, n) => fill(main.firstChild.children[n], record));
</script>"""
ADDRESS = "<p data-part=address></p>"
LAYOUTS = {
    "cards that lead somewhere": f"<div><a class=to href></a>{ADDRESS}<p data-part=trade></p></div>",
    "cards that listen": f"<div><a href></a>{ADDRESS}<p data-part=trade></p></div>",
    "cards with buttons": f"<div><p><button></button></p>{ADDRESS}</div>",
    "items that lead somewhere": "<li><a class=to href></a></li>",
    "items that say more": f"<li><a class=to href></a>{ADDRESS}</li>",
    "items that listen": f"<li><a href></a>{ADDRESS}</li>",
    "links alone": "<a class=to href></a>",
}  # fmt: skip
layouts = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
WAYS = ("refill(PAGES[1])", "show(layout, PAGES[1])")
"""The nodes of the records before are filled anew, or new ones are made."""


async def shown(reader, page):
    """The ID of each record, with a star if it is new."""
    snapshot = await reader.capture(page)
    lines = [line.strip(" -").split(" ", 1)[0] for line in snapshot.tree.splitlines()]
    return {each.name: f"*{each.id}" if f"*{each.id}" in lines else each.id for each in snapshot.elements}


@layouts
async def test_the_next_page_of_a_list_has_other_records(page, surface_on, layout):
    """What leads to another record under an unchanged name, in whatever layout, is not pressed by its old ID."""
    surface = await surface_on(RESULTS)
    for way in WAYS:
        await page.evaluate("layout => show(layout, PAGES[0])", layout)
        await page.evaluate(f"layout => {{ document.getElementById('next').onclick = () => {{ {way} }} }}", layout)
        (keneth,) = (each.id for each in (await surface.observe()).elements if each.name == "Keneth")
        (following,) = (each.id for each in (await surface.observe()).elements if each.name == "Next")
        actions = [Action(reason="", tool="click", parameters={"element_id": each}) for each in (following, keneth)]
        await act(Proposal(complete=False, message="go", actions=tuple(actions)), Toolbox(builtin_tools()), surface)
        assert await page.evaluate("opened") == [], way


@layouts
async def test_other_records_are_new(page, layout):
    """A look at the next page of a list shows every record of it as new."""
    await page.set_content(RESULTS)
    for way in WAYS:
        reader = PageReader()
        await page.evaluate("layout => show(layout, PAGES[0])", layout)
        before = await shown(reader, page)
        await page.evaluate(f"layout => {way}", layout)
        after = await shown(reader, page)
        assert [name for name, its in after.items() if its.startswith("*")] == ["Zoe", "Keneth", "Ann"], way
        assert after.pop("Next") == before.pop("Next").strip("*")
        assert not {its.strip("*") for its in after.values()} & {its.strip("*") for its in before.values()}


async def test_namesakes_beside_it_do_not_hide_that_a_record_is_another_one(page):
    """Where all others of a list are called the same, the third one is still one of three."""
    await page.set_content(RESULTS)
    reader = PageReader()
    layout = LAYOUTS["cards that listen"]
    await page.evaluate(
        "layout => show(layout, PAGES[0].map((one) => one[0] === 'Keneth' ? one : ['Ada', ...one.slice(1)]))", layout
    )
    before = await shown(reader, page)
    await page.evaluate("layout => show(layout, PAGES[1])", layout)
    after = await shown(reader, page)
    assert after["Keneth"].startswith("*")
    assert not {its.strip("*") for name, its in after.items() if name != "Next"} & {
        its.strip("*") for its in before.values()
    }


ORDINARY = {
    "points": "refill(PAGES[0].map(([name, address, trade, points]) => [name, address, trade, points + 1]))",
    "one state": "refill(PAGES[0].map((one, n) => n === 1 ? [one[0], one[1], 'sold out', 0] : one))",
    "the same anew": "show(layout, PAGES[0])",
    "sorted anew": "show(layout, [...PAGES[0]].reverse())",
    "another moved": "list.append(list.firstChild)",
    "moved itself": "list.append(list.children[1])",
    "one more first": "list.prepend(made(layout, PAGES[1][0]))",
    "more": "list.append(made(layout, PAGES[1][0]), made(layout, PAGES[1][2]))",
    "one less": "list.lastChild.remove()",
    "sorting": "list.querySelectorAll('.to').forEach((one) => { one.href += '?sort=name'; })",
}


@pytest.mark.slow
@layouts
async def test_a_list_that_lives_on_keeps_its_ids(page, layout):
    """Counters, states, sorting, more and fewer records: the one that stays is the one that it was, and not new."""
    await page.set_content(RESULTS)
    became = {}
    for change, script in ORDINARY.items():
        reader = PageReader()
        await page.evaluate("layout => show(layout, PAGES[0])", layout)
        before = (await shown(reader, page))["Keneth"].strip("*")
        await page.evaluate(f"layout => {{ const list = main.firstChild; {script} }}", layout)
        check = await reader.guard.check(before)
        became[change] = (check.name, check.moved, (await shown(reader, page))["Keneth"] == before)
    assert became == dict.fromkeys(ORDINARY, ("Keneth", "", True))


@pytest.mark.parametrize(
    ("controls", "first", "then"),
    [
        (["Show A", "Show B", "Show C"], "this.textContent = this.textContent.replace('Show', 'Hide')", "Hide"),
        (["Play", "Mute", "Stop"], "this.textContent = 'Un' + this.textContent.toLowerCase()", "Un"),
    ],
)
async def test_switches_that_the_run_switched_keep_their_ids(page, surface_on, controls, first, then):
    """Pressing one control of a row after another renames them, and makes none of them another one."""
    html = "".join(f'<div><button onclick="{first}">{name}</button></div>' for name in controls)
    surface = await surface_on(html)
    before = [each.id for each in (await surface.observe()).elements]
    actions = [Action(reason="", tool="click", parameters={"element_id": each}) for each in before]
    outcomes = await act(
        Proposal(complete=False, message="go", actions=tuple(actions)), Toolbox(builtin_tools()), surface
    )
    assert [outcome.status for outcome in outcomes] == ["done"] * 3
    after = (await surface.observe()).elements
    assert [each.id for each in after] == before
    assert all(each.name.startswith(then) for each in after)


async def test_a_pager_pages_on(page, surface_on):
    """The links of a pager lead elsewhere with every page, and may be pressed one after the other."""
    surface = await surface_on("""<nav><ul></ul></nav><script>
        const list = document.querySelector('ul');
        const draw = (at) => ['Prev', at, at + 1, at + 2, 'Next'].forEach((name, n) => {
            const item = list.children[n] || list.appendChild(document.createElement('li'));
            const link = item.firstChild || item.appendChild(document.createElement('a'));
            link.textContent = name;
            link.href = `?page=${typeof name === 'number' ? name : at + (n ? 1 : -1)}`;
            link.onclick = (event) => { event.preventDefault(); document.title = name; draw(at + (n ? 1 : -1)); };
        });
        draw(2);
    </script>""")
    (following,) = (each.id for each in (await surface.observe()).elements if each.name == "Next")
    actions = [Action(reason="", tool="click", parameters={"element_id": following})] * 2
    outcomes = await act(
        Proposal(complete=False, message="go", actions=tuple(actions)), Toolbox(builtin_tools()), surface
    )
    assert [outcome.status for outcome in outcomes] == ["done", "done"]
    assert await page.evaluate("[...list.children].map((item) => item.innerText)") == ["Prev", "4", "5", "6", "Next"]
