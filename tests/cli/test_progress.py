import io
import sys
import time
from contextlib import contextmanager

from rich.console import Console

from actwright.cli import jobs_shown
from actwright.cli import progress as progress_module
from actwright.cli.progress import progress


class Screen(io.StringIO):
    def isatty(self):
        return True


def shown_on(screen, monkeypatch, **options):
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with progress("opening the page", **options) as show:
        show("reading [it]")
    return screen.getvalue()


def test_a_terminal_shows_what_is_under_way(monkeypatch):
    """The newest text, as it stands."""
    assert "reading [it]" in shown_on(Screen(), monkeypatch)


def test_nothing_is_written_if_it_is_not_wanted(monkeypatch):
    """Not even on a terminal."""
    assert shown_on(Screen(), monkeypatch, quiet=True) == ""


def test_a_pipe_gets_a_line_only_when_something_takes_long(monkeypatch):
    """What is under way by then, and no second line for a long time."""
    monkeypatch.setattr(progress_module, "FIRST", 1e9)
    assert shown_on(io.StringIO(), monkeypatch) == ""
    monkeypatch.setattr(progress_module, "FIRST", 0.01)
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_module.progress_lines("opening the page", again=0.01) as show:
        until(lambda: "… opening the page, 0 s\n" in screen.getvalue())
        show("reading [it]")
        until(lambda: "… reading [it], 0 s\n" in screen.getvalue())
    assert screen.getvalue().count("\n") < 10


def until(holds):
    """Waits until something is so; a test that waits too long is ended by its time limit."""
    while not holds():
        time.sleep(0.01)


async def test_the_look_at_a_form_ends_where_the_first_row_begins(monkeypatch):
    """What is said to be under way is under way; nothing is printed about a form that everything fits."""
    said = []

    class Looking:
        async def run(self, _show, *, looked, **_):
            looked(())
            return "the report"

    @contextmanager
    def lines(text, **_):
        said.append(text)
        yield said.append

    monkeypatch.setattr(jobs_shown, "progress_lines", lines)
    assert await jobs_shown._played(Looking(), Console(file=io.StringIO()), resume=False) == "the report"
    assert said == ["looking at the form", "waiting for the first row"]
