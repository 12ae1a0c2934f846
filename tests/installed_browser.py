"""How tests start a browser: the same installed Chromium for the shared fixtures and for tests that start their own."""

import os
import shutil

from actwright.engine.page.browser.find import HEADLESS_SHELLS
from actwright.engine.page.browser.switches import OFF, QUIET, SEPARATE, with_playwrights


def launch_options(*, shell=True):
    """Arguments of Playwright's `launch`: an installed Chromium, or Playwright's own, without background traffic.

    Without `shell` it is the browser that has windows, if there is one.
    """
    names = (*(HEADLESS_SHELLS if shell else ()), "chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("ACTWRIGHT_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    quiet = ["background-networking", "component-update", "sync"]
    args = [*(f"--disable-{name}" for name in quiet), "--no-first-run", *QUIET, *SEPARATE]
    return {"executable_path": path, "args": [*args, *with_playwrights([f"--disable-features={','.join(OFF)}"])]}
