"""`actwright browse` against pages of this machine."""

import json
import re

import pytest
from served_pages import ServedPages

from actwright.schemas.exchange import ToolCall
from actwright.testing import Answer, HttpError, OpenAIChatServer

MODEL = ("--model", "openai-chat:m@http://127.0.0.1:9/v1")
PAGES = {"/kayaks": "<title>Kayaks</title><p>A kayak for one weighs 21 kg, says the maker of it.</p>"}


@pytest.fixture(scope="module")
def pages():
    with ServedPages(PAGES) as running:
        yield running


@pytest.fixture
def browse(actwright, pages):
    """Runs `actwright browse` with a provider that follows the script."""

    def run(script, *arguments):
        with OpenAIChatServer(script) as provider:
            question = f"How heavy is a kayak? See {pages.url}/"
            given = ("--model", "openai-chat:m", "--base-url", provider.url, "--allow-loopback")
            return actwright("browse", question, *given, *arguments)

    return run


def reading(url):
    return Answer(said="Reading.", calls=(ToolCall(call_id="c", tool="fetch_url", arguments=json.dumps({"url": url})),))


def test_the_answer_and_its_sources_are_all_that_is_on_stdout(browse, pages, tmp_path):
    """What was read, what it took and where the report is are told on stderr."""
    url = f"{pages.url}/kayaks"
    done = browse([reading(url), f"21 kg, says {url}; not https://evil.test/."])
    assert done.stdout == f"21 kg, says {url}; not [URL removed - not verified].\n\nSources:\n- Kayaks: {url}\n"
    *_, read, took, report = done.stderr.splitlines()
    assert (done.returncode, read) == (0, f"  1 Fetched {url} (content)")
    assert re.match(r"2 steps, 2 calls, [\d,]+ \+ \d+ tokens, price not known, ", took)
    (folder,) = (tmp_path / "runs").iterdir()
    assert (report, folder.name[16:].startswith("how-heavy-is-a-kayak")) == (f"Report: {folder}/report.html", True)


def test_an_answer_that_rests_on_nothing_is_no_success(browse):
    """Exit status 1, and a note before it."""
    done = browse(["About 20 kg, as everyone knows."])
    assert done.returncode == 1
    assert done.stdout == "[Note: Rests on no verified page]\n\nAbout 20 kg, as everyone knows.\n"


def test_only_listed_hosts_are_read(browse, pages, tmp_path):
    """With those that the question names."""
    with ServedPages(PAGES) as others:
        urls = [f"{each.url}/kayaks" for each in (pages, others)]
        done = browse([*map(reading, urls), f"21 kg, says {urls[0]}."], "--allow-host", "docs.example", "--json")
    result = json.loads(done.stdout)
    assert [each["url"] for each in result["sources"]] == urls[:1]
    assert others.asked == []


def test_a_limit_is_not_complete(browse, pages):
    """Exit status 1, and what was found; as JSON with the totals of the run."""
    url = f"{pages.url}/kayaks"
    done = browse([reading(url)], "--max-steps", "1", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"], result["calls"]) == (1, "step_limit", 1)
    assert result["answer"] == f"[Note: Reached step limit]\n\nReading.\n\nVerified pages:\n- Kayaks: {url}"
    assert result["sources"] == [{"url": url, "title": "Kayaks"}]
    assert (result["why"], result["rejected"]) == ("the limit of 1 step was reached", {})


def test_a_limit_lists_the_pages_once(browse, pages):
    url = f"{pages.url}/kayaks"
    done = browse([reading(url)], "--max-steps", "1")
    assert done.stdout == f"[Note: Reached step limit]\n\nReading.\n\nVerified pages:\n- Kayaks: {url}\n"


def test_a_provider_that_gives_up(browse, pages):
    """Exit status 3, and still what was found; nothing that the model said in between goes past the sanitizing."""
    url = f"{pages.url}/kayaks"
    done = browse([reading(url), HttpError(401)])
    assert (done.returncode, done.stdout.splitlines()[-1]) == (3, f"- Kayaks: {url}")
    assert "\nError: openai-chat:m: " in done.stderr
    assert "(HTTP 401)" in done.stderr


def test_a_site_that_cannot_be_read_is_noted(browse, tmp_path):
    """And the model reads the same words, not how the program writes an index."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "kayaks.md").write_text("# Kayaks\nA kayak for one weighs 21 kg.")
    call = ToolCall(call_id="c", tool="search_web", arguments='{"query": "kayak", "count": 1}')
    script = [Answer(said="", calls=(call,)), reading("local://docs/kayaks.md"), "21 kg"]
    done = browse(script, "--search", "docs", "--search", "http://127.0.0.1:9/")
    why = "http://127.0.0.1:9/ cannot be opened: port 9 is not a web port"
    assert (done.returncode, f"Note: not everything can be searched: {why}\n" in done.stderr) == (0, True)
    assert done.stdout == "21 kg\n\nSources:\n- Kayaks: local://docs/kayaks.md\n"
    done = browse([Answer(said="", calls=(call,)), "Who knows"], "--search", "http://127.0.0.1:9/")
    assert f"The search could not be made: nothing could be read of what is searched: {why}." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "browsing needs a model"),
        (MODEL, "there is nothing to search: set BRAVE_API_KEY, give --search FOLDER or --search URL-OF-A-SITE"),
        ((*MODEL, "--search", "brave"), "set BRAVE_API_KEY"),
        ((*MODEL, "--search", "nowhere"), "is not a folder that can be searched"),
        ((*MODEL, "--search", "."), "has no .html, .htm, .md, .txt or .rst file that can be searched"),
        ((*MODEL, "--search", "ftp://x"), "'ftp://x' cannot be opened: give an absolute http:// or https:// URL"),
        ((*MODEL, "--search", "https://x.test", "--allow-host", "*"), "--allow-host: '*' would permit every host"),
        ((*MODEL, "--search", "https://x.test", "--policy", "rules"), "cannot use the web tools"),
    ],
)
def test_mistakes(actwright, arguments, reason):
    """Exit status 2, before anything begins."""
    done = actwright("browse", "How heavy is a kayak?", *arguments)
    assert (done.returncode, reason in done.stderr) == (2, True), done.stderr
