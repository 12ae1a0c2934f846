"""HTTP methods that only ask for something, so that a request with one of them may be sent, and sent again."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""The safe methods that browsers send (RFC 9110, 9.2.1; they refuse TRACE)."""
