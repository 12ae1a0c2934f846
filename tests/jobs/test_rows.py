"""What files of rows hold, and what is refused before anything is submitted."""

import json
from datetime import date
from zipfile import ZipFile

import pytest

from actwright.errors import ConfigError
from actwright.jobs.job_options import JobOptions, read_options
from actwright.jobs.job_rows import read_rows
from actwright.jobs.row_table import read_table

SALT = b"salt"


def order(**options):
    return JobOptions(task="Fill in the form", url="http://127.0.0.1/", **options)


async def values(given, **options):
    return [row.values for row in (await read_rows(given, order(**options), salt=SALT)).rows]


def written(path, content, encoding="utf-8"):
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ('Full name,Note\n"Lovelace, Ada","two\r\nlines"\n', "utf-8"),
        ('Full name,Note\r\n"Lovelace, Ada","two\r\nlines"\r\n', "utf-8-sig"),
        ('Full name;Note\r\n"Lovelace, Ada";"two\r\nlines"\r\n', "utf-16"),
        ('Full name\tNote\r\n"Lovelace, Ada"\t"two\r\nlines"\r\n', "utf-16-le"),
        ('Full name|Note\n\n"Lovelace, Ada"|"two\r\nlines"\n\n', "utf-8"),
    ],
)
async def test_a_csv_is_read_whatever_its_mark_encoding_and_delimiter(tmp_path, content, encoding):
    """Headings are names, text in quotes keeps delimiters and line breaks, empty lines are none."""
    path = written(tmp_path / "rows.csv", content, encoding)
    assert await values(path) == [{"Full name": "Lovelace, Ada", "Note": "two\r\nlines"}]


async def test_rows_are_counted_as_a_spreadsheet_counts_them(tmp_path):
    """A record with a line break is one row."""
    path = written(tmp_path / "rows.csv", 'name,note\na,"1\n2"\nb,x\n')
    assert [row.number for row in (await read_rows(path, order(), salt=SALT)).rows] == [2, 3]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "it is empty; the first row must hold the headings"),
        ("name,price\n", "there are no rows below the headings"),
        ("name,price\na,1\nb\n", "row 3: it has 1 cells, but there are 2 headings"),
        ("name,price\na,1,2\n", "row 2: it has 3 cells"),
        ("name,name\na,1\n", "row 1, column 'name': two columns have this heading"),
        ("name,\na,1\n", "row 1, column '2': it has no heading"),
        ('name,price\n"a,1\n', "row 2: it is not valid CSV"),
        ("name,price\na,1\na,1\n", "row 3: the same as row 2, and a key is submitted only once"),
        ("name,price\na,\x00\n", "it contains NUL characters"),
        (b"name,price\na,\xff\n", "row 2: it is not valid utf-8; save it as CSV UTF-8"),
        ("name,{{x}}\na,1\n", "row 1, column '{{x}}'"),
        ("name\n" + "x" * 10_000_000 + "\n", "row 2: a cell has more than 100,000 characters"),
        ("name\n" + "x" * 100_001 + "\n", "row 2, column 'name': the cell has more than 100,000 characters"),
    ],
)
async def test_a_csv_that_breaks_a_rule_is_refused_with_its_row(tmp_path, content, said):
    path = written(tmp_path / "rows.csv", content)
    with pytest.raises(ConfigError) as refused:
        await read_rows(path, order(), salt=SALT)
    assert said in str(refused.value)
    assert str(refused.value).count(str(path)) <= 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ignore": "Pice"}, "ignore: there is no column 'Pice'; did you mean 'Price'?"),
        ({"columns": {"Nam": "x"}}, "columns: there is no column 'Nam'; did you mean 'Name'?"),
        ({"key": "name"}, "key: there is no column 'name'; did you mean 'Name'?"),
        ({"columns": {"Name": "Price"}}, "two columns are named 'Price'"),
        ({"ignore": ["Name", "Price"]}, "every column is ignored"),
        ({"values": {"Name": "x"}}, "'Name' is both a column and a value of the job"),
        ({"private": "Name", "secret": "Name"}, "'Name' is both private and secret"),
        ({"key": "Name"}, "row 3, column 'Name': the same key as row 2"),
    ],
)
async def test_an_order_that_does_not_fit_the_columns_is_refused(tmp_path, options, said):
    path = written(tmp_path / "rows.csv", "Name,Price\na,1\na,2\n")
    with pytest.raises(ConfigError) as refused:
        await read_rows(path, order(**options), salt=SALT)
    assert said in str(refused.value)


