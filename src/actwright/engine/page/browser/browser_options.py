"""How to get a browser, and how its pages are set up."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, field_validator

from actwright.engine.page.browser.endpoint import is_endpoint
from actwright.schemas.options import Options
from actwright.schemas.sites import origin_of

__all__ = ["BrowserOptions", "HttpCredentials", "hidden_in"]


class HttpCredentials(Options):
    """A user name and a password for HTTP authentication, sent only to one origin. No model sees the password.

    Attributes:
        username: The user name.
        password: At least 3 characters, so that it can be masked where a page shows it.
        origin: Scheme, host and port, as in `https://shop.example`.
    """

    username: str
    password: SecretStr = Field(min_length=3)
    origin: str

    @field_validator("origin")
    @classmethod
    def _origin_is_as_browsers_write_it(cls, origin: str) -> str:
        if not origin_of(origin):
            message = f"{origin!r} is not an origin; write scheme and host, as in https://shop.example"
            raise ValueError(message)
        return origin_of(origin)

    @property
    def hidden(self) -> dict[str, str]:
        """The values to mask everywhere, by the name that is shown instead."""
        return _hidden(self.username, self.password.get_secret_value())


def hidden_in(url: str) -> dict[str, str]:
    """The values to mask of the user name and the password in a URL, as `HttpCredentials.hidden`; none without them."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return {}
    return _hidden(unquote(parts.username or ""), unquote(parts.password)) if parts.password else {}


def _hidden(username: str, password: str) -> dict[str, str]:
    pair = b64encode(f"{username}:{password}".encode()).decode()
    return {"http_password": password, "http_credentials": pair}


class BrowserOptions(Options):
    """How to get a browser, and how its pages are set up.

    Attributes:
        headless: Whether there is no window; None takes the setting (`ACTWRIGHT_HEADLESS`), true by default.
        executable: The browser to start; None finds one, see `find_browser`.
        channel: A branded browser that Playwright knows: `chrome`, `msedge`, `chrome-beta`, …
        viewport: Width and height of the page in CSS px.
        device_scale_factor: Screen pixels per CSS px.
        locale, timezone: As in `de-DE` and `Europe/Berlin`; None means the machine's own.
        webmcp: Let models call the tools that pages offer (WebMCP), by `call_page_tool`. Only Chromium has them, on pages
            over https and on this machine. A browser that is not started for the run needs the switch
            `--enable-features=WebMCP`.
        args: Further command-line switches of Chromium. Features in them are merged with those that Playwright sets.
        proxy: The proxy to connect through, as in `http://user:password@proxy.example:3128` (http, https or socks5). In
            a run with `hosts`, the browser does not see the user name and password.
        storage_state: File with cookies and storage to start with, as Playwright saves it.
        ignore_https_errors: Accept certificates that the browser does not trust, such as self-signed ones of test
            servers.
        http_credentials: The user name and password for a server that asks for HTTP authentication.
        cdp_url: Attach to this running browser (`http://127.0.0.1:9222`) instead of starting one. The run gets a new
            tab beside yours, with your logins; the browser stays open.
        endpoint: Use this browser instead of starting one: a Playwright server of the same version (`ws://host:3000/`),
            or a browser with a debugging port (`http://host:9222`, `ws://host:9222/devtools/browser/…`). The run gets
            its own context, which is closed afterwards; the browser stays open. As with `cdp_url`, `hosts` is then
            enforced only by routing, and a warning says so.

    Raises:
        ConfigError: An unknown option, or a value that is not allowed.
    """

    headless: bool | None = None
    executable: Path | None = None
    channel: str | None = None
    viewport: tuple[int, int] = (1280, 800)
    device_scale_factor: float = 1.0
    locale: str | None = None
    timezone: str | None = None
    webmcp: bool = False
    args: tuple[str, ...] = ()
    proxy: SecretStr | None = None
    storage_state: Path | None = None
    ignore_https_errors: bool = False
    http_credentials: HttpCredentials | None = None
    cdp_url: str | None = None
    endpoint: str | None = None

    @field_validator("endpoint")
    @classmethod
    def _endpoint_is_an_address(cls, endpoint: str | None) -> str | None:
        if endpoint is not None and not is_endpoint(endpoint):
            message = "write the address of a browser, as in ws://127.0.0.1:3000/ or http://127.0.0.1:9222"
            raise ValueError(message)
        return endpoint

    @property
    def attached(self) -> str:
        """The address of a browser that is already running; empty if one is started."""
        return self.cdp_url or self.endpoint or ""
