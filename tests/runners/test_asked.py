"""The file with the requests to the models of a failing test."""

from actwright.runners.asked import write_requests
from actwright.schemas.exchange import Exchange, Message, Reply, Request, TextBlock


def test_no_text_of_a_model_or_a_page_keeps_the_file_from_being_written(tmp_path):
    """Half of a surrogate pair, and characters that would steer the terminal that shows the file, are escapes in it."""
    request = Request(messages=(Message(role="user", blocks=(TextBlock(text="\x1b[2Jpage\u2028sesame"),)),))
    exchange = Exchange(role="main", model="m", wire="w", request=request, reply=Reply(text="\ud800 and\tso"))
    path = tmp_path / "requests.txt"
    write_requests(path, [("step 1", exchange)], lambda text: text.replace("sesame", "{{pin}}"))
    written = path.read_text("utf-8")
    assert r"\u001b[2Jpage\u2028{{pin}}" in written
    assert "\\ud800 and\tso" in written
