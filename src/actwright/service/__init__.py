"""Actwright for programs in other languages: runs in the background, pages that a client steers, and their servers."""
