"""A client of the MCP server, as an agent of another vendor would be.

python mcp_client.py https://shop.example/price        (needs the extra mcp; the policy rules needs no model)
"""

import asyncio
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters


async def main(url: str) -> None:
    """Lists the tools, and runs a task that is done and proved on the page."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "actwright", "mcp", "--policy", "rules"])
    async with Client(server) as client:
        print("tools:", ", ".join(tool.name for tool in (await client.list_tools()).tools))
        task = {"task": "Fill in the price and submit", "url": url, "data": {"price": "50"}}
        result = await client.call_tool("run_task", task)
        print(*(block.text for block in result.content if block.type == "text"))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
