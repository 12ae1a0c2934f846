"""A client of the HTTP service, with nothing but Python's library.

actwright serve --model anthropic:NAME        (it prints its address, and keeps the token in runs/serve-token)
python service_client.py http://127.0.0.1:8787 runs/serve-token https://shop.example/price
"""

import json
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ENDED = {"complete", "failed", "stuck", "error", "interrupted", "unusable_replies"}


class Service:
    """The service at an address."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to a GET or, with a body, to a POST."""
        content = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._url + path, content, self._headers), timeout=30) as answer:
            return json.load(answer)


def main(url: str, token_file: str, page: str) -> None:
    """Sets a price, and waits for the result."""
    service = Service(url, Path(token_file).read_text().strip())
    task = {"task": "Fill the price as {{price}} and submit", "url": page, "data": {"price": "50"}}
    run = service.ask("/runs", task)
    while not (run["state"] in ENDED or run["state"].endswith("_limit")):
        time.sleep(0.5)
        run = service.ask(f"/runs/{run['id']}")
    print(run["state"], run["result"]["message"])


if __name__ == "__main__":
    main(*sys.argv[1:])
