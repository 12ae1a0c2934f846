"""What a replay that stopped quotes: messages that are new on the page, also those that have gone, and a login."""

import pytest

from actwright.engine.matching.page_news import news_of, row_elsewhere
from actwright.schemas.page import Element, Observation
from actwright.schemas.recording import RecordedTarget

FOOTER = '- text "It is 10:{minute}:00. Visitor {visitor}."'
BEFORE = f'- h1 "New order"\n- input-0 (label="VAT number")\n- button-0 "Save"\n{FOOTER.format(minute=10, visitor=17)}'


def looked(tree, *elements):
    footer = FOOTER.format(minute=11, visitor=4711)
    return Observation(url="http://shop.test/", tree=f"{tree}\n{footer}", text=tree, elements=elements)


ORDERS = '- h1 "Orders"\n- p "One"\n- p "Two words"\n- p "Three words"'


@pytest.mark.parametrize(
    ("pages", "news"),
    [
        ([looked(BEFORE)], ""),
        (
            [looked('- h1 "New order"\n- input-0 (label="VAT number VAT number is required")\n- button-0 "Save"')],
            ' New on the page: "VAT number VAT number is required".',
        ),
        (
            [looked(f'{ORDERS}\n- status "Draft saved"')],
            ' New on the page: "Draft saved", "Orders", "One".',
        ),
        (
            [looked('- h1 "New order"\n- status "Not saved"'), looked('- h1 "New order"')],
            ' Shown for a moment: "Not saved".',
        ),
        (
            [looked("", Element(id="input-1", tag="input", role="textbox", name="Password", type="password"))],
            " The page asks for a login; start the replay signed in.",
        ),
        ([looked('- dialog (label="Cookies")')], ' New on the page: "Cookies". A dialog is open: "Cookies".'),
    ],
    ids=["a clock and a counter", "an error within a label", "a message comes first", "gone", "a login", "a dialog"],
)
def test_what_is_new_on_a_page_is_quoted(pages, news):
    before = Observation(url="http://shop.test/", tree=BEFORE)
    assert news_of(pages, before, expects_login=False) == news


def test_an_alert_is_quoted_though_it_was_accepted_at_once():
    note = 'the page showed an alert "Out of stock: only 2 left", which was accepted'
    page = looked(BEFORE).model_copy(update={"notes": (note,)})
    before = Observation(url="http://shop.test/", tree=BEFORE)
    said = news_of([page], before, expects_login=False)
    assert said == ' The page showed an alert: "Out of stock: only 2 left".'


def test_a_row_may_be_on_another_page_of_its_list():
    page, target = looked('- p "page 1 of 4"'), RecordedTarget(role="link", name="Edit", row="1003 | Ann")
    assert row_elsewhere(page, [target]) == '; the list goes on ("page 1 of 4"), and the row may be there'
    assert row_elsewhere(page, [RecordedTarget(role="link", name="Edit")]) == ""
    assert row_elsewhere(looked('- p "4 orders"'), [target]) == ""
