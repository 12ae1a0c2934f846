"""Tools of the page (WebMCP): the model asks the page for a price, and lets it fill in its own form.

`shirts.html` is a page that offers two tools, one by a script and one by a form. Put it on a server of yours.

pip install 'PATH_OF_THIS_CLONE[webmcp]'
ACTWRIGHT_MODEL=anthropic:NAME python order.py http://127.0.0.1:8000/shirts.html
"""

import os
import sys

from actwright import Agent, BrowserOptions

TASK = "Order {{count}} shirts of size {{size}}, if they cost at most $50"


def main(url: str) -> None:
    """Orders two shirts, and prints what was sent."""
    agent = Agent(os.environ["ACTWRIGHT_MODEL"], browser=BrowserOptions(webmcp=True))
    result = agent.run_sync(TASK, url=url, data={"count": "2", "size": "M"}).raise_for_status()
    print(result.message, [request.request for request in result.sent])


if __name__ == "__main__":
    main(sys.argv[1])
