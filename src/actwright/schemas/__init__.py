"""Frozen data: what crosses a package border. Imports nothing of ours but errors."""
