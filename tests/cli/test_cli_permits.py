"""`--allow-…`, `--confirm` and `actwright permissions`."""

import io
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from actwright import AskHumanRequest, ConfirmRequest
from actwright.cli.terminal import Terminal

TASK = "Fill the price as $50 and submit"
REQUEST = ConfirmRequest(
    url="https://shop.example/sell",
    origin="https://shop.example",
    tool="click",
    target='button-0 "Submit"',
    values={'input-0 "Price"': "50", 'input-1 "Card"': "{{card}}"},
    picture=Path("runs/x/step-01.png"),
    reason="The form\nis complete",
    why="it may have an effect beyond the page",
)


@pytest.mark.slow
def test_what_a_recorded_run_needed_is_printed_to_paste(actwright, site):
    done = actwright(
        "run", TASK, "--url", f"{site.url}/price", "--data", "price=50", "--out", "records", "--allow-effects", "1"
    )
    assert done.returncode == 0
    run_dir = done.stdout.splitlines()[-1].removeprefix("Report: ").removesuffix("/report.html")
    printed = actwright("permissions", run_dir)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == (
        "Permissions(\n"
        "    hosts=[],\n"
        "    effects=1,\n"
        f"    effects_on=['{site.url}'],\n"
        "    tools=['click', 'fill'],\n"
        "    uploads=[],\n"
        "    downloads=False,\n"
        "    values='given',\n"
        ")\n"
    )
    assert '"effects":1' in actwright("permissions", run_dir, "--json").stdout.replace(" ", "")


@pytest.mark.slow
def test_nobody_there_to_confirm_is_a_no(actwright, site):
    done = actwright("run", TASK, "--url", f"{site.url}/price", "--data", "price=50", "--confirm", "--max-steps", "2")
    assert done.returncode == 1
    assert "it was not confirmed: the answer is no" in done.stdout
    assert 'click button-0 "Submit" on' in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--allow-site", "shop.example/x"), "--allow-site: 'shop.example/x' holds a path; write shop.example"),
        (("--allow-host", "*"), "--allow-host: '*' would permit every host"),
        (("--allow-tool", "clik"), "there is no tool 'clik'; did you mean 'click'?"),
        (("--allow-effects-on", "pay.example"), "effects_on has pay.example, where values may not be entered"),
    ],
)
def test_an_entry_that_is_none_names_its_option(actwright, options, message):
    done = actwright("run", TASK, "--url", "http://127.0.0.1:9/", "--data", "price=50", *options)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("line", "answer"), [("y\n", True), ("YES\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_only_y_is_a_yes(line, answer):
    """The question names the target, the values and the picture, each on a line of its own."""

    class Typed(io.StringIO):
        def __iter__(self):
            while "?" not in shown.getvalue():
                pass
            return iter([line] if line else [])

    shown = io.StringIO()
    assert Terminal(Typed(), shown).confirm(REQUEST) is answer
    assert shown.getvalue().splitlines() == [
        "",
        'click button-0 "Submit" on https://shop.example',
        "  page     https://shop.example/sell",
        "  why      it may have an effect beyond the page",
        "  reason   The form is complete",
        '  value    input-0 "Price": 50',
        '  value    input-1 "Card": {{card}}',
        "  picture  runs/x/step-01.png",
        "Do it? [y/N] ",
    ]


ASK_HUMAN = AskHumanRequest(reason="log in,\nplease", url="https://shop.example/login", seconds=600)


class Keyboard:
    """Lines that are typed when a test says so; `None` is the end."""

    def __init__(self):
        self.lines = queue.Queue()

    def __iter__(self):
        return iter(self.lines.get, None)

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("line", "answer"), [("\n", True), ("y\n", True), ("n\n", False), ("later\n", False), (None, False)]
)
def test_who_acts_in_the_window_says_so_by_enter(line, answer):
    """Nobody at the keyboard has not acted."""
    shown, keys = io.StringIO(), Keyboard()
    terminal = Terminal(keys, shown)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(terminal.ask_human, ASK_HUMAN)
        while "Enter" not in shown.getvalue():
            pass
        keys.lines.put(line)
        assert asked.result(10) is answer
    assert shown.getvalue().splitlines() == [
        "",
        "Act in the browser window: log in, please",
        "  page     https://shop.example/login",
        "Press Enter when it is done; n refuses. ",
    ]


def test_a_late_answer_is_none_to_the_next_question():
    """Whoever waits for the one before gets nothing of it: its time was up."""
    shown, keys = io.StringIO(), Keyboard()
    terminal = Terminal(keys, shown)
    answers = []
    for number in (1, 2):
        late = threading.Thread(target=lambda: answers.append(terminal.confirm(REQUEST)), daemon=True)
        late.start()
        while shown.getvalue().count("Do it?") < number:
            pass
    keys.lines.put("y\n")
    late.join(10)
    assert answers == [True]
