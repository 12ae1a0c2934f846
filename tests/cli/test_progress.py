import io
import sys

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


def test_nothing_is_written_elsewhere_or_if_it_is_not_wanted(monkeypatch):
    """Files and pipes get no line of it."""
    assert shown_on(io.StringIO(), monkeypatch) == ""
    assert shown_on(Screen(), monkeypatch, quiet=True) == ""
