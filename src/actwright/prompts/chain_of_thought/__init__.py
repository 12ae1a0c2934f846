"""Prompts of WebArena and VisualWebArena: their instruction files, their text forms of a page, their messages."""
