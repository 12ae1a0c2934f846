"""Finds a described element on a page again."""
