import pytest

from actwright.schemas.page import Box, Element, marked


def element(number, *, box=(10, 10, 100, 30), **more):
    x, y, width, height = box
    return Element(id=f"div-{number}", tag="div", box=Box(x=x, y=y, width=width, height=height), **more)


@pytest.mark.parametrize(
    "without_number",
    [
        {"in_view": False},
        {"covered_by": 'div "Cookies"'},
        {"box": (0, 0, 7.9, 30)},
        {"box": (0, 0, 30, 7.9)},
        {"box": (0, 0, 800, 481)},
    ],
    ids=str,
)
def test_numbers_are_places_in_the_page_and_stay_so_beside_what_has_none(without_number):
    elements = [
        element(0),
        element(1, **without_number),
        element(2, box=(0, 0, 800, 480)),
        element(3, box=(0, 0, 8, 8)),
    ]
    assert marked(elements, 800, 600) == {"div-0": 1, "div-2": 3, "div-3": 4}


def test_an_element_without_a_rectangle_has_no_number():
    assert marked([Element(id="div-0", tag="div", box=None), element(1)], 800, 600) == {"div-1": 2}
