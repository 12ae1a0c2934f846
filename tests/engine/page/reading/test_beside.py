"""The words beside fields that have no label, in a real browser."""

import pytest

from actwright.engine.page.reading.capture import PageReader

GRID = (
    "<table><tr><td colspan=4>Exams</td></tr><tr><td>No</td><td>Exam</td><td>Board</td><td>Year</td></tr>"
    "<tr><td>1</td><td>Class X</td><td><input></td><td><input></td></tr></table>"
)
LIKERT = (
    "<table><tr><th></th><th>Good</th><th>Bad</th></tr><tr><td>1. Food</td><td><input type=radio name=f></td>"
    "<td><input type=radio name=f></td></tr></table>"
)
COLUMN = (
    "<table><tr><td></td><td></td><td>Best</td></tr><tr><td>Home</td><td><input></td><td><input type=radio name=b></td></tr>"
    "<tr><td>Work</td><td><input></td><td><input type=radio name=b></td></tr></table>"
)


@pytest.mark.parametrize(
    ("html", "beside", "questions"),
    [
        ("<table><tr><td>Name :</td><td><input></td><td>Zip</td><td><input></td></tr></table>", ["Name :", "Zip"], [""]),
        ("<label for=gone>City</label><div><i></i><input></div>", ["City"], [""]),
        ("Full name<br><input><br>E-mail<br><input>", ["Full name", "E-mail"], [""]),
        ("<div>A <input> (10 digits)</div><div><input></div>", ["A", ""], [""]),
        ("<div><input><label>First</label></div><div><input><label>Last</label></div>", ["First", "Last"], [""]),
        ("<h2>About you</h2><input>", [""], [""]),
        ("<label>Kept <input></label><label for=no>Wrapped <input></label>", ["", "Wrapped"], [""]),
        ("<p>Sex</p>Male<input type=radio name=s> Female <input type=radio name=s>", ["Male", "Female"], [""]),
        (
            "<h3>PHP was hard</h3><input type=radio name=h> <label>Yes</label><input type=radio name=h> <label>No</label>",
            ["Yes", "No"],
            ["PHP was hard"],
        ),
        (
            "<table><tr><td>Sex</td><td>Male<input type=radio name=s> Female<input type=radio name=s></td></tr></table>",
            ["Male", "Female"],
            ["Sex"],
        ),
        (GRID, ["Class X Board", "Class X Year"], [""]),
        (LIKERT, ["Good", "Bad"], ["1. Food"]),
        (COLUMN, ["Home", "Home", "Work", "Work"], ["", "Best"]),
        ("<table><tr><td>Hobbies</td><td>Art <input type=checkbox name=h><input name=h></td></tr></table>", ["Art", ""], [""]),
    ],
)  # fmt: skip
async def test_the_words_that_people_read_as_a_label(page, html, beside, questions):
    """Before a field, in its row and column, or after a radio button; never those of another field or a heading."""
    await page.set_content(f"<form>{html}</form>")
    found = (await PageReader().capture(page)).elements

    assert [one.beside for one in found] == beside
    assert {one.question for one in found} >= set(questions) - {""}
