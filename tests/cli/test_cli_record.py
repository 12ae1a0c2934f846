"""`actwright record`, and what it writes replayed."""

import pytest

pytestmark = pytest.mark.slow

TASK = "Fill the price as {{price}} and submit"


def test_a_run_becomes_a_recording_and_is_replayed_with_other_data(actwright, site, tmp_path):
    done = actwright("run", TASK, "--url", f"{site.url}/price", "--out", "records", "--data", "price=50")
    assert done.returncode == 0
    run_dir = done.stdout.splitlines()[-1].removeprefix("Report: ").removesuffix("/report.html")
    made = actwright("record", run_dir, "price.yaml")
    assert (made.returncode, made.stdout, made.stderr) == (
        0,
        "price.yaml: 2 actions and 4 checks; it needs {{price}}\n",
        "",
    )
    again = actwright("record", run_dir, "price.yaml")
    assert again.returncode == 2
    assert "price.yaml already exists; --force overwrites it" in again.stderr
    replayed = actwright(
        "run", TASK, "--url", f"{site.url}/price", "--policy", "replay:price.yaml", "--data", "price=75"
    )
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert "75" in replayed.stdout
    missing = actwright("run", TASK, "--url", f"{site.url}/price", "--policy", "replay:gone.yaml", "--data", "price=75")
    assert missing.returncode == 2
    assert "gone.yaml cannot be read: No such file or directory" in missing.stderr


def test_a_run_that_is_not_complete_is_none(actwright, site):
    done = actwright(
        "run", "Fill in the form", "--url", f"{site.url}/price", "--data", "colour=red", "--out", "records"
    )
    assert done.returncode == 1
    run_dir = done.stdout.splitlines()[-1].removeprefix("Report: ").removesuffix("/report.html")
    made = actwright("record", run_dir, "price.yaml")
    assert made.returncode == 2
    assert "only a complete run can be recorded" in made.stderr
