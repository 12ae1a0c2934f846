"""The agent of WebArena and VisualWebArena: its policy, its commands, and what the next turn reports of the last."""

from actwright.engine.policies.chain_of_thought.policy import POLICY, ChainOfThought

__all__ = ["POLICY", "ChainOfThought"]
