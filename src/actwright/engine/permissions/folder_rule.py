"""The rule about local files: pages of a run that started at a file stay in its folder."""

from __future__ import annotations

from collections.abc import Callable

from actwright.engine.permissions.request_firewall import Block, PageRequest, RequestRule
from actwright.engine.permissions.rules import PermissionRules


class FolderRule(RequestRule):
    """Keeps pages and frames from going to URLs that they may not open by themselves; they stay where they are.

    Args:
        permission_rules: What the run may do.
        blocked: Called with each URL that is not opened, and the reason.
    """

    subject = "files"

    def __init__(self, permission_rules: PermissionRules, blocked: Callable[[str, str], None]) -> None:
        self._permission_rules = permission_rules
        self._blocked = blocked

    async def decide(self, request: PageRequest) -> Block | None:
        """Decides on navigations; see `RequestRule`."""
        if not request.navigates:
            return None
        reason = self._permission_rules.check_going(request.url, framed=request.framed)
        if not reason:
            return None
        self._blocked(request.url, reason)
        return Block(reason, stays=True)
