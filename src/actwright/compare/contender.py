"""A contender: a policy and the options of its runs."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from actwright.engine.page.page_options import Screenshots
from actwright.engine.policies.base import POLICIES, Policy, find_policy, preferences_of
from actwright.errors import ConfigError
from actwright.schemas.task import EvidenceRule

EVIDENCE: dict[str, EvidenceRule] = {"required": "required", "quoted": "quoted", "plain": "off"}
FORETOLD = re.compile(r"foretold-(\d{1,2}|100)")
SCREENSHOT: dict[str, Screenshots] = {"pictures": "always", "on-change": "on_change", "blind": "never"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A policy and its options, as one side of a comparison.

    Attributes:
        label: The name as written: a policy, then `+` and each option that differs from the policy's defaults.
        policy: The policy's name; `MODULE:CLASS` for one of the caller's own.
        evidence: The evidence that its claims need; by default what the policy is made for.
        screenshot: When it gets a screenshot.
        foretold: The share of its runs in which an oracle knows in advance what the page will show when the task is
            done; None for all, the oracle's default. It does not apply to models.
    """

    label: str
    policy: str
    evidence: EvidenceRule
    screenshot: Screenshots
    foretold: float | None = None

    def new_policy(self) -> Policy:
        """Returns the policy for one run."""
        return _policy(self.policy)


def contenders(text: str) -> tuple[Contender, ...]:
    """Returns the contenders that a text such as `single_call,single_call+plain,two_call+blind` names.

    `+required`, `+quoted` and `+plain` set the evidence that a claim of completion needs (`plain`: none); `+pictures`,
    `+on-change` and `+blind` set when there is a screenshot; `+foretold-0` to `+foretold-100` set in how many of 100
    runs an oracle can claim completion together with the last actions.

    Raises:
        ConfigError: A policy or option is unknown, two options exclude each other, a policy asks no model, or a
            contender is named twice.
    """
    found = [_contender(each.strip()) for each in text.split(",") if each.strip()]
    if not found:
        raise ConfigError("no policy is given; name the policies to compare, as in single_call,two_call")
    labels = [each.label for each in found]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice:
        raise ConfigError(f"{twice} is named twice")
    return tuple(found)


def _policy(name: str) -> Policy:
    """Returns a new policy: a built-in one, or one of the caller's own, as in `my_policies:Planned`.

    Raises:
        ConfigError: There is no such policy, or its module cannot be imported or has no such class.
    """
    module, colon, attribute = name.partition(":")
    if not colon or module in POLICIES:
        return find_policy(name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)  # the command does not run from where its user's modules are
    try:
        return getattr(importlib.import_module(module), attribute)()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ConfigError(
            f"the policy {name!r} cannot be made: {why}. Write a policy of your own as MODULE:CLASS"
        ) from error


def without_screenshot(label: str) -> str:
    """Returns the label without its option for screenshots: contenders that differ in nothing else have it in common."""
    return "+".join(each for each in label.split("+") if each not in SCREENSHOT)


def _contender(text: str) -> Contender:
    policy, *additions = text.split("+")
    if unknown := [each for each in additions if each not in EVIDENCE | SCREENSHOT and not FORETOLD.fullmatch(each)]:
        known = ", ".join([*EVIDENCE, *SCREENSHOT, "foretold-0 to foretold-100"])
        raise ConfigError(f"{text}: there is no +{unknown[0]}; there are {known}")
    evidence = _only(text, [each for each in additions if each in EVIDENCE])
    screenshot = _only(text, [each for each in additions if each in SCREENSHOT])
    foretold = _only(text, [each for each in additions if FORETOLD.fullmatch(each)])
    return Contender(
        label=text,
        policy=policy,
        evidence=EVIDENCE[evidence] if evidence else preferences_of(_policy(policy)).evidence,
        screenshot=SCREENSHOT[screenshot] if screenshot else "always",
        foretold=int(foretold.rpartition("-")[2]) / 100 if foretold else None,
    )


def _only(text: str, found: Sequence[str]) -> str:
    """Returns the option of a kind that was given; empty if none was."""
    if len(found) > 1:
        raise ConfigError(f"{text}: {' and '.join(f'+{each}' for each in found)} exclude each other")
    return found[0] if found else ""
