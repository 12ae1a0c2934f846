"""The proxy's HTTP side: what it passes on, what it refuses, and how it reads what could be read in two ways."""

import asyncio
from contextlib import asynccontextmanager
from ipaddress import ip_address

import httpx2
import pytest
from http_clients import async_client
from patience import patience

from actwright.net import http_proxy
from actwright.net.guard import Guard, Unreachable
from actwright.net.proxy import guarded_proxy
from actwright.net.upstream import Upstream
from actwright.schemas.refused_request import RefusedRequest

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Listener:
    """A server that keeps the bytes of each connection, and answers each head with what it was made for."""

    def __init__(self, answer=OK, *, keep=True):
        self.answer, self.keep = answer, keep
        self.heard, self.port, self.host = [], 0, "127.0.0.1"

    async def serve(self, reader, writer):
        place = len(self.heard)
        self.heard.append(b"")
        while data := await reader.read(65_536):
            self.heard[place] += data
            if b"\r\n\r\n" in data:
                writer.write(self.answer(data) if callable(self.answer) else self.answer)
                if not self.keep:
                    break
        writer.close()


@asynccontextmanager
async def listening(*args, host="127.0.0.1", **kwargs):
    listener = Listener(*args, **kwargs)
    server = await asyncio.start_server(listener.serve, host, 0)
    listener.host, listener.port = host, server.sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        server.close()


