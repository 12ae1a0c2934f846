"""Which machines may be reached, by whatever way."""

import asyncio
from ipaddress import ip_address

import httpx2
import pytest
from http_clients import async_client
from served_pages import ServedPages

from actwright.net import guard as guarding
from actwright.net.guard import ConnectionRefused, Guard, Unreachable, why_not_public
from actwright.net.proxy import guarded_proxy

PUBLIC = ["8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8"]
NOT_PUBLIC = [
    *(
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
    ),
    *(
        "224.0.0.1",
        "239.255.255.250",
        "255.255.255.255",
        "240.0.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "198.18.0.1",
        "203.0.113.1",
    ),
    *(
        "192.88.99.1",
        "168.63.129.16",
        "100.100.100.200",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
    ),
    *("64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254"),
    *("ff02::1", "2001:db8::1", "3fff::1", "5f00::1", "100::1"),
]
LOOPBACK_NAMES = [
    *("127.0.0.1", "localhost", "localhost.", "LOCALHOST", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "::1"),
    *("::ffff:127.0.0.1", "0.0.0.0", "0"),
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address):
    assert not why_not_public(ip_address(address))


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_every_other_address_says_what_it_is(address):
    assert why_not_public(ip_address(address))


@pytest.mark.parametrize("name", LOOPBACK_NAMES)
async def test_no_spelling_of_loopback_is_connected_to(name):
    with ServedPages({"/": "x"}) as site:
        with pytest.raises(ConnectionRefused, match="this machine itself"):
            await Guard().connect(name, int(site.url.rpartition(":")[2]))
        assert site.asked == []


async def test_loopback_and_named_hosts_are_reached_by_permission_alone():
    with ServedPages({"/": "x"}) as site:
        port = int(site.url.rpartition(":")[2])
        for guard in (Guard(allow_loopback=True), Guard(allow_hosts=frozenset({"127.0.0.1"}))):
            _, writer = await guard.connect("127.0.0.1", port)
            writer.close()
        with pytest.raises(ConnectionRefused, match="private or reserved"):
            await Guard(allow_loopback=True).connect("10.1.2.3", 80)


@pytest.fixture
def resolved(monkeypatch):
    """What each name resolves to, in turn; and how often it was asked."""

    def answers(*rounds):
        left = list(rounds)

        async def getaddrinfo(_self, _host, port, **_):
            addresses = left.pop(0)
            return [(2, 1, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(asyncio.get_running_loop().__class__, "getaddrinfo", getaddrinfo)
        return left

    return answers


async def test_one_internal_address_of_a_host_refuses_it(resolved):
    resolved(["8.8.8.8", "10.0.0.1"])
    with pytest.raises(ConnectionRefused, match=r"10\.0\.0\.1"):
        await Guard().connect("both.test", 80)


async def test_the_connection_goes_to_the_address_that_was_checked(resolved, monkeypatch):
    """A name that answers differently the second time is not asked a second time."""
    left, dialled = resolved(["8.8.8.8"], ["127.0.0.1"]), []

    async def open_connection(host, port):
        dialled.append((host, port))
        raise OSError

    monkeypatch.setattr(guarding.asyncio, "open_connection", open_connection)
    with pytest.raises(Unreachable, match="refuses connections"):
        await Guard().connect("rebind.test", 80)
    assert (dialled, left) == ([("8.8.8.8", 80)], [["127.0.0.1"]])


async def test_ports_of_other_services_are_refused():
    with pytest.raises(ConnectionRefused, match="port 22 is not a web port"):
        await Guard(allow_loopback=True).connect("127.0.0.1", 22)


async def test_a_host_that_does_not_exist_is_said_to():
    with pytest.raises(Unreachable, match="there is no such host"):
        await Guard().connect("nowhere.invalid", 80)


async def test_the_proxy_says_why_and_passes_only_so_many_bytes():
    with ServedPages({"/": "x" * 500_000, "/small": "small"}) as site:
        async with guarded_proxy(Guard()) as proxy, async_client(proxy=proxy.url) as client:
            with pytest.raises(httpx2.ProxyError):
                await client.get(site.url)
            assert proxy.problem == "is not allowed: it is this machine itself (127.0.0.1)"
        assert site.asked == []
        async with (
            guarded_proxy(Guard(allow_loopback=True), most_bytes=10_000) as proxy,
            async_client(proxy=proxy.url) as client,
        ):
            assert (await client.get(f"{site.url}/small")).text == "small"
            with pytest.raises(httpx2.HTTPError):
                await client.get(site.url)
            assert proxy.spent


async def test_what_is_no_socks_is_hung_up_on():
    async with guarded_proxy(Guard(allow_loopback=True)) as proxy:
        port = int(proxy.url.rpartition(":")[2])
        for said in (
            b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n",
            b"\x04\x01\x00\x50\x7f\x00\x00\x01\x00",
            b"\x05\x01\x00\x05\x02\x00\x01",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            writer.write_eof()
            assert not (await reader.read()).startswith(b"\x05\x00\x05\x00")
            writer.close()


def stub(**addresses):
    """A resolver that knows these names, and nothing else."""

    async def resolve(host, _port):
        if host not in addresses:
            raise Unreachable("cannot be opened: there is no such host")
        return [ip_address(address) for address in addresses[host]]

    return resolve


@pytest.mark.parametrize(
    "host", ["evil.test", "app.test.evil.test", "evilapp.test", "127.0.0.1", "0x7f.1", "::1", "localhost"]
)
async def test_with_a_list_nothing_else_is_even_resolved(host):
    asked = []

    async def resolve(host, _port):
        asked.append(host)
        return []

    with pytest.raises(ConnectionRefused, match="not among the permitted hosts"):
        await Guard(hosts=("app.test",), resolve=resolve).connect(host, 80)
    assert asked == []


@pytest.mark.parametrize("host", ["app.test", "APP.test", "app.test."])
async def test_a_listed_name_needs_its_private_address_on_the_list_too(host):
    with ServedPages({"/": "x"}) as site:
        port = int(site.url.rpartition(":")[2])
        resolve = stub(**{"app.test": ["127.0.0.1"]})
        with pytest.raises(ConnectionRefused, match="this machine itself"):
            await Guard(hosts=(f"app.test:{port}",), resolve=resolve).connect(host, port)
        both = Guard(hosts=(f"app.test:{port}", f"127.0.0.1:{port}"), resolve=resolve)
        _, writer = await both.connect(host, port)
        writer.close()
        with pytest.raises(ConnectionRefused, match="permitted, but not at port 81"):
            await both.connect(host, 81)


async def test_every_address_of_a_listed_name_is_checked():
    guard = Guard(hosts=("app.test", "127.0.0.1"), resolve=stub(**{"app.test": ["127.0.0.1", "169.254.169.254"]}))
    with pytest.raises(ConnectionRefused, match=r"link-local address.*169\.254\.169\.254"):
        await guard.connect("app.test", 80)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_home_is_permitted_at_its_port_alone(host):
    with ServedPages({"/": "x"}) as site:
        port = int(site.url.rpartition(":")[2])
        guard = Guard(hosts=(), home=f"http://{host}:{port}/path")
        _, writer = await guard.connect(host, port)
        writer.close()
        with pytest.raises(ConnectionRefused, match=f"not at port {port + 1}"):
            await guard.connect(host, port + 1)
        with pytest.raises(ConnectionRefused, match="not among"):
            await guard.connect("127.0.0.2", port)
