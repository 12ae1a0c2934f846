"""The `replay` policy: it follows a recording on the live page, without a model."""

from actwright.engine.policies.replay.policy import POLICY, Replay

__all__ = ["POLICY", "Replay"]
