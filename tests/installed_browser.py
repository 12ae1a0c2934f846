"""How tests that start a browser of their own start it: the same installed Chromium as the shared fixtures."""

import os
import shutil


def launch_options():
    """Arguments of Playwright's `launch`: an installed Chromium, or Playwright's own, without background traffic."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("ACTWRIGHT_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    quiet = ["background-networking", "component-update", "sync"]
    args = [*(f"--disable-{name}" for name in quiet), "--no-first-run", "--disable-quic"]
    return {"executable_path": path, "args": args}
