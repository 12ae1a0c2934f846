"""What does not fit the form is found before the first row, by a look at it."""

import pytest
from served_pages import ServedPages

from actwright.jobs import Job

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

FORM = (
    "<title>Order</title><form method=post action=/orders><label>Name <input name=n></label>"
    "<label>Size <select name=s required><option value=''>Choose<option>Small<option>Large</select></label>"
    "<label>Reason <input name=r required></label><button>Send</button></form>"
)


@pytest.fixture
def site():
    with ServedPages({"/": FORM, "/orders": "<h1>Thank you, order 17 was received</h1>"}) as running:
        yield running


def job(site, folder, rows, **options):
    return Job(rows, url=site.url, out=folder / "x.job", **options)


async def test_columns_values_and_fields_that_do_not_fit_are_listed_with_what_would_mend_them(site, tmp_path):
    rows = [{"Name": "Ada", "Size": "Medium", "Colour": "red"}, {"Name": "Bob", "Size": "XL", "Colour": "blue"}]
    listed = []
    report = await job(site, tmp_path, rows).run(looked=listed.extend)
    assert [(each.column, each.field, each.mend) for each in listed] == [
        ("Size", "Size", 'say in the job file which option it is: [replace."Size"] "Medium" = "…"'),
        ("Colour", "", '--column "Colour=LABEL OF THE FIELD" if it is a field of the form, else --ignore "Colour"'),
        (
            "",
            "Reason",
            "name a column after it with --column HEADING=NAME, or give a value for all rows in the job file",
        ),
    ]
    assert listed[0].why == (
        'no option fits "Medium"; there are "Small", "Large"; no option fits "XL"; there are "Small", "Large"'
    )
    assert site.posts == []
    assert report.counts == {"invalid": 2}


@pytest.mark.long
async def test_rows_go_on_that_lack_the_column_without_a_field(site, tmp_path):
    rows = [{"Name": "Ada", "Size": "Large", "Reason": "new"} | more for more in ({"Colour": "red"}, {"Colour": ""})]
    report = await job(site, tmp_path, rows).run(looked=[].extend)
    assert report.counts == {"invalid": 1, "done": 1}


@pytest.mark.long
async def test_a_job_stops_after_two_rows_that_no_later_page_of_the_form_has_a_field_for(site, tmp_path):
    first = "<form method=post action=/next><label>Name <input name=n></label><button>Next</button></form>"
    site.pages |= {"/": first, "/next": FORM}
    rows = [{"Name": name, "Size": "Large", "Reason": "new", "Colour": "red"} for name in ("Ada", "Bob", "Cy", "Di")]
    report = await job(site, tmp_path, rows, submit="*/orders").run(looked=[].extend)
    assert report.counts["pending"] == 2
    assert report.stopped == (
        "every row left has a value for 'Colour', and the form has no field for it: say which field it is "
        "(--column HEADING=LABEL), or that it is for none (--ignore HEADING)"
    )


async def test_what_the_job_replaces_fits(site, tmp_path):
    rows, listed = [{"Name": "Ada", "Size": "XL", "Reason": "new"}], []
    report = await job(site, tmp_path, rows, replace={"Size": {"xl": "Large"}}).run(looked=listed.extend)
    assert listed == []
    assert report.counts == {"done": 1}
    (post,) = site.posts
    assert "s=Large" in str(post)


@pytest.mark.long
async def test_an_optional_column_may_have_no_field(site, tmp_path):
    """It is entered where there is one."""
    rows, listed = [{"Name": "Ada", "Size": "Large", "Reason": "new", "Colour": "red"}], []
    report = await job(site, tmp_path, rows, optional=["Colour", "Reason"]).run(looked=listed.extend)
    assert listed == []
    assert report.counts == {"done": 1}
    (post,) = site.posts
    assert "r=new" in str(post)


@pytest.mark.long
async def test_a_row_may_say_that_there_is_none(site, tmp_path):
    form = FORM.replace(
        "<button>", "<label>Age <input type=number name=a></label><label>Scan <input type=file name=f></label><button>"
    )
    site.pages["/"] = form
    rows, listed = [{"Name": "Ada", "Size": "Large", "Reason": "None", "Age": "N/A", "Scan": "None"}], []
    report = await job(site, tmp_path, rows).run(looked=listed.extend)
    assert (listed, report.counts) == ([], {"done": 1})
    (post,) = site.posts
    assert "r=None&a=&f=" in str(post)


@pytest.mark.long
async def test_unclear_days_and_numbers_are_read_as_the_clear_ones_of_their_table(site, tmp_path):
    site.pages["/"] = (
        "<form method=post action=/orders><label>Born <input type=date name=b></label>"
        "<label>Fee <input type=number step=any name=f></label><button>Send</button></form>"
    )
    rows = [{"Born": "01/12/2020", "Fee": "1.250"}, {"Born": "14/02/2020", "Fee": "19,90"}]
    report = await job(site, tmp_path, rows).run(looked=[].extend)
    assert report.counts == {"done": 2}
    assert ["b=2020-12-01&f=1250" in str(site.posts[0]), "b=2020-02-14&f=19.90" in str(site.posts[1])] == [True, True]


@pytest.mark.long
async def test_a_day_that_does_not_exist_is_refused_in_every_row(site, tmp_path):
    """Also in the rows that follow a recording, which types what a policy would refuse."""
    parts = "".join(f"<label>{part} <input name={part[0]} size=4></label>" for part in ("Day", "Month", "Year"))
    site.pages["/"] = (
        f"<form method=post action=/orders><label>Name <input name=n></label><fieldset><legend>Born</legend>{parts}"
        "</fieldset><label>Left <input name=l></label><button>Send</button></form>"
    )
    rows = [{"Name": name, "Born": "1999-02-28", "Left": "31/03/2026"} for name in ("Ada", "Bob", "Cy", "Di")]
    rows[2]["Born"], rows[3]["Left"] = "1999-02-30", "31/04/2026"
    report = await job(site, tmp_path, rows).run(looked=[].extend)
    assert (report.counts, len(site.posts)) == ({"done": 2, "invalid": 2}, 2)
