"""The `rules` policy: it reads a page and a task, and proposes actions without a model."""

from actwright.engine.policies.rules.policy import POLICY, Rules

__all__ = ["POLICY", "Rules"]
