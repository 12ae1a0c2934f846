"""Cassettes of a suite: where they lie, and what `--record-mode` makes of them."""

from types import SimpleNamespace

import pytest

from actwright.errors import ConfigError
from actwright.pytest_plugin.cassettes import FIRST_TIME, Cassettes
from actwright.schemas.exchange import Message, Request, TextBlock
from actwright.testing import ScriptedModel


@pytest.fixture
def cassettes(request, monkeypatch, tmp_path):
    """Those of this very test, in one session after the other."""

    def begun(mode, **options):
        monkeypatch.setattr(request.config.option, "record_mode", mode)
        monkeypatch.setattr(request.config.option, "actwright_cassettes", str(tmp_path / "tapes"))
        request.node.stash[FIRST_TIME] = set()
        return Cassettes(request.node, options)

    return begun


async def answer(cassettes, task):
    message = Message(role="user", blocks=(TextBlock(text=task),))
    return (await cassettes.model().send(Request(system=(), messages=(message,)), timeout=1)).text


@pytest.mark.parametrize(
    ("mode", "same", "other"),
    [
        ("none", "recorded", "no reply"),
        ("once", "recorded", "no reply"),
        ("new_episodes", "recorded", "asked"),
        ("all", "asked", "asked"),
        ("rewrite", "asked", "asked"),
    ],
)
async def test_what_is_asked_of_a_model_where_there_is_a_cassette(cassettes, mode, same, other):
    """For a request that is on it and for one that is not, as pytest-recording has it."""

    async def of(task):
        try:
            return await answer(cassettes(mode, model=ScriptedModel(["asked"])), task)
        except ConfigError as error:
            return "no reply" if "has no reply" in str(error) else str(error)

    assert await answer(cassettes("once", model=ScriptedModel(["recorded"])), "Sell it") == "recorded"
    assert [await of("Sell it"), await of("Buy it")] == [same, other]


@pytest.mark.parametrize("mode", ["none", None])
def test_without_a_cassette_none_asks_nobody(cassettes, mode):
    """It is the default."""
    with pytest.raises(ConfigError, match=r"there is no cassette .*; record it with a model and --record-mode once"):
        cassettes(mode, model=ScriptedModel([])).model()


async def test_a_retry_goes_on_with_the_cassette_that_its_test_began(cassettes, request):
    """Else what its first try did not come to ask would be a miss."""
    first = cassettes("once", model=ScriptedModel(["one"]))
    assert await answer(first, "Step 1") == "one"
    again = Cassettes(request.node, {"model": ScriptedModel(["two"])})
    assert [await answer(again, "Step 1"), await answer(again, "Step 2")] == ["one", "two"]


async def test_each_role_and_each_parameter_has_its_own(cassettes, request, tmp_path):
    """Also where a file cannot tell the parameters apart."""
    asked = Request(system=(), messages=(Message(role="user", blocks=(TextBlock(text="x"),)),))
    cassettes("once")  # the options
    for parameter in ("a/b", "a-b"):
        item = SimpleNamespace(
            nodeid=f"shop/test_sell.py::test_it[{parameter}]", config=request.config, stash=pytest.Stash()
        )
        models = {"main": ScriptedModel(["m"]), "verifier": ScriptedModel(["v"])}
        for model in Cassettes(item, {"model": models}).model().values():
            await model.send(asked, timeout=1)
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.json"))
    folder = "tapes/shop/test_sell"
    names = ("[a-b]-306b03.main", "[a-b]-306b03.verifier", "[a-b].main", "[a-b].verifier")
    assert files == [f"{folder}/test_it{name}.json" for name in names]


def test_what_a_cassette_cannot_keep_is_refused(cassettes):
    """Several models in a row, and none at all; a test whose policy asks none needs no cassette."""
    with pytest.raises(ConfigError, match="the replies of one model"):
        cassettes("once", model="anthropic:a,openai:b").model()
    with pytest.raises(ConfigError, match="--record-mode once needs a model"):
        cassettes("once").model()
    assert cassettes("none", policy="rules").model() is None
