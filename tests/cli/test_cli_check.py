"""`actwright check`: one question to a model, and none once the facts are in a file."""

import json

import pytest

from actwright.testing import AnthropicServer, HttpError

pytestmark = pytest.mark.slow

STATEMENT = "a price can be set, and the field is empty"
FACTS = {
    "problem": "",
    "facts": [
        {"fact": "expect_shown", "parameters": {"text": "Set a price", "row": "", "under": ""}},
        {"fact": "expect_value", "parameters": {"element_id": "input-0", "value": ""}},
    ],
    "picture": None,
}
FALSE = {**FACTS, "facts": [{"fact": "expect_shown", "parameters": {"text": "Success!", "row": "", "under": ""}}]}


def test_a_statement_is_checked_and_from_then_on_without_a_model(actwright, site, tmp_path):
    with AnthropicServer([FACTS]) as provider:
        asked = ("--model", "anthropic:m", "--base-url", provider.url)
        first = actwright(
            "check", f"{site.url}/price", STATEMENT, *asked, "--facts", "price.yaml", "--json", ANTHROPIC_API_KEY="k"
        )
        again = actwright("check", f"{site.url}/price", STATEMENT, "--facts", "price.yaml")
        other = actwright("check", f"{site.url}/sell", STATEMENT, "--facts", "price.yaml", "--wait", "0.3")
    assert first.returncode == 0, first.stdout + first.stderr
    told = json.loads(first.stdout)
    assert (told["verdict"], told["judged_by"], told["calls"]) == ("passed", "facts", 1)
    assert told["usage"]["total"] > 0
    assert again.returncode == 0, again.stdout + again.stderr
    assert again.stdout.startswith(f'"{STATEMENT}": passed')
    assert other.returncode == 1
    assert 'expected that the page shows "Set a price", but it does not' in other.stdout
    assert len(provider.received) == 1
    assert "input-0" not in (tmp_path / "price.yaml").read_text()


def test_failed_undecided_and_mistakes_have_a_status_each(actwright, site):
    with AnthropicServer([FALSE, "prose", HttpError(401)]) as provider:
        asked = ("--model", "anthropic:m", "--base-url", provider.url, "--wait", "0.3")
        failed, undecided, refused = (
            actwright("check", f"{site.url}/price", "it worked", *asked, ANTHROPIC_API_KEY="k") for _ in range(3)
        )
    assert failed.returncode == 1, failed.stderr
    assert '"it worked": failed' in failed.stdout
    assert undecided.returncode == 3, undecided.stderr
    assert '"it worked": undecided: there are no facts to judge by' in undecided.stdout
    assert refused.returncode == 3
    assert "the key was not accepted" in refused.stderr
    nothing = actwright("check", f"{site.url}/price", "it worked")
    assert nothing.returncode == 2
    assert "needs a model" in nothing.stderr
