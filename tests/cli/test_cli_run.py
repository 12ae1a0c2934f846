"""`actwright run` against the bundled site, with and without a model."""

import json
from pathlib import Path

import pytest
from builders import fill, reply

from actwright.testing import AnthropicServer, HttpError, OpenAIChatServer
from actwright.text import STEERING

pytestmark = pytest.mark.slow

TASK = "Fill the price as $50 and submit"
PRICED = ("--data", "price=50")


PRICE = reply(
    ("fill", {"element_id": "input-0", "value": "{{price}}"}),
    ("click", {"element_id": "button-0"}),
    ("expect", {"text": ["created with price $50"]}),
    complete=True,
    message="Set the price and submit.",
)


def test_without_a_model_the_rules_do_it(actwright, site, tmp_path):
    """The policy is named, each step is shown, the report is there, and the form was sent once."""
    done = actwright("run", TASK, "--url", f"{site.url}/price", *PRICED, "--out", "records")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Policy: rules (no --model was given).\n")
    assert '✓ fill     input-0 "Price" holds "50"' in done.stdout
    assert "no model call" in done.stdout
    assert "Complete: " in done.stdout
    report = done.stdout.splitlines()[-1].removeprefix("Report: ")
    assert report.startswith(str(tmp_path / "records"))
    assert report.endswith("/report.html")
    assert "<html" in Path(report).read_text(encoding="utf-8")


