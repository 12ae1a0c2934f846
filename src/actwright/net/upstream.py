"""The user's own proxy for all connections: `http://`, `https://` or `socks5://`, with or without credentials.

Its credentials are sent only to it. If it does not answer, or refuses, there is no connection: nothing bypasses it.
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from actwright.errors import ConfigError
from actwright.net.trusted import trusted
from actwright.schemas.hosts import with_port

SECONDS = 15.0
"""The time limit for reaching the proxy, and for it to reach the host, in seconds."""
LONGEST_HEAD = 65_536
DEFAULT_PORTS = {"http": 80, "https": 443, "socks5": 1080}
LONGEST_LOGIN = 255

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Unreachable(OSError):  # noqa: N818 - what the proxy reports to its client
    """No connection can be made. The message gives the reason and is worded to follow the host."""


class ConnectionRefused(Unreachable):
    """The guard does not allow the connection."""


@dataclass(frozen=True, slots=True)
class Upstream:
    """An upstream proxy.

    Attributes:
        scheme: `http`, `https` or `socks5`.
        host, port: Where it listens.
        username, password: Its credentials; empty if it needs none. Never shown.
    """

    scheme: str
    host: str
    port: int
    username: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    @classmethod
    def of(cls, url: str) -> Upstream:
        """Returns the proxy at a URL such as `http://user:password@proxy.example:3128`.

        Raises:
            ConfigError: The URL is not the address of a proxy. The message shows nothing of its credentials.
        """
        wanted = "write one as in http://user:password@proxy.example:3128 (http, https or socks5)"
        try:
            parts = urlsplit(url.strip())
            port = parts.port
        except ValueError:
            raise ConfigError(f"the proxy's address is not a URL; {wanted}") from None
        scheme = {"socks5h": "socks5"}.get(parts.scheme, parts.scheme)
        if scheme not in DEFAULT_PORTS:
            raise ConfigError(f"the proxy's address has the scheme {parts.scheme!r}; {wanted}")
        if (
            not parts.hostname
            or parts.path.strip("/")
            or parts.query
            or parts.fragment
            or re.search(r"[\s\\]", url.strip())
        ):
            raise ConfigError(f"the proxy's address must have a host, and nothing besides host and port; {wanted}")
        username, password = unquote(parts.username or ""), unquote(parts.password or "")
        if max(len(username.encode()), len(password.encode())) > LONGEST_LOGIN:
            raise ConfigError(f"the proxy's user name or password has more than {LONGEST_LOGIN} bytes")
        return cls(scheme, parts.hostname, port or DEFAULT_PORTS[scheme], username, password)

    @property
    def address(self) -> str:
        """Its URL without credentials."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def forwards(self) -> bool:
        """Whether it forwards requests for `http://` URLs."""
        return self.scheme != "socks5"

    @property
    def authorization(self) -> bytes:
        """The value of `Proxy-Authorization` (RFC 7617); empty without credentials."""
        if not self.username and not self.password:
            return b""
        return b"Basic " + b64encode(f"{self.username}:{self.password}".encode())

    async def open(self) -> Streams:
        """Opens a connection to the proxy itself.

        Raises:
            Unreachable: The proxy does not answer.
        """
        secured = trusted() if self.scheme == "https" else None
        try:
            async with asyncio.timeout(SECONDS):
                return await asyncio.open_connection(self.host, self.port, ssl=secured, limit=2 * LONGEST_HEAD)
        except (OSError, TimeoutError) as error:
            raise self._problem("cannot be reached") from error

    async def tunnel(self, host: str, port: int) -> Streams:
        """Opens a connection through the proxy to a host, whose name the proxy resolves.

        Raises:
            Unreachable: The proxy does not answer, asks for other credentials, or does not reach the host.
        """
        return await (self._socks(host, port) if self.scheme == "socks5" else self._connected(host, port))

    def refusal(self, status: int) -> Unreachable:
        """Returns the error for an unsuccessful response of the proxy."""
        if status == 407:  # noqa: PLR2004 - Proxy Authentication Required
            return self._problem(
                "refuses our credentials (407)" if self.authorization else "asks for a name and a password (407)"
            )
        return self._problem(f"does not connect to it ({status})")

    def _problem(self, what: str) -> Unreachable:
        return Unreachable(f"cannot be opened: the proxy {self.address} {what}")

    async def _connected(self, host: str, port: int) -> Streams:
        """Asks for a tunnel (RFC 9110, 9.3.6)."""
        target = with_port(host, port)
        login = b"Proxy-Authorization: %b\r\n" % self.authorization if self.authorization else b""
        reader, writer = await self.open()
        answer = None
        try:
            async with asyncio.timeout(SECONDS):
                writer.write(b"CONNECT %b HTTP/1.1\r\nHost: %b\r\n%b\r\n" % (target.encode(), target.encode(), login))
                answer = re.match(rb"HTTP/1\.[01] ([0-9])([0-9]{2})", await reader.readuntil(b"\r\n\r\n"))
        except (OSError, EOFError, asyncio.LimitOverrunError) as error:
            raise self._problem("hung up, or does not answer as a proxy does") from error
        finally:
            if answer is None or answer[1] != b"2":
                writer.close()
        if answer is None:
            raise self._problem("does not answer as a proxy does")
        if answer[1] != b"2":
            raise self.refusal(int(answer[1] + answer[2]))
        return reader, writer

    async def _socks(self, host: str, port: int) -> Streams:
        """Asks for a connection (RFC 1928), with name and password if there are any (RFC 1929)."""
        from python_socks import ProxyConnectionError, ProxyError, ProxyTimeoutError, ProxyType  # noqa: PLC0415 - loaded when used
        from python_socks.async_.asyncio.v2 import Proxy  # noqa: PLC0415

        login = (self.username, self.password) if self.authorization else (None, None)
        proxy = Proxy(ProxyType.SOCKS5, self.host, self.port, *login, rdns=True)
        try:
            stream = await proxy.connect(host, port, timeout=SECONDS)
        except (ProxyConnectionError, ProxyTimeoutError) as error:
            raise self._problem("cannot be reached") from error
        except ProxyError as error:
            raise self._problem(f"does not connect to it ({error})") from error
        except (OSError, EOFError, ValueError) as error:
            raise self._problem("hung up, or does not answer as a proxy does") from error
        return stream.reader, stream.writer
