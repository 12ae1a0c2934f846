"""How models are to answer: by role, by model, and as policies have it."""

import pytest
from noted import noted

from actwright import Agent, ConfigError, Sampling
from actwright.engine.meter import Meter
from actwright.engine.models.base import find_model
from actwright.errors import ModelError
from actwright.prompts.chain_of_thought.instruction import OWN, load
from actwright.schemas.exchange import Message, Request, TextBlock
from actwright.testing import HttpError, OpenAIChatServer, OpenAIResponsesServer, ScriptedModel
from actwright.webarena.judge import ModelJudge

pytestmark = pytest.mark.usefixtures("no_pictures")

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="Go on"),)),))
SERVERS = {"openai-chat": OpenAIChatServer, "openai-responses": OpenAIResponsesServer}


async def sent(sampling, *, role="main", request=REQUEST):
    """The request as the model gets it."""
    model = ScriptedModel(["done"], name="gpt-5")
    await Meter({role: model}, sampling=sampling).ask(request, role=role)
    return model.requests[0]


async def test_a_models_way_goes_over_its_roles_and_that_over_the_one_for_all():
    asked = await sent(
        {
            "": Sampling(temperature=1, top_p=0.5, effort="low", max_output_tokens=100),
            "verifier": Sampling(temperature=0, effort="high"),
            "gpt-5": Sampling(effort="none"),
            "gpt-6": Sampling(top_p=0.1),
        },
        role="verifier",
    )
    assert asked.sampling == Sampling(temperature=0, top_p=0.5, effort="none")
    assert asked.max_output_tokens == 100


async def test_what_nobody_says_is_as_the_policy_has_it():
    own = REQUEST.sampled(Sampling(temperature=1, max_output_tokens=384))
    assert (await sent({}, request=own)) == own
    asked = await sent({"main": Sampling(top_p=0.9)}, request=own)
    assert (asked.sampling, asked.max_output_tokens) == (Sampling(temperature=1, top_p=0.9), 384)


@pytest.mark.parametrize("wire", SERVERS)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "temperature",
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        ),
        ("top_p", "Unsupported parameter: 'top_p' is not supported with this model."),
        ("effort", "Unsupported parameter: 'reasoning.effort' is not supported with this model."),
    ],
)
async def test_what_a_model_refuses_is_left_out_from_then_on(wire, name, said):
    wanted = Sampling(temperature=0, top_p=0.9, effort="low")
    with SERVERS[wire]([HttpError(400, said), "done", "done"]) as server:
        model = find_model(f"{wire}:gpt-5@{server.url}", api_key="sk-test-0123456789")
        meter = Meter({"main": model}, sampling={"": wanted})
        with noted(match=f"it does not accept this {name}, which is left out"):
            await meter.ask(REQUEST)
        await meter.ask(REQUEST)
        await model.close()
    asked = [received.request.sampling for received in server.received]
    assert asked == [wanted, *[wanted.model_copy(update={name: None})] * 2]


async def test_another_mistake_in_it_is_not_learned_from():
    with OpenAIChatServer([HttpError(400, "Invalid 'temperature': expected a number.")]) as server:
        model = find_model(f"openai-chat:gpt-5@{server.url}", api_key="sk-test-0123456789")
        with pytest.raises(ModelError, match="expected a number"):
            await Meter({"main": model}, sampling={"": Sampling(temperature=0)}).ask(REQUEST)
        await model.close()
    assert len(server.received) == 1


@pytest.mark.parametrize("name", OWN)
def test_the_agent_of_webarena_answers_as_in_the_benchmark(name):
    assert load(name).meta_data.sampling == Sampling(temperature=1.0, top_p=0.9, max_output_tokens=384)


async def test_a_judge_leaves_nothing_to_chance():
    model = ScriptedModel(["The answer is correct."])
    await ModelJudge(model).same_meaning(question="q", reference="r", answer="a")
    assert model.requests[0].sampling == Sampling(temperature=0)


@pytest.mark.parametrize(
    "wrong", [{"temperature": 3}, {"top_p": 0}, {"max_output_tokens": 0}, {"effort": "some"}, {"top_k": 1}]
)
def test_what_no_wire_takes_is_refused(wrong):
    with pytest.raises(ConfigError, match="Sampling: "):
        Sampling(**wrong)


@pytest.mark.parametrize("key", ["main", "gpt-5", "openai-chat:gpt-5"])
def test_an_agent_takes_it_for_a_role_or_a_model(key):
    Agent("openai-chat:gpt-5@http://127.0.0.1:9/v1", sampling={key: Sampling(effort="low")})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"verifier": Sampling()}, "there is no role or model 'verifier'; there are main, gpt-5"),
        ({"main": {"temperature": 0}}, "give a Sampling, as in"),
    ],
)
def test_an_agent_refuses_it_for_what_is_not_asked(given, told):
    with pytest.raises(ConfigError, match=told):
        Agent("openai-chat:gpt-5@http://127.0.0.1:9/v1", sampling=given)


def test_a_misspelt_parameter_is_told_with_the_one_that_was_meant():
    with pytest.raises(ConfigError) as told:
        Sampling(tempertaure=3)
    assert str(told.value) == (
        "Sampling: there is no option 'tempertaure'; did you mean 'temperature'? "
        "There are temperature, top_p, max_output_tokens, effort"
    )
