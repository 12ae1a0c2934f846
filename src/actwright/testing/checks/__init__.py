"""Checks a request for what the providers refuse, so that a test against a local server finds it first."""

from __future__ import annotations

from actwright.testing.checks.anthropic import anthropic_problem
from actwright.testing.checks.openai_chat import openai_chat_problem
from actwright.testing.checks.openai_responses import openai_responses_problem

__all__ = ["anthropic_problem", "openai_chat_problem", "openai_responses_problem"]
