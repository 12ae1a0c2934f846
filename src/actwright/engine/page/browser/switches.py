"""Chromium's command-line switches: ours, those that enforce a proxy, and the caller's merged with Playwright's."""

from __future__ import annotations

from collections.abc import Sequence

QUIET = ("--disable-quic",)
"""Keeps traffic where Playwright sees it. Playwright's own switches keep Chromium from talking to anyone else."""
SEPARATE = ("--site-per-process",)
"""Gives each site a process of its own, as the browser with windows does by default and the headless shell does not.
A frame of another site that hangs or crashes then does not affect the page around it."""
OFF = (
    "AutofillServerCommunication",  # sends what forms look like to the browser's maker
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    "SpareRendererForSitePerProcess",
)
"""Features that no run needs. The three for the omnibox are pages that Chromium loads for the address bar of every
window, in two processes of their own, although there is no address bar: a page in a new context took 736 ms of CPU time
with them and 369 ms without (Chromium 156: opened, filled, clicked and closed). The spare renderer is a process started
ahead for the next site: the same in the headless shell takes 285 ms of CPU time with it and 249 ms without, while a page
of another site takes 10 ms longer to come."""
WEBMCP = ("--enable-features=WebMCP",)
"""Lets pages offer tools. Playwright lists and calls them only if it was given this feature itself."""
BLINK_SETTINGS = "--blink-settings"
WITHOUT_WINDOW = ("primaryHoverType=2", "availableHoverTypes=2", "primaryPointerType=4", "availablePointerTypes=4")
"""Blink's settings that Playwright 1.65 makes without a window. Chromium uses only the last such switch."""
NO_PRIMARY_SELECTION = "selectionClipboardBufferAvailable=false"
"""On Linux, all documents of a browser share a primary selection: whatever one of them selects, by keys, the mouse or a
script, a middle click pastes into any other. With this setting, pages paste nothing from it (tried with Chromium 156:
the headless shell, and the full browser with and without a window)."""
PROXY_SWITCHES = (
    # Otherwise WebRTC sends UDP past every proxy. Chromium 156 knows the first name, and its headless shell only the
    # second; each ignores the other without a warning.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Otherwise the names of ICE and TURN servers are looked up past the proxy, and a name can carry data.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
"""For runs with a list of hosts: nothing is sent or looked up past the proxy on 127.0.0.1 (tried with Chromium 156)."""
NOT_WITH_PROXY = (
    *("--proxy-server", "--proxy-bypass-list", "--proxy-pac-url", "--proxy-auto-detect", "--no-proxy-server"),
    *(
        "--host-resolver-rules",
        "--host-rules",
        "--webrtc-ip-handling-policy",
        "--force-webrtc-ip-handling-policy",
        "--enable-quic",
        "--origin-to-force-quic-on",
    ),
    *("--remote-debugging-port", "--remote-debugging-address"),
)
"""Switches that would bypass the proxy, or let another program do so."""
FEATURES = {
    "--disable-features": (
        *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
        *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
        *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin"),
        *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
        *("msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion"),
    ),
    "--enable-features": ("CDPScreenshotNewSurface", "SkipListAccountsWithoutGaiaCookies"),
}
"""The features that Playwright 1.65 turns off and on. Chromium uses only the last such switch, so the caller's must
repeat them."""


def with_playwrights(args: Sequence[str]) -> list[str]:
    """The caller's switches, without Blink's settings. Those that turn features off or on repeat Playwright's that they do not contradict."""
    kept = [arg for arg in args if arg.partition("=")[0] not in {*FEATURES, BLINK_SETTINGS}]
    wanted = {name: _features(args, name) for name in FEATURES}
    for name, opposite in (("--disable-features", "--enable-features"), ("--enable-features", "--disable-features")):
        if wanted[name]:
            playwrights = [feature for feature in FEATURES[name] if feature not in wanted[opposite]]
            kept.append(f"{name}={','.join([*playwrights, *wanted[name]])}")
    return kept


def blink_settings(args: Sequence[str], *, headless: bool) -> str:
    """The switch for Blink's settings: Playwright's, then the caller's, then ours."""
    given = [arg.partition("=")[2] for arg in args if arg.partition("=")[0] == BLINK_SETTINGS]
    settings = [*(WITHOUT_WINDOW if headless else ()), *filter(None, given), NO_PRIMARY_SELECTION]
    return f"{BLINK_SETTINGS}={','.join(settings)}"


def _features(args: Sequence[str], name: str) -> list[str]:
    """The features that a switch lists, over all times it is given."""
    lists = [arg.partition("=")[2] for arg in args if arg.partition("=")[0] == name]
    return [feature for each in lists for feature in each.split(",") if feature]
