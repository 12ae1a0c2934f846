"""Mistakes of the caller end with exit status 2 and one paragraph that says what to change."""

import json
from importlib.metadata import version

import pytest

RUN = ("run", "Fill the price as $50 and submit", "--url", "about:blank", "--data", "price=50")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("fly",), 'Unknown command "fly"'),
        (("run",), "TASK requires an argument"),
        (("run", "x"), "--url"),
        ((*RUN, "--model", "openai:a", "--model", "openai:b"), "--model specified multiple times"),
        ((*RUN, "--fast"), "Unknown option: --fast"),
        ((*RUN, "--max-steps", "0"), "--max-steps"),
        ((*RUN, "--max-steps", "many"), "--max-steps"),
        ((*RUN, "--max-cost", "0"), "--max-cost"),
        ((*RUN, "--timeout", "0"), "--timeout"),
        ((*RUN, "--evidence", "some"), '"required", "sent", "quoted", "off"'),
    ],
)
def test_bad_usage(actwright, arguments, named):
    """The option or argument is named."""
    done = actwright(*arguments)
    assert done.returncode == 2
    assert named in done.stderr + done.stdout


def test_the_help_of_run_cuts_nothing(actwright):
    """In the 80 columns of a plain terminal."""
    done = actwright("run", "--help", COLUMNS="80")
    assert done.returncode == 0
    assert "…" not in done.stdout
    assert "chain_of_thought" in done.stdout


def test_the_version(actwright):
    """Asked for alone, as of any program."""
    done = actwright("--version")
    assert (done.returncode, done.stdout) == (0, f"actwright {version('actwright')}\n")


@pytest.mark.parametrize(
    ("arguments", "variables", "named"),
    [
        (("--model", "nobody:x"), {}, "there is no wire 'nobody'"),
        (("--model", "anthropic:x@localhost:80"), {}, "'localhost:80' after the @ is not a base URL"),
        (("--model", "gpt"), {}, "'gpt' is not a model; did you mean openai:gpt? Write WIRE:NAME"),
        (("--data", "price=1", "--data", "price=2"), {}, "--data price is given 3 times; give each value once"),
        (("--model", "anthropic:x"), {}, "ANTHROPIC_API_KEY"),
        (("--model", "openai-chat:x"), {}, "OPENAI_API_KEY"),
        (("--policy", "magic"), {}, "there is no policy 'magic'"),
        (("--policy", "chain_of_thought:no.json"), {}, "instruction file: no.json cannot be read: No such file"),
        (("--policy", "single_call"), {}, 'give one, as in Agent(model="anthropic:NAME") or --model anthropic:NAME'),
        (("--policy", "two_call"), {}, 'give one for all, as in Agent(model="anthropic:NAME") or --model anthropic'),
        (("--data", "price"), {}, "write it as KEY=VALUE"),
        (("--data-file", "row.json"), {}, "row.json: No such file"),
        (("--secret", "SHOP_PASSWORD"), {}, "SHOP_PASSWORD is not set"),
        (("--secret", "SHOP_PASSWORD", "--data", "SHOP_PASSWORD=x"), {"SHOP_PASSWORD": "tulip"}, "both as data and"),
        ((), {"ACTWRIGHT_HEADLESS": "perhaps"}, "headless"),
    ],
)
def test_a_run_that_cannot_begin(actwright, arguments, variables, named):
    """One paragraph on stderr, no traceback; with --json, one JSON object on stdout besides."""
    assert_refused(actwright(*RUN, *arguments, "--json", **variables), named)


@pytest.mark.parametrize(
    ("arguments", "variables", "named"),
    [
        (RUN, {"ACTWRIGHT_BROWSER": "/nowhere/chrome"}, "/nowhere/chrome"),
        (("run", "Look", "--url", "shop.example", "--data", "price=50"), {}, "https://shop.example"),
    ],
)
def test_a_run_that_ends_before_its_first_step(actwright, arguments, variables, named):
    """The same when the mistake shows only with the browser."""
    assert_refused(actwright(*arguments, "--json", **variables), named)


def assert_refused(done, named):
    """Exit status 2, one line on stderr and one JSON object on stdout that name the mistake."""
    assert (done.returncode, done.stderr.count("\n"), done.stderr[:7]) == (2, 1, "Error: ")
    assert named in done.stderr
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["error"], answer["complete"]) == ("error", "ConfigError", False)
    assert named in answer["message"]


@pytest.mark.parametrize("model", ["openai-chat:x@http://127.0.0.1:9/v1", "anthropic:x"])
def test_a_model_that_the_policy_does_not_ask_is_said_to_be_unused(actwright, model):
    """Its key is not looked for, and a task without data is refused before a browser starts."""
    done = actwright("run", "Dance a little", "--url", "about:blank", "--policy", "rules", "--model", model)
    assert done.returncode == 2
    assert f"Note: the policy 'rules' asks no model; --model {model} is not used" in done.stderr
    assert "Error: the policy 'rules' fills in forms from data" in done.stderr


def test_a_misspelt_value_in_the_task_is_told_at_once(actwright):
    """With the name that was meant, and with a private value taken from the data."""
    done = actwright(
        *("run", "Fill {{Ful name}} and submit", "--url", "about:blank"),
        *("--data", "Full name=Ada", "--data", "iban=DE89", "--private", "iban", "--private", "born=1815"),
    )
    assert done.returncode == 2
    assert done.stderr == (
        "Error: the task refers to {{Ful name}}, but there is no such value; did you mean {{Full name}}? The values are: "
        "{{Full name}}, {{iban}}, {{born}}.\n"
    )


def test_a_secret_on_the_command_line_is_not_repeated(actwright):
    """It is refused without being printed once more."""
    done = actwright(*RUN, "--secret", "PIN=tulip-77")
    assert done.returncode == 2
    assert "tulip-77" not in done.stdout + done.stderr


@pytest.mark.slow
def test_no_browser_at_all(actwright, tmp_path):
    """The ways to get one are named."""
    done = actwright(*RUN, PATH=str(tmp_path), PLAYWRIGHT_BROWSERS_PATH=str(tmp_path), ACTWRIGHT_BROWSER="")
    if done.returncode == 1:
        pytest.skip("Chrome or Edge is installed at a known place on this machine")
    assert done.returncode == 2
    assert "actwright doctor" in done.stderr
    assert "playwright install --with-deps chromium" in done.stderr


def test_a_mistake_in_the_configuration_file(actwright, tmp_path):
    """File and key are named."""
    (tmp_path / "actwright.toml").write_text('modell = "anthropic:x"\n')
    done = actwright(*RUN)
    assert done.returncode == 2
    assert "actwright.toml: there is no setting 'modell'" in done.stderr


def test_showing_a_folder_that_is_no_run(actwright, tmp_path):
    """The folder is named."""
    done = actwright("show", str(tmp_path), "--no-open")
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr
