"""Two web servers on loopback addresses, and runs of a scripted model that begin at them."""

import base64
import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from builders import reply

from actwright import Agent
from actwright.engine.page.page_options import PageOptions
from actwright.testing import ScriptedModel

HOME, AWAY = "127.0.0.1", "127.0.0.2"


class Origin:
    """A web server on one loopback address; `asked` holds what came, `posts` what came by POST, `messages` what came over sockets."""

    def __init__(self, host):
        self.forget()
        origin = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                origin.asked.append(self.path)
                if self.headers.get("Upgrade") == "websocket":
                    self.listen()
                    return
                found = origin.pages.get(self.path.partition("?")[0], "<title>Other</title>Nothing here")
                status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
                self.send_response(status)
                for name, value in {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                origin.posts.append(self.path)
                self.do_GET()

            def listen(self):
                key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
                self.send_response_only(101)
                accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
                for name, value in (
                    ("Upgrade", "websocket"),
                    ("Connection", "Upgrade"),
                    ("Sec-WebSocket-Accept", accept),
                ):
                    self.send_header(name, value)
                self.end_headers()
                while (head := self.rfile.read(2)) and head[0] & 15 == 1:
                    mask = self.rfile.read(4)
                    data = self.rfile.read(head[1] & 127)
                    origin.messages.append(bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)).decode())

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer((host, 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://{host}:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def forget(self):
        self.pages, self.asked, self.posts, self.messages = {}, [], [], []

    def close(self):
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture(scope="module")
def servers():
    pair = Origin(HOME), Origin(AWAY)
    yield pair
    for each in pair:
        each.close()


@pytest.fixture
def home(servers):
    servers[0].forget()
    return servers[0]


@pytest.fixture
def away(servers):
    servers[1].forget()
    return servers[1]


@pytest.fixture
def run(page, tmp_path):
    """`await run(url, (tool, parameters), …)`: a step for each action; gives the result."""

    async def play(url, *steps, agent=None, task="do it", **options):
        replies = [reply(*(step if isinstance(step, list) else [step])) for step in steps]
        model = ScriptedModel([*replies, reply(("fail", {"reason": "enough"}))])
        given = {"page_options": PageOptions(screenshot="never"), **(agent or {})}
        made = Agent(model, out=tmp_path, **given)
        return await made.run(task, url=url, page=page, **options)

    return play
