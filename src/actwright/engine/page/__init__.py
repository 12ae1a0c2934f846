"""Seeing and touching the page."""
