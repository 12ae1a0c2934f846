"""Runs browser-use's agent on one task, in the environment of browser-use, and prints on one line how the run ended."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from importlib.metadata import version
from typing import Any

os.environ.update(
    ANONYMIZED_TELEMETRY="false",
    BROWSER_USE_CLOUD_HINTS="false",
    BROWSER_USE_CLOUD_SYNC="false",
    BROWSER_USE_CONFIG_DIR=os.path.join(os.getcwd(), "config"),  # noqa: PTH109, PTH118 - before anything is imported
    BROWSER_USE_LOGGING_LEVEL="error",
    BROWSER_USE_VERSION_CHECK="false",
    SKIP_LLM_API_KEY_VERIFICATION="true",
)

from browser_use import Agent, BrowserProfile
from browser_use.llm import ChatOpenAI


async def play(asked: dict[str, Any]) -> dict[str, Any]:
    agent = Agent(
        task=asked["task"],
        # Strict mode allows neither defaults nor minimum lengths in a schema; these options are for such servers.
        llm=ChatOpenAI(
            model=asked["model"],
            base_url=asked["model_url"],
            api_key="none",
            remove_defaults_from_schema=True,
            remove_min_items_from_schema=True,
        ),
        browser_profile=BrowserProfile(
            cdp_url=asked["browser"],
            is_local=True,
            viewport={"width": 1280, "height": 800},
            device_scale_factor=1.0,
            enable_default_extensions=False,
        ),
        initial_actions=[{"navigate": {"url": asked["url"], "new_tab": False}}],
        **asked["options"],
    )
    history = await agent.run(max_steps=asked["steps"])
    errors = [error for error in history.errors() if error]
    return {
        "done": bool(history.is_successful()),
        "version": f"browser-use {version('browser-use')}",
        "error": "" if history.is_done() or not errors else str(errors[-1])[:300],
    }


print("peer:" + json.dumps(asyncio.run(play(json.loads(sys.argv[1])))), flush=True)
