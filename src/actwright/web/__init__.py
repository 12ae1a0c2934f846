"""Reading the web: searching, fetching and rendering pages, what they are, and which URLs an answer may hold."""
