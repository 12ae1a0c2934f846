"""Nothing that a server sends in answer fills the memory: bombs, endless bodies, endless streams."""

import gzip
import resource
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from actwright.engine.models.base import find_model
from actwright.errors import ModelError
from actwright.schemas.exchange import Message, Request, TextBlock

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="hi"),)),))
WIRES = ("openai:m", "openai-chat:m", "anthropic:m")
CHUNK = b"x" * 100_000
EVENT = b'data: {"type": "x", "choices": [], "x": "' + CHUNK + b'"}\n\n'
MEGABYTE = 1_000_000


def reply(said):
    return b'{"choices": [{"message": {"content": "%s"}, "finish_reason": "stop"}]}' % said


class Hostile(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        status, headers, body, endless = self.server.answer
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header(*(("transfer-encoding", "chunked") if endless else ("content-length", str(len(body)))))
        self.end_headers()
        try:
            self.wfile.write(b"" if endless else body)
            while endless and self.server.sent < 400 * MEGABYTE:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(body), body))
                self.server.sent += len(body)
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        """Quiet."""


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Hostile) as server:
        server.sent, server.daemon_threads = 0, True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


async def asked(server, wire):
    path = "" if wire.startswith("anthropic") else "/v1"
    model = find_model(wire, base_url=f"http://127.0.0.1:{server.server_port}{path}", api_key="key-of-a-test")
    try:
        return await model.send(REQUEST, timeout=60)
    finally:
        await model.close()


@pytest.fixture(scope="module")
def bomb():
    """The beginning of a reply of 300 MB, packed; it is never whole in memory, or the most that a process ever had could not grow any more.

    Flushed fully, a piece refers to nothing before it, so one of 1 MB stands for all.
    """
    packer, (before, _) = zlib.compressobj(wbits=zlib.MAX_WBITS | 16), reply(b"|").split(b"|")
    packed = [packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH) for part in (before, b"x" * MEGABYTE)]
    return packed[0] + packed[1] * 300


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("status", [200, 400])
async def test_a_small_body_that_unpacks_to_any_size_is_not_read(server, bomb, wire, status):
    server.answer = (status, {"content-encoding": "gzip"}, bomb, False)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ModelError, match="the reply was not read: it has more than 16,000,000 bytes") as raised:
        await asked(server, wire)
    assert not raised.value.retryable
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150_000  # KB


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("headers", "body"), [({}, CHUNK), ({"content-type": "text/event-stream"}, EVENT)], ids=["body", "stream"]
)
async def test_a_reply_without_an_end_is_not_read_to_it(server, wire, headers, body):
    server.answer = (200, headers, body, True)
    with pytest.raises(ModelError, match="the reply was not read: it has more than 16,000,000 bytes"):
        await asked(server, wire)
    assert server.sent < 60 * MEGABYTE


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, gzip"])
async def test_a_packing_that_was_not_asked_for_is_named(server, coding):
    server.answer = (200, {"content-encoding": coding}, b"x", False)
    with pytest.raises(ModelError, match=f"it is compressed as '{coding}', which was not requested"):
        await asked(server, "openai-chat:m")


def bare(data):
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("coding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", bare), ("identity", bytes)]
)
async def test_an_honest_reply_is_unpacked(server, coding, pack):
    server.answer = (200, {"content-encoding": coding}, pack(reply(b"hello")), False)
    assert (await asked(server, "openai-chat:m")).text == "hello"
