"""Drives a real browser with one language-model call per step."""