@asynccontextmanager
async def client_of(proxy):
    """Reader and writer of a connection to the proxy."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.http_url.rpartition(":")[2]))
    try:
        yield reader, writer
    finally:
        writer.close()


async def said(proxy, data, *, end=False):
    """What the proxy answers to these bytes until it hangs up."""
    async with client_of(proxy) as (reader, writer):
        writer.write(data)
        if end:
            writer.write_eof()
        async with asyncio.timeout(patience(60)):
            return await reader.read()


def stub(**addresses):
    async def resolve(host, _port):
        if host not in addresses:
            raise Unreachable("cannot be opened: there is no such host")
        return [ip_address(addresses[host])]

    return resolve


def to(*listeners):
    """A guard that permits these listeners alone."""
    return Guard(hosts=[f"{each.host}:{each.port}" for each in listeners])


async def test_a_request_reaches_its_host_in_the_form_of_a_request_to_it():
    async with listening() as there, guarded_proxy(to(there)) as proxy:
        place = f"127.0.0.1:{there.port}"
        async with client_of(proxy) as (reader, writer):
            writer.write(
                f"GET http://{place}/a?b=c HTTP/1.1\r\nHost: other.test\r\nProxy-Connection: keep-alive\r\n"
                "Proxy-Authorization: Basic canary\r\nConnection: X-Own, host\r\nX-Own: 1\r\nTE: trailers\r\n"
                "X-Kept: 2\r\n\r\n".encode()
            )
            answer = await reader.readexactly(len(OK))
    assert there.heard == [f"GET /a?b=c HTTP/1.1\r\nHost: {place}\r\nX-Kept: 2\r\n\r\n".encode()]
    assert answer == OK


async def test_each_request_on_a_kept_connection_goes_to_its_own_host_or_is_refused():
    async with (
        listening() as one,
        listening(host="127.0.0.2") as two,
        listening(host="127.0.0.3") as evil,
        guarded_proxy(to(one, two)) as proxy,
        async_client(proxy=proxy.http_url) as client,
    ):
        statuses = [
            (await client.get(f"http://{each.host}:{each.port}/{turn}")).status_code
            for turn in range(3)
            for each in (one, evil, two, evil)
        ]
        refused = RefusedRequest(f"127.0.0.3:{evil.port}", "is not allowed: it is not among the permitted hosts", 6)
        assert proxy.refusals == (refused,)
    assert statuses == [200, 403] * 6
    assert evil.heard == []
    for each in (one, two):
        assert b"".join(each.heard).count(b"GET /") == 3
        assert b"".join(each.heard).count(f"Host: {each.host}:{each.port}".encode()) == 3


async def test_a_refusal_is_a_page_that_names_the_host_and_escapes_it():
    async with guarded_proxy(Guard(hosts=("app.test",))) as proxy, async_client(proxy=proxy.http_url) as client:
        answer = await client.get("http://evil.test/?<script>")
    assert answer.status_code == 403
    assert answer.text == (
        "<!doctype html><title>evil.test:80 is not permitted</title><h1>evil.test:80 is not permitted</h1>"
        "<p>evil.test:80 is not allowed: it is not among the permitted hosts. Nothing was sent to it.</p>\n"
    )


async def test_refusals_are_counted_and_beyond_200_hosts_together():
    async with guarded_proxy(Guard(hosts=())) as proxy, async_client(proxy=proxy.http_url) as client:
        for number in range(203):
            await client.get(f"http://h{number}.test/")
    assert len(proxy.refusals) == 201
    assert proxy.refusals[-1] == RefusedRequest("others", "are not allowed either", 3)


async def test_a_tunnel_is_passed_on_both_ways_and_a_refused_one_sends_nothing():
    async with listening() as there, listening(host="127.0.0.3") as evil, guarded_proxy(to(there)) as proxy:
        for port, begins in ((there.port, b"HTTP/1.1 200 "), (evil.port, b"HTTP/1.1 403 ")):
            host = "127.0.0.1" if port == there.port else "127.0.0.3"
            answer = await said(
                proxy, f"CONNECT {host}:{port} HTTP/1.1\r\nHost: x\r\n\r\nraw\r\n\r\n".encode(), end=True
            )
            assert answer.startswith(begins)
    assert (there.heard, evil.heard) == ([b"raw\r\n\r\n"], [])


async def test_a_websocket_is_upgraded_at_its_host():
    switching = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nframe"
    async with listening(switching, keep=False) as there, guarded_proxy(to(there)) as proxy:
        place = f"127.0.0.1:{there.port}"
        answer = await said(
            proxy,
            f"GET http://{place}/ws HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n".encode(),
        )
    assert answer == switching
    assert there.heard == [
        f"GET /ws HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n".encode()
    ]


BAD = {
    "two lengths": b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "the same length twice": b"Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "a list of lengths": b"Content-Length: 3, 4\r\n\r\nabcd",
    "a signed length": b"Content-Length: +3\r\n\r\nabc",
    "a length in hex": b"Content-Length: 0x3\r\n\r\nabc",
    "length and coding": b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "another coding": b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "coding twice": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "an odd coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a folded line": b"X-A: 1\r\n Content-Length: 3\r\n\r\n",
    "a space before the colon": b"Content-Length : 3\r\n\r\nabc",
    "a bare LF": b"X-A: 1\nX-B: 2\r\n\r\n",
    "a bare CR": b"X-A: 1\rX-B: 2\r\n\r\n",
    "a NUL": b"X-A: 1\x002\r\n\r\n",
    "a control character": b"X-A: 1\x012\r\n\r\n",
    "no colon": b"X-A\r\n\r\n",
    "a second Host": b"Host: evil.test\r\n\r\n",
    "a head that is too long": b"X-A: " + b"a" * 70_000 + b"\r\n\r\n",
    "a head of too many lines": b"X-A: 1\r\n" * 9_000 + b"\r\n",
    "an upgrade to another protocol": b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "an upgrade with a body": b"Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 3\r\n\r\nabc",
    "a chunk without a size": b"Transfer-Encoding: chunked\r\n\r\nz\r\n\r\n",
    "a chunk that is too long": b"Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
    "a size that ends with a bare LF": b"Transfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("rest", BAD.values(), ids=BAD)
async def test_what_can_be_read_in_two_ways_is_refused(rest):
    async with listening(b"") as there, guarded_proxy(to(there)) as proxy:
        place = f"127.0.0.1:{there.port}"
        answer = await said(proxy, f"POST http://{place}/ HTTP/1.1\r\nHost: {place}\r\n".encode() + rest)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"The request is refused: " in answer
    chunked = (
        b"chunked\r\n\r\n" in rest and b"Content-Length" not in rest and b"gzip" not in rest and b"xchunked" not in rest
    )
    assert chunked or there.heard == []  # a body may turn out wrong when its head has gone out


LINES = [
    b"GET / HTTP/1.1",
    b"GET https://127.0.0.1/ HTTP/1.1",
    b"GET ftp://127.0.0.1/ HTTP/1.1",
    b"GET http://user@127.0.0.1/ HTTP/1.1",
    b"GET http://evil.test\\@127.0.0.1/ HTTP/1.1",
    b"GET http://127.0.0.1:0/ HTTP/1.1",
    b"GET http://127.0.0.1:65536/ HTTP/1.1",
    b"GET http:///x HTTP/1.1",
    b"GET  http://127.0.0.1/ HTTP/1.1",
    b"GET http://127.0.0.1/ HTTP/1.0",
    b"GET http://127.0.0.1/ HTTP/2.0",
    b"GET http://127.0.0.1/",
    b"CONNECT 127.0.0.1 HTTP/1.1",
    b"CONNECT http://127.0.0.1:80/ HTTP/1.1",
    b"CONNECT 127.0.0.1:80:90 HTTP/1.1",
]


@pytest.mark.parametrize("line", LINES)
async def test_what_is_no_request_to_a_proxy_is_refused(line):
    async with guarded_proxy(Guard(hosts=("127.0.0.1",))) as proxy:
        assert (await said(proxy, line + b"\r\nHost: 127.0.0.1\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
        assert proxy.refusals == ()


async def test_a_head_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(http_proxy, "HEAD_SECONDS", 0.2)
    async with guarded_proxy(Guard(), most_bytes=None) as proxy:
        assert (await said(proxy, b"GET http://a.test/ HTTP/1.1\r\nHost: a")).startswith(b"HTTP/1.1 408 ")


CHUNKS = b"4;x=y\r\nwiki\r\n5\r\npedia\r\n0\r\n"


async def test_a_chunked_body_arrives_in_its_chunks_without_what_follows_them():
    async with listening() as there, guarded_proxy(to(there)) as proxy:
        place = f"127.0.0.1:{there.port}"
        async with client_of(proxy) as (reader, writer):
            writer.write(
                f"POST http://{place}/ HTTP/1.1\r\nHost: {place}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            )
            writer.write(CHUNKS + b"X-Trailer: 1\r\n\r\n")
            assert await reader.readexactly(len(OK)) == OK
    assert there.heard[0].endswith(b"\r\n\r\n4\r\nwiki\r\n5\r\npedia\r\n0\r\n\r\n")


ANSWERS = {
    "more than it says": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nok",
    "length and coding": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    "no HTTP": b"ok\n",
    "a switch that nobody asked for": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_no_answer_of_one_host_is_taken_for_that_of_another(answer):
    """What a host sends beyond its answer is never seen by a later request on the same connection."""
    async with (
        listening(answer) as bad,
        listening(host="127.0.0.2") as good,
        guarded_proxy(to(bad, good)) as proxy,
        client_of(proxy) as (reader, writer),
    ):
        places = [f"{each.host}:{each.port}" for each in (bad, good)]
        writer.write(f"GET http://{places[0]}/ HTTP/1.1\r\nHost: {places[0]}\r\n\r\n".encode())
        got = await reader.read(1000)
        writer.write(f"GET http://{places[1]}/ HTTP/1.1\r\nHost: {places[1]}\r\n\r\n".encode())
        got += await asyncio.wait_for(reader.read(1000), patience(60))
    assert (
        got in (answer[: len(OK)] + OK, answer, answer.replace(b"Upgrade: websocket\r\n", b""))
        or b"Connection: close" in got
    )
    assert b"evil" not in got


SLOPPY = {
    "without a length": b"HTTP/1.1 200 OK\r\n\r\nok",
    "of HTTP/1.0": b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
    "with bare LF": b"HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
    "without a reason": b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n",
    "after an interim one": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK,
}


@pytest.mark.parametrize("answer", SLOPPY.values(), ids=SLOPPY)
async def test_an_answer_is_read_as_browsers_read_it(answer):
    async with (
        listening(answer, keep=False) as there,
        guarded_proxy(to(there)) as proxy,
        async_client(proxy=proxy.http_url) as client,
    ):
        for _ in range(2):
            response = await client.get(f"http://127.0.0.1:{there.port}/")
            assert (response.status_code, response.text) == (200, "ok")
            assert "connection" not in response.headers
    assert len(there.heard) == 2


async def test_an_answer_that_is_no_strict_http_passes_as_it_is():
    answer = b"HTTP/1.1 200 OK\r\nno field\r\nContent-Length: 2\r\n\r\nok"
    async with listening(answer, keep=False) as there, guarded_proxy(to(there)) as proxy:
        place = f"127.0.0.1:{there.port}"
        assert await said(proxy, f"GET http://{place}/ HTTP/1.1\r\nHost: {place}\r\n\r\n".encode()) == answer


@pytest.mark.parametrize(("method", "times"), [("GET", 2), ("POST", 1)])
async def test_a_request_is_sent_again_only_if_it_changes_nothing(method, times):
    """A server that closes a kept connection when the next request comes: a GET is sent anew, a POST never is."""
    heard = []

    async def serve(reader, writer):
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        if b" /first " in heard[-1] or len(heard) > 2:
            writer.write(OK)
            await writer.drain()
            if b" /first " in heard[-1]:
                heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    guard = Guard(hosts=(f"127.0.0.1:{port}",))
    async with guarded_proxy(guard) as proxy, async_client(proxy=proxy.http_url) as client:
        await client.get(f"http://127.0.0.1:{port}/first")
        answer = await client.request(method, f"http://127.0.0.1:{port}/second")
    server.close()
    assert sum(head.startswith(f"{method} /second".encode()) for head in heard) == times
    assert answer.status_code == (200 if method == "GET" else 502)


async def test_a_host_that_breaks_off_breaks_off():
    async with (
        listening(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", keep=False) as there,
        guarded_proxy(to(there)) as proxy,
        async_client(proxy=proxy.http_url) as client,
    ):
        with pytest.raises(httpx2.RemoteProtocolError):
            await client.get(f"http://127.0.0.1:{there.port}/")


async def test_a_name_that_is_resolved_anew_reaches_what_was_checked():
    """The second answer of the resolver points elsewhere: the connection goes where the check looked."""
    answers = iter(["127.0.0.1", "127.0.0.9"])

    async def resolve(_host, _port):
        return [ip_address(next(answers))]

    async with listening() as good, listening(host="127.0.0.9") as evil:
        guard = Guard(hosts=(f"app.test:{good.port}", f"127.0.0.1:{good.port}"), resolve=resolve)
        async with guarded_proxy(guard) as proxy, async_client(proxy=proxy.http_url) as client:
            url = f"http://app.test:{good.port}/"
            assert (await client.post(url)).status_code == 200
            assert (await client.post(url)).status_code == 403
    assert (len(good.heard), evil.heard) == (1, [])


def wants_login(data):
    """What a proxy that wants `u:p@ss` answers."""
    login = b"Proxy-Authorization: Basic dTpwQHNz\r\n" in data
    if not login:
        return b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
    return b"HTTP/1.1 200 Connection established\r\n\r\n" if data.startswith(b"CONNECT") else OK


async def test_the_users_own_proxy_gets_its_credentials_and_the_host_does_not_resolve_here():
    async with listening(wants_login) as own:
        guard = Guard(
            hosts=("app.test",), upstream=Upstream.of(f"http://u:p%40ss@127.0.0.1:{own.port}"), resolve=stub()
        )
        async with guarded_proxy(guard) as proxy, async_client(proxy=proxy.http_url) as client:
            assert (await client.get("http://app.test/a")).text == "ok"
            assert (await client.get("http://evil.test/a")).status_code == 403
            tunnelled = await said(proxy, b"CONNECT app.test:443 HTTP/1.1\r\nHost: app.test\r\n\r\n", end=True)
    assert tunnelled == b"HTTP/1.1 200 Connection established\r\n\r\n"
    assert own.heard[0].startswith(b"GET http://app.test/a HTTP/1.1\r\nHost: app.test\r\n")
    assert own.heard[1].startswith(b"CONNECT app.test:443 HTTP/1.1\r\n")
    assert not any(b"evil" in heard for heard in own.heard)


@pytest.mark.parametrize(
    ("login", "problem"), [("", "asks for a name and a password"), ("u:wrong@", "refuses our credentials")]
)
async def test_a_proxy_in_front_that_wants_other_credentials_is_named_without_them(login, problem):
    async with listening(wants_login) as own:
        guard = Guard(hosts=("app.test",), upstream=Upstream.of(f"http://{login}127.0.0.1:{own.port}"))
        async with guarded_proxy(guard) as proxy, async_client(proxy=proxy.http_url) as client:
            assert (await client.get("http://app.test/")).status_code == 502
            with pytest.raises(httpx2.ProxyError):
                await client.get("https://app.test/")
            assert proxy.problem == f"cannot be opened: the proxy http://127.0.0.1:{own.port} {problem} (407)"


@pytest.mark.parametrize("scheme", ["http", "socks5"])
async def test_there_is_no_way_past_a_proxy_in_front_that_is_gone(scheme):
    async with listening() as there, listening() as own:
        port = own.port
        upstream = Upstream.of(f"{scheme}://127.0.0.1:{port}")
    async with listening() as there:
        guard = Guard(hosts=(f"127.0.0.1:{there.port}",), upstream=upstream)
        async with guarded_proxy(guard) as proxy, async_client(proxy=proxy.http_url) as client:
            answer = await client.get(f"http://127.0.0.1:{there.port}/")
    assert answer.status_code == 502
    assert f"the proxy {scheme}://127.0.0.1:{port} cannot be reached" in answer.text
    assert there.heard == []


async def socks(reader, writer):
    """A SOCKS5 proxy that wants u and p, and answers HTTP itself."""
    hello = await reader.readexactly(2)
    methods = await reader.readexactly(hello[1])
    if 2 not in methods:
        writer.write(b"\x05\xff")
        return
    writer.write(b"\x05\x02")
    login = await reader.readexactly(5)
    writer.write(b"\x01\x00" if login == b"\x01\x01u\x01p" else b"\x01\x01")
    asked = await reader.read(200)
    assert asked == b"\x05\x01\x00\x03\x08app.test\x00\x50"
    writer.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
    await reader.readuntil(b"\r\n\r\n")
    writer.write(OK)


@pytest.mark.parametrize(("login", "status"), [("u:p@", 200), ("u:x@", 502), ("", 502)])
async def test_a_socks_proxy_in_front_is_logged_in_to(login, status):
    server = await asyncio.start_server(socks, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    guard = Guard(hosts=("app.test",), upstream=Upstream.of(f"socks5://{login}127.0.0.1:{port}"))
    async with guarded_proxy(guard) as proxy, async_client(proxy=proxy.http_url) as client:
        assert (await client.get("http://app.test/")).status_code == status
    server.close()


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "x.localhost", "169.254.169.254", "10.0.0.1", "[::1]", "2130706433"]
)
async def test_behind_a_proxy_addresses_in_urls_are_checked_here(host):
    async with listening() as own:
        guard = Guard(upstream=Upstream.of(f"http://127.0.0.1:{own.port}"))
        async with guarded_proxy(guard) as proxy:
            answer = await said(proxy, f"CONNECT {host}:443 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert own.heard == []
