import pytest

from actwright import Agent, ConfigError, Surface, tool
from actwright.testing import ScriptedModel


def test_a_tool_that_no_model_can_be_held_to_is_refused_at_construction():
    """Strict answers have no objects with free keys; a policy without a model does not mind."""

    @tool
    async def note(surface: Surface, facts: dict[str, str]) -> str:
        """Note facts."""
        return "noted"

    with pytest.raises(ConfigError, match="tool 'note': the field 'facts' is an object with free keys"):
        Agent(ScriptedModel([]), tools=[note])
    assert Agent(policy="rules", tools=[note])._setup.toolbox.specs[0].name == "note"
