"""One code in fields that each take a group of its characters: `fill` on the first sets all."""

import pytest

from actwright.errors import ToolError
from actwright.tools.fields import Fill

FIELDS = "<p>IBAN " + "".join(f"<input name=i{number} maxlength=4>" for number in range(4)) + "</p>"
APART = "<p><label>Age <input maxlength=3></label><label>Size <input maxlength=3></label><label>Cups <input maxlength=3></label>"
READ = "[...document.querySelectorAll('input')].map((each) => each.value)"


@pytest.mark.parametrize(
    ("value", "held"),
    [
        ("AT61 1904 3002 34", ["AT61", "1904", "3002", "34"]),
        ("AT611904300234", ["AT61", "1904", "3002", "34"]),
        ("{{iban}}", ["AT61", "1904", "3002", "3457"]),
        ("AT61", ["AT61", "", "", ""]),
    ],
)
async def test_a_code_is_divided_among_its_fields(surface_on, page, value, held):
    surface = await surface_on(FIELDS, data={"iban": "AT61 1904-3002-3457"})
    done = await Fill(element_id="input-0", value=value).run(surface)
    assert await page.evaluate(READ) == held
    assert all(each.match for each in done.receipts)


@pytest.mark.parametrize("value", ["AT61 1904", "AT61 1904 3002 3457 9"])
async def test_a_code_that_does_not_fill_its_fields_is_refused(surface_on, page, value):
    surface = await surface_on(FIELDS)
    with pytest.raises(ToolError, match="does not fill them"):
        await Fill(element_id="input-0", value=value).run(surface)
    assert await page.evaluate(READ) == [""] * 4


async def test_fields_with_labels_of_their_own_are_no_groups(surface_on):
    surface = await surface_on(APART)
    assert [each.part for each in (await surface.look()).elements] == ["", "", ""]
