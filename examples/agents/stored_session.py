"""A login whose session is kept: the first run logs in, the others start signed in. Needs no model.

SHOP_PASSWORD=… python stored_session.py https://shop.example ada@example.org
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from actwright import Agent, BrowserOptions, Secret

STATE = Path("session.json")


def log_in(site: str, email: str) -> None:
    """Logs in, and keeps cookies and storage in a file. Protect it like a password."""
    password = Secret(os.environ["SHOP_PASSWORD"], origins=[site])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("ACTWRIGHT_BROWSER"))
        page = browser.new_page()
        agent = Agent(policy="rules")
        result = agent.run_sync(
            "Log in", url=f"{site}/login", page=page, data={"Email": email}, secrets={"Password": password}
        )
        result.raise_for_status()
        page.context.storage_state(path=STATE)
        browser.close()


def main(site: str, email: str) -> None:
    """Sells a kayak, signed in."""
    if not STATE.exists():
        log_in(site, email)
    agent = Agent(policy="rules", browser=BrowserOptions(storage_state=STATE))
    kayak = {
        "Title": "Lake kayak",
        "Price": "50",
        "Category": "Boats",
        "Condition": "Good",
        "Date available": "2027-01-31",
        "I accept the terms of sale": "yes",
    }
    result = agent.run_sync("Create the listing", url=f"{site}/sell", data=kayak)
    print(result.raise_for_status().message)


if __name__ == "__main__":
    main(*sys.argv[1:])