def test_json_is_all_that_is_on_stdout(process, site):
    """Status, steps with their actions, evidence, usage and cost."""
    done = process("run", TASK, "--url", f"{site.url}/price", *PRICED, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert (result["status"], result["complete"], result["calls"], result["cost"]) == ("complete", True, 0, 0)
    assert [action["tool"] for action in result["steps"][0]["actions"]] == ["fill", "click"]
    assert result["checked"]
    assert all(item["passed"] for item in result["evidence"])
    assert [step["usage"]["total"] for step in result["steps"]] == [0, 0]
    assert 0 < result["seconds_opening"] < result["seconds"]
    head = json.loads((Path(result["run_dir"]) / "run.json").read_text())
    assert round(head["summary"]["seconds"], 3) == result["seconds"]


def test_a_model_does_it_in_one_call(actwright, site):
    """Over the provider's wire; tokens and calls are counted, and the price of an unknown model is not a number."""
    with AnthropicServer([PRICE]) as provider:
        done = actwright(
            "run", TASK, "--url", f"{site.url}/price", "--model", "anthropic:some-model", "--base-url", provider.url,
            "--data", "price=50", "--json", ANTHROPIC_API_KEY="sk-ant-test",
        )  # fmt: skip
    note = "the price of 'some-model' is not known"
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    assert done.stderr.startswith(f"Note: {note}")
    result = json.loads(done.stdout)
    assert (result["status"], result["calls"], result["cost"]) == ("complete", 1, None)
    usage = result["usage"]
    assert sum(result["input_by_part"].values()) == usage["total"] - usage["output"] > 0
    assert result["data"] == {"price": "50"}
    (step,) = result["steps"]
    assert (step["calls"], step["captures"], step["usage"], step["cost"]) == (1, 1, result["usage"], None)
    assert len(provider.received) == 1


def test_a_model_is_taken_at_its_word_or_is_not(actwright, site):
    """The older designs need no evidence, which is told; `--evidence` asks for it all the same."""
    command = ("run", "Say hello", "--url", f"{site.url}/price", "--policy", "tool_loop", "--max-steps", "1")
    with OpenAIChatServer(["Submitted."] * 3) as provider:
        command += ("--model", f"openai-chat:m@{provider.url}")
        told, as_json = actwright(*command), actwright(*command, "--json")
        asked = actwright(*command, "--evidence", "required")
    assert (told.returncode, as_json.returncode, asked.returncode) == (0, 0, 1)
    assert "\nComplete (not checked): Submitted.\n" in told.stdout
    result = json.loads(as_json.stdout)
    assert (result["complete"], result["checked"]) == (True, False)
    assert "! not accepted as complete: no evidence" in asked.stdout


def test_a_run_without_pictures(actwright, site):
    """The model gets the tree alone."""
    with AnthropicServer([PRICE]) as provider:
        done = actwright(
            "run", TASK, "--url", f"{site.url}/price", "--model", "anthropic:some-model", "--base-url", provider.url,
            "--data", "price=50", "--screenshot", "never", "--budget", "900", ANTHROPIC_API_KEY="sk-ant-test",
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (request,) = provider.received
    assert {block["type"] for message in request.body["messages"] for block in message["content"]} == {"text"}


def test_a_task_that_cannot_be_done_is_not_complete(actwright, site):
    """Exit status 1, with the reason."""
    done = actwright("run", "Fill in the form", "--url", f"{site.url}/price", "--data", "roof=teal")
    assert done.returncode == 1
    assert "Failed: " in done.stdout
    assert "■ fail" in done.stdout
    assert done.stderr == ""


def test_a_limit_is_not_complete(actwright, site):
    """The status says which limit it was."""
    again = reply(("wait", {"seconds": 0.1}), message="Looking.")
    with OpenAIChatServer([again]) as provider:
        done = actwright(
            "run", TASK, "--url", f"{site.url}/price", "--model", "openai-chat:some-model",
            "--base-url", provider.url, "--max-steps", "1", "--json",
        )  # fmt: skip
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"]) == (1, "step_limit")
    assert (result["why"], result["message"]) == ("the limit of 1 step was reached", "Looking.")


def test_a_provider_that_refuses_the_key(actwright, site):
    """Exit status 3, one paragraph, and the record of the run."""
    with AnthropicServer([HttpError(401)]) as provider:
        done = actwright(
            "run", TASK, "--url", f"{site.url}/price", "--model", "anthropic:some-model", "--base-url", provider.url,
            "--json", ANTHROPIC_API_KEY="sk-ant-wrong",
        )  # fmt: skip
    said, report, end = done.stderr.split("\n")
    assert (done.returncode, end) == (3, "")
    assert said.startswith("Error: anthropic:some-model: ")
    assert said.endswith("check ANTHROPIC_API_KEY. Nothing was done on the page.")
    assert report.startswith("Report: ")
    assert "sk-ant-wrong" not in done.stdout + done.stderr
    answer = json.loads(done.stdout)
    assert (answer["error"], answer["may_have_acted"]) == ("ModelError", False)
    assert "401" in answer["message"]
    assert answer["run_dir"]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_others_wrote_reaches_the_terminal_as_plain_text(actwright, site, options):
    """The words of a model, of a provider that fails in a note on stderr, and of the JSON, whose values stay whole."""
    nasty = "x\x1b]0;owned\x07\x9b2J\u202ey\u2066\u200b\u061cz"
    with (
        AnthropicServer([HttpError(400, nasty)]) as failing,
        OpenAIChatServer([reply(("fail", {"reason": nasty}), message=nasty)]) as provider,
    ):
        done = actwright(
            "run", TASK, "--url", f"{site.url}/price", *options,
            "--model", f"anthropic:a@{failing.url},openai-chat:b@{provider.url}",
            ANTHROPIC_API_KEY="sk-ant-test", OPENAI_API_KEY="sk-test",
        )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "Note: anthropic:a: " in done.stderr
    assert not STEERING.search(done.stdout + done.stderr)
    if options:
        assert json.loads(done.stdout)["message"] == nasty


def test_a_provider_that_fails_later(actwright, site):
    """What took place is counted without the step that failed."""
    filled = reply(fill("input-0", "50"), message="Set the price.")
    with AnthropicServer([filled, HttpError(400, "no credit")]) as provider:
        done = actwright(
            "run", TASK, "--url", f"{site.url}/price", "--model", f"anthropic:some-model@{provider.url}",
            "--screenshot", "never",
        )  # fmt: skip
    assert done.returncode == 3
    (said,) = (line for line in done.stderr.splitlines() if line.startswith("Error: "))
    assert said.endswith(": no credit. The step before it took place as shown; nothing else was done on the page.")


def test_secrets_reach_the_page_and_nothing_else(actwright, site, tmp_path):
    """The value is in the login, but neither on the screen nor in the run folder."""
    done = actwright(
        "run", "Log in", "--url", f"{site.url}/login", "--data", f"email={site.EMAIL}", "--secret", "password",
        password=site.PASSWORD,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert [post.path for post in site.posts] == ["/login"]
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert [path.name for path in written if site.PASSWORD.encode() in path.read_bytes()] == []
    assert site.PASSWORD not in done.stdout + done.stderr


def test_the_configuration_file_names_the_model_and_the_folder(actwright, site, tmp_path):
    """What is not on the command line comes from actwright.toml."""
    (tmp_path / "actwright.toml").write_text('policy = "rules"\nruns = "elsewhere"\n')
    done = actwright("run", TASK, "--url", f"{site.url}/price", *PRICED)
    assert done.returncode == 0, done.stderr
    assert "Policy:" not in done.stdout
    assert len(list((tmp_path / "elsewhere").iterdir())) == 1


@pytest.mark.parametrize("asked", ["option", "configuration"])
def test_evidence_pack(actwright, site, tmp_path, asked):
    """An option or the configuration asks for the files with which others can check a run."""
    (tmp_path / "actwright.toml").write_text(f"evidence_pack = {str(asked == 'configuration').lower()}\n")
    options = ["--evidence-pack"] if asked == "option" else []
    done = actwright("run", TASK, "--url", f"{site.url}/price", *PRICED, *options)
    assert done.returncode == 0, done.stderr
    files = {path.name for path in (tmp_path / "runs").glob("*/*")}
    assert files >= {"run.har", "trace.zip", "answer.txt", "spec.yaml"}


def test_the_report_can_be_built_again(actwright, site, tmp_path):
    """`actwright show` writes it anew and names it."""
    run_dir = json.loads(actwright("run", TASK, "--url", f"{site.url}/price", *PRICED, "--json").stdout)["run_dir"]
    report = tmp_path / "runs" / run_dir / "report.html"
    first = report.read_bytes()
    report.unlink()
    done = actwright("show", run_dir, "--no-open")
    assert (done.returncode, done.stdout) == (0, f"{report}\n")
    assert report.read_bytes() == first


def test_the_demonstration_needs_nothing(process, tmp_path):
    """Two tasks complete without a key, and their reports are named last."""
    done = process("demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Complete: ") == 2
    reports = [line.strip() for line in done.stdout.splitlines()[-2:]]
    assert [report.startswith(str(tmp_path)) and report.endswith("report.html") for report in reports] == [True, True]
