"""Prompt texts, and the rendering of a turn into blocks of text and image."""
