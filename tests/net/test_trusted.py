"""Certificates are read once, and those of `SSL_CERT_FILE` are."""

from importlib import import_module
from pathlib import Path

import pytest

from actwright.engine.models.client import connections
from actwright.net.trusted import trusted

CERTIFICATE = Path(__file__).parents[1] / "pages" / "self_signed.pem"


@pytest.fixture
def anew():
    """Certificates are read again, during the test and after it."""
    trusted.cache_clear()
    yield
    trusted.cache_clear()


async def test_the_clients_of_all_models_share_what_was_read():
    sdks = map(import_module, ("openai", "anthropic", "openai"))
    clients = [connections(sdk) for sdk in sdks]
    assert {client._transport._pool._ssl_context for client in clients} == {trusted()}
    for client in clients:
        await client.aclose()


@pytest.mark.usefixtures("anew")
def test_the_file_in_the_environment_is_trusted_in_place_of_the_systems(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    (passed,) = trusted().get_ca_certs()
    assert passed["subject"] == passed["issuer"]