async def test_columns_are_renamed_ignored_and_parted_by_who_may_see_them(tmp_path):
    path = written(tmp_path / "rows.csv", "E-mail,Card,Id,Internal\na@x.example,4111,7,no\n")
    asked = order(columns={"E-mail": "email"}, ignore="Internal", private="email", secret="Card", key="Id")
    (row,) = (await read_rows(path, asked, salt=SALT)).rows
    assert (row.data, row.private, row.secret, row.label) == (
        {"Id": "7"},
        {"email": "a@x.example"},
        {"Card": "4111"},
        "7",
    )


async def test_a_column_that_identifies_a_row_need_not_be_in_the_form(tmp_path):
    path = written(tmp_path / "rows.csv", "Id,Name\n7,Ada\n")
    (row,) = (await read_rows(path, order(ignore="Id", key="Id"), salt=SALT)).rows
    assert (row.data, row.label) == ({"Name": "Ada"}, "7")


async def test_a_duplicate_is_skipped_and_an_empty_required_cell_is_told_if_so_asked(tmp_path):
    """An empty cell is left out, unless the task names it."""
    path = written(tmp_path / "rows.csv", "Id,Name,Middle\n1,a,\n1,b,x\n2,,\n")
    asked = JobOptions(task="Enter {{Middle}}", url="http://x/", key="Id", duplicates="skip", required="Name")
    rows = (await read_rows(path, asked, salt=SALT)).rows
    assert [(row.number, row.twin, row.missing) for row in rows] == [(2, None, ""), (3, 2, ""), (4, None, "Name")]
    assert rows[2].values == {"Id": "2", "Middle": ""}


@pytest.mark.parametrize("options", [{"key": "Id"}, {}])
@pytest.mark.parametrize("other", ["Mül 1 ", "Mu\u0308l 1", "Mül\u00a0 1"])
async def test_a_key_is_the_same_if_it_looks_the_same(options, other):
    """Spaces around it and how an umlaut is stored make no other key. The form gets the cell as it is."""
    rows = [{"Id": "Mül 1"}, {"Id": other}]
    with pytest.raises(ConfigError, match=r"row 2.*the same .*as row 1, and a key is submitted only once"):
        await read_rows(rows, order(**options), salt=SALT)
    found = (await read_rows(rows, order(duplicates="skip", **options), salt=SALT)).rows
    assert [(row.twin, row.values["Id"]) for row in found] == [(None, "Mül 1"), (1, other)]


def test_an_address_that_no_browser_opens_is_refused_before_a_job_begins():
    with pytest.raises(ConfigError, match=r"'x\.example/apply' is not a URL that can be opened; write it in full"):
        JobOptions(task="Fill in the form", url="x.example/apply")


def test_a_rate_is_read_as_the_command_line_takes_it():
    assert order(rate="30/min").rate == order(rate=30).rate == 30
    with pytest.raises(ConfigError, match="rate: "):
        order(rate="30/s")


async def test_the_key_of_a_row_says_nothing_about_what_is_private(tmp_path):
    path = written(tmp_path / "rows.csv", "Id\n12345678\n")
    (row,) = (await read_rows(path, order(key="Id", private="Id"), salt=SALT)).rows
    assert (row.label, "12345678" in row.key + row.digest) == ("", False)


def workbook(path, rows, **formats):
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell, form in formats.items():
        book.active[cell].number_format = form
    return book, path


async def test_a_workbook_is_read_as_it_is_shown(tmp_path):
    """Leading zeros by number format, dates, decimals, percent, truth, whole numbers without a point."""
    rows = [
        ["Postcode", "Born", "Price", "Share", "Terms", "Count", "Text"],
        [123, date(1990, 12, 10), 49.9, 0.5, True, 7.0, "0049"],
    ]
    book, path = workbook(tmp_path / "rows.xlsx", rows, A2="00000", C2="#,##0.00", D2="0%")
    book.save(path)
    assert await values(path) == [
        {"Postcode": "00123", "Born": "1990-12-10", "Price": "49.90", "Share": "50%", "Terms": "true", "Count": "7", "Text": "0049"}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "change", "said"),
    [
        ([["Id", "Sum"], [1, "=1+1"]], None, "row 2, column 'Sum': it is a formula; paste its value instead"),
        ([["Card"], [1234567890123456789]], None, "row 2, column 'Card': the number has more than 15 digits"),
        ([["Id"], ["#N/A"]], None, "row 2, column 'Id': it holds the error #N/A"),
        ([["Id", "Name"], [1, "a"], [2, "b"]], lambda sheet: sheet.merge_cells("B2:B3"), "row 2: the cells B2:B3 are merged"),
        ([["Id", None], [1, "a"]], None, "row 1, column '2': it has no heading"),
        ([], None, "it is empty"),
        ([["Id"], [1]], lambda sheet: sheet.parent.create_sheet("More"), "it has 2 sheets; name the one with the rows (--sheet): Sheet, More"),
    ],
)  # fmt: skip
def test_a_workbook_whose_cells_are_not_certain_is_refused(tmp_path, rows, change, said):
    book, path = workbook(tmp_path / "rows.xlsx", rows)
    if change:
        change(book.active)
    book.save(path)
    with pytest.raises(ConfigError) as refused:
        read_table(path)
    assert said in str(refused.value)


