import subprocess

import pytest
from order_site import OrderSite

from actwright.cli import main
from actwright.engine.page.browser.reusable_browser import Browser


@pytest.fixture
def site():
    """The order form, on a port of its own."""
    with OrderSite() as running:
        yield running


@pytest.fixture
def one_browser(chromium, monkeypatch):
    """Jobs of this process take the browser of all tests, since starting one takes longer than a row. Rows have contexts of their own."""

    async def browser(_):
        return chromium

    monkeypatch.setattr(Browser, "browser", browser)


@pytest.fixture
def jobs(tmp_path, monkeypatch, capsys, one_loop):
    """Runs `actwright jobs ARGUMENTS` within this process and returns what it printed and its exit status."""

    def run(*arguments):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr("sys.argv", ["actwright", "jobs", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, ended.value.code, printed.out, printed.err)

    return run
