"""Reading the web: searches, fetches, renders and classifies pages, and checks the URLs of an answer."""
