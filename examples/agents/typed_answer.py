"""A typed answer: the result of the run is an object of your class, checked against what the pages showed.

ACTWRIGHT_MODEL=anthropic:NAME python typed_answer.py https://shop.example/
"""

import os
import sys

from pydantic import BaseModel, Field

from actwright import Agent


class Listing(BaseModel):
    """What is asked for."""

    title: str
    price: str = Field(description="as the page shows it")


def main(url: str) -> None:
    """Prints the cheapest listing."""
    agent = Agent(os.environ["ACTWRIGHT_MODEL"], tools=["click", "scroll", "read"])
    result = agent.run_sync("Which listing is the cheapest?", url=url, output=Listing).raise_for_status()
    print(repr(result.output))


if __name__ == "__main__":
    main(sys.argv[1])
