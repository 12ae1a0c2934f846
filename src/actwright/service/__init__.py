"""Actwright for programs that are not Python: runs in the background, pages that a client steers, and what serves them."""
