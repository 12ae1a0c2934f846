"""The GitHub Action: its steps, read from `action.yml` and run here as a runner of GitHub does."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from installed_browser import launch_options
from recorded_shop import shop
from served_pages import ServedPages
from suite_flows import RECORDING, TASK

from actwright.recording import write_recording

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SUITE = """
import unittest
from actwright.engine.policies.replay import policy
from actwright.runners.unittest_mixin import ActwrightMixin

policy.PATIENCE = 0.1

class Shop(ActwrightMixin, unittest.TestCase):
    def test_buy(self):
        self.actwright.run("%s", url="%s", data={"name": "Ada"})
"""


class Runner:
    """Runs the steps of an action in a folder.

    Attributes:
        outputs: What the steps have put out, by step and name.
        summary: The text that the job shows.
        kept: The folder that became an artifact.
    """

    def __init__(self, folder, inputs):
        self._folder, self._file = folder, folder / "outputs"
        self._action = yaml.safe_load((ROOT / "action.yml").read_text())
        self._inputs = {name: each["default"] for name, each in self._action["inputs"].items()} | inputs
        self.outputs, self.kept = {}, None

    @property
    def summary(self):
        return (self._folder / "summary").read_text()

    def run(self):
        """The exit status of the last step; the steps after one that fails are left out."""
        for step in self._action["runs"]["steps"]:
            if step.get("if") == "inputs.install == 'true'" and self._inputs["install"] != "true":
                continue
            assert set(step) <= {"name", "id", "if", "shell", "env", "run", "uses", "with"}
            if "uses" in step:
                assert step["uses"].startswith("actions/upload-artifact@")
                self.kept = Path(self._filled(step["with"]["path"]))
                self.outputs[step["id"]] = {"artifact-url": "https://github.example/artifact"}
            elif status := self._shell(step):
                return status
        return 0

    def _shell(self, step):
        self._file.write_text("")
        environment = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": os.environ["HOME"],
            "ACTWRIGHT_BROWSER": str(launch_options()["executable_path"]),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(self._file),
            "GITHUB_STEP_SUMMARY": str(self._folder / "summary"),
            "RUNNER_TEMP": str(self._folder / "temporary"),
            **{name: self._filled(value) for name, value in step.get("env", {}).items()},
        }
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", self._filled(step["run"])],
            cwd=self._folder, env=environment, timeout=120, check=False,
        )  # fmt: skip
        lines = (line.partition("=") for line in self._file.read_text().splitlines())
        self.outputs[step.get("id", "")] = {name: value for name, _, value in lines}
        return done.returncode

    def _filled(self, text):
        def value(match):
            kind, *names = match[1].split(".")
            return self._inputs[names[0]] if kind == "inputs" else self.outputs[names[0]][names[2]]

        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, text)


def test_a_failing_suite_is_summarised_with_its_pictures(tmp_path):
    """In replay mode, although a model is named; the job shows the failing step and where its picture is, and fails."""
    write_recording(RECORDING, tmp_path / "recordings" / "cases" / "Shop.test_buy.actwright.yaml")
    with ServedPages(shop(products={"Canoe": 420})) as site:
        (tmp_path / "cases.py").write_text(SUITE % (TASK, f"{site.url}/"))
        runner = Runner(tmp_path, {"command": "python -m unittest cases", "install": "false"})
        assert runner.run() == 1
    assert runner.summary.startswith("**The suite failed** (exit status 1).\n")
    assert "[reports and pictures](https://github.example/artifact)" in runner.summary
    assert f"### failed: {TASK}\n" in runner.summary
    assert 'there is no button "Buy" in the row "Kayak $320 Buy"' in runner.summary
    [folder] = [each for each in runner.kept.iterdir() if each.is_dir()]
    [picture] = [each for each in folder.iterdir() if each.suffix not in {".md", ".html", ".txt"}]
    assert f"`{folder.name}`, with the pictures {picture.name}." in runner.summary
    assert picture.stat().st_size > 1000
