"""The network of the egress bench: a namespace that contains only listeners and a DNS stub, which count."""

from __future__ import annotations

import asyncio
import ctypes
import os
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Self
from urllib.parse import unquote

HOME, EVIL, BROWSERS_OWN, STUB = "127.0.0.1", "127.0.0.9", "127.0.0.10", "127.0.0.53"
HOME_NAME = "app.test"
TCP_PORTS = (80, 443, 3478, 8080)
UDP_PORTS = (80, 443, 3478, 8080)
NEW_NAMESPACES = 0x00020000 | 0x40000000
"""The flags CLONE_NEWNS and CLONE_NEWNET of Linux."""
PRIVATE_MOUNTS = 0x4000 | 0x40000
"""The flags MS_REC and MS_PRIVATE of Linux."""
MS_BIND = 0x1000
A = 1

PAGE = "<!doctype html><title>Home</title><body>Home"
WORKER = """onmessage = (event) => { for (const url of event.data) {
  try { fetch(url, {mode: 'no-cors', method: 'POST', body: 'canary=4111111111111111'}).catch(() => 0) } catch {}
  try { new WebSocket(url.replace(/^http/, 'ws')) } catch {} } }"""


def leave_the_network() -> None:
    """Moves this process into its own network, which has no way out and whose names the stub resolves.

    The network has a second interface, which leads nowhere, because WebRTC does not use loopback alone.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_NAMESPACES) or libc.mount(None, b"/", None, PRIVATE_MOUNTS, None):
        sys.exit("this bench needs its own network namespace: run it as root on Linux")
    with tempfile.NamedTemporaryFile("w", prefix="resolv", delete=False) as resolv:
        resolv.write(f"nameserver {STUB}\noptions attempts:1 timeout:2\n")
    Path(resolv.name).chmod(0o644)
    if libc.mount(resolv.name.encode(), str(Path("/etc/resolv.conf").resolve()).encode(), None, MS_BIND, None):
        sys.exit("this bench could not put its own resolver into /etc/resolv.conf")
    for command in (
        "link set lo up",
        "link add aside0 type veth peer name aside1",
        "addr add 127.77.0.1/24 dev aside0",
        "addr add 10.77.0.1/24 dev aside0",
        "link set aside0 up",
        "link set aside1 up",
    ):
        subprocess.run(["ip", *command.split()], check=True)
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]


class Listeners:
    """Counts the bytes that arrive over TCP and UDP at the unlisted host, and the names that are looked up."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.names: list[str] = []
        self.page, self.shown = PAGE, asyncio.Event()
        self.own: Counter[str] = Counter()
        self._servers: list[asyncio.Server] = []
        self._endpoints: list[asyncio.DatagramTransport] = []

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        for port in TCP_PORTS:
            self._servers.append(await asyncio.start_server(self._evil, EVIL, port))
            self._servers.append(await asyncio.start_server(self._browsers_own, BROWSERS_OWN, port))
        self._servers.append(await asyncio.start_server(self._home, HOME, 80))
        for host, port in [*((EVIL, port) for port in UDP_PORTS), (STUB, 53)]:
            protocol = Datagrams(self, stub=host == STUB)
            endpoint, _ = await loop.create_datagram_endpoint(lambda it=protocol: it, local_addr=(host, port))
            self._endpoints.append(endpoint)
        return self

    async def __aexit__(self, *_: object) -> None:
        for each in [*self._servers, *self._endpoints]:
            each.close()

    def taken(self) -> Counter[str]:
        """Returns the counts since the last call."""
        taken, self.counts = self.counts, Counter()
        return taken

    async def quiet(self, seconds: float) -> None:
        """Waits until nothing has arrived for this many seconds, at most 15 s."""
        for _ in range(round(15 / seconds)):
            before = self.counts.total()
            await asyncio.sleep(seconds)
            if self.counts.total() == before:
                return

    async def _evil(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.counts["tcp connections"] += 1
        try:
            while data := await reader.read(65_536):
                self.counts["tcp bytes"] += len(data)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        except OSError:
            return
        finally:
            writer.close()

    async def _browsers_own(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.own["tcp connections"] += 1
        self.own["tcp bytes"] += len(await reader.read(65_536))
        writer.close()

    async def _home(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                path, _, query = head.split(" ")[1].partition("?")
                self.shown.set()
                status, more, body = "200 OK", "Content-Type: text/html", self.page
                if path.endswith("/redirect"):
                    status, more, body = "302 Found", f"Location: {unquote(query)}", ""
                elif path.endswith("/worker.js"):
                    more, body = "Content-Type: text/javascript\r\nService-Worker-Allowed: /", WORKER
                writer.write(
                    f"HTTP/1.1 {status}\r\n{more}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode("latin-1")
                )
        except (OSError, EOFError):
            writer.close()


class Datagrams(asyncio.DatagramProtocol):
    """Counts datagrams; the stub also answers them."""

    def __init__(self, listeners: Listeners, *, stub: bool) -> None:
        self._listeners, self._stub = listeners, stub
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self._transport = transport

    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        if not self._stub:
            self._listeners.counts["udp datagrams"] += 1
            self._listeners.counts["udp bytes"] += len(data)
            return
        name, kind, end = _question(data)
        home = name == HOME_NAME
        test = name.endswith(".test")
        if not home:
            (self._listeners.counts if test else self._listeners.own)["dns queries"] += 1
            self._listeners.names.append(name)
        answers = b""
        if kind == A:
            host = HOME if home else EVIL if test else BROWSERS_OWN
            answers = b"\xc0\x0c" + struct.pack(">HHIH", A, 1, 0, 4) + bytes(map(int, host.split(".")))
        head = data[:2] + struct.pack(">HHHHH", 0x8180, 1, bool(answers), 0, 0)
        assert self._transport is not None
        self._transport.sendto(head + data[12:end] + answers, address)


def _question(data: bytes) -> tuple[str, int, int]:
    """Returns the name and the type in a question, and where the question ends."""
    labels, place = [], 12
    while data[place]:
        labels.append(data[place + 1 : place + 1 + data[place]].decode("latin-1"))
        place += 1 + data[place]
    return ".".join(labels).lower(), int.from_bytes(data[place + 1 : place + 3], "big"), place + 5
