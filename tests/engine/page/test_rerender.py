"""IDs through re-renders: keyed and unkeyed lists, replaced subtrees, and elements that a capture left out."""

import pytest

from actwright.engine.page.reading.capture import Eyes

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


async def titles(eyes, page):
    """Which ID the "Delete" of each person has."""
    snapshot = await eyes.capture(page)
    found = {}
    for element in snapshot.elements:
        if element.name == "Delete":
            person = await eyes.locator(element.id).evaluate("button => button.closest('li').firstChild.textContent")
            found[person] = element.id
    return found


PEOPLE = ["Alice Ames", "Bob Best", "Carol Cox", "Dan Dahl", "Eve Eder"]


@pytest.mark.parametrize("way", ["keyed", "replaced"])
@pytest.mark.parametrize(
    "after",
    [
        PEOPLE,
        PEOPLE[::-1],
        ["Zoe Zink", *PEOPLE],
        PEOPLE[1:],
        [PEOPLE[3], PEOPLE[0], "Zoe Zink"],
    ],
    ids=["same", "reversed", "inserted", "removed", "mixed"],
)
async def test_rows_keep_their_ids(page, way, after):
    """Whether a list moves its nodes or makes all of them anew: a row that says the same has the IDs it had."""
    await page.set_content(LIST)
    eyes = Eyes()
    await page.evaluate(f"people => {{ {way}(people) }}", PEOPLE)
    before = await titles(eyes, page)
    assert len(before) == len(PEOPLE)
    await page.evaluate(f"people => {{ {way}(people) }}", after)
    now = await titles(eyes, page)
    assert {person: now[person] for person in after if person in before} == {
        person: before[person] for person in after if person in before
    }
    assert set(now.values()) - set(before.values()) == {now[person] for person in after if person not in before}


async def test_an_unkeyed_list_keeps_nodes_but_not_their_meaning(page):
    """Where nodes take other records, an ID stays with its node, and the check says what it belonged to."""
    await page.set_content(LIST)
    eyes = Eyes()
    await page.evaluate("people => { unkeyed(people) }", PEOPLE)
    before = await titles(eyes, page)
    await page.evaluate("people => { unkeyed(people) }", PEOPLE[1:])
    moved = (await eyes.guard.check(before["Alice Ames"])).moved
    assert moved == 'was in "Alice Ames Edit", now it is in "Bob Best Edit"'
    assert not (await eyes.guard.check(before["Eve Eder"])).found


async def test_rows_that_say_the_same_share_no_ids(page):
    """Among rows that nothing tells apart, a new node takes no ID of an old one."""
    await page.set_content(LIST)
    eyes = Eyes()
    await page.evaluate("replaced(['Twin', 'Twin', 'Alice'])")
    before = [element.id for element in (await eyes.capture(page)).elements]
    await page.evaluate("replaced(['Twin', 'Twin', 'Alice'])")
    after = [element.id for element in (await eyes.capture(page)).elements]
    assert after[4:] == before[4:]
    assert not set(after[:4]) & set(before)


async def test_an_id_is_handed_on_without_another_look(page):
    """An element that was replaced since the last capture is found as soon as it is asked for."""
    await page.set_content(LIST)
    eyes = Eyes()
    await page.evaluate("people => { replaced(people) }", PEOPLE)
    before = await titles(eyes, page)
    await page.evaluate("people => { replaced(people) }", ["Zoe Zink", *PEOPLE])
    button = eyes.locator(before["Carol Cox"])
    assert await button.evaluate("button => button.closest('li').firstChild.textContent") == "Carol Cox"
    assert (await eyes.guard.check(before["Carol Cox"])).found
    after = await titles(eyes, page)
    assert after.pop("Zoe Zink") not in before.values()
    assert after == before


async def test_a_clock_in_a_row_does_not_cost_its_id(page):
    """Rows made anew with another time in them are the same rows."""
    await page.set_content(LIST)
    eyes = Eyes()
    await page.evaluate("replaced(['Vase 00:59', 'Lamp 01:10'])")
    before = [element.id for element in (await eyes.capture(page)).elements]
    await page.evaluate("replaced(['Vase 00:58', 'Lamp 01:09'])")
    assert [element.id for element in (await eyes.capture(page)).elements] == before


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
    eyes = Eyes()

    async def whose():
        elements = (await eyes.capture(page)).elements
        return {(await eyes.locator(each.id).evaluate(OF), each.role, each.name): each.id for each in elements}

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
    eyes = Eyes()
    (before,) = (await eyes.capture(page)).elements
    await page.evaluate("html => { document.body.innerHTML = html }", of.format(18))
    assert not (await eyes.guard.check(before.id)).found
    (after,) = (await eyes.capture(page)).elements
    assert after.id != before.id
