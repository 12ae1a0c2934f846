import pytest
from order_site import OrderSite


@pytest.fixture
def site():
    """The order form, on a port of its own."""
    with OrderSite() as running:
        yield running