def rewritten(path, part, old, new):
    with ZipFile(path) as kept:
        parts = {name: kept.read(name) for name in kept.namelist()}
    with ZipFile(path, "w") as changed:
        for name, content in parts.items():
            changed.writestr(name, content.replace(old, new) if part in name else content)


def test_a_number_beyond_all_floats_is_refused(tmp_path):
    book, path = workbook(tmp_path / "rows.xlsx", [["Card"], [77]])
    book.save(path)
    rewritten(path, "sheet1.xml", b"<v>77</v>", b"<v>1e400</v>")
    with pytest.raises(ConfigError, match="the number has more than 15 digits"):
        read_table(path)


@pytest.mark.parametrize(
    ("sheets", "rows", "said"),
    [
        (501, 1, "the workbook has more than 500,000 XML elements, or 50,000 besides its cells"),
        (40, 2_000, "the workbook names the same parts again and again"),
    ],
)
def test_a_workbook_whose_sheets_are_all_the_same_part_is_refused(tmp_path, sheets, rows, said):
    book, path = workbook(tmp_path / "rows.xlsx", [["Id"], *([7] for _ in range(rows))])
    book.save(path)
    office = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    named = b'<sheet xmlns:r="%s" name="S%d" sheetId="%d" r:id="rId1"/>'
    more = b"".join(named % (office, at, at) for at in range(2, sheets + 1))
    rewritten(path, "workbook.xml", b"</sheets>", more + b"</sheets>")
    with pytest.raises(ConfigError, match=said):
        read_table(path)


async def test_json_lines_keep_long_numbers_and_leave_out_what_is_not_there(tmp_path):
    lines = ['{"Id": 1234567890123456789, "Price": 49.90}', "", json.dumps({"Id": "2", "Name": None, "Terms": False})]
    path = written(tmp_path / "rows.jsonl", "\n".join(lines))
    assert await values(path) == [{"Id": "1234567890123456789", "Price": "49.90"}, {"Id": "2", "Terms": "false"}]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"a": 1, "a": 2}', "row 1: the name 'a' appears twice"),
        ("[1]", "row 1: it is not a JSON object"),
        ("{", "row 1: it is not valid JSON"),
        ('{"a": [1]}', "row 1, column 'a': the value is a list"),
    ],
)
def test_json_lines_that_are_no_rows_are_refused(tmp_path, line, said):
    path = written(tmp_path / "rows.jsonl", line + "\n")
    with pytest.raises(ConfigError) as refused:
        read_table(path)
    assert said in str(refused.value)


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".xlsx"])
def test_a_device_without_an_end_is_no_file_of_rows(tmp_path, ending):
    path = tmp_path / f"rows{ending}"
    path.symlink_to("/dev/zero")
    with pytest.raises(ConfigError, match="a pipe or a device"):
        read_table(path)


def test_a_job_file_is_read_within_bounds(tmp_path):
    (tmp_path / "job.toml").symlink_to("/dev/zero")
    with pytest.raises(ConfigError, match="has more than 5,000,000 bytes"):
        read_options(tmp_path / "job.toml")
    deep = written(tmp_path / "deep.toml", f"rows = {'[' * 50_000}")
    with pytest.raises(ConfigError, match="not a TOML file"):
        read_options(deep)


async def test_rows_come_from_python_sync_and_async():
    async def later():
        yield {"Id": 1, "Born": date(1990, 12, 10)}
        yield {"Id": 2.0, "Note": "x"}

    wanted = [{"Id": "1", "Born": "1990-12-10"}, {"Id": "2", "Note": "x"}]
    assert await values(later()) == wanted
    assert await values(iter([{"Id": 1, "Born": date(1990, 12, 10)}, {"Id": 2.0, "Note": "x"}])) == wanted


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "there are no rows"),
        ([{"a": 1}, ["a"]], "row 2: it is a list"),
        ([{"a": object()}], "row 1, column 'a': the value is a object"),
        ([{"a": "x" * 100_001}], "row 1, column 'a': the cell has more than 100,000 characters"),
        ("rows.ods", "rows must be in a .csv, .tsv, .xlsx or .jsonl file"),
        ("missing.csv", "missing.csv cannot be read"),
    ],
)
async def test_what_is_no_rows_is_refused(given, said):
    with pytest.raises(ConfigError) as refused:
        await read_rows(given, order(), salt=SALT)
    assert said in str(refused.value)
