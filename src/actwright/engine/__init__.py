"""The step engine."""
