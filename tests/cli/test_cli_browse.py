"""`actwright browse`, as a process, against pages of this machine."""

import json

import pytest
from served_pages import ServedPages

from actwright.schemas.exchange import ToolCall
from actwright.testing import Answer, HttpError, OpenAIChatServer

PAGES = {"/kayaks": "<title>Kayaks</title><p>A kayak for one weighs 21 kg, says the maker of it.</p>"}


@pytest.fixture(scope="module")
def pages():
    with ServedPages(PAGES) as running:
        yield running


@pytest.fixture
def browse(actwright):
    """Runs `actwright browse` with a provider that follows the script."""

    def run(script, *arguments):
        with OpenAIChatServer(script) as provider:
            model = f"openai-chat:m@{provider.url}"
            return actwright("browse", "How heavy is a kayak?", "--model", model, "--allow-loopback", *arguments)

    return run


def reading(url):
    return Answer(said="Reading.", calls=(ToolCall(call_id="c", tool="fetch_url", arguments=json.dumps({"url": url})),))


def test_the_answer_and_its_sources_are_all_that_is_on_stdout(browse, pages):
    """What was read is told on stderr."""
    url = f"{pages.url}/kayaks"
    done = browse([reading(url), f"21 kg, says {url}; not https://evil.test/."])
    assert done.stdout == f"21 kg, says {url}; not [URL removed - not verified].\n\nSources:\n- Kayaks: {url}\n"
    assert (done.returncode, f"  1 Fetched {url} (content)\n" in done.stderr) == (0, True)


def test_a_limit_is_not_complete(browse, pages):
    """Exit status 1, and what was found; as JSON with the totals of the run."""
    url = f"{pages.url}/kayaks"
    done = browse([reading(url)], "--max-steps", "1", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"], result["calls"]) == (1, "step limit", 1)
    assert result["answer"] == f"[Note: Reached step limit]\n\nReading.\n\nVerified pages:\n- Kayaks: {url}"
    assert result["sources"] == [{"url": url, "title": "Kayaks"}]
    assert (result["why"], result["rejected"]) == ("1 step was played, as many as it may take", {})


def test_a_provider_that_gives_up(browse, pages):
    """Exit status 3, and still what was found; nothing that the model said in between goes past the sanitizing."""
    url = f"{pages.url}/kayaks"
    done = browse([reading(url), HttpError(401)])
    assert (done.returncode, done.stdout.splitlines()[-1]) == (3, f"- Kayaks: {url}")
    assert "\nError: openai-chat:m: " in done.stderr
    assert "(HTTP 401)" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "browsing needs a model"),
        (("--model", "openai-chat:m@http://127.0.0.1:9/v1", "--search", "brave"), "set BRAVE_API_KEY"),
        (
            ("--model", "openai-chat:m@http://127.0.0.1:9/v1", "--search", "nowhere"),
            "is no folder that could be searched",
        ),
    ],
)
def test_mistakes(main, arguments, reason):
    """Exit status 2, before anything begins."""
    done = main("browse", "How heavy is a kayak?", *arguments)
    assert (done.returncode, reason in done.stderr) == (2, True)
