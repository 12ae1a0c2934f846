"""The egress guard: hosts, the proxy that enforces them, and certificates."""
