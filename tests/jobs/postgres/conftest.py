import itertools
import os

import pytest
from postgres_server import NoServerError, Server

numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres():
    """A real server; without one these tests are skipped, and fail on CI."""
    try:
        server = Server()
        server.start()
    except NoServerError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
    yield server
    server.remove()


@pytest.fixture
def database(postgres):
    """The address of an empty database."""
    return postgres.create(f"jobs{next(numbers)}")
