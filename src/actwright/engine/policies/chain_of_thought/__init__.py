"""The agent of WebArena and VisualWebArena: its policy, its commands, and what a turn reports about the last one."""

from actwright.engine.policies.chain_of_thought.policy import POLICY, ChainOfThought

__all__ = ["POLICY", "ChainOfThought"]
