"""How tests start a browser: the same installed Chromium for the shared fixtures and for tests that start their own."""

import os
import shutil

from actwright.engine.page.browser.find import HEADLESS_SHELLS

OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "SpareRendererForSitePerProcess", "AndroidWarmUpSpareRendererWithTimeout",
)  # fmt: skip
"""What Playwright turns off, which a second switch replaces; the pages that Chromium starts for the address bar of each window,
two processes every time; and the process that it starts ahead for the next page."""


def launch_options(*, shell=True):
    """Arguments of Playwright's `launch`: an installed Chromium, or Playwright's own, without background traffic.

    Without `shell` it is the browser that has windows, if there is one.
    """
    names = (*(HEADLESS_SHELLS if shell else ()), "chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("ACTWRIGHT_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    quiet = ["background-networking", "component-update", "sync"]
    args = [*(f"--disable-{name}" for name in quiet), "--no-first-run", "--disable-quic"]
    return {"executable_path": path, "args": [*args, "--site-per-process", f"--disable-features={','.join(OFF)}"]}
