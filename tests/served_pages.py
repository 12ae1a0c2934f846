"""A web server on loopback with pages of a test's own making."""

import io
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ServedPages:
    """`with ServedPages({"/x": "<h1>X</h1>"}) as site`: a body, `(status, headers, body)`, or what makes one from the request.

    Every path that was asked for is in `site.asked`, and the body of every request that was not GET in `site.posts`.
    """

    def __init__(self, pages):
        self.pages = dict(pages)
        self.asked, self.posts = [], []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"site": self}))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.site.asked.append(self.path)
        if self.command != "GET":
            self.site.posts.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            self.rfile = io.BytesIO(self.site.posts[-1])  # a page may read it again
        found = self.site.pages.get(self.path, (404, {}, "<title>Not found</title>There is no such page."))
        found = found(self) if callable(found) else found
        if found is None:
            return
        status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in (
            {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))} | headers
        ).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - as the server calls them

    def log_message(self, *_):
        """Says nothing."""
