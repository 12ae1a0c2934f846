"""The words beside fields that have no label, in a real browser."""

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
HIDDEN_SELECT = (
    "<label for=s>Country</label> <select id=s tabindex=-1 aria-hidden=true style='position:absolute;clip:rect(0,0,0,0);"
    "width:1px;height:1px'><option>Oslo</select><span><span role=combobox tabindex=0>Choose</span></span>"
)
HINTED = (
    "<fieldset aria-describedby=h><legend>Pet?</legend><p id=h>Choose one.</p><input type=radio name=p>Yes"
    "<input type=radio name=p>No<p><label>Which <input></label></p></fieldset>"
)
RATING = "<p>Quality</p><div>" + "".join(
    f"<label for=r{stars}>\u2605<i style='position:absolute;left:-99em'>{stars} stars</i></label>"
    f"<input id=r{stars} type=radio name=r style='opacity:0;width:1px'>"
    for stars in (1, 2)
)


BESIDE = [
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
    (HIDDEN_SELECT, ["Country"], [""]),
    (RATING, ["", ""], ["Quality"]),
    (HINTED, ["Yes", "No", ""], [""]),
    ("<table><tr><td>Hobbies</td><td>Art <input type=checkbox name=h><input name=h></td></tr></table>", ["Art", ""], [""]),
]  # fmt: skip


async def elements_of(page, html):
    await page.set_content(f"<form>{html}</form>")
    return (await PageReader().capture(page)).elements


async def test_the_words_that_people_read_as_a_label(page):
    """Before a field, in its row and column, or after a radio button; never those of another field or a heading."""
    for html, beside, questions in BESIDE:
        found = await elements_of(page, html)
        assert [one.beside for one in found] == beside, html
        assert {one.question for one in found} >= set(questions) - {""}, html


DAYS, YEARS = ("".join(f"<option>{each}" for each in numbers) for numbers in (range(1, 32), range(2030, 2000, -1)))
MONTHS = "".join(f"<option>{each:02}" for each in range(1, 13))
DATE = f"<select><option>{DAYS}</select><select>{MONTHS}</select><select>{YEARS}</select>"


PARTS = [
    (f"<p>From</p>{DATE}<p>To</p>{DATE}", ["day", "month", "year"] * 2, ["From"] * 3 + ["To"] * 3),
    (
        "<label for=m>Born</label><input id=m aria-label=MM><input aria-label=DD><input aria-label=YYYY>",
        ["month", "day", "year"],
        ["Born"] * 3,
    ),
    ("<p>Code</p><div role=group><input maxlength=1><input maxlength=1><input maxlength=1></div>", ["1", "2", "3"], ["Code"] * 3),
    (f"<p>Year</p><select>{YEARS}</select><p>Month</p><select>{MONTHS}</select>", ["", ""], ["", ""]),
    ("<label>A <input size=1></label><label>B <input size=1></label><label>C <input size=1></label>", [""] * 3, [""] * 3),
]  # fmt: skip


async def test_controls_that_take_one_value_together(page):
    """The day, the month and the year of a date, and boxes for a character each, with the words before the first."""
    for html, parts, questions in PARTS:
        found = await elements_of(page, html)
        assert [(one.part, one.question) for one in found] == [*zip(parts, questions, strict=True)], html
