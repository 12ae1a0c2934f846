"""A tool of your own: the model looks the price up in your list before it fills in the form.

ACTWRIGHT_MODEL=anthropic:NAME python custom_tool.py https://shop.example/sell
"""

import os
import sys

from actwright import Agent, Surface, builtin_tools, tool

PRICES = {"kayak": "420", "paddle": "19.50"}


@tool(effect="read")
async def look_up_price(surface: Surface, article: str) -> str:
    """Look up the price of an article in the price list, in dollars."""
    return PRICES.get(article.lower(), f"no price is known; the list has {', '.join(PRICES)}")


def main(url: str) -> None:
    """Sets the price of a kayak."""
    agent = Agent(os.environ["ACTWRIGHT_MODEL"], tools=[*builtin_tools(), look_up_price])
    result = agent.run_sync("Set the price of a kayak, as in the price list", url=url)
    print(result.raise_for_status().message)


if __name__ == "__main__":
    main(sys.argv[1])
