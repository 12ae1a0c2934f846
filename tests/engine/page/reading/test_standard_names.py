"""Names as the W3C computes them: what is hidden, what fields in labels say, where words end."""

import pytest

from actwright.engine.page.reading.capture import PageReader


@pytest.mark.parametrize(
    ("html", "name"),
    [
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
        ("<table><tr><th aria-sort=ascending><button>Name <input type=submit value=now></button></table>", "Name now"),
    ],
)  # fmt: skip
async def test_a_name_is_what_the_standard_says(page, html, name):
    await page.set_content(html)
    assert name in [element.name for element in (await PageReader().capture(page)).elements]


async def test_the_limits_of_a_slider_and_the_order_of_a_table_are_shown(page):
    await page.set_content(
        "<div role=slider tabindex=0 aria-label=Heat aria-valuemin=10 aria-valuemax=38 aria-valuenow=25>.</div>"
        "<table><tr><th aria-sort=ascending><button>Name</button></table>"
    )
    tree = (await PageReader().capture(page)).tree
    assert 'min="10" max="38"' in tree or "min=10 max=38" in tree, tree
    assert "sort=" in tree, tree
